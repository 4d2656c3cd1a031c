import Money
import TillJournal

/// An operation in a list, with what it has to do with others.
package struct HistoryRow: Equatable, Sendable {
    package var record: OperationRecord
    /// The refunds and voids of it, oldest first.
    package var undoing: [OperationRecord]
    /// What it refunds or voids.
    package var original: OperationRecord?

    package init(_ record: OperationRecord, undoing: [OperationRecord] = [], original: OperationRecord? = nil) {
        self.record = record
        self.undoing = undoing
        self.original = original
    }

    /// The void that took it back for certain.
    package var voidedBy: OperationRecord? {
        undoing.last { $0.moved != nil && $0.intent.kind != .refund }
    }

    /// The refunds that gave something of it back for certain.
    package var refunds: [OperationRecord] { undoing.filter { $0.moved != nil && $0.intent.kind == .refund } }
}

/// What was charged, newest first, and what is looked for in it.
package struct HistoryPage: Equatable, Sendable {
    /// What is looked for, as it was typed.
    package var find: String
    /// Whether characters go into the field.
    package var isTyping = false
    /// Why what was typed finds nothing new. The rows are those of the text before.
    package var problem: HistoryQueryError?
    /// What is in doubt, whatever is looked for.
    package var pinned: [HistoryRow] = []
    package var found: [HistoryRow] = []
    /// The marked row: those in doubt come first.
    package var marked = 0
    /// There is nothing older to read.
    package var isComplete = false
    /// The question to the books whose answer is awaited.
    package var awaited: Int?
    /// What the books hold of a row that was marked, for a window with room beside the list.
    package var beside: OperationDetail?
    /// The operation whose detail was asked for, until the answer is there. One is asked for at a time.
    var besideAwaited: Int64?
    /// The operation whose detail could not be read: it is not asked for again while it stays marked.
    var besideFailed: Int64?
    /// What the rows were found by.
    package var query: HistoryQuery?
    /// The oldest operation that was read.
    var last: Int64?

    package init(find: String = "") {
        self.find = find
    }

    package var rows: [HistoryRow] { pinned + found }

    package var markedRow: HistoryRow? {
        let rows = rows
        return rows.indices.contains(marked) ? rows[marked] : nil
    }
}

/// A question to the history.
package struct HistoryRequest: Equatable, Sendable {
    package var number: Int
    package var query: HistoryQuery
    /// The last operation of the part before; nil for the first part.
    package var before: Int64?

    /// How many operations a part has.
    package static let length = 50
}

/// A part of the history.
package struct HistoryAnswer: Equatable, Sendable {
    /// What was asked.
    package var request: HistoryRequest
    package var inDoubt: [HistoryRow]
    package var found: [HistoryRow]
    /// Whether there is nothing older.
    package var isLast: Bool

    package init(_ request: HistoryRequest, inDoubt: [HistoryRow], found: [HistoryRow], isLast: Bool) {
        self.request = request
        self.inDoubt = inDoubt
        self.found = found
        self.isLast = isLast
    }
}
