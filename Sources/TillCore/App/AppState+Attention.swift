extension AppState {
    /// How often a page that waits for the cashier rings, and how many times; nil for a page that does not.
    private var call: (bells: Int, everySeconds: Int64)? {
        if case .result(let result) = page, result.record.isInDoubt, result.inquiry != .noAnswer { return (4, 15) }
        if case .result(let result) = page, result.isPartOfSale { return (3, 10) }
        if case .unfinished = page { return (3, 10) }
        return nil
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
