import Money

/// How much is given back without a sale in these books. A supervisor confirms it.
package struct UnlinkedRefundPage: Equatable, Sendable {
    package var entry: AmountEntry
    /// Where Esc goes.
    package var under: Page

    init(currency: Currency, under: Page) {
        entry = AmountEntry(currency: currency)
        self.under = under
    }
}

extension AppState {
    mutating func takeUnlinkedRefund(_ command: AppCommand, _ refund: UnlinkedRefundPage) -> [AppEffect] {
        var refund = refund
        switch command {
        case .digit(let digit):
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            return change(refund) { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase: refund.entry.erase()
        case .confirm:
            guard refund.entry.amount.minorUnits > 0 else {
                hint = .nothingTyped
                return [.bell(1)]
            }
            return turn(
                to: .decision(
                    DecisionPage(
                        .refund(refund.entry.amount), of: nil, by: supervisorName, asksForPIN: settings.asksForPIN,
                        under: page)))
        case .currency:
            let currencies = settings.chargeCurrencies
            guard currencies.count > 1 else {
                hint = .oneCurrency(settings.currency)
                return [.bell(1)]
            }
            guard refund.entry.isEmpty else {
                hint = .pricesStand(refund.entry.currency)
                return [.bell(1)]
            }
            refund.entry = AmountEntry(currency: currencies.following(refund.entry.currency))
        case .back: return turnBack(to: refund.under)
        default: return takeAnywhere(command)
        }
        page = .unlinkedRefund(refund)
        return []
    }

    private mutating func change(
        _ refund: UnlinkedRefundPage, _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) -> [AppEffect] {
        var refund = refund
        do throws(AmountEntry.Refusal) {
            try body(&refund.entry)
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
        page = .unlinkedRefund(refund)
        return []
    }
}
