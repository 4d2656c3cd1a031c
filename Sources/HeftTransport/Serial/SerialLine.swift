import Glibc

/// A serial line as a file: `/dev/ttyACM0` of a reader at USB, `/dev/rfcomm0` of one that is bound, a pseudo-terminal.
package enum SerialLine {
    /// A channel over the line, not opened yet.
    ///
    /// While it is open the line is raw, and nobody else can open it; then it is put back as it was found.
    package static func channel(path: String) -> any ByteChannel {
        DescriptorChannel(BlockingOpener { () throws(CloseReason) in try open(path: path) })
    }

    /// May take seconds: a line over Bluetooth connects as it is opened.
    private static func open(path: String) throws(CloseReason) -> OpenDescriptor {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw CloseReason(errno: errno) }
        do throws(CloseReason) {
            return try claim(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func claim(_ descriptor: Int32) throws(CloseReason) -> OpenDescriptor {
        guard isatty(descriptor) == 1 else { throw .notSerial }
        // The lock keeps off those that may open everything, the exclusive mode all others.
        guard hasLocked(descriptor) else { throw .busy }
        guard ioctl(descriptor, UInt(TIOCEXCL)) == 0 else { throw CloseReason(errno: errno) }
        var found = termios()
        guard tcgetattr(descriptor, &found) == 0 else { throw CloseReason(errno: errno) }
        var raw = rawSettings(from: found)
        guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else { throw CloseReason(errno: errno) }
        // What was sent to nobody means nothing now.
        tcflush(descriptor, TCIOFLUSH)
        return OpenDescriptor(descriptor, .terminal) { [found] descriptor in
            var found = found
            tcsetattr(descriptor, TCSANOW, &found)
            _ = ioctl(descriptor, UInt(TIOCNXCL))
        }
    }

    /// This till's own last link may be just about to let go of the line.
    private static func hasLocked(_ descriptor: Int32) -> Bool {
        for _ in 0..<lockTries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(lockPauseMicroseconds)
        }
        return false
    }

    private static let lockTries = 5
    private static let lockPauseMicroseconds: UInt32 = 50_000

    /// Every byte as it is, none held back, no line that hangs up when the till is closed.
    private static func rawSettings(from found: termios) -> termios {
        var raw = found
        cfmakeraw(&raw)
        raw.c_cflag |= tcflag_t(CREAD | CLOCAL)
        raw.c_cflag &= ~(tcflag_t(HUPCL) | CRTSCTS)
        raw.c_iflag &= ~tcflag_t(IXON | IXOFF | IXANY)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // Readers at USB and Bluetooth take no notice of it.
        cfsetspeed(&raw, speed_t(B115200))
        return raw
    }

    private static let CRTSCTS: tcflag_t = 0o20_000_000_000
}
