import HeftKit
import HeftWire
import Testing

@Suite("Log, scanner and EMV report") struct DeviceOperationTests {
    private static let scannerEvent = ReaderMessage.statusEvent(
        .scannerEvent, xml: Array("<scannerEvent><code>5000112637922</code></scannerEvent>".utf8))
    private static let scannerEnd = Array(
        ("<enableScannerResponse><StatusMessage>SCANNER OFF</StatusMessage><BatteryStatus>87%</BatteryStatus>"
            + "</enableScannerResponse>").utf8)

    /// The first call behind the connection's own that is such.
    private func call(_ reader: ScriptedReader, after earlier: Int = 2) throws -> Recorder.Call {
        try #require(reader.recorder.log.wait { $0.dropFirst(earlier).first })
    }

    @Test("the log is fetched as text, also where it is no UTF-8") func log() throws {
        let reader = try ScriptedReader(answers: [[.log(.success, text: Array("line 1\n".utf8) + [0xFF])]])
        #expect(try reader.connect().logGetInfo())
        guard case .log(let info) = try call(reader) else {
            Issue.record("no log came")
            return
        }
        #expect(info.log == "line 1\n\u{FFFD}")
        #expect(info.statusCode == 1)
    }

    @Test("an empty log is a log, a refused one an error") func emptyLog() throws {
        let empty = try ScriptedReader(answers: [[.log(.noDataAvailable, text: [])]])
        #expect(try empty.connect().logGetInfo())
        guard case .log(let info) = try call(empty) else {
            Issue.record("no log came")
            return
        }
        #expect(info.log.isEmpty)
        #expect(info.statusName == "NoDataAvailable")
        let refused = try ScriptedReader(answers: [[.log(.commandNotAllowed, text: [])]])
        #expect(try refused.connect().logGetInfo())
        #expect(try call(refused) == .error(4, "The reader is busy"))
    }

    @Test("a log level and a reset are answered by one status; a sixth level is refused") func level() throws {
        let reader = try ScriptedReader(
            answers: [[.plain(.logLevelSet, .success)], [.plain(.logWasReset, .processingError)]])
        let client = try reader.connect()
        #expect(!client.logSetLevel(eLogLevel(rawValue: 5)))
        #expect(client.logSetLevel(eLogDebug))
        #expect(try call(reader) == .status(1))
        #expect(client.logReset())
        #expect(try call(reader, after: 3) == .status(3))
        #expect(reader.sent("L000") == ["L000000001\u{3}", "L000000001\u{4}"])
    }

    @Test("the EMV report is its data") func report() throws {
        let xml = Array("<getReportResponse><Data>&lt;EMV/&gt;</Data></getReportResponse>".utf8)
        let reader = try ScriptedReader(answers: [[.xmlAnswered(.success, xml: xml)]])
        #expect(try reader.connect().getEMVConfiguration())
        #expect(try call(reader) == .emvReport("<EMV/>"))
        #expect(reader.sent("C000").first?.hasSuffix("<getReport><name>EMVConfiguration</name></getReport>") == true)
    }

    @Test("an answer with a root that nobody knows, or none, is one error", arguments: ["<what/>", ""])
    func unknownRoot(xml: String) throws {
        let reader = try ScriptedReader(answers: [[.xmlAnswered(.requestInvalid, xml: Array(xml.utf8))]])
        #expect(try reader.connect().getEMVConfiguration())
        #expect(try call(reader) == .error(0x26, Status.requestInvalid.sentence))
        #expect(reader.recorder.calls.count == 3)
    }

    @Test("a document that does not parse whole ends the connection by one error") func malformed() throws {
        let reader = try ScriptedReader(answers: [[.xmlAnswered(.success, xml: Array("<getReportResponse>".utf8))]])
        #expect(try reader.connect().getEMVConfiguration())
        try #require(reader.recorder.log.wait(where: { $0 == .lost(reader.device) }))
        #expect(reader.recorder.calls.errors.count == 1)
    }

