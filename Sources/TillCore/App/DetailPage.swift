import Money
import TillJournal

/// All that the books hold of one operation.
package struct OperationDetail: Equatable, Sendable {
    package var row: HistoryRow
    /// What can be done with its money still; nil for what takes none.
    package var balance: SaleBalance?
    /// In the order in which it happened.
    package var events: [OperationEvent]

    package init(row: HistoryRow, balance: SaleBalance?, events: [OperationEvent]) {
        self.row = row
        self.balance = balance
        self.events = events
    }
}

/// One operation, with what can be done about it.
package struct DetailPage: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case back
        case receipt
        case refund
        case void
        case tip
    }

    package struct Choice: Equatable, Sendable {
        package var number: Int
        package var action: Action
    }

    package var row: HistoryRow
    /// Nil until the books have answered.
    package var detail: OperationDetail?
    /// The numbered choice that Enter runs.
    package var marked = 0
    /// The first line that is shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page
    /// What was asked for before the books had answered.
    var wanted: Action?

    package init(_ row: HistoryRow, under: Page) {
        self.row = row
        self.under = under
    }

    /// What can be asked for here, in order. What the books would refuse is refused with the reason.
    package var choices: [Choice] {
        var choices = [Choice(number: 0, action: .back), Choice(number: 1, action: .receipt)]
        let kind = row.record.intent.kind
        if kind.takesMoney { choices.append(Choice(number: 2, action: .refund)) }
        if kind.takesMoney || kind == .refund { choices.append(Choice(number: 3, action: .void)) }
        if kind.takesMoney { choices.append(Choice(number: 4, action: .tip)) }
        return choices
    }
}

/// How much of a sale is given back. Digits are the amount; only at the choices 1 means yes.
package struct RefundPage: Equatable, Sendable {
    package var record: OperationRecord
    /// What refunds have given back before.
    package var refunded: Amount
    /// What is left.
    package var rest: Amount
    package var entry: AmountEntry
    /// Nothing was typed yet: the first key begins a new amount.
    package var isFresh = true
    /// The amount stands, and is asked about.
    package var isChoosing = false
    /// The marked choice.
    package var yes = false
    /// Where Esc goes.
    package var under: Page

    package init(_ record: OperationRecord, _ balance: SaleBalance, under: Page) {
        self.record = record
        refunded = balance.refunded
        rest = balance.rest
        entry = AmountEntry(balance.rest)
        self.under = under
    }
}

/// Take all of it back?
package struct VoidPage: Equatable, Sendable {
    package var record: OperationRecord
    /// What was paid without a card on the same ticket, and goes back too.
    package var besides: TenderSums?
    /// The marked choice.
    package var yes = false
    /// Where Esc goes.
    package var under: Page

    package init(_ record: OperationRecord, besides: TenderSums? = nil, under: Page) {
        self.record = record
        self.besides = besides
        self.under = under
    }
}

extension OperationKind {
    /// Whether a customer pays by it.
    package var takesMoney: Bool { self == .sale || self == .saleAndTokenize }

    /// Whether it voids another operation.
    package var isReversal: Bool { self == .saleReversal || self == .refundReversal }
}
