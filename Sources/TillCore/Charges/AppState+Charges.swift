import ChargeURL
import Money
import TillJournal

extension AppState {
    mutating func take(_ event: ChargeEvent) -> [AppEffect] {
        switch event {
        case .arrived(let number, let url, let since): return arrived(number, url, at: since ?? now)
        case .answered(let answer):
            if let ticket = answer.ticket { charges.unanswered.remove(ticket) }
            return [.charge(.send(answer))]
        case .notAnswered(let error):
            hint = .chargeNotAnswered(error)
            return [.bell(4)]
        case .delivered(let answer):
            charges.undelivered.removeAll { $0.answer.isSame(as: answer) }
            noteSent(answer)
            return leaveNotTold(answer, saying: .chargeTold(answer.word, appName: answer.appName))
        case .notDelivered(let answer, let reason): return notDelivered(answer, reason)
        case .loaded(let undelivered, let unanswered): return loaded(undelivered, unanswered)
        case .unsent(let unsent): return show(unsent)
        case .unsentFailed(let error): return unsentFailed(error)
        case .emailed(let address, let failure):
            hint = failure.map { .notEmailed($0) } ?? .emailed(to: address)
            return failure == nil ? [] : [.bell(2)]
        }
    }

    // MARK: Coming in

    private mutating func arrived(_ number: Int, _ url: String, at time: Timestamp) -> [AppEffect] {
        let request: ChargeRequest
        do throws(ChargeRequestError) {
            request = try ChargeRequest(url, defaultCurrency: settings.currency)
        } catch {
            return [.charge(.log(number: number, [error.description]))]
                + refuse(number, ChargeRequest.returnAddress(of: url), appName: nil, .malformed(error))
        }
        let remarks = request.remarks
        return (remarks.isEmpty ? [] : [.charge(.log(number: number, remarks))]) + take(request, number, at: time)
    }

    private mutating func take(_ request: ChargeRequest, _ number: Int, at time: Timestamp) -> [AppEffect] {
        guard settings.chargeCurrencies.contains(request.currency) else {
            return refuse(
                number, request.returnAddress, appName: request.returnAppName, .currency(request.currency))
        }
        let rungUp = Ticket(request, settings).sums.subtotal
        guard request.amount == nil || request.amount == rungUp else {
            return refuse(number, request.returnAddress, appName: request.returnAppName, .amountTooLarge)
        }
        guard charges.waiting.count < ChargeState.waitingMax, !isEnding else {
            return refuse(number, request.returnAddress, appName: request.returnAppName, .tooMany)
        }
        charges.waiting.append(ChargeCase(number, request, at: time))
        guard case .sale = page else { return hasten() + [.bell(3)] }
        return turn(to: .sale) + [.bell(3)]
    }

    /// A reader that would be connected to by itself in a moment is connected to at once: somebody waits.
    private mutating func hasten() -> [AppEffect] {
        choice.autoConnectAt == nil ? [] : take(.autoConnectDue(choice.number))
    }

    private mutating func refuse(
        _ number: Int, _ address: ReturnAddress?, appName: String?, _ refusal: ChargeRefusal
    ) -> [AppEffect] {
        hint = .chargeRefused(refusal)
        return told(.error, number, address, appName: appName, askedAt: now)
            + [.charge(.ended(number: number, .refused)), .bell(2)]
    }

    /// Has whoever asked told that nothing was charged, once that is written down.
    private func told(
        _ outcome: ChargeOutcome, _ number: Int, _ address: ReturnAddress?, appName: String?, askedAt: Timestamp
    ) -> [AppEffect] {
        guard let address else { return [] }
        let answer = ChargeAnswer(outcome, number: number, appName: appName, to: address)
        return [.charge(.keep(answer, ChargeRecord.Draft(address, appName: appName), askedAt: askedAt))]
    }

    /// What stands in place of the sale: an answer that was not delivered, or the next request. A ticket at hand is left
    /// alone.
    func inPlaceOfSale() -> Page? {
        if let current = charges.current { return current.isCharging ? nil : .charge(page(for: current)) }
        guard ticket.isBlank, !isEnding else { return nil }
        if let answer = charges.undelivered.first { return .notTold(answer) }
        return charges.waiting.first.map { .charge(page(for: $0)) }
    }

