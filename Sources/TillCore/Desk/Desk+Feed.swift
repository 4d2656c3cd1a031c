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
        let clock = answer.clockSkew.map(BankClock.init)
        if let clock { bankClock = clock }
        guard let record = openRecord(sequence) else { return [.notify(.feedSearched(sequence: sequence, nil))] }
        let match = FeedMatch(
            answer, for: record, claimed: claimed, others: inDoubt(on: record.intent.reader), at: now)
        var effects = [DeskEffect.note(OperationEvent(at: now, kind: match.note(clock)), sequence: sequence)]
        if let outcome = OutcomeRules.outcome(of: match, for: record, at: now) {
            // It is under way until the books hold it.
            feedPending.insert(sequence)
            effects.append(self.record(outcome, sequence))
        }
        switch match {
        case .notYet, .withoutResult: effects += askFeedLater()
        case .found, .absent, .ambiguous: break
        }
        return effects + [.notify(.feedSearched(sequence: sequence, match))]
    }

    /// That the feed gave no answer says nothing about the payment.
    mutating func feedFailed(_ error: FeedError, for sequence: Int64, at now: Timestamp) -> [DeskEffect] {
        feedPending.remove(sequence)
        let kind = OperationEvent.Kind.other(name: FeedMatch.noAnswerNote, code: 0, text: error.sentence)
        let note = DeskEffect.note(OperationEvent(at: now, kind: kind), sequence: sequence)
        guard openRecord(sequence) != nil else { return [.notify(.feedFailed(sequence: sequence, error))] }
        return [note, .notify(.feedFailed(sequence: sequence, error))] + (error.mayPass ? askFeedLater() : [])
    }

    /// What the feed did not have, or could not tell yet, it may have later.
    private mutating func askFeedLater() -> [DeskEffect] {
        guard !isFeedDue else { return [] }
        isFeedDue = true
        let seconds = Desk.feedPauses[min(feedPauses, Desk.feedPauses.count - 1)]
        feedPauses += 1
        return [.askFeedAgain(afterSeconds: seconds)]
    }

    mutating func feedDue(at now: Timestamp) -> [DeskEffect] {
        isFeedDue = false
        switch phase {
        case .ready(let reader):
            feedAsked = feedPending
            return askFeed(on: reader, at: now)
        case .serving, .recordingIntent, .running, .recordingOutcome:
            isFeedDue = true
            return [.askFeedAgain(afterSeconds: Desk.feedPauses[0])]
        // It is asked when the reader is ready.
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered: return []
        }
    }

    /// What another host said of the time, as it answered a reader.
    mutating func noteClock(_ ahead: Int64) -> [DeskEffect] {
        bankClock = BankClock(ahead: ahead)
        return []
    }

    /// The operation, unless it was settled meanwhile.
    private func openRecord(_ sequence: Int64) -> OperationRecord? {
        guard unwritten[sequence]?.isClear != true else { return nil }
        return inDoubt.first { $0.sequence == sequence }
    }
}

extension FeedError {
    /// Whether the same question may be answered later.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .unreadable: true
        case .notConfigured, .refused: false
        }
    }
}
