import Glibc
import PtyHarness
import Testing

@Suite("Program on a pseudo-terminal") struct PtyProgramTests {
    private func shell(_ script: String, environment: [String: String] = [:]) throws -> PtyProgram {
        try PtyProgram("/bin/sh", ["-c", script], environment: environment)
    }

    @Test("a program gets its arguments, and no environment but what is given")
    func environment() throws {
        let program = try PtyProgram("/usr/bin/env", [], environment: ["TILL": "1", "LANG": ""])
        #expect(program.waitForExit() == 0)
        #expect(program.screen.lines.prefix(4).sorted() == ["", "PATH=/usr/bin:/bin", "TERM=xterm-256color", "TILL=1"])
    }

    @Test("what is typed reaches the program, and its answer the screen")
    func conversation() throws {
        let program = try shell("printf 'name? '; read name; echo \"hello $name\"")
        #expect(program.wait(for: "name?"))
        #expect(program.isCooked)
        program.send("till\r")
        #expect(program.wait(for: "hello till"))
        #expect(program.waitForExit() == 0)
    }

    @Test("the window's size and its changes reach the program")
    func resize() throws {
        let program = try shell("trap 'stty size' WINCH; stty size; while :; do read line; done")
        #expect(program.wait(for: "24 80"))
        program.resize(rows: 30, columns: 100)
        #expect(program.wait(for: "30 100"))
    }

    @Test("exit codes and signals are told apart")
    func status() throws {
        #expect(try shell("exit 69").waitForExit() == 69)
        let killed = try shell("echo ready; read line")
        #expect(killed.wait(for: "ready"))
        #expect(killed.waitForExit(0) == nil)
        killed.signal(SIGKILL)
        #expect(killed.waitForExit() == -SIGKILL)
    }

    @Test("a closed window hangs the program up")
    func hangUp() throws {
        let program = try shell("echo ready; read line")
        #expect(program.wait(for: "ready"))
        program.hangUp()
        #expect(program.waitForExit() == -SIGHUP)
    }

    @Test("stopping and continuing can be seen")
    func stop() throws {
        let program = try shell("echo ready; read line; echo done")
        #expect(program.wait(for: "ready"))
        program.signal(SIGSTOP)
        #expect(program.wait { program.isStopped })
        program.signal(SIGCONT)
        #expect(program.wait { !program.isStopped })
        program.send("\r")
        #expect(program.wait(for: "done"))
    }

    @Test("colours, attributes and modes of the screen can be read")
    func screen() throws {
        let program = try shell(
            "printf '\\033[?1049h\\033[?1000h\\033[?25l\\033[1;38;5;196mred\\033[0m\\033[7m日\\033[0m'; read x")
        #expect(program.wait(for: "red日"))
        let red = program.screen.cell(row: 0, column: 0)
        #expect(red.isBold && red.foregroundIndex == 196 && red.background == nil)
        #expect(red.foreground == TerminalEmulator.Color(red: 255, green: 0, blue: 0))
        #expect(program.screen.cell(row: 0, column: 3).columns == 2)
        #expect(program.screen.cell(row: 0, column: 3).isReverse)
        #expect(program.screen.isOnAlternateScreen && program.screen.reportsMouse && !program.screen.isCursorVisible)
        #expect(program.screen.cursor == (0, 5))
    }

    @Test("a terminal answers where its cursor is")
    func answers() throws {
        let program = try shell("stty raw -echo; printf '\\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c")
        #expect(program.wait { program.screen.text.contains("[   1   ;   1   R") }, "\(program.screen.text)")
    }

    @Test("a program that does not exist ends with 127")
    func missing() throws {
        #expect(try PtyProgram("/nonexistent").waitForExit() == 127)
    }
}
