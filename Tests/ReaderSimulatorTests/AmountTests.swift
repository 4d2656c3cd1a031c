import HeftWire
import ReaderSimulator
import Testing

@Suite("Amounts with a meaning") struct AmountTests {
    struct Expectation: CustomTestStringConvertible, Sendable {
        var amount: UInt32
        var outcome: FinancialStatus
        var byte: UInt8
        var status: UInt16
        var authorised: UInt32 = 0
        var error = ""

        var testDescription: String { "\(amount)" }
    }

    static let sales: [Expectation] = [
        .init(amount: 1000, outcome: .declined, byte: 2, status: 0x01, error: "Declined by its amount."),
        .init(amount: 2000, outcome: .cancelled, byte: 5, status: 0x12),
        .init(amount: 3000, outcome: .authorised, byte: 1, status: 0x01, authorised: 3000),
        .init(
            amount: 3779, outcome: .declined, byte: 2, status: 0x01, error: "Issuer response code 01: refer to issuer."),
        .init(
            amount: 3784, outcome: .declined, byte: 2, status: 0x01, error: "Issuer response code 05: not authorised."),
        .init(amount: 3793, outcome: .declined, byte: 2, status: 0x01, error: "Issuer response code 04: pick up card."),
        .init(amount: 3757, outcome: .partiallyApproved, byte: 1, status: 0x01, authorised: 2000),
        .init(
            amount: 3768, outcome: .failed, byte: 4, status: 0x29, error: "The bank could not be asked in time."),
        .init(amount: 7999, outcome: .authorised, byte: 1, status: 0x01, authorised: 7999),
        .init(amount: 10_000, outcome: .authorised, byte: 1, status: 0x01, authorised: 10_000),
        .init(amount: 4_294_967_295, outcome: .authorised, byte: 1, status: 0x01, authorised: 4_294_967_295),
    ]

