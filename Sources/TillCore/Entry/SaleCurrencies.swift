import Money

extension AppSettings {
    /// What can be charged here, the usual currency first.
    package var chargeCurrencies: [Currency] {
        [currency] + configuration.sale.furtherCurrencies.filter { $0 != currency }
    }

    /// What holds for a ticket in a currency; nil for one that is not charged here.
    package func ticketRules(in currency: Currency) -> TicketRules? {
        guard chargeCurrencies.contains(currency) else { return nil }
        var rules = ticketRules
        rules.currency = currency
        return rules
    }

    /// Whether Enter asks once more before this is charged. In another currency the same number of whole units counts:
    /// the till knows no rates.
    func asksAgain(before amount: Amount) -> Bool {
        let minorUnits = amount.minorUnits.multipliedReportingOverflow(by: currency.minorUnitsInOne)
        let limit = askAgainFromMinor.multipliedReportingOverflow(by: amount.currency.minorUnitsInOne)
        // A limit beyond all numbers is above every amount.
        return !limit.overflow && (minorUnits.overflow || minorUnits.partialValue >= limit.partialValue)
    }
}

extension Currency {
    /// 100 for a currency with two decimals.
    fileprivate var minorUnitsInOne: Int64 {
        (0..<minorUnitDigits).reduce(1) { power, _ in power * 10 }
    }
}

extension AppState {
    /// The next currency for what is being rung up, after the last one the first again. Prices that stand are in the
    /// currency that they were typed in.
    mutating func changeCurrency() -> [AppEffect] {
        let currencies = settings.chargeCurrencies
        guard currencies.count > 1 else {
            hint = .oneCurrency(settings.currency)
            return [.bell(1)]
        }
        guard ticket.isEmpty, ticket.contents.name == nil, ticket.contents.tip == .none else {
            hint = .pricesStand(ticket.currency)
            return [.bell(1)]
        }
        ticket = ticket.priced(in: currencies.following(ticket.currency))
        hint = .currencySet(ticket.currency, isUsual: ticket.currency == settings.currency)
        return []
    }

    /// For a ticket with nothing on it: Esc leads back from another currency, too.
    mutating func useUsualCurrency() {
        guard ticket.currency != settings.currency else { return }
        ticket = Ticket(settings.ticketRules)
        hint = .currencySet(settings.currency, isUsual: true)
    }
}

extension Ticket {
    /// The same ticket, on which no price stands, in another currency.
    fileprivate func priced(in currency: Currency) -> Ticket {
        var rules = rules
        rules.currency = currency
        return Ticket(contents, rules)
    }
}

extension [Currency] {
    /// The one behind it, round and round; the first one for what is not among them.
    package func following(_ currency: Currency) -> Currency {
        guard let index = firstIndex(of: currency), indices.contains(index + 1) else { return first ?? currency }
        return self[index + 1]
    }
}
