import Money

/// The operations of a period in one currency. Only approved and partially approved ones count as what they are; an
/// operation in doubt counts as nothing but in doubt.
package struct CurrencyTotals: Equatable, Sendable {
    /// How many operations, and what they add up to in minor units of the currency; never negative on their own.
    package struct Tally: Equatable, Sendable, Codable {
        package var count: Int
        package var sumMinor: Int64

        package init(count: Int = 0, sumMinor: Int64 = 0) {
            self.count = count
            self.sumMinor = sumMinor
        }
    }

    package var currency: Currency
    /// Sales, with or without a token, by their authorised amounts. A reversed sale still counts here.
    package var sales = Tally()
    package var saleReversals = Tally()
    package var refunds = Tally()
    package var refundReversals = Tally()
    /// Operations in doubt of any of these kinds, by the amounts asked for.
    package var inDoubt = Tally()

    package init(currency: Currency) {
        self.currency = currency
    }
}

extension CurrencyTotals.Tally {
    /// False when the sum would be larger than 64 bits.
    mutating func add(_ other: CurrencyTotals.Tally) -> Bool {
        let (sum, isTooLarge) = sumMinor.addingReportingOverflow(other.sumMinor)
        guard !isTooLarge else { return false }
        count += other.count
        sumMinor = sum
        return true
    }
}
