import Receipts

/// A receipt as a text file, or for a queue that prints text: UTF-8, a line a line.
package struct TextPage: Equatable, Sendable {
    package let text: String

    /// - Parameters:
    ///   - columns: as ``PrintJob/init(_:columns:width:)`` has it.
    ///   - width: the columns a character takes, 0 to 2.
    package init(_ receipt: PrintedReceipt, columns: Int, width: @escaping (Character) -> Int) {
        let job = PrintJob(receipt, columns: columns, width: width)
        let lines = job.textLines(width: width).map { isolatingRightToLeft($0.text) }
        text = lines.joined(separator: "\n") + "\n"
    }
}
