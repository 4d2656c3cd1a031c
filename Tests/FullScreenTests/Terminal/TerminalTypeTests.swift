import Glibc
import PtyHarness
import Testing

/// Terminals of other kinds, and none.
@Suite("Kinds of terminals", .drivesTill) struct TerminalTypeTests {
    @Test(
        "a sale can be made on terminals of every kind, known or not",
        arguments: ["linux", "vt100", "tmux-256color", "screen", "xterm", "nosuch", ""])
    func sale(term: String) throws {
        let till = try Till.ready(environment: ["TERM": term])
        try till.charge("1250")
        try till.see("== APPROVED ==", "12.50 GBP was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.taken() == [1250])
    }

    @Test(
        "where lines cannot be drawn, everything is plain ASCII",
        arguments: [
            (["LANG": "C"], []), (["LANG": "C.UTF-8", "LC_ALL": "POSIX"], []), (["TERM": "linux"], []),
            (["NCURSES_NO_UTF8_ACS": "1"], []), ([:], ["--ascii"]),
        ] as [([String: String], [String])])
    func ascii(environment: [String: String], arguments: [String]) throws {
        let till = try Till(arguments + ["--sim-speed", "real"], environment: environment)
        try till.connect()
        try till.charge("1250")
        try till.see("+- Reader shows ---", "|", "#####  GBP")
        till.press("\u{1B}")
        try till.see("xx CANCELLED xx")
        #expect(till.program.screen.raw.allSatisfy { $0 < 0x80 })
        #expect(!String(decoding: till.program.screen.raw, as: UTF8.self).contains("\u{0E}"))
    }

    @Test(
        "without a terminal there is one sentence on standard error, and status 69",
        arguments: [
            ("\"$0\" --demo </dev/null 2>$HOME/error", "needs a terminal"),
            ("\"$0\" --demo >/dev/null 2>$HOME/error", "needs a terminal"),
            (
                "(\"$0\" --demo 2>$HOME/error; echo $? >$HOME/status) | cat; (exit $(cat $HOME/status))",
                "needs a terminal"
            ),
            ("TERM=dumb \"$0\" --demo 2>$HOME/error", "The terminal type 'dumb' has no full screen."),
            ("setsid -w \"$0\" --demo </dev/null 2>$HOME/error", "needs a terminal"),
        ])
    func noTerminal(command: String, sentence: String) throws {
        let shell = try Shell("\(command); echo \"ended with $?\"")
        try shell.see("ended with 69")
        #expect(shell.program.waitForExit() == 0)
        let error = String(decoding: try #require(shell.folder.contents(of: "error")), as: UTF8.self)
        #expect(error.hasPrefix("till: ") && error.contains(sentence), "\(error)")
        #expect(error.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() == [""], "\(error)")
        #expect(!String(decoding: shell.program.screen.raw, as: UTF8.self).contains("\u{1B}"))
        #expect(shell.folder.names(in: shell.folder.temporary) == [])
    }

    @Test("a second till on the same books is refused, and told which process has them")
    func secondTill() throws {
        let first = try Till.ready()
        let second = try Shell("\"$0\"; echo \"ended with $?\"", folder: first.folder)
        try second.see("ended with 69", "\(first.program.process)")
        try first.charge("1250")
        try first.see("== APPROVED ==")
    }

    @Test("in tmux a sale can be made over 80 × 24, and Esc is quick enough")
    func tmux() throws {
        guard access("/usr/bin/tmux", X_OK) == 0 else {
            print("tmux is not installed, so the till was not tried in it.")
            return
        }
        let folder = ScratchFolder()
        let environment = folder.environment.merging(["TMUX_TMPDIR": folder.path]) { $1 }
        let command = "\(PtyProgram.built("till")) --demo --sim-speed instant"
        let tmux = try PtyProgram(
            "/usr/bin/tmux",
            ["-f", "/dev/null", "new-session", command, ";", "set-option", "-g", "status", "off"],
            environment: environment)
        defer { _ = try? PtyProgram("/usr/bin/tmux", ["kill-server"], environment: environment).waitForExit() }
        // At the pace of a quick person: what comes faster is a barcode.
        func type(_ keys: String...) {
            for key in keys {
                tmux.send(key)
                _ = tmux.wait(0.04) { false }
            }
        }
        func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
            try #require(
                tmux.wait { texts.allSatisfy(tmux.screen.text.contains) },
                "\(texts) is not on the screen:\n\(tmux.screen.text)", sourceLocation: sourceLocation)
        }
        try see("Choose a card reader", "? Help")
        type("9", "\r")
        try see("Typed")
        type("1", "2", "5", "0")
        try see("charge 12.50 GBP")
        type("\r")
        try see("== APPROVED ==", "Enter Go on")
        type("v")
        try see("Customer copy", "*** SIMULATED ***")
        type("\u{1B}")
        try see("== APPROVED ==")
        type("\r")
        try see("Typed")
        // The keypad as an application keypad: 5, point, 5, Enter.
        type("\u{1B}Ou", "\u{1B}On", "\u{1B}Ou")
        try see("charge 5.50 GBP")
        type("q")
        try see("Leave the till?")
        type("1", "\r")
        #expect(tmux.waitForExit() == 0, "\(tmux.screen.text)")
        #expect(folder.names(in: folder.temporary) == [])
    }
}
