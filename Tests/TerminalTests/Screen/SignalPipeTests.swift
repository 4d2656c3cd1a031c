import Glibc
import Terminal
import Testing

@Suite("Signal pipe", .serialized) @MainActor struct SignalPipeTests {
    @Test("each signal comes out of the pipe", arguments: TerminalSignal.allCases)
    func signal(expected: TerminalSignal) throws {
        let signals = try SignalPipe()
        defer { signals.close() }
        #expect(signals.read().isEmpty)
        kill(getpid(), expected.number)
        // A signal to a process is handled by whichever thread does not block it, a moment later.
        #expect(isReadable(signals.descriptor))
        #expect(signals.read() == [expected])
        #expect(signals.read().isEmpty)
    }

    @Test("a flood of signals neither blocks nor is lost altogether")
    func flood() throws {
        let signals = try SignalPipe()
        defer { signals.close() }
        for _ in 0..<100_000 { kill(getpid(), SIGWINCH) }
        #expect(isReadable(signals.descriptor))
        let received = signals.read()
        #expect(!received.isEmpty && received.allSatisfy { $0 == .windowChanged })
    }

    @Test("closing gives the signals back")
    func close() throws {
        let before = handler(of: SIGHUP)
        let signals = try SignalPipe()
        #expect(handler(of: SIGHUP) != before)
        #expect(throws: TerminalError.alreadyOpen) { _ = try SignalPipe() }
        signals.close()
        signals.close()
        #expect(handler(of: SIGHUP) == before)
        #expect(signals.read().isEmpty)
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 20_000) == 1
    }

    private func handler(of number: Int32) -> Int {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler, to: Int.self)
    }
}
