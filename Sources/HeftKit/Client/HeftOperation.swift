import HeftWire

/// What a reader can be asked to do, one at a time. The names are those of the methods that are its covers.
///
/// Amounts are 1…4,294,967,295 minor units. A currency is an upper-case code of ISO 4217, or its number in four digits.
public enum HeftOperation: Equatable, Sendable {
    /// Takes a payment.
    case sale(amount: Int, currency: String, options: PaymentOptions = PaymentOptions())
    /// Takes a payment, and gives a token for the card.
    case saleAndTokenize(amount: Int, currency: String, options: PaymentOptions = PaymentOptions())
    /// Returns money; `transaction` is the GUID of the sale, at most 255 bytes, empty for none.
    case refund(amount: Int, currency: String, transaction: String, options: PaymentOptions = PaymentOptions())
    /// Voids a sale of the same day, by its GUID.
    case saleReversal(
        amount: Int, currency: String, transactionId: String, options: PaymentOptions = PaymentOptions())
    /// Voids a refund of the same day, by its GUID.
    case refundReversal(
        amount: Int, currency: String, transactionId: String, options: PaymentOptions = PaymentOptions())
    /// Reads a card and gives a token for it.
    case tokenizeCard(customerReference: String = "")
    /// Fetches the result that the reader may hold of an earlier operation.
    case retrievePendingTransaction
    /// Opens the reader's day.
    case financeStartOfDay
    /// Closes the reader's day.
    case financeEndOfDay
    /// Looks for new software and configuration.
    case financeInit
    /// Sets how much the reader logs.
    case logSetLevel(eLogLevel)
    /// Fetches the log.
    case logGetInfo
    /// Clears the log.
    case logReset
    /// Fetches the EMV configuration.
    case getEMVConfiguration
    /// Scans bar codes. `timeoutSeconds` is 0…65,535 without a code; 0 leaves it to the SDK, which says 60.
    case enableScanner(multiScan: Bool = true, buttonMode: Bool = true, timeoutSeconds: Int = 0)

    /// The operation of the wire.
    ///
    /// - Throws: ``HeftError/invalidArgument(_:)`` for a value that the wire cannot carry.
    func checked() throws(HeftError) -> ReaderOperation {
        switch self {
        case .sale(let amount, let currency, let options):
            return try .payment(.sale, amount, currency, "", options.checked())
        case .saleAndTokenize(let amount, let currency, let options):
            return try .payment(.sale, amount, currency, "", options.checked(tokenisesCard: true))
        case .refund(let amount, let currency, let transaction, let options):
            return try .payment(.refund, amount, currency, transaction, options.checked())
        case .saleReversal(let amount, let currency, let transactionId, let options):
            return try .payment(.saleReversal, amount, currency, transactionId, options.checked())
        case .refundReversal(let amount, let currency, let transactionId, let options):
            return try .payment(.refundReversal, amount, currency, transactionId, options.checked())
        case .tokenizeCard(let customerReference):
            let options = try PaymentOptions(customerReference: customerReference).checked()
            return .tokenise(customerReference: options.customerReference)
        case .retrievePendingTransaction: return .recoverPendingResult
        case .financeStartOfDay: return .startOfDay
        case .financeEndOfDay: return .endOfDay
        case .financeInit: return .update
        case .logSetLevel(let level):
            guard let level = level.level else {
                throw .invalidArgument("\(level.rawValue) is no log level: 0 to 4 are.")
            }
            return .setLogLevel(level)
        case .logGetInfo: return .getLog
        case .logReset: return .resetLog
        case .getEMVConfiguration: return .getEMVReport
        case .enableScanner(let multiScan, let buttonMode, let timeoutSeconds):
            guard let seconds = UInt16(exactly: timeoutSeconds) else {
                throw .invalidArgument("The scanner's timeout must be 0 to 65,535 seconds.")
            }
            return .enableScanner(
                ReaderOperation.ScannerMode(
                    isMultiScan: multiScan, isButtonMode: buttonMode,
                    timeoutSeconds: seconds == 0 ? HeftOperation.usualScannerSeconds : seconds))
        }
    }

    private static let usualScannerSeconds: UInt16 = 60
}

extension ReaderOperation {
    /// A sale as the methods of ``HeftClient`` describe it.
    ///
    /// - Throws: ``HeftError/invalidArgument(_:)``.
    package static func sale(
        _ amount: Int, _ currency: String, _ options: FinanceOptions?
    ) throws(HeftError) -> ReaderOperation {
        try payment(.sale, amount, currency, "", options ?? FinanceOptions())
    }

    /// - Throws: ``HeftError/invalidArgument(_:)`` for an amount, currency or reference that the wire cannot carry.
    package static func payment(
        _ kind: FinanceKind, _ amount: Int, _ currency: String, _ transactionID: String, _ options: FinanceOptions
    ) throws(HeftError) -> ReaderOperation {
        guard let amountMinor = UInt32(exactly: amount), amountMinor > 0 else {
            throw .invalidArgument("The amount must be 1 to 4,294,967,295 minor units.")
        }
        guard options.customerReference.count <= Options.longestReference else {
            throw .invalidArgument("The reference must have at most \(Options.longestReference) characters.")
        }
        do throws(WireError) {
            let number = try CurrencyNumber(text: currency)
            return .finance(
                kind,
                FinanceOrder(
                    amountMinor: amountMinor, currency: number, transactionID: transactionID, options: options))
        } catch {
            throw .invalidArgument(error.description)
        }
    }
}
