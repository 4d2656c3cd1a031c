import Money
import SeededRandom
import Testing

@testable import TillJournal

func currency(_ code: String) -> Currency {
    guard let currency = Currency(alphaCode: code) else { preconditionFailure("\(code) is a currency") }
    return currency
}

func money(_ minorUnits: Int64, _ code: String = "GBP") -> Amount {
    Amount(minorUnits: minorUnits, currency: currency(code))
}

func writer(_ till: String = "T1", books: Books = .real, seed: UInt64 = 1) -> JournalWriter {
    guard let name = TillName(till) else { preconditionFailure("\(till) is a till's name") }
    var random = SplitMix64(seed: seed)
    return JournalWriter(till: name, books: books, random: &random)
}

func openBooks(at path: String, as writer: JournalWriter = writer()) throws -> Journal {
    try Journal.open(at: path, access: .writing(writer))
}

extension Timestamp {
    /// Seconds after a day's first moment, in UTC.
    static func second(_ seconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_700_000_000_000 + seconds * 1000, offsetFromUTC: 0)
    }
}

extension ReaderIdentity {
    static let counter = ReaderIdentity(
        serialNumber: "12345", name: "HiLite", address: "00:11:22:33:44:55", isSimulated: false)
    static let terrace = ReaderIdentity(
        serialNumber: "67890", name: "HiPro", address: "00:11:22:33:44:66", isSimulated: false)
    static let simulated = ReaderIdentity(serialNumber: "sim", name: "Sim", address: "sim", isSimulated: true)
}

extension OperationIntent {
    static func sample(
        _ reference: String, kind: OperationKind = .sale, amount: Amount? = money(1000),
        customerReference: String? = nil, ticket: String? = nil, undoing transactionID: String? = nil,
        reader: ReaderIdentity = .counter, at second: Int64 = 0
    ) -> OperationIntent {
        OperationIntent(
            kind: kind, amount: amount, reference: reference, customerReference: customerReference, ticket: ticket,
            originalTransactionID: transactionID, reader: reader, bootID: "boot-1", startedAt: .second(second))
    }
}

extension SaleParts {
    /// 10.00: 9.00, 8.25 % on it, and a tip.
    static let sample = SaleParts(
        subtotal: money(900), tax: Tax(amount: money(75), rate: Percentage(thousandths: 8250), isIncluded: false),
        tip: money(25))
}

extension OperationOutcome {
    static let guid = "01236fc0-8192-11eb-9aca-ad4b0e95f241"

    static func approved(
        _ authorised: Amount = money(1000), transactionID: String? = guid, by settlement: Settlement = .readerAnswer
    ) -> OperationOutcome {
        OperationOutcome(
            verdict: .approved, message: "AUTHORISED", statusCode: 1, authorised: authorised,
            transactionID: transactionID, maskedCardNumber: "************1111", settledBy: settlement,
            finishedAt: .second(60))
    }

    static func ended(
        _ verdict: Verdict, by settlement: Settlement = .readerAnswer, transactionID: String? = nil
    ) -> OperationOutcome {
        OperationOutcome(
            verdict: verdict, transactionID: transactionID, settledBy: settlement, finishedAt: .second(60))
    }
}

extension Journal {
    /// Records a sale, and how it ended when that is given.
    @discardableResult
    func record(
        _ intent: OperationIntent, _ outcome: OperationOutcome? = nil, allowsForeignOriginal: Bool = false
    ) throws -> OperationRecord {
        let record = try sync { store throws(JournalError) in
            try store.recordIntent(intent, allowsForeignOriginal: allowsForeignOriginal)
        }
        guard let outcome else { return record }
        let recording = try sync { store throws(JournalError) in
            try store.recordOutcome(outcome, of: record.sequence)
        }
        guard case .recorded(let settled) = recording else {
            Issue.record("not recorded: \(recording)")
            return record
        }
        return settled
    }

    /// Records how an operation ended that was recorded before.
    func settle(_ record: OperationRecord, _ outcome: OperationOutcome) throws {
        let recording = try sync { store throws(JournalError) in
            try store.recordOutcome(outcome, of: record.sequence)
        }
        guard case .recorded = recording else {
            Issue.record("not recorded: \(recording)")
            return
        }
    }

    func note(_ kind: OperationEvent.Kind, of sequence: Int64, at second: Int64 = 1) throws {
        try sync { store throws(JournalError) in
            try store.note(OperationEvent(at: .second(second), kind: kind), of: sequence)
        }
    }
}
