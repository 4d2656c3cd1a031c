import HeftKit
import Money
import TillJournal

/// What the acquirer's transaction feed says of an operation in doubt.
package enum FeedMatch: Equatable, Sendable {
    /// Exactly one transaction is this operation, and its result is clear.
    case found(FeedTransaction)
    /// One transaction is this operation, and the feed does not tell how it ended.
    case withoutResult(FeedTransaction)
    /// More than one may be it, or one that contradicts it: nobody guesses.
    case ambiguous([FeedTransaction])
    /// The feed holds all of the time in which it can have happened, and does not hold it: no money moved.
    case absent
    /// It is not in the feed, but may still come, or the feed does not hold all of that time.
    case notYet

    /// How far the clocks of till, reader and acquirer may differ, in milliseconds.
    package static let clockSkew: Int64 = 5 * 60 * 1000
    /// An operation reaches the acquirer within so many milliseconds of its intent.
    package static let operationLongest: Int64 = 30 * 60 * 1000
    /// After so many milliseconds more the feed holds what the acquirer holds.
    package static let feedDelayLongest: Int64 = 15 * 60 * 1000
    /// So far a clock is set at once, in milliseconds: by hand, or by the network after the battery was empty.
    package static let clockJumpLongest: Int64 = 24 * 60 * 60 * 1000

    /// The time in which the feed can hold the operation.
    package static func window(of intent: OperationIntent) -> ClosedRange<Int64> {
        let start = intent.startedAt.millisecondsSince1970
        return sum(start, -clockSkew)...sum(start, operationLongest + clockSkew)
    }

    /// The time that the feed is asked for. Where the till's clock was set after the operation had begun, the feed holds
    /// the operation at another time than the books: it must be seen there, or its absence would prove nothing.
    package static func searched(for intent: OperationIntent, at now: Timestamp) -> ClosedRange<Int64> {
        let window = window(of: intent)
        let now = now.millisecondsSince1970
        return sum(min(window.lowerBound, now), -clockJumpLongest)...max(window.upperBound, sum(now, clockSkew))
    }

    /// A time at the edge of what can be written is no time that a payment happened.
    private static func sum(_ time: Int64, _ milliseconds: Int64) -> Int64 {
        let (sum, isTooMuch) = time.addingReportingOverflow(milliseconds)
        return isTooMuch ? (milliseconds < 0 ? .min : .max) : sum
    }

    /// Looks an operation up in what the feed answered for ``searched(for:at:)``.
    ///
    /// The transaction's own number decides, then the reference; a transaction without a reference is the operation's
    /// when kind, amount, currency and time fit. A reference that the books made is never made again, so that it decides
    /// at any time. What fits at another time is shown to a person: a clock was set, or it is another payment.
    ///
    /// - Parameters:
    ///   - claimed: the numbers of transactions that other operations of the books ended with.
    ///   - others: operations in doubt on the same reader. What may be one of theirs settles nothing.
    package init(
        _ answer: FeedAnswer, for record: OperationRecord, claimed: Set<String>, others: [OperationRecord],
        at now: Timestamp
    ) {
        let free = answer.transactions.filter { transaction in
            transaction.transactionID.isEmpty || !claimed.contains(transaction.transactionID)
        }
        if let id = record.outcome?.transactionID, let own = free.first(where: { $0.transactionID == id }) {
            self = FeedMatch(one: own, isFitting: FeedMatch.fits(own, record.intent))
            return
        }
        let window = FeedMatch.window(of: record.intent)
        let reference = record.intent.customerReference
        let isOwnReference = reference == record.intent.reference
        let near = free.filter { transaction in
            window.contains(transaction.happenedAt) || (isOwnReference && transaction.customerReference == reference)
        }
        let named = near.filter { !$0.customerReference.isEmpty && $0.customerReference == reference }
        let others = others.filter { $0.sequence != record.sequence }
        let unnamed = near.filter { transaction in
            // Under another operation's reference it is that one's.
            transaction.customerReference != reference && FeedMatch.fits(transaction, record.intent)
                && !others.contains { $0.intent.customerReference == transaction.customerReference }
        }
        let candidates = named.isEmpty ? unnamed : named
        switch candidates.count {
        case 0:
            let elsewhere = free.filter { FeedMatch.mayBeAtAnotherTime($0, record.intent) }
            self = elsewhere.isEmpty ? FeedMatch(missingIn: answer, window, at: now) : .ambiguous(elsewhere)
        case 1:
            let one = candidates[0]
            let isDisputed = others.contains { FeedMatch.mayBe(one, $0.intent) }
            // A foreign reference may be another till's sale, or ours with its reference changed on the way.
            let isForeign = !one.customerReference.isEmpty && one.customerReference != reference
            self = FeedMatch(one: one, isFitting: FeedMatch.fits(one, record.intent) && !isDisputed && !isForeign)
        default: self = .ambiguous(candidates)
        }
    }

    private init(one transaction: FeedTransaction, isFitting: Bool) {
        if !isFitting {
            self = .ambiguous([transaction])
        } else if OutcomeRules.verdict(of: transaction) == nil {
            self = .withoutResult(transaction)
        } else {
            self = .found(transaction)
        }
    }

    private init(missingIn answer: FeedAnswer, _ window: ClosedRange<Int64>, at now: Timestamp) {
        let (known, overflow) = window.upperBound.addingReportingOverflow(FeedMatch.feedDelayLongest)
        let isPast = !overflow && now.millisecondsSince1970 >= known
        self = answer.isComplete && isPast ? .absent : .notYet
    }

    /// Whether the transaction may be this operation, by its reference or without one.
    private static func mayBe(_ transaction: FeedTransaction, _ intent: OperationIntent) -> Bool {
        window(of: intent).contains(transaction.happenedAt) && fits(transaction, intent)
            && (transaction.customerReference.isEmpty || transaction.customerReference == intent.customerReference)
    }

    /// Whether the transaction would be this operation but for its time, and may have moved money.
    private static func mayBeAtAnotherTime(_ transaction: FeedTransaction, _ intent: OperationIntent) -> Bool {
        guard transaction.customerReference.isEmpty || transaction.customerReference == intent.customerReference,
            fits(transaction, intent)
        else { return false }
        switch OutcomeRules.verdict(of: transaction) {
        case .declined, .cancelled, .failed: return false
        case .approved, .partiallyApproved, .processed, .unknown, nil: return true
        }
    }

    private static func fits(_ transaction: FeedTransaction, _ intent: OperationIntent) -> Bool {
        let type = transaction.type
        if !type.isEmpty, type != "UNDEFINED", !intent.kind.transactionTypes.contains(type) { return false }
        if let original = intent.originalTransactionID, !transaction.originalTransactionID.isEmpty,
            original != transaction.originalTransactionID
        {
            return false
        }
        guard let amount = intent.amount else { return false }
        return transaction.amountMinor == amount.minorUnits
            && (transaction.currency == nil || transaction.currency == amount.currency)
    }
}

