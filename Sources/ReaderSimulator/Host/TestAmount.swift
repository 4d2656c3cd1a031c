/// Amounts with a meaning, in minor units. Source: `ReaderProtocol.md` §7.
package enum TestAmount {
    /// The cardholder cancels.
    package static let cancelled: UInt32 = 2000
    /// A stripe is swiped, and a signature is wanted.
    package static let signature: UInt32 = 3000
    /// The host approves a part, of a sale.
    package static let partialApproval: UInt32 = 3757
    /// The host never answers, to a sale.
    package static let hostTimeout: UInt32 = 3768

    /// What a partial approval takes: 20.00 of 37.57, else the half.
    static func part(of amount: UInt32) -> UInt32 {
        amount == partialApproval ? 2000 : amount / 2
    }

    /// Why the host declines the amount; nil when it does not.
    static func declineReason(_ amount: UInt32, isSale: Bool) -> String? {
        switch amount {
        case 1000: return "Declined by its amount."
        case 3779 where isSale: return "Issuer response code 01: refer to issuer."
        case 3784 where isSale: return "Issuer response code 05: not authorised."
        case 3793 where isSale: return "Issuer response code 04: pick up card."
        default:
            return LinkFault(amountMinor: amount)?.isDeclined == true ? "Declined by its amount." : nil
        }
    }
}

/// What goes wrong on the wire after the host has decided.
package enum LinkFault: Equatable, Sendable {
    /// Waits, then sends half a frame and falls silent.
    case silentAfter(seconds: Int)
    /// Never acknowledges the last answer of the host traffic.
    case withholdsAcknowledgement
    /// Sends half a frame.
    case halfFrame
    /// Sends nothing any more.
    case silent
    /// Sends two bytes that are nothing where a message is due.
    case strayBytes(isDeclined: Bool)
    /// Sends EOT.
    case endOfTransmission

    /// The fault that an amount of a sale or refund stands for.
    package init?(amountMinor: UInt32) {
        switch amountMinor {
        case 8000...8099: self = .silentAfter(seconds: Int(amountMinor) - 8000)
        case 9001: self = .withholdsAcknowledgement
        case 9002: self = .halfFrame
        case 9003: self = .silent
        case 9004: self = .strayBytes(isDeclined: false)
        case 9005: self = .endOfTransmission
        case 8100...9999: self = .strayBytes(isDeclined: true)
        default: return nil
        }
    }

    /// Whether the result that waits afterwards is a decline.
    var isDeclined: Bool { self == .strayBytes(isDeclined: true) }

    /// Seconds until the reader drops the link of its own accord, a little after the till's own timer has run out.
    var secondsToDrop: Int {
        switch self {
        case .silentAfter, .halfFrame: 16
        case .withholdsAcknowledgement: 21
        case .silent: 301
        case .strayBytes, .endOfTransmission: 1
        }
    }
}
