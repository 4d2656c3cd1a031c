import Synchronization

/// The login service's double on a bus: `logind.py`, which tells what a scenario may hold.
package final class LoginDouble: Sendable {
    private let program: ChildProgram
    private let synchronised = Atomic<Int>(0)

    /// - Parameter scenario: JSON.
    package init(_ bus: PrivateBus, _ scenario: String = "{}") throws {
        let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        program = try ChildProgram(
            [BlueZDouble.python, folder + "/logind.py", scenario],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
        try program.wait(for: "ready")
    }

    /// What it was asked, and what was given back, so far.
    package var calls: [String] {
        program.tell("sync")
        let count = synchronised.add(1, ordering: .relaxed).oldValue
        _ = try? program.wait(for: "(synchronised)", after: count)
        return program.lines.filter { $0 != "ready" && !$0.hasPrefix("(") }
    }

    @discardableResult package func wait(for call: String, after count: Int = 0) throws -> String {
        try program.wait(for: call, after: count)
    }

    package func tell(_ command: String) { program.tell(command) }

    /// As by a crash.
    package func kill() { program.kill() }
}