    private func page(for charge: ChargeCase) -> ChargePage {
        if case .charge(let page) = page.base, page.charge.number == charge.number { return page }
        return ChargePage(charge, isTyping: charge.request.amount == nil && charge.operations.isEmpty && ticket.isEmpty)
    }

    /// Rings up what the page asks for, if that is not at hand yet.
    mutating func beginCharge(_ page: ChargePage) {
        guard charges.current?.number != page.charge.number else { return }
        charges.waiting.removeAll { $0.number == page.charge.number }
        charges.current = page.charge
        ticket = Ticket(page.charge.request, settings)
    }

    // MARK: Keys

    mutating func takeCharge(_ command: AppCommand, _ page: ChargePage) -> [AppEffect] {
        if page.isTyping { return typeCharge(command, page) }
        var page = page
        switch command {
        case .tip:
            guard mayTip else { return [.bell(1)] }
            return turn(to: .saleTip(SaleTipPage(ticket)))
        case .otherPanel:
            guard page.mayTypeAmount else { return [.bell(1)] }
            page.isTyping = true
            page.before = ticket
            return turn(to: .charge(page))
        case .pageDown:
            guard page.scroll < ChargePage.scrollMax else { return [.bell(1)] }
            page.scroll += 1
        case .pageUp:
            guard page.scroll > 0 else { return [.bell(1)] }
            page.scroll -= 1
        case .simulator: return openSimulator()
        case .chooseReader: return openReaders()
        case .quit: return turn(to: .quit(under: .charge(page), yes: false))
        default:
            switch Question.take(command, yes: page.yes) {
            case .marked(let yes): page.yes = yes
            case .answered(true): return chargeAsAsked(page)
            case .answered(false): return decline(page)
            case .ignored: return takeAnywhere(command)
            }
        }
        self.page = .charge(page)
        return []
    }

    /// Whether tips are offered for what is asked.
    package var mayTip: Bool {
        guard let charge = charges.current, charge.operations.isEmpty else { return false }
        return !settings.tipPresets.isEmpty
    }

    private mutating func typeCharge(_ command: AppCommand, _ page: ChargePage) -> [AppEffect] {
        var page = page
        switch command {
        case .digit(let digit):
            return change { (ticket) throws(Ticket.Refusal) in try ticket.type(digit: digit) }
        case .point: return change { (ticket) throws(Ticket.Refusal) in try ticket.typePoint() }
        case .erase:
            ticket.erase()
            return []
        case .confirm:
            guard !ticket.entry.isEmpty else {
                hint = .nothingTyped
                return [.bell(1)]
            }
            page.isTyping = false
            page.before = nil
            page.yes = false
            return turn(to: .charge(page))
        case .back:
            // An amount that was given is back; without one there is only the answer.
            if let before = page.before { ticket = before }
            page.isTyping = false
            page.before = nil
            page.yes = false
            return turn(to: .charge(page))
        case .chooseReader: return openReaders()
        default: return takeAnywhere(command)
        }
    }

    private mutating func chargeAsAsked(_ page: ChargePage) -> [AppEffect] {
        let request: SaleRequest
        do throws(Ticket.Refusal) {
            request = try ticket.request(for: page.charge.request)
        } catch {
            refuse(error == .noAmount && ticket.lines.isEmpty ? .nothingTyped : error)
            return [.bell(1)]
        }
        return charge(request)
    }

    /// The cashier wants no more of it: its caller is told how it stands. A part that is paid comes first.
    private mutating func decline(_ page: ChargePage) -> [AppEffect] {
        if let part = page.charge.part {
            charges.current = page.charge
            charges.current?.isCharging = true
            ticket = Ticket(settings.ticketRules)
            return turn(to: .result(part))
        }
        let effects = close(page.charge)
        return effects + turn(to: .sale)
    }

