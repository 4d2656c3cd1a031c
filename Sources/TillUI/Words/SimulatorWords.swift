import Money

/// Amounts that have a meaning to the simulated reader.
enum SimulatorWords {
    /// What a sale of the amount will come to; nil for an ordinary one.
    static func meaning(of amount: Amount) -> String? {
        guard amount.currency.minorUnitDigits == 2 else { return nil }
        return switch amount.minorUnits {
        case 1000: "the bank will decline it"
        case 2000: "the customer will cancel it"
        case 3000: "the customer will sign for it"
        case 3757: "the bank will approve a part"
        case 3768: "the bank's answer will not come"
        case 3779: "the bank will decline it: refer to bank"
        case 3784: "the bank will decline it: not authorised"
        case 3793: "the bank will decline it: pick up card"
        case 8000...8099: "the bank will time out after \(amount.minorUnits - 8000) s"
        case 9001...9005: "the link to the reader will break"
        default: nil
        }
    }
}
