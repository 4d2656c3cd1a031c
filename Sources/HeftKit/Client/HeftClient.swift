import HeftWire

/// The keys of ``HeftClient/mpedInfo``. Source: reference, HeftClient.
public let kSerialNumberInfoKey = "SerialNumber"
public let kPublicKeyVersionInfoKey = "PublicKeyVersion"
public let kEMVParamVersionInfoKey = "EMVParamVersion"
public let kGeneralParamInfoKey = "GeneralParam"
public let kManufacturerCodeInfoKey = "ManufacturerCode"
public let kModelCodeInfoKey = "ModelCode"
public let kAppNameInfoKey = "AppName"
public let kAppVersionInfoKey = "AppVersion"
public let kXMLDetailsInfoKey = "XMLDetails"

/// A connected reader. Handed out by `didConnect(_:)`; may be used from any thread.
///
/// The methods that start an operation return whether it was accepted and sent; its result comes to the delegate. One
/// operation runs at a time. Source: reference, HeftClient.
public protocol HeftClient: AnyObject, Sendable {
    /// What the reader said of itself, by the `k…InfoKey` constants.
    var mpedInfo: [String: String] { get }
    /// Whether the reader holds the result of an earlier operation. Fetch it before anything else.
    var isTransactionResultPending: Bool { get }

    /// Takes a payment.
    ///
    /// - Parameters:
    ///   - amount: 1…4,294,967,295 minor units.
    ///   - currency: an upper-case code of ISO 4217, or its number in four digits.
    ///   - cardholder: accepted for compatibility; the wire always says that the card is present.
    func sale(withAmount amount: Int, currency: String, cardholder: Bool) -> Bool
    func sale(withAmount amount: Int, currency: String, cardholder: Bool, options: SaleOptions?) -> Bool
    /// Voids a sale of the same day.
    ///
    /// - Parameter transactionId: the `eFTTransactionID` of the sale.
    func saleReversal(withAmount amount: Int, currency: String, transactionId: String, options: Options?) -> Bool
    /// Returns money of an earlier sale.
    ///
    /// - Parameter transaction: the `eFTTransactionID` of the sale; empty for a refund without one.
    func refund(withAmount amount: Int, currency: String, transaction: String) -> Bool
    func refund(
        withAmount amount: Int, currency: String, transaction: String, options: MerchantAuthOptions?
    ) -> Bool
    /// Voids a refund of the same day.
    func refundReversal(withAmount amount: Int, currency: String, transactionId: String, options: Options?) -> Bool
    /// Reads a card and gives a token for it.
    func tokenizeCard() -> Bool
    /// Answers `requestSignature(_:)`; without an open request it does nothing.
    func acceptSignature(_ flag: Bool)
    /// Fetches the result of an earlier operation; `responseRecoveredTransactionStatus(_:)` brings it, or nil.
    func retrievePendingTransaction() -> Bool
    /// Cancels the running operation where the reader allows that.
    func cancel()
    func financeStartOfDay() -> Bool
    func financeEndOfDay() -> Bool
    /// Looks for new software and configuration of the reader, and fetches them.
    func financeInit() -> Bool
}

extension ReaderConnection: HeftClient {
    package var mpedInfo: [String: String] { readerParticulars?.dictionary ?? [:] }
    package var isTransactionResultPending: Bool { isResultPending }

    package func sale(withAmount amount: Int, currency: String, cardholder: Bool) -> Bool {
        sale(withAmount: amount, currency: currency, cardholder: cardholder, options: nil)
    }

    package func sale(withAmount amount: Int, currency: String, cardholder: Bool, options: SaleOptions?) -> Bool {
        accepts { () throws(HeftError) in try .sale(amount, currency, options?.financeOptions) }
    }

    package func saleReversal(
        withAmount amount: Int, currency: String, transactionId: String, options: Options?
    ) -> Bool {
        accepts { () throws(HeftError) in
            try .payment(.saleReversal, amount, currency, transactionId, options?.financeOptions)
        }
    }

    package func refund(withAmount amount: Int, currency: String, transaction: String) -> Bool {
        refund(withAmount: amount, currency: currency, transaction: transaction, options: nil)
    }

    package func refund(
        withAmount amount: Int, currency: String, transaction: String, options: MerchantAuthOptions?
    ) -> Bool {
        accepts { () throws(HeftError) in
            try .payment(.refund, amount, currency, transaction, options?.financeOptions)
        }
    }

    package func refundReversal(
        withAmount amount: Int, currency: String, transactionId: String, options: Options?
    ) -> Bool {
        accepts { () throws(HeftError) in
            try .payment(.refundReversal, amount, currency, transactionId, options?.financeOptions)
        }
    }

    package func tokenizeCard() -> Bool { accepts { .tokenise(customerReference: "") } }
    package func acceptSignature(_ flag: Bool) { answerSignature(isAccepted: flag) }
    package func retrievePendingTransaction() -> Bool { accepts { .recoverPendingResult } }
    package func cancel() { requestCancel() }
    package func financeStartOfDay() -> Bool { accepts { .startOfDay } }
    package func financeEndOfDay() -> Bool { accepts { .endOfDay } }
    package func financeInit() -> Bool { accepts { .update } }

    private func accepts(_ operation: () throws(HeftError) -> ReaderOperation) -> Bool {
        do throws(HeftError) {
            try start(operation())
            return true
        } catch {
            return false
        }
    }
}

extension ReaderOperation {
    /// A sale as the methods of ``HeftClient`` describe it.
    ///
    /// - Throws: ``HeftError/invalidArgument(_:)``.
    package static func sale(
        _ amount: Int, _ currency: String, _ options: FinanceOptions?
    ) throws(HeftError) -> ReaderOperation {
        try payment(.sale, amount, currency, "", options)
    }

    /// - Throws: ``HeftError/invalidArgument(_:)`` for an amount, currency or reference that the wire cannot carry.
    package static func payment(
        _ kind: FinanceKind, _ amount: Int, _ currency: String, _ transactionID: String, _ options: FinanceOptions?
    ) throws(HeftError) -> ReaderOperation {
        guard let amountMinor = UInt32(exactly: amount), amountMinor > 0 else {
            throw .invalidArgument("The amount must be 1 to 4,294,967,295 minor units.")
        }
        let options = options ?? FinanceOptions()
        guard options.customerReference.count <= SaleOptions.longestReference else {
            throw .invalidArgument("The reference must have at most \(SaleOptions.longestReference) characters.")
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
