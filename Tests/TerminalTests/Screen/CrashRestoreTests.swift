import CCurses
import Glibc
import PtyHarness
import Terminal
import Testing

extension CursesScreenTests {
    @Test("the emergency restore leaves a terminal that a shell can use")
    func emergencyRestore() throws {
        let line = try PtyPair()
        let screen = try CursesScreen(
            input: line.terminal, output: line.terminal, options: ScreenOptions(mouse: true))
        defer { screen.close() }
        var canvas = Canvas(size: screen.size)
        canvas.write("taking a payment", row: 3, column: 3, role: .focus)
        screen.show(canvas)
        #expect(line.wait(for: "taking a payment"))
        #expect(!line.isCooked && line.screen.reportsMouse)
        cc_emergency_restore()
        #expect(line.isCooked)
        #expect(line.wait { !line.screen.isOnAlternateScreen && !line.screen.reportsMouse })
        #expect(line.wait { line.screen.isCursorVisible })
        #expect(String(decoding: line.screen.raw, as: UTF8.self).contains("\u{1B}[?2004l"))
    }

    @Test("a crash restores the terminal and still ends the process by its signal")
    func crash() async throws {
        for number in [SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGTRAP] {
            let line = try PtyPair()
            let path = try #require(ptsname(ofTerminal: line.terminal))
            await #expect(processExitsWith: .signal(number)) { [path = path as String, number = number as Int32] in
                await MainActor.run {
                    let terminal = Glibc.open(path, O_RDWR | O_NOCTTY)
                    CursesScreen.installCrashHandlers()
                    let screen = try? CursesScreen(input: terminal, output: terminal, options: ScreenOptions())
                    var canvas = Canvas(size: Size(columns: 80, rows: 24))
                    canvas.write("about to crash", row: 0, column: 0)
                    screen?.show(canvas)
                    // A thread of the main queue may block SIGABRT, which abort() sees to.
                    if number == SIGABRT { abort() }
                    raise(number)
                    screen?.close()
                }
            }
            let output = { String(decoding: line.screen.raw, as: UTF8.self) }
            #expect(line.wait { output().contains("about to crash") && output().contains("\u{1B}[?1049l") })
            #expect(line.isCooked && line.screen.isCursorVisible && !line.screen.isOnAlternateScreen)
        }
    }

    private func ptsname(ofTerminal descriptor: Int32) -> String? {
        ttyname(descriptor).map { String(cString: $0) }
    }
}
