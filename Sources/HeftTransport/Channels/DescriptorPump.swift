import Dispatch
import Glibc
import Synchronization

/// Carries bytes between a descriptor and its owner, on a thread of its own.
final class DescriptorPump: Sendable {
    private struct State {
        enum Phase {
            case opening(whenClosed: (@Sendable () -> Void)?)
            case running(WakeUp)
            case over
        }

        var phase = Phase.opening(whenClosed: nil)
        /// What the descriptor has not taken yet.
        var waiting: [UInt8] = []
        /// Why it ends from this side, once that is decided.
        var end: CloseReason?
    }

    /// What passes between the descriptor and the thread.
    private struct Link {
        let descriptor: OpenDescriptor
        let wakeUp: WakeUp
        /// The other side takes no more bytes; what it sent before is still read.
        var isOneWay = false
        /// Bytes that are being written, and how many of them are.
        var outgoing: [UInt8] = []
        var written = 0

        var isWriting: Bool { written < outgoing.count }
    }

    /// The most bytes that are taken at once.
    private static let readMax = 16384

    private let state = Mutex(State())

    // MARK: From any thread

    /// Sets what is done where it is closed before it was started; at once, where it is already.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state -> Bool in
            guard case .opening = state.phase else { return false }
            guard state.end == nil else {
                state.phase = .over
                return true
            }
            state.phase = .opening(whenClosed: body)
            return false
        }
        if isClosed { body() }
    }

    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.end == nil else { return }
            if state.waiting.count + bytes.count > DescriptorChannel.waitingMax {
                state.end = .timedOut
            } else {
                state.waiting += bytes
            }
            if case .running(let wakeUp) = state.phase { wakeUp.wake() }
        }
    }

    func close() {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            if state.end == nil { state.end = .closedHere }
            switch state.phase {
            case .opening(let whenClosed):
                guard let whenClosed else { return nil }
                state.phase = .over
                return whenClosed
            case .running(let wakeUp):
                wakeUp.wake()
                return nil
            case .over: return nil
            }
        }
        body?()
    }

    /// Begins with what the opener came to.
    func start(
        _ result: Result<OpenDescriptor, CloseReason>, on queue: DispatchQueue,
        _ handler: @escaping @Sendable (ChannelEvent) -> Void
    ) {
        switch result {
        case .failure(let reason): fail(reason, on: queue, handler)
        case .success(let descriptor):
            do throws(CloseReason) {
                let wakeUp = try WakeUp()
                guard begin(wakeUp) else {
                    descriptor.hangUp()
                    return descriptor.close()
                }
                let link = Link(descriptor: descriptor, wakeUp: wakeUp)
                // A serial queue has a thread of its own while it works.
                DispatchQueue(label: "till.link").async { self.run(link, on: queue, handler) }
            } catch {
                descriptor.close()
                fail(error, on: queue, handler)
            }
        }
    }

    private func begin(_ wakeUp: WakeUp) -> Bool {
        state.withLock { state in
            guard case .opening = state.phase, state.end == nil else { return false }
            state.phase = .running(wakeUp)
            return true
        }
    }

    private func fail(
        _ reason: CloseReason, on queue: DispatchQueue, _ handler: @escaping @Sendable (ChannelEvent) -> Void
    ) {
        let end = state.withLock { state -> CloseReason? in
            guard case .opening = state.phase else { return nil }
            state.phase = .over
            return state.end ?? reason
        }
        if let end { queue.async { handler(.closed(end)) } }
    }

    // MARK: On the thread

    private func run(_ link: Link, on queue: DispatchQueue, _ handler: @escaping @Sendable (ChannelEvent) -> Void) {
        var link = link
        queue.async { handler(.opened) }
        var buffer = [UInt8](repeating: 0, count: DescriptorPump.readMax)
        var reason: CloseReason?
        while reason == nil {
            reason = step(&link, &buffer) { bytes in
                let taken = DispatchSemaphore(value: 0)
                queue.async {
                    handler(.received(bytes))
                    taken.signal()
                }
                taken.wait()
            }
        }
        state.withLock { state in
            state.phase = .over
            state.waiting = []
        }
        link.descriptor.hangUp()
        link.descriptor.close()
        queue.async { [reason] in handler(.closed(reason ?? .closedHere)) }
    }

    /// Waits for something to do, and does it.
    ///
    /// - Returns: why the channel is over; nil while it is not.
    private func step(_ link: inout Link, _ buffer: inout [UInt8], deliver: ([UInt8]) -> Void) -> CloseReason? {
        if let end = refill(&link) {
            // What was written before, so far as it is taken at once: the last word of a side that gives up.
            if end == .closedHere { _ = flush(&link) }
            return end
        }
        if let failure = flush(&link) { return failure }
        // What came while these were written has woken nobody.
        if !link.isWriting, state.withLock({ !$0.waiting.isEmpty }) { return nil }
        var entries = [
            pollfd(fd: link.descriptor.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: link.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: link.isWriting ? link.descriptor.output : -1, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&entries, nfds_t(entries.count), -1) >= 0 else {
            return errno == EINTR ? nil : CloseReason(errno: errno)
        }
        if entries[1].revents != 0 { link.wakeUp.clear() }
        guard entries[0].revents != 0 else { return nil }
        switch buffer.withUnsafeMutableBytes({ link.descriptor.read(into: $0) }) {
        case .nothing: return nil
        case .ended(let reason): return reason
        case .bytes(let count):
            deliver(Array(buffer[..<count]))
            return nil
        }
    }

    /// Takes over what is to be written.
    ///
    /// - Returns: why this side ends it; nil while it does not.
    private func refill(_ link: inout Link) -> CloseReason? {
        state.withLock { state in
            if !link.isWriting {
                link.outgoing = []
                link.written = 0
                if !link.isOneWay { swap(&link.outgoing, &state.waiting) }
                state.waiting = []
            }
            return state.end
        }
    }

    /// Writes what fits.
    private func flush(_ link: inout Link) -> CloseReason? {
        while link.isWriting {
            switch link.descriptor.write(link.outgoing[link.written...]) {
            case .written(let count): link.written += count
            case .full: return nil
            case .failed(.peerClosed), .failed(.reset):
                // What it sent before it left is read first; its end comes from there.
                link.isOneWay = true
                link.written = link.outgoing.count
            case .failed(let reason): return reason
            }
        }
        return nil
    }
}
