import Dispatch
import Glibc

/// Reads a terminal on the main queue and hands over what was done there. It never waits: not for the rest of a
/// character, and not to see whether an Esc is a key of its own.
@MainActor
package final class TerminalInput {
    private let descriptor: Int32
    private let escapeDelay: Duration
    private let onEvents: @MainActor ([InputEvent]) -> Void
    private let onEnd: @MainActor () -> Void
    /// Gets the bytes of each read before they become events: a terminal that was asked something answers among the keys.
    package var onBytes: (@MainActor ([UInt8]) -> Void)?
    private var parser = InputParser()
    /// What does not fit is read in the next turn of the queue.
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var readable: (any DispatchSourceRead)?
    private var timer: (any DispatchSourceTimer)?

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - descriptor: a terminal in raw mode; it stays the caller's to close, after ``cancel()``.
    ///   - onEvents: gets the events of one read together, in order; never none.
    ///   - onEnd: called once, when the terminal has gone away. Nothing comes after it.
    package init(
        descriptor: Int32 = 0, escapeDelay: Duration = .milliseconds(50),
        onEvents: @escaping @MainActor ([InputEvent]) -> Void, onEnd: @escaping @MainActor () -> Void
    ) {
        self.descriptor = descriptor
        self.escapeDelay = escapeDelay
        self.onEvents = onEvents
        self.onEnd = onEnd
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read() }
        }
        source.activate()
        readable = source
    }

    isolated deinit {
        cancel()
    }

    /// Stops reading for good. What is half read is forgotten.
    package func cancel() {
        readable?.cancel()
        readable = nil
        timer?.cancel()
        timer = nil
    }

    private func read() {
        guard readable != nil else { return }
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            let bytes = Array(buffer[..<count])
            onBytes?(bytes)
            handOver(parser.feed(bytes))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            cancel()
            onEnd()
        }
    }

    private func handOver(_ events: [InputEvent]) {
        setTimer()
        if !events.isEmpty { onEvents(events) }
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard parser.needsFlush else { return }
        let source = DispatchSource.makeTimerSource(queue: .main)
        let (seconds, attoseconds) = escapeDelay.components
        source.schedule(deadline: .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)))
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.flush() }
        }
        source.activate()
        timer = source
    }

    private func flush() {
        guard timer != nil else { return }
        handOver(parser.flush())
    }
}
