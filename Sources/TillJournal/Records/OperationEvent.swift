/// Something that happened while an operation ran.
package struct OperationEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// The request has gone to the reader.
        case requestSent
        /// The reader's data went to the bank: from here on, no end without a clear result means "no money moved".
        case relayedToBank
        /// The reader's status: its code and its words.
        case statusReported(code: Int, text: String)
        case cancelRequested
        case linkLost
        case linkRestored
        case signatureRequested
        case signatureAnswered(isAccepted: Bool)
        /// The reader was asked for the result it may have kept.
        case pendingResultRequested
        /// The reader keeps no result of this operation.
        case nothingPending
        /// A supervisor let the till go on although this operation is in doubt.
        case guardOverridden(by: String)
        /// Anything else. A name that one of the cases above is stored under is read back as that case.
        case other(name: String, code: Int, text: String)
    }

    package var at: Timestamp
    package var kind: Kind

    package init(at: Timestamp, kind: Kind) {
        self.at = at
        self.kind = kind
    }
}

extension OperationEvent.Kind {
    /// Its name, which never changes, the code and the text that came with it; 0 and empty for those without.
    package var words: (name: String, code: Int, text: String) {
        let stored = stored
        return (stored.name, stored.code, stored.text)
    }

    /// What the books store of a kind. The names never change.
    struct Stored: Equatable {
        var name: String
        var code = 0
        var text = ""
    }

    var stored: Stored {
        switch self {
        case .requestSent: Stored(name: "requestSent")
        case .relayedToBank: Stored(name: "relayedToBank")
        case .statusReported(let code, let text): Stored(name: "statusReported", code: code, text: text)
        case .cancelRequested: Stored(name: "cancelRequested")
        case .linkLost: Stored(name: "linkLost")
        case .linkRestored: Stored(name: "linkRestored")
        case .signatureRequested: Stored(name: "signatureRequested")
        case .signatureAnswered(let isAccepted): Stored(name: "signatureAnswered", code: isAccepted ? 1 : 0)
        case .pendingResultRequested: Stored(name: "pendingResultRequested")
        case .nothingPending: Stored(name: "nothingPending")
        case .guardOverridden(let supervisor): Stored(name: "guardOverridden", text: supervisor)
        case .other(let name, let code, let text): Stored(name: name, code: code, text: text)
        }
    }

    init(_ stored: Stored) {
        switch stored.name {
        case "requestSent": self = .requestSent
        case "relayedToBank": self = .relayedToBank
        case "statusReported": self = .statusReported(code: stored.code, text: stored.text)
        case "cancelRequested": self = .cancelRequested
        case "linkLost": self = .linkLost
        case "linkRestored": self = .linkRestored
        case "signatureRequested": self = .signatureRequested
        case "signatureAnswered": self = .signatureAnswered(isAccepted: stored.code != 0)
        case "pendingResultRequested": self = .pendingResultRequested
        case "nothingPending": self = .nothingPending
        case "guardOverridden": self = .guardOverridden(by: stored.text)
        default: self = .other(name: stored.name, code: stored.code, text: stored.text)
        }
    }
}
