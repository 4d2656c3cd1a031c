import Glibc
import Testing

/// What the reader does beside the books, on the real program.
@Suite("The reader's own pages on the full screen", .drivesTill) struct ReaderTests {
    @Test("a reader without a scanner says so") func noScanner() throws {
        let till = try Till.ready()
        till.press("b")
        try till.see("The scanner is off.")
        till.press("\r")
        try till.see("This reader has no scanner.")
        till.press("\u{1B}")
        try till.see("Typed")
    }

    @Test("the codes of a scanner are listed until Esc switches it off") func scan() throws {
        let till = try Till.ready("--sim-model", "hipro")
        till.press("b")
        try till.see("The scanner is off.")
        till.press("\r")
        try till.see("4006381333931", "5012345678900", "VOUCHER-7K2Q", "The scanner is ON. 3 codes:")
        till.press("\u{1B}")
        try till.see("The scanner is off. 3 codes so far:")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("== APPROVED ==")
    }

    @Test("the reader's log is shown, searched, saved for this user alone, and emptied") func log() throws {
        let till = try Till.ready()
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("\u{1B}")
        try till.see("Typed", "Last")
        till.press("m")
        try till.see("15  Reader logs")
        till.type("15")
        till.press("\r")
        try till.see("Lines 1-", "s saves it")
        till.press("/")
        try till.see("Find:")
        till.type("waiting")
        try till.see("1 of")
        till.press("\rs")
        try till.see("Saved:", "reader-log-")
        let folder = till.folder.books + "/logs"
        let names = till.folder.names(in: folder)
        #expect(names.count == 1)
        for name in names {
            var information = stat()
            #expect(stat("\(folder)/\(name)", &information) == 0)
            #expect(information.st_mode & 0o777 == 0o600)
        }
        till.press("\u{1B}")
        try till.see("4 all") { !till.text.contains("Find:") }
        till.press("4")
        try till.see("Logs all for its makers")
        till.press("X")
        try till.see("Empty the log of the reader?")
        till.press("1\r")
        try till.see("The reader has written nothing down.")
    }

    @Test("the EMV report is shown, a line for each element") func report() throws {
        let till = try Till.ready()
        till.press("m")
        try till.see("16  EMV report")
        till.type("16")
        till.press("\r")
        try till.see("<EMVConfiguration>", "<TerminalType>22</TerminalType>")
        till.press("G")
        try till.see("</EMVConfiguration>")
    }

    @Test("check 27: an update restarts the reader, the log is offered, and the till connects again by itself")
    func update() throws {
        let till = try Till.ready("--time-scale", "4")
        till.press("m")
        try till.see("12  Update reader")
        till.type("12")
        till.press("\r")
        try till.see("Update the reader?", "> 0  No, go back")
        till.press("1\r")
        try till.see("== DONE ==", "The reader is up to date.", "1  Show what the reader has written down")
        till.press("1")
        try till.see("> 1  Show what")
        till.press("\r")
        try till.see("Reader log", "Lines 1-")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.see("Ready. Type the amount.")
        try till.charge("1250")
        try till.see("== APPROVED ==")
        #expect(try till.folder.ledger().host.transactions.count == 1)
    }
}
