import Testing

/// What the keys make of an amount, before anything is charged. Numbers are those of the acceptance checks.
@Suite("Amounts on the full screen", .drivesTill) struct AmountTests {
    @Test(
        "check 1 and 2: 1250 and 12.5 stand large as 12.50 before Enter, and are taken after it",
        arguments: ["1250", "12.5"])
    func approved(keys: String) throws {
        let till = try Till.ready("--sim-speed", "brisk")
        till.press(keys)
        try till.see("Press Enter to charge 12.50 GBP.", "█████  GBP")
        let large = (2...6).map(till.program.screen.line)
        #expect(large.allSatisfy { $0.contains("█") })
        till.press("\r")
        try till.see("Taking a payment", "SALE  ref T1-000001-")
        try till.see("= APPROVED =", "12.50 GBP was taken. Give the receipt.")
        #expect(till.text.contains("*** SIMULATED ***"))
        till.press("\r")
        try till.see("Typed", "Today  1 sale 12.50 GBP  0 unknown")
        try till.quit()
        #expect(try till.folder.history().map(\.amount) == ["12.50"])
        #expect(try till.folder.taken() == [1250])
    }

    @Test("check 3: in yen 1250 is 1,250, and a point is refused")
    func yen() throws {
        let till = try Till.ready("--currency", "JPY")
        till.press("1250")
        try till.see("charge 1,250 JPY")
        till.press(".")
        try till.see("JPY has no decimals. The point was not taken.")
        till.press("\r")
        try till.see("= APPROVED =", "1,250 JPY was taken.")
    }

    @Test("check 4: fifteen digits are refused at the limit, and the earlier ones stay")
    func tooManyDigits() throws {
        let till = try Till.ready()
        till.type("123456789012345")
        try till.see("Typed  1 2 3 4 5 6 7 8 9 0", "The amount would be too large. The last key was not taken.")
        till.press("-")
        try till.see("Press Enter to charge 1,234,567.89 GBP.")
        till.press("\u{1B}")
        try till.see("Ready. Type the amount.")
        try till.quit()
        #expect(try till.folder.history() == [])
    }

    @Test("check 6: 1,250.00 is not charged by Enter, Enter")
    func largeAmount() throws {
        let till = try Till.ready()
        till.type("125000")
        try till.see("charge 1,250.00 GBP")
        till.press("\r")
        try till.see("This is a large amount. Charge it?", "> 0  No, go back")
        till.press("\r")
        try till.see("Typed  1 2 5 0 0 0")
        till.press("\r")
        try till.see("This is a large amount. Charge it?")
        till.press("1")
        try till.see("> 1  Yes, charge 1,250.00 GBP")
        #expect(try till.folder.history() == [])
        till.press("\r")
        try till.see("= APPROVED =", "1,250.00 GBP was taken.")
    }

    @Test("the numeric keypad types and charges, and says when Num Lock is off")
    func keypad() throws {
        let till = try Till.ready()
        till.press("\u{1B}[A")
        try till.see("Num Lock is off. Press Num Lock, then type the amount again.")
        till.press("\u{1B}Oq\u{1B}Or\u{1B}Ou\u{1B}Op\u{1B}Op\u{1B}Om")
        try till.see("Press Enter to charge 12.50 GBP.")
        _ = till.program.wait(0.04) { false }
        till.press("\u{1B}OM")
        try till.see("== APPROVED ==", "12.50 GBP was taken.")
    }

    @Test("check 7: r fills the last amount in and sends nothing")
    func repeatAmount() throws {
        let till = try Till.ready()
        till.press("r")
        try till.see("There is no earlier amount in this currency yet.")
        try till.charge("725")
        try till.see("= APPROVED =")
        till.press("\r")
        try till.see("Typed", "r repeats it")
        till.press("r")
        try till.see("Press Enter to charge 7.25 GBP.")
        #expect(till.header.contains("Sale"))
        try till.quit()
        #expect(try till.folder.history().count == 1)
        #expect(try till.folder.ledger().paymentNumber == 1)
    }

    @Test("check 8: thirteen digits and Enter at once are a barcode, and the amount before them stays")
    func barcode() throws {
        let till = try Till.ready()
        till.type("45")
        try till.see("charge 0.45 GBP")
        _ = till.program.wait(0.04) { false }
        till.press("4006381333931\r")
        try till.see("That was a barcode, not an amount. Nothing was charged.", "Typed  4 5")
        till.press("\u{1B}")
        try till.see("Ready. Type the amount.")
        try till.quit()
        #expect(try till.folder.history() == [])
    }

    @Test("check 9: a paste with line ends charges nothing, and fills in the amount of its first line")
    func bracketedPaste() throws {
        let till = try Till.ready()
        till.paste("12.50\n99.00\n")
        try till.see("Press Enter to charge 12.50 GBP.")
        till.paste("no amount\r\n\u{1B}[31m1\r")
        try till.see("What was pasted is no amount. Nothing was changed.", "Typed  1 2 5 0")
        try till.settle()
        till.press("\u{1B}")
        try till.see("Ready. Type the amount.")
        try till.quit()
        #expect(try till.folder.history() == [])
    }

    @Test(
        "check 9: a paste without brackets charges nothing",
        arguments: ["12.50\n99.00\n", "12.50\r99.00\r", "1250\n9900\n", "1250\r\n9900\r\n"])
    func barePaste(text: String) throws {
        let till = try Till.ready()
        till.press(text)
        try till.see("Press Enter to charge 12.50 GBP.")
        try till.settle()
        #expect(till.header.contains("Sale"), "\(till.text)")
        try till.quit()
        #expect(try till.folder.history() == [])
    }
}
