import HeftKit
import Money
import TillJournal

extension Desk {
    // MARK: Start

    mutating func perform(_ request: OperationRequest, at now: Timestamp) -> [DeskEffect] {
        switch phase {
        case .offline, .connecting, .loadingInDoubt:
            return [.notify(.notStarted(.notConnected))]
        case .waitingToAsk(let reader):
            // Without an operation to show, nobody but the desk can ask.
            let asking = inDoubt(on: reader).isEmpty ? ask(reader, asked: 0) : []
            return [.notify(.notStarted(.readerNotAsked))] + asking
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            return [.notify(.notStarted(.busy))]
        // Nothing begins on a reader that is about to go. What was typed stays.
        case .ready where isReaderRestarting(at: now): return [.notify(.notStarted(.readerRestarting))]
        case .ready(let reader):
            if let refusal = refusal(of: request, at: now) { return [.notify(.notStarted(refusal))] }
            enter(.recordingIntent(reader, request))
            return [.recordIntent(request, reader)]
        }
    }

    private func refusal(of request: OperationRequest, at now: Timestamp) -> DeskNotice.Refusal? {
        if let amount = request.amount, !(1...Desk.amountMax).contains(amount.minorUnits) { return .amountOutOfRange }
        switch request {
        case .sale(let sale): return refusal(of: sale, at: now)
        case .refund(_, let original), .reversal(let original):
            return original.transactionID == nil ? .noTransactionID(original) : nil
        case .unlinkedRefund, .service: return nil
        }
    }

    private func refusal(of request: SaleRequest, at now: Timestamp) -> DeskNotice.Refusal? {
        let same = inDoubt.first { record in
            if let ticket = request.ticket, record.intent.ticket == ticket { return true }
            return request.customerReference == record.intent.customerReference
        }
        if let same { return .sameTicketInDoubt(same) }
        let recent = inDoubt.last { record in
            record.intent.amount == request.amount
                && now.millisecondsSince1970 - record.intent.startedAt.millisecondsSince1970 < Desk.sameAmountWindow
        }
        guard let recent, !request.isConfirmedAnew else { return nil }
        return .sameAmountInDoubt(recent)
    }

    mutating func start(_ record: OperationRecord, at now: Timestamp) -> [DeskEffect] {
        guard case .recordingIntent(let reader, let request) = phase else {
            // Nobody waits for this intent any more: nothing was sent for it.
            if record.outcome != nil || running?.record.sequence == record.sequence { return [] }
            if !inDoubt.contains(where: { $0.sequence == record.sequence }) { inDoubt.append(record) }
            return [self.record(notTaken(record, now), record.sequence)]
        }
        let operation = RunningOperation(record: record, startedAt: now)
        guard let reader else {
            enter(.recordingOutcome(nil, operation))
            return [.notify(.notStarted(.notConnected)), self.record(notTaken(record, now), record.sequence)]
        }
        enter(.running(reader, operation))
        do throws(HeftError) {
            let operation = try request.operation(record.intent)
            return [.note(OperationEvent(at: now, kind: .requestSent), sequence: record.sequence), .start(operation)]
        } catch {
            return startRefused(error, at: now)
        }
    }

    private func notTaken(_ record: OperationRecord, _ now: Timestamp) -> OperationOutcome {
        OperationOutcome(
            verdict: .failed, message: "The reader did not take the operation.", requested: record.intent.amount,
            settledBy: .nothingSent, finishedAt: now)
    }

    /// The reader took nothing: the intent gets its outcome all the same.
    mutating func startRefused(_ error: HeftError, at now: Timestamp) -> [DeskEffect] {
        switch phase {
        case .running(let reader, let operation):
            enter(.recordingOutcome(reader, operation))
            let taken = notTaken(operation.record, now)
            return [.notify(.notStarted(.reader(error))), record(taken, operation.record.sequence)]
        case .askingReader(let reader, _):
            // It was not asked, so nothing else may start.
            enter(.waitingToAsk(reader))
            return [.notify(.notStarted(.reader(error))), .notify(.mustAsk(reader))]
        case .serving(let reader, let service):
            enter(.ready(reader))
            return [.notify(.served(service, .notDone(nil))), .notify(.notStarted(.reader(error)))]
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .recordingRecovered, .ready, .recordingIntent,
            .recordingOutcome:
            return []
        }
    }

    // MARK: While it runs

