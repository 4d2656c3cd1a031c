import Glibc
import PtyHarness
import Testing

/// How the till ends, and what it leaves.
@Suite("Leaving the full screen", .drivesTill) struct QuitTests {
    private func started(_ arguments: String = "--sim-speed instant") throws -> Shell {
        let shell = try Shell.around(arguments)
        try shell.see("Choose a card reader")
        return shell
    }

    @Test("q asks, 0 and Esc and Enter alone stay, 1 and Enter leave a terminal as it was")
    func quit() throws {
        let shell = try started("--demo")
        #expect(!shell.program.isCooked && shell.program.screen.isOnAlternateScreen)
        for no in ["\u{1B}", "\r", "0\r", "1n\r", "-"] {
            shell.program.send("q")
            try shell.see("Leave the till?", "> 0  No, stay")
            shell.program.send(no)
            try shell.see("Choose a card reader")
        }
        shell.program.send("q")
        try shell.see("Leave the till?")
        shell.program.send("1")
        try shell.see("> 1  Yes, leave the till")
        shell.program.send("\r")
        try shell.see("ended with 0, modes kept")
        shell.expectShellsTerminal()
    }

    @Test("a signal that ends the till leaves the terminal as it was", arguments: [SIGTERM, SIGQUIT])
    func signal(number: Int32) throws {
        let shell = try started()
        kill(try #require(shell.child), number)
        try shell.see("ended with 0, modes kept")
        shell.expectShellsTerminal()
    }

    @Test("a crash leaves the terminal as it was", arguments: [SIGSEGV, SIGILL, SIGABRT])
    func crash(number: Int32) throws {
        let shell = try started()
        kill(try #require(shell.child), number)
        try shell.see("ended with \(128 + number)", "modes kept")
        shell.expectShellsTerminal()
    }

    @Test("check 16: Ctrl-C and SIGINT are Esc: they clear the amount and end nothing")
    func interrupt() throws {
        let till = try Till.ready()
        till.press("1250")
        try till.see("charge 12.50 GBP")
        till.press("\u{03}")
        try till.see("Ready. Type the amount.")
        till.press("1250")
        try till.see("charge 12.50 GBP")
        till.program.signal(SIGINT)
        try till.see("Ready. Type the amount.")
        try till.quit()
    }

    @Test("SIGTERM during a payment cancels it, and the till ends when the reader has confirmed")
    func terminateWhilePaying() throws {
        let till = try Till.ready("--sim-speed", "real")
        try till.charge("1250")
        try till.see("Waiting for card. Esc cancels.")
        till.program.signal(SIGTERM)
        try till.expectExit(0)
        #expect(try till.folder.history().map(\.result) == ["cancelled"])
        #expect(try till.folder.ledger().host.transactions == [])
    }

    @Test("SIGTERM when nothing can be cancelled waits for the outcome and stores it")
    func terminateAtPIN() throws {
        let till = try Till.ready("--sim-speed", "real", "--time-scale", "2")
        try till.charge("1250")
        try till.see("Waiting for PIN entry")
        till.program.signal(SIGTERM)
        try till.expectExit(0)
        #expect(try till.folder.history().map(\.result) == ["approved"])
    }

    @Test("a demo leaves no folder behind", arguments: [0, SIGTERM, SIGHUP])
    func demo(ending: Int32) throws {
        let till = try Till.ready("--demo")
        #expect(till.folder.names(in: till.folder.temporary).count == 1)
        try till.charge("1250")
        try till.see("== APPROVED ==", "Demo 3 of 3: v shows the receipt.")
        till.press("\r")
        try till.see("Typed")
        switch ending {
        case SIGHUP:
            till.program.hangUp()
            try till.expectExit(0)
        case SIGTERM:
            till.program.signal(SIGTERM)
            try till.expectExit(0)
        default: try till.quit()
        }
        #expect(till.folder.names(in: till.folder.temporary) == [])
        #expect(till.folder.names(in: till.folder.books) == [])
    }
}
