import Glibc
import Synchronization

/// A D-Bus daemon of a test's own.
package final class PrivateBus: Sendable {
    /// Where it listens.
    package let address: String
    private let daemon: ChildProgram
    private let folder: String

    /// Whether the daemon and what the double needs are on this computer. Where tests must not be skipped, they are run
    /// whatever is there.
    package static let isAvailable =
        getenv("CI") != nil
        || ([daemonPath, ServiceDouble.python, "/usr/lib/python3/dist-packages/dbusmock"] as [String])
            .allSatisfy { path in access(path, R_OK) == 0 }

    package static let whyNot = "the packages dbus and python3-dbusmock are not installed"

    private static let daemonPath = "/usr/bin/dbus-daemon"

    /// - Parameter policy: rules in the daemon's own language, after those that allow everything.
    package init(policy: String = "") throws {
        var template = Array("/tmp/till-bus.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ChildProgram.Failure.notStarted(errno) }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(folder)/bus</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>\(policy)
              </policy>
            </busconfig>
            """
        let file = open(folder + "/bus.conf", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let bytes = Array(configuration.utf8)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            throw ChildProgram.Failure.notStarted(errno)
        }
        close(file)
        // The shell ends the daemon with the test, also when that is killed: it then reads the end of its input.
        let script = """
            \(PrivateBus.daemonPath) --config-file="$1" --nofork --print-address 2>/dev/null &
            read -r word; kill -9 $!; wait; echo gone
            """
        daemon = try ChildProgram(["/bin/sh", "-c", script, "sh", folder + "/bus.conf"], environment: [:])
        address = try daemon.wait(for: "unix:")
    }

    /// Ends the daemon.
    package func end() throws {
        daemon.tell("end")
        try daemon.wait(for: "gone")
    }

    deinit {
        daemon.tell("end")
        _ = try? daemon.wait(for: "gone")
        for name in ["/bus", "/bus.conf"] { unlink(folder + name) }
        rmdir(folder)
    }
}
