import HeftKit
import Money
import TillJournal

extension Desk {
    // MARK: Start

    mutating func charge(_ request: SaleRequest, at now: Timestamp) -> [DeskEffect] {
        switch phase {
        case .offline, .connecting, .loadingInDoubt:
            return [.notify(.notStarted(.notConnected))]
        case .waitingToAsk:
            return [.notify(.notStarted(.readerNotAsked))]
        case .askingReader, .recordingRecovered, .recordingIntent, .running, .recordingOutcome:
            return [.notify(.notStarted(.busy))]
        case .ready(let reader):
            if let refusal = refusal(of: request, at: now) { return [.notify(.notStarted(refusal))] }
            enter(.recordingIntent(reader, request))
            return [.recordIntent(request, reader)]
        }
    }

    private func refusal(of request: SaleRequest, at now: Timestamp) -> DeskNotice.Refusal? {
        guard (1...Desk.amountMax).contains(request.amount.minorUnits) else { return .amountOutOfRange }
        if let reference = request.customerReference,
            let same = inDoubt.first(where: { $0.intent.customerReference == reference })
        {
            return .sameTicketInDoubt(same)
        }
        let recent = inDoubt.last { record in
            record.intent.amount == request.amount
                && now.millisecondsSince1970 - record.intent.startedAt.millisecondsSince1970 < Desk.sameAmountWindow
        }
        guard let recent, !request.isConfirmedAnew else { return nil }
        return .sameAmountInDoubt(recent)
    }

    mutating func start(_ record: OperationRecord, at now: Timestamp) -> [DeskEffect] {
        guard case .recordingIntent(let reader, let request) = phase else { return [] }
        let operation = RunningOperation(record: record, startedAt: now)
        guard let reader else {
            enter(.recordingOutcome(nil, operation))
            return [
                .notify(.notStarted(.notConnected)), .recordOutcome(notTaken(record, now), sequence: record.sequence),
            ]
        }
        enter(.running(reader, operation))
        do throws(HeftError) {
            let sale = try ReaderOperation.sale(
                Int(request.amount.minorUnits), request.amount.currency.alphaCode,
                FinanceOptions(customerReference: record.intent.customerReference))
            return [.note(OperationEvent(at: now, kind: .requestSent), sequence: record.sequence), .start(sale)]
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
            let record = operation.record
            return [
                .notify(.notStarted(.reader(error))), .recordOutcome(notTaken(record, now), sequence: record.sequence),
            ]
        case .askingReader(let reader, _):
            enter(.ready(reader))
            return [.notify(.recoveryUndecided("The reader is busy."))]
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .recordingRecovered, .ready, .recordingIntent,
            .recordingOutcome:
            return []
        }
    }

    // MARK: While it runs

    mutating func cancel(at now: Timestamp) -> [DeskEffect] {
        guard case .running(_, let operation) = phase else { return [] }
        guard operation.isCancelAllowed, !operation.isCancelling else { return [.notify(.cancelNotPossible)] }
        return [
            .note(OperationEvent(at: now, kind: .cancelRequested), sequence: operation.record.sequence),
            .cancelOperation,
        ]
    }

    mutating func noteCancel() -> [DeskEffect] {
        change { $0.isCancelling = true }
        return []
    }

    mutating func report(_ status: StatusEvent, at now: Timestamp) -> [DeskEffect] {
        guard case .running(_, let operation) = phase else { return [.notify(.status(status))] }
        change { operation in
            operation.status = status
            operation.isCancelAllowed = status.isCancelAllowed
            operation.log.append(RunningOperation.Entry(at: now, status: status))
            if operation.log.count > RunningOperation.logMax { operation.log.removeFirst() }
        }
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
            var effects: [DeskEffect] = []
            if operation.signature != nil { effects += withdrawSignature() }
            if case .answeredByEarlier(let result) = completion.result { effects += keep(result, at: now) }
            let outcome = OutcomeRules.outcome(of: completion, intent: operation.record.intent, at: now)
            enter(.recordingOutcome(reader, operation))
            return effects + [.recordOutcome(outcome, sequence: operation.record.sequence)]
        case .askingReader(let reader, let asked):
            guard case .recovery(let answer, let result) = completion.result else {
                // The link ended while it was asked; what follows says so.
                return []
            }
            return recovered(answer, result, from: reader, asked: asked, at: now)
        case .running, .offline, .connecting, .loadingInDoubt, .waitingToAsk, .recordingRecovered, .ready,
            .recordingIntent,
            .recordingOutcome:
            return []
        }
    }

    mutating func recorded(_ record: OperationRecord) -> [DeskEffect] {
        inDoubt.removeAll { $0.sequence == record.sequence }
        if record.isInDoubt { inDoubt.append(record) }
        inDoubt.sort { $0.sequence < $1.sequence }
        switch phase {
        case .recordingOutcome(let reader, _):
            guard let reader else {
                // The link ended meanwhile: whoever comes back asks the reader first.
                enter(.offline)
                return [.notify(.settled(record, isEarlier: false))] + comeBack()
            }
            enter(.ready(reader))
            let notice = DeskEffect.notify(.settled(record, isEarlier: false))
            // An operation in doubt is asked about before anything else may start.
            return record.isInDoubt ? [notice] + mustAsk(reader) : [notice]
        case .recordingRecovered(let reader, let asked, let waiting):
            let notice = DeskEffect.notify(.settled(record, isEarlier: true))
            guard waiting <= 1 else {
                enter(.recordingRecovered(reader, asked: asked, waiting: waiting - 1))
                return [notice]
            }
            return [notice] + askAgain(reader, asked: asked)
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .ready, .recordingIntent, .running:
            return [.notify(.settled(record, isEarlier: true))]
        }
    }

    mutating func booksFailed(_ error: JournalError) -> [DeskEffect] {
        switch phase {
        case .recordingIntent(let reader, _):
            // Nothing was sent: no money moved.
            enter(reader.map(Phase.ready) ?? .offline)
            return [.notify(.booksFailed(error, moneyMayHaveMoved: false))]
        case .recordingOutcome(let reader, let operation):
            // The intent stands without an outcome, so the operation is in doubt until it can be written.
            if !inDoubt.contains(where: { $0.sequence == operation.record.sequence }) {
                inDoubt.append(operation.record)
            }
            enter(reader.map(Phase.ready) ?? .offline)
            return [.notify(.booksFailed(error, moneyMayHaveMoved: true))]
        case .recordingRecovered(let reader, _, _), .loadingInDoubt(let reader, _):
            enter(.ready(reader))
            return [.notify(.booksFailed(error, moneyMayHaveMoved: true))]
        case .offline, .connecting, .waitingToAsk, .askingReader, .ready, .running:
            return [.notify(.booksFailed(error, moneyMayHaveMoved: false))]
        }
    }

    mutating func change(_ body: (inout RunningOperation) -> Void) {
        guard case .running(let reader, var operation) = phase else { return }
        body(&operation)
        enter(.running(reader, operation))
    }
}
