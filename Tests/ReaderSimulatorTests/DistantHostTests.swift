import HeftWire
import ReaderSimulator
import Testing

@Suite("A reader whose host keeps its own books") struct DistantHostTests {
    private func bench(
        _ traffic: SimulatedReader.Configuration.HostTraffic = .connection
    ) throws -> Bench {
        var bench = try Bench {
            $0.hostBooks = .elsewhere
            $0.hostTraffic = traffic
        }
        bench.bank = TestHost()
        try bench.connect()
        return bench
    }

    @Test(
        "ends a payment by what the host says, and the reader's own books of a host stay empty",
        arguments: SimulatedReader.Configuration.HostTraffic.allCases)
    func approved(traffic: SimulatedReader.Configuration.HostTraffic) throws {
        var bench = try bench(traffic)
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(try #require(try bench.pay(1000)).outcome == .declined)
        #expect(bench.bank?.transactions.map(\.result) == [.approved, .declined])
        #expect(bench.saved.host == TestHost())
    }

    @Test(
        "does not know what became of a payment whose answer is lost, and does not pretend to later",
        arguments: SimulatedReader.Configuration.HostTraffic.allCases)
    func lostAnswer(traffic: SimulatedReader.Configuration.HostTraffic) throws {
        var bench = try bench(traffic)
        bench.losesBankAnswers = true
        let result = try #require(try bench.pay(1250))
        #expect(result.outcome == .undefined)
        #expect(result.response.status == .responsePaymentTimeout)
        #expect(try #require(bench.bank).transaction(result.eftTransactionID)?.stands == true)
        #expect(try bench.recover()?.0 == .nothingPending)
    }

    @Test("a rejected signature reverses the payment at the host", arguments: [true, false])
    func rejectedSignature(isAnswered: Bool) throws {
        var bench = try bench()
        bench.cashier = .rejects
        if !isAnswered { bench.losesBankAnswersAt = .waitingSignature }
        let result = try #require(try bench.pay(3000))
        #expect(result.outcome == (isAnswered ? .declined : .undefined))
        let payments = try #require(bench.bank).transactions
        #expect(payments.map(\.kind) == [.sale, .saleReversal])
        #expect(payments.map(\.isReversed) == [true, false])
        #expect(payments.last?.originalID == payments.first?.id)
    }

    @Test("a lost link after the host was asked leaves a result that is unknown") func lostLink() throws {
        var bench = try bench()
        bench.reader.nextPayment = .linkLost
        #expect(try bench.pay(1250) == nil)
        try bench.connect()
        #expect(bench.isPending)
        let (recovery, result) = try #require(try bench.recover())
        #expect(recovery == .recovered)
        #expect(result.outcome == .undefined)
        #expect(bench.bank?.transactions.count == 1)
    }
}
