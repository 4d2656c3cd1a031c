/// What stands in the way of a payment, or ended it, by the reader's status. Each says to the cashier what to do, and
/// what the reader shows its cardholder.
enum ReaderTrouble: Equatable, Sendable {
    case notUnderstood, cannot, busy, needsUpdate
    case bankNotReached, noBankAnswer, noBank
    case notAllowed, otherCurrency
    case cardUnreadable, cardInvalid, cardBlocked, cardTakenOut
    case timeOver, customerCancelled, tillCancelled
    case signatureRejected, otherSecret
    case noScanner, noBluetooth, wrongAddress
    case batteryTooLow

    init?(code: UInt16) {
        guard let trouble = ReaderTrouble.troubles[code] else { return nil }
        self = trouble
    }

    private static let troubles: [UInt16: ReaderTrouble] = [
        0x0002: .notUnderstood, 0x0003: .cannot, 0x0004: .busy, 0x0005: .needsUpdate, 0x0006: .bankNotReached,
        0x0007: .bankNotReached, 0x0008: .noBankAnswer, 0x0009: .noBankAnswer, 0x000B: .notAllowed,
        0x000C: .otherCurrency, 0x000D: .noBank, 0x000E: .cardUnreadable, 0x000F: .cardUnreadable,
        0x0010: .cardInvalid, 0x0011: .timeOver, 0x0012: .customerCancelled, 0x0013: .signatureRejected,
        0x001D: .otherSecret, 0x0025: .tillCancelled, 0x0026: .notAllowed, 0x0027: .cardTakenOut,
        0x0028: .cardBlocked, 0x0029: .noBankAnswer, 0x002A: .noBankAnswer, 0x002B: .noBankAnswer,
        0x002C: .noBankAnswer, 0x002F: .noScanner, 0x0031: .batteryTooLow, 0x0033: .noBluetooth,
        0x0037: .wrongAddress,
    ]

    /// What the cashier is to do, after "Do now:". Whether money moved is for the result to say.
    var advice: String {
        switch self {
        case .notUnderstood, .cannot: "look at the reader, and wait for its result."
        case .busy: "wait. The reader finishes something else first."
        case .needsUpdate: "wait. The reader needs an update before it takes payments."
        case .bankNotReached: "wait. The reader cannot reach the bank."
        case .noBankAnswer: "wait. The bank's answer is missing."
        case .noBank: "wait. The reader must be updated to know its bank."
        case .notAllowed: "look at the reader. It does not allow this."
        case .otherCurrency: "wait. The reader is not set up for this currency."
        case .cardUnreadable: "ask the customer to turn the card, use the chip, or take another card."
        case .cardInvalid: "ask the customer for another card."
        case .cardBlocked: "ask the customer for another card. This one is blocked."
        case .cardTakenOut: "wait. The card was taken out too early."
        case .timeOver: "wait. Nobody answered on the reader in time."
        case .customerCancelled: "wait. The customer pressed the red key."
        case .tillCancelled: "wait. The reader has cancelled."
        case .signatureRejected: "wait. The signature was rejected."
        case .otherSecret: "wait. Reader and till do not share the same secret."
        case .noScanner: "type the code by hand. This reader has no scanner."
        case .noBluetooth: "look at the reader. It has no Bluetooth."
        case .wrongAddress: "wait. The reader was given a wrong address."
        case .batteryTooLow: "put the reader on its charger."
        }
    }

    /// The line that the reader shows.
    var mirror: String {
        switch self {
        case .notUnderstood, .cannot: "NOT POSSIBLE"
        case .busy: "PLEASE WAIT"
        case .needsUpdate: "UPDATE NEEDED"
        case .bankNotReached: "BANK NOT REACHED"
        case .noBankAnswer: "NO ANSWER FROM THE BANK"
        case .noBank: "NO BANK SET UP"
        case .notAllowed: "NOT ALLOWED"
        case .otherCurrency: "CURRENCY NOT SET UP"
        case .cardUnreadable: "CARD NOT READ"
        case .cardInvalid: "CARD NOT VALID"
        case .cardBlocked: "CARD BLOCKED"
        case .cardTakenOut: "CARD TAKEN OUT"
        case .timeOver: "TIME IS OVER"
        case .customerCancelled, .tillCancelled: "CANCELLED"
        case .signatureRejected: "SIGNATURE REJECTED"
        case .otherSecret: "SECRET DOES NOT MATCH"
        case .noScanner: "NO SCANNER"
        case .noBluetooth: "NO BLUETOOTH"
        case .wrongAddress: "WRONG ADDRESS"
        case .batteryTooLow: "BATTERY TOO LOW"
        }
    }
}