    /// Ends the request at hand and has its caller answered.
    private mutating func close(_ charge: ChargeCase) -> [AppEffect] {
        charges.current = nil
        ticket = Ticket(settings.ticketRules)
        return answerEffects(charge)
    }

    private mutating func answerEffects(_ charge: ChargeCase) -> [AppEffect] {
        if let ticket = charge.ticket, let last = charge.operations.last {
            let ended = AppEffect.charge(.ended(number: charge.number, .settled(last)))
            return askBooks(for: ticket, number: charge.number, isOver: !last.isInDoubt) + [ended]
        }
        let request = charge.request
        return told(
            .cancelled, charge.number, request.returnAddress, appName: request.returnAppName,
            askedAt: charge.arrivedAt) + [.charge(.ended(number: charge.number, .cancelled))]
    }

    /// The till ends: whoever was not charged is told so.
    mutating func endCharges() -> [AppEffect] {
        var effects: [AppEffect] = []
        if let current = charges.current, !current.isCharging { effects += close(current) }
        for charge in charges.waiting { effects += answerEffects(charge) }
        charges.waiting = []
        return effects
    }

    // MARK: Results

    /// Keeps what became of the request at hand.
    ///
    /// - Returns: the answer, where it waits for nobody.
    mutating func noteCharge(_ record: OperationRecord, isEarlier: Bool) -> [AppEffect] {
        guard var current = charges.current, current.isCharging, record.intent.kind.takesMoney else { return [] }
        let known = current.operations.firstIndex { $0.sequence == record.sequence }
        guard !isEarlier || known != nil else { return [] }
        if let known { current.operations.remove(at: known) }
        current.operations.append(record)
        charges.current = current
        if current.request.returnAddress != nil { charges.unanswered.insert(record.intent.ticket) }
        guard current.request.returnsImmediately || isEnding, !record.isInDoubt,
            record.outcome?.verdict != .partiallyApproved,
            isEnding || current.part == nil || record.moved != nil
        else { return [] }
        charges.current = nil
        charges.told = current
        return answerEffects(current)
    }

    /// What the page of a result says of the request that it belongs to.
    ///
    /// - Parameter isTold: its answer is on its way already.
    func noted(_ record: OperationRecord, isTold: Bool) -> ResultPage.Charge? {
        guard let charge = charge(of: record) ?? (isTold ? charges.told : nil) else { return nil }
        return ResultPage.Charge(
            appName: charge.appName, word: record.outcome?.verdict == .approved ? .approved : charge.wordNow,
            isTold: isTold, email: settings.canEmail ? charge.request.email : nil)
    }

    /// The request that a result belongs to, while it is not answered.
    package func charge(of record: OperationRecord) -> ChargeCase? {
        guard let current = charges.current, current.isCharging else { return nil }
        let isItsOwn = current.operations.contains { own in
            own.sequence == record.sequence || own.sequence == record.originalSequence
        }
        return isItsOwn ? current : nil
    }

    /// A result was acknowledged and nothing more is done for its ticket: its caller is told.
    mutating func answerCharge(after record: OperationRecord) -> [AppEffect] {
        if charge(of: record) != nil { return closeCharge() }
        return askBooks(for: record.intent.ticket, number: nil, isOver: !record.isInDoubt)
    }

    /// Has the books answer a ticket, once.
    ///
    /// - Parameter isOver: its outcome is known, so that there will be an answer.
    private mutating func askBooks(for ticket: String, number: Int?, isOver: Bool) -> [AppEffect] {
        guard charges.unanswered.contains(ticket) else { return [] }
        if isOver { charges.unanswered.remove(ticket) }
        return [.charge(.answer(ticket: ticket, number: number))]
    }

    /// Nothing more is done for the request at hand: its caller is told.
    mutating func closeCharge() -> [AppEffect] {
        guard let current = charges.current, current.isCharging else { return [] }
        charges.current = nil
        return answerEffects(current)
    }

    /// The page of the part that was paid before a result that paid nothing of the rest; nil where there is none.
    func partPaid(before result: ResultPage) -> ResultPage? {
        guard let part = charge(of: result.record)?.part, !result.record.isInDoubt else { return nil }
        return result.record.moved == nil ? part : nil
    }

