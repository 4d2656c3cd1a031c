import HeftKit

extension AppState {
    // MARK: Keys

    mutating func takePayment(_ command: AppCommand) -> [AppEffect] {
        switch command {
        case .back:
            if let running = desk.running, running.isCancelling, !running.mayBeLeft(at: now) {
                hint = .alreadyCancelling
                return []
            }
            return pass(.cancel)
        case .simulator: return openSimulator()
        case .help: return turn(to: .help(under: page))
        default: return []
        }
    }

    /// Seconds until the till gives up waiting for a card; nil while the reader waits for none.
    package var cardWaitLeft: Int? {
        guard let running = desk.running, let since = running.waitsForCardSince else { return nil }
        return max(0, settings.configuration.timeouts.cardWait - now.seconds(since: since))
    }

    /// A reader that waits on is told to stop, once: the next customer must not pay for this one.
    mutating func endCardWait() -> [AppEffect] {
        guard cardWaitLeft == 0, let running = desk.running, running.isCancelAllowed, !running.isCancelling,
            cardWaitEndedFor != running.record.sequence
        else { return [] }
        cardWaitEndedFor = running.record.sequence
        return pass(.cancel)
    }

    /// So many seconds before a signature's time is over the cashier is warned.
    static let signatureWarnings = [30, 10]

    /// Rings again while a signature waits to be judged and its time runs out.
    mutating func warnOfSignature() -> [AppEffect] {
        guard let running = desk.running, let request = running.signature, let asked = running.signatureAskedAt else {
            return []
        }
        let left = request.timeout - now.seconds(since: asked)
        let due = AppState.signatureWarnings.last { left <= $0 && request.timeout > $0 }
        guard let due, due < signatureWarnedAt else { return [] }
        signatureWarnedAt = due
        return [.bell(3)]
    }

    // MARK: What the desk says

    mutating func take(_ notice: DeskNotice) -> [AppEffect] {
        switch notice {
        case .ready: return ready()
        case .mustAsk: return mustAsk()
        case .status(let status):
            if let code = status.scannedCode { return scanned(code) }
            dropPaymentHint()
            return cancelWhenAllowed()
        case .signatureRequested(let request):
            signatureWarnedAt = .max
            dropPaymentHint()
            return askForSignature(request) + [.bell(3)]
        case .signatureWithdrawn:
            isSignatureLeftAlone = true
            return turn(to: .payment)
        case .settled(let record, let isEarlier): return settled(record, isEarlier)
        case .notStarted(let refusal): return notStarted(refusal)
        case .unclaimed:
            hint = .unclaimedKept
            return [.bell(3)]
        case .contradicted(let record, let answer): return contradicted(record, by: answer)
        case .linkLost(let failure):
            lostLink = failure
            stopAsking()
            return offerPairing(after: failure)
        case .nothingWaiting: return noAnswer()
        case .recoveryUndecided(let text):
            hint = .recoveryUndecided(text)
            return noAnswer()
        case .feedSearched(_, let match):
            if case .ambiguous(let several) = match { hint = .bankListUndecided(several.count) }
            return []
        case .feedFailed: return []
        case .decided(let decision, let record): return decided(decision, record)
        case .served(let service, let answer): return served(service, answer)
        case .cancelNotPossible:
            hint = .cancelNotPossible
            return []
        case .booksFailed(let error, let moneyMayHaveMoved):
            hint = .booksFailed(error, moneyMayHaveMoved: moneyMayHaveMoved)
            stopAsking()
            decisionFailed()
            if case .payment = page.base, !desk.isBusyWithMoney {
                // What was typed is still there.
                charges.current?.isCharging = false
                let before = origin ?? .sale
                origin = nil
                return turn(to: before) + [.bell(4)]
            }
            return [.bell(4)]
        }
    }

    /// The till is to end: the payment is cancelled once the reader allows it.
    private mutating func cancelWhenAllowed() -> [AppEffect] {
        guard cancelsWhenAllowed, let running = desk.running, running.isCancelAllowed, !running.isCancelling
        else { return [] }
        return pass(.cancel)
    }

    /// The question to the reader came to nothing; it may be asked again.
    private mutating func stopAsking() {
        page.changeResult { if $0.inquiry == .asking { $0.inquiry = .notAsked } }
    }

    /// What a key was told of one moment of a payment is not true of the next.
    private mutating func dropPaymentHint() {
        switch hint {
        case .cancelNotPossible, .alreadyCancelling, .notDuringPayment, .keyPassedOver: hint = nil
        default: break
        }
    }

    private mutating func ready() -> [AppEffect] {
        lostLink = nil
        reconnectAt = nil
        choice.wasPairingOffered = false
        if hint == .notStarted(.notConnected) || hint == .notConnected { hint = nil }
        let remembering = rememberReader()
        guard page.isLeftForReader else { return remembering + fetchMissingText() }
        var effects = turn(to: .sale)
        if choice.isByItself {
            // What is typed now was meant for the readers' page, and must not become an amount.
            isArmed = false
            effects.append(.arm(page: pageNumber, afterMilliseconds: AppState.silence))
        }
        return effects + [.loadDay] + remembering
    }

