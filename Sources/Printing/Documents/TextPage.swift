import Receipts

/// A receipt as a text file, or for a queue that prints text: UTF-8, a line a line.
package struct TextPage: Equatable, Sendable {
    package let text: String

    /// - Parameters:
    ///   - columns: as ``PrintJob/init(_:columns:width:)`` has it.
    ///   - width: the columns a character takes, 0 to 2.
    package init(_ receipt: PrintedReceipt, columns: Int, width: @escaping (Character) -> Int) {
        let job = PrintJob(receipt, columns: columns, width: width)
        let lines = job.items.compactMap { item -> String? in
            switch item {
            case .line(let spans): isolatingRightToLeft(spans.map(\.text).joined())
            case .doubleLine(let line): Self.middle(line, job.columns, width)
            case .rule: String(repeating: "-", count: job.columns)
            case .code(let code): Self.middle(code, job.columns, width)
            case .cut: nil
            }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func middle(_ line: String, _ columns: Int, _ width: (Character) -> Int) -> String {
        let text = line.drop { $0 == " " }
        let taken = text.reduce(0) { $0 + max(0, width($1)) }
        return String(repeating: " ", count: max(0, (columns - taken) / 2)) + text
    }
}
