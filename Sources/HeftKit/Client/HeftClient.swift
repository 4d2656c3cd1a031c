import HeftWire

// The keys of `HeftClient.mpedInfo`. Source: reference, mpedInfo dictionary keys.

/// The reader's serial number, 12 digits.
public let kSerialNumberInfoKey = "SerialNumber"
/// The version of its public keys, a whole number.
public let kPublicKeyVersionInfoKey = "PublicKeyVersion"
/// The version of its EMV parameters, a whole number.
public let kEMVParamVersionInfoKey = "EMVParamVersion"
/// The version of its general parameters, a whole number.
public let kGeneralParamInfoKey = "GeneralParam"
/// The manufacturer of the hardware, a number of 0–255.
public let kManufacturerCodeInfoKey = "ManufacturerCode"
/// The model of the hardware, a number of 0–255.
public let kModelCodeInfoKey = "ModelCode"
/// The name of its application, at most 8 characters.
public let kAppNameInfoKey = "AppName"
/// The version of its application, major and minor: `1.7`.
public let kAppVersionInfoKey = "AppVersion"
/// The document that came with the init response, whole; empty for a reader that sends none.
public let kXMLDetailsInfoKey = "XMLDetails"

/// A connected reader. Handed out by `didConnect(_:)`; may be used from any thread.
///
/// The methods that start an operation return whether it was accepted and sent; its result comes to the delegate, never
/// on the caller's stack. One operation runs at a time: another is refused until the first has its result or its error.
/// After the connection is over every one is refused. Source: reference, HeftClient.
public protocol HeftClient: AnyObject, Sendable {
    /// What the reader said of itself when it was connected, by the nine `k…InfoKey` constants.
    var mpedInfo: [String: String] { get }
    /// Whether the reader holds the result of an earlier operation. Fetch it before anything else: a new operation may
    /// discard it. False from the next operation on.
    var isTransactionResultPending: Bool { get }

    /// Takes a payment; `responseFinanceStatus(_:)` brings the result.
    ///
    /// - Parameters:
    ///   - amount: 1…4,294,967,295 minor units.
    ///   - currency: an upper-case code of ISO 4217, or its number in four digits.
    ///   - cardholder: accepted for compatibility; the wire always says that the card is present.
    /// - Returns: false, with nothing sent, for an amount or currency out of range, while another operation runs, and
    ///   after the connection is over.
    func sale(withAmount amount: Int, currency: String, cardholder: Bool) -> Bool
    /// Takes a payment, with a reference or a budget period beside it.
    ///
    /// - Parameter options: nil for none. A reference of more than 25 characters refuses the sale.
    func sale(withAmount amount: Int, currency: String, cardholder: Bool, options: SaleOptions?) -> Bool
    /// Voids a sale of the same day, without a card.
    ///
    /// - Parameters:
    ///   - amount: that of the sale: a sale is voided as a whole.
    ///   - currency: that of the sale.
    ///   - transactionId: the `eFTTransactionID` of the sale, at most 255 bytes.
    func saleReversal(withAmount amount: Int, currency: String, transactionId: String, options: Options?) -> Bool
    /// Returns money of an earlier sale, or a part of it.
    ///
    /// - Parameters:
    ///   - amount: 1…4,294,967,295 minor units.
    ///   - currency: as for a sale.
    ///   - transaction: the `eFTTransactionID` of the sale, at most 255 bytes; empty for a refund without one.
    func refund(withAmount amount: Int, currency: String, transaction: String) -> Bool
    /// Returns money of an earlier sale, with a reference beside it.
    ///
    /// - Parameter options: nil for none. A reference of more than 25 characters refuses the refund.
    func refund(
        withAmount amount: Int, currency: String, transaction: String, options: MerchantAuthOptions?
    ) -> Bool
    /// Voids a refund of the same day, without a card.
    ///
    /// - Parameter transactionId: the `eFTTransactionID` of the refund, at most 255 bytes.
    func refundReversal(withAmount amount: Int, currency: String, transactionId: String, options: Options?) -> Bool
    /// Reads a card and gives a token for it; no money moves. `responseFinanceStatus(_:)` brings the token.
    func tokenizeCard() -> Bool
    /// Answers `requestSignature(_:)`; without an open request it does nothing.
    ///
    /// - Parameter flag: true accepts the signature, false rejects it and ends the payment as declined.
    func acceptSignature(_ flag: Bool)
    /// Fetches the result of an earlier operation; `responseRecoveredTransactionStatus(_:)` brings it, or nil.
    func retrievePendingTransaction() -> Bool
    /// Cancels the running operation where the reader's last status allowed that; else it does nothing. The operation's
    /// own result follows, `CANCELLED` or what it had become by then.
    func cancel()
    /// Opens the reader's day; `responseFinanceStatus(_:)` brings `PROCESSED`.
    func financeStartOfDay() -> Bool
    /// Closes the reader's day and settles its batch; `responseFinanceStatus(_:)` brings `PROCESSED`.
    func financeEndOfDay() -> Bool
    /// Looks for new software and configuration of the reader, and fetches them. The result says whether the reader
    /// restarts afterwards.
    ///
    /// One such update runs by itself on each connection that meets a wrong shared secret.
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
