import Money

/// A ticket that was set aside before it was charged. The books keep it; what it holds is the till's own affair.
package struct ParkedTicket: Equatable, Sendable {
    /// Counts the tickets that were ever set aside in these books, from 1.
    package var number: Int64
    package var draft: Draft

    package init(number: Int64, draft: Draft) {
        self.number = number
        self.draft = draft
    }

    /// As it is brought to the books.
    package struct Draft: Equatable, Sendable {
        /// What tells it from others, for a cashier.
        package var label: String
        package var total: Amount
        package var at: Timestamp
        /// A document of the till's.
        package var contents: String

        package init(label: String, total: Amount, at: Timestamp, contents: String) {
            self.label = label
            self.total = total
            self.at = at
            self.contents = contents
        }
    }
}
