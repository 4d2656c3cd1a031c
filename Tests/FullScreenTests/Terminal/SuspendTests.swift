import Glibc
import PtyHarness
import Testing

@Suite("Ctrl-Z", .drivesTill) struct SuspendTests {
    @Test("an idle till stops under a shell with job control, and fg brings it back as it was")
    func suspendAndResume() throws {
        let folder = ScratchFolder()
        let shell = try PtyProgram(
            "/bin/sh", ["-i"], environment: folder.environment.merging(["PS1": "shell> "]) { $1 })
        func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
            try #require(
                shell.wait { texts.allSatisfy(shell.screen.text.contains) },
                "\(texts) is not on the screen:\n\(shell.screen.text)", sourceLocation: sourceLocation)
        }
        var isPrompting: Bool {
            shell.screen.lines.last { !$0.isEmpty }?.hasPrefix("shell>") == true
        }
        try see("shell>")
        shell.send("\(PtyProgram.built("till")) --sim-speed instant\r")
        try see("Choose a card reader")
        shell.send("9\r")
        try see("Typed")
        shell.send("1250")
        try see("charge 12.50 GBP")
        for round in 1...2 {
            shell.send("\u{1A}")
            #expect(shell.wait { !shell.screen.isOnAlternateScreen && shell.isCooked }, "\(shell.screen.text)")
            // What is typed before the shell has taken the terminal back is lost.
            #expect(shell.wait { isPrompting }, "\(shell.screen.text)")
            shell.send("echo back$((40+\(round)))\r")
            try see("back4\(round)")
            #expect(!shell.screen.text.contains("Typed"))
            #expect(shell.wait { isPrompting })
            shell.send("fg\r")
            try see("Typed  1 2 5 0", "Press Enter to charge 12.50 GBP.")
            #expect(!shell.isCooked && shell.screen.isOnAlternateScreen)
        }
        shell.send("\r")
        try see("== APPROVED ==")
        shell.send("\u{1A}")
        #expect(shell.wait { !shell.screen.isOnAlternateScreen && shell.isCooked && isPrompting })
        shell.send("fg\r")
        try see("== APPROVED ==", "Enter Go on")
        shell.send("\r")
        try see("Typed")
        shell.send("q")
        try see("Leave the till?")
        shell.send("1\r")
        #expect(shell.wait { !shell.screen.isOnAlternateScreen && shell.isCooked && isPrompting })
        shell.send("exit\r")
        #expect(shell.waitForExit() == 0)
        #expect(try folder.history().count == 1)
    }

    @Test("without a shell that would wake it the till does not stop, and says so")
    func withoutShell() throws {
        let till = try Till.ready()
        till.press("\u{1A}")
        try till.see("There is no shell to go back to. Press q to leave the till.")
        till.program.signal(SIGTSTP)
        try till.settle()
        #expect(!till.program.isStopped)
        try till.quit()
    }
}
