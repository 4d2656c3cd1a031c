import Money

extension AppState {
    /// Takes a key by what it means.
    mutating func take(_ command: AppCommand) -> [AppEffect] {
        lastKeyAt = now.millisecondsSince1970
        if let effects = takeBurst(command) { return effects }
        guard isArmed else { return [] }
        let said = hint
        hint = nil
        warningsReadAt = now
        noteBatterySeen()
        let command = command == .comma ? meaningOfComma : command
        if let effects = takeByName(command) { return effects }
        switch page {
        case .help(let under, let part): return takeHelp(command, under, part)
        case .quit(let under, let yes): return takeQuit(command, under, yes)
        case .menu(let menu): return takeMenu(command, menu)
        case .palette(let palette): return takePalette(command, palette)
        case .service(let question): return takeService(command, question)
        case .scanner(let scanner): return takeScanner(command, scanner)
        case .readerText(let text): return takeText(command, text)
        case .chooseReader(let marked): return takeChooseReader(command, marked)
        case .sale: return takeSale(command, after: said)
        case .pairing(let pairing): return takePairing(command, pairing)
        case .charge(let charge): return takeCharge(command, charge)
        case .notTold(let notTold): return takeNotTold(command, notTold)
        case .unsent(let unsent): return takeUnsent(command, unsent)
        case .saleTip(let tip): return takeSaleTip(command, tip)
        case .saleFields(let fields): return takeSaleFields(command, fields)
        case .tickets(let tickets): return takeTickets(command, tickets)
        case .askAgain(let request, let yes): return takeAskAgain(command, request, yes)
        case .anotherCustomer(let request, let record, let yes):
            return takeAnotherCustomer(command, request, record, yes)
        case .simulator(let panel): return takeSimulator(command, panel)
        case .payment: return takePayment(command)
        case .signature(let signature): return takeSignature(command, signature)
        case .result(let result): return takeResult(command, result)
        case .receipt(let receipt): return takeReceipt(command, receipt)
        case .email(let email): return takeEmail(command, email)
        case .copyOut(let copyOut): return takeCopyOut(command, copyOut)
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
        case .unlinkedRefund(let refund): return takeUnlinkedRefund(command, refund)
        case .settings(let settings): return takeSettings(command, settings)
        }
    }

    /// A comma is a point, but where none can be typed it shows the settings.
    private var meaningOfComma: AppCommand {
        switch page {
        case .sale where entry.isEmpty, .chooseReader: .settings
        default: .point
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
            return openFailedPrint()
        default: return []
        }
    }

    private mutating func takeHelp(_ command: AppCommand, _ under: Page, _ part: Int) -> [AppEffect] {
        switch command {
        case .back, .confirm, .help: return turnBack(to: under)
        case .down, .pageDown: page = .help(under: under, part: part + 1)
        case .up, .pageUp: page = .help(under: under, part: part - 1)
        case .top: page = .help(under: under)
        case .bottom: page = .help(under: under, part: -1)
        default: break
        }
        return []
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

    // MARK: Questions about a sale

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
            if settings.asksForPIN { return openAnotherCustomer(request, record) }
            page = inPlaceOfSale() ?? .sale
            var request = request
            request.isConfirmedAnew = true
            return charge(request)
        case .answered(false): return turn(to: .sale)
        case .ignored: return takeAnywhere(command)
        }
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
