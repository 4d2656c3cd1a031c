import HeftKit
import HeftWire
import Testing

@Suite("A result's fields") struct FinanceResponseInfoTests {
    private func info(_ fields: [FinanceDetails.Field: String], receipt: String = "") -> FinanceResponseInfo {
        let children = fields.map { PayloadXML.Element($0.key.rawValue, text: $0.value) }
        let root = PayloadXML.Element("FinancialTransactionResponse", children: children)
        return FinanceResponseInfo(
            FinanceResult(
                FinanceResponse(
                    command: .saleFinished, status: .success, financialStatus: 1, authorisedAmountMinor: 100,
                    customerReceipt: Array(receipt.utf8), xml: PayloadXML.document(root))))
    }

    @Test("come each from its own element") func everyField() {
        let all = FinanceDetails.Field.allCases.map { ($0, $0 == .currency ? "826" : "<\($0.rawValue)>") }
        let info = info(Dictionary(all, uniquingKeysWith: { $1 }))
        #expect(info.CardToken == "<CardToken>")
        #expect(info.maskedCardNumber == "<MaskedCardNumber>")
        #expect(info.expiryDateMMYY == "<ExpiryDateMMYY>")
        #expect(info.mid == "<mid>")
        #expect(info.tid == "<tid>")
        #expect(info.budgetNumber == "<BudgetNumber>")
        #expect(info.chipTransactionReport == "<ChipTransactionReport>")
        #expect(info.currency == "GBP")
        let device = info.deviceStatus
        #expect(device.serialNumber == "<SerialNumber>")
        #expect(device.batteryStatus == "<BatteryStatus>")
        #expect(device.batterymV == "<BatterymV>")
        #expect(device.batteryCharging == "<BatteryCharging>")
        #expect(device.externalPower == "<ExternalPower>")
        #expect(device.applicationName == "<ApplicationName>")
        #expect(device.applicationVersion == "<ApplicationVersion>")
        #expect(device.statusMessage == "<StatusMessage>")
        #expect(device.bluetoothName == "<BluetoothName>")
        #expect(device.batteryPercent == nil)
        // A word of the outcome that nobody knows decides nothing.
        #expect(info.outcome == .undefined)
        #expect(info.entryType.rawValue == "<CardEntryType>")
    }

    @Test("have their defaults where the reader is silent") func defaults() {
        let info = info([:])
        #expect([info.requestedAmount, info.totalAmount, info.gratuityAmount, info.dueAmount] == ["0", "0", "0", "0"])
        #expect(info.gratuityPercentage == "0%")
        #expect(info.balance.isEmpty && info.CardToken.isEmpty && info.mid.isEmpty && info.currency.isEmpty)
        #expect(info.entryType == .undefined)
        #expect(info.verification == .undefined)
        #expect(info.scheme == nil)
        #expect(info.deviceStatus.serialNumber.isEmpty)
    }

    @Test(
        "tell a balance with its sign and currency",
        arguments: [
            ("1250", "", "826", "1250 GBP"), ("1250", "-", "826", "-1250 GBP"), ("-1250", "-", "", "-1250"),
            ("1250", "D", "EUR", "-1250 EUR"), ("1250", "+", "999999", "1250 999999"), ("", "-", "826", ""),
        ])
    func balance(amount: String, sign: String, currency: String, told: String) {
        let info = info([.balanceAmount: amount, .balanceSign: sign, .balanceCurrency: currency])
        #expect(info.balance == told)
    }

    @Test("keep words that nobody knows") func unknownWords() {
        let info = info([.cardSchemeName: "Carte Bleue", .cardEntryType: "QR", .verificationMethod: "FACE"])
        #expect(info.scheme == CardSchemeName(rawValue: "CARTE BLEUE"))
        #expect(info.scheme?.rawValue == "Carte Bleue")
        #expect(info.entryType == CardEntryType(rawValue: "QR"))
        #expect(info.verification == VerificationMethod(rawValue: "FACE"))
    }

    @Test("stand in the log line where they are not empty, without card data") func logLine() {
        let guid = "41111111-1111-1111-1111-111111111111"
        let info = info(
            [
                .financialStatus: "AUTHORISED", .eftTransactionID: guid, .eftTimestamp: "20261004143205",
                .chipTransactionReport: "57 4111111111111111D2512101; 5A 4111111111111111",
                .customerReference: "4111 1111 1111 1111", .serialNumber: "000012348421",
            ], receipt: "<p>4111111111111111</p>")
        let line = info.toDictionary()
        #expect(line["finStatus"] == "AUTHORISED")
        #expect(line["eFTTransactionID"] == guid)
        #expect(line["eFTTimestamp"] == "20261004143205")
        #expect(line["deviceStatus.serialNumber"] == "000012348421")
        #expect(line["authorisedAmount"] == "100")
        #expect(line["errorMessage"] == nil)
        #expect(line["customerReference"] == "**** **** **** 1111")
        #expect(line["customerReceipt"] == "<p>************1111</p>")
        #expect(!line.values.contains { $0.isEmpty || $0.contains("4111111111111111") })
        for text in ["\(info)", String(reflecting: info)] {
            #expect(text.contains("finStatus=AUTHORISED"))
            #expect(!text.contains("4111111111111111"))
        }
    }

    @Test("a document that does not parse whole says nothing but that the outcome is unknown") func malformed() {
        let response = FinanceResponse(
            command: .saleFinished, status: .success, financialStatus: 1, authorisedAmountMinor: 100,
            customerReceipt: [0xFF, 0xFE], xml: Array("<FinancialTransactionResponse><mid>1</mid>".utf8))
        let info = FinanceResponseInfo(FinanceResult(response))
        #expect(info.outcome == .undefined)
        #expect(info.mid.isEmpty)
        #expect(info.customerReceipt == "\u{FFFD}\u{FFFD}")
    }
}
