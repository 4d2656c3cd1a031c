import HeftWire

/// Which way bytes go.
enum Direction: String, CaseIterable, Sendable {
    case toReader
    case toTill
}

/// What goes wrong on the line, once, where so many bytes have gone one way.
struct LineFault: Equatable, Sendable {
    enum Kind: CaseIterable, Sendable {
        /// Both ends find the link closed.
        case closes
        /// Nothing passes any more either way, and nobody is told.
        case stalls
        /// Nothing passes any more this way.
        case fallsSilent
        /// One bit of the byte is another.
        case flipsBit
        /// The byte is another.
        case garbles
        /// A byte comes that nobody sent.
        case inserts
        /// The byte does not arrive.
        case loses

        /// After these both ends still have a link, on which something else arrives than was sent.
        static let garbage: [Kind] = [.flipsBit, .garbles, .inserts, .loses]
    }

    var kind: Kind
    var direction: Direction
    /// How many bytes pass before it.
    var position: Int
}

/// The line between a till and a reader, which carries bytes in order until its fault happens.
struct ByteLink: Equatable, Sendable {
    /// What becomes of bytes on their way.
    struct Passage: Equatable {
        var bytes: [UInt8]
        var closes = false
    }

    /// Tells one connection from the next.
    private(set) var connection = 0
    var isTillEndOpen = false
    var isReaderEndOpen = false
    /// The line is cut: what was still on its way does not arrive.
    private(set) var isCut = false
    /// The ways on which nothing passes.
    private(set) var silent: Set<Direction> = []
    /// How many bytes went each way since ``arm(_:)`` or ``startCounting()``.
    private(set) var passed: [Direction: Int] = [:]
    private var fault: LineFault?

    /// A fault on its way has happened.
    var isFaultOver: Bool { fault == nil }
    /// Whether an end that closes is heard of at the other.
    var carriesClosing: Bool { silent.isEmpty && !isCut }

    /// The line carries bytes again, of a new connection.
    mutating func connect() {
        connection += 1
        isTillEndOpen = true
        isReaderEndOpen = true
        isCut = false
        silent = []
    }

    mutating func cut() {
        isCut = true
    }

    /// Nothing passes any more either way, and nobody is told.
    mutating func silence() {
        silent = Set(Direction.allCases)
    }

    mutating func startCounting() {
        passed = [:]
    }

    /// The fault is going to happen, counted from the last ``startCounting()``.
    mutating func arm(_ fault: LineFault) {
        self.fault = fault
    }

    /// The fault is not going to happen any more.
    mutating func disarm() {
        fault = nil
    }

    /// What arrives of bytes that go one way.
    mutating func carry(_ bytes: [UInt8], _ direction: Direction) -> Passage {
        guard !isCut, !silent.contains(direction) else { return Passage(bytes: []) }
        let start = passed[direction, default: 0]
        passed[direction] = start + bytes.count
        guard let fault, fault.direction == direction, bytes.indices.contains(fault.position - start) else {
            return Passage(bytes: bytes)
        }
        self.fault = nil
        return happen(fault, bytes, at: fault.position - start)
    }

    private mutating func happen(_ fault: LineFault, _ bytes: [UInt8], at index: Int) -> Passage {
        var changed = bytes
        switch fault.kind {
        case .closes: return Passage(bytes: Array(bytes[..<index]), closes: true)
        case .stalls:
            silent = [.toReader, .toTill]
            return Passage(bytes: Array(bytes[..<index]))
        case .fallsSilent:
            silent = [fault.direction]
            return Passage(bytes: Array(bytes[..<index]))
        case .flipsBit: changed[index] ^= 1 << UInt8(fault.position % 8)
        // What begins and ends frames is the garbage that hurts most.
        case .garbles: changed[index] = bytes[index] == ControlSymbol.dle ? 0x55 : ControlSymbol.dle
        case .inserts: changed.insert(fault.position.isMultiple(of: 2) ? 0x55 : ControlSymbol.dle, at: index)
        case .loses: changed.remove(at: index)
        }
        return Passage(bytes: changed)
    }
}
