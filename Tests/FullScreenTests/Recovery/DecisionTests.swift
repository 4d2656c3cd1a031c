import PtyHarness
import Testing

@Suite("What a supervisor decides, on the full screen") struct DecisionTests {
    @Test("what is set aside lets the till go on, and is shown when the bank's list has it") func setAside() throws {
        let till = try Till.ready("--time-scale", "60")
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        till.press("w")
        try till.see("SET ASIDE", "Type your name")
        till.type("Ann\r")
        try till.see("Say why")
        till.press("\r")
        try till.see("Type ASIDE, then press Enter.")
        till.type("aside\r")
        try till.see("== APPROVED (earlier sale) ==", "Approved. 90.05 GBP was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
    }

    @Test("the reader's answer counts before what was decided by hand, and nothing is charged twice")
    func contradicted() throws {
        let till = try Till.ready()
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??", "Enter asks it.")
        till.press("o")
        try till.see("DECIDE")
        till.type("2\r")
        try till.see("Type your name")
        till.type("Ann\r")
        try till.see("Type what proves it")
        till.type("phone call\r")
        try till.see("Type NOT PAID")
        till.type("not paid\r")
        try till.see("?? READER SAYS: PAID ??", "Ann decided that no money was taken", "do not charge it again")
        till.press("c")
        till.press("\r")
        try till.see("Typed", "Today  1 sale 90.05 GBP  0 unknown", "READER SAYS: PAID")
        try till.quit()
        #expect(try till.folder.taken() == [9005])
    }

    @Test("the support sheet of an unknown sale names what the help desk needs") func support() throws {
        let till = try Till.ready("--time-scale", "60")
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        till.press("h")
        try till.see("WHAT TO TELL THE HELP DESK", "90.05 GBP", "Reference", "Proof so far: 1 request")
        till.press("\u{1B}")
        try till.see("?? UNKNOWN ??")
    }
}

@Suite("A refund without a sale on the full screen") struct UnlinkedRefundTests {
    @Test("it goes through with a name, a reason and a word, and the reason stays in the books") func refund() throws {
        let till = try Till.ready()
        till.press("/")
        try till.see("Find:")
        till.press("o")
        try till.see("REFUND WITHOUT A SALE")
        till.type("500\r")
        try till.see("Type your name")
        till.type("Ann\r")
        try till.see("Say why")
        till.type("goodwill\r")
        try till.see("Type REFUND")
        till.type("refund\r")
        try till.see("== REFUNDED ==", "5.00 GBP was given back.")
        till.press("\u{1B}")
        try till.see("1 found")
        till.press("\r")
        try till.see("Refund without a sale, Ann: goodwill")
    }
}
