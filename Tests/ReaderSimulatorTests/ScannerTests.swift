import HeftWire
import ReaderSimulator
import SeededRandom
import Testing

@Suite("The scanner of a wired reader") struct ScannerTests {
    private func bench(
        _ codes: [String] = [], speed: SimulatedReader.Speed = .instant
    ) throws -> Bench {
        var bench = try Bench {
            $0.model = .hiPro
            $0.speed = speed
        }
        bench.reader.barcodes = codes
        try bench.connect()
        return bench
    }

    private func scan(_ bench: inout Bench, _ mode: ReaderOperation.ScannerMode) throws -> Status? {
        guard case .xml(let status, let root)? = try bench.perform(.enableScanner(mode))?.result else { return nil }
        #expect(root.name == "enableScannerResponse")
        #expect(root.value(of: "StatusMessage") == status.sentence)
        #expect(root.value(of: "SerialNumber") == "000012348421")
        #expect(root.value(of: "BatteryStatus") == "87%")
        return status
    }

    private func codes(_ bench: Bench) -> [String] { bench.statuses.compactMap(\.scannedCode) }

    @Test("a single scan ends after the first code", arguments: [true, false]) func single(isButtonMode: Bool) throws {
        var bench = try bench(["5012345678900", "4006381333931"])
        let mode = ReaderOperation.ScannerMode(isMultiScan: false, isButtonMode: isButtonMode)
        #expect(try scan(&bench, mode) == .success)
        #expect(codes(bench) == ["5012345678900"])
        #expect(bench.codes == [0x30])
        #expect(bench.statuses.map(\.isCancelAllowed) == [true])
        #expect(try scan(&bench, mode) == .success)
        #expect(codes(bench) == ["5012345678900", "4006381333931"])
        #expect(bench.clock == .zero)
    }

    @Test("many scans go on until nothing comes for so long", arguments: [1, 30, 65_535] as [UInt16])
    func multi(seconds: UInt16) throws {
        var bench = try bench(["1", "2", "A<&>\"é"])
        // The till's own wait is a matter of its own.
        bench.isTillTimed = false
        #expect(try scan(&bench, .init(timeoutSeconds: seconds)) == .success)
        #expect(codes(bench) == ["1", "2", "A<&>\"é"])
        #expect(bench.clock == .seconds(Int(seconds)))
    }

    @Test("a single scan without a code ends in time") func timeout() throws {
        var bench = try bench()
        #expect(try scan(&bench, .init(isMultiScan: false, timeoutSeconds: 7)) == .success)
        #expect(codes(bench).isEmpty)
        #expect(bench.clock == .seconds(7))
    }

    @Test("a code by hand is read while the scanner is on, and the wait begins anew") func byHand() throws {
        var bench = try bench()
        bench.press(.scan("0"))
        bench.pressesInOrder = [
            (.scannerEvent, .scan("2")), (.scannerEvent, .scan("3")),
        ]
        bench.reader.barcodes = ["1"]
        #expect(try scan(&bench, .init(timeoutSeconds: 10)) == .success)
        #expect(codes(bench) == ["1", "2", "3"])
        #expect(bench.clock == .seconds(10))
    }

    @Test("a cancel ends it, after a code and before any") func cancel() throws {
        var bench = try bench(["1"])
        bench.cancelsAt = .scannerEvent
        #expect(try scan(&bench, .init()) == .posCancelled)
        #expect(bench.cancelAnswers == 1)
        #expect(bench.clock == .zero)
        bench.cancelsAtOnce = true
        #expect(try scan(&bench, .init()) == .posCancelled)
        #expect(bench.cancelAnswers == 2)
        #expect(codes(bench) == ["1"])
        bench.cancelsAtOnce = false
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }

    @Test("keys and cards do nothing while the scanner is on") func otherActions() throws {
        var bench = try bench(["1"])
        bench.presses = [.scannerEvent: .redKey]
        #expect(try scan(&bench, .init(timeoutSeconds: 5)) == .success)
        #expect(bench.clock == .seconds(5))
    }

    @Test("with a button to press a code takes a hand's time") func pace() throws {
        var slow = try bench(["1"], speed: .real)
        _ = try scan(&slow, .init(isMultiScan: false))
        var fast = try bench(["1"], speed: .real)
        _ = try scan(&fast, .init(isMultiScan: false, isButtonMode: false))
        #expect(slow.clock > fast.clock)
        #expect(slow.screens.contains(["SCANNER ON", "PRESS THE BUTTON TO SCAN"]))
        #expect(fast.screens.contains(["SCANNER ON", "HOLD A CODE BEFORE IT"]))
    }

    @Test("a HiLite has no scanner") func hiLite() throws {
        var bench = try bench(["1"])
        bench.reader.configuration.model = .hiLite
        #expect(try scan(&bench, .init()) == .scannerIsNotSupported)
        #expect(bench.statuses.isEmpty)
        #expect(bench.reader.barcodes == ["1"])
    }

    @Test(
        "what the till leaves out is on, and 0 seconds are the reader's own",
        arguments: [
            ("<enableScanner/>", 60, Status.success),
            ("<enableScanner><timeoutSeconds>0</timeoutSeconds></enableScanner>", 60, .success),
            ("<enableScanner><timeoutSeconds>5</timeoutSeconds></enableScanner>", 5, .success),
            ("<enableScanner><timeoutSeconds>-1</timeoutSeconds></enableScanner>", 0, .invalidData),
            ("<enableScanner><timeoutSeconds>65536</timeoutSeconds></enableScanner>", 0, .invalidData),
        ])
    func rawRequests(xml: String, seconds: Int, status: Status) throws {
        var configuration = SimulatedReader.Configuration(secret: try SharedSecret(Bench.secretText))
        configuration.model = .hiPro
        var reader = SimulatedReader(configuration: configuration, random: SplitMix64(seed: 1), now: { Bench.start })
        let ack = ControlSymbol.ack.bytes
        let initialise = try POSMessage.initialise(InitRequest(date: Bench.start)).encoded()
        _ = reader.receive(FrameEncoder.initial.frames(of: initialise).flatMap { $0 })
        _ = reader.receive(ack)
        let request = try POSMessage.xmlCommand(Array(xml.utf8)).encoded()
        let outputs = reader.receive(FrameEncoder.initial.frames(of: request).flatMap { $0 })
        if status == .success {
            #expect(outputs.contains(.startTimer(.step, .seconds(seconds))))
        } else {
            #expect(
                outputs.contains { output in
                    guard case .activity(.sent(.xmlAnswered(let answer, _))) = output else { return false }
                    return answer == status
                })
        }
    }

    @Test("a link that is lost while scanning leaves nothing behind") func lostLink() throws {
        var bench = try bench(["1"])
        bench.reader.configuration.speed = .real
        try bench.start(.enableScanner(.init()))
        try bench.connect()
        #expect(!bench.isPending)
        #expect(bench.reader.isReady)
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }
}
