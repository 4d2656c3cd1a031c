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
    /// The reader is connected and takes operations. Ask ``HeftClient/isTransactionResultPending`` first.
    func didConnect(_ client: any HeftClient)
    /// A step of the running operation.
    func responseStatus(_ info: any ResponseInfo)
    /// The operation, or the connection, ended by an error.
    func responseError(_ info: any ResponseInfo)
    /// The result of an operation.
    func responseFinanceStatus(_ info: FinanceResponseInfo)
    /// A signature is to be judged: an `https` address of its picture, the picture as base64, or the merchant receipt as
    /// HTML. Answer by ``HeftClient/acceptSignature(_:)``.
    func requestSignature(_ receipt: String)
    /// The reader does not wait for the signature any more.
    func cancelSignature()
    /// The result that the reader held of an earlier operation; nil when it held none.
    func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?)
}
