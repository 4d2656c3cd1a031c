import HeftKit
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("What the reader is asked beside the books") struct DeskServiceTests {
    static let services: [ReaderService] = [
        .scan(ReaderService.ScannerMode()), .readLog, .emptyLog, .setLogLevel(.debugging), .readEMVReport,
    ]

    @Test("it starts at once, without an entry in the books", arguments: services) func start(service: ReaderService) {
        var shop = Shop.ready()
        let effects = shop.give(.serve(service))
        #expect(effects.starts == [service.operation])
        #expect(shop.books.records.isEmpty)
        #expect(!shop.desk.isBusyWithMoney && shop.desk.mayEnd)
    }

    @Test("nothing else starts before it is over", arguments: services) func busy(service: ReaderService) {
        var shop = Shop.ready()
        shop.give(.serve(service))
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals == [.busy])
        #expect(shop.give(.serve(.readLog)).refusals == [.busy])
        #expect(shop.give(.askReader).refusals == [.busy])
        #expect(shop.books.records.isEmpty)
    }

    @Test("it does not start before the reader was asked for what it may hold", arguments: services)
    func notAsked(service: ReaderService) {
        var shop = Shop([.inDoubt()], asksByItself: false)
        shop.connect()
        let effects = shop.give(.serve(service))
        #expect(effects.refusals == [.readerNotAsked])
        #expect(effects.starts.isEmpty)
    }

    @Test("it needs a reader", arguments: services) func offline(service: ReaderService) {
        var shop = Shop()
        #expect(shop.give(.serve(service)).refusals == [.notConnected])
    }

    @Test("sales go on once it is over, however it ended", arguments: services) func goOn(service: ReaderService) {
        for result in [
            ReaderSession.OperationResult.plain(.success), .plain(.invalidData), .log(.success, text: []),
            .xml(.success, PayloadXML.Element("other")),
        ] {
            var shop = Shop.ready()
            shop.give(.serve(service))
            shop.give(.finished(completion(result, of: service.operation)))
            #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals.isEmpty)
            #expect(shop.books.records.count == 1)
        }
    }

    @Test("the scanner is switched off by the cashier, the others are not") func cancel() {
        var shop = Shop.ready()
        shop.give(.serve(.scan(ReaderService.ScannerMode())))
        #expect(shop.give(.cancel) == [.cancelOperation])
        shop = .ready()
        shop.give(.serve(.readLog))
        #expect(shop.give(.cancel).isEmpty)
    }

    @Test("a lost link ends it, and the desk comes back by itself") func lostLink() {
        var shop = Shop.ready()
        shop.give(.serve(.readLog))
        let effects = shop.give(.linkEnded(.broken))
        #expect(effects.notices.contains(.served(.readLog, .linkLost)))
        #expect(effects.contains(.reconnect(afterSeconds: 0)))
    }

    @Test("a result of money that comes meanwhile is kept") func unclaimed() {
        var shop = Shop.ready()
        shop.give(.serve(.scan(ReaderService.ScannerMode())))
        let effects = shop.give(.unclaimed(answer(.authorised, amount: money(500), id: guid)))
        #expect(effects.contains { if case .recordLate = $0 { true } else { false } })
    }

    @Test("an operation that the reader does not take leaves it ready") func refused() {
        var shop = Shop.ready()
        shop.give(.serve(.readLog))
        #expect(shop.give(.startRefused(.busy)).refusals == [.reader(.busy)])
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals.isEmpty)
    }

    @Test("the answers are told apart") func answers() {
        func said(_ service: ReaderService, _ result: ReaderSession.OperationResult) -> ReaderService.Answer {
            ReaderService.Answer(completion(result, of: service.operation))
        }
        let scan = ReaderService.scan(ReaderService.ScannerMode())
        let off = PayloadXML.Element("enableScannerResponse")
        #expect(said(scan, .xml(.success, off)) == .scannerOff)
        #expect(said(scan, .xml(.posCancelled, off)) == .scannerOff)
        #expect(said(scan, .xml(.scannerIsNotSupported, off)) == .noScanner)
        #expect(said(.readLog, .log(.success, text: Array("a\nb".utf8))) == .text("a\nb"))
        #expect(said(.readLog, .log(.noDataAvailable, text: [])) == .text(""))
        #expect(said(.emptyLog, .plain(.success)) == .done)
        #expect(said(.readLog, .failed(.broken, .delivered)) == .linkLost)
        let data = PayloadXML.Element("Data", text: "<A/>")
        let report = PayloadXML.Element("getReportResponse", children: [data])
        #expect(said(.readEMVReport, .xml(.success, report)) == .text("<A/>"))
        #expect(said(.readEMVReport, .plain(.invalidData)) == .notDone(Status.invalidData.sentence))
    }

    @Test("a reader that restarts takes no sale until it is back, and what it answered is kept first") func restart()
        throws
    {
        var shop = Shop.ready()
        shop.give(.perform(.service(.update)))
        var result = answer(.processed)
        result.response.isRestarting = true
        shop.finish(result, wasRelayed: false)
        #expect(try #require(shop.last).outcome?.verdict == .processed)
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals == [.readerRestarting])
        shop.give(.linkEnded(.broken))
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals.isEmpty)
    }

    @Test("an update that has not moved for three minutes may be left, and selling goes on") func still() throws {
        var shop = Shop.ready()
        shop.give(.perform(.service(.update)))
        shop.give(.status(status(.waitingForCard)))
        shop.clock += 179_000
        #expect(shop.give(.cancel) == [.notify(.cancelNotPossible)])
        shop.clock += 2000
        let effects = shop.give(.cancel)
        #expect(effects.contains(.disconnect))
        #expect(effects.contains(.reconnect(afterSeconds: 0)))
        let outcome = try #require(shop.last?.outcome)
        #expect(outcome.verdict == .failed && outcome.settledBy == .noAnswer)
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals.isEmpty)
    }

    @Test("a sale is never left, however long nothing is heard of it") func sale() {
        var shop = Shop.selling()
        shop.clock += 3_600_000
        #expect(shop.give(.cancel) == [.notify(.cancelNotPossible)])
    }

    @Test("a reader that said so and stays takes sales again after a minute") func stays() {
        var shop = Shop.ready()
        shop.give(.perform(.service(.update)))
        var result = answer(.processed)
        result.response.isRestarting = true
        shop.finish(result, wasRelayed: false)
        shop.clock += Desk.restartWindow
        #expect(shop.give(.charge(SaleRequest(amount: money(1250)))).refusals.isEmpty)
    }
}
