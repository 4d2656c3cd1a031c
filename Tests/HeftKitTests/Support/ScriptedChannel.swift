import Dispatch
import HeftKit
import HeftTransport
import HeftWire
import Synchronization

/// A channel that plays a reader from a list: it opens or does not, and answers each message with the next bytes.
final class ScriptedChannel: ByteChannel {
    private struct State {
        var answers: [[UInt8]]
        var receiver: (@Sendable (ChannelEvent) -> Void)?
        var isClosed = false
    }

    private let refusal: CloseReason?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - refusal: why it never opens; nil for a channel that does.
    ///   - answers: what comes back for each message that is written; silence afterwards.
    init(refusal: CloseReason? = nil, answers: [[UInt8]] = []) {
        self.refusal = refusal
        state = Mutex(State(answers: answers))
    }

    func open(on queue: DispatchQueue, handler: @escaping @Sendable (ChannelEvent) -> Void) {
        state.withLock { state in
            state.receiver = { event in queue.async { handler(event) } }
            state.receiver?(refusal.map { .closed($0) } ?? .opened)
        }
    }

    func write(_ bytes: [UInt8]) {
        guard bytes.starts(with: ControlSymbol.stx.bytes) else { return }
        // Before the two bytes of the checksum stands whether more frames of the message follow.
        let isLast = bytes.dropLast(2).suffix(2).elementsEqual(ControlSymbol.etx.bytes)
        state.withLock { state in
            guard !state.isClosed, !state.answers.isEmpty else { return }
            state.receiver?(.received(isLast ? state.answers.removeFirst() : ControlSymbol.ack.bytes))
        }
    }

    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.receiver?(.closed(.closedHere))
        }
    }
}

/// A source of one device that the test supplies the channels of.
struct ScriptedSource: ReaderSource {
    static let device = ReaderDevice(name: "HiLite 8421", address: "00:11:22:33:44:55", kind: .bluetooth)

    var presentDevices: [ReaderDevice] = []
    /// What a search brings.
    var findings: [DiscoveryEvent] = [.found(ScriptedSource.device), .finished]
    var open: @Sendable (ReaderDevice) -> (any ByteChannel)? = { _ in nil }

    func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        queue.async { [findings] in
            for finding in findings { handler(finding) }
        }
    }

    func channel(to device: ReaderDevice) -> (any ByteChannel)? { open(device) }
}
