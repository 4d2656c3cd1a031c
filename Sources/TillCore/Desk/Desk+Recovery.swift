import HeftKit
import Money
import TillJournal

extension Desk {
    // MARK: The link

    mutating func connect(_ device: ReaderDevice) -> [DeskEffect] {
        switch phase {
        case .offline: break
        case .connecting, .loadingInDoubt, .waitingToAsk, .ready:
            if device == self.device { return [] }
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            // What the reader is about to say must be heard.
            return device == self.device ? [] : [.notify(.notStarted(.busy))]
        }
        self.device = device
        reconnects = 0
        isLeft = false
        isAsleep = false
        wasReached = false
        enter(.connecting)
        return [.connect(device)]
    }

    mutating func disconnect() -> [DeskEffect] {
        switch phase {
        case .offline:
            guard device != nil, !isLeft else { return [] }
        case .connecting, .loadingInDoubt, .waitingToAsk, .ready: break
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            return [.notify(.notStarted(.busy))]
        }
        isLeft = true
        enter(.offline)
        return [.disconnect]
    }

    mutating func connected(_ reader: ReaderIdentity, _ isResultPending: Bool) -> [DeskEffect] {
        guard case .connecting = phase else { return [] }
        reconnects = 0
        restartAnnouncedAt = nil
        lastReader = reader
        wasReached = true
        mustLoadAgain = false
        feedAsked = []
        feedPending = []
        feedPauses = 0
        self.isResultPending = isResultPending
        enter(.loadingInDoubt(reader, isResultPending: isResultPending))
        return [.loadInDoubt]
    }

