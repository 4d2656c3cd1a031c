import Glibc
import Testing

/// Esc and Ctrl-C while a payment runs: only the reader's answer decides.
@Suite("Cancelling on the full screen", .drivesTill) struct CancelTests {
    @Test(
        "check 11: Esc, or Ctrl-C, while a card is awaited cancels, and the reader confirms it",
        arguments: ["\u{1B}", "\u{03}"])
    func whileCardAwaited(key: String) throws {
        let till = try Till.ready("--sim-speed", "real")
        try till.charge("1250")
        try till.see("Waiting for card. Esc cancels.")
        till.press(key)
        try till.see("xx CANCELLED xx", "You cancelled and the reader confirmed. No money was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.history().map(\.result) == ["cancelled"])
        #expect(try till.folder.ledger().host.transactions == [])
    }

    @Test("check 12: Esc while the PIN is typed gets a sentence, and nothing is sent")
    func whilePINTyped() throws {
        let till = try Till.ready("--sim-speed", "real", "--time-scale", "2")
        try till.charge("1250")
        try till.see("Waiting for PIN entry", "Esc Cancel (not possible now)")
        till.press("\u{1B}")
        try till.see("Only the customer can cancel now: red key. Nothing was sent.")
        try till.see("== APPROVED ==")
    }

    @Test("check 16: Ctrl-S and Ctrl-Z during a payment freeze nothing, stop nothing and lose nothing")
    func flowControlAndSuspend() throws {
        let till = try Till.ready("--sim-speed", "real", "--time-scale", "2")
        try till.charge("1250")
        try till.see("Taking a payment")
        till.press("\u{13}\u{1A}")
        try till.see("Not during a payment. Finish or cancel it first.")
        till.program.signal(SIGTSTP)
        try till.see("== APPROVED ==")
        #expect(!till.program.isStopped)
        try till.settle()
        till.press("\r")
        try till.see("Typed", "Today  1 sale 12.50 GBP")
    }
}
