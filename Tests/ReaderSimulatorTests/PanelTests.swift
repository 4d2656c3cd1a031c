import Dispatch
import HeftTransport
import HeftWire
import ReaderSimulator
import Synchronization
import Testing

@Suite("What a panel sets on the reader") struct PanelTests {
    @Test("a plain approval is by chip and PIN, whatever card lies ready", arguments: TestCard.Entry.allCases)
    func plainApproval(entry: TestCard.Entry) throws {
        var bench = try Bench()
        bench.reader.card = TestCard(scheme: .mastercard, entry: entry)
        bench.reader.nextPayment = .approved
        try bench.connect()
        let result = try #require(try bench.pay(1000))
        #expect(result.outcome == .authorised)
        #expect(result.details.text(.cardEntryType) == "ICC")
        #expect(result.details.text(.verificationMethod) == "PIN")
        #expect(result.details.text(.cardSchemeName) == "MASTERCARD")
        // The choice was for one payment.
        #expect(bench.reader.setup.nextPayment == nil)
        #expect(try #require(try bench.pay(1000)).details.text(.cardEntryType) == entry.rawValue)
    }

    @Test("a bank that is delayed answers later, once") func bankDelay() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.faults.bankDelay = .seconds(20)
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(bench.clock == .seconds(20))
        #expect(bench.reader.setup.faults == SimulatedReader.Faults())
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(bench.clock == .seconds(20))
    }

    @Test("a bank that is delayed beyond its time-out leaves the payment to be recovered") func bankTooLate() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.faults.bankDelay = .seconds(31)
        let result = try #require(try bench.pay(1250))
        #expect(result.response.status == .responsePaymentTimeout)
        #expect(try bench.recover()?.1.outcome == .authorised)
        #expect(bench.saved.host.transactions.count == 1)
    }

    @Test(
        "a reader whose power fails comes back with the truth",
        arguments: [(Status.waitingForCard, FinancialStatus.cancelled), (.waitingHostReceive, .authorised)])
    func restart(status: Status, outcome: FinancialStatus) throws {
        var bench = try Bench { $0.restartSeconds = 5 }
        try bench.connect()
        bench.restartsAt = status
        #expect(try bench.pay(1250) == nil)
        #expect(bench.reader.isRestarting)
        bench.settle()
        #expect(!bench.reader.isRestarting)
        try bench.connect()
        #expect(bench.isPending)
        #expect(try bench.recover()?.1.outcome == outcome)
    }

    @Test("a wrong PIN is asked for again without a word to the till, and the third one blocks the card")
    func wrongPIN() throws {
        var bench = try Bench { $0.cardholder = .manual }
        try bench.connect()
        try bench.start(.finance(.sale, .init(amountMinor: 1250, currency: CurrencyNumber(.gbp))))
        bench.press(.insertCard)
        bench.press(.greenKey)
        let statuses = bench.codes
        bench.press(.wrongPIN)
        #expect(bench.screens.last == ["12.50 GBP", "WRONG PIN, 2 LEFT", "ENTER PIN"])
        bench.press(.wrongPIN)
        #expect(bench.screens.last == ["12.50 GBP", "WRONG PIN, 1 LEFT", "ENTER PIN"])
        #expect(bench.codes == statuses && bench.completions.isEmpty)
        bench.press(.wrongPIN)
        let result = try #require(bench.completions.first?.financeResult)
        #expect(result.response.status == .cardBlocked)
        #expect(result.outcome == .failed)
        #expect(bench.saved.host.transactions.isEmpty)
    }

    @Test("a right PIN after a wrong one pays") func rightPIN() throws {
        var bench = try Bench { $0.cardholder = .manual }
        try bench.connect()
        bench.presses = [.waitingForCard: .insertCard, .applicationSelection: .greenKey, .pinInput: .wrongPIN]
        try bench.start(.finance(.sale, .init(amountMinor: 1250, currency: CurrencyNumber(.gbp))))
        bench.press(.greenKey)
        #expect(bench.completions.first?.financeResult?.outcome == .authorised)
    }

    @Test("a seed makes the numbers of a run the same, on the same books") func seed() throws {
        func ids(_ seed: UInt64) throws -> [String] {
            var bench = try Bench(seed: 99)
            bench.reader.begin(seed: seed)
            #expect(bench.reader.setup.seed == seed)
            try bench.connect()
            return try [1250, 900].map { try #require(try bench.pay($0)).eftTransactionID }
        }
        #expect(try ids(7) == ids(7))
        #expect(try ids(7) != ids(8))
        #expect(Set(try ids(7)).count == 2)
    }

    @Test("two readers of one seed never name two payments alike") func seedOfTwoReaders() throws {
        func ids(_ serialNumber: String) throws -> [String] {
            var books = ReaderBooks()
            books.serialNumber = serialNumber
            var bench = try Bench(books: books)
            bench.reader.begin(seed: 7)
            try bench.connect()
            return try [1250, 900].map { try #require(try bench.pay($0)).eftTransactionID }
        }
        #expect(try ids("000012348422") == ids("000012348422"))
        let all = try ["000012348421", "000012348422", "900012348421"].flatMap(ids)
        #expect(Set(all).count == 6)
    }
}

@Suite("What the reader's port tells a panel") struct PanelEventTests {
    private func port() throws -> SimulatedReaderPort {
        let configuration = SimulatedReader.Configuration(secret: try SharedSecret(Bench.secretText))
        let reader = SimulatedReader(configuration: configuration, seed: 3, now: { Bench.start })
        return SimulatedReaderPort(reader, scheduler: DispatchTimers())
    }

    /// What is told until everything that was called before is done.
    private func events(
        _ port: SimulatedReaderPort, _ body: (SimulatedReaderPort) -> Void
    ) -> [SimulatedReaderPort.Event] {
        let seen = Mutex<[SimulatedReaderPort.Event]>([])
        port.observe { event in seen.withLock { $0.append(event) } }
        body(port)
        let done = DispatchSemaphore(value: 0)
        port.books { _ in done.signal() }
        done.wait()
        return seen.withLock { $0 }
    }

    @Test("an observer learns first what is set and shown, then what was changed") func changes() throws {
        let events = events(try port()) { port in
            port.adjust { $0.nextPayment = .declined }
            port.adjust { $0.nextPayment = .declined }
        }
        guard case .setup(var first, false)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(first.seed == 3)
        #expect(events.dropFirst().first == .display(["SIMULATED READER", "READY"]))
        first.nextPayment = .declined
        #expect(Array(events.dropFirst(2)) == [.setup(first, isByItself: false)])
    }

    @Test("a key that the reader does not wait for is passed over, and said to be") func passedOver() throws {
        let events = events(try port()) { $0.press(.greenKey) }
        #expect(events.last == .passedOver(.greenKey))
    }

    @Test("a restart shows on the screen") func restart() throws {
        let events = events(try port()) { port in
            port.adjust { $0.configuration.restartSeconds = 60 }
            port.restart()
        }
        #expect(events.last == .display(["RESTARTING"]))
    }
}
