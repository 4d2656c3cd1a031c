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
        #expect(result.details.text(.cardTokenizationGUID).utf8.count == 36)
        #expect(result.eftTransactionID != result.details.text(.cardTokenizationGUID))
        let declined = try #require(try bench.pay(1000, options: FinanceOptions(tokenisesCard: true)))
        #expect(declined.details.text(.cardToken).isEmpty)
    }

    @Test("a card has one token, another card another") func tokens() throws {
        var bench = try Bench()
        try bench.connect()
        var tokens: Set<String> = []
        for scheme in TestCard.Scheme.allCases {
            bench.reader.card = TestCard(scheme: scheme, entry: .contactless)
            let alone = try #require(try bench.perform(.tokenise(customerReference: ""))?.financeResult)
            let sale = try #require(try bench.pay(1250, options: FinanceOptions(tokenisesCard: true)))
            #expect(alone.details.text(.cardToken) == sale.details.text(.cardToken))
            #expect(alone.details.text(.cardEntryType) == "NFC")
            tokens.insert(alone.details.text(.cardToken))
        }
        #expect(tokens.count == TestCard.Scheme.allCases.count)
    }

    @Test("a cardholder by hand presents a card for its token, or does not") func tokenByHand() throws {
        var bench = try Bench { $0.cardholder = .manual }
        bench.presses = [.waitingForCard: .swipeCard]
        try bench.connect()
        let result = try #require(try bench.perform(.tokenise(customerReference: "A"))?.financeResult)
        #expect(result.details.text(.cardEntryType) == "MSR")
        bench.presses = [.waitingForCard: .redKey]
        let cancelled = try #require(try bench.perform(.tokenise(customerReference: "A"))?.financeResult)
        #expect(cancelled.outcome == .cancelled)
        #expect(cancelled.details.text(.cardToken).isEmpty)
    }

    private func log(_ bench: inout Bench) throws -> (Status, String) {
        guard case .log(let status, let text)? = try bench.perform(.getLog)?.result else {
            Issue.record("no log came")
            return (.processingError, "")
        }
        return (status, String(decoding: text, as: UTF8.self))
    }

    @Test("the log can be read and emptied") func log() throws {
        var bench = try Bench()
        try bench.connect()
        _ = try bench.pay(1250)
        let (status, text) = try log(&bench)
        #expect(status == .success)
        for part in ["F000", "Waiting for card", "AUTH CODE 005354"] { #expect(text.contains(part), "\(part)") }
        #expect(try bench.perform(.resetLog)?.result == .plain(.success))
        #expect(try log(&bench) == (.noDataAvailable, ""))
        _ = try bench.pay(1000)
        #expect(try log(&bench).1.contains("DECLINED"))
    }

    @Test(
        "the log holds what its level takes",
        arguments: [
            (POSMessage.LogLevel.none, [], ["F000", "DECLINED", "BATTERY", "Waiting"]),
            (.error, ["BATTERY"], ["F000", "DECLINED", "Waiting"]),
            (.info, ["F000", "DECLINED", "BATTERY"], ["Waiting"]),
            (.full, ["F000", "DECLINED", "BATTERY", "Waiting"], []),
            (.debug, ["F000", "DECLINED", "BATTERY", "Waiting"], []),
        ] as [(POSMessage.LogLevel, [String], [String])])
    func logLevel(level: POSMessage.LogLevel, present: [String], absent: [String]) throws {
        var bench = try Bench()
        try bench.connect()
        #expect(try bench.perform(.resetLog)?.result == .plain(.success))
        #expect(try bench.perform(.setLogLevel(level))?.result == .plain(.success))
        _ = try bench.pay(1000)
        bench.reader.configuration.batteryPercent = 1
        _ = try bench.pay(1250)
        let (status, text) = try log(&bench)
        #expect(status == (level == .none ? .noDataAvailable : .success))
        for part in present { #expect(text.contains(part), "\(part)") }
        for part in absent { #expect(!text.contains(part), "\(part)") }
    }

    @Test("the report is a document of every application that the reader takes") func emvReport() throws {
        var bench = try Bench { $0.currencies = [752] }
        try bench.connect()
        guard case .xml(.success, let answer)? = try bench.perform(.getEMVReport)?.result else {
            Issue.record("no answer came")
            return
        }
        #expect(answer.name == "getReportResponse")
        let report = try PayloadXML.parse(Array(try #require(answer.value(of: "Data")).utf8))
        #expect(report.name == "EMVConfiguration")
        #expect(report.child("Terminal")?.value(of: "TransactionCurrencyCode") == "0752")
        #expect(report.child("Terminal")?.value(of: "SerialNumber") == "000012348421")
        let applications = report.children.filter { $0.name == "Application" }
        #expect(
            Set(applications.compactMap { $0.value(of: "Scheme") }) == Set(TestCard.Scheme.allCases.map(\.rawValue)))
        #expect(applications.contains { $0.value(of: "AID") == "A0000000031010" })
        #expect(report.children.contains { $0.name == "PublicKey" && $0.value(of: "RID") == "A000000003" })
    }
}
