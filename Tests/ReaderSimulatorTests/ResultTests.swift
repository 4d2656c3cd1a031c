import HeftWire
import ReaderSimulator
import Testing

@Suite("What a result says") struct ResultTests {
    private func sale(_ amount: UInt32 = 1250, reference: String = "T1-000418 <&>") throws -> FinanceResult {
        var bench = try Bench()
        try bench.connect()
        return try #require(try bench.pay(amount, options: FinanceOptions(customerReference: reference)))
    }

    @Test("every element that a reader sends is there") func elements() throws {
        let result = try sale()
        let details = result.details
        #expect(details.root == "FinancialTransactionResponse")
        let expected: [FinanceDetails.Field: String] = [
            .statusMessage: "AUTH CODE 005354", .transactionType: "SALE", .financialStatus: "AUTHORISED",
            .requestedAmount: "1250", .gratuityAmount: "0", .gratuityPercentage: "0%", .totalAmount: "1250",
            .currency: "826", .transactionID: "1", .eftTimestamp: Bench.start, .authorisationCode: "005354",
            .verificationMethod: "PIN", .cardEntryType: "ICC", .cardSchemeName: "VISA", .errorMessage: "",
            .customerReference: "T1-000418 <&>", .budgetNumber: "", .recoveredTransaction: "false", .dueAmount: "0",
            .originalEFTTransactionID: "", .cardToken: "", .expiryDate: "1230",
            .maskedCardNumber: "************1111", .batchNumber: "1", .serialNumber: "000012348421",
            .batteryStatus: "87%", .batteryCharging: "false", .externalPower: "false", .applicationName: "SIMEFT",
            .applicationVersion: "1.7", .bluetoothName: "Simulated reader",
        ]
        for (field, text) in expected {
            #expect(details.elements[field.rawValue] == text, "\(field)")
        }
        let present: [FinanceDetails.Field] = [
            .cardTypeID, .chipTransactionReport, .merchantID, .terminalID, .batteryMillivolts, .eftTransactionID,
        ]
        for field in present { #expect(details.has(field), "\(field)") }
        #expect(details.text(.eftTransactionID) == String(decoding: result.response.transactionID, as: UTF8.self))
        #expect(result.eftTransactionID.utf8.count == 36)
        #expect(!String(decoding: result.response.xml, as: UTF8.self).contains("> <"))
    }

    @Test("both copies carry the mark of the simulator and what was paid") func receipts() throws {
        let result = try sale()
        let merchant = String(decoding: result.response.merchantReceipt, as: UTF8.self)
        let customer = String(decoding: result.response.customerReceipt, as: UTF8.self)
        for copy in [merchant, customer] {
            for part in [
                "SIMULATED", "NO MONEY MOVES", "SALE", "12.50 GBP", "VISA ************1111", "CHIP", "PIN VERIFIED",
                "005354", "T1-000418 &lt;&amp;&gt;", "2026-10-04", "14:32:05", "APPROVED", result.eftTransactionID,
            ] {
                #expect(copy.contains(part), "\(part)")
            }
            #expect(!copy.contains("SIGN BELOW"))
        }
        #expect(merchant.contains("MERCHANT COPY"))
        #expect(customer.contains("CUSTOMER COPY"))
        let declined = try sale(1000)
        #expect(String(decoding: declined.response.customerReceipt, as: UTF8.self).contains("DECLINED"))
    }

    @Test("the merchant signs nothing, the cardholder on the merchant's copy alone") func signatureLine() throws {
        let result = try sale(3000)
        #expect(String(decoding: result.response.merchantReceipt, as: UTF8.self).contains("SIGN BELOW"))
        #expect(!String(decoding: result.response.customerReceipt, as: UTF8.self).contains("SIGN BELOW"))
    }

    @Test("no run of digits is as long as a card number", arguments: TestCard.Scheme.allCases)
    func noCardNumber(scheme: TestCard.Scheme) throws {
        var bench = try Bench()
        bench.reader.card.scheme = scheme
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        let masked = result.details.text(.maskedCardNumber)
        #expect(masked.hasPrefix("************"))
        #expect(masked.utf8.count == 16)
        let receipt = String(decoding: result.response.merchantReceipt, as: UTF8.self)
        let words = receipt.split { !$0.isLetter && !$0.isNumber }
        let longest = words.filter { $0.allSatisfy(\.isNumber) }.map(\.utf8.count).max() ?? 0
        #expect(longest <= 12)
    }
}
