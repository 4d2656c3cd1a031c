import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import Testing

@Suite("What a cardholder chooses") struct CardChoiceTests {
    @Test(
        "every scheme and entry comes through as the reader names it", arguments: TestCard.Scheme.allCases,
        [TestCard.Entry.chip, .contactless])
    func schemes(scheme: TestCard.Scheme, entry: TestCard.Entry) throws {
        let shop = try Shop { $0.card = TestCard(scheme: scheme, entry: entry) }
        let info = try shop.sell(1250, by: try shop.connect())
        #expect(info.cardSchemeName == scheme.rawValue && info.cardEntryType == entry.rawValue)
        #expect(info.finStatus == "AUTHORISED")
    }

    @Test("a tip that the cardholder gives is kept apart from the amount, and adds up") func tip() throws {
        let shop = try Shop { $0.configuration.tip = .percentage(15) }
        let info = try shop.sell(3333, by: try shop.connect())
        #expect(shop.recorder.calls.statusCodes.contains(0x1C))
        #expect(info.requestedAmount == "3333" && info.gratuityAmount == "500" && info.totalAmount == "3833")
        #expect(info.authorisedAmount == 3833)
    }

    @Test("a part that is approved says what is still due") func partial() throws {
        let shop = try Shop()
        let info = try shop.sell(3757, by: try shop.connect())
        #expect(info.finStatus == "PARTIAL_APPROVAL" && info.totalAmount == "2000" && info.dueAmount == "1757")
    }

    @Test("a card's balance comes with its sign and currency", arguments: [false, true]) func balance(isOwed: Bool)
        throws
    {
        let shop = try Shop {
            $0.card = TestCard(balance: CardBalance(minorUnits: 1005, isOwed: isOwed, currency: 826))
        }
        let info = try shop.sell(100, by: try shop.connect())
        #expect(info.balance == (isOwed ? "-1005 GBP" : "1005 GBP"))
    }

    @Test("a card's token is the same from a token alone and from a sale with one") func token() throws {
        let shop = try Shop()
        let client = try shop.connect()
        try #require(client.tokenizeCard())
        let token = try shop.result().CardToken
        try #require(client.saleAndTokenize(withAmount: 1250, currency: "GBP"))
        let sale = try shop.result(after: 1)
        #expect(!token.isEmpty && sale.CardToken == token && sale.finStatus == "AUTHORISED")
    }

    @Test(
        "a signature comes as the receipt, as an address, or as a picture",
        arguments: SimulatedReader.Configuration.SignatureForm.allCases)
    func signatureForms(form: SimulatedReader.Configuration.SignatureForm) throws {
        let shop = try Shop { $0.configuration.signatureForm = form }
        let client = try shop.connect()
        try #require(client.sale(withAmount: 3000, currency: "GBP", cardholder: true))
        let found = shop.recorder.log.wait { calls -> String? in
            for case .signature(let receipt) in calls { return receipt }
            return nil
        }
        let receipt = try #require(found)
        switch form {
        case .receipt: #expect(receipt.contains("<"))
        case .address: #expect(receipt.hasPrefix("https://"))
        case .picture: #expect(!receipt.contains("<") && !receipt.hasPrefix("http"))
        }
        client.acceptSignature(true)
        #expect(try shop.result().finStatus == "AUTHORISED")
    }

    @Test("a reader whose battery is too low starts nothing") func battery() throws {
        let shop = try Shop {
            $0.configuration.batteryPercent = 3
            $0.configuration.hasExternalPower = false
            $0.configuration.isCharging = false
        }
        let info = try shop.sell(100, by: try shop.connect())
        #expect(info.statusCode == 0x31 && info.finStatus == "FAILED")
        #expect(shop.books.host.transactions.isEmpty)
    }

    @Test("a HiPro is there without a search, and scans; a HiLite does not") func scanner() throws {
        let shop = try Shop {
            $0.configuration.model = .hiPro
            $0.barcodes = ["5012345678900"]
        }
        let device = HeftRemoteDevice(SimulatedReaderSource.hiPro)
        shop.manager.register(SimulatedReaderSource(port: shop.port, device: SimulatedReaderSource.hiPro))
        #expect(shop.manager.connectedCardReaders.contains(device))
        shop.manager.client(for: device, sharedSecret: Shop.secret, delegate: shop.recorder)
        try #require(shop.recorder.log.wait { $0.statusCodes.contains(0x9999) ? true : nil } == true)
        let client = try #require(shop.recorder.client)
        try #require(client.enableScanner(withMultiScan: false, buttonMode: false))
        let code = shop.recorder.log.wait { calls -> String? in
            for case .scanned(let info) in calls { return info.scanCode }
            return nil
        }
        #expect(code == "5012345678900")
        #expect(shop.recorder.log.wait { if case .scannerDisabled = $0 { true } else { false } })
    }
}
