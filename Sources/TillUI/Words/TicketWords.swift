import Money
import TillCore

extension Ticket.Refusal {
    /// Why a key, or an amount, was not taken.
    package var sentence: String {
        switch self {
        case .entry(let refusal): refusal.sentence
        case .tooLarge: "That is more than a reader takes. It was not taken; what stood before is still there."
        case .nothingTyped: "Type an amount first."
        case .secondTimes: "There is a * already. The second one was not taken."
        case .priceMissing: "Type the price behind *, or press - to take it back."
        case .noQuantity: "Only the price may have a point: the quantity is a whole number."
        case .quantityTooLarge: "A quantity is \(Ticket.quantityMax) at most. The last key was not taken."
        case .noAmount: "An amount of 0 cannot be charged. Type an amount above 0."
        case .tooManyLines: "A ticket has \(Ticket.linesMax) lines at most. Charge this one first."
        case .tipAboveCap(let most):
            "The tip is too large: \(most.formattedWithCode) is the most for this amount. Change it first."
        }
    }
}

extension TipDoubt {
    /// What the cashier should look at. The money was taken as the reader says.
    var sentence: String {
        switch self {
        case .aboveCap(let tip, let requested):
            "Look at the tip: \(tip.formattedWithCode) on \(requested.formatted). Ask the customer whether it is right; u in "
                + "the history takes all of it back."
        case .doesNotAddUp(let requested, let tip, let total):
            "Look at the amounts: \(requested.formatted) and a tip of \(tip.formatted) are not \(total.formattedWithCode), "
                + "which was taken."
        }
    }
}

extension AmountEntry.Refusal {
    var sentence: String {
        switch self {
        case .tooLarge: "The amount would be too large. The last key was not taken."
        case .noDecimals(let currency): "\(currency.alphaCode) has no decimals. The point was not taken."
        case .noMoreDecimals(let currency):
            "\(currency.alphaCode) has \(currency.minorUnitDigits) decimals. The last key was not taken."
        case .secondPoint: "There is a point already. The second one was not taken."
        }
    }
}

extension TenderSums {
    /// `17.57 GBP in cash`
    package var words: String {
        let parts = [
            cash.minorUnits > 0 ? "\(cash.formattedWithCode) in cash" : "",
            other.minorUnits > 0 ? "\(other.formattedWithCode) paid otherwise" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " and ")
    }
}
