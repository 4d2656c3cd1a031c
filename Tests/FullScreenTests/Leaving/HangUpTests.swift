import Glibc
import PtyHarness
import Testing

/// The window is closed, or the line drops, while money is on its way.
@Suite("The terminal vanishes", .drivesTill) struct HangUpTests {
    @Test("check 15: at the bank, the till finishes, stores and ends; the result comes first at the next start")
    func atTheBank() throws {
        let first = try Till.ready("--sim-speed", "real")
        try first.charge("1250")
        try first.see("[>] 4 Bank answers")
        try first.expectQuietEndAfterHangUp()
        #expect(try first.folder.history().map(\.result) == ["approved"])

        let till = try Till(folder: first.folder)
        try till.see("== APPROVED (earlier sale) ==", "12.50", "This is the answer to the sale of ")
        till.press("\r")
        try till.chooseReader()
        try till.see("Typed", "Today  1 sale 12.50 GBP  0 unknown")
        try till.quit()
        #expect(try till.folder.history().count == 1)
        #expect(try till.folder.ledger().paymentNumber == 1)
        #expect(try till.folder.taken() == [1250])

        let third = try Till(folder: first.folder)
        try third.connect()
    }

    @Test("check 15: where the bank stays silent, the unfinished sale comes first at the next start")
    func silentBank() throws {
        let first = try Till.ready("--time-scale", "10")
        try first.charge("37.68")
        try first.see("[>] 4 Bank answers")
        try first.expectQuietEndAfterHangUp()
        #expect(try first.folder.history().map(\.result) == ["unknown"])

        let till = try Till(folder: first.folder)
        try till.chooseReader()
        try till.see("?? UNFINISHED SALE ??", "37.68")
        till.program.signal(SIGTERM)
        try till.expectExit(0)
        #expect(try till.folder.history().count == 1)
        #expect(try till.folder.ledger().paymentNumber == 1)
    }

    @Test("at the signature nobody can answer any more: the reader declines, and that comes first")
    func atTheSignature() throws {
        let first = try Till.ready("--time-scale", "25")
        try first.charge("3000")
        try first.glimpse("Accept      y")
        try first.expectQuietEndAfterHangUp()
        #expect(try first.folder.history().map(\.result) == ["declined"])
        #expect(try first.folder.taken() == [])

        let till = try Till(folder: first.folder)
        try till.see("xx DECLINED (earlier sale) xx", "It may be charged now if the customer is here.")
    }

    @Test("an idle till ends at once")
    func idle() throws {
        let till = try Till.ready()
        try till.expectQuietEndAfterHangUp()
    }
}

extension Till {
    /// Closes the window, and waits for the end. Meanwhile the till must not use the processor more than it has work.
    fileprivate func expectQuietEndAfterHangUp(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = program.processorSeconds
        program.hangUp()
        let start = ContinuousClock.now
        try #require(
            program.waitForEnd(), "it still runs after its terminal has gone", sourceLocation: sourceLocation)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let used = program.processorSeconds - before
        #expect(used < 1 + seconds / 4, "it used \(used) s of \(seconds) s", sourceLocation: sourceLocation)
        try expectExit(0, sourceLocation: sourceLocation)
    }
}
