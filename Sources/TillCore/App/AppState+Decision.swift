import Money
import TillJournal

extension AppState {
    /// So many wrong PINs in a row, and no more are taken for so many seconds.
    static let pinTriesMax = 5
    static let pinLockSeconds = 60

    /// Opens the supervisor's page for something in doubt.
    mutating func openDecision(_ kind: DecisionPage.Kind, of record: OperationRecord) -> [AppEffect] {
        guard record.isInDoubt, desk.running?.record.sequence != record.sequence else {
            hint = .notInDoubt
            return [.bell(1)]
        }
        return turn(
            to: .decision(
                DecisionPage(
                    kind, of: record, by: supervisorName, asksForPIN: settings.asksForPIN, under: page)))
    }

    /// Opens the supervisor's page for a sale of the amount that is in doubt.
    mutating func openAnotherCustomer(_ request: SaleRequest, _ record: OperationRecord) -> [AppEffect] {
        turn(
            to: .decision(
                DecisionPage(
                    .anotherCustomer(request), of: record, by: supervisorName, asksForPIN: settings.asksForPIN,
                    under: inPlaceOfSale() ?? .sale)))
    }

    /// Opens the page for a refund that belongs to no sale of these books.
    mutating func openUnlinkedRefund() -> [AppEffect] {
        turn(to: .unlinkedRefund(UnlinkedRefundPage(currency: settings.currency, under: page)))
    }

    // MARK: Keys

    mutating func takeDecision(_ command: AppCommand, _ decision: DecisionPage) -> [AppEffect] {
        var decision = decision
        if decision.isBusy {
            // What was sent is on its way to the books.
            return command == .help ? turn(to: .help(under: page)) : []
        }
        switch command {
        case .text(let scalar):
            guard decision.changeLine({ $0.type(scalar) }) else { return [.bell(1)] }
        case .digit(let digit):
            guard decision.field == .verdict, digit == 1 || digit == 2 else { return [.bell(1)] }
            decision.moneyMoved = digit == 1
        case .erase:
            if decision.field == .verdict { return turnBack(to: decision.under) }
            _ = decision.changeLine { line in
                line.erase()
                return true
            }
        case .up: decision.move(by: -1)
        case .down, .otherPanel: decision.move(by: 1)
        case .confirm:
            guard decision.field == .confirmation else {
                if let lacking = decision.lacking, lacking == decision.field { return lack(lacking, decision) }
                decision.move(by: 1)
                break
            }
            return send(decision)
        case .back: return turnBack(to: decision.under)
        default: return command == .help || decision.field == .verdict ? takeAnywhere(command) : []
        }
        page = .decision(decision)
        return []
    }

    /// A paste goes into the line that is being typed in, but never confirms.
    mutating func paste(_ line: String, into decision: DecisionPage) -> [AppEffect] {
        var decision = decision
        guard !decision.isBusy, decision.field != .confirmation else {
            hint = .pasteIgnored
            return [.bell(1)]
        }
        let isWhole = decision.changeLine { $0.paste(line) }
        page = .decision(decision)
        return isWhole ? [] : [.bell(1)]
    }

    private mutating func lack(_ field: DecisionPage.Field, _ decision: DecisionPage) -> [AppEffect] {
        var decision = decision
        decision.field = field
        page = .decision(decision)
        hint = .decisionLacks(field)
        return [.bell(1)]
    }

    private mutating func send(_ decision: DecisionPage) -> [AppEffect] {
        if let lacking = decision.lacking { return lack(lacking, decision) }
        guard decision.asksForPIN else {
            guard decision.confirmation.text.uppercased() == decision.word else {
                hint = .wordDiffers(decision.word)
                return clearConfirmation(decision) + [.bell(2)]
            }
            return carryOut(decision)
        }
        let locked = pinLockedUntil.map { $0.seconds(since: now) } ?? 0
        guard locked <= 0 else {
            hint = .pinLocked(seconds: locked)
            return clearConfirmation(decision) + [.bell(2)]
        }
        var decision = decision
        let pin = TypedPIN(decision.confirmation.text)
        decision.confirmation.clear()
        decision.isBusy = true
        page = .decision(decision)
        pinNumber += 1
        return [.checkPIN(pin, number: pinNumber)]
    }