    mutating func cancel(at now: Timestamp) -> [DeskEffect] {
        // The scanner may be switched off at any moment.
        if case .serving(_, .scan) = phase { return [.cancelOperation] }
        guard case .running(_, let operation) = phase else { return [] }
        if operation.mayBeLeft(at: now) { return leave(operation, at: now) }
        guard operation.isCancelAllowed, !operation.isCancelling else { return [.notify(.cancelNotPossible)] }
        return [
            .note(OperationEvent(at: now, kind: .cancelRequested), sequence: operation.record.sequence),
            .cancelOperation,
        ]
    }

    /// Nothing was heard of an operation without money for long. The till leaves the reader, and comes back by itself.
    private mutating func leave(_ operation: RunningOperation, at now: Timestamp) -> [DeskEffect] {
        let outcome = OperationOutcome(
            verdict: .failed, message: "Nothing was heard of it for minutes.",
            requested: operation.record.intent.amount,
            settledBy: .noAnswer, finishedAt: now)
        enter(.recordingOutcome(nil, operation))
        let note = DeskEffect.note(OperationEvent(at: now, kind: .linkLost), sequence: operation.record.sequence)
        return [.disconnect, note, record(outcome, operation.record.sequence)]
    }

    mutating func noteCancel() -> [DeskEffect] {
        change { $0.isCancelling = true }
        return []
    }

    mutating func report(_ status: StatusEvent, at now: Timestamp) -> [DeskEffect] {
        guard case .running(_, let operation) = phase else { return [.notify(.status(status))] }
        let isNews = operation.status?.status != status.status || operation.status?.text != status.text
        let isNoted = isNews && operation.statusesNoted < RunningOperation.notesMax
        change { operation in
            if isNoted { operation.statusesNoted += 1 }
            operation.status = status
            operation.isCancelAllowed = status.isCancelAllowed
            operation.log.append(RunningOperation.Entry(at: now, status: status))
            if operation.log.count > RunningOperation.logMax { operation.log.removeFirst() }
        }
        guard isNoted else { return [.notify(.status(status))] }
        let event = OperationEvent(
            at: now, kind: .statusReported(code: Int(status.status.code), text: status.text))
        return [.notify(.status(status)), .note(event, sequence: operation.record.sequence)]
    }

    mutating func open(_ request: SignatureRequest, at now: Timestamp) -> [DeskEffect] {
        guard case .running(_, let operation) = phase else { return [] }
        change { operation in
            operation.signature = request
            operation.signatureAskedAt = now
        }
        return [
            .note(OperationEvent(at: now, kind: .signatureRequested), sequence: operation.record.sequence),
            .notify(.signatureRequested(request)),
        ]
    }

    mutating func withdrawSignature() -> [DeskEffect] {
        guard case .running(_, let operation) = phase, operation.signature != nil else { return [] }
        change { $0.signature = nil }
        return [.notify(.signatureWithdrawn)]
    }

    /// An answer belongs to its request: without one it goes nowhere.
    mutating func judgeSignature(_ isAccepted: Bool, at now: Timestamp) -> [DeskEffect] {
        guard case .running(_, let operation) = phase, operation.signature != nil else { return [] }
        change { $0.signature = nil }
        return [
            .answerSignature(isAccepted: isAccepted),
            .note(
                OperationEvent(at: now, kind: .signatureAnswered(isAccepted: isAccepted)),
                sequence: operation.record.sequence),
        ]
    }

    // MARK: End

    mutating func finish(_ completion: OperationCompletion, at now: Timestamp) -> [DeskEffect] {
        switch phase {
        case .running(let reader, let operation) where !completion.isAutomatic:
            if case .finance(let result) = completion.result {
                restartAnnouncedAt = result.response.isRestarting ? now : nil
            }
            var effects: [DeskEffect] = []
            if operation.signature != nil { effects += withdrawSignature() }
            if case .answeredByEarlier(let result) = completion.result { effects += keep(result, at: now) }
            let outcome = OutcomeRules.outcome(of: completion, intent: operation.record.intent, at: now)
            enter(.recordingOutcome(reader, operation))
            return effects + [record(outcome, operation.record.sequence)]
        case .askingReader(let reader, let asked) where !completion.isAutomatic:
            switch completion.result {
            case .recovery(let answer, let result):
                return recovered(answer, result, from: reader, asked: asked, at: now)
            case .failed:
                // The link ended while it was asked; what follows says so.
                return []
            case .finance, .answeredByEarlier, .plain, .log, .xml:
                return keep(completion, at: now) + mustAsk(reader)
            }
        case .waitingToAsk(let reader) where completion.isAutomatic && asksByItself:
            // The reader was busy with this when it was to be asked.
            return ask(reader, asked: 0)
        case .serving(let reader, let service) where completion.operation == service.operation:
            enter(.ready(reader))
            return [.notify(.served(service, ReaderService.Answer(completion)))]
        case .serving, .running, .askingReader, .offline, .connecting, .loadingInDoubt, .waitingToAsk,
            .recordingRecovered,
            .ready, .recordingIntent, .recordingOutcome:
            return keep(completion, at: now)
        }
    }

