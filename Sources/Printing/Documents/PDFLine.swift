import Receipts

/// A line that was set with spaces, taken apart into pieces that each stand where they should by themselves.
struct PDFLine {
    enum Anchor: Equatable {
        /// From its first column on.
        case left
        /// In the middle of the paper.
        case middle
        /// Up to its last column, which is the paper's.
        case right
    }

    struct Piece: Equatable {
        var text: String
        var emphasis: ReceiptDocument.Emphasis
        /// The columns it may fill.
        var columns: Range<Int>
        var anchor: Anchor

        /// The piece in runs of letters that are all two columns wide, or all one; nil where that makes no difference, and
        /// where the letters stand in another order than they come in.
        func runs(width: (Character) -> Int) -> [Run]? {
            guard text.contains(where: { width($0) == 2 }), isolatingRightToLeft(text) == text else { return nil }
            var runs: [Run] = []
            var column = 0
            for character in text {
                let taken = max(0, width(character))
                // A mark by itself belongs to what is before it.
                if let last = runs.last, taken == 0 || last.isWide == (taken == 2) {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append(Run(text: String(character), isWide: taken == 2, columns: column..<column))
                }
                column += taken
                let start = runs[runs.count - 1].columns.lowerBound
                runs[runs.count - 1].columns = start..<column
            }
            return runs
        }
    }

    struct Run: Equatable {
        var text: String
        var isWide: Bool
        /// Counted from the piece's first column.
        var columns: Range<Int>
    }

    let pieces: [Piece]

    init(_ spans: [ReceiptDocument.Span], columns: Int, width: (Character) -> Int) {
        var pieces = Self.pieces(of: spans, width: width)
        if let last = pieces.indices.last {
            let (start, end) = (pieces[0].columns.lowerBound, pieces[last].columns.upperBound)
            let isAlone = pieces.count == 1
            if isAlone, start >= Self.gapMin, abs(start - (columns - end)) <= 1 {
                pieces[0].anchor = .middle
            } else if end == columns, Self.gap(before: last, in: pieces) >= Self.gapMin {
                pieces[last].anchor = .right
            }
        }
        self.pieces = pieces
    }

    /// From so many spaces on, what stands behind them stands apart.
    private static let gapMin = 2

    private static func gap(before index: Int, in pieces: [Piece]) -> Int {
        pieces[index].columns.lowerBound - (index > 0 ? pieces[index - 1].columns.upperBound : 0)
    }

    private static func pieces(of spans: [ReceiptDocument.Span], width: (Character) -> Int) -> [Piece] {
        var pieces: [Piece] = []
        var column = 0
        var spaces = 0
        var isNew = true
        for span in spans {
            for character in span.text {
                guard character != " " else {
                    spaces += 1
                    continue
                }
                if isNew || spaces >= gapMin || pieces.last?.emphasis != span.emphasis {
                    column += spaces
                    pieces.append(
                        Piece(text: "", emphasis: span.emphasis, columns: column..<column, anchor: .left))
                } else if spaces > 0 {
                    column += spaces
                    pieces[pieces.count - 1].text += String(repeating: " ", count: spaces)
                }
                isNew = false
                spaces = 0
                column += max(0, width(character))
                pieces[pieces.count - 1].text.append(character)
                pieces[pieces.count - 1].columns = pieces[pieces.count - 1].columns.lowerBound..<column
            }
        }
        return pieces
    }
}
