import Money
import ReaderSimulator
import TillCore
import TillJournal

/// What happens at a counter until it is at rest, and the counter as it was before each piece of bytes that goes one way:
/// from there the link can have its fault at any byte.
struct FaultSweep {
    /// Of which bytes inside a longer piece the fault is tried: of one in so many. Near both ends of a piece, where frames
    /// begin and end, it is tried at each.
    struct Stride {
        var beginning: Int
        var inside: Int
        var end: Int
    }

    private struct Start {
        /// How many bytes had passed.
        var position: Int
        var count: Int
        var counter: Counter
    }

    /// A frame that had to be sent again is made up for within so many pieces.
    private static let piecesUntilRejoined = 4

    private let direction: Direction
    private var starts: [Start] = []
    /// How it ends without a fault.
    private var end: Counter

    init(_ direction: Direction, from counter: Counter) {
        self.direction = direction
        end = counter
        var counter = counter
        defer { end = counter }
        counter.line.startCounting()
        let last = counter.happenings + Counter.happeningsMax
        while !counter.isAtRest, counter.happenings < last {
            if case .bytes(let bytes, direction, _)? = counter.queue.first {
                let position = counter.line.passed[direction, default: 0]
                starts.append(Start(position: position, count: bytes.count, counter: counter))
            }
            guard counter.goOn() else { return }
        }
    }

    /// What goes wrong, with the byte at which the line had its fault.
    func problems(of kind: LineFault.Kind, _ stride: Stride) -> [String] {
        var problems: [String] = []
        for aftermath in aftermaths(of: kind, stride) {
            problems += aftermath.problems.map { "at byte \(aftermath.position): \($0)" }
        }
        return problems
    }

    /// How the counter can stand once the link is gone or the desk at rest, after a fault at any byte.
    ///
    /// All that comes afterwards follows from that, so each is here once, by the first byte that leads to it.
    func aftermaths(of kind: LineFault.Kind, _ stride: Stride) -> [Aftermath] {
        var found: [Aftermath] = []
        for (number, start) in starts.enumerated() {
            let next = starts.dropFirst(number + 1).prefix(FaultSweep.piecesUntilRejoined).map(\.counter)
            for index in 0..<start.count where stride.includes(index, of: start.count) {
                let fault = LineFault(kind: kind, direction: direction, position: start.position + index)
                let aftermath = Aftermath(of: fault, start.counter, rejoining: next, endingAs: end)
                if !found.contains(where: { $0.isSame(as: aftermath) }) { found.append(aftermath) }
            }
        }
        return found
    }
}

extension FaultSweep.Stride {
    static let everyByte = FaultSweep.Stride(beginning: 0, inside: 1, end: 0)
    /// For faults after which the link is gone: most bytes lead to what an earlier one led to.
    static let ends = FaultSweep.Stride(beginning: 4, inside: 97, end: 4)
    /// For faults after which the conversation goes on: the acknowledgement, the beginning and the end of each frame, and
    /// some of its data, which one checksum guards.
    static let garbage = FaultSweep.Stride(beginning: 4, inside: 499, end: 4)

    fileprivate func includes(_ index: Int, of count: Int) -> Bool {
        index < beginning || index >= count - end || index.isMultiple(of: inside)
    }
}

/// A counter after a fault, once the link is gone or the desk at rest.
struct Aftermath {
    let position: Int
    let counter: Counter

    /// - Parameters:
    ///   - next: the counter before each of the pieces that come next without the fault. Where this one comes to stand as
    ///     one of those did, as when a frame was sent again, all goes on as it did without the fault.
    ///   - end: how it ended without the fault.
    init(of fault: LineFault, _ start: Counter, rejoining next: [Counter], endingAs end: Counter) {
        position = fault.position
        var counter = start
        counter.line.arm(fault)
        // The reader is out of range for a moment.
        counter.attemptsThatFail = 1
        let limit = counter.clock + Counter.settleMilliseconds
        let last = counter.happenings + Counter.happeningsMax
        while !counter.isAtRest, !counter.isLinkGone, counter.happenings < last {
            if case .bytes(_, fault.direction, _)? = counter.queue.first,
                next.contains(where: { counter.goesOn(as: $0, until: end) })
            {
                counter = end
                counter.attemptsThatFail = 1
                break
            }
            guard counter.goOn(before: limit) else { break }
        }
        self.counter = counter
    }

    func isSame(as other: Aftermath) -> Bool {
        counter.line.isFaultOver == other.counter.line.isFaultOver && counter.clock == other.counter.clock
            && counter.desk == other.counter.desk && counter.books.records == other.counter.books.records
            && counter.books.unclaimed == other.counter.books.unclaimed
            && counter.reader.books == other.counter.reader.books
            && counter.rules.violations == other.counter.rules.violations
    }

    /// What is wrong, at once or later: then the link is back, what is in doubt is settled in the end, and the next
    /// customer pays.
    var problems: [String] {
        guard counter.line.isFaultOver else { return ["the fault did not happen"] }
        var counter = counter
        // A link on which nothing passes, while nobody waits for anything, is lost in the end.
        counter.breakLink()
        counter.settle()
        guard counter.isAtRest else { return ["the desk is still at \(counter.desk.phase)"] }
        let soon = counter.contradictions(isFinal: false)
        guard soon.isEmpty else { return soon }
        if !counter.books.inDoubt.isEmpty {
            // By then the bank's list holds all that can have come.
            counter.wait(seconds: 3600)
            counter.give(.askReader)
            counter.settle()
        }
        let count = counter.books.records.count
        counter.give(.charge(SaleRequest(amount: .gbp(2222))))
        counter.settle()
        guard counter.books.records.count == count + 1, counter.books.records.last?.outcome?.verdict == .approved else {
            return ["the next sale is not approved: \(counter.refusals)"]
        }
        return counter.contradictions(isFinal: true)
    }
}
