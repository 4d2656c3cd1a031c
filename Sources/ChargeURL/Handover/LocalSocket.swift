import Glibc

/// Sockets by which one run of a program hands something to another one of the same user.
package enum LocalSocket {
    /// How long the other side may take to say all of it.
    package static let milliseconds = 5_000

    /// Where the runs of a program meet: in the user's runtime folder and in a folder of the program's own. Whoever listens
    /// does so at both, because not every run is told of the runtime folder: one that cron, `su` or `sudo` has started is
    /// not.
    ///
    /// - Parameters:
    ///   - name: of the socket, a plain file name.
    ///   - environment: with `XDG_RUNTIME_DIR`.
    ///   - folder: the program's own.
    /// - Returns: paths in those of the two that are there and are this user's alone.
    package static func places(_ name: String, environment: [String: String], folder: String?) -> [String] {
        [environment["XDG_RUNTIME_DIR"], folder].compactMap { $0 }.filter(isPrivate).map { "\($0)/\(name)" }
    }

    private static func isPrivate(_ folder: String) -> Bool {
        var status = stat()
        return folder.hasPrefix("/") && stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == getuid() && status.st_mode & 0o077 == 0
    }

    /// The first of some places where a program of this user listens; nil where none does.
    package static func firstHeard(_ places: [String]) -> String? {
        places.first { place in
            guard let connection = connect(to: place) else { return false }
            connection.close()
            return true
        }
    }

    /// A connection to whoever listens at a path.
    ///
    /// - Returns: nil where nobody listens, or nobody of this user does.
    package static func connect(to path: String) -> LocalConnection? {
        let descriptor = open()
        guard descriptor >= 0 else { return nil }
        guard withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0, isOwn(descriptor) else {
            close(descriptor)
            return nil
        }
        return LocalConnection(descriptor: descriptor)
    }

    static func open() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// Calls `body` with an address for the system; nil for a path that is too long for one.
    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32? {
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

    /// Whether the other end is a program of this user.
    static func isOwn(_ descriptor: Int32) -> Bool {
        // `struct ucred`: process, user and group.
        var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
        return credentials.uid == getuid()
    }
}

/// The end of a connection. Whoever has it closes it.
package struct LocalConnection: Sendable {
    let descriptor: Int32

    /// A connection that the program before this one, in the same process, has left open.
    ///
    /// - Returns: nil for what is no connection to a program of this user.
    package init?(inherited descriptor: Int32) {
        guard descriptor > STDERR_FILENO, LocalSocket.isOwn(descriptor) else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.init(descriptor: descriptor)
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Leaves it open to the program that takes this one's place.
    ///
    /// - Returns: its number there.
    package func bequeath() -> Int32 {
        _ = fcntl(descriptor, F_SETFD, 0)
        return descriptor
    }

    package func close() { _ = Glibc.close(descriptor) }

    /// Nothing more is said from here.
    package func endSaying() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Says all of a text, or gives up where nobody listens.
    ///
    /// - Returns: whether all was said.
    @discardableResult
    package func say(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Waits for the next line.
    ///
    /// - Parameter rest: what was read beyond it, for the next call; empty at first.
    /// - Returns: nil at the end, and for a line of more than `bytesMax` bytes.
    package func nextLine(_ rest: inout [UInt8], bytesMax: Int) -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeFirst(end + 1)
                return line
            }
            guard rest.count <= bytesMax else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            rest += buffer[..<count]
        }
    }

    /// Reads until the other side has said all, and no more than `bytesMax` bytes.
    ///
    /// - Returns: nil when it said more, took too long, or broke off.
    func readAll(bytesMax: Int, milliseconds: Int) -> [UInt8]? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = (deadline - .now).components
            let waitingTime = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            guard waitingTime > 0 else { return nil }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(clamping: waitingTime))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= bytesMax else { return nil }
        }
    }
}
