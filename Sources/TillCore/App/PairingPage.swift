import HeftKit

/// A reader at Bluetooth that is being paired with this computer, and what is asked meanwhile.
package struct PairingPage: Equatable, Sendable {
    package var device: ReaderDevice
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

    package init(_ device: ReaderDevice) {
        self.device = device
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
