import HeftKit
import Money
import TestBooks
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

// The books of a desk under test; the module's own name of them wins over the one of the books' file.
typealias Books = MemoryBooks

/// A desk with its books and a clock. Whoever drives it plays the reader and the cashier.
struct Shop {
    var desk: Desk
    var books: Books
    private(set) var rules = RulesOfTheBooks()
    /// Milliseconds.
    var clock: Int64 = 0
    /// The books take work and do not do it.
    var holdsBooks = false

    init(_ records: [OperationRecord] = [], bootID: String = "boot-1", asksByItself: Bool = true) {
        desk = Desk(bootID: bootID)
        desk.asksByItself = asksByItself
        books = Books(records, bootID: bootID)
    }

    /// A desk that is connected and takes sales.
    static func ready(asksByItself: Bool = true) -> Shop {
        var shop = Shop(asksByItself: asksByItself)
        shop.connect()
        return shop
    }

    /// A desk whose reader works on a sale of 12.50.
    static func selling(asksByItself: Bool = true) -> Shop {
        var shop = Shop.ready(asksByItself: asksByItself)
        shop.give(.charge(SaleRequest(amount: money(1250))))
        return shop
    }

    /// Gives the desk an event, and lets the books work unless they are held. Returns all that the desk wanted done.
    @discardableResult
    mutating func give(_ event: DeskEvent) -> [DeskEffect] {
        clock += 1
        rules.see(event, books)
        let effects = desk.handle(event, at: .at(clock))
        for effect in effects {
            rules.see(effect, books)
            books.take(effect)
        }
        return effects + (holdsBooks ? [] : letBooksWork())
    }

    /// The books do all that they were given.
    @discardableResult
    mutating func letBooksWork() -> [DeskEffect] {
        var effects: [DeskEffect] = []
        while !books.isIdle {
            if let event = books.next(at: .at(clock)) { effects += give(event) }
        }
        return effects
    }

    /// The books do one piece of work.
    @discardableResult
    mutating func letBooksWorkOnce() -> [DeskEffect] {
        guard let event = books.next(at: .at(clock)) else { return [] }
        return give(event)
    }

    @discardableResult
    mutating func connect(isResultPending: Bool = false) -> [DeskEffect] {
        give(.connect(.counter)) + give(.connected(.counter, isResultPending: isResultPending))
    }

    /// The reader's answer to what runs.
    @discardableResult
    mutating func finish(_ result: FinanceResult, wasRelayed: Bool = true) -> [DeskEffect] {
        if wasRelayed, let running = desk.running { books.relay(running.record.sequence) }
        return give(.finished(completion(.finance(result), wasRelayed: wasRelayed)))
    }

    /// The link breaks while data is with the bank.
    @discardableResult
    mutating func loseLink(_ delivery: ReaderSession.Delivery = .delivered, wasRelayed: Bool = true) -> [DeskEffect] {
        if wasRelayed, let running = desk.running { books.relay(running.record.sequence) }
        return give(.finished(completion(.failed(.broken, delivery), wasRelayed: wasRelayed)))
            + give(.linkEnded(.broken))
    }

    /// The program is killed and started again, in the same run of the machine.
    mutating func restart() {
        books.crash()
        rules.crash()
        let asksByItself = desk.asksByItself
        desk = Desk(bootID: books.bootID)
        desk.asksByItself = asksByItself
    }

    var last: OperationRecord? { books.records.last }
}

extension [DeskEffect] {
    var notices: [DeskNotice] {
        compactMap { if case .notify(let notice) = $0 { notice } else { nil } }
    }

    /// What was told to be settled, as sequence and whether it is an earlier operation.
    var settled: [Settled] {
        notices.compactMap { notice in
            guard case .settled(let record, let isEarlier) = notice else { return nil }
            return Settled(record.sequence, record.outcome?.verdict, isEarlier: isEarlier)
        }
    }

    var starts: [ReaderOperation] {
        compactMap { if case .start(let operation) = $0 { operation } else { nil } }
    }

    var refusals: [DeskNotice.Refusal] {
        notices.compactMap { if case .notStarted(let refusal) = $0 { refusal } else { nil } }
    }
}

struct Settled: Equatable {
    var sequence: Int64
    var verdict: OperationOutcome.Verdict?
    var isEarlier: Bool

    init(_ sequence: Int64, _ verdict: OperationOutcome.Verdict?, isEarlier: Bool) {
        self.sequence = sequence
        self.verdict = verdict
        self.isEarlier = isEarlier
    }
}
