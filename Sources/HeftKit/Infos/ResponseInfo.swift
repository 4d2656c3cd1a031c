import HeftWire

/// What a reader says. Source: reference, responseStatus.
public protocol ResponseInfo: Sendable {
    /// A sentence for a person: the reader's own, else ours for the code.
    var status: String { get }
    /// The name of the code, `WaitingForCard`; empty for a code that is not in the table.
    var statusName: String { get }
    /// The number of the status, 0–65,535; 0 for an error that has none.
    var statusCode: Int { get }
    /// The elements of the reader's document by name; empty where it sent none.
    var xml: [String: String] { get }
}

/// A status or an error, as `responseStatus(_:)` and `responseError(_:)` bring it.
public struct StatusResponseInfo: ResponseInfo, Equatable {
    /// The reader's sentence or ours; of an error of the link, what ended it.
    public let status: String
    /// The name of ``statusCode``; empty for a code that is not in the table.
    public let statusName: String
    /// The number of the status. An error of the link has 0x0006 where it timed out, 0x0007 where the connection failed,
    /// and else 0.
    public let statusCode: Int
    /// The elements of the reader's document by name; empty for an error of the link.
    public let xml: [String: String]

    init(code: Int, text: String) {
        status = text
        statusCode = code
        statusName = UInt16(exactly: code).flatMap { Status(code: $0).name } ?? ""
        xml = [:]
    }

    init(_ code: Status) {
        self.init(code: Int(code.code), text: code.sentence)
    }

    init(_ event: StatusEvent) {
        status = event.text
        statusCode = Int(event.status.code)
        statusName = event.status.name ?? ""
        xml = event.elements
    }

    /// An error of the link: the code speaks of the reader's connection where it timed out or failed, else it is 0.
    init(_ failure: LinkFailure) {
        let code: Int
        switch failure {
        case .acknowledgementTimeout, .responseTimeout, .financeTimeout: code = Int(Status.connectTimeout.code)
        case .broken, .closed, .notOpened: code = Int(Status.connectError.code)
        case .refusedByPeer, .communication: code = 0
        }
        self.init(code: code, text: failure.text)
    }
}
