import CPaper
import Receipts

/// A receipt as a PDF file: a till roll as long as it needs to be, its letters embedded.
///
/// Text stands in the columns of the roll, whatever font a script comes from: what ended at the right edge ends there.
package struct PDFPage: Equatable, Sendable {
    package let bytes: [UInt8]
    /// What none of the system's fonts has, each once; a box with its number is drawn for it.
    package let missing: [Character]

    /// - Parameters:
    ///   - columns: as ``PrintJob/init(_:columns:width:)`` has it. Up to 32 the roll is 58 mm wide, else 80 mm.
    ///   - title: what programs show as the document's name.
    ///   - date: of the sale, in ISO 8601, as the document's own; `nil` says that it is made now.
    ///   - width: the columns a character takes, 0 to 2.
    /// - Throws: ``PrintingError/pagesUnavailable``, ``PrintingError/pageFailed``.
    package init(
        _ receipt: PrintedReceipt, columns: Int, title: String, date: String? = nil,
        width: @escaping (Character) -> Int
    ) throws(PrintingError) {
        let job = PrintJob(receipt, columns: columns, width: width)
        guard let paper = cpaper_new(PDFRoll.font) else { throw .pagesUnavailable }
        defer { cpaper_free(paper) }
        cpaper_describe(paper, title, date)
        let roll = PDFRoll(columns: job.columns, paper: paper)
        var missing: [Character] = []
        var looked: Set<Character> = []
        for page in roll.pages(of: job.items) {
            cpaper_page(paper, roll.width, roll.height(of: page))
            var top = PDFRoll.margin
            for item in page {
                roll.draw(item, top: top, width: width)
                top += roll.height(of: item)
                for character in Self.text(of: item) where !character.isASCII && looked.insert(character).inserted {
                    let text = String(character)
                    if cpaper_missing(paper, text, Int32(text.utf8.count)) > 0 { missing.append(character) }
                }
            }
        }
        var count = 0
        guard let bytes = cpaper_finish(paper, &count) else { throw .pageFailed }
        self.bytes = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
        self.missing = missing
    }

    private static func text(of item: PrintJob.Item) -> String {
        switch item {
        case .line(let spans): spans.map(\.text).joined()
        case .doubleLine(let text), .code(let text): text
        case .rule, .cut: ""
        }
    }
}

/// Where on the roll what is printed stands, in points of 1/72 inch.
private struct PDFRoll {
    static let font = "DejaVu Sans Mono, monospace"
    static let margin = 11.0
    /// A page is no longer: viewers stop at 14,400.
    private static let heightMax = 7_200.0

    let width: Double
    private let columns: Int
    private let paper: OpaquePointer
    private let column: Double
    private let size: Double
    private var row: Double { size * 1.25 }

    init(columns: Int, paper: OpaquePointer) {
        self.columns = columns
        self.paper = paper
        width = columns <= 32 ? 164.4 : 226.8
        column = (width - 2 * Self.margin) / Double(columns)
        size = 100 * column / max(1, cpaper_column(paper, 100))
    }

    // MARK: Pages

    func pages(of items: [PrintJob.Item]) -> [[PrintJob.Item]] {
        var pages: [[PrintJob.Item]] = [[]]
        for item in items {
            let last = pages.count - 1
            if height(of: pages[last]) + height(of: item) > Self.heightMax, !pages[last].isEmpty {
                pages.append([item])
            } else {
                pages[last].append(item)
            }
        }
        return pages
    }

    func height(of items: [PrintJob.Item]) -> Double {
        items.reduce(2 * Self.margin) { $0 + height(of: $1) }
    }

    func height(of item: PrintJob.Item) -> Double {
        switch item {
        case .line, .rule, .code: row
        case .doubleLine: 2 * row
        case .cut: 0
        }
    }

    // MARK: Drawing

    func draw(_ item: PrintJob.Item, top: Double, width: (Character) -> Int) {
        let baseline = top + size
        switch item {
        case .line(let spans):
            for piece in PDFLine(spans, columns: columns, width: width).pieces {
                draw(piece, baseline: baseline, width: width)
            }
        case .doubleLine(let text):
            let words = String(text.drop { $0 == " " })
            draw(words, emphasis: .bold, x: self.width / 2, anchor: 1, size: 2 * size, baseline: top + 2 * size)
        case .rule:
            cpaper_rule(paper, Self.margin, top + row / 2, self.width - 2 * Self.margin)
        case .code(let code):
            draw(code, emphasis: [], x: self.width / 2, anchor: 1, size: size, baseline: baseline)
        case .cut:
            break
        }
    }

    /// Each run from its own column on, whatever fonts its neighbours come from. Letters of two columns are narrower than
    /// that in theirs: left as they are, a line of them would end long before the paper does.
    private func draw(_ runs: [PDFLine.Run], of piece: PDFLine.Piece, baseline: Double) {
        let taken = Double(piece.columns.count) * column
        let start =
            switch piece.anchor {
            case .left, .right: Self.margin + Double(piece.columns.lowerBound) * column
            case .middle: (width - taken) / 2
            }
        for run in runs {
            let runWidth = Double(run.columns.count) * column
            draw(
                run.text, emphasis: piece.emphasis, x: start + Double(run.columns.lowerBound) * column, anchor: 0,
                size: size, baseline: baseline, runWidth, run.isWide ? runWidth : 0)
        }
    }

    private func draw(_ piece: PDFLine.Piece, baseline: Double, width: (Character) -> Int) {
        if let runs = piece.runs(width: width) { return draw(runs, of: piece, baseline: baseline) }
        let start = Self.margin + Double(piece.columns.lowerBound) * column
        let end = Self.margin + Double(piece.columns.upperBound) * column
        switch piece.anchor {
        case .left:
            draw(piece.text, emphasis: piece.emphasis, x: start, anchor: 0, size: size, baseline: baseline, end - start)
        case .middle:
            draw(
                piece.text, emphasis: piece.emphasis, x: self.width / 2, anchor: 1, size: size, baseline: baseline)
        case .right:
            draw(piece.text, emphasis: piece.emphasis, x: end, anchor: 2, size: size, baseline: baseline, end - start)
        }
    }

    private func draw(
        _ text: String, emphasis: ReceiptDocument.Emphasis, x: Double, anchor: Int32, size: Double, baseline: Double,
        _ widthMax: Double? = nil, _ widthMin: Double = 0
    ) {
        var style = cpaper_style()
        style.x = x
        style.y = baseline
        style.anchor = anchor
        // The letters of the roll's own font are exactly as wide as their columns, but for rounding.
        style.width_max = (widthMax ?? width - 2 * Self.margin) + 0.1
        style.width_min = widthMin
        style.size = size
        style.bold = emphasis.contains(.bold)
        style.italic = emphasis.contains(.italic)
        style.underline = emphasis.contains(.underline)
        let text = isolatingRightToLeft(text)
        cpaper_text(paper, text, Int32(truncatingIfNeeded: text.utf8.count), &style)
    }
}
