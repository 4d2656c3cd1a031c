import HeftWire
import Money
import ReaderSimulator
import Testing

@Suite("Giving back") struct ReversalTests {
    private func bench() throws -> (Bench, String) {
        var bench = try Bench()
        try bench.connect()
        let sale = try #require(try bench.pay(1250))
        return (bench, sale.eftTransactionID)
    }

    private func error(_ result: FinanceResult?) -> String {
        guard let result, result.outcome == .declined else { return "not declined" }
        return result.details.text(.errorMessage)
    }

    @Test("a sale is voided without a card, once") func voidSale() throws {
        var (bench, id) = try bench()
        let before = bench.statuses.count
        let result = try #require(try bench.pay(1250, .saleReversal, id: id))
        #expect(bench.codes.dropFirst(before) == [0x20, 0x21, 0x22, 0x23])
        #expect(result.outcome == .authorised)
        #expect(result.details.text(.statusMessage) == "TRANSACTION VOID")
        #expect(result.details.text(.transactionType) == "VOID_SALE")
        #expect(result.details.text(.originalEFTTransactionID) == id)
        #expect(error(try bench.pay(1250, .saleReversal, id: id)) == "The payment is reversed already.")
        #expect(error(try bench.pay(1, .refund, id: id)) == "The payment is reversed already.")
    }

    @Test("a refund is voided, and its amount can be given back again") func voidRefund() throws {
        var (bench, id) = try bench()
        let refund = try #require(try bench.pay(1250, .refund, id: id))
        let result = try #require(try bench.pay(1250, .refundReversal, id: refund.eftTransactionID))
        #expect(result.details.text(.statusMessage) == "REVERSAL ACCEPTED")
        #expect(try #require(try bench.pay(1250, .refund, id: id)).outcome == .authorised)
    }

    @Test("no more is given back than was paid") func refundLimit() throws {
        var (bench, id) = try bench()
        #expect(try #require(try bench.pay(500, .refund, id: id)).outcome == .authorised)
        #expect(
            error(try bench.pay(751, .refund, id: id)) == "Only 7.50 GBP of this payment can still be given back.")
        #expect(
            error(try bench.pay(1250, .saleReversal, id: id))
                == "A part of the payment was refunded: it can no longer be reversed.")
        #expect(try #require(try bench.pay(750, .refund, id: id)).outcome == .authorised)
        #expect(error(try bench.pay(1, .refund, id: id)) == "Only 0.00 GBP of this payment can still be given back.")
    }

    @Test("a reversal names a payment that stands, and all of it") func rules() throws {
        var (bench, id) = try bench()
        let unknown = "No payment with this transaction id is known."
        #expect(error(try bench.pay(1250, .saleReversal, id: "nobody")) == unknown)
        #expect(error(try bench.pay(1250, .saleReversal)) == unknown)
        #expect(error(try bench.pay(1250, .refund, id: "nobody")) == unknown)
        #expect(
            error(try bench.pay(1249, .saleReversal, id: id))
                == "A payment is reversed as a whole: its amount is 12.50 GBP.")
        #expect(
            error(try bench.pay(1250, .saleReversal, currency: .eur, id: id)) == "The payment was in another currency.")
        #expect(error(try bench.pay(1250, .refundReversal, id: id)) == "The transaction id is not that of a refund.")
        let declined = try #require(try bench.pay(1000)).eftTransactionID
        #expect(
            error(try bench.pay(1000, .saleReversal, id: declined))
                == "The payment was declined: there is nothing to give back.")
        #expect(bench.saved.host.transaction(id)?.stands == true)
    }

    @Test("a partial approval is voided by its part") func partial() throws {
        var (bench, _) = try bench()
        let part = try #require(try bench.pay(3757)).eftTransactionID
        #expect(try #require(try bench.pay(2000, .saleReversal, id: part)).outcome == .authorised)
    }

    @Test("after the end of the day, and on the next, a sale can only be refunded") func yesterday() throws {
        var (bench, id) = try bench()
        let over = "The payment's day is over: it can no longer be reversed, only refunded."
        var tomorrow = try Bench(books: bench.saved, now: "20261005090000")
        try tomorrow.connect()
        #expect(error(try tomorrow.pay(1250, .saleReversal, id: id)) == over)
        _ = try bench.perform(.endOfDay)
        #expect(error(try bench.pay(1250, .saleReversal, id: id)) == over)
        #expect(try #require(try bench.pay(1250, .refund, id: id)).outcome == .authorised)
    }

    @Test("the account that the till chose stands in results and on receipts, and a reversal is for the same")
    func agreement() throws {
        var bench = try Bench()
        try bench.connect()
        let options = FinanceOptions(
            agreement: [
                .init(acquirer: "EVO", merchantID: "MID-1", terminalID: "TID-1"),
                .init(acquirer: "TSYS", merchantID: "MID-2", terminalID: "TID-2"),
            ], budgetNumber: "03")
        let sale = try #require(try bench.pay(1250, options: options))
        #expect(sale.details.text(.budgetNumber) == "03")
        let refund = try #require(try bench.pay(250, .refund, options: options))
        let reversal = try #require(try bench.pay(1250, .saleReversal, id: sale.eftTransactionID))
        for result in [sale, refund, reversal] {
            #expect(result.outcome == .authorised)
            #expect(result.details.text(.merchantID) == "MID-1")
            #expect(result.details.text(.terminalID) == "TID-1")
            #expect(String(decoding: result.response.customerReceipt, as: UTF8.self).contains("MID-1"))
        }
    }

    @Test(
        "without an account of the till the reader's own is used",
        arguments: [nil, [], [.init(acquirer: "EVO", merchantID: "", terminalID: "")]]
            as [[FinanceOptions.Credential]?])
    func ownAccount(agreement: [FinanceOptions.Credential]?) throws {
        var bench = try Bench()
        try bench.connect()
        let result = try #require(try bench.pay(1250, options: FinanceOptions(agreement: agreement)))
        #expect(result.details.text(.merchantID) == "SIM000000000001")
        #expect(result.details.text(.terminalID) == "SIM00001")
    }
}
