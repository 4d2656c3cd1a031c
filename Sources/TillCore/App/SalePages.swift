import Money
import TillJournal

/// Which tip is added. Numbered choices; the last one takes an amount.
package struct SaleTipPage: Equatable, Sendable {
    package enum Choice: Equatable, Sendable {
        case none
        case share(Percentage)
        /// Another amount, which is typed.
        case amount
    }

    /// By their numbers, from 0.
    package var choices: [Choice]
    /// The number of the marked choice.
    package var marked: Int
    /// What is typed; nil while a choice is made.
    package var entry: AmountEntry?

    init(_ ticket: Ticket) {
        let presets = ticket.rules.tipPresets.filter { $0 <= ticket.rules.tipCap }.prefix(7)
        choices = [.none] + presets.map(Choice.share) + [.amount]
        let current: Choice =
            switch ticket.contents.tip {
            case .none: .none
            case .share(let share): .share(share)
            case .minorUnits: .amount
            }
        marked = choices.firstIndex(of: current) ?? 0
    }
}

/// What stands beside the amount of a sale, as fields that are typed in.
package struct SaleFieldsPage: Equatable, Sendable {
    package enum Field: CaseIterable, Sendable {
        /// What the next line, or what is being typed, is.
        case description
        case invoiceNumber
        /// The cashier's own reference, which is sent to the reader.
        case reference
    }

    /// In the order of ``Field/allCases``.
    package var texts: [TypedText]
    /// The field that is typed in.
    package var marked = 0

    init(_ contents: Ticket.Contents) {
        texts = [
            TypedText(contents.nextDescription, charactersMax: Ticket.lineDescriptionMax),
            TypedText(contents.invoiceNumber, charactersMax: Ticket.invoiceNumberMax),
            TypedText(contents.customerReference, charactersMax: Ticket.referenceMax),
        ]
    }

    package func text(_ field: Field) -> String {
        zip(Field.allCases, texts).first { $0.0 == field }?.1.text ?? ""
    }

    mutating func change(_ body: (inout TypedText) -> Void) {
        if texts.indices.contains(marked) { body(&texts[marked]) }
    }
}

/// The tickets that are set aside, with the one at hand.
package struct TicketsPage: Equatable, Sendable {
    package enum Choice: Equatable, Sendable {
        case back
        /// The ticket at hand is set aside.
        case park
        /// One is taken back, by its number in the books.
        case resume(Int64)
    }

    /// The number of the marked choice.
    package var marked: Int
    /// The books were asked, and have not answered yet.
    package var isWaiting = false

    init(marked: Int) {
        self.marked = marked
    }
}

/// A ticket that was charged.
struct ChargedTicket: Equatable, Sendable {
    var ticket: Ticket
    /// Of its operation, once that has ended.
    var sequence: Int64?
}
