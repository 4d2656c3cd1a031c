import TillCore

/// What a person is asked while a reader is paired.
package enum PairingWords {
    /// What happens, in a sentence.
    package static func sentence(_ question: PairingQuestion) -> String {
        let name = question.device.name
        return switch question.kind {
        case .enterPIN: "\(name) wants its PIN. It stands in its papers, often 0000."
        case .enterPasskey: "\(name) shows a number."
        case .confirmPasskey(let number): "Does \(name) show \(sixDigits(number))?"
        case .authorise: "\(name) wants to be paired with this computer."
        case .showPIN(let pin): "Type \(pin) on \(name), then its green key."
        case .showPasskey(let number, let typed):
            "Type \(sixDigits(number)) on \(name), then its green key. \(typed) of 6 are typed."
        }
    }

    /// What a reader needs so that it can be paired.
    static let letItBeFound =
        "1. On the reader: in its Bluetooth menu delete this computer, and let the reader be found by others."

    /// What is asked on one line; nil where there is nothing to answer.
    package static func prompt(_ question: PairingQuestion) -> String? {
        switch question.kind {
        case .enterPIN, .enterPasskey: sentence(question) + " Type it, then press Enter: "
        case .confirmPasskey, .authorise: sentence(question) + " Type y or n, then press Enter: "
        case .showPIN, .showPasskey: nil
        }
    }

    /// What a typed line answers.
    package static func answer(_ line: String, to question: PairingQuestion) -> PairingAnswer {
        let text = line.filter { $0 != "\r" }
        switch question.kind {
        case .enterPIN: return .text(text)
        case .enterPasskey: return .text(text.filter { $0 != " " })
        case .confirmPasskey, .authorise, .showPIN, .showPasskey:
            switch text.lowercased() {
            case "y", "yes", "1": return .accept
            case "n", "no", "0": return .reject
            default: return .text(text)
            }
        }
    }

    private static func sixDigits(_ number: UInt32) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
