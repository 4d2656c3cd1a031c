import Money
import ReaderSimulator
import SeededRandom
import TillCore
import TillJournal

/// A day at a counter from one seed: sales, refunds and reversals while the line, the reader's power and the till's
/// program fail at random moments.
struct ShopDay {
    private(set) var counter: Counter
    private var random: SplitMix64

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        let policy: SimulatedReader.Configuration.PendingPolicy = Bool.random(using: &random) ? .discard : .answerWithIt
        let clearing: SimulatedReader.Configuration.ResultClearing =
            Bool.random(using: &random) ? .whenAcknowledged : .whenNextRequestArrives
        let traffic = SimulatedReader.Configuration.HostTraffic.allCases.randomElement(using: &random) ?? .connection
        let speed = SimulatedReader.Speed.allCases.randomElement(using: &random) ?? .instant
        counter = try Counter.ready(seed: seed) { configuration in
            configuration.pendingPolicy = policy
            configuration.resultClearing = clearing
            configuration.hostTraffic = traffic
            configuration.speed = speed
        }
    }

    mutating func run(operations: Int) {
        for _ in 0..<operations {
            endanger()
            begin()
            if oneIn(4) { misbehave() }
            counter.settle()
            if oneIn(3) { counter.wait(seconds: Int64.random(in: 1...240, using: &random)) }
            recoverFromSilence()
        }
        close()
    }

    /// The line is whole again, and the bank's list holds all that can have come: then nothing may be unknown.
    private mutating func close() {
        counter.line.disarm()
        counter.attemptsThatFail = 0
        counter.breakLink()
        counter.settle()
        counter.wait(seconds: 3600)
        counter.give(.askReader)
        counter.settle()
    }

    /// On a line that has fallen silent while nobody waits the next payment would find it out the hard way; the cashier
    /// often has seen it before.
    private mutating func recoverFromSilence() {
        guard !counter.line.silent.isEmpty, oneIn(2) else { return }
        counter.breakLink()
        counter.settle()
    }

    private mutating func endanger() {
        counter.acceptsSignatures = !oneIn(4)
        guard oneIn(2) else { return }
        let kind = LineFault.Kind.allCases.randomElement(using: &random) ?? .closes
        let direction = Direction.allCases.randomElement(using: &random) ?? .toTill
        counter.line.startCounting()
        counter.line.arm(
            LineFault(
                kind: kind, direction: direction,
                position: Int.random(in: 0..<(direction == .toTill ? 12_000 : 800), using: &random)))
        counter.attemptsThatFail = Int.random(in: 0..<4, using: &random)
    }

    /// Something happens in the midst of it, after so many happenings.
    private mutating func misbehave() {
        for _ in 0..<Int.random(in: 0..<120, using: &random) where !counter.isAtRest { counter.goOn() }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: counter.give(.cancel)
        case 1: counter.cutReaderPower()
        case 2: counter.killTill()
        default: counter.breakLink()
        }
    }

    private mutating func begin() {
        let given = counter.books.records.filter {
            $0.outcome?.verdict == .approved && $0.outcome?.transactionID != nil
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            guard let sale = given.filter({ $0.intent.kind == .sale }).randomElement(using: &random),
                let moved = sale.moved
            else { return charge() }
            let part = Int64.random(in: 1...moved.minorUnits, using: &random)
            counter.give(.perform(.refund(.gbp(part), of: sale)))
        case 2:
            guard
                let original = given.filter({ $0.intent.kind == .sale || $0.intent.kind == .refund }).randomElement(
                    using: &random)
            else { return charge() }
            counter.give(.perform(.reversal(of: original)))
        default: charge()
        }
    }

    private mutating func charge() {
        // Plain ones, and those that the test host or the reader treats in a way of its own.
        let special: [Int64] = [1000, 2000, 3000, 3757, 3768, 3779, 8001, 9001, 9002, 9003, 9004, 9005, 9100]
        let amount =
            oneIn(3) ? special.randomElement(using: &random) ?? 1000 : Int64.random(in: 100...700, using: &random)
        counter.give(.charge(SaleRequest(amount: .gbp(amount), isConfirmedAnew: oneIn(2))))
    }

    private mutating func oneIn(_ number: Int) -> Bool {
        Int.random(in: 0..<number, using: &random) == 0
    }
}
