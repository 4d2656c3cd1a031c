import HeftKit
import HeftWire
import ReaderSimulator
import Testing

@Suite("Operations beside the sale") struct OtherOperationTests {
    @Test("a refund returns money of a sale, and a reversal takes the refund back") func refund() throws {
        let shop = try Shop()
        let client = try shop.connect()
        let sale = try shop.sell(1250, by: client).eFTTransactionID
        #expect(client.refund(withAmount: 250, currency: "GBP", transaction: sale))
        let refund = try shop.result(after: 1)
        #expect(refund.type == "REFUND")
        #expect(refund.finStatus == "AUTHORISED")
        #expect(refund.statusMessage == "REFUND ACCEPTED")
        #expect(refund.authorisedAmount == 250)
        #expect(refund.originalEFTTransactionID == sale)
        let reversed = client.refundReversal(
            withAmount: 250, currency: "GBP", transactionId: refund.eFTTransactionID,
            options: Options(customerReference: "R 1"))
        #expect(reversed)
        let reversal = try shop.result(after: 2)
        #expect(reversal.type == "VOID_REFUND")
        #expect(reversal.statusMessage == "REVERSAL ACCEPTED")
        #expect(reversal.originalEFTTransactionID == refund.eFTTransactionID)
        #expect(reversal.customerReference == "R 1")
    }

    @Test("a refund needs no sale, and takes options") func unlinkedRefund() throws {
        let shop = try Shop()
        let client = try shop.connect()
        let options = MerchantAuthOptions(customerReference: "Goodwill")
        #expect(client.refund(withAmount: 300, currency: "EUR", transaction: "", options: options))
        let info = try shop.result()
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.currency == "EUR")
        #expect(info.customerReference == "Goodwill")
        #expect(info.originalEFTTransactionID.isEmpty)
    }

    @Test("a reversal voids a sale once, without a card") func reversal() throws {
        let shop = try Shop()
        let client = try shop.connect()
        let sale = try shop.sell(1250, by: client).eFTTransactionID
        let before = shop.recorder.calls.count
        #expect(client.saleReversal(withAmount: 1250, currency: "GBP", transactionId: sale, options: nil))
        let info = try shop.result(after: 1)
        #expect(info.type == "VOID_SALE")
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.statusMessage == "TRANSACTION VOID")
        #expect(info.originalEFTTransactionID == sale)
        #expect(
            shop.recorder.calls.dropFirst(before)
                == [.status(0x20), .status(0x21), .status(0x22), .status(0x23), .finance(info)])
        #expect(client.saleReversal(withAmount: 1250, currency: "GBP", transactionId: sale, options: nil))
        let again = try shop.result(after: 2)
        #expect(again.finStatus == "DECLINED")
        #expect(again.errorMessage == "The payment is reversed already.")
    }

    @Test("tokenising gives the card's token, whose GUID stands in for a transaction's") func tokenise() throws {
        let shop = try Shop()
        #expect(try shop.connect().tokenizeCard())
        let info = try shop.result()
        #expect(info.type == "TOKENIZE_CARD")
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.xml["CardToken"]?.count == 32)
        #expect(info.eFTTransactionID == info.xml["CardTokenizationGuid"])
        #expect(!info.eFTTransactionID.isEmpty)
        #expect(info.authorisedAmount == 0)
        #expect(info.requestedAmount == "0")
    }

    @Test("the day's ends and an update are processed, one after the other") func dayAndUpdate() throws {
        let shop = try Shop()
        let client = try shop.connect()
        #expect(client.financeStartOfDay())
        let start = try shop.result()
        #expect(client.financeInit())
        let update = try shop.result(after: 1)
        #expect(client.financeEndOfDay())
        let end = try shop.result(after: 2)
        #expect([start, update, end].map(\.type) == ["START OF DAY", "HOST_INIT", "END OF DAY"])
        #expect([start, update, end].map(\.finStatus) == Array(repeating: "PROCESSED", count: 3))
        #expect([start, update, end].map(\.financialResult) == [3, 3, 3])
        #expect([start, update, end].allSatisfy { !$0.isRestarting && $0.eFTTransactionID.isEmpty })
        #expect(shop.books.batch == 2)
    }

    @Test("an update that restarts the reader says so, and the reader goes and comes back") func restart() throws {
        let shop = try Shop { $0.configuration.restartsAfterUpdate = true }
        #expect(try shop.connect().financeInit())
        let info = try shop.result()
        #expect(info.isRestarting)
        #expect(info.finStatus == "PROCESSED")
        #expect(shop.waitUntilLost())
        #expect(shop.recorder.calls.errors.isEmpty)
        #expect(try shop.sell(100, by: try shop.connect()).finStatus == "AUTHORISED")
    }

    @Test("a wrong secret fails the payment with 001D, and starts one update of its own") func wrongSecret() throws {
        let shop = try Shop()
        let client = try shop.connect(secret: Shop.otherSecret)
        let first = try shop.sell(1250, by: client)
        let update = try shop.result(after: 1)
        #expect(first.statusCode == 0x1D)
        #expect(first.statusName == "SharedSecretInvalid")
        #expect(first.finStatus == "FAILED")
        #expect(update.type == "HOST_INIT")
        #expect(update.finStatus == "PROCESSED")
        #expect(try shop.sell(1250, by: client).statusCode == 0x1D)
        // A second update would be in the way of this.
        #expect(client.financeStartOfDay())
        #expect(try shop.result(after: 3).type == "START OF DAY")
        let automatic = shop.events.entries.compactMap { event -> Bool? in
            if case .finished(let completion) = event { completion.isAutomatic } else { nil }
        }
        #expect(automatic == [false, true, false, false])
        #expect(shop.books.host.transactions.isEmpty)
    }

    @Test("a secret is good in either case of its digits, and with the white space of a paste") func pasted() throws {
        let shop = try Shop { reader in
            if let secret = try? SharedSecret(Shop.otherSecret) { reader.configuration.secret = secret }
        }
        let client = try shop.connect(secret: " " + Shop.otherSecret.lowercased() + "\n")
        #expect(try shop.sell(100, by: client).finStatus == "AUTHORISED")
    }
}