    @Test("a sale ends by its amount", arguments: sales) func sale(expected: Expectation) throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.pay(expected.amount))
        #expect(result.outcome == expected.outcome)
        #expect(result.response.financialStatus == expected.byte)
        #expect(result.response.status.code == expected.status)
        #expect(result.response.authorisedAmountMinor == expected.authorised)
        if !expected.error.isEmpty { #expect(result.details.text(.errorMessage) == expected.error) }
        #expect(bench.reader.books.pending == nil)
        #expect(try bench.recover()?.0 == .nothingPending)
        let host = bench.saved.host.transaction(result.eftTransactionID)
        #expect((host?.stands == true ? host?.authorisedMinor : 0) == expected.authorised)
    }

    @Test("a partial approval names what was taken and what is still due") func partial() throws {
        var bench = try Bench()
        try bench.connect()
        let details = try #require(try bench.pay(3757)).details
        #expect(details.text(.financialStatus) == "PARTIAL_APPROVAL")
        #expect(details.minorUnits(.requestedAmount) == 3757)
        #expect(details.minorUnits(.totalAmount) == 2000)
        #expect(details.minorUnits(.dueAmount) == 1757)
    }

    @Test(
        "the amounts of refunds mean the same, but for those that the issuer decides",
        arguments: [
            (1000, FinancialStatus.declined), (2000, .cancelled), (3000, .authorised), (3757, .authorised),
            (3768, .authorised), (3779, .authorised), (5, .authorised),
        ] as [(UInt32, FinancialStatus)])
    func refund(amount: UInt32, outcome: FinancialStatus) throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.pay(amount, .refund))
        #expect(result.outcome == outcome)
        #expect(result.details.text(.transactionType) == "REFUND")
        if outcome == .authorised { #expect(result.details.text(.statusMessage) == "REFUND ACCEPTED") }
    }

    @Test("a link amount means nothing for a reversal") func reversal() throws {
        var bench = try Bench()
        bench.reader.nextPayment = .approved
        try bench.connect()
        let sale = try #require(try bench.pay(9005))
        let reversal = try #require(try bench.pay(9005, .saleReversal, id: sale.eftTransactionID))
        #expect(reversal.outcome == .authorised)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var amount: UInt32
        var text: String
        /// From the request to the till's error.
        var seconds: Int
        var outcome = FinancialStatus.authorised

        var testDescription: String { "\(amount)" }
    }

    static let faults: [Fault] = [
        .init(amount: 8000, text: "Timeout on response", seconds: 15),
        .init(amount: 8042, text: "Timeout on response", seconds: 57),
        .init(amount: 8099, text: "Timeout on response", seconds: 114),
        .init(amount: 9001, text: "Timeout on ack", seconds: 20),
        .init(amount: 9002, text: "Timeout on response", seconds: 15),
        .init(amount: 9003, text: "Timeout on finance request", seconds: 300),
        .init(amount: 9004, text: "Communication error 5555 where a frame is due", seconds: 0),
        .init(amount: 9005, text: "Connection broken", seconds: 0),
        .init(
            amount: 8100, text: "Communication error 5555 where a frame is due", seconds: 0, outcome: .declined),
        .init(
            amount: 9006, text: "Communication error 5555 where a frame is due", seconds: 0, outcome: .declined),
        .init(
            amount: 9999, text: "Communication error 5555 where a frame is due", seconds: 0, outcome: .declined),
    ]

    @Test(
        "a link amount breaks the wire, and its result waits on the next connection", arguments: faults,
        [ReaderOperation.FinanceKind.sale, .refund])
    func link(fault: Fault, kind: ReaderOperation.FinanceKind) throws {
        var bench = try Bench()
        try bench.connect()
        let order = ReaderOperation.FinanceOrder(amountMinor: fault.amount, currency: CurrencyNumber(.gbp))
        let completion = try #require(try bench.perform(.finance(kind, order)))
        #expect(completion.failure?.text == fault.text)
        #expect(completion.wasRelayedToBank)
        #expect(bench.clock == .seconds(fault.seconds))
        #expect(!bench.isLinkOpen)

        try bench.connect()
        #expect(bench.isPending)
        let (recovery, result) = try #require(try bench.recover())
        #expect(recovery == .recovered)
        #expect(result.outcome == fault.outcome)
        #expect(result.details.minorUnits(.requestedAmount) == Int64(fault.amount))
        #expect(result.response.authorisedAmountMinor == (fault.outcome == .authorised ? fault.amount : 0))
        #expect(try bench.recover()?.0 == .nothingPending)
        try bench.connect()
        #expect(!bench.isPending)
    }

    @Test(
        "a reader that plays a fault drops the link by itself when the till does not",
        arguments: [(8000, 16), (8020, 36), (9001, 21), (9002, 16), (9003, 301), (9004, 0)] as [(UInt32, Int)])
    func dropsByItself(amount: UInt32, seconds: Int) throws {
        var bench = try Bench()
        try bench.connect()
        bench.isTillTimed = false
        #expect(try bench.pay(amount) == nil)
        bench.settle()
        #expect(!bench.isLinkOpen)
        #expect(bench.clock == .seconds(seconds))
    }

    @Test(
        "the panel's choice wins over the amount",
        arguments: [
            (NextPayment.approved, 1000, FinancialStatus.authorised, 0x01),
            (.approvedWithSignature, 1000, .authorised, 0x01), (.declined, 1234, .declined, 0x01),
            (.partlyApproved, 1234, .partiallyApproved, 0x01), (.cancelledByCardholder, 1234, .cancelled, 0x12),
            (.batteryTooLow, 1234, .failed, 0x31), (.bankSilent, 1234, .failed, 0x2C),
        ] as [(NextPayment, UInt32, FinancialStatus, UInt16)])
    func choice(choice: NextPayment, amount: UInt32, outcome: FinancialStatus, status: UInt16) throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.nextPayment = choice
        let result = try #require(try bench.pay(amount))
        #expect(result.outcome == outcome)
        #expect(result.response.status.code == status)
        #expect(bench.signatures.count == (choice == .approvedWithSignature ? 1 : 0))
        #expect(try #require(try bench.pay(555)).outcome == .authorised)
    }

    @Test("a bank that takes the money in silence can be asked through the reader") func silentBank() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.nextPayment = .bankSilent
        let lost = try #require(try bench.pay(1234))
        #expect(lost.response.status == .responsePaymentTimeout)
        let (recovery, result) = try #require(try bench.recover())
        #expect(recovery == .recovered)
        #expect(result.outcome == .authorised)
        #expect(result.eftTransactionID == lost.eftTransactionID)
        #expect(bench.saved.pending == nil)
    }

    @Test("a link that is lost after the bank was asked leaves an approval on the reader") func linkLost() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.nextPayment = .linkLost
        let order = ReaderOperation.FinanceOrder(amountMinor: 1234, currency: CurrencyNumber(.gbp))
        let completion = try #require(try bench.perform(.finance(.sale, order)))
        #expect(completion.failure == .closed("test"))
        #expect(completion.wasRelayedToBank)
        try bench.connect()
        #expect(bench.isPending)
        #expect(try bench.recover()?.1.outcome == .authorised)
        #expect(bench.saved.host.transactions.count == 1)
    }
}
