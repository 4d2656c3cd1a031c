import EventLogging
import HeftKit
import ReaderSimulator
import Testing

@Suite("A sale by the client") struct SaleTests {
    @Test("all its statuses come in order, then one result with every field") func whole() throws {
        let shop = try Shop()
        let client = try shop.connect()
        let options = SaleOptions(customerReference: "Table 4 & bar", divideByMonths: "3")
        let info = try shop.sell(1250, options: options, by: client)
        #expect(
            shop.recorder.calls == [.connected, .status(0x9999)]
                + [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23].map { .status($0) } + [.finance(info)])
        #expect(shop.recorder.strayCalls == 0)
        let payment = try #require(shop.books.host.transactions.first)
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.financialResult == 1)
        #expect(info.statusCode == 1)
        #expect(info.statusName == "Success")
        #expect(info.status == "AUTHORISED")
        #expect(info.statusMessage == "AUTH CODE \(payment.authorisationCode)")
        #expect(info.authorisationCode == payment.authorisationCode)
        #expect(info.type == "SALE")
        #expect(info.errorMessage.isEmpty)
        #expect(info.eFTTransactionID == payment.id)
        #expect(info.eFTTransactionID.count == 36)
        #expect(info.originalEFTTransactionID.isEmpty)
        #expect(info.transactionId == "1")
        #expect(info.eFTTimestamp == Shop.now)
        #expect(info.authorisedAmount == 1250)
        #expect(info.requestedAmount == "1250")
        #expect(info.totalAmount == "1250")
        #expect(info.gratuityAmount == "0")
        #expect(info.gratuityPercentage == "0%")
        #expect(info.dueAmount == "0")
        #expect(info.currency == "GBP")
        #expect(info.cardSchemeName == "VISA")
        #expect(info.cardEntryType == "ICC")
        #expect(info.verificationMethod == "PIN")
        #expect(info.maskedCardNumber == "************1111")
        #expect(info.customerReceipt.contains("12.50"))
        #expect(info.merchantReceipt.contains("12.50"))
        #expect(info.customerReference == "Table 4 & bar")
        #expect(info.xml["BudgetNumber"] == "3")
        #expect(!info.recoveredTransaction)
        #expect(!info.isRestarting)
        #expect(!client.isTransactionResultPending)
    }

    @Test(
        "the test amounts end as they say",
        arguments: [
            (1000, "DECLINED", 2), (2000, "CANCELLED", 5), (3757, "PARTIAL_APPROVAL", 6), (3779, "DECLINED", 2),
            (3784, "DECLINED", 2), (3793, "DECLINED", 2),
        ])
    func testAmounts(amount: Int, word: String, number: Int) throws {
        let shop = try Shop()
        let info = try shop.sell(amount, by: try shop.connect())
        #expect(info.finStatus == word)
        #expect(info.financialResult == number)
        #expect(info.requestedAmount == "\(amount)")
        #expect(shop.recorder.calls.results.count == 1)
        #expect(shop.recorder.calls.errors.isEmpty)
    }

    @Test("a partial approval names its part and what is due") func partialApproval() throws {
        let shop = try Shop()
        let info = try shop.sell(3757, by: try shop.connect())
        #expect(info.authorisedAmount == 2000)
        #expect(info.totalAmount == "2000")
        #expect(info.dueAmount == "1757")
    }

    @Test("the smallest and the largest amount go through", arguments: [1, 4_294_967_295])
    func extremes(amount: Int) throws {
        let shop = try Shop()
        let info = try shop.sell(amount, by: try shop.connect())
        #expect(info.authorisedAmount == amount)
        #expect(info.finStatus == "AUTHORISED")
    }

    @Test("a currency is given by code or by number", arguments: [("EUR", "EUR"), ("0978", "EUR"), ("0392", "JPY")])
    func currencies(asked: String, told: String) throws {
        let shop = try Shop()
        #expect(try shop.sell(500, currency: asked, by: try shop.connect()).currency == told)
    }

    @Test(
        "an amount or currency that the wire cannot carry is refused, and nothing is sent",
        arguments: [
            (0, "GBP"), (-1, "GBP"), (4_294_967_296, "GBP"), (Int.max, "GBP"), (Int.min, "GBP"), (100, ""),
            (100, "gbp"), (100, "XXXX"), (100, "826"), (100, "٠٨٢٦"), (100, "GBP "),
        ])
    func refused(amount: Int, currency: String) throws {
        let shop = try Shop()
        let client = try shop.connect()
        #expect(!client.sale(withAmount: amount, currency: currency, cardholder: true))
        #expect(!client.refund(withAmount: amount, currency: currency, transaction: ""))
        #expect(!client.saleReversal(withAmount: amount, currency: currency, transactionId: "x", options: nil))
        #expect(!client.refundReversal(withAmount: amount, currency: currency, transactionId: "x", options: nil))
        try expectUntouched(shop, client)
    }

    @Test("a reference of 25 characters goes through, one of 26 is refused") func reference() throws {
        let shop = try Shop()
        let client = try shop.connect()
        let long = String(repeating: "é", count: 26)
        let sale = SaleOptions(customerReference: long)
        let reversal = Options(customerReference: long)
        #expect(!client.sale(withAmount: 100, currency: "GBP", cardholder: true, options: sale))
        #expect(!client.refund(withAmount: 100, currency: "GBP", transaction: "", options: sale))
        #expect(!client.saleReversal(withAmount: 100, currency: "GBP", transactionId: "x", options: reversal))
        #expect(!client.refundReversal(withAmount: 100, currency: "GBP", transactionId: "x", options: reversal))
        try expectUntouched(shop, client, reference: String(repeating: "é", count: 25))
    }

    @Test("a transaction id of more than 255 bytes is refused") func transactionID() throws {
        let shop = try Shop()
        let client = try shop.connect()
        #expect(!client.refund(withAmount: 100, currency: "GBP", transaction: String(repeating: "a", count: 256)))
        try expectUntouched(shop, client)
    }

    /// The next sale is the reader's first operation.
    private func expectUntouched(_ shop: Shop, _ client: any HeftClient, reference: String = "") throws {
        #expect(shop.recorder.calls == [.connected, .status(0x9999)])
        let info = try shop.sell(100, options: SaleOptions(customerReference: reference), by: client)
        #expect(info.transactionId == "1")
        #expect(info.customerReference == reference)
        #expect(shop.recorder.calls.results.count == 1)
    }

    @Test("the typed door says why an operation was not started") func typedDoor() throws {
        let shop = try Shop { $0.configuration.cardholder = .manual }
        let client = try #require(try shop.connect() as? ReaderConnection)
        try client.start(.sale(100, "GBP", nil))
        #expect(throws: HeftError.busy) { try client.start(.startOfDay) }
        #expect(throws: HeftError.invalidArgument("The amount must be 1 to 4,294,967,295 minor units.")) {
            try client.start(.sale(0, "GBP", nil))
        }
        client.disconnect()
        try #require(shop.waitUntilLost())
        #expect(throws: HeftError.notConnected) { try client.start(.startOfDay) }
        #expect(shop.recorder.calls.errors == ["Connection broken"])
    }

    @Test("a second operation is refused until the first is over, whatever it is") func oneAtATime() throws {
        let shop = try Shop { $0.configuration.cardholder = .manual }
        let client = try shop.connect()
        try #require(client.sale(withAmount: 700, currency: "GBP", cardholder: true))
        #expect(!client.sale(withAmount: 100, currency: "GBP", cardholder: true))
        #expect(!client.refund(withAmount: 100, currency: "GBP", transaction: ""))
        #expect(!client.saleReversal(withAmount: 100, currency: "GBP", transactionId: "x", options: nil))
        #expect(!client.refundReversal(withAmount: 100, currency: "GBP", transactionId: "x", options: nil))
        #expect(!client.tokenizeCard())
        #expect(!client.retrievePendingTransaction())
        #expect(!client.financeStartOfDay())
        #expect(!client.financeEndOfDay())
        #expect(!client.financeInit())
        try #require(shop.recorder.log.wait(where: { $0 == .status(0x14) }))
        shop.port.press(.tapCard)
        #expect(try shop.result().requestedAmount == "700")
        shop.port.adjust { $0.configuration.cardholder = .automatic }
        #expect(try shop.sell(100, by: client).transactionId == "2")
    }

    @Test("didConnect may start a sale, and a result the next one", .timeLimit(.minutes(1))) func fromInside() throws {
        let shop = try Shop()
        let answers = EventLog<Bool>()
        shop.recorder.react { call, client in
            guard let client else { return }
            switch call {
            case .connected: answers.append(client.sale(withAmount: 100, currency: "GBP", cardholder: true))
            case .finance(let info) where info.requestedAmount == "100":
                answers.append(client.sale(withAmount: 200, currency: "GBP", cardholder: true))
            default: break
            }
        }
        try shop.connect()
        #expect(try shop.result(after: 1).requestedAmount == "200")
        #expect(answers.entries == [true, true])
        // What the sale says waits until didConnect has returned, and InitialisationComplete goes before it.
        #expect(shop.recorder.calls.prefix(3) == [.connected, .status(0x9999), .status(0x14)])
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("calls come on the manager's queue, one after the other, never on the caller's stack") func queue() throws {
        let shop = try Shop()
        // While this occupies the queue, nothing can be told.
        let calls = try shop.manager.callbacks.sync { () throws -> [Recorder.Call] in
            shop.manager.startDiscovery()
            shop.manager.client(for: Shop.device, sharedSecret: "", delegate: shop.recorder)
            shop.manager.client(for: Shop.device, sharedSecret: Shop.secret, delegate: shop.recorder)
            try #require(shop.tillTimers.waitForStart(seconds: 15))
            _ = shop.books
            return shop.recorder.calls
        }
        #expect(calls.isEmpty)
        #expect(shop.recorder.log.wait(where: { $0 == .status(0x9999) }))
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("a frame that was damaged on the way is sent again, and nobody hears of it") func damagedFrame() throws {
        let shop = try Shop()
        let client = try shop.connect()
        shop.port.adjust { $0.faults.corruptsNextFrame = true }
        #expect(try shop.sell(1250, by: client).finStatus == "AUTHORISED")
        #expect(shop.events.entries.contains(.activity(.link(.controlSent(.nak)))))
        #expect(shop.recorder.calls.errors.isEmpty)
    }

    @Test("a result that the reader sends twice is one result; the other is handed on and not lost")
    func sentTwice() throws {
        let shop = try Shop { $0.faults.answersTwice = true }
        let client = try shop.connect()
        let info = try shop.sell(1250, by: client)
        let second = try #require(shop.recorder.log.wait { $0.recovered.first })
        #expect(second == info)
        #expect(try shop.sell(100, by: client).requestedAmount == "100")
        #expect(shop.recorder.calls.results.count == 2)
        #expect(shop.recorder.calls.recovered.count == 1)
    }

    @Test("an unknown currency number is the reader's to refuse") func readerRefuses() throws {
        let shop = try Shop()
        let info = try shop.sell(100, currency: "0999", by: try shop.connect())
        #expect(info.finStatus == "FAILED")
        #expect(info.statusCode == 0x000C)
        #expect(info.status == "UNSUPPORTED CURRENCY")
    }
}
