import HeftWire
import ReaderSimulator
import Testing

@Suite("Tips") struct TipTests {
    struct Expectation: CustomTestStringConvertible, Sendable {
        var tip: Tip
        var amount: UInt32
        var gratuity: UInt32
        var percentage: String

        var testDescription: String { "\(tip) of \(amount)" }
    }

    static let expectations: [Expectation] = [
        .init(tip: .none, amount: 1250, gratuity: 0, percentage: "0%"),
        .init(tip: .percentage(0), amount: 1250, gratuity: 0, percentage: "0%"),
        .init(tip: .percentage(10), amount: 1250, gratuity: 125, percentage: "10%"),
        .init(tip: .percentage(15), amount: 3333, gratuity: 500, percentage: "15%"),
        .init(tip: .percentage(15), amount: 1, gratuity: 1, percentage: "15%"),
        .init(tip: .amount(400), amount: 3333, gratuity: 400, percentage: "13%"),
        .init(tip: .amount(4734), amount: 1200, gratuity: 4734, percentage: "395%"),
        .init(tip: .amount(625), amount: 1250, gratuity: 625, percentage: "50%"),
        .init(tip: .percentage(10), amount: 4_294_967_290, gratuity: 5, percentage: "10%"),
    ]

    @Test("a tip is added to the amount, rounded up", arguments: expectations)
    func tip(expected: Expectation) throws {
        var bench = try Bench { $0.tip = expected.tip }
        try bench.connect()
        let result = try #require(try bench.pay(expected.amount))
        let total = expected.amount + expected.gratuity
        #expect(bench.codes.prefix(2) == [0x1C, 0x14])
        #expect(bench.statuses.first?.isCancelAllowed == true)
        #expect(result.outcome == .authorised)
        #expect(result.details.minorUnits(.requestedAmount) == Int64(expected.amount))
        #expect(result.details.minorUnits(.gratuityAmount) == Int64(expected.gratuity))
        #expect(result.details.text(.gratuityPercentage) == expected.percentage)
        #expect(result.details.minorUnits(.totalAmount) == Int64(total))
        #expect(result.response.authorisedAmountMinor == total)
        #expect(bench.saved.host.transaction(result.eftTransactionID)?.authorisedMinor == total)
    }

    @Test("both copies name amount, tip and total") func receipt() throws {
        var bench = try Bench { $0.tip = .percentage(15) }
        try bench.connect()
        let result = try #require(try bench.pay(3333))
        for copy in [result.response.merchantReceipt, result.response.customerReceipt] {
            let text = String(decoding: copy, as: UTF8.self)
            for part in ["33.33 GBP", "TIP", "5.00 GBP", "TOTAL", "38.33 GBP"] { #expect(text.contains(part)) }
        }
    }

    @Test("the cardholder by hand gives one, gives none, or cancels") func byHand() throws {
        var bench = try Bench {
            $0.tip = .percentage(50)
            $0.cardholder = .manual
        }
        bench.presses = [.tipInput: .giveTip(.amount(200)), .waitingForCard: .tapCard]
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).details.minorUnits(.totalAmount) == 1450)
        bench.presses[.tipInput] = .greenKey
        #expect(try #require(try bench.pay(1250)).details.minorUnits(.totalAmount) == 1250)
        bench.presses[.tipInput] = .redKey
        #expect(try #require(try bench.pay(1250)).response.status == .userCancelled)
        bench.presses[.tipInput] = nil
        #expect(try #require(try bench.pay(1250)).response.status == .inputTimeout)
        #expect(bench.saved.host.transactions.map(\.authorisedMinor) == [1450, 1250])
    }

    @Test("the amount decides as without a tip, and what is still due has the tip in it") func amounts() throws {
        var bench = try Bench { $0.tip = .amount(100) }
        try bench.connect()
        #expect(try #require(try bench.pay(1000)).outcome == .declined)
        let part = try #require(try bench.pay(3757))
        #expect(part.outcome == .partiallyApproved)
        #expect(part.response.authorisedAmountMinor == 2000)
        #expect(part.details.minorUnits(.totalAmount) == 2000)
        #expect(part.details.minorUnits(.dueAmount) == 1857)
    }

    @Test("a reversal is of the total, and no refund asks for a tip") func reversal() throws {
        var bench = try Bench { $0.tip = .amount(100) }
        try bench.connect()
        let id = try #require(try bench.pay(1250)).eftTransactionID
        #expect(try #require(try bench.pay(1250, .saleReversal, id: id)).outcome == .declined)
        #expect(try #require(try bench.pay(1350, .saleReversal, id: id)).outcome == .authorised)
        let before = bench.codes.count
        #expect(try #require(try bench.pay(500, .refund)).details.minorUnits(.totalAmount) == 500)
        #expect(!bench.codes.dropFirst(before).contains(0x1C))
    }

    @Test("a tip survives a link that is lost", arguments: SimulatedReader.Configuration.HostTraffic.allCases)
    func recovered(traffic: SimulatedReader.Configuration.HostTraffic) throws {
        var bench = try Bench {
            $0.tip = .amount(100)
            $0.hostTraffic = traffic
        }
        try bench.connect()
        bench.reader.nextPayment = .linkLost
        #expect(try bench.pay(1250) == nil)
        var next = try Bench(books: bench.saved)
        try next.connect()
        let (_, result) = try #require(try next.recover())
        #expect(result.outcome == .authorised)
        #expect(result.details.minorUnits(.totalAmount) == 1350)
        #expect(result.response.authorisedAmountMinor == 1350)
    }
}
