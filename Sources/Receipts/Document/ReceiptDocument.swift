/// What a receipt says, freed of its markup: blocks from top to bottom, in printable text.
///
/// Every text in it has passed the same gate: no control character, escape sequence or direction override is left.
/// A no-break space (U+00A0) is kept, for the layout must not break there.
package struct ReceiptDocument: Equatable, Sendable {
    /// The longest receipt that is read, in bytes. The protocol's own limit is 65,535.
    package static let bytesMax = 262_144
    /// How many elements deep styles and table cells are followed. What lies deeper is read as text of the last level.
    package static let nestingMax = 100

    package enum Alignment: Equatable, Sendable {
        case left
        case center
        case right
    }

    package struct Emphasis: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Emphasis(rawValue: 1)
        package static let italic = Emphasis(rawValue: 2)
        package static let underline = Emphasis(rawValue: 4)
    }

    /// A run of text with one emphasis; never empty in a document that was read.
    package struct Span: Equatable, Sendable {
        package var text: String
        package var emphasis: Emphasis

        package init(_ text: String, _ emphasis: Emphasis = []) {
            self.text = text
            self.emphasis = emphasis
        }
    }

    package struct Line: Equatable, Sendable {
        package var spans: [Span]
        /// `nil` where the receipt states nothing: left, or what the table's column suggests.
        package var alignment: Alignment?

        package init(_ spans: [Span], alignment: Alignment? = nil) {
            self.spans = spans
            self.alignment = alignment
        }

        package var text: String { spans.map(\.text).joined() }
    }

    package struct Cell: Equatable, Sendable {
        /// Without empty lines; no lines at all in an empty cell.
        package var lines: [Line]
        package var alignment: Alignment?
        /// How many columns the cell covers, from 1.
        package var columnSpan: Int

        package init(_ lines: [Line], alignment: Alignment? = nil, columnSpan: Int = 1) {
            self.lines = lines
            self.alignment = alignment
            self.columnSpan = columnSpan
        }
    }

    package struct Row: Equatable, Sendable {
        package var cells: [Cell]

        package init(_ cells: [Cell]) {
            self.cells = cells
        }
    }

    package enum Block: Equatable, Sendable {
        case line(Line)
        /// Rows whose columns belong together. A row that holds another table stands as blocks of its own instead.
        case table([Row])
        /// A horizontal line.
        case rule
        /// An empty line.
        case blank
    }

    package var blocks: [Block]

    package init(blocks: [Block]) {
        self.blocks = blocks
    }

    /// Reads a receipt as a card reader sends it: HTML, however broken, or plain text, whose line breaks are kept.
    ///
    /// Nothing is fetched and no script is kept. Nothing at all, or markup without text, gives a document without blocks
    /// that hold text.
    /// - Throws: ``ReceiptError``.
    package init(html: String) throws(ReceiptError) {
        try self.init(htmlBytes: Array(html.utf8))
    }

    /// The same from bytes: UTF-8, or Windows-1252 where they are not valid UTF-8.
    /// - Throws: ``ReceiptError``.
    package init(htmlBytes bytes: [UInt8]) throws(ReceiptError) {
        guard bytes.count <= Self.bytesMax else {
            throw .tooLong(bytes: bytes.count, limit: Self.bytesMax)
        }
        blocks = try HTMLReader.blocks(of: HTMLSource(bytes))
    }

    /// The receipt as lines of at most `columns` columns, by display width.
    /// - Parameter width: the columns a character takes on the device, 0 to 2.
    package func plainText(columns: Int, width: @escaping (Character) -> Int) -> [String] {
        ReceiptLayout(columns: columns, width: width).lines(of: self)
    }
}

/// Why a receipt could not be read.
package enum ReceiptError: Error, Equatable, Sendable {
    /// Longer than ``ReceiptDocument/bytesMax``; nothing of it was read.
    case tooLong(bytes: Int, limit: Int)
    /// The parser gave no document, which happens only when memory runs out.
    case unreadable
}
