extension SimulatedReader {
    /// What a panel sets, and sees used up.
    package struct Setup: Equatable, Sendable {
        package var nextPayment: NextPayment?
        package var faults: Faults
        package var card: TestCard
        package var tip: Tip
        package var speed: Speed
        package var cardholder: Configuration.Cardholder
        package var signatureForm: Configuration.SignatureForm
        /// Nil for random numbers that did not begin with one.
        package var seed: UInt64?
    }

    package var setup: Setup {
        Setup(
            nextPayment: nextPayment, faults: faults, card: card, tip: configuration.tip, speed: configuration.speed,
            cardholder: configuration.cardholder, signatureForm: configuration.signatureForm, seed: seed)
    }

    /// Begins the random numbers anew: what follows is the same each time, on the same books.
    package mutating func begin(seed: UInt64) {
        self.seed = seed
        random = SeededNumbers(seed)
    }
}

/// Random numbers that repeat themselves from their seed: SplitMix64.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
