import Dispatch
import Glibc
import HeftTransport
import Testing

@Suite("A channel that the system carries", .timeLimit(.minutes(1))) struct DescriptorChannelTests {
    @Test("every byte value comes out of both ends as it went in", arguments: SystemLink.Kind.allCases)
    func everyByte(kind: SystemLink.Kind) throws {
        let link = try SystemLink(kind)
        let bytes = (0...255).map(UInt8.init)
        link.till.write(bytes)
        link.reader.write(bytes.reversed())
        link.atReader.wait { $0.bytes.count == 1 + bytes.count }
        link.atTill.wait { $0.bytes.count == bytes.count }
        #expect(link.atReader.bytes == [SystemLink.greeting] + bytes)
        #expect(link.atTill.bytes == bytes.reversed())
        link.till.close()
        link.reader.close()
    }

    @Test(
        "more than the system takes at once is kept, and comes in order as the other side takes it",
        arguments: SystemLink.Kind.allCases)
    func backPressure(kind: SystemLink.Kind) throws {
        let link = try SystemLink(kind)
        let pieces = (0..<40).map { piece in [UInt8](repeating: UInt8(piece), count: 10_000) }
        // The till takes nothing for as long as this holds its queue.
        let hold = DispatchSemaphore(value: 0)
        link.tillQueue.async { hold.wait() }
        for piece in pieces { link.reader.write(piece) }
        hold.signal()
        let all = pieces.flatMap { $0 }
        link.atTill.wait { $0.bytes.count >= all.count }
        #expect(link.atTill.bytes == all)
        link.till.close()
        link.reader.close()
    }

    @Test("whoever closes is told so once, the other side that its peer has", arguments: SystemLink.Kind.allCases)
    func closing(kind: SystemLink.Kind) throws {
        let link = try SystemLink(kind)
        link.reader.write([1, 2, 3])
        link.atTill.wait { $0.bytes.count == 3 }
        link.till.close()
        link.till.close()
        link.till.write([9])
        link.atTill.waitUntilClosed()
        link.atReader.waitUntilClosed()
        #expect(link.atTill.all.filter { $0 == .closed(.closedHere) }.count == 1)
        #expect(link.atReader.closeReason == .peerClosed)
        #expect(link.atReader.bytes == [SystemLink.greeting])
    }

    @Test("what was sent before the end is read before the end is told", arguments: SystemLink.Kind.allCases)
    func lastWords(kind: SystemLink.Kind) throws {
        let link = try SystemLink(kind)
        let words = [UInt8](repeating: 7, count: 2000)
        link.till.write(words)
        link.atReader.wait { $0.bytes.count == 1 + words.count }
        link.reader.close()
        link.atTill.waitUntilClosed()
        #expect(link.atTill.closeReason == .peerClosed)
    }

    @Test("a channel that is let go of ends the link") func letGo() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        var channel: DescriptorChannel? = DescriptorChannel(OpenDescriptor(ends[0], .socket))
        let recorder = ChannelRecorder()
        channel?.open(on: DispatchQueue(label: "test.channel"), handler: recorder.take)
        recorder.wait { $0.all == [.opened] }
        channel = nil
        var byte: UInt8 = 0
        var entry = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 10_000) == 1)
        #expect(read(ends[1], &byte, 1) == 0)
        close(ends[1])
    }

    @Test("a peer that takes nothing at all is taken for gone") func takesNothing() throws {
        let link = try SystemLink(.socketPair)
        let hold = DispatchSemaphore(value: 0)
        link.tillQueue.async { hold.wait() }
        let piece = [UInt8](repeating: 1, count: 64 * 1024)
        for _ in 0..<40 { link.reader.write(piece) }
        link.atReader.waitUntilClosed()
        #expect(link.atReader.closeReason == .timedOut)
        hold.signal()
    }
}

