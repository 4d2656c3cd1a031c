import BusDoubles
import Testing

@Suite(
    "A computer that wants to sleep", .drivesTill,
    .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct SleepTests {
    /// A till whose computer has a login service, and whose reader is connected.
    private final class Desk {
        let bus: PrivateBus
        let login: ServiceDouble
        let till: Till

        init(_ arguments: String..., login scenario: String = "{}") throws {
            bus = try PrivateBus()
            login = try ServiceDouble(.login, on: bus, scenario)
            till = try Till(arguments, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try till.connect()
        }
    }

    private static let block = "Inhibit sleep Till block"
    private static let delay = "Inhibit sleep Till delay"

    @Test("is kept awake from the charge until the outcome is in the books, and only then") func payment() throws {
        let desk = try Desk()
        try desk.login.wait(for: Self.delay)
        #expect(!desk.login.calls.contains { $0.hasPrefix(Self.block) })
        try desk.till.charge("3000")
        try desk.till.see("Choose 1 or 2, then press Enter.")
        try desk.login.wait(for: Self.block)
        #expect(!desk.login.calls.contains("released block"))
        desk.till.press("1\r")
        try desk.till.see("== APPROVED ==")
        try desk.login.wait(for: "released block")
        desk.till.press("\r")
        try desk.till.see("Typed")
        try desk.till.quit()
        try desk.login.wait(for: "released delay")
        #expect(desk.login.calls.count { $0.hasPrefix("Inhibit") } == 2)
    }

    @Test("finds the link closed when it sleeps, and connected again at once when it wakes") func idle() throws {
        let desk = try Desk()
        try desk.login.wait(for: Self.delay)
        desk.till.press("1250")
        desk.login.tell("sleep")
        try desk.login.wait(for: "released delay")
        try desk.till.see("the link is closed") { !desk.till.header.contains(" OK") }
        #expect(!desk.till.header.contains("LOST"))
        desk.login.tell("wake")
        try desk.login.wait(for: Self.delay, after: 1)
        try desk.till.see("12.50", "Ready. Press Enter to")
        desk.till.press("\r")
        try desk.till.see("== APPROVED ==")
    }

    @Test("loses a payment over its sleep as by a lost link, and the reader is asked for it") func overSleep() throws {
        let desk = try Desk()
        try desk.till.charge("3000")
        try desk.till.see("Choose 1 or 2, then press Enter.")
        try desk.login.wait(for: Self.block)
        desk.login.tell("sleep")
        desk.login.tell("wake")
        try desk.till.see("DO NOT CHARGE THIS CUSTOMER AGAIN.", "is connected. Enter asks it.")
        desk.till.press("\r")
        try desk.till.see("the outcome") { !desk.till.text.contains("DO NOT CHARGE THIS CUSTOMER AGAIN.") }
        try desk.login.wait(for: "released block")
        #expect(try desk.till.folder.taken() == [])
    }

    @Test("warns before an update when it runs on its battery") func battery() throws {
        let desk = try Desk(login: #"{"power": false}"#)
        desk.till.press("m")
        try desk.till.see("Update reader")
        desk.till.press("12\r")
        try desk.till.see("Update the reader?", "This computer runs on its battery: plug it in first.")
    }
}
