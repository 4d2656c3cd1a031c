import HeftKit
import HeftTransport
import HeftWire
import Money
import ReaderSimulator
import TestBooks
import TillCore
import TillJournal

/// A shop's counter: the till's desk with its books, the wire, a reader and the bank behind it, in one value under one
/// virtual clock.
///
/// It does what the program's connection, bridge and runner do, one happening after the other in a fixed order. A copy
/// goes on from the same instant, so that one sale can be broken in many places.
struct Counter {
    /// What is about to happen, in order: as the queues of the program bring it.
    enum Happening: Equatable {
        case desk(DeskEvent)
        /// What a connection reports to the desk; nothing once it is an earlier one.
        case report(DeskEvent, connection: Int)
        /// The books do their next piece of work.
        case booksWork
        case tillOpened(connection: Int)
        case bytes([UInt8], Direction, connection: Int)
        case closedAtTill(String, connection: Int)
        case closedAtReader(connection: Int)
        /// The till's gateway brings a request to the bank.
        case relay(ReaderSession.HostExchange, connection: Int)
        case hostAnswered(Int, ReaderSession.HostAnswer, connection: Int)

        /// Whether it happens within the till's program.
        var isTills: Bool {
            switch self {
            case .desk, .report, .booksWork, .tillOpened, .closedAtTill, .relay, .hostAnswered: true
            case .bytes(_, let direction, _): direction == .toTill
            case .closedAtReader: false
            }
        }
    }

    var desk: Desk
    var books: MemoryBooks
    var rules = RulesOfTheBooks()
    /// Milliseconds since the shop opened.
    var clock: Int64 = 0
    var line = ByteLink()
    var reader: SimulatedReader
    var timers = Timers()
    var queue: [Happening] = []
    /// How much has happened so far.
    private(set) var happenings = 0
    /// Who goes on and on comes never to rest.
    static let happeningsMax = 10_000
    /// So long it is waited for rest.
    static let settleMilliseconds: Int64 = 3_600_000
    /// So many attempts at a connection fail: the reader is out of range.
    var attemptsThatFail = 0
    /// What the cashier answers to a signature.
    var acceptsSignatures = true
    /// Why something was not started.
    var refusals: [DeskNotice.Refusal] = []

    var session: ReaderSession?
    var identity: ReaderIdentity?
    /// Host exchanges under way.
    var calls: Set<Int> = []
    /// The operation that host traffic belongs to.
    var relayingFor: Int64?
    let secret: SharedSecret
    let wallClock: WallClock
    let seed: UInt64

