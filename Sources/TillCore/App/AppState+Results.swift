import Money

extension AppState {
    /// The numbered choices of a result page, with the command that does the same.
    package struct ResultChoice: Equatable, Sendable {
        package enum Action: Equatable, Sendable {
            case printReceipt
            case emailReceipt
            case showReceipt
            case anotherCard
            case askReader
            /// A supervisor lets selling go on although nobody knows.
            case setAside
            /// What to tell the help desk.
            case supportSheet
            /// A supervisor says what became of it, with proof.
            case decide
            /// Fills in what is still due, for another card.
            case takeRest
            /// The rest is paid in cash or otherwise.
            case restOtherwise
            /// Takes back what was paid.
            case giveBack
            case backToSale
            /// After an update: what the reader has written down.
            case readerLog
        }

        package var number: Int
        package var action: Action
        /// Nil when it can be done; else why not.
        package var obstacle: Hint?
    }

    /// What can be done on a result page, in order.
    ///
    /// - Parameters:
    ///   - canPrint: whether a printer is set up.
    ///   - canEmail: whether a program is set that sends e-mail.
    package static func choices(
        on result: ResultPage, canPrint: Bool = false, canEmail: Bool = false
    ) -> [ResultChoice] {
        if result.contradiction != nil { return contradictionChoices(on: result) }
        if !result.record.intent.kind.takesMoney, let choices = returnChoices(on: result, canPrint, canEmail) {
            return choices
        }
        return switch result.record.outcome?.verdict {
        case .partiallyApproved:
            [
                ResultChoice(number: 1, action: .takeRest),
                ResultChoice(number: 2, action: .restOtherwise),
                ResultChoice(number: 3, action: .giveBack),
                ResultChoice(number: 4, action: .showReceipt),
            ]
        case .approved, .processed:
            [
                ResultChoice(number: 1, action: .printReceipt, obstacle: canPrint ? nil : .noPrinter)
            ] + emailChoices(canEmail) + [
                ResultChoice(number: 3, action: .showReceipt),
                ResultChoice(number: 4, action: .backToSale),
            ]
        // Its caller was told how it ended.
        case .declined where result.charge?.isTold == true, .cancelled where result.charge?.isTold == true,
            .failed where result.charge?.isTold == true:
            [
                ResultChoice(number: 2, action: .showReceipt),
                ResultChoice(number: 0, action: .backToSale),
            ]
        case .declined, .cancelled, .failed:
            (result.isAnswerAwaited ? [] : [ResultChoice(number: 1, action: .anotherCard)]) + [
                ResultChoice(number: 2, action: .showReceipt),
                ResultChoice(number: 0, action: .backToSale),
            ]
        case .unknown, nil:
            [
                ResultChoice(number: 1, action: .askReader), ResultChoice(number: 2, action: .setAside),
                ResultChoice(number: 3, action: .supportSheet), ResultChoice(number: 4, action: .decide),
            ] + (result.inquiry == .noAnswer ? [ResultChoice(number: 0, action: .backToSale)] : [])
        }
    }

    /// What was paid after all can be given back; nothing here charges.
    private static func contradictionChoices(on result: ResultPage) -> [ResultChoice] {
        let canGiveBack = result.isPaidAfterAll && result.record.transactionID != nil
        return [ResultChoice(number: 1, action: .supportSheet)]
            + (canGiveBack ? [ResultChoice(number: 3, action: .giveBack)] : [])
            + [ResultChoice(number: 0, action: .backToSale)]
    }

    /// What cannot be sent is not offered. The other choices keep their numbers.
    private static func emailChoices(_ canEmail: Bool) -> [ResultChoice] {
        canEmail ? [ResultChoice(number: 2, action: .emailReceipt)] : []
    }

    /// Money that was not given back is not filled in for another card. Nil for an unknown outcome.
    private static func returnChoices(
        on result: ResultPage, _ canPrint: Bool, _ canEmail: Bool
    ) -> [ResultChoice]? {
        if !result.record.intent.kind.movesMoney, !result.record.isInDoubt { return serviceChoices(on: result) }
        return switch result.record.outcome?.verdict {
        case .approved, .processed, .partiallyApproved:
            [
                ResultChoice(number: 1, action: .printReceipt, obstacle: canPrint ? nil : .noPrinter)
            ] + emailChoices(canEmail) + [
                ResultChoice(number: 3, action: .showReceipt),
                ResultChoice(number: 4, action: .backToSale),
            ]
        case .declined, .cancelled, .failed:
            [
                ResultChoice(number: 1, action: .showReceipt),
                ResultChoice(number: 0, action: .backToSale),
            ]
        case .unknown, nil: nil
        }
    }

