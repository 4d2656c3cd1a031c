import Receipts

extension PrintJob {
    /// The job as lines of text, for what has one size of letters and draws no codes; none is wider than ``columns``.
    ///
    /// - Parameter width: the columns a character takes, as the job was set with.
    package func textLines(width: (Character) -> Int) -> [ReceiptDocument.Line] {
        items.flatMap { item -> [ReceiptDocument.Line] in
            switch item {
            case .line(let spans): [ReceiptDocument.Line(spans)]
            // What is twice as large on paper is bold here.
            case .doubleLine(let line): [centered(line, .bold, width)]
            case .rule: [ReceiptDocument.Line([.init(String(repeating: "-", count: columns))])]
            case .code(let code): pieces(of: code).map { centered($0, [], width) }
            case .cut: []
            }
        }
    }

    private func centered(
        _ line: String, _ emphasis: ReceiptDocument.Emphasis, _ width: (Character) -> Int
    ) -> ReceiptDocument.Line {
        let text = line.drop { $0 == " " }
        let taken = text.reduce(0) { $0 + max(0, width($1)) }
        let indent = String(repeating: " ", count: max(0, (columns - taken) / 2))
        return ReceiptDocument.Line([.init(indent), .init(String(text), emphasis)].filter { !$0.text.isEmpty })
    }

    /// A code in pieces that have room, broken behind a hyphen where there is one. It is ASCII: a column a character.
    private func pieces(of code: String) -> [String] {
        var pieces: [String] = []
        var rest = Substring(code)
        while rest.count > columns {
            let piece = rest.prefix(columns)
            let whole = piece.lastIndex(of: "-").map { piece[...$0] } ?? piece
            pieces.append(String(whole))
            rest = rest.dropFirst(whole.count)
        }
        return pieces + [String(rest)]
    }
}
