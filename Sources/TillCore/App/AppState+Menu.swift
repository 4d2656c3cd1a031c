extension Page {
    /// Whether the menu and the command palette may be opened over it. What must be answered or seen first is not
    /// covered by them.
    package var takesActions: Bool {
        // What lies over a result, or over what is in doubt, is as open as that.
        guard openResult == nil else { return false }
        if case .unfinished = base { return false }
        return switch self {
        case .chooseReader, .sale, .receipt, .history, .detail, .inDoubt, .day, .support, .unsent: true
        case .saleTip, .saleFields, .tickets, .email, .simulator, .settings, .unlinkedRefund: false
        case .refund(let refund): !refund.isChoosing
        case .help(let under, _): under.takesActions
        case .menu, .palette: false
        case .scanner(let scanner): scanner.state == .off || scanner.state == .missing
        case .readerText: true
        case .askAgain, .anotherCustomer, .payment, .signature, .result, .unfinished, .closeDay, .void, .service, .quit,
            .copyOut, .decision, .rest, .tender, .tip, .pairing, .charge, .notTold:
            false
        }
    }

    /// Why neither the menu nor the palette is opened here.
    fileprivate var obstacleToActions: Hint {
        switch self {
        case .payment: .notDuringPayment
        case .unfinished: .unknownFirst
        case .result(let result): result.record.isInDoubt ? .unknownFirst : .resultFirst
        case .help(let under, _): under.obstacleToActions
        default: openResult == nil ? .answerFirst : .resultFirst
        }
    }

    /// What the menu and the palette lie on: the help is left for them.
    fileprivate var withoutHelp: Page {
        if case .help(let under, _) = self { return under }
        return self
    }
}

extension AppState {
    // MARK: Opening

    /// The two keys that open everything by name; nil for the others, and where they are taken by the page itself.
    mutating func takeByName(_ command: AppCommand) -> [AppEffect]? {
        switch page {
        case .menu, .palette: return nil
        default: break
        }
        switch command {
        case .menu where !wantsText: return openMenu()
        case .palette: return openPalette()
        default: return nil
        }
    }

    mutating func openMenu() -> [AppEffect] {
        guard page.takesActions else { return refuseActions() }
        return turn(to: .menu(MenuPage(under: page.withoutHelp)))
    }

    mutating func openPalette() -> [AppEffect] {
        if case .menu(let menu) = page { return turn(to: .palette(PalettePage(under: menu.under))) }
        guard page.takesActions else { return refuseActions() }
        return turn(to: .palette(PalettePage(under: page.withoutHelp)))
    }

    private mutating func refuseActions() -> [AppEffect] {
        hint = page.obstacleToActions
        return [.bell(1)]
    }

    // MARK: Keys

    mutating func takeMenu(_ command: AppCommand, _ menu: MenuPage) -> [AppEffect] {
        switch command {
        case .digit(let digit): return type(digit: digit, menu)
        case .text(let scalar): return type(scalar, menu)
        case .up: return move(-1, menu)
        case .down: return move(1, menu)
        case .pageUp, .top: return mark(AppAction.menu.first, menu)
        case .pageDown, .bottom: return mark(AppAction.menu.last, menu)
        case .erase:
            guard !menu.typed.isEmpty else { return turnBack(to: menu.under) }
            var menu = menu
            menu.typed.removeLast()
            page = .menu(menu)
            return []
        case .confirm: return run(menu.marked, over: menu.under)
        case .back, .menu: return turnBack(to: menu.under)
        case .palette: return openPalette()
        case .help: return turn(to: .help(under: page))
        case .attention: return runKey(command, over: menu.under)
        default: return runFunctionKey(command, over: menu.under)
        }
    }

    /// A second digit makes one number of both, where the menu has such a number.
    private mutating func type(digit: Int, _ menu: MenuPage) -> [AppEffect] {
        var menu = menu
        let numbers = AppAction.menu.map { "\($0.number ?? 0)" }
        let both = menu.typed + "\(digit)"
        if menu.awaitsDigit, numbers.contains(both) {
            menu.typed = both
        } else {
            menu.typed = "\(digit)"
        }
        guard let action = AppAction.menu.first(where: { "\($0.number ?? 0)" == menu.typed }) else {
            // A number without an entry of its own may begin one that has.
            guard menu.awaitsDigit else { return [.bell(1)] }
            page = .menu(menu)
            return []
        }
        menu.marked = action
        page = .menu(menu)
        return []
    }

