import Money

extension AppState {
    /// Takes a key by what it means.
    mutating func take(_ command: AppCommand) -> [AppEffect] {
        lastKeyAt = now.millisecondsSince1970
        guard isArmed else { return [] }
        hint = nil
        warningsReadAt = now
        noteBatterySeen()
        switch page {
        case .help(let under): return closeHelp(under, command)
        case .quit(let under, let yes): return takeQuit(command, under, yes)
        case .chooseReader(let marked): return takeChooseReader(command, marked)
        case .sale: return takeSale(command)
        case .askAgain(let request, let yes): return takeAskAgain(command, request, yes)
        case .anotherCustomer(let request, let record, let yes):
            return takeAnotherCustomer(command, request, record, yes)
        case .payment: return takePayment(command)
        case .signature(let accept): return takeSignature(command, accept)
        case .result(let result): return takeResult(command, result)
        case .receipt(let receipt): return takeReceipt(command, receipt)
        case .unfinished(let unfinished): return takeUnfinished(command, unfinished)
        case .history(let history): return takeHistory(command, history)
        case .inDoubt(let list): return takeInDoubt(command, list)
        case .day(let day): return takeDay(command, day)
        case .closeDay(let question): return takeCloseDay(command, question)
        case .detail(let detail): return takeDetail(command, detail)
        case .refund(let refund): return takeRefund(command, refund)
        case .void(let void): return takeVoid(command, void)
        case .decision(let decision): return takeDecision(command, decision)
        case .support(let support): return takeSupport(command, support)
        case .rest(let rest): return takeRest(command, rest)
        case .tender(let tender): return takeTender(command, tender)
        case .tip(let tip): return takeTip(command, tip)
        }
    }

    // MARK: What every page knows

    /// Keys that mean the same everywhere.
    mutating func takeAnywhere(_ command: AppCommand) -> [AppEffect] {
        switch command {
        case .help: return turn(to: .help(under: page))
        case .attention:
            if desk.inDoubt.count + day.partlyPaid.count > 1 { return turn(to: .inDoubt(InDoubtPage(under: page))) }
            if let record = desk.firstInDoubt { return turn(to: .unfinished(UnfinishedPage(record))) }
            if let ticket = day.partlyPaid.first { return openRest(ticket) }
            // The reader waits to be asked, and there is no operation to show.
            if case .waitingToAsk = desk.phase { return pass(.askReader) }
            return []
        default: return []
        }
    }

    private mutating func closeHelp(_ under: Page, _ command: AppCommand) -> [AppEffect] {
        switch command {
        case .back, .confirm, .help: return turnBack(to: under)
        default: return []
        }
    }

    /// A page that was covered was read before: its keys count at once, unless it moves money.
    mutating func turnBack(to page: Page) -> [AppEffect] {
        let effects = turn(to: page)
        if case .signature = page { return effects }
        isArmed = true
        return []
    }

    private mutating func takeQuit(_ command: AppCommand, _ under: Page, _ yes: Bool) -> [AppEffect] {
        switch Question.take(command, yes: yes) {
        case .marked(let yes):
            page = .quit(under: under, yes: yes)
            return []
        case .answered(true): return turnBack(to: under) + leave()
        case .answered(false): return turnBack(to: under)
        case .ignored: return takeAnywhere(command)
        }
    }

    // MARK: Sale

