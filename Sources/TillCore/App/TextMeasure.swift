import Receipts
import TillJournal

/// How many columns a character takes on the screen. The screen knows; the application asks.
package struct TextMeasure: Equatable, Sendable {
    private let width: @Sendable (Character) -> Int

    package init(_ width: @escaping @Sendable (Character) -> Int) {
        self.width = width
    }

    /// A screen has one measure.
    package static func == (left: TextMeasure, right: TextMeasure) -> Bool { true }

    /// A copy as lines, with a word above it when the reader is simulated and the copy does not say so.
    package func receipt(of record: OperationRecord, _ copy: ReceiptPage.Copy, columns: Int) -> [String] {
        let lines = lines(of: ReceiptPage.html(record, copy), columns: columns)
        guard record.intent.reader.isSimulated, !lines.isEmpty,
            !lines.contains(where: { $0.contains(TextMeasure.simulated) })
        else { return lines }
        let word = columns >= 17 ? "*** \(TextMeasure.simulated) ***" : TextMeasure.simulated
        return [String(repeating: " ", count: max(0, (columns - word.count) / 2)) + word] + lines
    }

    private static let simulated = "SIMULATED"

    /// A receipt of the reader as lines of a till roll.
    func lines(of html: String, columns: Int) -> [String] {
        guard !html.isEmpty else { return [] }
        do throws(ReceiptError) {
            return try ReceiptDocument(html: html).plainText(columns: columns, width: width)
        } catch {
            return ["This receipt cannot be shown.", "It stands in the books as it came."]
        }
    }
}
