import BusDoubles
import Glibc
import Testing

@Suite("Readers at Bluetooth", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothTests {
    private static let address = BluetoothDesk.address
    private static let looking = "Looking for \(address). Switch it on, and make it visible.\n"

    // MARK: Pairing

    @Test(
        "till pair asks what the reader wants to know, and takes what is typed for it",
        arguments: [
            (#""pairing": "none""#, "", ""),
            (#""pairing": "confirm""#, "y\n", "Does PP0513901435 show 004711? Type y or n, then press Enter: "),
            (
                #""pairing": "confirm""#, "perhaps\nyes\n",
                "Does PP0513901435 show 004711? Type y or n, then press Enter: "
            ),
            (#""pairing": "authorise""#, "y\n", "PP0513901435 wants to be paired with this computer. Type y or n"),
            (#""pairing": "pin", "pin": "0000""#, "0000\n", "PP0513901435 wants its PIN."),
            (#""pairing": "passkey", "pin": "4711""#, "004 711\n", "PP0513901435 shows a number. Type it"),
        ])
    func paired(scenario: String, typed: String, asked: String) throws {
        let desk = try BluetoothDesk(scenario)
        let end = try desk.run("pair", Self.address.lowercased(), input: typed)
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output == "\(Self.address) is paired.\n")
        #expect(end.error.hasPrefix(Self.looking + asked), "\(end.error)")
        #expect(desk.double.calls.contains("Set Trusted 1"))
        let devices = try JSONValue(desk.run("devices", "--json").output)
        #expect(devices.elements.contains { $0["address"]?.string == Self.address && $0["isPaired"] == true })
    }

    @Test(
        "a pairing that comes to nothing is told with its reason, and by its status",
        arguments: [
            (
                #""pairing": "pin", "pin": "0000""#, "1234\n", 69,
                "that is not the reader's PIN. Look it up in the reader's papers"
            ),
            (#""pairing": "confirm""#, "n\n", 2, "pairing was cancelled. Pair the reader to use it"),
            (#""pairing": "confirm""#, "", 2, "pairing was cancelled. Pair the reader to use it"),
            (
                #""pair_error": ["org.bluez.Error.AuthenticationFailed", ""]"#, "", 69,
                "the reader refused to be paired. Let it be found, then try again"
            ),
            (
                #""pair_error": ["org.bluez.Error.ConnectionAttemptFailed", "Page Timeout"]"#, "", 69,
                "the reader does not answer. Switch it on and bring it closer"
            ),
        ] as [(String, String, Int32, String)])
    func notPaired(scenario: String, typed: String, status: Int32, reason: String) throws {
        let desk = try BluetoothDesk(scenario)
        let end = try desk.run("pair", Self.address, input: typed)
        #expect(end.status == status)
        #expect(end.output == "")
        #expect(
            end.errorLines.last?.hasSuffix("till: \(Self.address) is not paired: \(reason).") == true, "\(end.error)")
        #expect(!desk.double.calls.contains("Set Trusted 1"))
    }

    @Test("a PIN that is to be typed on the reader is shown, and Ctrl-C gives the pairing up") func interrupted() throws
    {
        let desk = try BluetoothDesk(#""pairing": "show-pin""#)
        for isTyped in [false, true] {
            let till = try desk.shop.start("pair", Self.address, settings: desk.settings)
            #expect(try till.waitForError("Type 4711 on PP0513901435, then its green key."))
            if isTyped { desk.double.tell("typed") } else { till.signal(SIGINT) }
            #expect(try till.waitForEnd().status == (isTyped ? 0 : 2))
        }
        #expect(desk.double.calls.filter { $0 == "CancelPairing" }.count == 1)
    }

    @Test("a reader that is not known is searched for, and a search that does not find it ends") func search() throws {
        let desk = try BluetoothDesk()
        let end = try desk.run("pair", Self.address)
        #expect(end.status == 0, "\(end.error)")
        #expect(end.error == Self.looking)
        let other = try desk.run("pair", "00:00:00:00:00:99", "--time-scale", "1000")
        #expect(other.status == 69)
        #expect(
            other.errorLines.last == "till: There is no 00:00:00:00:00:99 here. Switch it on, and bring it near.")
    }

    @Test("till forget drops the pairing before it says so, and tells when it cannot") func forget() throws {
        let desk = try BluetoothDesk(isPaired: true)
        let end = try desk.run("forget", Self.address)
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output == "\(Self.address) is forgotten. Forget this computer on the reader too.\n")
        #expect(desk.double.calls == ["RemoveDevice \(Self.address)"])
        let kept = try BluetoothDesk(isPaired: true, #""remove_error": ["org.bluez.Error.Failed", ""]"#)
        let failure = try kept.run("forget", Self.address)
        #expect(failure.status == 69)
        #expect(failure.output == "")
        #expect(failure.errorLines.last?.hasPrefix("till: \(Self.address) is not forgotten. ") == true)
    }

    @Test(
        "without an adapter that works nothing is paired, forgotten or sold, and each says why",
        arguments: [
            ("off", "Bluetooth is switched off. Run bluetoothctl power on"),
            ("none", "his computer has no Bluetooth adapter. Plug one in"),
        ])
    func adapter(state: String, reason: String) throws {
        let desk = try BluetoothDesk(#""adapter": "\#(state)""#)
        let sale = ["sale", "5.00", "--currency", "GBP", "--reader", "bt:\(Self.address)", "--simulated"]
        for words in [["pair", Self.address], ["forget", Self.address], ["devices", "--scan", "1"], sale] {
            let end = try desk.shop.run(words, settings: desk.settings)
            #expect(end.status == 69, "\(words)")
            #expect(end.error.contains(reason), "\(words): \(end.error)")
        }
        let reader = try desk.startReader()
        #expect(try reader.waitForOutput(state == "off" ? "Bluetooth is switched off." : "This computer has no") != nil)
    }

    // MARK: A reader of its own

    @Test("a till pairs with till-reader at Bluetooth, sells, loses the link, and sells again") func sales() throws {
        let desk = try BluetoothDesk(#""pairing": "confirm", "link": "server""#)
        let reader = try desk.startReader()
        #expect(try reader.waitForOutput("waiting at ") == "bt:00:01:02:03:04:05")
        #expect(try desk.run("pair", Self.address, input: "y\n").status == 0)
        let words = ["sale", "12.50", "--currency", "GBP", "--reader", "bt:\(Self.address)", "--simulated", "--json"]
        let first = try desk.shop.run(words, settings: desk.settings)
        #expect(first.status == 0, "\(first.error)")
        #expect(try reader.waitForOutput("unlinked") != nil)
        let second = try desk.shop.run(words, settings: desk.settings)
        #expect(second.status == 0, "\(second.error)")
        #expect(try desk.shop.readerBooks().moved.count == 2)
        reader.signal(SIGTERM)
        #expect(try reader.waitForEnd().status == 0)
    }

    @Test("till-reader can be found and paired while it runs, and says yes to every till") func found() throws {
        let desk = try BluetoothDesk()
        let reader = try desk.startReader()
        #expect(try reader.waitForOutput("waiting at ") != nil)
        #expect(desk.double.calls.suffix(3) == ["Set Pairable 1", "Set DiscoverableTimeout 180", "Set Discoverable 1"])
        desk.double.tell("pair-here \(Self.address)")
        try desk.double.wait(for: "agreed")
        reader.signal(SIGTERM)
        #expect(try reader.waitForEnd().status == 0)
        #expect(desk.double.calls.suffix(3).contains("Set Discoverable 0"))
    }
}
