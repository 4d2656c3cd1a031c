import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import ChargeURL

/// A runtime folder of its own; it goes when the test ends.
private final class Runtime {
    let path: String

    init() {
        var template = Array("/tmp/till-run-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder for the test") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var socket: String { path + "/s.sock" }
}

@Suite("Handing over to a program that runs") struct LocalSocketTests {
    @Test("only a connection to a program of this user is taken over from the program before") func inherited() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        var pipes: [Int32] = [-1, -1]
        try #require(pipe(&pipes) == 0)
        defer { (ends + pipes).forEach { close($0) } }
        let connection = try #require(LocalConnection(inherited: ends[0]))
        #expect(fcntl(ends[0], F_GETFD) == FD_CLOEXEC)
        #expect(connection.bequeath() == ends[0])
        #expect(fcntl(ends[0], F_GETFD) == 0)
        for number in [pipes[0], -1, 0, 1, 2, 99_999] { #expect(LocalConnection(inherited: number) == nil) }
    }

    private let runtime = Runtime()

    /// What a listener has heard.
    private final class Heard: Sendable {
        private let all = Mutex<[[UInt8]]>([])
        func add(_ bytes: [UInt8]) { all.withLock { $0.append(bytes) } }
        var messages: [[UInt8]] { all.withLock { $0 } }
    }

    private func listener(
        _ heard: Heard, bytesMax: Int = 100, milliseconds: Int = 5000
    ) throws -> LocalListener {
        try #require(
            LocalListener(at: runtime.socket, bytesMax: bytesMax, milliseconds: milliseconds) { bytes, connection in
                heard.add(bytes)
                connection.say("heard \(bytes.count)\n")
                connection.close()
            })
    }

    private func hand(_ text: String) -> String? {
        guard let connection = LocalSocket.connect(to: runtime.socket) else { return nil }
        defer { connection.close() }
        connection.say(text)
        connection.endSaying()
        var rest: [UInt8] = []
        return connection.nextLine(&rest, bytesMax: 100)
    }

    @Test("what is said arrives whole, and is answered") func whole() throws {
        let heard = Heard()
        let listener = try listener(heard)
        #expect(hand("com-shop://x") == "heard 12")
        #expect(hand("") == "heard 0")
        #expect(heard.messages == [Array("com-shop://x".utf8), []])
        listener.close()
        #expect(hand("again") == nil)
    }

    @Test("what is too long is not heard") func tooLong() throws {
        let heard = Heard()
        let listener = try listener(heard)
        #expect(hand(String(repeating: "x", count: 101)) == nil)
        #expect(hand(String(repeating: "x", count: 100)) == "heard 100")
        #expect(heard.messages.count == 1)
        listener.close()
    }

    @Test("who does not come to an end is let go") func tooSlow() throws {
        let heard = Heard()
        let listener = try listener(heard, milliseconds: 50)
        let connection = try #require(LocalSocket.connect(to: runtime.socket))
        connection.say("half of")
        var rest: [UInt8] = []
        // The other side closes the connection, and that is all that comes.
        #expect(connection.nextLine(&rest, bytesMax: 100) == nil)
        connection.close()
        #expect(heard.messages.isEmpty)
        listener.close()
    }

    @Test("the socket is this user's alone") func mode() throws {
        let listener = try listener(Heard())
        var status = stat()
        #expect(stat(runtime.socket, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        listener.close()
        #expect(stat(runtime.socket, &status) != 0)
    }

    @Test("a socket that a killed program has left is replaced") func leftOver() throws {
        _ = FileManager.default.createFile(atPath: runtime.socket, contents: nil)
        let heard = Heard()
        let listener = try listener(heard)
        #expect(hand("x") == "heard 1")
        listener.close()
    }

    @Test("a folder that others may enter, or none, has no place for a socket") func folders() {
        func places(_ folder: String?, _ own: String? = nil) -> [String] {
            LocalSocket.places("s.sock", environment: folder.map { ["XDG_RUNTIME_DIR": $0] } ?? [:], folder: own)
        }
        let own = Runtime()
        #expect(places(runtime.path) == [runtime.socket])
        #expect(places(runtime.path, own.path) == [runtime.socket, own.socket])
        chmod(runtime.path, 0o750)
        for folder in [runtime.path, runtime.path + "/none", "relative", "", nil] {
            #expect(places(folder) == [])
            #expect(places(folder, own.path) == [own.socket])
            #expect(places(nil, folder) == [])
        }
    }

    @Test("of several places the first is found where somebody listens") func firstHeard() throws {
        let other = Runtime()
        #expect(LocalSocket.firstHeard([]) == nil)
        #expect(LocalSocket.firstHeard([other.socket, runtime.socket]) == nil)
        let listener = try listener(Heard())
        #expect(LocalSocket.firstHeard([other.socket, runtime.socket]) == runtime.socket)
        listener.close()
        #expect(LocalSocket.firstHeard([other.socket, runtime.socket]) == nil)
    }

    @Test("nobody listens") func nobody() {
        #expect(LocalSocket.connect(to: runtime.socket) == nil)
        #expect(LocalSocket.connect(to: "/tmp/" + String(repeating: "x", count: 200)) == nil)
    }
}
