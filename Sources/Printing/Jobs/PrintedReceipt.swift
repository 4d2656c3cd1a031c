import Receipts

/// A receipt with all that stands around it on paper, before it is set for a device.
package struct PrintedReceipt: Equatable, Sendable {
    /// As the reader sent it.
    package var document: ReceiptDocument
    package var shop: ShopLines
    /// `nil` on the first print.
    package var reprint: Reprint?
    /// A sale with a simulated reader says so at both ends of every copy.
    package var isSimulated: Bool
    /// Whether it is to be signed: the merchant's copy of what was verified by signature. A place to sign is added where the
    /// reader's receipt has none.
    package var isToBeSigned: Bool
    /// Printed as a QR code where the device can, else as text. Nothing when it is too long for one or not ASCII.
    package let code: String?

    /// The longest text of a code, in bytes.
    package static let codeBytesMax = 256

    package init(
        _ document: ReceiptDocument, shop: ShopLines = ShopLines(), reprint: Reprint? = nil, isSimulated: Bool,
        isToBeSigned: Bool = false, code: String? = nil
    ) {
        self.document = document
        self.shop = shop
        self.reprint = reprint
        self.isSimulated = isSimulated
        self.isToBeSigned = isToBeSigned
        let isPrintable = code?.utf8.allSatisfy { (0x21...0x7E).contains($0) } ?? false
        self.code = code.flatMap { isPrintable && !$0.isEmpty && $0.utf8.count <= Self.codeBytesMax ? $0 : nil }
    }

    /// That it is not the first print, which one it is, and when it was printed. The receipt's own time stays as it is.
    package struct Reprint: Equatable, Sendable {
        /// 1 for the first copy of the original.
        package var number: Int
        /// The time of this print, in the words and the zone of the shop.
        package var printedAt: String

        package init(number: Int, printedAt: String) {
            self.number = number
            self.printedAt = printableText(printedAt)
        }
    }

    // MARK: Parts

    /// What stands above the receipt, below the shop's lines.
    var marks: [String] {
        (reprint.map { ["COPY \($0.number)"] } ?? []) + (isSimulated ? [Self.simulatedMark] : [])
    }

    var printTime: ReceiptDocument {
        ReceiptDocument(text: reprint.map { ["Printed \($0.printedAt)"] } ?? [], alignment: .center)
    }

    static let simulatedMark = "SIMULATED"

    /// What stands below the receipt, above the shop's footer.
    var endMark: ReceiptDocument {
        ReceiptDocument(
            text: isSimulated ? ["*** \(Self.simulatedMark) ***", "NO MONEY MOVED"] : [], alignment: .center,
            emphasis: .bold)
    }

    /// The receipt, and behind it a place to sign if it needs one.
    var signedDocument: ReceiptDocument {
        guard isToBeSigned, !document.hasPlaceToSign else { return document }
        let room = [ReceiptDocument.Block](repeating: .blank, count: PrintJob.signingRows)
        let label = ReceiptDocument(text: ["Customer's signature"], alignment: .center)
        return ReceiptDocument(blocks: document.blocks + room + [.rule] + label.blocks)
    }

    /// The same with every text but the code turned into another.
    func mapTexts(_ transform: (String) -> String) -> PrintedReceipt {
        var mapped = self
        mapped.document = document.mapTexts(transform)
        mapped.shop = shop.mapTexts(transform)
        mapped.reprint = reprint.map { Reprint(number: $0.number, printedAt: transform($0.printedAt)) }
        return mapped
    }
}

/// The shop's own lines on its receipts.
package struct ShopLines: Equatable, Sendable {
    /// Each of the three has no more lines than this, and no line more characters; what is beyond is left out.
    package static let linesMax = 24
    package static let charactersMax = 200

    /// A drawing in characters, in the middle as a whole.
    package private(set) var logo: [String]
    /// Each in the middle. The header's first line is the shop's name.
    package private(set) var header: [String]
    package private(set) var footer: [String]

    /// Lines end at line breaks, and at `\n` or `\r\n` spelt out, as they come from configurations.
    package init(logo: String = "", header: String = "", footer: String = "") {
        self.logo = Self.lines(of: logo)
        self.header = Self.lines(of: header)
        self.footer = Self.lines(of: footer)
    }

    private static func lines(of text: String) -> [String] {
        let text = text.replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n")
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map {
            printableText(String($0.prefix(charactersMax)))
        }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return Array(lines.prefix(linesMax))
    }

    func mapTexts(_ transform: (String) -> String) -> ShopLines {
        var mapped = self
        mapped.logo = logo.map(transform)
        mapped.header = header.map(transform)
        mapped.footer = footer.map(transform)
        return mapped
    }
}
