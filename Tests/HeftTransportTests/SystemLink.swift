import Dispatch
import Glibc
import HeftTransport
import Synchronization
import Testing

/// Both ends of a link that the system carries: the till's, and the reader's.
final class SystemLink {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case socketPair, pipes, tcp, serial

        var testDescription: String { rawValue }
    }

    /// What the till's end gets, and the reader's.
    let atTill = ChannelRecorder()
    let atReader = ChannelRecorder()
    let till: any ByteChannel
    private(set) var reader: any ByteChannel
    let tillQueue = DispatchQueue(label: "test.till")
    private let listener: (any LinkListener)?
    private let folder = ScratchFolder()

    /// Opens both ends. One byte has gone from the till to the reader then: some links show themselves by that alone.
    init(_ kind: Kind) throws {
        let queue = DispatchQueue(label: "test.reader")
        let waiting: HandedOver?
        switch kind {
        case .socketPair:
            let (one, other) = try SystemLink.socketPair()
            (till, reader, listener, waiting) = (one, other, nil, nil)
        case .pipes:
            let (one, other) = try SystemLink.pipes()
            (till, reader, listener, waiting) = (one, other, nil, nil)
        case .tcp:
            let listener = try TCPListener(port: 0)
            till = TCPLink.channel(host: "127.0.0.1", port: listener.port)
            (reader, self.listener, waiting) = (till, listener, HandedOver())
        case .serial:
            let listener = try PseudoTerminalListener(path: folder.file("reader"))
            till = SerialLine.channel(path: listener.path)
            (reader, self.listener, waiting) = (till, listener, HandedOver())
        }
        if let waiting { listener?.start(on: queue) { waiting.put($0) } }
        till.open(on: tillQueue, handler: atTill.take)
        till.write([SystemLink.greeting])
        if let waiting { reader = waiting.take() }
        reader.open(on: queue, handler: atReader.take)
        atReader.wait { $0.bytes == [SystemLink.greeting] }
    }

    deinit { listener?.stop() }

    static let greeting: UInt8 = 5

    private static func socketPair() throws -> (DescriptorChannel, DescriptorChannel) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (
            DescriptorChannel(OpenDescriptor(ends[0], .socket)), DescriptorChannel(OpenDescriptor(ends[1], .socket))
        )
    }

    private static func pipes() throws -> (DescriptorChannel, DescriptorChannel) {
        var down: [Int32] = [-1, -1]
        var up: [Int32] = [-1, -1]
        try #require(pipe(&down) == 0 && pipe(&up) == 0)
        for descriptor in down + up { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        return (
            DescriptorChannel(OpenDescriptor(up[0], output: down[1], .pipes)),
            DescriptorChannel(OpenDescriptor(down[0], output: up[1], .pipes))
        )
    }
}

/// A channel that a listener hands over to a test that waits for it.
final class HandedOver: Sendable {
    private let channels = Mutex<[any ByteChannel]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func put(_ channel: any ByteChannel) {
        channels.withLock { $0.append(channel) }
        arrived.signal()
    }

    func take() -> any ByteChannel {
        arrived.wait()
        return channels.withLock { $0.removeFirst() }
    }
}
