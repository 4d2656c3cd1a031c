import Money
import TillJournal

extension AppState {
    // MARK: Refund

    mutating func takeRefund(_ command: AppCommand, _ refund: RefundPage) -> [AppEffect] {
        if refund.isChoosing { return takeRefundChoice(command, refund) }
        let at = now.millisecondsSince1970
        switch command {
        case .digit(let digit):
            burst.type(at: at, entry: refund.entry)
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            burst.type(at: at, entry: refund.entry)
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase:
            var refund = refund
            refund.entry.erase()
            refund.isFresh = false
            page = .refund(refund)
            return []
        case .confirm: return confirm(refund, at)
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

    private mutating func confirm(_ refund: RefundPage, _ at: Int64) -> [AppEffect] {
        if burst.endsBarcode(at: at) { return ignoreBarcode() }
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
        switch answer(command, yes: refund.yes) {
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
        case nil:
            refund.yes = false
            page = .refund(refund)
            return ignoreBarcode()
        }
    }

    // MARK: Void

    mutating func takeVoid(_ command: AppCommand, _ void: VoidPage) -> [AppEffect] {
        var void = void
        switch answer(command, yes: void.yes) {
        case .marked(let yes):
            void.yes = yes
            page = .void(void)
            return []
        case .answered(true): return perform(.reversal(of: void.record), from: void.under)
        case .answered(false): return turnBack(to: void.under)
        case .ignored: return takeAnywhere(command)
        case nil:
            void.yes = false
            page = .void(void)
            return ignoreBarcode()
        }
    }

    // MARK: Both

    /// An answer to a question that is asked away from the sale; nil for the end of a barcode, which answers nothing.
    mutating func answer(_ command: AppCommand, yes: Bool) -> Question.Answer? {
        let at = now.millisecondsSince1970
        if case .digit = command { burst.type(at: at, entry: entry) }
        if command == .confirm, burst.endsBarcode(at: at) { return nil }
        return Question.take(command, yes: yes)
    }

    mutating func ignoreBarcode() -> [AppEffect] {
        hint = .barcodeIgnored
        return [.bell(1)]
    }

    /// Has the desk do it, and remembers where it was asked for.
    mutating func perform(_ request: OperationRequest, from page: Page) -> [AppEffect] {
        if isEnding { return [] }
        let effects = pass(.perform(request))
        guard case .recordingIntent(_, request) = desk.phase else { return effects }
        origin = page
        return turn(to: .payment) + effects
    }
}
