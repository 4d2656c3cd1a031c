/// What goes wrong on request.
struct Fault: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// The answer comes late.
        case delay
        /// The connection ends before anything is decided.
        case dropBefore = "drop-before"
        /// The payment is decided and in the books; the connection ends without an answer. Whoever asked cannot know.
        case dropAfter = "drop-after"
        /// The payment is decided and in the books; the connection stays open and nothing comes.
        case silentAfter = "silent-after"
        /// An error's code, and nothing is decided.
        case serverError = "500"
        /// The payment is decided and in the books; half of the answer comes.
        case truncated
        /// The payment is decided and in the books; the answer that comes is another payment's.
        case otherSale = "other-sale"
        /// The client is sent to another host, and nothing is decided.
        case redirect
        /// What is asked for is not there, and nothing is decided.
        case notThere = "404"
        /// It is done, and the answer is longer than any client takes.
        case oversized
        /// The connection is answered with bytes that are neither TLS nor HTTP, before a request is read.
        case badTLS = "bad-tls"
    }

    /// Where it happens.
    enum Place: String, CaseIterable, Sendable {
        case authorization
        case reversal
        case reconciliation
        case initialisation = "init"
        case tip
        case feed
        case signature
    }

    var kind: Kind
    /// Nil for everywhere.
    var place: Place?
    /// How many requests, or connections, it still happens to; 1–``countMax``.
    var count = 1
    /// How long a delay lasts; 0–``millisecondsMax``.
    var milliseconds = 0

    static let countMax = 1000
    static let millisecondsMax = 600_000
}

/// The faults that are still to come, in the order in which they were asked for.
struct FaultPlan: Equatable, Sendable {
    private(set) var faults: [Fault] = []

    /// - Returns: false where there are too many.
    mutating func add(_ fault: Fault) -> Bool {
        guard faults.count < Fault.countMax else { return false }
        faults.append(fault)
        return true
    }

    mutating func clear() {
        faults = []
    }

    /// The fault that happens to a request here; it is used up by one.
    mutating func take(at place: Fault.Place) -> Fault? {
        take { $0.kind != .badTLS && ($0.place == nil || $0.place == place) }
    }

    /// Whether a connection that begins goes wrong.
    mutating func takeConnection() -> Bool {
        take { $0.kind == .badTLS } != nil
    }

    private mutating func take(where fits: (Fault) -> Bool) -> Fault? {
        guard let index = faults.firstIndex(where: fits) else { return nil }
        faults[index].count -= 1
        let fault = faults[index]
        if fault.count < 1 { faults.remove(at: index) }
        return fault
    }
}
