import Files
import Glibc

/// Whether somebody would wake this process if it stopped.
enum JobControl {
    /// Climbing further than this is no family any more.
    private static let ancestorsMax = 64

    /// True when a shell with job control stands above: a process of the same session, outside our own group.
    ///
    /// Without one, as in a terminal window that runs nothing else, whoever stops stays stopped.
    static var canSuspend: Bool {
        let group = getpgrp()
        let session = getsid(0)
        var ancestor = getppid()
        for _ in 0..<ancestorsMax where ancestor > 1 {
            guard getsid(ancestor) == session else { return false }
            if getpgid(ancestor) != group { return true }
            guard let parent = parent(of: ancestor) else { return false }
            ancestor = parent
        }
        return false
    }

    /// The fourth field of `/proc/<pid>/stat`, counted from behind the name, which may hold anything.
    private static func parent(of process: pid_t) -> pid_t? {
        guard let bytes = try? RegularFile.read("/proc/\(process)/stat", limit: 4096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(end + 1)...].split(separator: 0x20)
        return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }
}
