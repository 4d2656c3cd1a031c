import HeftWire
import ReaderSimulator
import Testing

@Suite("A pending result") struct RecoveryTests {
    /// A reader that holds an approval of 12.34 which the till has not seen.
    private func bench(_ policy: SimulatedReader.Configuration.PendingPolicy) throws -> Bench {
        var bench = try Bench { $0.pendingPolicy = policy }
        try bench.connect()
        bench.reader.nextPayment = .linkLost
        #expect(try bench.pay(1234) == nil)
        try bench.connect()
        #expect(bench.isPending)
        return bench
    }

    @Test("a new payment discards it") func discard() throws {
        var bench = try bench(.discard)
        #expect(try #require(try bench.pay(555)).outcome == .authorised)
        #expect(try bench.recover()?.0 == .nothingPending)
    }

    @Test("a new payment is answered with it where the reader is of that kind") func answerWithIt() throws {
        var bench = try bench(.answerWithIt)
        let order = ReaderOperation.FinanceOrder(amountMinor: 555, currency: CurrencyNumber(.gbp))
        guard case .answeredByEarlier(let earlier)? = try bench.perform(.finance(.sale, order))?.result else {
            Issue.record("the earlier result did not come back")
            return
        }
        #expect(earlier.details.isRecovered)
        #expect(earlier.details.minorUnits(.requestedAmount) == 1234)
        #expect(bench.saved.pending == nil)
        #expect(bench.saved.host.transactions.count == 1)
        #expect(try #require(try bench.pay(555)).outcome == .authorised)
    }

    @Test("it survives operations that move no money") func survives() throws {
        var bench = try bench(.discard)
        _ = try bench.perform(.getLog)
        _ = try bench.perform(.update)
        _ = try bench.perform(.tokenise(customerReference: ""))
        #expect(try bench.recover()?.0 == .recovered)
    }

    @Test("a reader that clears it late still has it after a till that acknowledged it was killed") func late() throws {
        var bench = try Bench { $0.resultClearing = .whenNextRequestArrives }
        try bench.connect()
        let first = try #require(try bench.pay(1234))
        try bench.connect()
        #expect(bench.isPending)
        let (recovery, result) = try #require(try bench.recover())
        #expect(recovery == .recovered)
        #expect(result.eftTransactionID == first.eftTransactionID)
        _ = try bench.perform(.getLog)
        #expect(bench.saved.pending == nil)
    }

    @Test("a request that arrives after the reader gave its payment up takes nothing") func lateRequest() throws {
        var bench = try Bench()
        try bench.connect()
        bench.isBankReachable = false
        let result = try #require(try bench.pay(1250))
        #expect(result.response.status == .requestAuthorisationTimeout)
        var request = HostRequest(kind: .sale, batch: 1, date: Bench.start, terminal: "1")
        request.id = result.eftTransactionID
        request.amountMinor = 1250
        request.currency = 826
        let (_, answer, _) = bench.reader.respondAsHost(to: request.http(host: "bank.example"))
        guard case .response(let bytes) = answer else {
            Issue.record("the host was silent")
            return
        }
        #expect(HostReply(http: bytes)?.result == .abandoned)
    }

    // MARK: Power cuts

    struct Story: CustomTestStringConvertible, Sendable {
        var amount: UInt32
        var kind = ReaderOperation.FinanceKind.sale
        var choice: NextPayment?
        var isCancelled = false
        var cashierAccepts = true

        var testDescription: String { "\(kind) \(amount) \(choice?.rawValue ?? "")" }
    }

    static let stories: [Story] = [
        .init(amount: 1250), .init(amount: 1000), .init(amount: 2000), .init(amount: 3000), .init(amount: 3757),
        .init(amount: 3000, cashierAccepts: false), .init(amount: 3768), .init(amount: 1250, isCancelled: true),
        .init(amount: 9001), .init(amount: 9005), .init(amount: 9999), .init(amount: 1250, kind: .refund),
        .init(amount: 1250, choice: .linkLost), .init(amount: 1250, choice: .bankSilent),
    ]

    /// Runs a story until the books were written so often; nil once it ends before.
    private func cut(_ story: Story, after persists: Int) throws -> Bench? {
        var bench = try Bench()
        bench.cutAfterPersists = persists
        if story.isCancelled { bench.cancelsAt = .waitingForCard }
        bench.cashier = story.cashierAccepts ? .accepts : .rejects
        try bench.connect()
        bench.reader.nextPayment = story.choice
        let order = ReaderOperation.FinanceOrder(amountMinor: story.amount, currency: CurrencyNumber(.gbp))
        try bench.perform(.finance(story.kind, order))
        bench.settle()
        return bench.isCut ? bench : nil
    }

    @Test("killed whenever its books were written, the reader tells the truth at the next start", arguments: stories)
    func powerCut(story: Story) throws {
        var cuts = 0
        while let before = try cut(story, after: cuts + 1) {
            cuts += 1
            var bench = try Bench(seed: 2, books: before.saved)
            try bench.connect(seed: 2)
            let host = { (bench: Bench) in bench.saved.host.transactions.first { $0.stands } }
            #expect(bench.saved.inFlight == nil)
            guard bench.isPending else {
                // The till had acknowledged the result, or the cut came before any payment.
                #expect(before.saved.inFlight == nil)
                #expect(before.saved.pending == nil)
                continue
            }
            let (recovery, result) = try #require(try bench.recover())
            #expect(recovery == .recovered)
            let stands = host(bench)
            #expect((result.outcome == .authorised || result.outcome == .partiallyApproved) == (stands != nil))
            #expect(result.response.authorisedAmountMinor == (stands?.authorisedMinor ?? 0))
            #expect(result.outcome != .undefined)
            #expect(bench.saved.pending == nil)
            #expect(bench.saved.payments.count == 1)
        }
        #expect(cuts >= 3)
    }
}
