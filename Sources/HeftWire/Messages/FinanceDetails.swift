import Money

/// What the XML of a finance or tokenise response says: the elements of §4 by name, as they came.
///
/// Every element is optional on the wire; ``text(_:)`` reads a missing one as empty. Source: `ReaderProtocol.md` §4.
package struct FinanceDetails: Equatable, Sendable {
    /// The elements that may stand in the document.
    package enum Field: String, CaseIterable, Sendable {
        case statusMessage = "StatusMessage"
        case transactionType = "TransactionType"
        case financialStatus = "FinancialStatus"
        case requestedAmount = "RequestedAmount"
        case gratuityAmount = "GratuityAmount"
        case gratuityPercentage = "GratuityPercentage"
        case totalAmount = "TotalAmount"
        case currency = "Currency"
        /// The reader's own counter, not the GUID.
        case transactionID = "TransactionID"
        /// The GUID that reversals and refunds name.
        case eftTransactionID = "EFTTransactionID"
        case originalEFTTransactionID = "OriginalEFTTransactionID"
        case eftTimestamp = "EFTTimestamp"
        case authorisationCode = "AuthorisationCode"
        case verificationMethod = "CVM"
        case cardEntryType = "CardEntryType"
        case cardSchemeName = "CardSchemeName"
        case errorMessage = "ErrorMessage"
        case customerReference = "CustomerReference"
        case budgetNumber = "BudgetNumber"
        case recoveredTransaction = "RecoveredTransaction"
        case cardTypeID = "CardTypeId"
        case chipTransactionReport = "ChipTransactionReport"
        case dueAmount = "DueAmount"
        case balanceAmount = "BalanceAmount"
        case balanceCurrency = "BalanceCurrency"
        case balanceSign = "BalanceSign"
        case cardToken = "CardToken"
        case cardTokenizationGUID = "CardTokenizationGuid"
        case expiryDate = "ExpiryDateMMYY"
        case maskedCardNumber = "MaskedCardNumber"
        case tenderType = "TenderType"
        case paymentScenario = "paymentScenario"
        case customerLanguage = "customerLanguagePref"
        case merchantID = "mid"
        case terminalID = "tid"
        case batchNumber = "BatchNumber"
        case serialNumber = "SerialNumber"
        case batteryStatus = "BatteryStatus"
        case batteryMillivolts = "BatterymV"
        case batteryCharging = "BatteryCharging"
        case externalPower = "ExternalPower"
        case applicationName = "ApplicationName"
        case applicationVersion = "ApplicationVersion"
        case bluetoothName = "BluetoothName"
    }

    /// The document's root, `FinancialTransactionResponse`; empty where there was no document.
    package private(set) var root = ""
    private var values: [String: String] = [:]

    /// No document: every field is missing.
    package init() {}

    package init(_ fields: [Field: String]) {
        for (field, value) in fields { values[field.rawValue] = value }
    }

    /// - Parameter xml: the document; an empty one has no fields.
    /// - Throws: ``WireError/malformedXML(_:)`` where it does not parse whole.
    package init(xml: [UInt8]) throws(WireError) {
        guard !xml.isEmpty else { return }
        let element = try PayloadXML.parse(xml)
        root = element.name
        for child in element.children { values[child.name] = child.text }
    }

    /// The element's text; empty when it is missing.
    package func text(_ field: Field) -> String { values[field.rawValue] ?? "" }

    /// Whether the element stands in the document and is not empty.
    package func has(_ field: Field) -> Bool { !text(field).isEmpty }

    /// Every element of the document by name, those that no field names included.
    package var elements: [String: String] { values }

    /// An amount in minor units; nil when missing or no whole number.
    package func minorUnits(_ field: Field) -> Int64? { Int64(text(field)) }

    /// `true` to the letter.
    package func isTrue(_ field: Field) -> Bool { text(field) == "true" }

    /// The currency; nil when missing or unknown.
    package var currency: Currency? { Int(text(.currency)).flatMap(Currency.init(numericCode:)) }

    /// How the document says the operation ended; nil when it does not say.
    package var financialStatus: FinancialStatus? { FinancialStatus(word: text(.financialStatus)) }

    /// Whether this is the answer to an earlier operation.
    package var isRecovered: Bool { isTrue(.recoveredTransaction) }
}

extension FinanceResponse {
    /// How the operation ended: the XML decides, and the byte must not contradict it.
    ///
    /// A contradiction, like an answer that says nothing, is `undefined`: money may have moved.
    package func outcome(_ details: FinanceDetails) -> FinancialStatus {
        let byte = FinancialStatus(rawValue: financialStatus)
        guard details.has(.financialStatus) else { return byte ?? .undefined }
        guard let word = details.financialStatus else { return .undefined }
        // The published SDKs send byte 1 with a partial approval as well as byte 6.
        if word == .partiallyApproved, byte == .authorised { return word }
        return byte == word ? word : .undefined
    }
}
