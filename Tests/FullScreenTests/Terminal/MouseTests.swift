import PtyHarness
import Testing

@Suite("The mouse", .drivesTill) struct MouseTests {
    /// Presses and lets go at a text that stands on the screen.
    private func click(_ text: String, _ till: Till) throws {
        let lines = till.program.screen.lines
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text) is not on the screen")
        let column = try #require(lines[row].firstRange(of: text)).lowerBound
        let place = "\(lines[row].distance(from: lines[row].startIndex, to: column) + 1);\(row + 1)"
        till.press("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m")
    }

    @Test("a press on the marked reader connects it, and on a choice marks it") func marks() throws {
        let till = try Till()
        try till.see("Mark a reader, then press Enter.")
        #expect(till.program.screen.reportsMouse)
        try click("Simulated reader", till)
        try till.see("Typed")
        try till.charge("1000")
        try till.see("DECLINED")
        try click("Declined receipt", till)
        try till.see("> 2  ")
        try click("Declined receipt", till)
        try till.see("Customer copy")
        till.press("\u{1B}")
        try till.see("DECLINED")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()
    }

    @Test("presses answer no question and begin no payment") func harmless() throws {
        let till = try Till.ready()
        till.press("q")
        try till.see("Leave the till?")
        for _ in 0..<3 { try click("Yes, leave the till", till) }
        try till.see("> 1  ")
        till.press("\u{1B}")
        try till.see("Typed")
        till.press("1250")
        try till.see("Press Enter to")
        for row in 1...24 { till.press("\u{1B}[<0;10;\(row)M\u{1B}[<64;10;\(row)M\u{1B}[<65;10;\(row)M") }
        try till.settle()
        #expect(till.statusLine.contains("Press Enter to"))
        try till.quit()
        #expect(try till.folder.ledger().paymentNumber == 0)
    }

    @Test("the wheel moves the mark of the history") func wheel() throws {
        let till = try Till.ready()
        for amount in ["100", "200"] {
            try till.charge(amount)
            try till.see("APPROVED")
            till.press("\r")
            try till.see("Typed")
        }
        till.press("/")
        try till.see("> ", "2.00 GBP")
        till.press("\u{1B}[<65;10;10M")
        try till.see("the second row marked") {
            till.program.screen.lines.contains { $0.contains("> ") && $0.contains("1.00 GBP") }
        }
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()
    }

    @Test("the terminal keeps its mouse where it is to, and gets it back at the end") func given() throws {
        let without = try Till(["--no-mouse"])
        try without.see("Mark a reader, then press Enter.")
        #expect(!without.program.screen.reportsMouse)
        try without.quit()
        let till = try Till.ready()
        try till.quit()
        #expect(!till.program.screen.reportsMouse)
    }
}
