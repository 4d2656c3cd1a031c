import Money
import TillJournal

extension AppState {
    // MARK: Keys

    /// - Parameter said: the hint that the key before called for.
    mutating func takeSale(_ command: AppCommand, after said: Hint?) -> [AppEffect] {
        switch command {
        case .digit(let digit): return change { (ticket) throws(Ticket.Refusal) in try ticket.type(digit: digit) }
        case .point: return change { (ticket) throws(Ticket.Refusal) in try ticket.typePoint() }
        case .times: return change { (ticket) throws(Ticket.Refusal) in try ticket.times() }
        case .add: return addLine()
        case .erase: return eraseKey()
        case .back: return clearSale(isAsked: said == .clearAsked)
        case .confirm: return confirmSale()
        case .repeatAmount: return repeatAmount()
        case .tip: return turn(to: .saleTip(SaleTipPage(ticket)))
        case .tokenize: return tokenize(!ticket.contents.tokenizesCard)
        case .details: return turn(to: .saleFields(SaleFieldsPage(ticket.contents)))
        case .setAside: return openTickets()
        case .currency: return changeCurrency()
        case .receipt: return openLastReceipt()
        case .find: return openHistory()
        case .simulator: return openSimulator()
        case .settings: return openSettings()
        case .refund: return openHistory(finding: AppState.refundable)
        case .chooseReader: return openReaders()
        case .quit: return turn(to: .quit(under: page, yes: false))
        case .up, .down, .pageUp, .pageDown, .top, .bottom:
            hint = .numLockOff
            return [.bell(1)]
        default: return runKey(command, over: page)
        }
    }

    /// Changes the ticket, or says why not; then it stands as before.
    @discardableResult
    mutating func change(_ body: (inout Ticket) throws(Ticket.Refusal) -> Void) -> [AppEffect] {
        do throws(Ticket.Refusal) {
            try body(&ticket)
            return []
        } catch {
            refuse(error)
            return [.bell(1)]
        }
    }

    mutating func refuse(_ refusal: Ticket.Refusal) {
        switch refusal {
        case .entry(let refusal): hint = .amountRefused(refusal)
        case .tooLarge: hint = .amountRefused(.tooLarge)
        case .nothingTyped: hint = .nothingTyped
        case .secondTimes, .priceMissing, .noQuantity, .quantityTooLarge, .noAmount, .tooManyLines, .tipAboveCap:
            hint = .ticketRefused(refusal)
        }
    }

    private mutating func addLine() -> [AppEffect] {
        var added: Ticket.Added?
        let effects = change { (ticket) throws(Ticket.Refusal) in added = try ticket.add() }
        if added == .restored { hint = .lineRestored }
        return effects
    }

    private mutating func eraseKey() -> [AppEffect] {
        if case .line(let line) = ticket.erase() { hint = .lineTakenOff(line) }
        return []
    }

    /// First what is being typed goes. What was rung up goes only by a second Esc, and can be brought back.
    private mutating func clearSale(isAsked: Bool) -> [AppEffect] {
        if !ticket.entry.isEmpty || ticket.factor != nil {
            ticket.clearEntry()
            // An attempt that nothing but an amount belongs to goes with it.
            if ticket.lines.isEmpty, ticket.contents.name != nil { ticket = Ticket(settings.ticketRules) }
            return []
        }
        guard !ticket.isBlank else {
            useUsualCurrency()
            return []
        }
        guard isAsked else {
            hint = .clearAsked
            return [.bell(1)]
        }
        ticket.clear()
        hint = .ticketCleared
        return []
    }

    mutating func tokenize(_ isAsked: Bool) -> [AppEffect] {
        let effects = change { (ticket) throws(Ticket.Refusal) in
            try ticket.edit { $0.tokenizesCard = isAsked }
        }
        hint = .tokenizeSet(ticket.contents.tokenizesCard)
        return effects
    }

    /// What `r` fills in: what the last sale was rung up as, without its tax and its tip. Nil where no sale was the last.
    package var repeatable: Amount? {
        guard let intent = day.last?.intent, intent.kind.takesMoney,
            let amount = intent.parts?.subtotal ?? intent.amount
        else { return nil }
        return settings.ticketRules(in: amount.currency) == nil ? nil : amount
    }