    private mutating func takeSale(_ command: AppCommand) -> [AppEffect] {
        let at = now.millisecondsSince1970
        switch command {
        case .digit(let digit):
            burst.type(at: at, entry: entry)
            return change { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            burst.type(at: at, entry: entry)
            return change { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase:
            entry.erase()
            return []
        case .back:
            entry.clear()
            openTicket = nil
            return []
        case .confirm: return confirmSale(at)
        case .repeatAmount: return repeatAmount()
        case .receipt: return openLastReceipt()
        case .find: return openHistory()
        case .refund: return openHistory(finding: AppState.refundable)
        case .chooseReader: return openReaders()
        case .quit: return turn(to: .quit(under: page, yes: false))
        case .up, .down, .pageUp, .pageDown, .top, .bottom:
            hint = .numLockOff
            return [.bell(1)]
        default:
            let effects = takeAnywhere(command)
            if effects.isEmpty, command.isTyped { burst.type(at: at, entry: entry) }
            return effects
        }
    }

    private mutating func change(
        _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) -> [AppEffect] {
        do throws(AmountEntry.Refusal) {
            try body(&entry)
            return []
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
    }

    private mutating func confirmSale(_ at: Int64) -> [AppEffect] {
        if burst.endsBarcode(at: at) {
            if let before = burst.before { entry = before }
            hint = .barcodeIgnored
            return [.bell(1)]
        }
        guard entry.amount.minorUnits > 0 else {
            hint = .nothingTyped
            return []
        }
        let request = saleRequest
        guard request.amount.minorUnits < settings.askAgainFromMinor else {
            return turn(to: .askAgain(request, yes: false))
        }
        return charge(request)
    }

    /// What is typed in, with the ticket that it belongs to.
    var saleRequest: SaleRequest { SaleRequest(amount: entry.amount, ticket: openTicket) }

    mutating func charge(_ request: SaleRequest) -> [AppEffect] {
        if isEnding { return [] }
        origin = nil
        let effects = pass(.charge(request))
        // The desk took it: from here on the payment's page shows what happens.
        if desk.isBusyWithMoney, case .recordingIntent = desk.phase { return turn(to: .payment) + effects }
        return effects
    }

    private mutating func repeatAmount() -> [AppEffect] {
        guard let amount = day.last?.intent.amount, amount.currency == settings.currency else {
            hint = .nothingToRepeat
            return [.bell(1)]
        }
        entry = AmountEntry(amount)
        return []
    }

    private mutating func openLastReceipt() -> [AppEffect] {
        guard let last = day.last else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return openReceipt(last)
    }

    private mutating func takeAskAgain(_ command: AppCommand, _ request: SaleRequest, _ yes: Bool) -> [AppEffect] {
        switch Question.take(command, yes: yes) {
        case .marked(let yes):
            page = .askAgain(request, yes: yes)
            return []
        case .answered(true):
            page = .sale
            return charge(request)
        case .answered(false): return turn(to: .sale)
        case .ignored: return takeAnywhere(command)
        }
    }

    private mutating func takeAnotherCustomer(
        _ command: AppCommand, _ request: SaleRequest, _ record: OperationRecord, _ yes: Bool
    ) -> [AppEffect] {
        switch Question.take(command, yes: yes) {
        case .marked(let yes):
            page = .anotherCustomer(request, record, yes: yes)
            return []
        case .answered(true):
            page = .sale
            var request = request
            request.isConfirmedAnew = true
            return charge(request)
        case .answered(false): return turn(to: .sale)
        case .ignored: return takeAnywhere(command)
        }
    }

    /// A paste fills the amount when it is one, and never charges. Digits alone mean what they mean when they are typed.
    mutating func paste(_ text: String) -> [AppEffect] {
        lastKeyAt = now.millisecondsSince1970
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if case .history(let history) = page { return paste(line, into: history) }
        if case .receipt(let receipt) = page { return paste(line, into: receipt) }
        if case .decision(let decision) = page { return paste(line, into: decision) }
        guard isArmed, case .sale = page else { return [] }
        do throws(AmountError) {
            var amount = try Amount(typed: line, currency: settings.currency)
            if let minorUnits = Int64(line) { amount.minorUnits = minorUnits }
            guard (0...AmountEntry.largest).contains(amount.minorUnits) else { throw .overflow }
            entry = AmountEntry(amount)
            hint = nil
        } catch {
            hint = .pasteIgnored
        }
        return []
    }
}

/// A question with two answers, of which "no" is marked at first.
enum Question {
    enum Answer: Equatable {
        /// Another choice is marked now.
        case marked(Bool)
        case answered(Bool)
        case ignored
    }

    /// A digit or letter chooses, Enter runs the choice, Esc is no.
    static func take(_ command: AppCommand, yes: Bool) -> Answer {
        switch command {
        case .digit(1), .yes: .marked(true)
        case .digit(0), .no, .up, .down: .marked(command == .up || command == .down ? !yes : false)
        case .confirm: .answered(yes)
        case .back, .erase: .answered(false)
        default: .ignored
        }
    }
}
