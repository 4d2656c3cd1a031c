import Receipts

/// How many columns a character takes on the screen. The screen knows; the application asks.
package struct TextMeasure: Equatable, Sendable {
    package let width: @Sendable (Character) -> Int

    package init(_ width: @escaping @Sendable (Character) -> Int) {
        self.width = width
    }

    /// A screen has one measure.
    package static func == (left: TextMeasure, right: TextMeasure) -> Bool { true }

    static let unreadable = ["This receipt cannot be shown.", "It stands in the books as it came."]

    /// A receipt of the reader as lines of a till roll.
    func lines(of html: String, columns: Int) -> [String] {
        guard !html.isEmpty else { return [] }
        do throws(ReceiptError) {
            return try ReceiptDocument(html: html).plainText(columns: columns, width: width)
        } catch {
            return TextMeasure.unreadable
        }
    }
}
