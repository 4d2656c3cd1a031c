import HeftWire

/// The log of a reader. Source: reference, responseLogInfo.
public struct LogInfo: ResponseInfo, Equatable {
    /// A sentence for a person.
    public let status: String
    /// The name of ``statusCode``.
    public let statusName: String
    /// 1, or 0x000A where the log is empty.
    public let statusCode: Int
    /// Empty: a log is no document.
    public let xml: [String: String] = [:]
    /// The log, lines of text; bytes that are no UTF-8 read as U+FFFD.
    public let log: String

    init(_ code: Status, text: [UInt8]) {
        status = code.sentence
        statusName = code.name ?? ""
        statusCode = Int(code.code)
        log = String(decoding: text, as: UTF8.self)
    }
}

/// A code that the scanner read. Source: reference, responseScannerEvent.
public struct ScannerEventResponseInfo: ResponseInfo, Equatable {
    /// The reader's sentence, else ours.
    public let status: String
    /// `ScannerEvent`
    public let statusName: String
    /// 0x0030
    public let statusCode: Int
    /// The elements of the reader's document by name.
    public let xml: [String: String]
    /// The code as it was printed.
    public let scanCode: String

    init(_ event: StatusEvent, code: String) {
        status = event.text
        statusName = event.status.name ?? ""
        statusCode = Int(event.status.code)
        xml = event.elements
        scanCode = code
    }
}

/// The end of scanning. Source: reference, responseScannerDisabled.
public struct ScannerDisabledResponseInfo: ResponseInfo, Equatable {
    /// The reader's sentence, else ours.
    public let status: String
    /// The name of ``statusCode``; empty for a code that is not in the table.
    public let statusName: String
    /// 1 after a single scan or a time-out, 0x0025 after ``HeftClient/disableScanner()``, 0x002F of a reader without a
    /// scanner.
    public let statusCode: Int
    /// The elements of the reader's document by name.
    public let xml: [String: String]
    /// What the reader says of itself.
    public var deviceStatus: DeviceStatus { DeviceStatus(xml) }

    init(_ code: Status, _ element: PayloadXML.Element) {
        let message = element.value(of: FinanceDetails.Field.statusMessage.rawValue) ?? ""
        status = message.isEmpty ? code.sentence : message
        statusName = code.name ?? ""
        statusCode = Int(code.code)
        xml = Dictionary(element.children.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    }
}