    private mutating func clearConfirmation(_ decision: DecisionPage) -> [AppEffect] {
        var decision = decision
        decision.confirmation.clear()
        page = .decision(decision)
        return []
    }

    private mutating func carryOut(_ decision: DecisionPage) -> [AppEffect] {
        var decision = decision
        decision.confirmation.clear()
        decision.isBusy = true
        page = .decision(decision)
        supervisorName = decision.supervisor.text
        let effects: [AppEffect]
        switch decision.event {
        case .perform(let request): effects = perform(request, from: decision.under)
        case .charge(let request): effects = charge(request)
        case let event: return pass(event)
        }
        // The reader is not there, or must be asked first: what was typed is still there.
        decisionFailed()
        return effects
    }

    // MARK: Answers

    /// An answer to a PIN that is not waited for any more opens nothing.
    mutating func pinChecked(_ number: Int, _ matches: Bool) -> [AppEffect] {
        guard number == pinNumber else { return [] }
        wrongPINs = matches ? 0 : wrongPINs + 1
        let isLocked = wrongPINs >= AppState.pinTriesMax
        if isLocked {
            wrongPINs = 0
            pinLockedUntil = now.advanced(bySeconds: AppState.pinLockSeconds)
        }
        guard case .decision(var decision) = page, decision.isBusy else { return [] }
        if matches { return carryOut(decision) }
        decision.isBusy = false
        page = .decision(decision)
        hint = isLocked ? .pinLocked(seconds: AppState.pinLockSeconds) : .wrongPIN
        return [.bell(2)]
    }

    /// What was set aside lets the till go on; a verdict is shown as the result that it is.
    mutating func decided(_ decision: SupervisorDecision, _ record: OperationRecord) -> [AppEffect] {
        guard case .decision(let shown) = page, shown.record?.sequence == record.sequence, decision.kind == .setAside
        else { return [] }
        let acknowledged = [.acknowledge(sequence: record.sequence)] + answerCharge(after: record)
        if case .detail = shown.under {
            let effects = turnBack(to: shown.under)
            hint = .isSetAside
            return acknowledged + effects
        }
        let effects = goOn()
        hint = .isSetAside
        return acknowledged + effects
    }

    /// The books did not take it: what was typed is still there.
    mutating func decisionFailed() {
        guard case .decision(var decision) = page else { return }
        decision.isBusy = false
        page = .decision(decision)
    }
}

extension DecisionPage {
    /// To the next field or the one before, round and round.
    mutating func move(by step: Int) {
        let index = (fields.firstIndex(of: field) ?? 0) + step
        field = fields[(index + fields.count) % fields.count]
    }
}

extension AppState {
    // MARK: The help desk's sheet

    mutating func openSupport(_ record: OperationRecord) -> [AppEffect] {
        turn(to: .support(SupportPage(record, under: page))) + [.loadDetail(sequence: record.sequence)]
    }

    mutating func takeSupport(_ command: AppCommand, _ support: SupportPage) -> [AppEffect] {
        var support = support
        let last = (support.detail?.events.count ?? 0) + 12
        switch command {
        case .up: support.scroll = max(0, support.scroll - 1)
        case .down: support.scroll = min(last, support.scroll + 1)
        case .pageUp: support.scroll = max(0, support.scroll - 5)
        case .pageDown: support.scroll = min(last, support.scroll + 5)
        case .top: support.scroll = 0
        case .bottom: support.scroll = last
        case .back, .erase, .confirm, .supportSheet: return turnBack(to: support.under)
        default: return takeAnywhere(command)
        }
        page = .support(support)
        return []
    }
}
