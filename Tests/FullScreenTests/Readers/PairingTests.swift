import BusDoubles
import PtyHarness
import Testing

@Suite("Pairing a reader", .drivesTill, .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct PairingTests {
    private static let address = "00:07:80:AB:84:21"

    /// A till, and a reader at Bluetooth, in reach of each other.
    private final class Desk {
        let bus: PrivateBus
        let double: ServiceDouble
        let reader: ChildProgram
        let till: Till

        /// - Parameters:
        ///   - how: how the reader wants to be paired, in JSON without braces.
        ///   - isPaired: this computer holds that it is.
        init(_ how: String, isPaired: Bool = false) throws {
            bus = try PrivateBus()
            let reader = #""address": "\#(PairingTests.address)", "name": "PP0513901435", "class": 1280, "rssi": -60"#
            let known = isPaired ? #"{\#(reader), "paired": true, "trusted": true}"# : ""
            double = try ServiceDouble(
                .bluetooth, on: bus, #"{"known": [\#(known)], "nearby": [{\#(reader)}], "link": "server", \#(how)}"#)
            let folder = ScratchFolder()
            let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
            self.reader = try ChildProgram(
                [
                    PtyProgram.built("till-reader"), "--bluetooth", "--headless", "--speed", "instant", "--books",
                    folder.path + "/reader.json",
                ],
                environment: folder.environment.merging(environment) { $1 })
            try self.reader.wait(for: "waiting at bt:")
            till = try Till(
                ["--reader", "bt:" + PairingTests.address, "--simulated"], environment: environment, folder: folder)
        }

        /// Marks the reader that was found, and begins.
        func begin() throws {
            try till.see("Choose a card reader", "PP0513901435")
            till.press("\r")
        }
    }

    @Test("a wrong PIN is told and can be typed again; it is shown nowhere, and the reader sells") func pin() throws {
        let desk = try Desk(#""pairing": "pin", "pin": "0471""#)
        for pin in ["1234", "0471"] {
            try desk.begin()
            try desk.till.see("PP0513901435 wants its PIN.", "Type it, then press Enter.")
            desk.till.press(pin)
            try desk.till.see("> ****")
            #expect(!desk.till.text.contains(pin))
            desk.till.press("\r")
            if pin == "1234" { try desk.till.see("That is not the reader's PIN.", "Choose a card reader") }
        }
        try desk.till.see("Typed", "Ready.")
        #expect(desk.till.header.contains("SIMULATED"))
        try desk.till.charge("1250")
        try desk.till.see("APPROVED")
        #expect(desk.double.calls.filter { $0 == "Pair " }.count == 2)
    }

    @Test("a number is compared: No is marked, and ends the pairing; yes connects") func confirmation() throws {
        let desk = try Desk(#""pairing": "confirm""#)
        try desk.begin()
        try desk.till.see("Does PP0513901435 show 004711?", "Press 1, then Enter for yes. Esc is No.")
        desk.till.press("\r")
        try desk.till.see("Pairing was cancelled.", "Choose a card reader")
        try desk.begin()
        try desk.till.see("Does PP0513901435 show 004711?", "Press 1, then Enter for yes. Esc is No.")
        desk.till.press("1")
        desk.till.press("\r")
        try desk.till.see("Typed", "Ready.")
        try desk.till.quit()
    }

    @Test("a PIN to be typed on the reader stands there until it is, and Esc stops the pairing") func shown() throws {
        let desk = try Desk(#""pairing": "show-pin""#)
        try desk.begin()
        try desk.till.see("Type 4711 on PP0513901435, then its green key.", "Esc stops the pairing.")
        desk.till.press("\u{1B}")
        try desk.till.see("Pairing was cancelled.", "Choose a card reader")
        #expect(desk.double.calls.contains("CancelPairing"))
        try desk.begin()
        try desk.till.see("Type 4711 on PP0513901435, then its green key.")
        desk.double.tell("typed")
        try desk.till.see("Typed", "Ready.")
        try desk.till.quit()
    }

    @Test("a reader that has lost its pairing is forgotten, found and paired again by one key, and sells")
    func lostPairing() throws {
        let desk = try Desk(#""pairing": "none", "stale": true"#, isPaired: true)
        try desk.till.see("The reader does not know this computer any more.", "Press Enter to forget the pairing")
        #expect(!desk.double.calls.contains { $0.hasPrefix("RemoveDevice") })
        desk.till.press("\r")
        try desk.till.see("Typed", "Ready.")
        let calls = desk.double.calls.map { $0.split(separator: " ").first.map(String.init) ?? "" }
        let removed = try #require(calls.firstIndex(of: "RemoveDevice"))
        let found = try #require(calls[removed...].firstIndex(of: "StartDiscovery"))
        #expect(calls[found...].contains("Pair"))
        try desk.till.charge("1250")
        try desk.till.see("APPROVED")
    }

    @Test("a lost pairing is left as it is by Esc, and the reader is not tried any more") func leftLost() throws {
        let desk = try Desk(#""pairing": "none", "stale": true"#, isPaired: true)
        try desk.till.see("The reader does not know this computer any more.")
        desk.till.press("\u{1B}")
        try desk.till.see("Choose a card reader")
        #expect(!desk.double.calls.contains { $0.hasPrefix("RemoveDevice") })
        try desk.till.quit()
    }
}
