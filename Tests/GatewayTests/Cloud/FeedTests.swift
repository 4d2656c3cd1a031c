import EventLogging
import HeftKit
import Money
import ReaderSimulator
import Testing

@Suite("The transaction feed over the network") struct FeedTests {
    private func ask(
        _ program: GatewayProgram?, apiKey: String = GatewayProgram.apiKey, pageLength: Int = 500,
        serial: String = GatewayProgram.serial, window: ClosedRange<Int64>? = nil
    ) throws -> Result<FeedAnswer, FeedError> {
        let program = try #require(program)
        let results = EventLog<Result<FeedAnswer, FeedError>>()
        let now = GatewayProgram.now()
        let query = FeedQuery(readerSerial: serial, window: window ?? now - 3_600_000...now + 3_600_000)
        program.feed(apiKey: apiKey, pageLength: pageLength).transactions(of: query) { results.append($0) }
        return try #require(results.wait { $0.first }, "the feed gave no answer")
    }

    @Test("tells what the bank decided, in order, with all that it knows", arguments: [BankKind.http, .https])
    func rows(kind: BankKind) throws {
        let bank = try Bank(kind)
        let program = try #require(bank.program)
        var sale = Bank.request(.sale, "A", 1250)
        sale.customerReference = "T1-000001"
        sale.gratuityMinor = 100
        let before = GatewayProgram.now()
        _ = try bank.ask(sale)
        _ = try bank.decide(.sale, "B", 1000)
        _ = try bank.decide(.sale, "C", 3757)
        _ = try bank.decide(.refund, "D", 50, of: "A")
        _ = try bank.decide(.saleReversal, "E", 2000, of: "C")
        let answer = try ask(program).get()
        #expect(answer.isComplete)
        #expect(answer.transactions.map(\.transactionID) == ["A", "B", "C", "D", "E"])
        #expect(answer.transactions.map(\.type) == ["SALE", "SALE", "SALE", "REFUND", "VOID_SALE"])
        #expect(
            answer.transactions.map(\.result) == [
                "AUTHORISED", "DECLINED", "PARTIAL_APPROVAL", "AUTHORISED", "AUTHORISED",
            ])
        #expect(answer.transactions.map(\.isReversed) == [false, false, true, false, false])
        #expect(answer.transactions.map(\.originalTransactionID) == ["", "", "", "A", "C"])
        #expect(answer.transactions.map(\.authorisedMinor) == [1350, 0, 2000, 50, 2000])
        let first = try #require(answer.transactions.first)
        #expect(first.amountMinor == 1250)
        #expect(first.currency == .gbp)
        #expect(first.customerReference == "T1-000001")
        #expect(first.authorisationCode == "005354")
        #expect((before...GatewayProgram.now()).contains(first.happenedAt))
    }

    @Test("a payment whose answer was lost stands in it") func lostAnswer() throws {
        let bank = try Bank(.http)
        let program = try #require(bank.program)
        try program.fault("kind=drop-after")
        #expect(try bank.ask(Bank.request(.sale, "A", 1250)) == .failed)
        #expect(try ask(program).get().transactions.map(\.result) == ["AUTHORISED"])
    }

    @Test("a list longer than a page comes page by page, and whole", arguments: [1, 2, 3, 500])
    func pages(length: Int) throws {
        let bank = try Bank(.http)
        for number in 1...5 { _ = try bank.decide(.sale, "\(number)", 1250) }
        let answer = try ask(bank.program, pageLength: length).get()
        #expect(answer.transactions.map(\.transactionID) == ["1", "2", "3", "4", "5"])
        #expect(answer.isComplete)
    }

    @Test("another terminal's payments, and those of another time, are not in it") func scope() throws {
        let bank = try Bank(.http)
        _ = try bank.decide(.sale, "A", 1250)
        let other = try ask(bank.program, serial: "000000000001").get()
        #expect(other.transactions.isEmpty && other.isComplete)
        let now = GatewayProgram.now()
        let past = now - 7_200_000...now - 3_600_000
        let earlier = try ask(bank.program, window: past).get()
        #expect(earlier.transactions.isEmpty && earlier.isComplete)
    }

    @Test(
        "a bank whose clock is wrong is asked by that clock, and its times are turned into the till's",
        arguments: [-7200, 7200])
    func wrongClock(seconds: Int64) throws {
        let bank = Bank(try GatewayProgram("--clock-ahead", "\(seconds)"))
        let before = GatewayProgram.now()
        _ = try bank.decide(.sale, "A", 1250)
        let answer = try ask(bank.program, window: before - 60_000...before + 60_000).get()
        #expect(answer.transactions.map(\.transactionID) == ["A"])
        #expect(answer.isComplete)
        let difference = try #require(answer.clockSkew) - seconds * 1000
        #expect(difference.magnitude < 60_000)
    }

    @Test("whoever has not the key is refused", arguments: ["wrong", "", "4f1c9f0e-kez", "4f1c9f0e-key-"])
    func wrongKey(key: String) throws {
        #expect(try ask(GatewayProgram(), apiKey: key) == .failure(.refused("code 401")))
    }

    @Test(
        "faults that pass are overcome, and the list is whole",
        arguments: ["500", "drop-before", "truncated", "bad-tls"])
    func passingFaults(kind: String) throws {
        let bank = try Bank(.http)
        let program = try #require(bank.program)
        _ = try bank.decide(.sale, "A", 1250)
        try program.fault("kind=\(kind)&count=3\(kind == "bad-tls" ? "" : "&on=feed")")
        #expect(try ask(program).get().transactions.map(\.transactionID) == ["A"])
    }

    @Test("faults that stay are an error", arguments: ["500", "drop-after"])
    func lastingFaults(kind: String) throws {
        let program = try GatewayProgram()
        try program.fault("kind=\(kind)&count=4&on=feed")
        guard case .failure(.unreachable) = try ask(program) else {
            Issue.record("it was answered")
            return
        }
    }
}
