import Money
import TillJournal

extension AppState {
    // MARK: The rest of a ticket

    /// Opens the page of a ticket that is paid in part.
    mutating func openRest(_ ticket: TicketState) -> [AppEffect] {
        turn(to: .rest(RestPage(ticket, under: page)))
    }

    mutating func takeRest(_ command: AppCommand, _ rest: RestPage) -> [AppEffect] {
        var rest = rest
        switch command {
        case .digit(let digit):
            guard let choice = RestPage.Choice(rawValue: digit) else { return [.bell(1)] }
            rest.marked = choice
        case .up, .down:
            let next = rest.marked.rawValue + (command == .up ? -1 : 1)
            if let choice = RestPage.Choice(rawValue: next) { rest.marked = choice }
        case .confirm: return run(rest.marked, rest)
        case .anotherCard: return run(.card, rest)
        case .otherPayment: return run(.otherwise, rest)
        case .void: return run(.history, rest)
        case .back, .erase: return run(.back, rest)
        // This is what it shows.
        case .attention: return []
        default: return takeAnywhere(command)
        }
        page = .rest(rest)
        return []
    }

    private mutating func run(_ choice: RestPage.Choice, _ rest: RestPage) -> [AppEffect] {
        switch choice {
        case .back: return turnBack(to: rest.under)
        case .card:
            guard ticket.isBlank else {
                hint = .ticketAtHand
                return [.bell(1)]
            }
            if let next = self.rest(rest.ticket.due, on: rest.ticket.reference) { ticket = next }
            return turn(to: .sale)
        case .otherwise:
            return turn(to: .tender(TenderPage(ticket: rest.ticket.reference, due: rest.ticket.due, under: page)))
        case .history: return openHistory(finding: "ref:\"\(rest.ticket.reference)\"")
        }
    }

    // MARK: In cash or otherwise

    mutating func openTender(_ result: ResultPage) -> [AppEffect] {
        guard let due = result.due, due.minorUnits > 0 else { return [.bell(1)] }
        return turn(to: .tender(TenderPage(ticket: result.record.intent.ticket, due: due, under: page)))
    }

    mutating func takeTender(_ command: AppCommand, _ tender: TenderPage) -> [AppEffect] {
        if tender.isBusy { return command == .help ? turn(to: .help(under: page)) : [] }
        if tender.isPaid {
            switch command {
            case .confirm, .back: return goOn()
            case .help: return turn(to: .help(under: page))
            default: return [.bell(1)]
            }
        }
        if tender.isChoosing { return takeTenderChoice(command, tender) }
        var tender = tender
        switch command {
        case .digit(let digit):
            return change(tender) { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            return change(tender) { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase:
            tender.entry.erase()
            tender.isFresh = false
        case .otherPanel, .otherPayment: tender.kind = tender.kind == .cash ? .other : .cash
        case .confirm:
            guard tender.entry.amount.minorUnits > 0 else {
                hint = .nothingTyped
                return [.bell(1)]
            }
            // Only cash brings change.
            guard tender.kind == .cash || tender.change.minorUnits == 0 else {
                hint = .aboveDue(tender.due)
                return [.bell(2)]
            }
            tender.isChoosing = true
            tender.yes = false
            return turn(to: .tender(tender))
        case .back: return turnBack(to: tender.under)
        default: return takeAnywhere(command)
        }
        page = .tender(tender)
        return []
    }

    private mutating func change(
        _ tender: TenderPage, _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) -> [AppEffect] {
        var tender = tender
        if tender.isFresh { tender.entry.clear() }
        do throws(AmountEntry.Refusal) {
            try body(&tender.entry)
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
        tender.isFresh = false
        page = .tender(tender)
        return []
    }

    private mutating func takeTenderChoice(_ command: AppCommand, _ tender: TenderPage) -> [AppEffect] {
        var tender = tender
        switch Question.take(command, yes: tender.yes) {
        case .marked(let yes):
            tender.yes = yes
            page = .tender(tender)
            return []
        case .answered(true):
            tender.isBusy = true
            page = .tender(tender)
            return [.recordTender(Tender(kind: tender.kind, amount: tender.paid, at: now), ticket: tender.ticket)]
        case .answered(false):
            // Esc and No go back to the amount.
            tender.isChoosing = false
            tender.yes = false
            return turn(to: .tender(tender))
        case .ignored: return takeAnywhere(command)
        }
    }

    // MARK: Answers

    /// The note is durable. A ticket that is paid leads on; else its page says what is due still.
    mutating func tenderRecorded(_ ticket: TicketState) -> [AppEffect] {
        guard case .tender(let tender) = page, tender.ticket == ticket.reference else { return [.loadDay] }
        var under = tender.under
        if ticket.due.minorUnits > 0 {
            under.changeResult { $0.rest = ticket.due }
            if case .rest(var rest) = under {
                rest.ticket = ticket
                under = .rest(rest)
            }
            let effects = turnBack(to: under)
            hint = .tenderNoted(tender.paid, due: ticket.due)
            return effects + [.loadDay]
        }
        var acknowledged: [AppEffect] = []
        if let record = under.openResult?.record {
            acknowledged = [.acknowledge(sequence: record.sequence)] + answerCharge(after: record)
        }
        guard tender.change.minorUnits == 0 else {
            var paid = tender
            (paid.isBusy, paid.isChoosing, paid.isPaid) = (false, false, true)
            return acknowledged + turn(to: .tender(paid)) + [.bell(1), .loadDay]
        }
        let effects = goOn()
        hint = .ticketPaid
        return acknowledged + effects + [.bell(1), .loadDay]
    }

    mutating func tenderFailed(_ error: JournalError) -> [AppEffect] {
        if case .tender(var tender) = page {
            tender.isBusy = false
            tender.isChoosing = false
            tender.yes = false
            page = .tender(tender)
        }
        hint = .tenderNotNoted(error)
        return [.bell(2)]
    }
}