    @Test("each code is one event, and the end of scanning comes once") func scanner() throws {
        let reader = try ScriptedReader(
            answers: [
                [
                    DeviceOperationTests.scannerEvent, DeviceOperationTests.scannerEvent,
                    .xmlAnswered(.success, xml: DeviceOperationTests.scannerEnd),
                ]
            ])
        #expect(try reader.connect().enableScanner())
        guard case .scannerDisabled(let end) = try call(reader, after: 4) else {
            Issue.record("scanning did not end")
            return
        }
        let codes = reader.recorder.calls.compactMap { call -> String? in
            if case .scanned(let info) = call { info.scanCode } else { nil }
        }
        #expect(codes == ["5000112637922", "5000112637922"])
        #expect(end.status == "SCANNER OFF")
        #expect(end.deviceStatus.batteryPercent == 87)
        #expect(reader.recorder.calls.statusCodes == [0x9999])
    }

    @Test("the four forms say what they mean on the wire") func forms() throws {
        let end = [ReaderMessage.xmlAnswered(.success, xml: DeviceOperationTests.scannerEnd)]
        let reader = try ScriptedReader(answers: [end, end, end, end])
        let client = try reader.connect()
        #expect(client.enableScanner())
        _ = try call(reader, after: 2)
        #expect(client.enableScanner(withMultiScan: false))
        _ = try call(reader, after: 3)
        #expect(client.enableScanner(withMultiScan: false, buttonMode: false))
        _ = try call(reader, after: 4)
        #expect(!client.enableScanner(withMultiScan: true, buttonMode: true, timeoutSeconds: -1))
        #expect(!client.enableScanner(withMultiScan: true, buttonMode: true, timeoutSeconds: 65_536))
        #expect(client.enableScanner(withMultiScan: true, buttonMode: false, timeoutSeconds: 65_535))
        _ = try call(reader, after: 5)
        let modes = [("true", "true", 60), ("false", "true", 60), ("false", "false", 60), ("true", "false", 65_535)]
        let asked = reader.sent("C000").map { $0.drop { $0 != ">" }.dropFirst() }
        #expect(
            asked.map(String.init)
                == modes.map {
                    "<enableScanner><multiScan>\($0.0)</multiScan><buttonMode>\($0.1)</buttonMode>"
                        + "<timeoutSeconds>\($0.2)</timeoutSeconds></enableScanner>"
                })
    }

    @Test("a Bluetooth reader has no scanner") func bluetooth() throws {
        let reader = try ScriptedReader(.bluetooth)
        let client = try reader.connect()
        #expect(!client.enableScanner())
        #expect(throws: HeftError.invalidArgument("A Bluetooth reader has no scanner.")) {
            try client.start(.enableScanner())
        }
        #expect(reader.sent("C000").isEmpty)
    }

    @Test("disabling cancels the scanner, and nothing else") func disable() throws {
        let scanning = try ScriptedReader(answers: [[DeviceOperationTests.scannerEvent]])
        let client = try scanning.connect()
        client.disableScanner()
        #expect(client.enableScanner())
        _ = try call(scanning)
        client.disableScanner()
        #expect(!client.isTransactionResultPending)
        #expect(scanning.activities.wait { $0.contains { DeviceOperationTests.isCancel($0) } ? true : nil } == true)

        let shop = try Shop { $0.configuration.cardholder = .manual }
        let seller = try shop.connect()
        #expect(seller.sale(withAmount: 100, currency: "GBP", cardholder: true))
        try #require(shop.recorder.log.wait(where: { $0 == .status(0x14) }))
        seller.disableScanner()
        #expect(!seller.isTransactionResultPending)
        #expect(!shop.events.entries.contains(.cancelSent))
    }

    private static func isCancel(_ activity: HeftActivity) -> Bool {
        // A cancel is written without waiting, and seen as its message.
        if case .message(.sent, let message) = activity { message.command == "I010" } else { false }
    }

    @Test("a wired reader is listed without a search, and tells how it is reached") func wired() throws {
        let reader = try ScriptedReader()
        #expect(reader.manager.connectedCardReaders == [reader.device])
        #expect(reader.device.accessory == .wired)
        #expect(Shop.device.accessory == .simulated)
        #expect(HeftRemoteDevice(ScriptedSource.device).accessory == .bluetooth)
    }
}
