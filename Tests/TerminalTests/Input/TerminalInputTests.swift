import Glibc
import PtyHarness
import Terminal
import Testing

@Suite("Terminal input") @MainActor struct TerminalInputTests {
    /// What the input hands over, for a test to await.
    private enum Report: Equatable {
        case events([InputEvent])
        case end
    }

    /// A pseudo-terminal in raw mode, and what is read from it.
    private final class Desk {
        let line: PtyPair
        let input: TerminalInput
        var reports: AsyncStream<Report>.Iterator

        @MainActor init(escapeDelay: Duration) throws {
            line = try PtyPair()
            var modes = termios()
            tcgetattr(line.terminal, &modes)
            cfmakeraw(&modes)
            tcsetattr(line.terminal, TCSANOW, &modes)
            let (stream, continuation) = AsyncStream.makeStream(of: Report.self)
            reports = stream.makeAsyncIterator()
            input = TerminalInput(
                descriptor: line.terminal, escapeDelay: escapeDelay,
                onEvents: { continuation.yield(.events($0)) }, onEnd: { continuation.yield(.end) })
        }

        @MainActor func next() async -> Report? {
            await reports.next(isolation: MainActor.shared)
        }
    }

    private func keys(_ keys: Key...) -> Report {
        .events(keys.map { .key(KeyPress($0)) })
    }

    @Test("what is typed arrives together, in order")
    func typing() async throws {
        let desk = try Desk(escapeDelay: .seconds(86_400))
        defer { desk.input.cancel() }
        desk.line.send("1é\r")
        #expect(await desk.next() == keys(.character("1"), .character("é"), .enter))
        desk.line.send("\u{1B}[A")
        #expect(await desk.next() == keys(.up))
    }

    @Test("a lone Esc arrives when nothing follows it in time")
    func escape() async throws {
        let desk = try Desk(escapeDelay: .milliseconds(1))
        defer { desk.input.cancel() }
        desk.line.send("\u{1B}")
        #expect(await desk.next() == keys(.escape))
    }

    @Test("an Esc that is the start of a key waits for its rest")
    func split() async throws {
        let desk = try Desk(escapeDelay: .seconds(86_400))
        defer { desk.input.cancel() }
        desk.line.send("5\u{1B}")
        #expect(await desk.next() == keys(.character("5")))
        desk.line.send("OA")
        #expect(await desk.next() == keys(.up))
    }

    @Test("a terminal that goes away is the end")
    func end() async throws {
        let desk = try Desk(escapeDelay: .seconds(86_400))
        desk.line.send("7")
        #expect(await desk.next() == keys(.character("7")))
        desk.line.hangUp()
        #expect(await desk.next() == .end)
    }
}
