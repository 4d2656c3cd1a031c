import Synchronization

/// A system service's double on a bus: a program of this folder, which tells what a scenario may hold.
package final class ServiceDouble: Sendable {
    package enum Service: String, Sendable {
        case bluetooth = "bluez.py"
        /// The one that puts the computer to sleep.
        case login = "logind.py"
    }

    static let python = "/usr/bin/python3"

    private let program: ChildProgram
    private let synchronised = Atomic<Int>(0)

    /// - Parameter scenario: JSON.
    package init(_ service: Service, on bus: PrivateBus, _ scenario: String = "{}") throws {
        let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        program = try ChildProgram(
            [ServiceDouble.python, folder + "/" + service.rawValue, scenario],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
        try program.wait(for: "ready")
    }

    /// What it was asked, and what it did, so far, in order.
    package var calls: [String] {
        // Its words take their time to come here. A double that is dead has said all it will.
        program.tell("sync")
        let count = synchronised.add(1, ordering: .relaxed).oldValue
        _ = try? program.wait(for: "(synchronised)", after: count)
        return program.lines.filter { $0 != "ready" && !$0.hasPrefix("(") }
    }

    @discardableResult package func wait(for call: String, after count: Int = 0) throws -> String {
        try program.wait(for: call, after: count)
    }

    package func tell(_ command: String) { program.tell(command) }

    /// As by a crash: nobody is told anything.
    package func kill() { program.kill() }
}
