import Dispatch

/// Something that a person must do or say while a reader is paired.
package struct PairingQuestion: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Type the PIN of the reader, 1 to 16 characters; often it stands in the reader's papers.
        case enterPIN
        /// Type the number that the reader shows, 0 to 999,999.
        case enterPasskey
        /// Say whether the reader shows this number. Six digits, with zeros in front.
        case confirmPasskey(UInt32)
        /// Say whether the reader may be paired at all: neither side can show anything.
        case authorise
        /// Type this PIN on the reader. Nothing to answer; to reject it ends the pairing.
        case showPIN(String)
        /// Type this number on the reader, six digits; so many are typed. Nothing to answer; to reject it ends the pairing.
        case showPasskey(UInt32, typed: Int)
    }

    /// Tells the questions of one source apart. A number that is shown keeps its question while it is typed.
    package var number: Int
    package var device: ReaderDevice
    package var kind: Kind

    package init(number: Int, device: ReaderDevice, kind: Kind) {
        self.number = number
        self.device = device
        self.kind = kind
    }

    /// Whether the answer answers this question.
    package func accepts(_ answer: PairingAnswer) -> Bool {
        switch (answer, kind) {
        case (.reject, _): true
        case (.accept, .confirmPasskey), (.accept, .authorise): true
        case (.text(let text), .enterPIN):
            (1...16).contains(text.utf8.count) && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        case (.text(let text), .enterPasskey):
            (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        case (.accept, .enterPIN), (.accept, .enterPasskey), (.accept, .showPIN), (.accept, .showPasskey),
            (.text, .confirmPasskey), (.text, .authorise), (.text, .showPIN), (.text, .showPasskey):
            false
        }
    }
}

/// What a person answers.
package enum PairingAnswer: Equatable, Sendable {
    case accept
    /// A PIN or a passkey. It is shown nowhere.
    case text(String)
    case reject
}

extension PairingAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .accept: "accept"
        case .text: "text (not shown)"
        case .reject: "reject"
        }
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(reflecting: description) }
}

/// What a person is asked, and what became of it.
package enum PairingEvent: Sendable {
    /// A question, or its new state. The closure takes the answer, from any thread; one that does not answer the question,
    /// and any after the first, is dropped.
    case asked(PairingQuestion, answer: @Sendable (PairingAnswer) -> Void)
    /// The question with that number is gone: answered, or the reader does not wait for it any more.
    case withdrawn(Int)
}

/// Why a reader is not paired.
package enum PairingFailure: Error, Hashable, Sendable, CaseIterable {
    /// It never was, and there is nobody to ask.
    case needed
    /// A person said no, or gave it up.
    case cancelled
    case wrongPIN
    /// The reader said no.
    case refused
    /// Nobody answered in time, here or on the reader.
    case timedOut
    /// This computer kept the pairing, and the reader did not: it must be forgotten and made anew.
    case lostByReader
}

/// A pairing that runs.
package protocol RunningPairing: Sendable {
    /// Gives it up; it ends with ``PairingFailure/cancelled``. From any thread, more than once.
    func cancel()
}
