import TillJournal

/// What the simulated reader was told to do, as the reader itself last said it.
package struct SimulatorSetup: Equatable, Sendable {
    /// How the next payment ends, whatever its amount. The raw value is its number on the panel.
    package enum Outcome: Int, CaseIterable, Sendable {
        case approved = 1
        case approvedWithSignature
        case declined
        case partlyApproved
        /// The customer presses the red key.
        case cancelled
        /// The link is lost while the bank decides.
        case linkLost
        /// The bank decides, and its answer never arrives.
        case bankSilent
        case batteryTooLow
    }

    /// What goes wrong once. The raw value is its number on the panel.
    package enum Fault: Int, CaseIterable, Sendable {
        /// The link is dropped at ``SimulatorSetup/dropStep``.
        case dropLink = 1
        /// A frame goes out with a wrong checksum.
        case corruptChecksum
        /// The bank answers ``SimulatorSetup/bankDelaySeconds`` later.
        case delayBank
        /// A result is sent twice.
        case answerTwice
        /// The reader restarts after its next payment.
        case restart
    }

    /// Where the link is dropped.
    package enum Step: Int, CaseIterable, Sendable {
        case card
        case pin
        case bankConnect
        case bankSend
        case bankAnswer
        case bankDisconnect
    }

    package enum Card: Int, CaseIterable, Sendable {
        case visaChip
        case mastercardChip
        case maestroChip
        case amexChip
        case visaContactless
        case mastercardContactless
        case visaStripe
        case visaTyped
    }

    package enum Tip: Int, CaseIterable, Sendable {
        /// The reader does not ask.
        case notAsked
        /// The reader asks, and the customer gives none.
        case none
        case tenPercent
        case fifteenPercent
        /// One unit of the currency with two decimals: 100 minor units.
        case hundredMinorUnits
    }

    /// What the till is shown of a signature.
    package enum Signature: Int, CaseIterable, Sendable {
        /// The merchant's receipt, to be printed and signed.
        case slip
        /// A picture.
        case picture
        /// The address of a picture, where none lies.
        case address
    }

    package enum Speed: Int, CaseIterable, Sendable {
        case instant
        case brisk
        case real
    }

    /// For one payment; nil where the amount decides.
    package var outcome: Outcome?
    /// What goes wrong as soon as it can, once.
    package var armed: Set<Fault> = []
    package var dropStep = Step.card
    /// Nil for a card that is none of those on the panel.
    package var card: Card? = Card.visaChip
    /// Nil for a tip that is none of those on the panel.
    package var tip: Tip? = Tip.notAsked
    package var speed = Speed.brisk
    package var signature = Signature.slip
    /// The customer's keys are pressed on the panel; else the reader plays its customer.
    package var isByHand = false
    package var seed: UInt64?

    package init() {}

    /// How much later a delayed bank answers: late, and in time.
    package static let bankDelaySeconds = 20
}

/// What a customer does at the reader. The raw value is its number on the panel.
package enum CardholderKey: Int, CaseIterable, Sendable {
    case insert = 1
    case swipe
    case tap
    case green
    case red
    /// Takes the card out.
    case remove
    case wrongPIN
    /// Confirms at the PIN without a digit.
    case noPIN
    /// Gives the tip that is set up.
    case tip
}

/// What the panel has the simulated reader do. Each is one change, so that none of them brings back what a payment has
/// used up meanwhile.
package enum SimulatorEffect: Equatable, Sendable {
    case nextPayment(SimulatorSetup.Outcome?)
    /// Arms or disarms what is not ``SimulatorSetup/Fault/dropLink``.
    case arm(SimulatorSetup.Fault, Bool)
    case dropLink(at: SimulatorSetup.Step?)
    case dropLinkNow
    case restartNow
    case press(CardholderKey)
    case card(SimulatorSetup.Card)
    case tip(SimulatorSetup.Tip)
    case speed(SimulatorSetup.Speed)
    case signature(SimulatorSetup.Signature)
    case byHand(Bool)
    case seed(UInt64)
}

/// What the simulated reader tells the panel.
package enum SimulatorEvent: Equatable, Sendable {
    /// What its screen shows, line by line.
    case screen([String])
    case setup(SimulatorSetup)
    /// These went wrong as they were told to.
    case carriedOut(Set<SimulatorSetup.Fault>)
    /// It does not wait for the key that was pressed.
    case passedOver
}

/// What the till knows of its simulated reader.
package struct SimulatorState: Equatable, Sendable {
    /// Nil until it has told.
    package var setup: SimulatorSetup?
    package var screen: [String] = []
    /// What went wrong last, as it was told to.
    package var carriedOut: Set<SimulatorSetup.Fault> = []
    package var carriedOutAt: Timestamp?
}
