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
    /// The secret that the connection was made with, as it was given. Show and log it nowhere.
    var sharedSecret: String { get }

    /// Starts an operation: the one door that all the methods below are covers of.
    ///
    /// - Throws: ``HeftError``; nothing was sent then.
    func start(_ operation: HeftOperation) throws(HeftError)

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
    /// Takes a payment and gives a token for the card, in one; `CardToken` of the result has it.
    func saleAndTokenize(withAmount amount: Int, currency: String) -> Bool
    /// Takes a payment and gives a token for the card, with a reference or other accounts beside it.
    ///
    /// - Parameter options: nil for none. A reference of more than 25 characters refuses the sale.
    func saleAndTokenize(withAmount amount: Int, currency: String, options: SaleOptions?) -> Bool
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

    /// Sets how much the reader writes into its log; `responseStatus(_:)` brings its answer.
    ///
    /// - Returns: false also for a level that is none of the five.
    func logSetLevel(_ level: eLogLevel) -> Bool
    /// Fetches the reader's log; `responseLogInfo(_:)` brings it.
    func logGetInfo() -> Bool
    /// Clears the reader's log; `responseStatus(_:)` brings its answer.
    func logReset() -> Bool
    /// Fetches the reader's EMV configuration; `responseEMVReport(_:)` brings it.
    func getEMVConfiguration() -> Bool

    /// Scans bar codes, one after the other, while the button is pressed. For HiPro readers: false on a Bluetooth one.
    ///
    /// `responseScannerEvent(_:)` brings each code, `responseScannerDisabled(_:)` the end.
    func enableScanner() -> Bool
    /// Scans bar codes.
    ///
    /// - Parameter multiScan: false ends it with the first code.
    func enableScanner(withMultiScan multiScan: Bool) -> Bool
    /// Scans bar codes.
    ///
    /// - Parameter buttonMode: true scans while the button is pressed, false at once.
    func enableScanner(withMultiScan multiScan: Bool, buttonMode: Bool) -> Bool
    /// Scans bar codes.
    ///
    /// - Parameter timeoutSeconds: 1…65,535 seconds without a code end it; 0 for the usual 60; others are refused.
    func enableScanner(withMultiScan multiScan: Bool, buttonMode: Bool, timeoutSeconds: Int) -> Bool
    /// Ends scanning; does nothing where the scanner is not on. Another operation is not touched.
    func disableScanner()
}

extension ReaderConnection: HeftClient {
    package var mpedInfo: [String: String] { readerParticulars?.dictionary ?? [:] }
    package var isTransactionResultPending: Bool { isResultPending }

    package func start(_ operation: HeftOperation) throws(HeftError) {
        if case .enableScanner = operation, device.accessory == .bluetooth {
            throw .invalidArgument("A Bluetooth reader has no scanner.")
        }
        try start(operation.checked())
    }

    package func acceptSignature(_ flag: Bool) { answerSignature(isAccepted: flag) }
    package func cancel() { requestCancel() }
    package func disableScanner() { stopScanner() }
}

// The covers of `start(_:)`: whether it was accepted and sent.
extension HeftClient {
    public func sale(withAmount amount: Int, currency: String, cardholder: Bool) -> Bool {
        accepts(.sale(amount: amount, currency: currency))
    }

    public func sale(withAmount amount: Int, currency: String, cardholder: Bool, options: SaleOptions?) -> Bool {
        accepts(.sale(amount: amount, currency: currency, options: options.orNone))
    }

    public func saleAndTokenize(withAmount amount: Int, currency: String) -> Bool {
        accepts(.saleAndTokenize(amount: amount, currency: currency))
    }

    public func saleAndTokenize(withAmount amount: Int, currency: String, options: SaleOptions?) -> Bool {
        accepts(.saleAndTokenize(amount: amount, currency: currency, options: options.orNone))
    }

    public func saleReversal(
        withAmount amount: Int, currency: String, transactionId: String, options: Options?
    ) -> Bool {
        accepts(
            .saleReversal(
                amount: amount, currency: currency, transactionId: transactionId, options: options.orNone))
    }

    public func refund(withAmount amount: Int, currency: String, transaction: String) -> Bool {
        accepts(.refund(amount: amount, currency: currency, transaction: transaction))
    }

    public func refund(
        withAmount amount: Int, currency: String, transaction: String, options: MerchantAuthOptions?
    ) -> Bool {
        accepts(
            .refund(amount: amount, currency: currency, transaction: transaction, options: options.orNone))
    }

    public func refundReversal(
        withAmount amount: Int, currency: String, transactionId: String, options: Options?
    ) -> Bool {
        accepts(
            .refundReversal(
                amount: amount, currency: currency, transactionId: transactionId, options: options.orNone))
    }

    public func tokenizeCard() -> Bool { accepts(.tokenizeCard()) }
    public func retrievePendingTransaction() -> Bool { accepts(.retrievePendingTransaction) }
    public func financeStartOfDay() -> Bool { accepts(.financeStartOfDay) }
    public func financeEndOfDay() -> Bool { accepts(.financeEndOfDay) }
    public func financeInit() -> Bool { accepts(.financeInit) }
    public func logSetLevel(_ level: eLogLevel) -> Bool { accepts(.logSetLevel(level)) }
    public func logGetInfo() -> Bool { accepts(.logGetInfo) }
    public func logReset() -> Bool { accepts(.logReset) }
    public func getEMVConfiguration() -> Bool { accepts(.getEMVConfiguration) }
    public func enableScanner() -> Bool { accepts(.enableScanner()) }

    public func enableScanner(withMultiScan multiScan: Bool) -> Bool {
        accepts(.enableScanner(multiScan: multiScan))
    }

    public func enableScanner(withMultiScan multiScan: Bool, buttonMode: Bool) -> Bool {
        accepts(.enableScanner(multiScan: multiScan, buttonMode: buttonMode))
    }

    public func enableScanner(withMultiScan multiScan: Bool, buttonMode: Bool, timeoutSeconds: Int) -> Bool {
        accepts(.enableScanner(multiScan: multiScan, buttonMode: buttonMode, timeoutSeconds: timeoutSeconds))
    }

    private func accepts(_ operation: HeftOperation) -> Bool {
        do throws(HeftError) {
            try start(operation)
            return true
        } catch {
            return false
        }
    }
}

extension Options? {
    fileprivate var orNone: PaymentOptions { self?.value ?? PaymentOptions() }
}

extension MerchantAuthOptions? {
    fileprivate var orNone: PaymentOptions { self?.value ?? PaymentOptions() }
}

extension SaleOptions? {
    fileprivate var orNone: PaymentOptions { self?.value ?? PaymentOptions() }
}
