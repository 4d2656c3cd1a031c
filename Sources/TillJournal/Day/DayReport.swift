import Money

/// What was taken and given back in a period. Only what has moved for certain counts; what is in doubt is listed apart.
package struct DayReport: Equatable, Sendable, Codable {
    /// An operation in doubt.
    package struct InDoubt: Equatable, Sendable, Codable {
        package var sequence: Int64
        package var reference: String
        package var kind: OperationKind
        @CodedAmount package var amount: Amount
        package var startedAt: Timestamp
    }

    /// The reader tells of other money than somebody else does, whose word came first: a supervisor, or the bank's list.
    package struct Contradiction: Equatable, Sendable, Codable {
        package var sequence: Int64
        package var reference: String
        package var kind: OperationKind
        /// What moved, as the reader says, in minor units; nil for nothing.
        package var readerMinor: Int64?
        /// What moved, as the others say.
        package var wordMinor: Int64?
        /// The alpha code.
        package var currency: String

        package var byReader: Amount? { amount(readerMinor) }
        package var byWord: Amount? { amount(wordMinor) }

        private func amount(_ minorUnits: Int64?) -> Amount? {
            guard let minorUnits, let currency = Currency(alphaCode: currency) else { return nil }
            return Amount(minorUnits: minorUnits, currency: currency)
        }
    }

    /// The first moment of the period.
    package var from: Timestamp
    /// The first moment behind it.
    package var to: Timestamp
    /// In the order of their alpha codes; only those in which something happened.
    package var currencies: [DayTotals]
    /// Oldest first, whenever they began: they are carried over until they are known.
    package var inDoubt: [InDoubt]
    /// Tickets of which a part is paid and the rest is not, whenever they began.
    package var partlyPaid: [TicketState]
    /// Operations that took no money: declined, cancelled, failed.
    package var notTakenCount: Int
    /// Results that match no operation, or contradict another answer of the reader, of all time.
    package var unclaimedCount: Int
    /// Those learnt in the period. What the reader says was taken counts, also where others say that nothing was; nil
    /// where there are none, and in reports of earlier programs.
    package var contradictions: [Contradiction]?
    /// The books beside the bank's list; nil where it was not asked for or gave no answer, and in reports of earlier
    /// programs.
    package var comparison: DayComparison?
}

/// A period in one currency.
package struct DayTotals: Equatable, Sendable, Codable {
    /// Sums of the authorised amounts, gratuity included, each above zero: what lowers the takings stands in lines of
    /// its own.
    package struct Lines: Equatable, Sendable, Codable {
        package var sales = CurrencyTotals.Tally()
        package var saleReversals = CurrencyTotals.Tally()
        package var refunds = CurrencyTotals.Tally()
        package var refundReversals = CurrencyTotals.Tally()
        /// Gratuity in the sales less that in their reversals, in minor units.
        package var gratuityMinor: Int64 = 0
        /// Sales less their reversals, less refunds, and these reversals added again; in minor units.
        package var netMinor: Int64 = 0
    }

    package struct Scheme: Equatable, Sendable, Codable {
        /// In the reader's words; empty when it gave none.
        package var name: String
        package var lines: Lines
    }

    @CodedCurrency package var currency: Currency
    package var lines = Lines()
    /// By card scheme, in the order of their names. A reversal without one counts to the scheme of what it reversed.
    package var schemes: [Scheme] = []
    /// Tax that the till has reckoned: in the sales less that in their reversals, in minor units. Refunds tell no tax.
    package var taxMinor: Int64 = 0
    /// Tips that were keyed at the till: in the sales less those in their reversals, in minor units. Nil in closes of
    /// older tills.
    package var keyedTipMinor: Int64?
    /// Sales whose tip was changed at the bank in the period, and by how much in all; not part of ``lines``, which tell
    /// what the bank authorised. Nil for none, and in closes of older tills.
    package var changedTips: CurrencyTotals.Tally?
    /// Noted on tickets besides the cards; not part of ``lines``.
    package var cash = CurrencyTotals.Tally()
    package var otherTenders = CurrencyTotals.Tally()
    /// Of ``cash`` and ``otherTenders``, of whatever day, what voids in the period gave back; nil for nothing, and in closes
    /// of older tills.
    package var cashBack: CurrencyTotals.Tally?
    package var otherBack: CurrencyTotals.Tally?
    /// Operations in doubt, by the amounts asked for; not part of ``lines``.
    package var inDoubt = CurrencyTotals.Tally()

    init(currency: Currency) {
        self.currency = currency
    }
}

/// A day that was closed: its report stands as it was then.
package struct DayClose: Equatable, Sendable {
    /// Counts the closes of these books, from 1.
    package var number: Int64
    package var at: Timestamp
    package var closedBy: String
    package var report: DayReport
}

extension DayTotals.Lines {
    /// False when a sum would be beyond 64 bits.
    mutating func add(_ tally: CurrencyTotals.Tally, gratuity: Int64, of kind: OperationKind) -> Bool {
        let isCounted: Bool
        let sign: Int64
        switch kind {
        case .sale, .saleAndTokenize: (isCounted, sign) = (sales.add(tally), 1)
        case .saleReversal: (isCounted, sign) = (saleReversals.add(tally), -1)
        case .refund: (isCounted, sign) = (refunds.add(tally), -1)
        case .refundReversal: (isCounted, sign) = (refundReversals.add(tally), 1)
        case .tokenize, .startOfDay, .endOfDay, .update: return true
        }
        let (signed, signedIsTooLarge) = tally.sumMinor.multipliedReportingOverflow(by: sign)
        let (net, netIsTooLarge) = netMinor.addingReportingOverflow(signed)
        guard isCounted, !signedIsTooLarge, !netIsTooLarge else { return false }
        netMinor = net
        guard kind != .refund, kind != .refundReversal else { return true }
        let (signedGratuity, _) = gratuity.multipliedReportingOverflow(by: sign)
        let (sum, isTooLarge) = gratuityMinor.addingReportingOverflow(signedGratuity)
        gratuityMinor = sum
        return !isTooLarge
    }
}
