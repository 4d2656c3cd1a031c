import HeftKit
import Money
import TillCore
import TillJournal

/// The books as the desk sees them: they take one piece of work after the other, and may hold or refuse it.
package struct MemoryBooks {
    package private(set) var records: [OperationRecord] = []
    package private(set) var unclaimed: [OperationOutcome] = []
    package private(set) var notes: [Int64: [OperationEvent.Kind]] = [:]
    package private(set) var decisions: [SupervisorDecision] = []
    private var work: [DeskEffect] = []
    package let bootID: String
    /// So many pieces of work that come next are refused.
    package var refusals = 0

    package init(_ records: [OperationRecord] = [], bootID: String = "boot-1") {
        self.records = records
        self.bootID = bootID
    }

    package static let full = JournalError.diskFull(path: "/books")

    package var isIdle: Bool { work.isEmpty }
    package var inDoubt: [OperationRecord] { records.filter(\.isInDoubt) }

    package subscript(sequence: Int64) -> OperationRecord? { records.first { $0.sequence == sequence } }

    package mutating func take(_ effect: DeskEffect) {
        switch effect {
        case .recordIntent, .recordOutcome, .recordLate, .recordDecision, .loadInDoubt: work.append(effect)
        case .note(let event, let sequence): notes[sequence, default: []].append(event.kind)
        case .connect, .disconnect, .dropLink, .start, .cancelOperation, .answerSignature, .reconnect, .askFeed,
            .askFeedAgain,
            .askAgain, .notify:
            break
        }
    }

    /// What comes of the next piece of work; nil where nobody waits for it.
    package mutating func next(at now: Timestamp) -> DeskEvent? {
        guard !work.isEmpty else { return nil }
        let effect = work.removeFirst()
        if refusals > 0 {
            refusals -= 1
            if case .recordDecision = effect { return .decisionRefused(MemoryBooks.full) }
            return .booksFailed(MemoryBooks.full)
        }
        switch effect {
        case .recordIntent(let request, let reader): return .intentRecorded(add(request, reader, now))
        case .recordOutcome(let outcome, let sequence): return settle(sequence, outcome)
        case .recordLate(let late): return keep(late)
        case .loadInDoubt: return .inDoubtLoaded(inDoubt)
        case .recordDecision(let decision, let sequence): return decide(decision, sequence)
        case .connect, .disconnect, .dropLink, .start, .cancelOperation, .answerSignature, .note, .reconnect, .askFeed,
            .askFeedAgain,
            .askAgain, .notify:
            return nil
        }
    }

    /// Notes that data of an operation goes to the bank.
    package mutating func relay(_ sequence: Int64) {
        guard let index = records.firstIndex(where: { $0.sequence == sequence }) else { return }
        records[index].wasRelayedToBank = true
    }

    /// The program is killed: what was not done is lost.
    package mutating func crash() {
        work = []
    }

    /// As the journal does it: beside the outcome of the operation that the result belongs to, where there is one.
    private mutating func keep(_ late: LateResult) -> DeskEvent? {
        let isKnown = late.outcome.transactionID != nil && knows(late.outcome)
        guard !isKnown else { return nil }
        unclaimed.append(late.outcome)
        let owner = records.lastIndex { record in
            guard let outcome = record.outcome, outcome.isClear, late.fits(record) else { return false }
            return record.intent.customerReference == late.customerReference
        }
        guard let owner else { return .unclaimedKept(late.outcome) }
        if records[owner].outcome?.settledBy.isReaders == false { records[owner].readersAnswer = late.outcome }
        return .contradictionKept(records[owner], late.outcome)
    }

    private func knows(_ outcome: OperationOutcome) -> Bool {
        records.contains { $0.outcome?.isSameResult(as: outcome) == true }
            || unclaimed.contains { $0.isSameResult(as: outcome) }
    }

    private mutating func add(_ request: OperationRequest, _ reader: ReaderIdentity, _ now: Timestamp)
        -> OperationRecord
    {
        let sequence = (records.last?.sequence ?? 0) + 1
        let record = OperationRecord(
            sequence: sequence,
            intent: request.intent(reference: "T1-\(sequence)", reader: reader, bootID: bootID, at: now),
            outcome: nil, wasRelayedToBank: false,
            attempt: 1 + records.count { $0.intent.ticket == request.ticket })
        records.append(record)
        return record
    }

    private mutating func decide(_ decision: SupervisorDecision, _ sequence: Int64) -> DeskEvent {
        guard let index = records.firstIndex(where: { $0.sequence == sequence && $0.isInDoubt }) else {
            return .decisionRefused(.unknownOperation(sequence: sequence))
        }
        decisions.append(decision)
        if decision.kind == .approved || decision.kind == .failed {
            records[index].outcome = OperationOutcome(
                verdict: decision.kind == .approved ? .approved : .failed,
                settledBy: .supervisor(name: decision.supervisor, evidence: decision.evidence),
                finishedAt: decision.at)
        }
        return .decisionRecorded(decision, records[index])
    }

    /// As the journal does it: a clear outcome stays for ever, an unknown one gives way.
    private mutating func settle(_ sequence: Int64, _ outcome: OperationOutcome) -> DeskEvent? {
        guard let index = records.firstIndex(where: { $0.sequence == sequence }) else {
            return .booksFailed(.unknownOperation(sequence: sequence))
        }
        let standing = records[index].outcome
        if standing == nil || (standing?.isClear == false && standing?.isSameResult(as: outcome) == false) {
            records[index].outcome = outcome
        }
        return .outcomeRecorded(records[index])
    }
}