    /// The first letters of a name mark it. What begins no name means what it means elsewhere, where that is of use.
    private mutating func type(_ scalar: Unicode.Scalar, _ menu: MenuPage) -> [AppEffect] {
        if let digit = Int(String(scalar)) { return type(digit: digit, menu) }
        let letters = menu.typed.allSatisfy { $0.isNumber } ? "" : menu.typed
        let letter = String(scalar).lowercased()
        // A letter that does not go on with the name begins another one.
        for typed in letters.isEmpty ? [letter] : [letters + letter, letter] {
            guard let action = AppAction.menu.first(where: { $0.name.lowercased().hasPrefix(typed) }) else { continue }
            var menu = menu
            menu.typed = typed
            menu.marked = action
            page = .menu(menu)
            return []
        }
        guard letters.isEmpty else { return [.bell(1)] }
        switch scalar {
        case "j": return move(1, menu)
        case "k": return move(-1, menu)
        case "g": return mark(AppAction.menu.first, menu)
        case "G": return mark(AppAction.menu.last, menu)
        case "-", "m": return turnBack(to: menu.under)
        case ":": return openPalette()
        case "?": return turn(to: .help(under: page))
        case "!": return runKey(.attention, over: menu.under)
        default: return [.bell(1)]
        }
    }

    private mutating func move(_ step: Int, _ menu: MenuPage) -> [AppEffect] {
        let entries = AppAction.menu
        let index = (entries.firstIndex(of: menu.marked) ?? 0) + step
        return mark(entries.indices.contains(index) ? entries[index] : menu.marked, menu)
    }

    private mutating func mark(_ action: AppAction?, _ menu: MenuPage) -> [AppEffect] {
        var menu = menu
        menu.typed = ""
        menu.marked = action ?? menu.marked
        page = .menu(menu)
        return []
    }

    mutating func takePalette(_ command: AppCommand, _ palette: PalettePage) -> [AppEffect] {
        var palette = palette
        let found = palette.found
        switch command {
        case .text(let scalar):
            guard palette.typed.count < PalettePage.lengthMax, scalar.properties.generalCategory != .control else {
                return [.bell(1)]
            }
            palette.typed += String(scalar)
            palette.marked = 0
        case .erase:
            guard !palette.typed.isEmpty else { return turnBack(to: palette.under) }
            palette.typed.removeLast()
            palette.marked = 0
        case .up: palette.marked = max(0, palette.marked - 1)
        case .down: palette.marked = max(0, min(found.count - 1, palette.marked + 1))
        case .pageUp, .top: palette.marked = 0
        case .pageDown, .bottom: palette.marked = max(0, found.count - 1)
        case .confirm:
            guard found.indices.contains(palette.marked) else { return [.bell(1)] }
            return run(found[palette.marked], over: palette.under)
        case .back, .palette: return turnBack(to: palette.under)
        case .help: return turn(to: .help(under: page))
        default: return runFunctionKey(command, over: palette.under)
        }
        page = .palette(palette)
        return []
    }

    // MARK: Running

    /// Why an action cannot be done now; nil when it can.
    package func obstacle(to action: AppAction) -> Hint? {
        switch action {
        case .sale, .saleAndToken, .history, .refund, .void, .changeTip, .totals, .readers, .settings,
            .refundWithoutSale, .ticketTip, .ticketDetails, .setAside, .unsentAnswers, .help, .quit:
            nil
        case .simulator: canSimulate ? nil : .notSimulated
        case .currency: settings.chargeCurrencies.count > 1 ? nil : .oneCurrency(settings.currency)
        case .lastReceipt: day.last == nil ? .noReceipt : nil
        case .repeatAmount: day.last?.intent.amount == nil ? .nothingToRepeat : nil
        case .attention:
            desk.inDoubt.isEmpty && day.partlyPaid.isEmpty && !isWaitingToAsk && failedPrints.isEmpty
                ? .nothingUnknown : nil
        case .fetchResult: desk.reader == nil ? .notConnected : nil
        case .tokenize, .update, .startOfDay, .endOfDay, .emvReport, .scanner: obstacleAtReader
        // A reader that is about to restart may still be asked for its log.
        case .readerLogs: desk.isReaderRestarting(at: now) ? nil : obstacleAtReader
        }
    }