    mutating func loaded(_ records: [OperationRecord]) -> [DeskEffect] {
        guard case .loadingInDoubt(let reader, let isResultPending) = phase else { return [] }
        inDoubt = records
        if !inDoubt(on: reader).isEmpty || !unwritten.isEmpty { return mustAsk(reader) }
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
        case .running(_, let operation):
            // Nobody said how it ended: the request may have arrived.
            let outcome = OutcomeRules.outcome(of: failure, .unknown, intent: operation.record.intent, at: now)
            let withdrawn = withdrawSignature()
            enter(.recordingOutcome(nil, operation))
            let note = DeskEffect.note(OperationEvent(at: now, kind: .linkLost), sequence: operation.record.sequence)
            return withdrawn + [note, lost, record(outcome, operation.record.sequence)]
        case .serving(_, let service):
            enter(.offline)
            return [.notify(.served(service, .linkLost)), lost] + comeBack()
        case .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .ready:
            enter(.offline)
            return [lost] + comeBack()
        }
    }

    mutating func comeBack() -> [DeskEffect] {
        guard reconnectsByItself, !isLeft, device != nil else { return [] }
        reconnects += 1
        return [.reconnect(afterSeconds: Desk.delay(beforeTry: reconnects))]
    }

    /// 0, 1, 2, 4, 8, 16, then every 30 s.
    static func delay(beforeTry number: Int) -> Int {
        number <= 1 ? 0 : min(1 << min(number - 2, 5), 30)
    }

    mutating func reconnectDue() -> [DeskEffect] {
        guard case .offline = phase, !isLeft, !isAsleep, let device else { return [] }
        enter(.connecting)
        return [.connect(device)]
    }

    // MARK: The computer's sleep

    /// A link with nothing on its way is closed before it breaks, and nobody is told. What is on its way is left to itself:
    /// the reader may still answer in time.
    mutating func sleepBegins() -> [DeskEffect] {
        isAsleep = true
        switch phase {
        case .connecting, .loadingInDoubt, .waitingToAsk, .ready:
            enter(.offline)
            return [.disconnect]
        case .serving(_, let service):
            enter(.offline)
            return [.disconnect, .notify(.served(service, .linkLost))]
        case .offline, .askingReader, .recordingRecovered, .recordingIntent, .running, .recordingOutcome: return []
        }
    }

    /// The reader is connected to at once. A link that was there all the time is dead, though nobody says so.
    mutating func sleepIsOver() -> [DeskEffect] {
        isAsleep = false
        reconnects = 0
        switch phase {
        case .offline: return reconnectsByItself ? reconnectDue() : []
        case .connecting, .loadingInDoubt, .waitingToAsk, .ready:
            guard let device else { return [] }
            enter(.connecting)
            return [.connect(device)]
        // The link ended before, and coming back waits for the books.
        case .recordingIntent(nil, _), .recordingOutcome(nil, _): return []
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            return [.dropLink]
        }
    }

    // MARK: The pending result

    mutating func askReader() -> [DeskEffect] {
        switch phase {
        case .ready(let reader), .waitingToAsk(let reader):
            feedAsked = []
            feedPauses = 0
            return ask(reader, asked: 0)
        case .offline, .connecting: return [.notify(.notStarted(.notConnected))]
        case .serving: return [.notify(.notStarted(.busy))]
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

    /// Asks the reader, once the books hold what it has said before.
    mutating func ask(_ reader: ReaderIdentity, asked: Int) -> [DeskEffect] {
        if mustLoadAgain {
            mustLoadAgain = false
            enter(.loadingInDoubt(reader, isResultPending: true))
            return [.loadInDoubt]
        }
        if asked == 0, !unwritten.isEmpty {
            awaited = Set(unwritten.keys)
            enter(.recordingRecovered(reader, asked: 0, waiting: awaited.count))
            return unwritten.sorted { $0.key < $1.key }.map { .recordOutcome($0.value, sequence: $0.key) }
        }
        busyAnswers = 0
        isPausing = false
        enter(.askingReader(reader, asked: asked + 1))
        return [.start(.recoverPendingResult)]
    }

    /// A reader may hold a result more: it is asked until it says that it holds nothing.
    mutating func askAgain(_ reader: ReaderIdentity, asked: Int, at now: Timestamp) -> [DeskEffect] {
        if asked < Desk.questionsMax { return ask(reader, asked: asked) }
        // What it did not answer stays in doubt.
        return (inDoubt(on: reader).isEmpty ? [] : [.notify(.nothingWaiting)]) + becomeReady(reader, at: now)
    }

    mutating func recovered(
        _ answer: FinanceResult.Recovery, _ result: FinanceResult, from reader: ReaderIdentity, asked: Int,
        at now: Timestamp
    ) -> [DeskEffect] {
        switch answer {
        case .recovered:
            isResultPending = false
            switch PendingMatch(result, among: inDoubt(on: reader)) {
            case .operation(let record):
                let outcome = OutcomeRules.outcome(
                    of: result, intent: record.intent, wasRelayedToBank: record.wasRelayedToBank, isRecovered: true,
                    at: now)
                awaited = [record.sequence]
                enter(.recordingRecovered(reader, asked: asked, waiting: 1))
                return [self.record(outcome, record.sequence)]
            case .none, .several:
                return keep(result, from: reader, at: now) + askAgain(reader, asked: asked, at: now)
            }
        case .nothingPending:
            isResultPending = false
            return nothingPending(reader, at: now)
        case .undecided:
            if let pause = pause(after: result) { return pause }
            // An answer that cannot be read, or is not marked as recovered, may tell of money all the same.
            let isBlank = result.response.authorisedAmountMinor == 0 && result.eftTransactionID.isEmpty
            let kept = isBlank ? [] : keep(result, from: reader, at: now)
            return kept + [.notify(.recoveryUndecided(result.statusText))] + becomeReady(reader, at: now)
        }
    }

    /// A reader that is busy with something of its own may answer soon.
    private mutating func pause(after result: FinanceResult) -> [DeskEffect]? {
        guard result.response.status == .commandNotAllowed, busyAnswers < Desk.busyQuestionsMax else { return nil }
        busyAnswers += 1
        isPausing = true
        return [.askAgain(afterSeconds: Desk.busyPauseSeconds)]
    }

    mutating func pauseOver() -> [DeskEffect] {
        guard case .askingReader = phase, isPausing else { return [] }
        isPausing = false
        return [.start(.recoverPendingResult)]
    }

    private mutating func nothingPending(_ reader: ReaderIdentity, at now: Timestamp) -> [DeskEffect] {
        var settled: [(sequence: Int64, outcome: OperationOutcome)] = []
        let asked = inDoubt(on: reader)
        for record in asked {
            let outcome = OutcomeRules.outcome(nothingPendingFor: record, bootID: bootID, at: now)
            if let outcome { settled.append((record.sequence, outcome)) }
        }
        let notes = asked.map { record in
            DeskEffect.note(OperationEvent(at: now, kind: .nothingPending), sequence: record.sequence)
        }
        if settled.isEmpty {
            return notes + [.notify(.nothingWaiting)] + becomeReady(reader, at: now)
        }
        // The reader has said its last word, so it is not asked again.
        awaited = Set(settled.map(\.sequence))
        enter(.recordingRecovered(reader, asked: Desk.questionsMax, waiting: settled.count))
        return notes + settled.map { record($0.outcome, $0.sequence) }
    }

    /// A result that nobody here asked for: money may have moved, so it is kept.
    mutating func keep(_ result: FinanceResult, at now: Timestamp) -> [DeskEffect] {
        guard let reader = reader ?? lastReader else { return [] }
        if case .operation(let record) = PendingMatch(result, among: inDoubt(on: reader) + beingWrittenAsUnknown) {
            let outcome = OutcomeRules.outcome(
                of: result, intent: record.intent, wasRelayedToBank: record.wasRelayedToBank, isRecovered: true,
                at: now)
            return [self.record(outcome, record.sequence)]
        }
        return keep(result, from: reader, at: now)
    }

    /// What comes first of all that is in doubt: something that the connected reader can be asked about.
    package var firstInDoubt: OperationRecord? {
        let here = reader.map { inDoubt(on: $0) } ?? []
        return (here + inDoubt).first { !setAside.contains($0.sequence) } ?? here.first ?? inDoubt.first
    }

    func inDoubt(on reader: ReaderIdentity) -> [OperationRecord] {
        inDoubt.filter { $0.intent.reader.serialNumber == reader.serialNumber }
    }

    /// The operation that just ended without a clear outcome: its answer may still come.
    private var beingWrittenAsUnknown: [OperationRecord] {
        guard case .recordingOutcome(_, let operation) = phase,
            let outcome = unwritten[operation.record.sequence], !outcome.isClear
        else { return [] }
        return [operation.record]
    }

    /// Brings an outcome to the books, and remembers it until they hold it.
    mutating func record(_ outcome: OperationOutcome, _ sequence: Int64) -> DeskEffect {
        // A clear outcome does not give way to an unknown one.
        if outcome.isClear || unwritten[sequence]?.isClear != true { unwritten[sequence] = outcome }
        return .recordOutcome(outcome, sequence: sequence)
    }

    private func keep(_ result: FinanceResult, from reader: ReaderIdentity, at now: Timestamp) -> [DeskEffect] {
        let stranger = OperationIntent(
            kind: .sale, amount: nil, reference: "", reader: reader, bootID: bootID, startedAt: now)
        let outcome = OutcomeRules.outcome(
            of: result, intent: stranger, wasRelayedToBank: true, isRecovered: true, at: now)
        let kinds = OperationKind.kinds(ofType: result.details.text(.transactionType))
        return [
            .recordLate(
                LateResult(
                    outcome, of: kinds, customerReference: result.details.text(.customerReference), from: reader))
        ]
    }

    /// The operation that a result belongs to has another outcome, which stays: whoever stands here must know.
    mutating func contradicted(
        _ record: OperationRecord, by answer: OperationOutcome, at now: Timestamp
    ) -> [DeskEffect] {
        // It may be an outcome that the desk itself brought, and waits for.
        let isAwaited = unwritten[record.sequence] != nil || awaited.contains(record.sequence)
        return (isAwaited ? recorded(record, at: now) : []) + [.notify(.contradicted(record, by: answer))]
    }
}
