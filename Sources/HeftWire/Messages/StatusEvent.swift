/// What a status event `R001` says: a status of the running operation, or a scanned code.
///
/// Source: `ReaderProtocol.md` §5.
package struct StatusEvent: Equatable, Sendable {
    package var status: Status
    /// The reader's own sentence; empty when it sent none.
    package var message: String
    /// Whether the till may cancel now. Missing means no in an event info, yes in a scanner event.
    package var isCancelAllowed: Bool
    /// The scanned code, in a scanner event.
    package var scannedCode: String?
    /// The elements of the document by name.
    package var elements: [String: String]

    /// - Throws: ``WireError/malformedXML(_:)``.
    package init(status: Status, xml: [UInt8]) throws(WireError) {
        self.status = status
        guard !xml.isEmpty else {
            message = ""
            isCancelAllowed = false
            elements = [:]
            return
        }
        let root = try PayloadXML.parse(xml)
        let isScannerEvent = root.name == "scannerEvent"
        message = root.value(of: "StatusMessage") ?? ""
        isCancelAllowed = (root.value(of: "CancelAllowed") ?? (isScannerEvent ? "true" : "false")) == "true"
        scannedCode = isScannerEvent ? root.value(of: "code") ?? "" : nil
        elements = Dictionary(root.children.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    }

    /// What to show: the reader's sentence, else our own for the status.
    package var text: String { message.isEmpty ? status.sentence : message }

    /// Whether nothing here knows what the status means.
    package var isUnknown: Bool { status.name == nil }
}

/// What a signature request `R010` says beside its receipt.
package struct SignatureRequest: Equatable, Sendable {
    /// What is to be judged: an `https` address, base64, or the merchant receipt as HTML.
    package var receipt: String
    /// Seconds until the reader gives up.
    package var timeout: Int

    /// Readers that name no timeout wait this long, in seconds.
    package static let defaultTimeout = 90
    /// A longer timeout would hold the reader for a day by mistake.
    private static let longestTimeout = 3600

    /// - Throws: ``WireError/malformedXML(_:)``.
    package init(receipt: [UInt8], xml: [UInt8]) throws(WireError) {
        self.receipt = String(decoding: receipt, as: UTF8.self)
        let text = xml.isEmpty ? nil : try PayloadXML.parse(xml).value(of: "timeout")
        let seconds = text.flatMap { Int($0) } ?? SignatureRequest.defaultTimeout
        timeout = min(max(seconds, 1), SignatureRequest.longestTimeout)
    }
}
