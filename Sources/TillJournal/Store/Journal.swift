import Dispatch

/// The books of a till: intents, events and outcomes in one SQLite file.
///
/// All work is done on one serial queue, which alone touches the database. May be used from any thread, but ``sync(_:)``
/// not from within the journal's own work or completions.
package final class Journal: Sendable {
    package enum Access: Equatable, Sendable {
        /// Any number of readers may look on, also while a till writes.
        case reading
        /// One writer at a time.
        case writing(JournalWriter)
    }

    private let queue = DispatchQueue(label: "till.journal", qos: .userInitiated)
    // Unchecked because the store is made and used in blocks on `queue` only; `deinit` runs when no block holds it.
    private nonisolated(unsafe) let store: JournalStore

    /// Opens the books; begins them when there are none and they are opened for writing. Files are for this user alone.
    ///
    /// - Parameter path: of the file; its `-wal`, `-shm` and `.lock` stand beside it.
    /// - Throws: every ``JournalError`` about files. A damaged, foreign or newer file is left as it is.
    package static func open(at path: String, access: Access) throws(JournalError) -> Journal {
        try Journal(path: path, access: access, vfs: nil)
    }

    init(path: String, access: Access, vfs: String?) throws(JournalError) {
        let opened = queue.sync {
            Result { () throws(JournalError) in try JournalStore(path: path, access: access, vfs: vfs) }
        }
        store = try opened.get()
    }

    /// Does work on the journal's queue and waits for it. The store may not be kept beyond the call.
    ///
    /// - Throws: what `body` throws.
    package func sync<Value: Sendable>(
        _ body: (JournalStore) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        dispatchPrecondition(condition: .notOnQueue(queue))
        let result = queue.sync { Result { () throws(JournalError) in try body(store) } }
        return try result.get()
    }

    /// Does work on the journal's queue, in the order of the calls, then calls `completion` there.
    ///
    /// - Parameter completion: may call ``async(_:then:)``.
    package func async<Value: Sendable>(
        _ body: @escaping @Sendable (JournalStore) throws(JournalError) -> Value,
        then completion: @escaping @Sendable (Result<Value, JournalError>) -> Void
    ) {
        queue.async {
            completion(Result { () throws(JournalError) in try body(self.store) })
        }
    }

    /// Closes the file and lets another writer in. Later calls throw ``JournalError/closed(path:)``.
    package func close() {
        dispatchPrecondition(condition: .notOnQueue(queue))
        queue.sync { store.close() }
    }
}
