import Glibc
import HeftTransport
import PtyHarness
import Testing

/// `till-reader` as a process of its own. It is ended when the test lets go of it.
final class OutsideReader {
    let address: ReaderAddress
    private let process: pid_t
    private let output: Int32
    private let folder: String

    enum Place: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case tcp, serialLine

        var testDescription: String { rawValue }
    }

    /// Starts it and waits until it waits for a till.
    init(at place: Place, _ arguments: [String]) throws {
        var template = Array("/tmp/till-sdk.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let link = place == .tcp ? ["--tcp", "0"] : ["--pty", folder + "/line"]
        let words = ["till-reader", "--headless", "--books", folder + "/books.json"] + link + arguments
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        output = pair[0]
        process = try OutsideReader.spawn(words, output: pair[1])
        close(pair[1])
        let line = try OutsideReader.firstLine(of: output)
        let prefix = "waiting at "
        try #require(line.hasPrefix(prefix))
        address = try ReaderAddress(String(line.dropFirst(prefix.count)))
    }

    private static func spawn(_ words: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("TZ=UTC"), nil]
        defer { (list + environment).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, PtyProgram.built("till-reader"), &actions, nil, &list, &environment)
        try #require(code == 0)
        return process
    }

    private static func firstLine(of descriptor: Int32) throws -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    deinit {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        close(output)
        for name in ["books.json", "books.json.lock", "line"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }
}
