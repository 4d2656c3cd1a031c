/// The end of a finance operation: `F001`–`F071`, every `F0x1` but `F081`.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 1 | `financialStatus`, and `isRestarting` in bit 0x80 | |
/// | 4 | `authorisedAmountMinor` | `UInt32` |
/// | 1 + n | `transactionID` | behind its length in one byte |
/// | 2 + n | `merchantReceipt` | HTML, behind its length in two bytes |
/// | 2 + n | `customerReceipt` | HTML, behind its length in two bytes |
/// | 4 + n | `xml` | UTF-8, behind its length in four bytes |
///
/// A payload of 6 bytes or fewer has none of these. Source: `ReaderProtocol.md` §4.
package struct FinanceResponse: Equatable, Sendable {
    /// The command, `F001` for a sale.
    package var command: Command
    package var status: Status
    /// 0–6, see ``FinancialStatus``; other values are kept.
    package var financialStatus: UInt8
    /// The reader is about to restart; about 2 s remain.
    package var isRestarting: Bool
    package var authorisedAmountMinor: UInt32
    /// The GUID, 36 characters.
    package var transactionID: [UInt8]
    package var merchantReceipt: [UInt8]
    package var customerReceipt: [UInt8]
    package var xml: [UInt8]

    package init(
        command: Command, status: Status, financialStatus: UInt8 = 0, isRestarting: Bool = false,
        authorisedAmountMinor: UInt32 = 0, transactionID: [UInt8] = [], merchantReceipt: [UInt8] = [],
        customerReceipt: [UInt8] = [], xml: [UInt8] = []
    ) {
        self.command = command
        self.status = status
        self.financialStatus = financialStatus
        self.isRestarting = isRestarting
        self.authorisedAmountMinor = authorisedAmountMinor
        self.transactionID = transactionID
        self.merchantReceipt = merchantReceipt
        self.customerReceipt = customerReceipt
        self.xml = xml
    }

    private static let restartingBit: UInt8 = 0x80
    private static let longestBodyWithoutFields = 6

    init(command: Command, status: Status, from payload: inout ByteReader) throws(WireError) {
        guard payload.count > FinanceResponse.longestBodyWithoutFields else {
            self.init(command: command, status: status)
            return
        }
        let byte = try payload.readUInt8()
        self.init(
            command: command, status: status, financialStatus: byte & ~FinanceResponse.restartingBit,
            isRestarting: byte & FinanceResponse.restartingBit != 0,
            authorisedAmountMinor: try payload.readUInt32(), transactionID: try payload.readCounted8(),
            merchantReceipt: try payload.readCounted16(), customerReceipt: try payload.readCounted16(),
            xml: try payload.readCounted32())
    }

    func payload() throws(WireError) -> [UInt8] {
        if self == FinanceResponse(command: command, status: status) { return [] }
        var writer = ByteWriter()
        writer.writeUInt8(financialStatus | (isRestarting ? FinanceResponse.restartingBit : 0))
        writer.writeUInt32(authorisedAmountMinor)
        try writer.writeCounted8(transactionID)
        try writer.writeCounted16(merchantReceipt)
        try writer.writeCounted16(customerReceipt)
        try writer.writeCounted32(xml)
        return writer.bytes
    }
}

/// How a finance operation ended, as the reader says it. Source: `ReaderProtocol.md` §4.
package enum FinancialStatus: UInt8, CaseIterable, Sendable {
    /// No outcome: money may have moved.
    case undefined = 0
    case authorised = 1
    case declined = 2
    /// A non-financial operation is done.
    case processed = 3
    /// An error of the reader or the system.
    case failed = 4
    case cancelled = 5
    /// A part was taken; the rest is due.
    case partiallyApproved = 6

    /// The word in the XML, `AUTHORISED`.
    package var word: String {
        switch self {
        case .undefined: "UNDEFINED"
        case .authorised: "AUTHORISED"
        case .declined: "DECLINED"
        case .processed: "PROCESSED"
        case .failed: "FAILED"
        case .cancelled: "CANCELLED"
        case .partiallyApproved: "PARTIAL_APPROVAL"
        }
    }

    package init?(word: String) {
        guard let match = FinancialStatus.allCases.first(where: { $0.word == word }) else { return nil }
        self = match
    }
}