    /// Asks once more about a request of which nothing, or not all, is paid.
    ///
    /// - Parameters:
    ///   - rest: what is still due; nil for the whole of it.
    ///   - part: the page of the part that is paid.
    mutating func askOnceMore(_ charge: ChargeCase, rest: Amount?, after part: ResultPage?) -> [AppEffect] {
        var charge = charge
        charge.isCharging = false
        if let part { charge.part = part }
        if let rest, let name = charge.ticket {
            ticket = Ticket(due: rest, on: name, settings.ticketRules(for: charge.request))
        } else if let last = charge.operations.last, let again = again(last) {
            ticket = again
        }
        charges.current = charge
        return turn(to: .charge(ChargePage(charge, isTyping: false)))
    }

    // MARK: Answers

    private mutating func loaded(_ undelivered: [ChargeAnswer], _ unanswered: [String]) -> [AppEffect] {
        charges.undelivered += undelivered.map { NotToldPage($0, reason: nil) }
        charges.unanswered.formUnion(unanswered)
        // What nobody has seen yet is answered when it was seen.
        let unseen = day.isLastUnseen ? day.last?.intent.ticket : nil
        let answers = unanswered.filter { $0 != unseen }.map { AppEffect.charge(.answer(ticket: $0, number: nil)) }
        guard case .sale = page else { return answers }
        return answers + turn(to: .sale)
    }

    private mutating func notDelivered(_ answer: ChargeAnswer, _ reason: String) -> [AppEffect] {
        if noteUnsent(answer, reason) { return [.bell(3)] }
        charges.undelivered.removeAll { $0.answer.isSame(as: answer) }
        let told = NotToldPage(answer, reason: reason)
        charges.undelivered.append(told)
        if case .notTold(let shown) = page, shown.answer.isSame(as: answer) {
            return turn(to: .notTold(told)) + [.bell(3)]
        }
        guard case .sale = page else {
            hint = .chargeNotTold(appName: answer.appName)
            return [.bell(3)]
        }
        return turn(to: .sale) + [.bell(3)]
    }

    private mutating func leaveNotTold(_ answer: ChargeAnswer, saying said: Hint) -> [AppEffect] {
        guard case .notTold(let shown) = page, shown.answer.isSame(as: answer) else {
            hint = said
            return []
        }
        let effects = goOn()
        hint = said
        return effects
    }

    mutating func takeNotTold(_ command: AppCommand, _ page: NotToldPage) -> [AppEffect] {
        var page = page
        guard !page.isBusy else { return command == .help ? turn(to: .help(under: .notTold(page))) : [] }
        switch command {
        case .digit(let digit):
            guard let choice = NotToldPage.Choice(rawValue: digit) else { return [.bell(1)] }
            page.marked = choice
        case .up, .down: page.marked = page.marked == .again ? .letBe : .again
        case .confirm:
            guard page.marked == .again else { return letBe(page) }
            page.isBusy = true
            self.page = .notTold(page)
            return [.charge(.send(page.answer))]
        case .quit: return turn(to: .quit(under: .notTold(page), yes: false))
        case .back:
            hint = .chargeAnswerFirst
            return [.bell(1)]
        default: return takeAnywhere(command)
        }
        self.page = .notTold(page)
        return []
    }

    private mutating func letBe(_ page: NotToldPage) -> [AppEffect] {
        charges.undelivered.removeAll { $0.answer.isSame(as: page.answer) }
        let effects = page.answer.ticket.map { [AppEffect.charge(.letBe(ticket: $0))] } ?? []
        return effects + goOn()
    }
}

/// Why a request of another program was refused before anybody was asked.
package enum ChargeRefusal: Equatable, Sendable {
    case malformed(ChargeRequestError)
    case currency(Currency)
    /// More than a reader takes.
    case amountTooLarge
    case tooMany
}

extension ChargeAnswer {
    func isSame(as other: ChargeAnswer) -> Bool { url == other.url && ticket == other.ticket }
}
