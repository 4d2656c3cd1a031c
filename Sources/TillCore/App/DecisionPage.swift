import Money
import TillJournal

/// What was typed as a PIN. It shows itself to nobody.
package struct TypedPIN: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package var description: String { "[PIN]" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A supervisor sets something in doubt aside, or says what became of it and on what proof.
package struct DecisionPage: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Selling goes on although nobody knows.
        case setAside
        /// The money moved, or it did not.
        case settle
        /// The same amount is charged again for another customer.
        case anotherCustomer(SaleRequest)
        /// So much is given back without a sale in these books.
        case refund(Amount)
    }

    /// What is asked for, in order.
    package enum Field: CaseIterable, Equatable, Sendable {
        case verdict
        case supervisor
        case evidence
        /// The supervisor's PIN, or a word where none is set.
        case confirmation
    }

    package let kind: Kind
    /// What is in doubt; nil for a refund.
    package var record: OperationRecord?
    package var field: Field
    /// Whether the money moved; nothing is marked until a digit says it.
    package var moneyMoved: Bool?
    package var supervisor: TextEntry
    package var evidence: TextEntry
    /// Whether a PIN confirms it, and not a word.
    package let asksForPIN: Bool
    /// Kept from every eye: a PIN is drawn as stars.
    package var confirmation = TextEntry(lengthMax: DecisionPage.confirmationMax)
    /// The PIN or the books are being waited for.
    package var isBusy = false
    /// Where Esc goes.
    package var under: Page

    package static let supervisorMax = 30
    package static let evidenceMax = 120
    static let confirmationMax = 32

    init(_ kind: Kind, of record: OperationRecord?, by supervisor: String, asksForPIN: Bool, under: Page) {
        self.kind = kind
        self.record = record
        self.asksForPIN = asksForPIN
        self.under = under
        self.supervisor = TextEntry(supervisor, lengthMax: DecisionPage.supervisorMax)
        let reason =
            switch kind {
            case .setAside: "The reader cannot be asked now."
            case .anotherCustomer: "It is another customer."
            case .settle, .refund: ""
            }
        evidence = TextEntry(reason, lengthMax: DecisionPage.evidenceMax)
        field = kind == .settle ? .verdict : supervisor.isEmpty ? .supervisor : .confirmation
    }

    package var fields: [Field] { kind == .settle ? Field.allCases : [.supervisor, .evidence, .confirmation] }

    /// The amount that it is about.
    package var amount: Amount? {
        if case .refund(let amount) = kind { return amount }
        return record?.intent.amount ?? record?.outcome?.requested
    }

    /// What is typed to confirm it where no PIN is set.
    package var word: String {
        switch (kind, moneyMoved) {
        case (.setAside, _): "ASIDE"
        case (.anotherCustomer, _): "CHARGE"
        case (.refund, _): "REFUND"
        case (.settle, true): "PAID"
        case (.settle, _): "NOT PAID"
        }
    }

    /// The first field that lacks what is needed.
    var lacking: Field? {
        fields.first { field in
            switch field {
            case .verdict: moneyMoved == nil
            case .supervisor: supervisor.isBlank
            case .evidence: evidence.isBlank
            case .confirmation: confirmation.isEmpty
            }
        }
    }

    /// What the desk is to do.
    var event: DeskEvent {
        let sequence = record?.sequence ?? 0
        switch kind {
        case .refund(let amount):
            return .perform(.unlinkedRefund(amount, by: supervisor.text, evidence: evidence.text))
        case .anotherCustomer(var request):
            request.isConfirmedAnew = true
            request.confirmation = SaleRequest.Confirmation(by: supervisor.text, evidence: evidence.text)
            return .charge(request)
        case .setAside:
            return .setAside(sequence: sequence, by: supervisor.text, evidence: evidence.text)
        case .settle:
            return .decide(
                sequence: sequence, verdict: moneyMoved == true ? .approved : .failed, by: supervisor.text,
                evidence: evidence.text)
        }
    }

    /// Whether there is nothing in the line that is being typed in.
    package var isLineEmpty: Bool {
        switch field {
        case .verdict: true
        case .supervisor: supervisor.isEmpty
        case .evidence: evidence.isEmpty
        case .confirmation: confirmation.isEmpty
        }
    }

    /// Changes the line that is being typed in; the verdict is none.
    mutating func changeLine(_ body: (inout TextEntry) -> Bool) -> Bool {
        switch field {
        case .verdict: false
        case .supervisor: body(&supervisor)
        case .evidence: body(&evidence)
        case .confirmation: body(&confirmation)
        }
    }
}

/// What to tell the help desk about an operation.
package struct SupportPage: Equatable, Sendable {
    package var record: OperationRecord
    /// Nil until the books have answered.
    package var detail: OperationDetail?
    /// The first line that is shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page

    package init(_ record: OperationRecord, under: Page) {
        self.record = record
        self.under = under
    }
}
