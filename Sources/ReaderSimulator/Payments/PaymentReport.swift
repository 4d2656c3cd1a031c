internal import HeftWire

/// Makes the answer to a payment of what happened.
struct PaymentReport {
    var payment: PaymentInFlight
    var verdict: Verdict
    var device: DeviceState
    var merchant: MerchantPlate
    /// `yyyyMMddHHmmss`
    var finishedAt: String
    /// For a sale that tokenises; empty otherwise.
    var cardToken = ""
    /// The GUID of ``cardToken``.
    var tokenizationGUID = ""

    var result: StoredResult {
        let page = ReceiptPage(report: self)
        return StoredResult(
            kind: payment.order.kind, id: payment.id, verdict: verdict, merchantReceipt: page.merchantCopy,
            customerReceipt: page.customerCopy, elements: elements)
    }

    /// How the cardholder was verified; a refusal before any card has nothing to say of it.
    var verification: TestCard.Verification {
        guard let card = payment.card, verdict.outcome != .cancelled else { return .undefined }
        return card.verification
    }

    var isApproved: Bool { verdict.outcome == .authorised || verdict.outcome == .partiallyApproved }

    private var elements: [StoredResult.Element] {
        let order = payment.order
        let card = payment.card
        let total = verdict.outcome == .partiallyApproved ? verdict.authorisedMinor : payment.totalMinor
        let fields: [(FinanceDetails.Field, String)] =
            [
                (.statusMessage, verdict.message),
                (.transactionType, order.transactionType),
                (.financialStatus, verdict.word),
                (.requestedAmount, "\(order.amountMinor)"),
                (.gratuityAmount, "\(payment.gratuity?.minorUnits ?? 0)"),
                (.gratuityPercentage, "\(payment.gratuity?.percentage ?? 0)%"),
                (.totalAmount, "\(total)"),
                (.currency, "\(order.currency)"),
                (.transactionID, "\(payment.number)"),
                (.eftTransactionID, payment.id),
                (.originalEFTTransactionID, order.originalID),
                (.eftTimestamp, finishedAt),
                (.authorisationCode, verdict.authorisationCode),
                (.verificationMethod, verification.rawValue),
                (.cardEntryType, card?.entry.rawValue ?? "UNDEFINED"),
                (.cardSchemeName, card?.scheme.rawValue ?? ""),
                (.errorMessage, verdict.error),
                (.customerReference, order.customerReference),
                (.budgetNumber, order.budgetNumber),
                (.recoveredTransaction, "false"),
                (.cardTypeID, card?.scheme.typeID ?? ""),
                (.chipTransactionReport, chipReport),
                (.dueAmount, "\(verdict.dueMinor)"),
                (.cardToken, cardToken),
                (.cardTokenizationGUID, tokenizationGUID),
                (.expiryDate, card?.expiry ?? ""),
                (.maskedCardNumber, card?.maskedNumber ?? ""),
                (.merchantID, order.merchantID.isEmpty ? merchant.merchantID : order.merchantID),
                (.terminalID, order.terminalID.isEmpty ? merchant.terminalID : order.terminalID),
                (.batchNumber, "\(payment.batch)"),
            ]
        return (fields + balance).map { .init(name: $0.rawValue, text: $1) } + device.elements
    }

    private var balance: [(FinanceDetails.Field, String)] {
        guard isApproved, let balance = payment.card?.balance else { return [] }
        return [
            (.balanceAmount, "\(balance.minorUnits)"), (.balanceCurrency, "\(balance.currency)"),
            (.balanceSign, balance.sign),
        ]
    }

    /// The tags of the chip that a bank asks for in a dispute. None of them holds a card number.
    private var chipReport: String {
        guard let card = payment.card, card.entry == .chip else { return "" }
        let counter = Hex.text([UInt8(payment.number >> 8 & 0xFF), UInt8(payment.number & 0xFF)])
        let cryptogram = isApproved ? "40" : "00"
        return "4F \(card.scheme.applicationID); 9F27 \(cryptogram); 9F36 \(counter); 95 0000008000; 9B E800"
    }
}

/// What the reader says of itself in every document.
package struct DeviceState: Equatable, Sendable {
    /// 12 digits.
    package var serialNumber: String
    /// 0–100
    package var batteryPercent = 87
    package var isCharging = false
    package var hasExternalPower = false
    package var applicationName = InitResponse.Body.simulatedApplication
    package var applicationVersion = "1.7"
    package var bluetoothName = "Simulated reader"

    package init(serialNumber: String) {
        self.serialNumber = serialNumber
    }

    private var fields: [(FinanceDetails.Field, String)] {
        [
            (.serialNumber, serialNumber), (.batteryStatus, "\(batteryPercent)%"),
            (.batteryMillivolts, "\(3300 + batteryPercent * 9)"), (.batteryCharging, "\(isCharging)"),
            (.externalPower, "\(hasExternalPower)"), (.applicationName, applicationName),
            (.applicationVersion, applicationVersion), (.bluetoothName, bluetoothName),
        ]
    }

    var elements: [StoredResult.Element] { fields.map { .init(name: $0.rawValue, text: $1) } }

    /// The same for a document that is not stored.
    var xml: [PayloadXML.Element] { fields.map { .init($0.rawValue, text: $1) } }
}

/// Who the receipts are from.
package struct MerchantPlate: Equatable, Sendable {
    package var name = "Till Demo Shop"
    package var addressLines = ["1 Market Street", "Test Town"]
    package var merchantID = "SIM000000000001"
    package var terminalID = "SIM00001"

    package init() {}
}
