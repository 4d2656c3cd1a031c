import Receipts

/// A receipt set for paper of so many columns: what is printed, from top to bottom.
package struct PrintJob: Equatable, Sendable {
    package enum Item: Equatable, Sendable {
        /// As wide as the paper at most, without spaces at its end.
        case line([ReceiptDocument.Span])
        /// In letters twice as wide and high: half as wide as the paper at most.
        case doubleLine(String)
        /// A horizontal line over the whole paper.
        case rule
        /// A QR code of ASCII, in the middle.
        case code(String)
        /// Where the paper is cut.
        case cut
    }

    /// How many empty lines there may be above a rule for a signature: 12 mm of paper.
    package static let signingRows = 3
    /// The most lines of one receipt that are printed: four metres of paper. A last line says how many are missing.
    package static let rowsMax = 1000

    package let columns: Int
    package let items: [Item]

    /// - Parameters:
    ///   - columns: of the paper, within ``ReceiptLayout/columnsRange``.
    ///   - width: the columns a character takes on the device, 0 to 2.
    package init(_ receipt: PrintedReceipt, columns: Int, width: @escaping (Character) -> Int) {
        let layout = ReceiptLayout(columns: columns, signingRows: Self.signingRows, width: width)
        let doubleLayout = ReceiptLayout(columns: layout.columns / 2, width: width)
        var items: [Item] = []
        /// A part with an empty line before it, unless it is the first.
        func add(_ part: [Item]) {
            guard !part.isEmpty else { return }
            if !items.isEmpty { items.append(.line([])) }
            items += part
        }
        func lines(_ document: ReceiptDocument) -> [Item] {
            layout.styledLines(of: document).map { Self.item($0, columns: layout.columns) }
        }
        func doubleLines(_ texts: [String]) -> [Item] {
            doubleLayout.lines(of: ReceiptDocument(text: texts, alignment: .center)).map { .doubleLine($0) }
        }
        let logo = Self.centered(receipt.shop.logo, columns: layout.columns, width: width)
        add(lines(ReceiptDocument(text: logo)))
        add(lines(ReceiptDocument(text: receipt.shop.header, alignment: .center)))
        add(doubleLines(receipt.marks) + lines(receipt.printTime))
        add(lines(receipt.signedDocument))
        add(lines(receipt.endMark))
        add(lines(ReceiptDocument(text: receipt.shop.footer, alignment: .center)))
        add(receipt.code.map { [.code($0)] } ?? [])
        self.columns = layout.columns
        // What a reader sent by mistake does not take the whole roll.
        let missing = items.count - Self.rowsMax
        if missing > 0 {
            let note = ReceiptDocument(text: ["(\(missing) more lines are not printed)"])
            items = items.prefix(Self.rowsMax) + lines(note)
        }
        self.items = items + [.cut]
    }

    private static func item(_ spans: [ReceiptDocument.Span], columns: Int) -> Item {
        let text = spans.map(\.text).joined()
        return text.count == columns && text.allSatisfy { $0 == "-" } ? .rule : .line(spans)
    }

    /// The drawing moved to the middle as a whole: its lines keep their places under each other.
    private static func centered(_ lines: [String], columns: Int, width: (Character) -> Int) -> [String] {
        let widest = lines.map { line in line.reduce(0) { $0 + max(0, width($1)) } }.max() ?? 0
        let indent = String(repeating: " ", count: max(0, (columns - widest) / 2))
        return lines.map { indent + $0 }
    }
}
