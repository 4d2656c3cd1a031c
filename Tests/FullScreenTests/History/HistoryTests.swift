import Testing

/// What was charged, found again by its keys.
@Suite("The history on the full screen", .drivesTill) struct HistoryTests {
    @Test("check 28: F3, then / and 12.5 finds the sales of that amount")
    func find() throws {
        let till = try Till.ready()
        for amount in ["1250", "1000", "900"] {
            try till.charge(amount)
            try till.see("Receipt", "Enter Go on")
            till.press("\u{1B}")
            try till.see("Typed", "Last")
        }
        till.press("\u{1B}OR")
        try till.see("3 found", "9.00 GBP", "10.00 GBP", "12.50 GBP")
        till.press("/12.5")
        try till.see("Find: 12.5", "1 found")
        #expect(!till.text.contains("9.00 GBP"))
        till.press("\r")
        try till.see("/ Find")
        till.press("v")
        try till.see("Customer copy", "*** SIMULATED ***")
        till.press("\u{1B}")
        try till.see("Find: 12.5", "1 found")
        till.press("\u{1B}")
        try till.see("3 found")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()
    }
}
