import HeftKit
import HeftWire
import Testing

@Suite("What is said beside a payment") struct PaymentOptionTests {
    /// The document of the payment that the till sent.
    private func document(_ start: (any HeftClient) -> Bool) throws -> String {
        let reader = try ScriptedReader()
        try #require(start(try reader.connect()))
        let message = try #require(
            reader.activities.wait { _ in (reader.sent("F000") + reader.sent("F010") + reader.sent("F020")).first })
        return message.components(after: "standalone=\"yes\"?>")
    }

    @Test("merchant accounts go onto the wire, one credential each") func accounts() throws {
        let auth = MerchantAuth()
        let first = Credential()
        first.acquirer = Credential.getAcquirer(from: "interac")
        first.mid = String(repeating: "9", count: 24)
        first.tid = "T<1>"
        auth.add(first)
        auth.add(Credential(acquirer: .sandbox))
        let options = MerchantAuthOptions(customerReference: "R", merchantAuth: auth)
        let xml = try document {
            $0.refund(withAmount: 100, currency: "GBP", transaction: "x", options: options)
        }
        #expect(
            xml == "<FinancialTransactionRequest><CustomerReference>R</CustomerReference><agreement><credential>"
                + "<acquirer>TNS</acquirer><mid>99999999999999999999999</mid><tid>T&lt;1&gt;</tid></credential>"
                + "<credential></credential></agreement></FinancialTransactionRequest>")
    }

    @Test("budget months go as they are given", arguments: ["3", "03", "12"]) func months(text: String) throws {
        let options = SaleOptions()
        options.divideByMonths = text
        let xml = try document { $0.sale(withAmount: 100, currency: "GBP", cardholder: false, options: options) }
        #expect(
            xml == "<FinancialTransactionRequest><BudgetNumber>\(text)</BudgetNumber></FinancialTransactionRequest>")
    }

    @Test("no other budget period is taken", arguments: ["0", "00", "003", "-1", "3 ", "x", "٣"])
    func refusedMonths(text: String) throws {
        let client = try ScriptedReader().connect()
        #expect(
            !client.sale(
                withAmount: 100, currency: "GBP", cardholder: true, options: SaleOptions(divideByMonths: text)))
    }

    @Test("a sale with a token asks for one, with and without options") func tokenise() throws {
        let plain = try document { $0.saleAndTokenize(withAmount: 100, currency: "GBP") }
        #expect(plain == "<FinancialTransactionRequest><tokenizeCard>1</tokenizeCard></FinancialTransactionRequest>")
        let options = SaleOptions(customerReference: "A & B")
        let other = try document { $0.saleAndTokenize(withAmount: 100, currency: "GBP", options: options) }
        #expect(other.contains("<CustomerReference>A &amp; B</CustomerReference>"))
        #expect(other.contains("<tokenizeCard>1</tokenizeCard>"))
    }

    @Test("a reversal carries its reference alone") func reversal() throws {
        let xml = try document {
            $0.saleReversal(
                withAmount: 100, currency: "GBP", transactionId: "x",
                options: SaleOptions(
                    customerReference: "R", divideByMonths: "3", merchantAuth: MerchantAuth()))
        }
        #expect(
            xml == "<FinancialTransactionRequest><CustomerReference>R</CustomerReference>"
                + "</FinancialTransactionRequest>")
    }

    @Test(
        "an acquirer is found by its name in any case",
        arguments: [
            ("amex", Acquirer.amex), ("PostBridge", .postbridge), ("TNS", .interac), ("Interac", .interac),
            ("ViscusDummy", .sandbox), ("SANDBOX", .sandbox), ("vantiv", .vantiv), ("", .undefined),
            ("nobody", .undefined),
        ])
    func acquirers(name: String, acquirer: Acquirer) {
        #expect(Credential.getAcquirer(from: name) == acquirer)
    }

    @Test("the client gives its secret to those who ask, and prints nothing of it") func secret() throws {
        let client = try ScriptedReader().connect()
        #expect(client.sharedSecret == Shop.secret)
        var dumped = ""
        dump(client, to: &dumped)
        #expect(!dumped.contains(Shop.secret))
    }

    @Test("a sale with a token has the token in its result") func token() throws {
        let shop = try Shop()
        #expect(try shop.connect().saleAndTokenize(withAmount: 1250, currency: "GBP"))
        let info = try shop.result()
        #expect(info.type == "SALE_AND_TOKENIZE_CARD")
        #expect(info.CardToken.count == 32)
        #expect(info.outcome == .authorised)
        #expect(info.entryType == .icc)
        #expect(info.scheme == .visa)
        #expect(info.verification == .pin)
        #expect(info.deviceStatus.serialNumber == "000012348421")
    }
}

extension String {
    /// What stands behind the first such mark; empty without it.
    fileprivate func components(after mark: String) -> String {
        guard let range = firstRange(of: mark) else { return "" }
        return String(self[range.upperBound...])
    }
}
