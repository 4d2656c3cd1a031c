import HeftKit
import TillCore
import TillJournal

/// Watches what goes into a desk and what comes out, and says where a rule of the books is broken.
package struct RulesOfTheBooks {
    package private(set) var violations: [String] = []
    /// The operation that the reader works on.
    package private(set) var started: ReaderOperation?
    private var isConnecting = false
    /// The operations in doubt that the reader was asked for on this connection.
    private var askedFor: Set<Int64> = []
    private var setAside: Set<Int64> = []
    private var readerSerial: String?

    package init() {}

    package mutating func see(_ event: DeskEvent, _ books: MemoryBooks) {
        switch event {
        case .connected(let reader, _) where isConnecting:
            isConnecting = false
            readerSerial = reader.serialNumber
            askedFor = []
        case .finished(let completion) where !completion.isAutomatic:
            if started == .recoverPendingResult, case .recovery = completion.result {
                askedFor = Set(books.inDoubt.map(\.sequence))
            }
            started = nil
        case .linkEnded, .startRefused: started = nil
        case .decisionRecorded(let decision, let record) where decision.kind == .setAside:
            setAside.insert(record.sequence)
        default: break
        }
    }

    package mutating func see(_ effect: DeskEffect, _ books: MemoryBooks) {
        switch effect {
        case .connect: isConnecting = true
        case .start(let operation):
            if let started { violations.append("\(operation) started while \(started) runs") }
            started = operation
            if case .finance(_, let order) = operation { checkIntent(order, books) }
        case .notify(.settled(let record, _)):
            if books[record.sequence] != record { violations.append("told of \(record), which is not durable") }
            if record.outcome == nil { violations.append("told of \(record) without an outcome") }
        default: break
        }
    }

    package mutating func crash() {
        started = nil
        setAside = []
        isConnecting = false
        askedFor = []
    }

    private mutating func checkIntent(_ order: ReaderOperation.FinanceOrder, _ books: MemoryBooks) {
        let intended = books.records.last
        if intended?.intent.customerReference != order.options.customerReference || intended?.outcome != nil {
            violations.append("\(order) started without an intent")
        }
        let others = books.inDoubt.filter { record in
            record.sequence != intended?.sequence && !setAside.contains(record.sequence)
                && record.intent.reader.serialNumber == readerSerial
        }
        if !others.allSatisfy({ askedFor.contains($0.sequence) }) {
            violations.append("started while \(others) is not asked for")
        }
    }
}
