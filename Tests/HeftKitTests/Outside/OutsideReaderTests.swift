import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import SeededRandom
import Testing

/// The SDK over a link that the system carries, to a reader in a process of its own.
@Suite("The SDK with a reader outside", .timeLimit(.minutes(2))) struct OutsideReaderTests {
    private struct Counter {
        let reader: OutsideReader
        let manager = HeftManager()
        let recorder = Recorder()
        let client: any HeftClient

        init(at place: OutsideReader.Place) throws {
            reader = try OutsideReader(at: place, ["--speed", "instant", "--model", "hipro"])
            // The reader has the till call its bank, which is a test host here.
            let host = SimulatedReaderPort(
                SimulatedReader(
                    configuration: SimulatedReader.Configuration(secret: try SharedSecret(Shop.secret)),
                    random: SplitMix64(seed: 7), now: { Shop.now }), scheduler: TestTimers())
            manager.environment = ConnectionEnvironment(
                timers: DispatchTimers(), gateway: TestGateway(host), localDate: { Shop.now },
                random: { SplitMix64(seed: 3) })
            manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
            manager.register(WiredReaderSource(named: [reader.address], folder: nil))
            let device = try #require(manager.connectedCardReaders.first)
            manager.client(for: device, sharedSecret: Shop.secret, delegate: recorder)
            try #require(recorder.log.wait { $0 == .status(0x9999) }, "the reader does not connect")
            client = try #require(recorder.client)
        }

        func result(_ number: Int) throws -> FinanceResponseInfo {
            try #require(recorder.log.wait { $0.results.dropFirst(number - 1).first }, "no result came")
        }
    }

    @Test("pays, gives back, voids, opens and closes the day, and updates", arguments: OutsideReader.Place.allCases)
    func finance(place: OutsideReader.Place) throws {
        let counter = try Counter(at: place)
        let client = counter.client
        #expect(client.financeStartOfDay())
        #expect(try counter.result(1).finStatus == "PROCESSED")
        #expect(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        let sale = try counter.result(2)
        #expect(sale.finStatus == "AUTHORISED")
        #expect(client.refund(withAmount: 250, currency: "GBP", transaction: sale.eFTTransactionID))
        let refund = try counter.result(3)
        #expect(refund.statusMessage == "REFUND ACCEPTED")
        #expect(
            client.refundReversal(
                withAmount: 250, currency: "GBP", transactionId: refund.eFTTransactionID, options: nil))
        #expect(try counter.result(4).statusMessage == "REVERSAL ACCEPTED")
        #expect(
            client.saleReversal(withAmount: 1250, currency: "GBP", transactionId: sale.eFTTransactionID, options: nil))
        #expect(try counter.result(5).statusMessage == "TRANSACTION VOID")
        #expect(client.saleAndTokenize(withAmount: 300, currency: "GBP"))
        #expect(!(try counter.result(6).CardToken.isEmpty))
        #expect(client.tokenizeCard())
        #expect(!(try counter.result(7).CardToken.isEmpty))
        #expect(client.sale(withAmount: 3000, currency: "GBP", cardholder: true))
        #expect(counter.recorder.log.wait { if case .signature = $0 { true } else { false } })
        client.acceptSignature(true)
        #expect(try counter.result(8).finStatus == "AUTHORISED")
        #expect(client.financeEndOfDay())
        #expect(try counter.result(9).finStatus == "PROCESSED")
        #expect(counter.recorder.strayCalls == 0)
    }

    @Test("is asked for its log, its report, its scanner and what waits", arguments: OutsideReader.Place.allCases)
    func service(place: OutsideReader.Place) throws {
        let counter = try Counter(at: place)
        let client = counter.client
        let log = counter.recorder.log
        #expect(client.retrievePendingTransaction())
        #expect(log.wait { !$0.recovered.isEmpty ? true : nil } == true)
        #expect(counter.recorder.calls.recovered == [nil])
        #expect(client.getEMVConfiguration())
        #expect(log.wait { if case .emvReport(let report) = $0 { !report.isEmpty } else { false } })
        #expect(client.enableScanner())
        client.disableScanner()
        #expect(log.wait { if case .scannerDisabled = $0 { true } else { false } })
        #expect(client.logGetInfo())
        #expect(log.wait { if case .log = $0 { true } else { false } })
    }

    @Test("a cancel while it waits for a card ends the sale", arguments: OutsideReader.Place.allCases)
    func frozen(place: OutsideReader.Place) throws {
        let reader = try OutsideReader(at: place, ["--by-hand"])
        let recorder = Recorder()
        let manager = HeftManager()
        manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
        manager.register(WiredReaderSource(named: [reader.address], folder: nil))
        let device = try #require(manager.connectedCardReaders.first)
        manager.client(for: device, sharedSecret: Shop.secret, delegate: recorder)
        try #require(recorder.log.wait { $0 == .status(0x9999) })
        let client = try #require(recorder.client)
        #expect(client.sale(withAmount: 1250, currency: "GBP", cardholder: true))
        try #require(recorder.log.wait { $0 == .status(0x14) })
        client.cancel()
        let result = try #require(recorder.log.wait { $0.results.first })
        #expect(result.finStatus == "CANCELLED")
    }
}
