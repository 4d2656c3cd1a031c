import HeftWire
import ReaderSimulator
import Testing

@Suite("Operations without a payment") struct OtherOperationTests {
    @Test(
        "days and updates are processed",
        arguments: [
            (ReaderOperation.startOfDay, "START OF DAY"), (.endOfDay, "END OF DAY"), (.update, "HOST_INIT"),
        ])
    func days(operation: ReaderOperation, type: String) throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.perform(operation)?.financeResult)
        #expect(result.outcome == .processed)
        #expect(result.details.text(.transactionType) == type)
        #expect(!result.response.isRestarting)
        #expect(bench.saved.batch == (operation == .endOfDay ? 2 : 1))
    }

    @Test("an update that restarts says so, drops the link and comes back") func restart() throws {
        var bench = try Bench { $0.restartsAfterUpdate = true }
        try bench.connect()
        let result = try #require(try bench.perform(.update)?.financeResult)
        #expect(result.response.isRestarting)
        #expect(result.outcome == .processed)
        bench.settle()
        #expect(!bench.isLinkOpen)
        #expect(bench.clock == .seconds(2))
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }

    @Test("a card is tokenised without money") func tokenise() throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.perform(.tokenise(customerReference: "A&B"))?.financeResult)
        #expect(result.outcome == .authorised)
        #expect(result.details.root == "CardTokenizationResponse")
        #expect(result.details.text(.cardToken).utf8.count == 32)
        #expect(result.details.text(.customerReference) == "A&B")
        #expect(result.eftTransactionID.utf8.count == 36)
        #expect(bench.saved.payments.isEmpty)
    }

    @Test("a sale that tokenises brings the token, and only then") func saleAndTokenise() throws {
        var bench = try Bench()
        try bench.connect()
        let plain = try #require(try bench.pay(1250))
        #expect(plain.details.text(.cardToken).isEmpty)
        let result = try #require(try bench.pay(1250, options: FinanceOptions(tokenisesCard: true)))
        #expect(result.details.text(.transactionType) == "SALE_AND_TOKENIZE_CARD")
        #expect(result.details.text(.cardToken).utf8.count == 32)
    }

    @Test("the log can be read and emptied") func log() throws {
        var bench = try Bench()
        try bench.connect()
        _ = try bench.pay(1250)
        guard case .log(let status, let text)? = try bench.perform(.getLog)?.result else {
            Issue.record("no log came")
            return
        }
        #expect(status == .success)
        #expect(String(decoding: text, as: UTF8.self).contains("AUTH CODE 005354"))
        #expect(try bench.perform(.resetLog)?.result == .plain(.success))
        guard case .log(_, let rest)? = try bench.perform(.getLog)?.result else {
            Issue.record("no log came")
            return
        }
        #expect(!String(decoding: rest, as: UTF8.self).contains("AUTH CODE"))
    }

    @Test("this reader has no scanner, and a report of its cards") func xml() throws {
        var bench = try Bench()
        try bench.connect()
        guard case .xml(let status, let root)? = try bench.perform(.enableScanner(.init()))?.result else {
            Issue.record("no answer came")
            return
        }
        #expect(status == .scannerIsNotSupported)
        #expect(root.name == "enableScannerResponse")
        guard case .xml(.success, let report)? = try bench.perform(.getEMVReport)?.result else {
            Issue.record("no answer came")
            return
        }
        #expect(report.value(of: "Data")?.contains("A0000000031010") == true)
    }
}
