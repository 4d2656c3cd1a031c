import HeftKit
import ReaderSimulator
import Testing

/// What the bank decides is the same wherever it is: in memory, behind HTTP, behind HTTPS.
@Suite("The acquirer") struct AcquirerTests {
    @Test("approves a sale, and the same request is the same sale", arguments: BankKind.allCases)
    func duplicate(kind: BankKind) throws {
        let bank = try Bank(kind)
        let first = try bank.ask(Bank.request(.sale, "A", 1250))
        guard case .response(let bytes) = first else {
            Issue.record("\(first)")
            return
        }
        let reply = try #require(HostReply(http: bytes))
        #expect(reply.result == .approved)
        #expect(reply.authorisedMinor == 1250)
        #expect(reply.authorisationCode == "005354")
        #expect(try bank.ask(Bank.request(.sale, "A", 1250)) == first)
        // Whatever else it says, the GUID is the payment.
        #expect(try bank.ask(Bank.request(.sale, "A", 9900)) == first)
        #expect(try bank.decide(.sale, "B", 1250).authorisationCode != reply.authorisationCode)
    }

    @Test(
        "decides a sale by its amount", arguments: BankKind.allCases,
        [
            (1000, .declined, 0, "Declined by its amount."), (1, .approved, 1, ""), (999_999, .approved, 999_999, ""),
            (2000, .approved, 2000, ""), (3000, .approved, 3000, ""), (3757, .partlyApproved, 2000, ""),
            (3779, .declined, 0, "Issuer response code 01: refer to issuer."),
            (3784, .declined, 0, "Issuer response code 05: not authorised."),
            (3793, .declined, 0, "Issuer response code 04: pick up card."),
            (8000, .approved, 8000, ""), (8099, .approved, 8099, ""), (8100, .declined, 0, "Declined by its amount."),
            (9001, .approved, 9001, ""), (9005, .approved, 9005, ""), (9999, .declined, 0, "Declined by its amount."),
        ] as [(UInt32, HostReply.Result, UInt32, String)])
    func amounts(
        kind: BankKind, expected: (amount: UInt32, result: HostReply.Result, authorised: UInt32, reason: String)
    )
        throws
    {
        let reply = try Bank(kind).decide(.sale, "A", expected.amount)
        #expect(reply.result == expected.result)
        #expect(reply.authorisedMinor == expected.authorised)
        #expect(reply.reason == expected.reason)
        #expect(reply.authorisationCode.isEmpty == (expected.result == .declined))
    }

    @Test("an amount that is only a sale's means nothing for a refund", arguments: BankKind.allCases)
    func refundAmounts(kind: BankKind) throws {
        let bank = try Bank(kind)
        for amount in [3757, 3768, 3779, 3784, 3793] as [UInt32] {
            #expect(try bank.decide(.refund, "R\(amount)", amount).result == .approved)
        }
        #expect(try bank.decide(.refund, "D", 1000).result == .declined)
    }

    @Test("the time-out amount is not answered, and nothing is taken", arguments: BankKind.allCases)
    func silence(kind: BankKind) throws {
        let bank = try Bank(kind)
        #expect(try bank.ask(Bank.request(.sale, "A", 3768), seconds: 1) == .timedOut)
        // The bank does not know the payment: its GUID is free.
        #expect(try bank.decide(.sale, "A", 1250).authorisedMinor == 1250)
    }

    @Test("gives back what is left of a sale, and no more", arguments: BankKind.allCases)
    func refunds(kind: BankKind) throws {
        let bank = try Bank(kind)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        #expect(try bank.decide(.refund, "B", 900, of: "A").result == .approved)
        let tooMuch = try bank.decide(.refund, "C", 351, of: "A")
        #expect(tooMuch.result == .declined)
        #expect(tooMuch.reason == "Only 3.50 GBP of this payment can still be given back.")
        #expect(try bank.decide(.saleReversal, "D", 1250, of: "A").result == .declined)
        // A refund that is taken back gives the sale its amount back.
        #expect(try bank.decide(.refundReversal, "E", 900, of: "B").result == .approved)
        #expect(try bank.decide(.refund, "F", 1250, of: "A").result == .approved)
        #expect(try bank.decide(.refund, "G", 1, of: "A").result == .declined)
    }

    @Test("takes a sale back as a whole, once", arguments: BankKind.allCases)
    func reversals(kind: BankKind) throws {
        let bank = try Bank(kind)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        #expect(try bank.decide(.saleReversal, "B", 1249, of: "A").result == .declined)
        #expect(try bank.decide(.saleReversal, "C", 1250, of: "unknown").result == .declined)
        let reversal = try bank.decide(.saleReversal, "D", 1250, of: "A")
        #expect(reversal.result == .approved)
        #expect(try bank.decide(.saleReversal, "D", 1250, of: "A") == reversal)
        #expect(try bank.decide(.saleReversal, "E", 1250, of: "A").reason == "The payment is reversed already.")
        #expect(try bank.decide(.refund, "F", 100, of: "A").result == .declined)
    }

    @Test("a day that is over can be refunded, and not reversed", arguments: BankKind.allCases)
    func day(kind: BankKind) throws {
        let bank = try Bank(kind)
        #expect(try bank.decide(.sale, "A", 1250).result == .approved)
        #expect(try bank.decide(.day, "").result == .approved)
        var close = Bank.request(.day, "")
        close.closesBatch = true
        guard case .response = try bank.ask(close) else {
            Issue.record("the day was not closed")
            return
        }
        let late = try bank.decide(.saleReversal, "B", 1250, of: "A")
        #expect(late.result == .declined)
        #expect(late.reason == "The payment's day is over: it can no longer be reversed, only refunded.")
        #expect(try bank.decide(.refund, "C", 1250, of: "A").result == .approved)
        #expect(try bank.decide(.update, "").result == .approved)
    }

    @Test(
        "what is no request of a reader gets an error's code, which is an answer", arguments: BankKind.allCases,
        [
            ("/viscus/cr/v1/authorization", "", 400), ("/viscus/cr/v1/authorization", "<HostRequest>", 400),
            ("/viscus/cr/v1/reversal", "<HostRequest><Kind>sale</Kind></HostRequest>", 400), ("/elsewhere", "", 404),
        ])
    func errors(kind: BankKind, request: (path: String, body: String, code: Int)) throws {
        let bank = try Bank(kind)
        let answer = try bank.ask(Array("POST \(request.path) HTTP/1.1\r\n\r\n\(request.body)".utf8))
        guard case .response(let bytes) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(bytes.starts(with: Array("HTTP/1.1 \(request.code) ".utf8)))
    }
}
