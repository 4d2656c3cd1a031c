import Money
import TillJournal

extension AppState {
    // MARK: Refund

    mutating func takeRefund(_ command: AppCommand, _ refund: RefundPage) -> [AppEffect] {
        if refund.isChoosing { return takeRefundChoice(command, refund) }
        switch command {
        case .digit(let digit):
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase:
            var refund = refund
            refund.entry.erase()
            refund.isFresh = false
            page = .refund(refund)
            return []
        case .confirm: return confirm(refund)
        case .back: return turnBack(to: refund.under)
        default: return takeAnywhere(command)
        }
    }

    /// The first key begins a new amount. What is left is never passed.
    private mutating func change(
        _ refund: RefundPage, _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) -> [AppEffect] {
        var refund = refund
        if refund.isFresh { refund.entry.clear() }
        do throws(AmountEntry.Refusal) {
            try body(&refund.entry)
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
        guard refund.entry.amount.minorUnits <= refund.rest.minorUnits else {
            hint = .aboveRest(refund.rest)
            return [.bell(2)]
        }
        refund.isFresh = false
        page = .refund(refund)
        return []
    }

    private mutating func confirm(_ refund: RefundPage) -> [AppEffect] {
        guard refund.entry.amount.minorUnits > 0 else {
            hint = .nothingTyped
            return [.bell(1)]
        }
        var refund = refund
        refund.isChoosing = true
        refund.yes = false
        return turn(to: .refund(refund))
    }

    private mutating func takeRefundChoice(_ command: AppCommand, _ refund: RefundPage) -> [AppEffect] {
        var refund = refund
        switch Question.take(command, yes: refund.yes) {
        case .marked(let yes):
            refund.yes = yes
            page = .refund(refund)
            return []
        case .answered(true):
            var before = refund
            before.isChoosing = false
            before.yes = false
            return perform(.refund(refund.entry.amount, of: refund.record), from: .refund(before))
        case .answered(false):
            if command == .confirm { return turnBack(to: refund.under) }
            // Esc goes back to the amount.
            refund.isChoosing = false
            refund.yes = false
            return turn(to: .refund(refund))
        case .ignored: return takeAnywhere(command)
        }
    }

    // MARK: Void

    mutating func takeVoid(_ command: AppCommand, _ void: VoidPage) -> [AppEffect] {
        var void = void
        switch Question.take(command, yes: void.yes) {
        case .marked(let yes):
            void.yes = yes
            page = .void(void)
            return []
        case .answered(true): return perform(.reversal(of: void.record), from: void.under)
        case .answered(false): return turnBack(to: void.under)
        case .ignored: return takeAnywhere(command)
        }
    }

    // MARK: Both

    /// Has the desk do it, and remembers where it was asked for.
    mutating func perform(_ request: OperationRequest, from page: Page) -> [AppEffect] {
        if isEnding { return [] }
        let effects = pass(.perform(request))
        guard case .recordingIntent(_, request) = desk.phase else { return effects }
        origin = page
        return turn(to: .payment) + effects
    }
}
