import Dispatch
import Glibc
import Synchronization

/// Waits behind a symbolic link to a pseudo-terminal. Every link that a till opens has a pseudo-terminal of its own, so
/// that both sides learn of its end; the symbolic link leads to the one that is free.
package final class PseudoTerminalListener: LinkListener {
    private struct State: Sendable {
        /// The terminal that no till has opened yet.
        var free: Int32?
        var isStopped = false
    }

    /// The symbolic link.
    package let path: String
    private let wakeUp: WakeUp
    private let state: Mutex<State>

    /// - Parameter path: of the symbolic link, which is made anew. A file of another kind that stands there stays.
    package init(path: String) throws(CloseReason) {
        self.path = path
        wakeUp = try WakeUp()
        // Made here, so that a path that cannot be used is told of at once.
        state = Mutex(State(free: try PseudoTerminalListener.makeTerminal(linkedAt: path)))
    }

    package var address: String { "tty:\(path)" }

    package func start(on queue: DispatchQueue, handler: @escaping @Sendable (any ByteChannel) -> Void) {
        // A serial queue has a thread of its own while it works.
        DispatchQueue(label: "till.pseudo-terminal").async { [self] in
            while let descriptor = takenTerminal() {
                let link = OpenDescriptor(descriptor, .terminal) { [weak self] _ in
                    // Before the old one is closed: a till that hears of the end finds the new one.
                    self?.renew()
                }
                queue.async { handler(DescriptorChannel(link)) }
            }
        }
    }

    package func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp.wake()
        PseudoTerminalListener.removeLink(path)
    }

    /// Waits until a till is there: it has sent something, or has gone again.
    ///
    /// - Returns: the terminal that it has; nil when it is over.
    private func takenTerminal() -> Int32? {
        while true {
            let (free, isStopped) = state.withLock { ($0.free, $0.isStopped) }
            if isStopped {
                if let free { close(free) }
                return nil
            }
            var entries = [
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: free ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { return nil }
            if entries[0].revents != 0 { wakeUp.clear() }
            if entries[1].revents != 0, let free {
                state.withLock { $0.free = nil }
                return free
            }
        }
    }

    private func renew() {
        let terminal: Int32?
        do throws(CloseReason) {
            terminal = try PseudoTerminalListener.makeTerminal(linkedAt: path)
        } catch {
            // The folder of the symbolic link is gone: no till finds its way here any more.
            terminal = nil
        }
        let isStopped = state.withLock { state in
            if !state.isStopped { state.free = terminal }
            return state.isStopped
        }
        if isStopped {
            if let terminal { close(terminal) }
            PseudoTerminalListener.removeLink(path)
        }
        wakeUp.wake()
    }

    // MARK: The terminal

    /// From the kernel's `asm-generic/ioctls.h`, where they are macros that Swift does not see.
    private enum Request {
        static let terminalNumber: UInt = 0x8004_5430
        static let lock: UInt = 0x4004_5431
    }

    private static func makeTerminal(linkedAt path: String) throws(CloseReason) -> Int32 {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw CloseReason(errno: errno) }
        var locked: Int32 = 0
        var number: UInt32 = 0
        guard ioctl(descriptor, Request.lock, &locked) == 0,
            ioctl(descriptor, Request.terminalNumber, &number) == 0
        else {
            let code = errno
            close(descriptor)
            throw CloseReason(errno: code)
        }
        do throws(CloseReason) {
            try link(path, to: "/dev/pts/\(number)")
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Has the symbolic link lead to the terminal, from one moment to the next.
    private static func link(_ path: String, to terminal: String) throws(CloseReason) {
        var found = stat()
        if lstat(path, &found) == 0, found.st_mode & S_IFMT != S_IFLNK { throw .busy }
        let new = path + ".new"
        removeLink(new)
        guard symlink(terminal, new) == 0 else { throw CloseReason(errno: errno) }
        guard rename(new, path) == 0 else {
            let code = errno
            unlink(new)
            throw CloseReason(errno: code)
        }
    }

    private static func removeLink(_ path: String) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFLNK else { return }
        unlink(path)
    }
}
