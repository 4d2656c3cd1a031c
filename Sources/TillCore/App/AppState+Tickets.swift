import Money
import TillJournal

extension AppState {
    // MARK: Tip

    mutating func takeSaleTip(_ command: AppCommand, _ tip: SaleTipPage) -> [AppEffect] {
        if tip.entry != nil { return typeTip(command, tip) }
        var tip = tip
        switch command {
        case .digit(let digit):
            guard tip.choices.indices.contains(digit) else { return [.bell(1)] }
            tip.marked = digit
        case .up: tip.marked = max(0, tip.marked - 1)
        case .down: tip.marked = min(tip.choices.count - 1, tip.marked + 1)
        case .confirm: return choose(tip)
        case .back, .erase, .tip, .sale: return turn(to: .sale)
        default: return takeAnywhere(command)
        }
        page = .saleTip(tip)
        return []
    }

    private mutating func choose(_ tip: SaleTipPage) -> [AppEffect] {
        switch tip.choices.indices.contains(tip.marked) ? tip.choices[tip.marked] : .none {
        case .none: return set(Tip.none)
        case .share(let share): return set(.share(share))
        case .amount:
            var tip = tip
            tip.entry = AmountEntry(currency: ticket.currency, keypad: settings.keypad)
            page = .saleTip(tip)
            return []
        }
    }

    /// Goes back to the sale with this tip, or says why not.
    private mutating func set(_ tip: Tip) -> [AppEffect] {
        let effects = change { (ticket) throws(Ticket.Refusal) in try ticket.set(tip) }
        return effects.isEmpty ? turn(to: .sale) : effects
    }

    private mutating func typeTip(_ command: AppCommand, _ tip: SaleTipPage) -> [AppEffect] {
        guard var entry = tip.entry else { return [] }
        var tip = tip
        do throws(AmountEntry.Refusal) {
            switch command {
            case .digit(let digit): try entry.type(digit: digit)
            case .point: try entry.typePoint()
            case .erase: entry.erase()
            case .confirm:
                let minorUnits = entry.amount.minorUnits
                return set(minorUnits == 0 ? Tip.none : .minorUnits(minorUnits))
            case .back:
                tip.entry = nil
                page = .saleTip(tip)
                return []
            default: return takeAnywhere(command)
            }
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
        tip.entry = entry
        page = .saleTip(tip)
        return []
    }

    // MARK: What stands beside the amount

    mutating func takeSaleFields(_ command: AppCommand, _ fields: SaleFieldsPage) -> [AppEffect] {
        var fields = fields
        switch command {
        case .text(let scalar):
            var isTaken = false
            fields.change { isTaken = $0.type(scalar) }
            guard isTaken else { return [.bell(1)] }
        case .erase: fields.change { $0.erase() }
        case .left: fields.change { $0.moveLeft() }
        case .right: fields.change { $0.moveRight() }
        case .top: fields.change { $0.moveToStart() }
        case .bottom: fields.change { $0.moveToEnd() }
        case .up: fields.marked = max(0, fields.marked - 1)
        case .down: fields.marked = min(fields.texts.count - 1, fields.marked + 1)
        case .otherPanel: fields.marked = (fields.marked + 1) % max(1, fields.texts.count)
        case .confirm: return keep(fields)
        case .back: return turn(to: .sale)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .saleFields(fields)
        return []
    }

    private mutating func keep(_ fields: SaleFieldsPage) -> [AppEffect] {
        let effects = change { (ticket) throws(Ticket.Refusal) in
            try ticket.edit { contents in
                contents.nextDescription = fields.text(.description)
                contents.invoiceNumber = fields.text(.invoiceNumber)
                contents.customerReference = fields.text(.reference)
            }
        }
        return turn(to: .sale) + effects
    }

    // MARK: Tickets that are set aside

    /// What can be done on the page of tickets, by its numbers from 0.
    package var ticketChoices: [TicketsPage.Choice] {
        [.back] + (ticket.isBlank ? [] : [.park]) + parked.map { .resume($0.number) }
    }

    mutating func openTickets() -> [AppEffect] {
        let choices = ticketChoices
        return turn(to: .tickets(TicketsPage(marked: choices.count > 1 ? 1 : 0))) + [.loadParked]
    }

    mutating func takeTickets(_ command: AppCommand, _ tickets: TicketsPage) -> [AppEffect] {
        var tickets = tickets
        guard !tickets.isWaiting else { return command == .help ? turn(to: .help(under: page)) : [] }
        let last = ticketChoices.count - 1
        switch command {
        case .digit(let digit):
            guard digit <= last else { return [.bell(1)] }
            tickets.marked = digit
        case .up: tickets.marked = max(0, tickets.marked - 1)
        case .down: tickets.marked = min(last, tickets.marked + 1)
        case .top: tickets.marked = 0
        case .bottom: tickets.marked = last
        case .confirm: return run(tickets)
        case .back, .erase, .setAside, .sale: return turn(to: .sale)
        default: return takeAnywhere(command)
        }
        page = .tickets(tickets)
        return []
    }

    private mutating func run(_ tickets: TicketsPage) -> [AppEffect] {
        let choices = ticketChoices
        var draft: ParkedTicket.Draft?
        if !ticket.isBlank, tickets.marked > 0 {
            let now = now
            let effects = change { (ticket) throws(Ticket.Refusal) in draft = try ticket.draft(at: now) }
            guard effects.isEmpty else { return effects }
        }
        let effect: AppEffect
        switch choices.indices.contains(tickets.marked) ? choices[tickets.marked] : .back {
        case .back: return turn(to: .sale)
        case .park:
            guard let draft else { return [.bell(1)] }
            effect = .park(draft)
        case .resume(let number): effect = .resume(number, settingAside: draft)
        }
        var tickets = tickets
        tickets.isWaiting = true
        awaitedTicket = ticket
        page = .tickets(tickets)
        return [effect]
    }

    /// The ticket at hand is on the disk: a new one begins. One that was changed meanwhile stays too.
    mutating func parkedTicket(_ tickets: [ParkedTicket]) -> [AppEffect] {
        parked = tickets
        guard let awaited = awaitedTicket else { return [] }
        awaitedTicket = nil
        if ticket == awaited { ticket = Ticket(settings.ticketRules) }
        return leaveTickets(.ticketParked)
    }

    mutating func resumed(_ taken: ParkedTicket?, _ tickets: [ParkedTicket]) -> [AppEffect] {
        parked = tickets
        let isAtHand = ticket == awaitedTicket
        awaitedTicket = nil
        guard let taken else { return leaveTickets(.ticketGone) }
        let found = Ticket(document: taken.draft.contents, settings)
        guard let found, isAtHand else {
            // It goes back to where it was, so that nothing of it is lost.
            if isAtHand { ticket = Ticket(settings.ticketRules) }
            return leaveTickets(.ticketUnreadable) + [.park(taken.draft)]
        }
        ticket = found
        return leaveTickets(.ticketResumed)
    }

    mutating func parkingFailed(_ error: JournalError) -> [AppEffect] {
        awaitedTicket = nil
        return leaveTickets(.booksFailed(error, moneyMayHaveMoved: false)) + [.bell(1)]
    }

    private mutating func leaveTickets(_ said: Hint) -> [AppEffect] {
        hint = said
        guard case .tickets = page else { return [] }
        return turn(to: .sale)
    }
}
