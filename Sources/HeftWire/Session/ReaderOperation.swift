/// What the till can ask a reader to do. One at a time.
package enum ReaderOperation: Equatable, Sendable {
    /// Take, return or void a payment.
    case finance(FinanceKind, FinanceOrder)
    /// Read a card and give a token for it, without a payment.
    case tokenise(customerReference: String)
    case startOfDay
    case endOfDay
    /// Look for new software and configuration, and fetch them.
    case update
    /// Fetch the result that the reader may hold.
    case recoverPendingResult
    case setLogLevel(POSMessage.LogLevel)
    case resetLog
    case getLog
    case enableScanner(ScannerMode)
    case getEMVReport

    /// The four operations that move money.
    package enum FinanceKind: Equatable, Sendable, CaseIterable {
        case sale
        case refund
        case saleReversal
        case refundReversal

        package var command: Command {
            switch self {
            case .sale: .sale
            case .refund: .refund
            case .saleReversal: .saleReversal
            case .refundReversal: .refundReversal
            }
        }

        /// The words of `TransactionType` that answer it.
        package var transactionTypes: Set<String> {
            switch self {
            case .sale: ["SALE", "SALE_AND_TOKENIZE_CARD"]
            case .refund: ["REFUND"]
            case .saleReversal: ["VOID_SALE", "REVERSAL"]
            case .refundReversal: ["VOID_REFUND", "REVERSAL"]
            }
        }
    }

    /// The particulars of a payment.
    package struct FinanceOrder: Equatable, Sendable {
        /// 1…4,294,967,295 minor units.
        package var amountMinor: UInt32
        package var currency: CurrencyNumber
        /// The GUID of the sale that is returned or voided; empty for a sale.
        package var transactionID: String
        package var options: FinanceOptions

        package init(
            amountMinor: UInt32, currency: CurrencyNumber, transactionID: String = "",
            options: FinanceOptions = FinanceOptions()
        ) {
            self.amountMinor = amountMinor
            self.currency = currency
            self.transactionID = transactionID
            self.options = options
        }
    }

    /// How the scanner of a wired reader works.
    package struct ScannerMode: Equatable, Sendable {
        /// Goes on after the first code.
        package var isMultiScan: Bool
        /// Scans only while the button is pressed.
        package var isButtonMode: Bool
        /// Seconds without a code until it switches itself off; 1–65,535.
        package var timeoutSeconds: UInt16

        package init(isMultiScan: Bool = true, isButtonMode: Bool = true, timeoutSeconds: UInt16 = 60) {
            self.isMultiScan = isMultiScan
            self.isButtonMode = isButtonMode
            self.timeoutSeconds = timeoutSeconds
        }
    }

    /// The request as it goes out. Source: `ReaderProtocol.md` §2, §4 and §5.
    package var message: POSMessage {
        switch self {
        case .finance(let kind, let order):
            return .finance(
                kind.command,
                FinanceRequest(
                    currency: order.currency, amountMinor: order.amountMinor, transactionID: order.transactionID,
                    xml: order.options.taken(by: kind).financeXML))
        case .tokenise(let customerReference):
            return .tokenise(xml: FinanceOptions(customerReference: customerReference).tokeniseXML)
        case .startOfDay: return .day(.startOfDay)
        case .endOfDay: return .day(.endOfDay)
        case .update: return .day(.hostInit)
        case .recoverPendingResult: return .finance(.recover, .recovery)
        case .setLogLevel(let level): return .setLogLevel(level)
        case .resetLog: return .resetLog
        case .getLog: return .getLog
        case .enableScanner(let mode): return .xmlCommand(ReaderOperation.scannerXML(mode))
        case .getEMVReport: return .xmlCommand(ReaderOperation.reportXML)
        }
    }

    private static func scannerXML(_ mode: ScannerMode) -> [UInt8] {
        PayloadXML.document(
            PayloadXML.Element(
                "enableScanner",
                children: [
                    .init("multiScan", text: "\(mode.isMultiScan)"),
                    .init("buttonMode", text: "\(mode.isButtonMode)"),
                    .init("timeoutSeconds", text: "\(mode.timeoutSeconds)"),
                ]))
    }

    private static var reportXML: [UInt8] {
        PayloadXML.document(
            PayloadXML.Element("getReport", children: [.init("name", text: "EMVConfiguration")]))
    }

    /// Whether sending it clears the reader's promise of a pending result.
    var clearsPendingPromise: Bool {
        switch self {
        case .finance, .tokenise, .startOfDay, .endOfDay, .update, .recoverPendingResult: true
        case .setLogLevel, .resetLog, .getLog, .enableScanner, .getEMVReport: false
        }
    }

    /// Whether it concerns the reader's log alone: no card, no bank and no cardholder is waited for.
    var isService: Bool {
        switch self {
        case .setLogLevel, .resetLog, .getLog: true
        case .finance, .tokenise, .startOfDay, .endOfDay, .update, .recoverPendingResult, .enableScanner, .getEMVReport:
            false
        }
    }

    /// Whether an answer with a wrong secret starts an update.
    var updatesAfterWrongSecret: Bool {
        switch self {
        case .finance, .tokenise: true
        case .startOfDay, .endOfDay, .update, .recoverPendingResult, .setLogLevel, .resetLog, .getLog, .enableScanner,
            .getEMVReport:
            false
        }
    }
}

extension FinanceOptions {
    /// Those of the options that an operation carries: a reversal takes the reference alone, a refund the agreement too.
    fileprivate func taken(by kind: ReaderOperation.FinanceKind) -> FinanceOptions {
        switch kind {
        case .sale: self
        case .refund: FinanceOptions(customerReference: customerReference, agreement: agreement)
        case .saleReversal, .refundReversal: FinanceOptions(customerReference: customerReference)
        }
    }
}