    static let device = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)

    init(seed: UInt64 = 1, _ change: (inout SimulatedReader.Configuration) -> Void = { _ in })
        throws(SharedSecret.Refusal)
    {
        self.seed = seed
        secret = try SharedSecret(SimulatedReader.Configuration.developmentSecret)
        var configuration = SimulatedReader.Configuration(secret: secret)
        change(&configuration)
        let wallClock = WallClock()
        self.wallClock = wallClock
        desk = Desk(bootID: "boot-1")
        books = MemoryBooks()
        reader = SimulatedReader(configuration: configuration, seed: seed, now: { wallClock.digits })
        wallClock.set(now)
        carryOut(reader.powerOn())
    }

    /// A counter whose reader is connected and takes operations.
    static func ready(seed: UInt64 = 1, _ change: (inout SimulatedReader.Configuration) -> Void = { _ in })
        throws(SharedSecret.Refusal) -> Counter
    {
        var counter = try Counter(seed: seed, change)
        counter.give(.connect(Counter.device))
        counter.settle()
        return counter
    }

    /// The shop opens at noon, so that a test that takes hours stays within the day.
    var now: Timestamp {
        Timestamp(millisecondsSince1970: 1_700_049_600_000 + clock, offsetFromUTC: 0)
    }

    var host: TestHost { reader.books.host }

    /// Whether the desk takes operations and waits for nothing.
    var isAtRest: Bool {
        guard case .ready = desk.phase, queue.isEmpty else { return false }
        return !desk.isAskingFeed
    }

    /// Neither end holds the link any more, and nothing waits but time.
    var isLinkGone: Bool { queue.isEmpty && session == nil && !line.isReaderEndOpen }

    /// Whether all that happens from here on is what happens from another counter on, which comes to `end` without
    /// connecting anew.
    func goesOn(as other: Counter, until end: Counter) -> Bool {
        guard line.isFaultOver, queue == other.queue, other.line.connection == end.line.connection else {
            return false
        }
        var (one, other) = (self, other)
        one.happenings = other.happenings
        one.attemptsThatFail = other.attemptsThatFail
        one.line.startCounting()
        other.line.startCounting()
        return isSameState(one, other)
    }

    // MARK: Time

    /// The cashier does something.
    mutating func give(_ event: DeskEvent) {
        queue.append(.desk(event))
    }

    /// What waits happens, and time passes, until the desk is at rest; at most for an hour.
    mutating func settle() {
        let end = clock + Counter.settleMilliseconds
        let last = happenings + Counter.happeningsMax
        while !isAtRest, happenings < last {
            guard goOn(before: end) else { return }
        }
    }

    /// The next thing happens, or the time for it comes; false where nothing is going to happen.
    @discardableResult
    mutating func goOn(before end: Int64 = .max) -> Bool {
        if queue.isEmpty { return fireNext(before: end) }
        step()
        return true
    }

    /// Time passes, whatever the desk is at.
    mutating func wait(seconds: Int64) {
        let end = clock + seconds * 1000
        repeat {
            while !queue.isEmpty { step() }
        } while fireNext(before: end)
        clock = end
    }

    private mutating func fireNext(before limit: Int64) -> Bool {
        guard let (name, due) = timers.next(before: limit) else { return false }
        clock = max(clock, due)
        wallClock.set(now)
        switch name {
        case .session(let timer): fire(timer)
        case .hostExchange(let id): answer(host: id, .timedOut)
        case .reader(let timer): carryOut(reader.timerFired(timer))
        case .reconnect: queue.append(.desk(.reconnectDue))
        case .askAgain: queue.append(.desk(.askAgainDue))
        case .askFeedAgain: queue.append(.desk(.feedDue))
        }
        return true
    }

    /// The next thing happens.
    private mutating func step() {
        guard !queue.isEmpty else { return }
        happenings += 1
        wallClock.set(now)
        switch queue.removeFirst() {
        case .desk(let event): handle(event)
        case .report(let event, let connection):
            if connection == line.connection { handle(event) }
        case .booksWork:
            if let event = books.next(at: now) { queue.append(.desk(event)) }
        case .tillOpened(let connection):
            if connection == line.connection { openSession() }
        case .bytes(let bytes, let direction, let connection):
            if connection == line.connection { carry(bytes, direction) }
        case .closedAtTill(let reason, let connection):
            if connection == line.connection { closeAtTill(reason) }
        case .closedAtReader(let connection):
            if connection == line.connection { closeAtReader() }
        case .relay(let exchange, let connection): relay(exchange, connection)
        case .hostAnswered(let id, let answer, let connection):
            if connection == line.connection { self.answer(host: id, answer) }
        }
    }

    // MARK: The line

    private mutating func carry(_ bytes: [UInt8], _ direction: Direction) {
        let passage = line.carry(bytes, direction)
        if !passage.bytes.isEmpty {
            switch direction {
            case .toReader:
                if line.isReaderEndOpen { carryOut(reader.receive(passage.bytes)) }
            case .toTill: receiveAtTill(passage.bytes)
            }
        }
        if passage.closes { breakLink() }
    }

    /// The link is cut: what is on its way is lost, and both ends find it closed.
    mutating func breakLink() {
        line.cut()
        queue.append(.closedAtTill("the link to the reader was lost", connection: line.connection))
        queue.append(.closedAtReader(connection: line.connection))
    }
}