    /// An action that starts something on the reader needs one that takes it.
    private var obstacleAtReader: Hint? {
        switch desk.phase {
        case .offline, .connecting, .loadingInDoubt: .notConnected
        case .waitingToAsk: .notStarted(.readerNotAsked)
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            .notStarted(.busy)
        case .ready: desk.isReaderRestarting(at: now) ? .notStarted(.readerRestarting) : nil
        }
    }

    private var isWaitingToAsk: Bool {
        if case .waitingToAsk = desk.phase { true } else { false }
    }

    /// Does what a key does on the sale's page. A key that no action has does nothing.
    mutating func runKey(_ command: AppCommand, over under: Page) -> [AppEffect] {
        guard let action = AppAction.allCases.first(where: { $0.command == command }) else { return [] }
        return run(action, over: under)
    }

    /// Function keys are no text, and mean what they always mean, while text is typed.
    private mutating func runFunctionKey(_ command: AppCommand, over under: Page) -> [AppEffect] {
        guard let action = AppAction.allCases.first(where: { $0.command == command }), action.functionKey != nil else {
            return []
        }
        return run(action, over: under)
    }

    /// Does an action: from the menu, from the palette, or by its key. Whatever starts something on the reader, or moves
    /// money, asks first, as it does by its key.
    mutating func run(_ action: AppAction, over under: Page) -> [AppEffect] {
        if let obstacle = obstacle(to: action) {
            hint = obstacle
            return [.bell(1)]
        }
        page = under
        isArmed = true
        switch action {
        case .sale: return turnToSale()
        case .history: return openHistory()
        case .refund, .changeTip: return openHistory(finding: AppState.refundable)
        case .void: return openHistory(finding: AppState.voidable)
        case .lastReceipt: return openLastReceipt()
        case .totals: return openDay()
        case .readers: return openReaders()
        case .attention: return takeAnywhere(.attention)
        case .settings: return openSettings()
        case .simulator: return openSimulator()
        case .refundWithoutSale: return openUnlinkedRefund()
        case .unsentAnswers: return openUnsent(under: under)
        case .help: return turn(to: .help(under: under))
        case .quit: return turn(to: .quit(under: under, yes: false))
        case .repeatAmount: return turnToSale() + repeatAmount()
        case .saleAndToken: return turnToSale() + tokenize(true)
        case .ticketTip: return pressOnSale(.tip)
        case .ticketDetails: return pressOnSale(.details)
        case .setAside: return pressOnSale(.setAside)
        case .currency: return pressOnSale(.currency)
        case .fetchResult: return fetchResult()
        case .tokenize: return turn(to: .service(ServiceQuestion(kind: .tokenize, under: under)))
        case .startOfDay: return turn(to: .service(ServiceQuestion(kind: .startOfDay, under: under)))
        case .update: return turn(to: .service(ServiceQuestion(kind: .update, under: under))) + [.askPower]
        case .readerLogs: return openText(.log, under: under)
        case .emvReport: return openText(.emvReport, under: under)
        case .scanner: return openScanner(under: under)
        case .endOfDay: return turn(to: .closeDay(CloseDayPage(day: DayPage(under: under)))) + [.loadReport]
        }
    }

    /// Without a reader one is chosen first.
    private mutating func turnToSale() -> [AppEffect] {
        turn(to: desk.device == nil ? .chooseReader(marked: 0) : .sale)
    }

    /// Turns to the sale and does what a key does there.
    private mutating func pressOnSale(_ command: AppCommand) -> [AppEffect] {
        let effects = turnToSale()
        guard page == .sale else { return effects }
        return effects + takeSale(command, after: nil)
    }

    private mutating func fetchResult() -> [AppEffect] {
        // What is in doubt is shown, and asked about from there.
        if desk.firstInDoubt != nil { return takeAnywhere(.attention) }
        isFetching = true
        return pass(.askReader)
    }

    /// An update takes minutes, in which a battery may run empty.
    mutating func notePower(_ isExternal: Bool?) -> [AppEffect] {
        guard case .service(var question) = page else { return [] }
        question.isOnBattery = isExternal == false
        page = .service(question)
        return []
    }

    mutating func takeService(_ command: AppCommand, _ question: ServiceQuestion) -> [AppEffect] {
        var question = question
        switch Question.take(command, yes: question.yes) {
        case .marked(let yes):
            question.yes = yes
            page = .service(question)
            return []
        case .answered(true):
            guard let operation = question.kind.operation else { return emptyLog(under: question.under) }
            return perform(.service(operation), from: question.under)
        case .answered(false): return turnBack(to: question.under)
        case .ignored: return takeAnywhere(command)
        }
    }
}
