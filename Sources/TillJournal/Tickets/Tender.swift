import Money

/// A payment on a ticket that no card reader took. It is noted, not taken, by the till.
package struct Tender: Equatable, Sendable {
    /// The raw values are stored in the books and never change.
    package enum Kind: String, CaseIterable, Sendable {
        case cash
        case other
    }

    package var kind: Kind
    /// What stays with the shop: change is not part of it. Above zero.
    package var amount: Amount
    package var at: Timestamp

    package init(kind: Kind, amount: Amount, at: Timestamp) {
        self.kind = kind
        self.amount = amount
        self.at = at
    }
}
