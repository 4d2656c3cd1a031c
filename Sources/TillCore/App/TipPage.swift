import HeftKit
import Money
import TillJournal

/// The tip of a sale that was paid, to be changed at the processor.
package struct TipPage: Equatable, Sendable {
    package var record: OperationRecord
    /// The tip as the books know it.
    package var before: Amount
    /// The largest tip that may be keyed.
    package var limit: Amount
    package var entry: AmountEntry
    /// Nothing was typed yet: the first key begins a new amount.
    package var isFresh = true
    /// The amount stands, and is asked about.
    package var isChoosing = false
    /// The marked choice.
    package var yes = false
    /// The processor's answer is being waited for.
    package var isBusy = false
    /// What became of the last attempt; nil before it.
    package var status: TipAdjustmentStatus?
    /// Where Esc goes.
    package var under: Page

    init(_ record: OperationRecord, before: Amount, limit: Amount, under: Page) {
        self.record = record
        self.before = before
        self.limit = limit
        self.under = under
        entry = AmountEntry(before)
    }
}

extension OperationRecord {
    /// The tip as the books know it, and the largest that may be keyed; nil for what has no tip that could be changed.
    package var changeableTip: (tip: Amount, limit: Amount)? {
        guard intent.kind.takesMoney, let moved, transactionID != nil else { return nil }
        let paid = outcome?.gratuity ?? Amount(minorUnits: 0, currency: moved.currency)
        do throws(AmountError) {
            return (changedTip ?? paid, try TicketRules.usualTipCap.of(try moved.subtracting(paid)))
        } catch {
            return nil
        }
    }
}

extension HistoryRow {
    /// A sale that went back, or partly so, has no tip to change.
    package var keepsItsMoney: Bool { voidedBy == nil && refunds.isEmpty }
}

/// A new tip for a sale, as it is sent and noted.
package struct TipChange: Equatable, Sendable {
    package var sequence: Int64
    /// The GUID of the sale.
    package var transactionID: String
    package var tip: Amount

    package init(sequence: Int64, transactionID: String, tip: Amount) {
        self.sequence = sequence
        self.transactionID = transactionID
        self.tip = tip
    }

    /// The name of the note that a tip was changed, or not.
    package static let noteName = TipNote.name

    /// What a note of the books tells of a change.
    package enum Noted: Equatable, Sendable {
        case changed
        case declined
        /// Nobody answered.
        case unknown

        /// - Parameter code: the code of the note.
        package init(code: Int) {
            switch TipAdjustmentStatus(rawValue: code) {
            case .authorised: self = .changed
            case .declined: self = .declined
            default: self = .unknown
            }
        }
    }

    /// What the books note of it: the code is the status's, the text the tip.
    package func note(_ status: TipAdjustmentStatus, at now: Timestamp) -> OperationEvent {
        OperationEvent(
            at: now,
            kind: .other(name: TipChange.noteName, code: status.rawValue, text: tip.formattedWithCode))
    }
}
