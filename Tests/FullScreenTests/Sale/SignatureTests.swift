import Glibc
import Testing

/// A sale of 30.00 wants a signature.
@Suite("Signature on the full screen", .drivesTill) struct SignatureTests {
    private func asked(_ arguments: [String] = []) throws -> Till {
        let till = try Till(arguments)
        try till.connect()
        try till.charge("3000")
        try till.see("Choose 1 or 2, then press Enter.", "30.00 GBP", "Accept      y", "Reject      n")
        return till
    }

    @Test("check 17: Enter and Esc give no answer")
    func noAnswer() throws {
        let till = try asked()
        #expect(!till.text.contains(">"))
        till.press("\r\r\r")
        till.press("\u{1B}")
        till.press("\u{03}\r")
        try till.settle()
        try till.see("Choose 1 or 2, then press Enter.", "Waiting for you: accept or reject the signature.")
        #expect(!till.text.contains(">"))
        till.program.signal(SIGKILL)
        try till.expectExit(-SIGKILL)
        #expect(try till.folder.history().map(\.result) == ["unknown"])
    }

    @Test("check 18: a key chooses, and Enter sends it", arguments: ["1", "y"])
    func accepted(key: String) throws {
        let till = try asked()
        till.press(key)
        try till.see("> 1  Accept")
        till.press("\r")
        try till.see("== APPROVED ==", "30.00 GBP was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.taken() == [3000])
    }

    @Test("check 18: a rejected signature is a declined sale", arguments: ["2", "n"])
    func rejected(key: String) throws {
        let till = try asked()
        till.press("1")
        try till.see("> 1  Accept")
        till.press(key)
        try till.see("> 2  Reject")
        till.press("\r")
        try till.see("xx DECLINED xx", "The signature was rejected. No money was taken. Ask for another card.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.history().map(\.result) == ["declined"])
        #expect(try till.folder.taken() == [])
    }

    @Test("check 19: a signature that is left alone is declined by the reader, and the page is held")
    func leftAlone() throws {
        let till = try asked(["--time-scale", "20"])
        try till.see("xx DECLINED xx", "No answer to the signature in time, the reader declined. No money was taken.")
        till.type("xz")
        try till.settle()
        try till.see("xx DECLINED xx")
        till.press("\r")
        try till.see("Typed")
    }
}
