import Terminal
import TillCore

/// Why a reader is not there, in a sentence for the cashier.
package enum LinkWords {
    static func sentence(_ failure: LinkFailure) -> String {
        switch failure {
        case .notOpened(let reason, _): capitalised(shortened(reason, columns: 72)) + "."
        case .broken: "It is off or was taken over."
        case .acknowledgementTimeout, .responseTimeout, .financeTimeout: "It does not answer."
        case .refusedByPeer, .communication: "It answers, but nothing that makes sense."
        case .closed: "It is out of range or off."
        }
    }

    /// What keeps a search from finding anything, and what to do.
    static func sentence(_ problem: SearchProblem) -> String {
        switch problem {
        case .noAdapter: "This computer has no Bluetooth adapter. Plug one in, then press R."
        case .adapterOff: "Bluetooth is switched off. Run bluetoothctl power on, then press R."
        case .adapterBlocked: "Bluetooth is blocked. Run rfkill unblock bluetooth, then press R."
        case .serviceNotRunning: "The Bluetooth service does not run. Run systemctl start bluetooth, then press R."
        case .notPermitted: "This user may not use Bluetooth. Ask whoever looks after this computer."
        case .busy: "Another program searches for devices just now. Wait a moment, then press R."
        }
    }

    /// As ``sentence(_:)`` says it on a page, without the page's key.
    package static func advice(_ problem: SearchProblem) -> String {
        sentence(problem).replacing(", then press R.", with: ", then try again.")
    }

    /// How long nothing was heard of a reader.
    static func age(minutes: Int) -> String {
        switch minutes {
        case ..<1: "less than a minute ago"
        case ..<120: "\(minutes) min ago"
        default: "\(minutes / 60) h ago"
        }
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
