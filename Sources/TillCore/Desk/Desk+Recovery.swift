import HeftKit
import Money
import TillJournal

extension Desk {
    // MARK: The link

    mutating func connect(_ device: ReaderDevice) -> [DeskEffect] {
        guard case .offline = phase else { return [] }
        self.device = device
        enter(.connecting)
        return [.connect(device)]
    }

    mutating func connected(_ reader: ReaderIdentity, _ isResultPending: Bool) -> [DeskEffect] {
        guard case .connecting = phase else { return [] }
        reconnects = 0
        enter(.loadingInDoubt(reader, isResultPending: isResultPending))
        return [.loadInDoubt(readerSerial: reader.serialNumber)]
    }

    mutating func loaded(_ records: [OperationRecord]) -> [DeskEffect] {
        guard case .loadingInDoubt(let reader, let isResultPending) = phase else { return [] }
        inDoubt = records
        if !records.isEmpty { return mustAsk(reader) }
        // A result that nobody misses is fetched without a word.
        if isResultPending { return ask(reader, asked: 0) }
        enter(.ready(reader))
        return [.notify(.ready(reader))]
    }

    mutating func linkEnded(_ failure: LinkFailure, at now: Timestamp) -> [DeskEffect] {
        let lost = DeskEffect.notify(.linkLost(failure))
        switch phase {
        case .offline:
            return []
        case .recordingOutcome(_, let operation):
            // The outcome is still being written; coming back waits for it.
            enter(.recordingOutcome(nil, operation))
            return [.note(OperationEvent(at: now, kind: .linkLost), sequence: operation.record.sequence), lost]
        case .recordingIntent(_, let request):
            // The intent gets its outcome as soon as it is recorded: nothing was sent.
            enter(.recordingIntent(nil, request))
            return [lost]
        case .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .ready, .running:
            enter(.offline)
            return [lost] + comeBack()
        }
    }

    mutating func comeBack() -> [DeskEffect] {
        guard reconnectsByItself, device != nil else { return [] }
        reconnects += 1
        return [.reconnect(afterSeconds: Desk.delay(beforeTry: reconnects))]
    }

    /// 0, 1, 2, 4, 8, 16, then every 30 s.
    static func delay(beforeTry number: Int) -> Int {
        number <= 1 ? 0 : min(1 << min(number - 2, 5), 30)
    }

    mutating func reconnectDue() -> [DeskEffect] {
        guard case .offline = phase, let device else { return [] }
        enter(.connecting)
        return [.connect(device)]
    }

    // MARK: The pending result

    mutating func askReader() -> [DeskEffect] {
        switch phase {
        case .ready(let reader), .waitingToAsk(let reader): return ask(reader, asked: 0)
        case .offline, .connecting: return [.notify(.notStarted(.notConnected))]
        case .loadingInDoubt, .askingReader, .recordingRecovered, .recordingIntent, .running, .recordingOutcome:
            return []
        }
    }

    /// Nothing starts on this reader until it was asked.
    mutating func mustAsk(_ reader: ReaderIdentity) -> [DeskEffect] {
        if asksByItself { return ask(reader, asked: 0) }
        enter(.waitingToAsk(reader))
        return [.notify(.mustAsk(reader))]
    }

    mutating func ask(_ reader: ReaderIdentity, asked: Int) -> [DeskEffect] {
        enter(.askingReader(reader, asked: asked + 1))
        return [.start(.recoverPendingResult)]
    }

    /// A reader may hold a result more: it is asked until it says that it holds nothing.
    mutating func askAgain(_ reader: ReaderIdentity, asked: Int) -> [DeskEffect] {
        if asked < Desk.questionsMax { return ask(reader, asked: asked) }
        enter(.ready(reader))
        return [.notify(.ready(reader))]
    }

    mutating func recovered(
        _ answer: FinanceResult.Recovery, _ result: FinanceResult, from reader: ReaderIdentity, asked: Int,
        at now: Timestamp
    ) -> [DeskEffect] {
        switch answer {
        case .recovered:
            switch PendingMatch(result, among: inDoubt) {
            case .operation(let record):
                let outcome = OutcomeRules.outcome(
                    of: result, intent: record.intent, wasRelayedToBank: record.wasRelayedToBank, isRecovered: true,
                    at: now)
                enter(.recordingRecovered(reader, asked: asked, waiting: 1))
                return [.recordOutcome(outcome, sequence: record.sequence)]
            case .none, .several:
                return keep(result, from: reader, at: now) + askAgain(reader, asked: asked)
            }
        case .nothingPending:
            return nothingPending(reader, asked: asked, at: now)
        case .undecided:
            enter(.ready(reader))
            return [.notify(.recoveryUndecided(result.statusText)), .notify(.ready(reader))]
        }
    }

    private mutating func nothingPending(_ reader: ReaderIdentity, asked: Int, at now: Timestamp) -> [DeskEffect] {
        let settled = inDoubt.compactMap { record in
            OutcomeRules.outcome(nothingPendingFor: record, bootID: bootID, at: now).map {
                DeskEffect.recordOutcome($0, sequence: record.sequence)
            }
        }
        let notes = inDoubt.map { record in
            DeskEffect.note(OperationEvent(at: now, kind: .nothingPending), sequence: record.sequence)
        }
        if settled.isEmpty {
            enter(.ready(reader))
            return notes + [.notify(.nothingWaiting), .notify(.ready(reader))]
        }
        // The reader has said its last word, so it is not asked again.
        enter(.recordingRecovered(reader, asked: Desk.questionsMax, waiting: settled.count))
        return notes + settled
    }

    /// A result that nobody here asked for: money may have moved, so it is kept.
    mutating func keep(_ result: FinanceResult, at now: Timestamp) -> [DeskEffect] {
        guard let reader else { return [] }
        if case .operation(let record) = PendingMatch(result, among: inDoubt) {
            let outcome = OutcomeRules.outcome(
                of: result, intent: record.intent, wasRelayedToBank: record.wasRelayedToBank, isRecovered: true,
                at: now)
            return [.recordOutcome(outcome, sequence: record.sequence)]
        }
        return keep(result, from: reader, at: now)
    }

    private func keep(_ result: FinanceResult, from reader: ReaderIdentity, at now: Timestamp) -> [DeskEffect] {
        let stranger = OperationIntent(
            kind: .sale, amount: nil, reference: "", reader: reader, bootID: bootID, startedAt: now)
        let outcome = OutcomeRules.outcome(
            of: result, intent: stranger, wasRelayedToBank: true, isRecovered: true, at: now)
        return [
            .recordUnclaimed(outcome, customerReference: result.details.text(.customerReference), reader)
        ]
    }
}
