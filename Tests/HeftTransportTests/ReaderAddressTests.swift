import Glibc
import HeftTransport
import Testing

@Suite("The address of a reader") struct ReaderAddressTests {
    @Test(
        "it is read as it is written",
        arguments: [
            ("bt:00:07:80:AB:84:21", ReaderAddress.bluetooth("00:07:80:AB:84:21"), "bt:00:07:80:AB:84:21"),
            ("bt:00:07:80:ab:84:21", .bluetooth("00:07:80:AB:84:21"), "bt:00:07:80:AB:84:21"),
            ("tty:/dev/ttyACM0", .serial(path: "/dev/ttyACM0"), "tty:/dev/ttyACM0"),
            ("tcp:localhost:4000", .tcp(host: "localhost", port: 4000), "tcp:localhost:4000"),
            ("tcp:[::1]:4000", .tcp(host: "::1", port: 4000), "tcp:[::1]:4000"),
            ("tcp:::1:4000", .tcp(host: "::1", port: 4000), "tcp:[::1]:4000"),
        ])
    func reading(text: String, address: ReaderAddress, written: String) throws {
        #expect(try ReaderAddress(text) == address)
        #expect(address.text == written)
        #expect(address.device.place == address)
    }

    @Test(
        "what is none is refused with its reason",
        arguments: [
            ("", ReaderAddress.Refusal.unknownKind), ("sim", .unknownKind), ("usb:1", .unknownKind),
            ("bt:00:07:80:AB:84", .notBluetooth("00:07:80:AB:84")),
            ("bt:00:07:80:AB:84:2G", .notBluetooth("00:07:80:AB:84:2G")),
            ("bt:0007:80:AB:84:21:", .notBluetooth("0007:80:AB:84:21:")),
            ("tty:ttyACM0", .notAbsolute("ttyACM0")), ("tty:", .notAbsolute("")),
            ("tcp:localhost", .noPort("localhost")), ("tcp:localhost:0", .noPort("localhost:0")),
            ("tcp:localhost:65536", .noPort("localhost:65536")), ("tcp::4000", .noPort(":4000")),
            ("tcp:a b:4000", .noPort("a b:4000")),
        ])
    func refused(text: String, refusal: ReaderAddress.Refusal) {
        #expect(throws: refusal) { try ReaderAddress(text) }
    }
}

@Suite("Readers at a wire") struct WiredReaderSourceTests {
    @Test("lines that readers have are listed with those that were named, each once, and no others")
    func listing() throws {
        let folder = ScratchFolder()
        for name in ["ttyACM1", "ttyACM0", "ttyS0", "rfcomm0", "ttyACM", "ttyACMx"] {
            close(open(folder.file(name), O_CREAT | O_WRONLY, 0o600))
        }
        let named = [
            ReaderAddress.serial(path: folder.file("ttyACM1")), .tcp(host: "localhost", port: 4000),
            .bluetooth("00:07:80:AB:84:21"),
        ]
        let source = WiredReaderSource(named: named, folder: folder.path)
        #expect(
            source.presentDevices.map(\.address) == [
                "tty:\(folder.path)/ttyACM1", "tcp:localhost:4000", "tty:\(folder.path)/rfcomm0",
                "tty:\(folder.path)/ttyACM0",
            ])
        #expect(source.presentDevices.allSatisfy { source.channel(to: $0) != nil })
        let bluetooth = ReaderDevice(name: "", address: "00:07:80:AB:84:21", kind: .bluetooth)
        #expect(source.channel(to: bluetooth) == nil)
    }
}
