import FoundationEssentials
import Glibc
import Testing

@testable import Printing

@Suite("Connections to printers") struct PrinterConnectionTests {
    private static let receipt: [UInt8] = [0x1B, 0x40] + Array("AMOUNT 12.50\n".utf8) + [0x1D, 0x56, 0x42, 0x00]
    private static let long = [UInt8](repeating: 0x41, count: 1 << 20)

    private func send(
        _ bytes: [UInt8] = receipt, to printer: PrinterConnection, limit: Duration = .seconds(20)
    ) throws(PrintingError) {
        try printer.send(bytes, title: "Receipt T1-000418", timeLimit: limit)
    }

    @Test("more than any receipt is long is not sent at all") func tooLong() throws {
        let limit = PrinterConnection.bytesMax
        #expect(throws: PrintingError.tooLong(bytes: limit + 1, limit: limit)) {
            try send([UInt8](repeating: 0, count: limit + 1), to: .device(path: "/dev/null"))
        }
        try send([UInt8](repeating: 0, count: limit), to: .device(path: "/dev/null"))
    }

    // MARK: Devices

    @Test("a device gets every byte as it is") func device() throws {
        let folder = try ScratchFolder()
        try #require(mkfifo(folder.file("printer"), 0o600) == 0)
        let reader = open(folder.file("printer"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try send(to: .device(path: folder.file("printer")))
        #expect(readAll(reader) == Self.receipt)
    }

    @Test("a serial line changes no byte") func serial() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(master) }
        // TIOCSPTLCK and TIOCGPTN: the other end is opened up, and has this number.
        var (lock, number) = (Int32(0), Int32(0))
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        let bytes = (0...255).map { UInt8($0) } + Self.receipt
        let peer = Peer { readAll(master, upTo: bytes.count) }
        // Held open, so that the line has its other end for as long as the peer reads.
        let line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(line) }
        try send(bytes, to: .device(path: path))
        #expect(peer.finish() == bytes)
    }

    @Test("a device that takes no more is given up in time, with what it took") func deviceFull() throws {
        let folder = try ScratchFolder()
        try #require(mkfifo(folder.file("printer"), 0o600) == 0)
        let reader = open(folder.file("printer"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        // F_GETPIPE_SZ.
        let room = Int(fcntl(reader, 1032))
        #expect(throws: PrintingError.timedOut(sent: room, of: Self.long.count)) {
            try send(Self.long, to: .device(path: folder.file("printer")), limit: .milliseconds(50))
        }
    }

    @Test("a device that goes away is lost, and the program lives on") func deviceLost() throws {
        let folder = try ScratchFolder()
        try #require(mkfifo(folder.file("printer"), 0o600) == 0)
        // For writing, too: else there is an end before anybody has written.
        let reader = open(folder.file("printer"), O_RDWR | O_CLOEXEC)
        let peer = Peer {
            defer { close(reader) }
            return readAll(reader, upTo: 100_000)
        }
        var error: PrintingError?
        do { try send(Self.long, to: .device(path: folder.file("printer"))) } catch let thrown { error = thrown }
        #expect(peer.finish().count == 100_000)
        guard case .lost(let sent, of: Self.long.count) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sent >= 100_000)
    }

    @Test("what is no printer, or is not there, is told apart and left alone") func noDevice() throws {
        let folder = try ScratchFolder()
        try folder.write(Array("mine".utf8), to: "file")
        try #require(mkfifo(folder.file("printer"), 0o600) == 0)
        #expect(throws: PrintingError.notAPrinter(folder.file("file"))) {
            try send(to: .device(path: folder.file("file")))
        }
        #expect(try folder.read("file") == Array("mine".utf8))
        #expect(throws: PrintingError.notAPrinter(folder.path)) { try send(to: .device(path: folder.path)) }
        #expect(throws: PrintingError.notFound(folder.file("none"))) {
            try send(to: .device(path: folder.file("none")))
        }
        // A pipe that nobody reads is a printer that is switched off.
        #expect(throws: PrintingError.notConnected) { try send(to: .device(path: folder.file("printer"))) }
        #expect(throws: PrintingError.failed(errorNumber: ENOSPC)) { try send(to: .device(path: "/dev/full")) }
    }

    // MARK: Network

    @Test("a printer on the network gets every byte, and the end of it") func network() throws {
        let socket = try LoopbackSocket(isListening: true)
        let listener = socket.descriptor
        let peer = Peer {
            let connection = accept(listener, nil, nil)
            defer { close(connection) }
            return readAll(connection)
        }
        try send(Self.long, to: .network(host: "127.0.0.1", port: socket.port))
        #expect(peer.finish() == Self.long)
    }

    @Test("a printer that answers something is none the worse for it") func answering() throws {
        let socket = try LoopbackSocket(isListening: true)
        let listener = socket.descriptor
        let peer = Peer {
            let connection = accept(listener, nil, nil)
            defer { close(connection) }
            _ = write(connection, [0x14, 0x00, 0x00, 0x0F], 4)
            return readAll(connection)
        }
        try send(to: .network(host: "localhost", port: socket.port))
        #expect(peer.finish() == Self.receipt)
    }

    @Test("where nothing listens, nothing is connected") func refused() throws {
        let socket = try LoopbackSocket(isListening: false)
        #expect(throws: PrintingError.notConnected) { try send(to: .network(host: "127.0.0.1", port: socket.port)) }
    }

    @Test("a printer that takes no more is given up in time") func networkFull() throws {
        let socket = try LoopbackSocket(isListening: true)
        var error: PrintingError?
        let bytes = [UInt8](repeating: 0x41, count: PrinterConnection.bytesMax)
        do {
            try send(bytes, to: .network(host: "127.0.0.1", port: socket.port), limit: .milliseconds(100))
        } catch let thrown {
            error = thrown
        }
        guard case .timedOut(let sent, of: bytes.count) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(sent < bytes.count)
    }

    @Test("a printer that cuts the connection is lost") func networkLost() throws {
        let socket = try LoopbackSocket(isListening: true)
        let listener = socket.descriptor
        let peer = Peer {
            let connection = accept(listener, nil, nil)
            let bytes = readAll(connection, upTo: 10_000)
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            close(connection)
            return bytes
        }
        var error: PrintingError?
        let bytes = [UInt8](repeating: 0x41, count: PrinterConnection.bytesMax)
        do { try send(bytes, to: .network(host: "127.0.0.1", port: socket.port)) } catch let thrown { error = thrown }
        #expect(peer.finish().count == 10_000)
        guard case .lost(_, of: bytes.count) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    // MARK: Queues

    @Test("a queue's program gets the receipt on its input, and each argument as it is") func queue() throws {
        let folder = try ScratchFolder()
        try folder.program("lp", "printf '[%s]\\n' \"$@\" >'\(folder.path)/arguments'\ncat >'\(folder.path)/input'")
        let title = "Receipt \"; touch x; $(touch y) 'T1'\nsecond line"
        try PrinterConnection.queue(name: "till roll; touch z", program: folder.file("lp"))
            .send(Self.long, title: title, timeLimit: .seconds(20))
        #expect(
            String(decoding: try folder.read("arguments"), as: UTF8.self) == """
                [-s]
                [-t]
                [Receipt "; touch x; $(touch y) 'T1'second line]
                [-d]
                [till roll; touch z]
                [-]

                """)
        #expect(try folder.read("input") == Self.long)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == ["lp", "arguments", "input"])
    }

    @Test("without a name it is the standard queue") func standardQueue() throws {
        let folder = try ScratchFolder()
        try folder.program("lp", "echo \"$*\" >'\(folder.path)/arguments'; cat >/dev/null")
        try send(to: .queue(name: nil, program: folder.file("lp")))
        #expect(String(decoding: try folder.read("arguments"), as: UTF8.self) == "-s -t Receipt T1-000418 -\n")
    }

    @Test("the program holds nothing of ours but its three descriptors") func descriptors() throws {
        let folder = try ScratchFolder()
        // Not closed on exec, as some library's may be.
        let ours = fcntl(STDERR_FILENO, F_DUPFD, 200)
        defer { close(ours) }
        try folder.program(
            "lp",
            "cat >/dev/null; for n in 0 1 2 \(ours); do if test -e /proc/$$/fd/$n; then echo $n; fi; done >'\(folder.path)/open'"
        )
        try send(to: .queue(name: nil, program: folder.file("lp")))
        #expect(String(decoding: try folder.read("open"), as: UTF8.self) == "0\n1\n2\n")
    }

    @Test("a program that fails tells how, in one line without control characters") func queueFails() throws {
        let folder = try ScratchFolder()
        try folder.program("lp", "printf 'lp: no such \\033[31mqueue\\n  try lpstat\\n' >&2; exit 3")
        let said = "lp: no such [31mqueue   try lpstat"
        #expect(throws: PrintingError.programFailed(status: 3, said: said)) {
            try send(Self.long, to: .queue(name: "x", program: folder.file("lp")))
        }
        try folder.program("killed", "kill -9 $$")
        #expect(throws: PrintingError.programFailed(status: 137, said: "")) {
            try send(to: .queue(name: "x", program: folder.file("killed")))
        }
    }

    @Test("a program that says too much is heard in part") func queueTalks() throws {
        let folder = try ScratchFolder()
        try folder.program("lp", "cat >/dev/null; head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1")
        let said = String(repeating: "x", count: 2048)
        #expect(throws: PrintingError.programFailed(status: 1, said: said)) {
            try send(to: .queue(name: nil, program: folder.file("lp")))
        }
    }

    @Test("a program that ends well without reading all has lost the receipt") func queueLoses() throws {
        let folder = try ScratchFolder()
        try folder.program("lp", "exit 0")
        var error: PrintingError?
        do { try send(Self.long, to: .queue(name: nil, program: folder.file("lp"))) } catch let thrown {
            error = thrown
        }
        guard case .lost(_, of: Self.long.count) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "a program that takes too long is ended with all that it started",
        arguments: ["sleep 600", "cat >/dev/null; sleep 600", "cat >/dev/null; exec 2>/dev/null; sleep 600"])
    func queueHangs(script: String) throws {
        let folder = try ScratchFolder()
        try #require(mkfifo(folder.file("alive"), 0o600) == 0)
        let alive = open(folder.file("alive"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(alive) }
        // All that it starts holds the pipe open.
        try folder.program("lp", "exec 3>'\(folder.path)/alive'\n\(script)")
        #expect(throws: PrintingError.timedOut(sent: Self.receipt.count, of: Self.receipt.count)) {
            try send(to: .queue(name: nil, program: folder.file("lp")), limit: .milliseconds(300))
        }
        try #require(fcntl(alive, F_SETFL, 0) == 0)
        // Its end comes when the last of them is gone.
        #expect(readAll(alive) == [])
    }

    @Test("a program that is not there, or is none, is told apart") func noProgram() throws {
        let folder = try ScratchFolder()
        #expect(throws: PrintingError.programMissing(folder.file("lp"))) {
            try send(to: .queue(name: nil, program: folder.file("lp")))
        }
        try folder.write(Array("no program".utf8), to: "text")
        #expect(throws: PrintingError.notAllowed(folder.file("text"))) {
            try send(to: .queue(name: nil, program: folder.file("text")))
        }
    }
}