    /// There is no receipt of what moved no money.
    private static func serviceChoices(on result: ResultPage) -> [ResultChoice] {
        let back = ResultChoice(number: 0, action: .backToSale)
        return result.record.intent.kind == .update ? [ResultChoice(number: 1, action: .readerLog), back] : [back]
    }

    mutating func takeResult(_ command: AppCommand, _ result: ResultPage) -> [AppEffect] {
        let choices = AppState.choices(on: result, canPrint: hasPrinter, canEmail: settings.canEmail)
        switch command {
        case .digit(let digit):
            guard choices.contains(where: { $0.number == digit }) else { return [.bell(1)] }
            return mark(digit, result)
        case .up, .down: return mark(AppState.neighbour(of: result.marked, in: choices, command), result)
        case .confirm:
            // Without a mark Enter acknowledges; on an unknown result it asks the reader.
            let choice = choices.first { $0.number == result.marked }
            return run(choice?.action ?? .backToSale, choice?.obstacle, result)
        case .receipt: return run(.showReceipt, nil, result)
        case .simulator: return openSimulator()
        case .print: return run(.printReceipt, nil, result)
        case .email:
            guard settings.canEmail else { return run(.emailReceipt, .noEmail, result) }
            guard let choice = choices.first(where: { $0.action == .emailReceipt }) else { return [.bell(1)] }
            return run(choice.action, choice.obstacle, result)
        case .anotherCard:
            guard let choice = choices.first(where: { [.anotherCard, .takeRest].contains($0.action) }) else {
                return []
            }
            return run(choice.action, nil, result)
        case .setAside, .supportSheet, .otherPayment, .void:
            let action: ResultChoice.Action =
                switch command {
                case .setAside: .setAside
                case .supportSheet: .supportSheet
                case .void: .giveBack
                default: result.record.isInDoubt ? .decide : .restOtherwise
                }
            guard let choice = choices.first(where: { $0.action == action }) else { return [] }
            return run(choice.action, choice.obstacle, result)
        case .details:
            var result = result
            result.showsDetails.toggle()
            page = .result(result)
            return []
        case .back:
            // What is still due is not passed over by a key that only means "away from here".
            guard !result.isPartOfSale else {
                hint = .dueFirst
                return [.bell(1)]
            }
            // What the reader would not take stays in the field, to be changed.
            if result.record.outcome?.verdict == .failed, result.record.intent.kind.takesMoney, !result.isEarlier,
                ticket.isBlank, let next = again(result.record), result.charge?.isTold != true
            {
                if charge(of: result.record) != nil { return run(.anotherCard, nil, result) }
                return goOn(with: next, after: result)
            }
            return leave(result)
        // A reader that stays away must not hold the till: what is in doubt stays in the books, and comes first again.
        case .quit where result.record.isInDoubt: return turn(to: .quit(under: page, yes: false))
        case .help: return turn(to: .help(under: page))
        default: return [.bell(1)]
        }
    }

    private mutating func mark(_ number: Int, _ result: ResultPage) -> [AppEffect] {
        var result = result
        result.marked = number
        page = .result(result)
        return []
    }

    private static func neighbour(of marked: Int, in choices: [ResultChoice], _ command: AppCommand) -> Int {
        guard let index = choices.firstIndex(where: { $0.number == marked }) else {
            return choices.first?.number ?? marked
        }
        let next = command == .up ? index - 1 : index + 1
        return choices.indices.contains(next) ? choices[next].number : marked
    }

    private mutating func run(_ action: ResultChoice.Action, _ obstacle: Hint?, _ result: ResultPage) -> [AppEffect] {
        if let obstacle {
            hint = obstacle
            return [.bell(1)]
        }
        switch action {
        case .printReceipt: return print(.customer, of: result.record)
        case .emailReceipt:
            if let address = result.charge?.email { return [email(result.record, to: address)] }
            return openEmail(result.record)
        case .showReceipt: return openReceipt(result.record)
        case .anotherCard, .takeRest:
            let due = action == .takeRest ? result.due : nil
            if let charge = charge(of: result.record) {
                return acknowledge(result)
                    + askOnceMore(charge, rest: due, after: action == .takeRest ? result : nil)
            }
            let next = action == .takeRest ? rest(due, on: result.record.intent.ticket) : again(result.record)
            return goOn(with: next, after: result)
        case .giveBack:
            return turn(to: .void(VoidPage(result.record, under: page)))
                + [.loadDetail(sequence: result.record.sequence)]
        case .askReader: return ask(result)
        case .readerLog:
            let effects = leave(result)
            return page.openResult == nil ? effects + openText(.log, under: page) : effects
        case .setAside: return openDecision(.setAside, of: result.record)
        case .supportSheet: return openSupport(result.record)
        case .decide: return openDecision(.settle, of: result.record)
        case .restOtherwise: return openTender(result)
        case .backToSale: return leave(result)
        }
    }

