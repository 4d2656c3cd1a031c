import Money

/// How tax stands in what is sold: taken once on the whole subtotal, half away from zero, so that the lines, the tax and
/// the total on screen, receipt and invoice are the same numbers.
package struct TaxRule: Equatable, Sendable {
    package var rate: Percentage
    /// Prices contain the tax; else it is added to them.
    package var isIncluded: Bool

    /// 100 %.
    package static let rateMax = Percentage(thousandths: 100_000)

    package init(rate: Percentage, isIncluded: Bool) {
        self.rate = rate
        self.isIncluded = isIncluded
    }

    /// The tax in, or on, a subtotal.
    ///
    /// - Throws: ``AmountError/overflow``.
    package func tax(on subtotal: Amount) throws(AmountError) -> Amount {
        isIncluded ? rate.included(in: subtotal) : try rate.of(subtotal)
    }
}

/// What a customer adds for the service, as the cashier keys it.
package enum Tip: Equatable, Sendable {
    case none
    /// Of the subtotal, half away from zero; it follows the lines.
    case share(Percentage)
    /// In minor units of the ticket's currency.
    case minorUnits(Int64)

    /// In an amount of a subtotal.
    ///
    /// - Throws: ``AmountError/overflow``.
    package func amount(on subtotal: Amount) throws(AmountError) -> Amount {
        switch self {
        case .none: Amount(minorUnits: 0, currency: subtotal.currency)
        case .share(let share): try share.of(subtotal)
        case .minorUnits(let minorUnits): Amount(minorUnits: minorUnits, currency: subtotal.currency)
        }
    }
}

/// What holds for every ticket of a till.
package struct TicketRules: Equatable, Sendable {
    package var currency: Currency
    package var keypad: AmountEntry.Keypad
    /// Nil where no tax is shown.
    package var tax: TaxRule?
    /// A tip that is keyed as an amount is no larger than this share of the subtotal: a customer who takes the keypad for
    /// the reader's may have typed a PIN.
    package var tipCap: Percentage
    /// Tips to choose from.
    package var tipPresets: [Percentage]

    package init(
        currency: Currency, keypad: AmountEntry.Keypad = .minorUnitsFirst, tax: TaxRule? = nil,
        tipCap: Percentage = TicketRules.usualTipCap, tipPresets: [Percentage] = TicketRules.usualTips
    ) {
        self.currency = currency
        self.keypad = keypad
        self.tax = tax
        self.tipCap = tipCap
        self.tipPresets = tipPresets
    }

    /// 50 %.
    package static let usualTipCap = Percentage(thousandths: 50_000)
    /// 10 %, 12.5 % and 15 %.
    package static let usualTips = [10_000, 12_500, 15_000].map(Percentage.init(thousandths:))
}
