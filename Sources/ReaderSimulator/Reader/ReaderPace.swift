extension SimulatedReader {
    /// How long things take: cardholders, and the way to the bank.
    package enum Speed: String, CaseIterable, Sendable {
        /// No time at all.
        case instant
        /// Three to four seconds a sale, for demos.
        case brisk
        /// As at a counter.
        case real

        func duration(of beat: Beat) -> Duration {
            switch (self, beat) {
            case (.instant, _): .zero
            case (.brisk, .card), (.brisk, .tip), (.brisk, .removal): .milliseconds(900)
            case (.brisk, .reading), (.brisk, .code): .milliseconds(300)
            case (.brisk, .amount): .milliseconds(500)
            case (.brisk, .pin): .milliseconds(1000)
            case (.brisk, .host), (.brisk, .none): .milliseconds(200)
            case (.real, .card), (.real, .tip), (.real, .removal): .seconds(4)
            case (.real, .reading), (.real, .code): .seconds(1)
            case (.real, .amount): .seconds(2)
            case (.real, .pin): .seconds(5)
            case (.real, .host), (.real, .none): .milliseconds(700)
            }
        }
    }

    /// What the time after a status is spent on.
    enum Beat: Equatable, Sendable {
        /// The cardholder presents a card.
        case card
        /// The reader reads it.
        case reading
        /// The cardholder checks the amount.
        case amount
        /// The cardholder types the PIN.
        case pin
        /// The cardholder chooses a tip.
        case tip
        /// The cardholder takes the card out that was left in the slot.
        case removal
        /// The next code comes before the scanner.
        case code
        /// The way to the bank.
        case host
        case none

        /// Whether the reader waits for the cardholder.
        var isCardholders: Bool {
            switch self {
            case .card, .amount, .pin, .tip, .removal: true
            case .reading, .code, .host, .none: false
            }
        }
    }
}
