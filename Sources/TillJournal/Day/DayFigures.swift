import Money

/// What a reader or a host says of a day, to be compared with the books. What it does not tell is nil.
package struct DayFigures: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package var currency: Currency
        package var sales: CurrencyTotals.Tally?
        package var saleReversals: CurrencyTotals.Tally?
        package var refunds: CurrencyTotals.Tally?
        package var refundReversals: CurrencyTotals.Tally?
        /// Signed, in minor units.
        package var netMinor: Int64?

        package init(
            currency: Currency, sales: CurrencyTotals.Tally? = nil, saleReversals: CurrencyTotals.Tally? = nil,
            refunds: CurrencyTotals.Tally? = nil, refundReversals: CurrencyTotals.Tally? = nil, netMinor: Int64? = nil
        ) {
            self.currency = currency
            self.sales = sales
            self.saleReversals = saleReversals
            self.refunds = refunds
            self.refundReversals = refundReversals
            self.netMinor = netMinor
        }
    }

    package var lines: [Line]

    package init(lines: [Line]) {
        self.lines = lines
    }
}

/// Where the books and somebody's figures differ.
package struct DayDifference: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case sales
        case saleReversals
        case refunds
        case refundReversals
        case net
    }

    package var currency: Currency
    package var part: Part
    /// Of the net only the sum means something.
    package var inBooks: CurrencyTotals.Tally
    package var given: CurrencyTotals.Tally

    /// What the others have more, in minor units; negative when it is less, nil beyond 64 bits.
    package var excessMinor: Int64? {
        let (excess, isTooLarge) = given.sumMinor.subtractingReportingOverflow(inBooks.sumMinor)
        return isTooLarge ? nil : excess
    }
}

extension DayReport {
    /// Where the figures differ from this report, by currency in the order of their alpha codes. A currency that one
    /// side does not have counts as nothing there, if the other has something.
    package func differences(from figures: DayFigures) -> [DayDifference] {
        let all = Set(currencies.map(\.currency) + figures.lines.map(\.currency))
        var differences: [DayDifference] = []
        for currency in all.sorted(by: { $0.alphaCode < $1.alphaCode }) {
            let ours = currencies.first { $0.currency == currency }?.lines ?? DayTotals.Lines()
            let theirs = figures.lines.first { $0.currency == currency } ?? .nothing(in: currency)
            let parts: [(part: DayDifference.Part, inBooks: CurrencyTotals.Tally, given: CurrencyTotals.Tally?)] = [
                (.sales, ours.sales, theirs.sales),
                (.saleReversals, ours.saleReversals, theirs.saleReversals),
                (.refunds, ours.refunds, theirs.refunds),
                (.refundReversals, ours.refundReversals, theirs.refundReversals),
                (.net, .init(sumMinor: ours.netMinor), theirs.netMinor.map { .init(sumMinor: $0) }),
            ]
            for (part, inBooks, given) in parts {
                guard let given, given != inBooks else { continue }
                differences.append(DayDifference(currency: currency, part: part, inBooks: inBooks, given: given))
            }
        }
        return differences
    }
}

extension DayFigures.Line {
    fileprivate static func nothing(in currency: Currency) -> DayFigures.Line {
        let none = CurrencyTotals.Tally()
        return DayFigures.Line(
            currency: currency, sales: none, saleReversals: none, refunds: none, refundReversals: none, netMinor: 0)
    }
}