    /// The end of an operation that nobody waits for. A result in it may tell of money.
    private mutating func keep(_ completion: OperationCompletion, at now: Timestamp) -> [DeskEffect] {
        if completion.isAutomatic { return [] }
        switch completion.result {
        case .finance(let result), .answeredByEarlier(let result), .recovery(.recovered, let result):
            return keep(result, at: now)
        case .recovery(.nothingPending, _), .recovery(.undecided, _), .failed, .plain, .log, .xml:
            return []
        }
    }

    mutating func recorded(_ record: OperationRecord, at now: Timestamp) -> [DeskEffect] {
        if let brought = unwritten[record.sequence], let outcome = record.outcome,
            outcome.isClear || outcome.verdict == brought.verdict
        {
            unwritten[record.sequence] = nil
        }
        feedPending.remove(record.sequence)
        inDoubt.removeAll { $0.sequence == record.sequence }
        if record.isInDoubt { inDoubt.append(record) }
        inDoubt.sort { $0.sequence < $1.sequence }
        switch phase {
        case .recordingOutcome(let reader, let operation) where operation.record.sequence == record.sequence:
            guard let reader else {
                // The link ended meanwhile: whoever comes back asks the reader first.
                enter(.offline)
                return [.notify(.settled(record, isEarlier: false))] + comeBack()
            }
            enter(.ready(reader))
            let notice = DeskEffect.notify(.settled(record, isEarlier: false))
            // An operation in doubt is asked about before anything else may start.
            return record.isInDoubt ? [notice] + mustAsk(reader) : [notice]
        case .recordingRecovered(let reader, let asked, _) where awaited.contains(record.sequence):
            awaited.remove(record.sequence)
            let notice = DeskEffect.notify(.settled(record, isEarlier: true))
            guard awaited.isEmpty else {
                enter(.recordingRecovered(reader, asked: asked, waiting: awaited.count))
                return [notice]
            }
            return [notice] + askAgain(reader, asked: asked, at: now)
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .ready, .serving, .recordingIntent,
            .running, .recordingOutcome, .recordingRecovered:
            return [.notify(.settled(record, isEarlier: true))]
        }
    }

    mutating func booksFailed(_ error: JournalError) -> [DeskEffect] {
        switch phase {
        case .recordingIntent(let reader, _):
            // Nothing was sent: no money moved.
            enter(reader.map(Phase.ready) ?? .offline)
            return [.notify(.booksFailed(error, moneyMayHaveMoved: false))] + (reader == nil ? comeBack() : [])
        case .recordingOutcome(let reader, let operation):
            // The intent stands without an outcome, so the operation is in doubt until it can be written.
            if !inDoubt.contains(where: { $0.sequence == operation.record.sequence }) {
                inDoubt.append(operation.record)
            }
            guard let reader else {
                enter(.offline)
                return [.notify(.booksFailed(error, moneyMayHaveMoved: true))] + comeBack()
            }
            return wait(reader, error)
        case .recordingRecovered(let reader, _, _):
            return wait(reader, error)
        case .loadingInDoubt(let reader, _):
            mustLoadAgain = true
            return wait(reader, error)
        case .offline, .connecting, .waitingToAsk, .askingReader, .ready, .serving, .running:
            // What the feed said, or a result that nobody asked for, could not be kept.
            feedPending.subtract(unwritten.keys)
            return [.notify(.booksFailed(error, moneyMayHaveMoved: true))]
        }
    }

    /// Nothing starts until the books work again: they are tried when the reader is to be asked, and never by the desk
    /// itself, which would not end on a full disk.
    private mutating func wait(_ reader: ReaderIdentity, _ error: JournalError) -> [DeskEffect] {
        enter(.waitingToAsk(reader))
        return [.notify(.booksFailed(error, moneyMayHaveMoved: true)), .notify(.mustAsk(reader))]
    }

    mutating func change(_ body: (inout RunningOperation) -> Void) {
        guard case .running(let reader, var operation) = phase else { return }
        body(&operation)
        enter(.running(reader, operation))
    }
}
