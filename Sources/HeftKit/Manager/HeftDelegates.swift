/// Told what a search for readers finds. Called on a background queue, in order. Source: reference, HeftDiscoveryDelegate.
public protocol HeftDiscoveryDelegate: AnyObject, Sendable {
    /// Once for each reader that a search finds.
    func didFindAccessoryDevice(_ newDevice: HeftRemoteDevice)
    /// The search is over; all that was found stands in ``HeftManager/connectedCardReaders``.
    func didDiscoverFinished()
    /// A reader went out of range, was switched off, or its connection ended.
    func didLostAccessoryDevice(_ oldDevice: HeftRemoteDevice)
}

/// Told what happens on a connection. Called on a background queue, in order, never on the caller's stack.
///
/// Every method may call the client back. Source: reference, HeftStatusReportDelegate.
public protocol HeftStatusReportDelegate: AnyObject, Sendable {
    /// The reader is connected and takes operations; a status 0x9999 follows. Keep the client, and ask
    /// ``HeftClient/isTransactionResultPending`` first.
    func didConnect(_ client: any HeftClient)
    /// A step of the running operation, or 0x9999 once after ``didConnect(_:)``.
    func responseStatus(_ info: any ResponseInfo)
    /// The operation ended without a result, or the reader could not be connected. Once for each.
    ///
    /// Money may have moved: connect anew, and fetch what waits.
    func responseError(_ info: any ResponseInfo)
    /// The result of an operation, once.
    func responseFinanceStatus(_ info: FinanceResponseInfo)
    /// A signature is to be judged: an `https` address of its picture, the picture as base64, or the merchant receipt as
    /// HTML. Answer by ``HeftClient/acceptSignature(_:)``.
    func requestSignature(_ receipt: String)
    /// The signature is not waited for any more: its time is over, or its operation is. An answer now does nothing.
    func cancelSignature()
    /// The result that the reader held of an earlier operation; nil when it held none.
    func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?)
    /// The reader's log, as `logGetInfo()` asked for it.
    func responseLogInfo(_ info: LogInfo)
    /// The scanner read a code. Optional.
    func responseScannerEvent(_ info: ScannerEventResponseInfo)
    /// The scanner is off again. Optional.
    func responseScannerDisabled(_ info: ScannerDisabledResponseInfo)
    /// The reader's EMV configuration as XML, as `getEMVConfiguration()` asked for it. Optional.
    func responseEMVReport(_ report: String)
}

// What a delegate may leave out. The reference has three optional methods; the log's is one too, because no delegate
// gets it that did not ask.
extension HeftStatusReportDelegate {
    public func responseLogInfo(_ info: LogInfo) {}
    public func responseScannerEvent(_ info: ScannerEventResponseInfo) {}
    public func responseScannerDisabled(_ info: ScannerDisabledResponseInfo) {}
    public func responseEMVReport(_ report: String) {}
}
