import Glibc

/// Ends a wait in `poll` from another thread.
final class WakeUp: Sendable {
    /// Readable once ``wake()`` was called, until ``clear()``.
    let descriptor: Int32
    private let input: Int32

    /// - Throws: ``CloseReason`` where the process has no descriptors left.
    init() throws(CloseReason) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CloseReason(errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        input = ends[1]
    }

    func wake() {
        var byte: UInt8 = 1
        // It fails where it is awake many times over.
        _ = write(input, &byte, 1)
    }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }

    deinit {
        close(descriptor)
        close(input)
    }
}
