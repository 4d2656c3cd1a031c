import HeftKit

/// A reader at Bluetooth that is being paired with this computer, and what is asked meanwhile.
package struct PairingPage: Equatable, Sendable {
    /// How far it is.
    package enum Stage: Equatable, Sendable {
        /// There is no pairing that both sides hold: shall it be made anew?
        case offered(LinkFailure.Obstacle)
        /// The pairing was forgotten here, and with it the reader, which is looked for.
        case searching
        /// Both sides talk.
        case pairing
    }

    package var device: ReaderDevice
    package var stage = Stage.pairing
    /// Nil while both sides talk.
    package var question: PairingQuestion?
    /// The PIN or number so far.
    package var typed = ""
    /// The marked answer of a question that has two.
    package var yes = false
    /// Given up, and the end of it is awaited.
    package var isStopping = false

    /// The longest PIN.
    static let typedMax = 16

    package init(_ device: ReaderDevice, _ stage: Stage = .pairing) {
        self.device = device
        self.stage = stage
    }

    /// Whether nothing has begun yet.
    package var isOffered: Bool {
        if case .offered = stage { true } else { false }
    }

    /// Whether it is typed what is asked for.
    package var isTyping: Bool {
        switch question?.kind {
        case .enterPIN, .enterPasskey: true
        case .confirmPasskey, .authorise, .showPIN, .showPasskey, nil: false
        }
    }

    /// Whether a yes or no is asked for.
    package var isChoosing: Bool {
        switch question?.kind {
        case .confirmPasskey, .authorise: true
        case .enterPIN, .enterPasskey, .showPIN, .showPasskey, nil: false
        }
    }
}

/// How a pairing goes on.
package enum PairingNews: Equatable, Sendable {
    case asked(PairingQuestion)
    /// The question of this number is gone.
    case withdrawn(Int)
    case paired
    /// Why not, in a sentence.
    case notPaired(String)
}