    /// What is in doubt comes before any new sale; a page that already shows it stays.
    private mutating func mustAsk() -> [AppEffect] {
        lostLink = nil
        reconnectAt = nil
        stopAsking()
        // A result stays until it is acknowledged; then this comes.
        if page.openResult != nil { return [] }
        if case .unfinished = page.base { return [] }
        guard let record = desk.firstInDoubt else { return [] }
        return turn(to: .unfinished(UnfinishedPage(record))) + [.bell(3)]
    }

    private mutating func settled(_ record: OperationRecord, _ isEarlier: Bool) -> [AppEffect] {
        dropPaymentHint()
        isFetching = false
        if hint == .isSetAside { hint = nil }
        if !isEarlier { keepCharged(record) }
        let told = noteCharge(record, isEarlier: isEarlier)
        day.last = record
        let bells: Int
        switch record.outcome?.verdict {
        case .approved, .processed: bells = 1
        case .declined, .cancelled, .failed: bells = 2
        case .partiallyApproved: bells = 3
        case .unknown, nil: bells = 4
        }
        var result = ResultPage(record, isEarlier: isEarlier)
        result.charge = noted(record, isTold: !told.isEmpty)
        if !isEarlier {
            result.isSignatureLeftAlone = isSignatureLeftAlone && record.outcome?.verdict == .declined
            isSignatureLeftAlone = false
            result.isCardWaitOver =
                cardWaitEndedFor == record.sequence && record.outcome?.verdict == .cancelled
        }
        let printing = isEarlier ? [] : printByItself(record)
        return told + show(result) + [.bell(bells)] + printing + (isEarlier ? [] : closeBooks(after: record)) + [
            .loadDay
        ] + askWhatGoesBackToo(record)
    }

    /// The reader's word counts before anybody's: what would be charged again is taken off the screen.
    private mutating func contradicted(_ record: OperationRecord, by answer: OperationOutcome) -> [AppEffect] {
        guard record.contradicts(answer) else {
            hint = .readerAgrees
            return [.bell(1), .loadDay]
        }
        if record.moved != nil, ticket.contents.name == record.intent.ticket { ticket = Ticket(settings.ticketRules) }
        isFetching = false
        day.last = record
        let result = ResultPage(record, contradictedBy: answer)
        guard !desk.isBusyWithMoney else {
            waitingResults.append(result)
            return [.bell(4), .loadDay]
        }
        return show(result) + [.bell(4), .loadDay]
    }

    /// The books know what else was paid on the ticket of a sale that was voided.
    private func askWhatGoesBackToo(_ record: OperationRecord) -> [AppEffect] {
        guard record.intent.kind == .saleReversal, record.moved != nil, let original = record.originalSequence else {
            return []
        }
        return [.loadDetail(sequence: original)]
    }

    /// Shows a result, unless another one is on the screen that nobody has acknowledged: then it waits. The answer to
    /// the sale at hand waits for nothing.
    private mutating func show(_ result: ResultPage) -> [AppEffect] {
        waitingResults.removeAll { $0.record.sequence == result.record.sequence }
        if let open = page.openResult, open.record.sequence != result.record.sequence {
            guard !result.isEarlier else {
                waitingResults.append(result)
                return []
            }
            waitingResults.insert(open, at: 0)
        }
        return turn(to: .result(result))
    }

    private mutating func notStarted(_ refusal: DeskNotice.Refusal) -> [AppEffect] {
        decisionFailed()
        if case .sameAmountInDoubt(let record) = refusal {
            let request = lastRequest ?? SaleRequest(amount: ticket.sums.total)
            return turn(to: .anotherCustomer(request, record, yes: false)) + [.bell(3)]
        }
        hint = .notStarted(refusal)
        return [.bell(2)]
    }

    /// The reader was asked and did not settle it: the sale stays in doubt, and the page says so.
    private mutating func noAnswer() -> [AppEffect] {
        if let open = page.openResult, open.record.isInDoubt {
            page.changeResult { $0.inquiry = .noAnswer }
            if case .result = page { return turn(to: page) }
            return []
        }
        var record = desk.firstInDoubt
        if case .unfinished(let shown) = page.base { record = shown.record }
        guard let record else {
            if isFetching { hint = .nothingWaiting }
            isFetching = false
            return []
        }
        var result = ResultPage(record, isEarlier: true)
        result.inquiry = .noAnswer
        return show(result)
    }
}

extension Page {
    /// Whether a reader that is there leaves nothing to do on it.
    fileprivate var isLeftForReader: Bool {
        switch self {
        case .chooseReader: true
        case .pairing(let pairing): pairing.isOffered
        default: false
        }
    }
}
