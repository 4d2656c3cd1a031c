import HeftKit
import ReaderSimulator
import Testing

@Suite("A signature") struct SignatureTests {
    /// A sale that has come as far as the signature.
    private func saleToSign() throws -> (Shop, any HeftClient) {
        let shop = try Shop()
        let client = try shop.connect()
        try #require(client.sale(withAmount: Int(TestAmount.signature), currency: "GBP", cardholder: true))
        try #require(shop.recorder.log.wait(where: { if case .signature = $0 { true } else { false } }))
        return (shop, client)
    }

    @Test("the receipt to sign comes after its status, and acceptance is approval") func accepted() throws {
        let (shop, client) = try saleToSign()
        #expect(shop.recorder.calls.dropLast().last == .status(0x1F))
        guard case .signature(let receipt) = shop.recorder.calls.last else { return }
        #expect(receipt.contains("30.00"))
        client.acceptSignature(true)
        let info = try shop.result()
        #expect(info.finStatus == "AUTHORISED")
        #expect(info.verificationMethod == "SIGNATURE")
        #expect(info.cardEntryType == "MSR")
        #expect(!shop.recorder.calls.contains(.signatureCancelled))
    }

    @Test("rejection declines the sale, and nothing is taken") func rejected() throws {
        let (shop, client) = try saleToSign()
        client.acceptSignature(false)
        let info = try shop.result()
        #expect(info.finStatus == "DECLINED")
        #expect(info.statusCode == 0x13)
        #expect(!shop.recorder.calls.contains(.signatureCancelled))
        #expect(shop.books.host.transactions.allSatisfy { !$0.stands })
    }

    @Test("a signature that nobody judges in time is withdrawn, and an answer afterwards is ignored") func late() throws
    {
        let (shop, client) = try saleToSign()
        #expect(shop.tillTimers.expire(seconds: 90))
        let info = try shop.result()
        client.acceptSignature(true)
        #expect(info.finStatus == "DECLINED")
        #expect(shop.recorder.calls.suffix(2) == [.signatureCancelled, .finance(info)])
        #expect(try shop.sell(100, by: client).finStatus == "AUTHORISED")
        #expect(shop.books.host.transactions.count(where: \.stands) == 1)
    }

    @Test("an answer without a request is ignored") func unasked() throws {
        let shop = try Shop { $0.configuration.cardholder = .manual }
        let client = try shop.connect()
        client.acceptSignature(true)
        try #require(client.sale(withAmount: 3000, currency: "GBP", cardholder: true))
        client.acceptSignature(true)
        try #require(shop.recorder.log.wait(where: { $0 == .status(0x14) }))
        client.acceptSignature(true)
        shop.port.press(.swipeCard)
        try #require(shop.recorder.log.wait(where: { $0 == .status(0x16) }))
        shop.port.press(.greenKey)
        try #require(shop.recorder.log.wait(where: { if case .signature = $0 { true } else { false } }))
        #expect(shop.recorder.calls.results.isEmpty)
        client.acceptSignature(false)
        client.acceptSignature(true)
        #expect(try shop.result().finStatus == "DECLINED")
    }

    @Test("a link that is lost at the signature withdraws it, and the sale is taken back") func linkLost() throws {
        let (shop, _) = try saleToSign()
        shop.port.breakLink()
        try #require(shop.waitUntilLost())
        #expect(
            shop.recorder.calls.suffix(3) == [
                .signatureCancelled, .error(0x0007, "Connection broken"), .lost(Shop.device),
            ])
        let client = try shop.connect()
        #expect(client.isTransactionResultPending)
        #expect(client.retrievePendingTransaction())
        let recovered = shop.recorder.log.wait { $0.recovered.first }
        #expect(recovered??.finStatus == "DECLINED")
        #expect(shop.books.host.transactions.allSatisfy { !$0.stands })
    }
}
