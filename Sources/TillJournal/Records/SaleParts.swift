import Money

/// What the amount of a sale is made of, as the till has reckoned it. All amounts are in the sale's currency.
package struct SaleParts: Equatable, Sendable {
    package struct Tax: Equatable, Sendable {
        package var amount: Amount
        package var rate: Percentage
        /// It is contained in the subtotal; else it comes on top of it.
        package var isIncluded: Bool

        package init(amount: Amount, rate: Percentage, isIncluded: Bool) {
            self.amount = amount
            self.rate = rate
            self.isIncluded = isIncluded
        }
    }

    /// What was sold.
    package var subtotal: Amount
    /// Nil where none was reckoned.
    package var tax: Tax?
    /// Keyed at the till, and charged with the rest; what customers add on the reader is the outcome's gratuity.
    package var tip: Amount

    package init(subtotal: Amount, tax: Tax? = nil, tip: Amount) {
        self.subtotal = subtotal
        self.tax = tax
        self.tip = tip
    }
}
