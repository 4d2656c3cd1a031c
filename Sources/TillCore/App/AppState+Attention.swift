extension AppState {
    /// How often a page that waits for the cashier rings, and how many times; nil for a page that does not.
    private var call: (bells: Int, everySeconds: Int64)? {
        switch page {
        case .result(let result) where result.record.isInDoubt && result.inquiry != .noAnswer: (4, 15)
        case .unfinished: (3, 10)
        case .chooseReader, .sale, .askAgain, .anotherCustomer, .payment, .signature, .result, .receipt, .quit, .help,
            .history:
            nil
        }
    }

    /// Whether the page rings from time to time.
    var callsCashier: Bool { call != nil }

    /// Rings again for what must not be forgotten. The reader's own time-out warns of a signature.
    mutating func ringAgain() -> [AppEffect] {
        guard let call, now.millisecondsSince1970 - rangAt >= call.everySeconds * 1000 else { return [] }
        rangAt = now.millisecondsSince1970
        return [.bell(call.bells)]
    }
}
