import Glibc

/// Where a till takes the charge requests of other programs: a socket in the user's runtime folder, one for each books.
enum ChargeSocket {
    /// The longest message, the words before the URL included.
    static let bytesMax = 64 * 1024
    /// How long the other side may take to say all of it.
    static let milliseconds = 5_000

    /// Nil without a runtime folder that is this user's alone.
    ///
    /// - Parameter books: the file of the books, which tells one till from another; nil for a demo.
    static func path(books: String?, environment: [String: String]) -> String? {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
            status.st_mode & 0o077 == 0
        else { return nil }
        return "\(folder)/till-charge-\(books.map(name) ?? "demo").sock"
    }

    /// A short name for a path, the same for whoever asks.
    private static func name(of path: String) -> String {
        let whole = path.hasPrefix("/") ? path : workingFolder + "/" + path
        // FNV-1a: two paths that get the same name would share a socket, and nothing worse.
        let hash = whole.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static var workingFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }

    /// Calls `body` with an address for the system; nil for a path that is too long for one.
    static func withAddress<Value>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isWhole = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard isWhole else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    static func open() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// Whether the other end is a program of this user.
    static func isOwn(_ descriptor: Int32) -> Bool {
        // `struct ucred`: process, user and group.
        var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials.uid == getuid()
    }

    /// Reads until the other side has said all, and no more than `limit` bytes.
    ///
    /// - Returns: nil when it said more, took too long, or broke off.
    static func readAll(_ descriptor: Int32, limit: Int, milliseconds: Int) -> [UInt8]? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = SpawnedProgram.milliseconds(until: deadline)
            guard left > 0 else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, left)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { return nil }
        }
    }

    /// Writes all of a text, or gives up where nobody reads it.
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// What is handed to the till that runs: two words and the URL.
struct ChargeMessage: Equatable {
    var url: String
    /// The sender waits for the result.
    var waits: Bool
    /// The sender prints the answer, so that nobody opens it.
    var printsAnswer: Bool

    var text: String { "charge1 \(waits ? "wait" : "go") \(printsAnswer ? "print" : "open")\n\(url)" }

    init(url: String, waits: Bool, printsAnswer: Bool) {
        self.url = url
        self.waits = waits
        self.printsAnswer = printsAnswer
    }

    /// Nil for bytes that no till has sent.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), let end = text.firstIndex(of: "\n") else { return nil }
        let words = text[..<end].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "charge1", ["wait", "go"].contains(words[1]),
            ["print", "open"].contains(words[2])
        else { return nil }
        self.init(
            url: String(text[text.index(after: end)...]), waits: words[1] == "wait", printsAnswer: words[2] == "print")
    }
}