    mutating func repeatAmount() -> [AppEffect] {
        guard let amount = repeatable, let rules = settings.ticketRules(in: amount.currency) else {
            hint = .nothingToRepeat
            return [.bell(1)]
        }
        // The rest of another ticket stays what it is.
        guard ticket.contents.name == nil else {
            hint = .ticketAtHand
            return [.bell(1)]
        }
        if amount.currency != ticket.currency {
            guard ticket.isBlank else {
                hint = .pricesStand(ticket.currency)
                return [.bell(1)]
            }
            ticket = Ticket(rules)
        }
        return change { (ticket) throws(Ticket.Refusal) in try ticket.fill(in: amount) }
    }

    mutating func openLastReceipt() -> [AppEffect] {
        guard let last = day.last else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return openReceipt(last)
    }

    // MARK: Charging

    private mutating func confirmSale() -> [AppEffect] {
        let request: SaleRequest
        do throws(Ticket.Refusal) {
            request = try ticket.request()
        } catch {
            // Nothing at all is no sale: everything else is in the menu.
            if ticket.isBlank { return openMenu() }
            // An amount of nothing is no amount.
            refuse(error == .noAmount && ticket.lines.isEmpty ? .nothingTyped : error)
            return hint == .nothingTyped ? [] : [.bell(1)]
        }
        guard !settings.asksAgain(before: request.amount) else {
            return turn(to: .askAgain(request, yes: false))
        }
        return charge(request)
    }

    mutating func charge(_ request: SaleRequest) -> [AppEffect] {
        if isEnding { return [] }
        origin = nil
        lastRequest = request
        let effects = pass(.charge(request))
        // The desk took it: from here on the payment's page shows what happens.
        if desk.isBusyWithMoney, case .recordingIntent = desk.phase {
            charged = ChargedTicket(ticket: ticket)
            charges.current?.isCharging = true
            return turn(to: .payment) + effects
        }
        return effects
    }

    /// A sale has ended: the next one begins with nothing on it. Another attempt finds the ticket as it was.
    mutating func keepCharged(_ record: OperationRecord) {
        guard record.intent.kind.takesMoney else { return }
        charged?.sequence = record.sequence
        ticket = Ticket(settings.ticketRules)
    }

    /// The ticket of an attempt that took no money, for another attempt; nil where its amount cannot be charged here.
    func again(_ record: OperationRecord) -> Ticket? {
        if let charged, charged.sequence == record.sequence { return charged.ticket.again(as: record.intent.ticket) }
        guard let amount = record.intent.amount, let rules = settings.ticketRules(in: amount.currency) else {
            return nil
        }
        return Ticket(again: record.intent, rules)
    }

    /// What is still due on a ticket of the books; nil in a currency that is not charged here.
    func rest(_ due: Amount?, on name: String) -> Ticket? {
        guard let due, let rules = settings.ticketRules(in: due.currency) else { return nil }
        return Ticket(due: due, on: name, rules)
    }

    // MARK: Paste

    /// A paste fills one field at most, and never charges. On the sale it fills the amount when it is one; digits alone
    /// mean what they mean when they are typed.
    mutating func paste(_ text: String) -> [AppEffect] {
        lastKeyAt = now.millisecondsSince1970
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        switch page {
        case .history(let history): return paste(line, into: history)
        case .receipt(let receipt): return paste(line, into: receipt)
        case .decision(let decision): return paste(line, into: decision)
        case .settings(let settings): return paste(line, into: settings)
        case .saleFields(var fields):
            fields.change { $0.paste(text) }
            page = .saleFields(fields)
            return []
        case .email(var email):
            email.address.paste(text)
            page = .email(email)
            return []
        case .sale where isArmed: pasteAmount(line)
        default: break
        }
        return []
    }

    private mutating func pasteAmount(_ line: String) {
        var amount: Amount
        do throws(AmountError) {
            amount = try Amount(typed: line, currency: ticket.currency)
        } catch {
            hint = .pasteIgnored
            return
        }
        if settings.keypad == .minorUnitsFirst, let minorUnits = Int64(line) { amount.minorUnits = minorUnits }
        hint = nil
        do throws(Ticket.Refusal) {
            guard (0...AmountEntry.largest).contains(amount.minorUnits) else { throw .tooLarge }
            try ticket.fill(in: amount)
        } catch {
            hint = .pasteIgnored
        }
    }
}
