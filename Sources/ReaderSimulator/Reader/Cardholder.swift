package import HeftWire

extension SimulatedReader {
    /// What a cardholder, or whoever scans, does with the reader.
    package enum CardholderAction: Hashable, Sendable {
        case insertCard
        case swipeCard
        case tapCard
        /// Types the card's number.
        case typeCard
        /// Confirms; at the tip it gives none.
        case greenKey
        case redKey
        /// Confirms at the PIN without a digit, which some cards let pass with a signature.
        case bypassPIN
        /// Types a PIN that is wrong. The third one blocks the card.
        case wrongPIN
        case giveTip(Tip)
        case removeCard
        /// Holds a code before the scanner, with the button pressed where that is needed.
        case scan(String)
    }

    /// What goes wrong, chosen in a test or at the panel. Each is used up by happening once.
    package struct Faults: Equatable, Sendable {
        /// The next frame goes out with a wrong checksum.
        package var corruptsNextFrame = false
        /// The link is dropped in place of this status.
        package var dropsLinkAt: Status?
        /// The next result is sent twice.
        package var answersTwice = false
        /// How much later the host's next answer comes.
        package var bankDelay: Duration?
        /// A card is in the slot as the next payment starts. It ends there, and can be started again without it.
        package var cardLeftInSlot = false
        /// The chip cannot be read: the card falls back to its stripe.
        package var chipUnreadable = false
        /// A card with a chip is swiped, and refused until it is inserted.
        package var chipCardSwiped = false
        /// The automatic cardholder takes the card out at the PIN; the result has lost its reference then.
        package var cardPulledAtPIN = false
        /// The automatic cardholder confirms at the PIN without a digit.
        package var pinBypassed = false
        /// The reader restarts after its next payment, which an update brought about.
        package var restartsAfterPayment = false

        package init() {}
    }
}