// MARK: Evidence

extension FeedMatch {
    /// The names under which a search of the feed is noted. They are stored, and never change.
    package static let foundNote = "foundInFeed"
    package static let withoutResultNote = "unclearInFeed"
    package static let ambiguousNote = "ambiguousInFeed"
    package static let absentNote = "notInFeed"
    package static let notYetNote = "notYetInFeed"
    package static let noAnswerNote = "feedGaveNoAnswer"

    /// What is noted in the books of an operation that was looked up.
    ///
    /// - Parameter clock: the feed's, where it told its time.
    package func note(_ clock: BankClock?) -> OperationEvent.Kind {
        guard let clock, !clock.isSame, case .other(let name, let count, let text) = note else { return note }
        let difference = "bank's clock \(clock.difference): \(BankClock.tolerance)"
        return .other(name: name, code: count, text: "\(text); \(difference)")
    }

    package var note: OperationEvent.Kind {
        let count =
            switch self {
            case .found, .withoutResult: 1
            case .ambiguous(let several): several.count
            case .absent, .notYet: 0
            }
        return .other(name: noteName, code: count, text: evidence)
    }

    package var noteName: String {
        switch self {
        case .found: FeedMatch.foundNote
        case .withoutResult: FeedMatch.withoutResultNote
        case .ambiguous: FeedMatch.ambiguousNote
        case .absent: FeedMatch.absentNote
        case .notYet: FeedMatch.notYetNote
        }
    }

    /// The transactions in question, for a person who holds them against a statement; else why there is none.
    package var evidence: String {
        switch self {
        case .found(let one), .withoutResult(let one): one.evidence
        case .ambiguous(let several): several.prefix(FeedMatch.shownMax).map(\.evidence).joined(separator: "; ")
        case .absent: "not in the feed, which is complete for that time"
        case .notYet: "not in the feed so far"
        }
    }

    /// So many candidates are named in a note.
    static let shownMax = 4
}

extension FeedTransaction {
    /// One line that a person can hold against the acquirer's statement.
    var evidence: String {
        let amount = currency.map { Amount(minorUnits: amountMinor, currency: $0).formattedWithCode }
        let pieces = [
            type, result + (isReversed ? " and reversed" : ""), amount ?? "\(amountMinor)",
            Timestamp(millisecondsSince1970: happenedAt, offsetFromUTC: 0).iso8601,
            authorisationCode.isEmpty ? "" : "auth \(authorisationCode)",
            customerReference.isEmpty ? "" : "ref \(customerReference)",
            transactionID.isEmpty ? "" : "id \(transactionID)",
        ]
        return pieces.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
