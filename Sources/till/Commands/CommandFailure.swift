import TillCore
import TillJournal

/// Why a command did not do what was asked.
struct CommandFailure: Error, Equatable {
    var status: ExitStatus
    /// What happened, and what to do.
    var message: String
    /// Lines that belong to it.
    var details: [String]

    init(_ status: ExitStatus, _ message: String, details: [String] = []) {
        self.status = status
        self.message = message
        self.details = details
    }

    init(_ error: JournalError) {
        if case .refused = error {
            self.init(.failed, error.sentence)
        } else {
            self.init(.unavailable, error.sentence)
        }
    }
}

extension Journal {
    /// Does work on books that are opened for reading and closed behind it.
    static func read<Value: Sendable>(
        at path: String, _ body: (JournalStore) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        let journal = try Journal.open(at: path, access: .reading)
        defer { journal.close() }
        return try journal.sync(body)
    }
}

extension LinkFailure {
    /// Why there is no link, for a person.
    var cause: String {
        if case .notOpened(let reason, _) = self { return reason }
        return text
    }
}
