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

    @Test("check 31: 5.00 of 12.50 is given back, then 7.51 is refused")
    func refund() throws {
        let till = try Till.ready()
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("\r")
        try till.see("Can be given back 12.50 of 12.50 GBP")
        till.press("f")
        try till.see("12.50 goes back, 0.00 stays paid.")
        till.press("500")
        try till.see("5.00 goes back, 7.50 stays paid.")
        till.press("\r")
        try till.see("> 0  No, go back")
        till.press("1")
        try till.see("> 1  Yes, give back 5.00 GBP")
        till.press("\r")
        try till.see("== REFUNDED ==", "5.00 GBP was given back.")
        till.press("\u{1B}")
        try till.see("2 found", "PART BACK", "REFUNDED")
        till.press("G\r")
        try till.see("Can be given back 7.50 of 12.50 GBP")
        till.press("u")
        try till.see("were refunded already, so it cannot be voided. Refund the rest instead.")
        till.press("f")
        try till.see("7.50 goes back, 0.00 stays paid.")
        till.type("7.5")
        till.type("1")
        try till.see("Only 7.50 GBP can be given back. The last key was not taken.")
        till.press("\u{1B}")
        try till.see("Can be given back 7.50")
        #expect(try till.folder.ledger().host.transactions.count == 2)
    }

    @Test("check 29 and 30: u and Enter is no, u, 1 and Enter voids, and the rows are linked")
    func void() throws {
        let till = try Till.ready()
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("u")
        try till.see("> 0  No, keep the sale")
        till.press("\r")
        try till.see("Can be voided until the end of the day")
        till.press("u")
        try till.see("> 0  No, keep the sale")
        till.press("1\r")
        try till.see("== VOIDED ==")
        till.press("\u{1B}")
        try till.see("2 found", "T1-000001 by 000002", "T1-000002 of 000001")
        try till.see("VOIDED")
        #expect(try till.folder.ledger().host.transactions.first?.isReversed == true)
    }

    @Test("check 10: sold, found and given back with the digits of a keypad alone")
    func keypad() throws {
        let till = try Till.ready()
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("/12.5\r")
        try till.see("Find: 12.5", "/ Find")
        till.press("\r")
        try till.see("Can be given back 12.50")
        till.press("2\r")
        try till.see("12.50 goes back")
        till.press("\r")
        try till.see("> 0  No, go back")
        till.press("1\r")
        try till.see("== REFUNDED ==")
        till.press("4\r")
        try till.see("Find: 12.5")
    }

    @Test("the day's counts and totals are shown, and closed with the reader's")
    func day() throws {
        let till = try Till.ready()
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("\t")
        try till.see("Sales", "12.50 GBP", "NET", "VISA")
        till.press("Z")
        try till.see("> 0  No, go on selling")
        till.press("1\r")
        try till.see("== DONE ==")
        till.press("\u{1B}")
        try till.see("Close 1,", "The day is closed. Its report is kept.")
        till.press("R")
        try till.see("Nothing was taken or given back.")
    }
}

extension Till {
    /// Charges an amount, and goes back to the sale.
    func sell(_ amount: String) throws {
        try charge(amount)
        try see("== APPROVED ==")
        press("\u{1B}")
        try see("Typed", "Last")
    }
}

@Suite("Changing a tip on the full screen") struct TipTests {
    @Test("the tip of a sale is changed at the bank, and the books tell of it") func change() throws {
        let till = try Till.ready()
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("\r")
        try till.see("Change the tip  t")
        till.press("t")
        try till.see("At most 6.25 GBP")
        till.type("250")
        try till.see("2.50 GBP")
        till.press("\r")
        try till.see("Yes, make the tip 2.50 GBP")
        till.press("1\r")
        try till.see("The tip is 2.50 GBP now.", "Tip 2.50 GBP, changed at the bank after the sale")
        till.press("G")
        try till.see("The tip was changed to 2.50 GBP")
        till.press("t")
        try till.see("Tip in the books 2.50 GBP", "At most 6.25 GBP")
        till.press("\u{1B}")
        try till.see("Change the tip  t")
        till.press("\u{1B}")
        try till.see("tip 2.50")
        till.press("\t")
        try till.see("Tips changed", "not in the sums above")
    }
}
