import Money
import TillJournal

/// A part of a ticket is paid: how the rest is paid.
package struct RestPage: Equatable, Sendable {
    package enum Choice: Int, CaseIterable, Sendable {
        case back
        /// Fills in what is due, for another card.
        case card
        /// In cash or otherwise.
        case otherwise
        /// The payments of the ticket, to give them back.
        case history
    }

    package var ticket: TicketState
    /// The numbered choice that Enter runs.
    package var marked = Choice.back
    /// Where Esc goes.
    package var under: Page

    package init(_ ticket: TicketState, under: Page) {
        self.ticket = ticket
        self.under = under
    }
}

/// What was paid of a ticket without a card. The till takes no cash: it notes it.
package struct TenderPage: Equatable, Sendable {
    /// The ticket's name in the books.
    package var ticket: String
    package var due: Amount
    package var kind = Tender.Kind.cash
    /// What the customer gave.
    package var entry: AmountEntry
    /// Nothing was typed yet: the first key begins a new amount.
    package var isFresh = true
    /// The amount stands, and is asked about.
    package var isChoosing = false
    /// The marked choice.
    package var yes = false
    /// The books are being waited for.
    package var isBusy = false
    /// It is noted, the ticket is paid, and the customer waits for the change: the page stays until that is acknowledged.
    package var isPaid = false
    /// Where Esc goes.
    package var under: Page

    package init(ticket: String, due: Amount, under: Page) {
        self.ticket = ticket
        self.due = due
        self.under = under
        entry = AmountEntry(due)
    }

    /// What stays with the shop: never above what is due.
    package var paid: Amount {
        Amount(minorUnits: min(entry.amount.minorUnits, due.minorUnits), currency: due.currency)
    }

    /// What goes back to a customer who gave more; zero for anything but cash.
    package var change: Amount {
        Amount(minorUnits: entry.amount.minorUnits - paid.minorUnits, currency: due.currency)
    }

    /// What is due when this was paid.
    package var rest: Amount {
        Amount(minorUnits: due.minorUnits - paid.minorUnits, currency: due.currency)
    }
}

extension ResultPage {
    /// What is due on the ticket still: by what was noted since, else as the reader said.
    package var due: Amount? { rest ?? record.outcome?.due }
}
