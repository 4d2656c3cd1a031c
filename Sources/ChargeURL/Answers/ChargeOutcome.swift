import Money

/// How a charge ended, as far as its caller is told.
public enum ChargeOutcome: Equatable, Sendable {
    /// The card was charged for the whole amount.
    case approved(ApprovedCharge)
    /// Nothing was charged, because somebody chose so.
    case cancelled
    /// The bank said no. Nothing was charged.
    case declined
    /// Nothing was charged, for any other reason; also the answer to a request that was refused.
    case error
    /// A part was charged, and the rest is not taken any more. Its caller learns that it must not charge again, and what
    /// to ask after.
    ///
    /// - Parameter reference: what the payment is found by in the books of this till.
    case partlyPaid(reference: String)
    /// Nobody knows whether the card was charged, and the sale was set aside. Its caller learns that it must not charge
    /// again, and what to ask after. As long as the outcome may still arrive there is no answer at all.
    ///
    /// - Parameter reference: what the sale is found by in the books of this till.
    case setAside(reference: String)
}

/// A charge that the bank approved. Amounts are the card's, as the reader reported them.
public struct ApprovedCharge: Equatable, Sendable {
    /// What the transaction is called in the books.
    public var transactionID: String
    /// What was charged, tax and tip included.
    public var amount: Amount
    /// What is shown of the card's number. Nil leaves the field out, and the original client refuses an approved answer
    /// without it.
    public var cardNumber: RedactedCardNumber?
    /// The kind of card.
    public var cardType: ChargeCardType
    /// The tax in ``amount``. Nil when none was applied.
    public var tax: Tax?
    /// The tip in ``amount``, in its minor units. Nil when none was given.
    public var tipMinorUnits: Int64?

    /// Tax that was applied to the amount before the tip.
    public struct Tax: Equatable, Sendable {
        /// In minor units of the charge's currency.
        public var minorUnits: Int64
        /// The rate that was applied, also where the request said `default`.
        public var rate: Percentage

        /// - Parameters:
        ///   - minorUnits: of the charge's currency.
        ///   - rate: that was applied.
        public init(minorUnits: Int64, rate: Percentage) {
            self.minorUnits = minorUnits
            self.rate = rate
        }
    }

    /// - Parameters:
    ///   - transactionID: what the transaction is called in the books; at most 255 characters of it are sent.
    ///   - amount: what was charged, tax and tip included.
    ///   - cardNumber: what is shown of the card's number.
    ///   - cardType: the kind of card.
    ///   - tax: the tax in `amount`; nil when none was applied.
    ///   - tipMinorUnits: the tip in `amount`, in its minor units; nil when none was given.
    public init(
        transactionID: String, amount: Amount, cardNumber: RedactedCardNumber?, cardType: ChargeCardType,
        tax: Tax? = nil, tipMinorUnits: Int64? = nil
    ) {
        self.transactionID = transactionID
        self.amount = amount
        self.cardNumber = cardNumber
        self.cardType = cardType
        self.tax = tax
        self.tipMinorUnits = tipMinorUnits
    }
}