@Suite("What cannot be opened", .timeLimit(.minutes(1))) struct OpeningTests {
    private func reason(_ channel: any ByteChannel) -> CloseReason? {
        let recorder = ChannelRecorder()
        channel.open(on: DispatchQueue(label: "test.channel"), handler: recorder.take)
        recorder.waitUntilClosed()
        #expect(recorder.all.count == 1)
        return recorder.closeReason
    }

    @Test("a line that is not there is gone") func missing() {
        let folder = ScratchFolder()
        #expect(reason(SerialLine.channel(path: folder.file("none"))) == .gone)
    }

    @Test("a file that is no line is said to be none") func noLine() {
        #expect(reason(SerialLine.channel(path: "/dev/null")) == .notSerial)
    }

    @Test("a line that another program has is busy, and free after it") func busy() throws {
        let folder = ScratchFolder()
        let listener = try PseudoTerminalListener(path: folder.file("reader"))
        defer { listener.stop() }
        let first = SerialLine.channel(path: listener.path)
        let recorder = ChannelRecorder()
        first.open(on: DispatchQueue(label: "test.first"), handler: recorder.take)
        recorder.wait { $0.all == [.opened] }
        #expect(reason(SerialLine.channel(path: listener.path)) == .busy)
        first.close()
        recorder.waitUntilClosed()
    }

    @Test("a port where nobody listens refuses") func refused() throws {
        let listener = try TCPListener(port: 0)
        let port = listener.port
        listener.start(on: .global()) { _ in }
        #expect(throws: CloseReason.busy) { try TCPListener(port: port) }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Bound and not listened at: nobody else can take the port meanwhile.
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(bound)
        #expect(reason(TCPLink.channel(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))) == .refused)
        listener.stop()
    }

    @Test("a name that is no computer's is unknown") func unknownHost() {
        #expect(reason(TCPLink.channel(host: "no host", port: 1)) == .unknownHost)
    }

    @Test("a channel that is closed before it has opened opens nothing") func closedEarly() {
        let channel = TCPLink.channel(host: "127.0.0.1", port: 1)
        let recorder = ChannelRecorder()
        channel.write([1])
        channel.close()
        channel.open(on: DispatchQueue(label: "test.channel"), handler: recorder.take)
        recorder.waitUntilClosed()
        #expect(recorder.all == [.closed(.closedHere)])
    }
}

@Suite("A serial line", .timeLimit(.minutes(1))) struct SerialLineTests {
    @Test("it is raw while the till has it, and as it was found after that") func restored() throws {
        var master: Int32 = -1
        var line: Int32 = -1
        try #require(openpty(&master, &line, nil, nil, nil) == 0)
        defer {
            close(master)
            close(line)
        }
        var found = termios()
        tcgetattr(line, &found)
        #expect(found.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
        let path = try #require(ttyname(line).map { String(cString: $0) })
        let channel = SerialLine.channel(path: path)
        let recorder = ChannelRecorder()
        channel.open(on: DispatchQueue(label: "test.line"), handler: recorder.take)
        recorder.wait { $0.all == [.opened] }
        var raw = termios()
        tcgetattr(line, &raw)
        #expect(raw.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(raw.c_iflag & tcflag_t(IXON | ICRNL) == 0)
        channel.close()
        recorder.waitUntilClosed()
        var left = termios()
        tcgetattr(line, &left)
        #expect(left.c_lflag == found.c_lflag && left.c_iflag == found.c_iflag && left.c_cflag == found.c_cflag)
    }

    @Test("the symbolic link leads to a new line after each till, and is gone at the end") func renewed() throws {
        let folder = ScratchFolder()
        let listener = try PseudoTerminalListener(path: folder.file("reader"))
        let handed = HandedOver()
        listener.start(on: DispatchQueue(label: "test.listener")) { handed.put($0) }
        for round in 1...3 {
            let till = SerialLine.channel(path: listener.path)
            let atTill = ChannelRecorder()
            till.open(on: DispatchQueue(label: "test.till"), handler: atTill.take)
            till.write([UInt8(round)])
            let reader = handed.take()
            let atReader = ChannelRecorder()
            reader.open(on: DispatchQueue(label: "test.reader"), handler: atReader.take)
            atReader.wait { $0.bytes == [UInt8(round)] }
            reader.close()
            atTill.waitUntilClosed()
            #expect(atTill.closeReason == .peerClosed)
        }
        listener.stop()
    }

    @Test("a file that stands where the symbolic link would be stays") func occupied() {
        let folder = ScratchFolder()
        let path = folder.file("reader")
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: CloseReason.busy) { try PseudoTerminalListener(path: path) }
        #expect(access(path, F_OK) == 0)
    }
}
