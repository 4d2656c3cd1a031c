import HeftKit
import TillJournal

extension Desk {
    /// Takes operations, unless something is in doubt that was neither asked about nor set aside. What the reader left in
    /// doubt is looked up in the feed, which holds nobody back.
    mutating func becomeReady(_ reader: ReaderIdentity, at now: Timestamp) -> [DeskEffect] {
        enter(.ready(reader))
        return askFeed(on: reader, at: now) + [.notify(.ready(reader))]
    }

    /// Each operation once a connection, and once more when the cashier asks.
    private mutating func askFeed(on reader: ReaderIdentity, at now: Timestamp) -> [DeskEffect] {
        inDoubt(on: reader).compactMap { record in
            let isWanted = record.intent.kind.movesMoney && unwritten[record.sequence]?.isClear != true
            guard isWanted, feedAsked.insert(record.sequence).inserted else { return nil }
            feedPending.insert(record.sequence)
            let window = FeedMatch.searched(for: record.intent, at: now)
            let offset = record.intent.startedAt.offsetFromUTC
            return .askFeed(
                readerSerial: reader.serialNumber,
                from: Timestamp(millisecondsSince1970: window.lowerBound, offsetFromUTC: offset),
                to: Timestamp(millisecondsSince1970: window.upperBound, offsetFromUTC: offset),
                for: record.sequence)
        }
    }

    /// An answer of the feed may come in any phase: also after the link ended.
    mutating func feedAnswered(
        _ answer: FeedAnswer, for sequence: Int64, claimed: Set<String>, at now: Timestamp
    ) -> [DeskEffect] {
        feedPending.remove(sequence)
        guard let record = openRecord(sequence) else { return [.notify(.feedSearched(sequence: sequence, nil))] }
        let match = FeedMatch(
            answer, for: record, claimed: claimed, others: inDoubt(on: record.intent.reader), at: now)
        var effects = [DeskEffect.note(OperationEvent(at: now, kind: match.note), sequence: sequence)]
        if let outcome = OutcomeRules.outcome(of: match, for: record, at: now) {
            // It is under way until the books hold it.
            feedPending.insert(sequence)
            effects.append(self.record(outcome, sequence))
        }
        return effects + [.notify(.feedSearched(sequence: sequence, match))]
    }

    /// That the feed gave no answer says nothing about the payment.
    mutating func feedFailed(_ error: FeedError, for sequence: Int64, at now: Timestamp) -> [DeskEffect] {
        feedPending.remove(sequence)
        let kind = OperationEvent.Kind.other(name: FeedMatch.noAnswerNote, code: 0, text: error.sentence)
        let note = DeskEffect.note(OperationEvent(at: now, kind: kind), sequence: sequence)
        return (openRecord(sequence) == nil ? [] : [note]) + [.notify(.feedFailed(sequence: sequence, error))]
    }

    /// The operation, unless it was settled meanwhile.
    private func openRecord(_ sequence: Int64) -> OperationRecord? {
        guard unwritten[sequence]?.isClear != true else { return nil }
        return inDoubt.first { $0.sequence == sequence }
    }
}