    /// Goes back to the sale with a ticket filled in. Nothing is charged by it.
    private mutating func goOn(with next: Ticket?, after result: ResultPage) -> [AppEffect] {
        guard ticket.isBlank else {
            hint = .ticketAtHand
            return [.bell(1)]
        }
        let effects = acknowledge(result)
        if let next { ticket = next }
        return effects + goOn()
    }

    private mutating func ask(_ result: ResultPage) -> [AppEffect] {
        guard desk.reader != nil else {
            hint = .notConnected
            return [.bell(1)]
        }
        var result = result
        result.inquiry = .asking
        page = .result(result)
        return pass(.askReader)
    }

    /// A result stays until it is acknowledged; an unknown one cannot be passed over.
    private mutating func leave(_ result: ResultPage) -> [AppEffect] {
        if result.record.isInDoubt, result.inquiry != .noAnswer {
            hint = .unknownFirst
            return [.bell(1)]
        }
        if let part = partPaid(before: result) { return acknowledge(result) + turn(to: .result(part)) }
        return acknowledge(result) + answerCharge(after: result.record) + goOn()
    }

    /// What comes after a result: the next one, then what the reader must be asked for, then the sale.
    mutating func goOn() -> [AppEffect] { closeCharge() + turnOn() }

    private mutating func turnOn() -> [AppEffect] {
        if !waitingResults.isEmpty { return turn(to: .result(waitingResults.removeFirst())) }
        if case .waitingToAsk = desk.phase, let record = desk.firstInDoubt {
            return turn(to: .unfinished(UnfinishedPage(record)))
        }
        if case .day(let day) = origin {
            origin = nil
            return turn(to: .day(day)) + (day.close == nil ? [.loadReport] : [])
        }
        if let history = origin?.openHistory {
            origin = nil
            return turn(to: .history(history)) + search(history)
        }
        return turn(to: desk.device == nil ? .chooseReader(marked: 0) : .sale)
    }

    private func acknowledge(_ result: ResultPage) -> [AppEffect] {
        [.acknowledge(sequence: result.record.sequence)]
    }

    // MARK: Unfinished sale

    mutating func takeUnfinished(_ command: AppCommand, _ unfinished: UnfinishedPage) -> [AppEffect] {
        var unfinished = unfinished
        let numbers = UnfinishedPage.Action.allCases.map(\.rawValue)
        switch command {
        case .digit(let digit):
            guard numbers.contains(digit) else { return [.bell(1)] }
            unfinished.marked = digit
            page = .unfinished(unfinished)
            return []
        case .up, .down:
            let next = unfinished.marked + (command == .up ? -1 : 1)
            if numbers.contains(next) { unfinished.marked = next }
            page = .unfinished(unfinished)
            return []
        case .confirm: return run(UnfinishedPage.Action(rawValue: unfinished.marked) ?? .ask, unfinished.record)
        case .details: return run(.journal, unfinished.record)
        case .supportSheet: return run(.support, unfinished.record)
        case .setAside: return run(.setAside, unfinished.record)
        case .otherPayment: return run(.decide, unfinished.record)
        case .help: return turn(to: .help(under: page))
        case .simulator: return openSimulator()
        case .chooseReader: return openReaders()
        case .back:
            hint = .unknownFirst
            return []
        case .quit: return turn(to: .quit(under: page, yes: false))
        default: return []
        }
    }

    private mutating func run(_ action: UnfinishedPage.Action, _ record: OperationRecord) -> [AppEffect] {
        switch action {
        case .ask: return ask(ResultPage(record, isEarlier: true))
        case .journal:
            return turn(to: .detail(DetailPage(HistoryRow(record), under: page)))
                + [.loadDetail(sequence: record.sequence)]
        case .support: return openSupport(record)
        case .setAside: return openDecision(.setAside, of: record)
        case .decide: return openDecision(.settle, of: record)
        }
    }
}
