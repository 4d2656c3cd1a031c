import Money

/// The books of a period beside the bank's list of it, payment by payment.
package struct DayComparison: Equatable, Sendable, Codable {
    /// One payment that the two do not tell alike.
    package struct Finding: Equatable, Sendable, Codable {
        /// The raw values stand in kept reports and never change.
        package enum Kind: String, Sendable, Codable {
            /// The list has a payment that the books do not.
            case missingInBooks
            /// The books have a payment that the list does not.
            case missingInList
            case amountDiffers
            /// The list says that money moved; the books say that it did not, or do not know.
            case resultDiffers
        }

        package var kind: Kind
        /// Of the books; nil where they do not have it.
        package var sequence: Int64?
        package var reference: String
        /// The bank's number; empty where neither names one.
        package var transactionID: String
        /// In minor units; nil where the books do not have it, or no money moved.
        package var booksMinor: Int64?
        /// In minor units; nil where the list does not have it.
        package var listMinor: Int64?
        /// The alpha code; empty for one that nobody knows.
        package var currency: String

        package init(
            _ kind: Kind, sequence: Int64?, reference: String, transactionID: String, booksMinor: Int64?,
            listMinor: Int64?, currency: String
        ) {
            self.kind = kind
            self.sequence = sequence
            self.reference = reference
            self.transactionID = transactionID
            self.booksMinor = booksMinor
            self.listMinor = listMinor
            self.currency = currency
        }

        package var inBooks: Amount? { amount(booksMinor) }
        package var inList: Amount? { amount(listMinor) }

        private func amount(_ minorUnits: Int64?) -> Amount? {
            guard let minorUnits, let currency = Currency(alphaCode: currency) else { return nil }
            return Amount(minorUnits: minorUnits, currency: currency)
        }
    }

    /// How many payments are the same in both.
    package var sameCount: Int
    package var findings: [Finding]
    /// Whether the list says that it holds all of the period: only then is anything found missing in it.
    package var isListComplete: Bool

    package init(sameCount: Int, findings: [Finding], isListComplete: Bool) {
        self.sameCount = sameCount
        self.findings = findings
        self.isListComplete = isListComplete
    }
}
