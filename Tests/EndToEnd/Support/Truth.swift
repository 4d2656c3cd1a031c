import Testing

extension Shop {
    /// Holds the till's books against the host's: the same money in both, once, given back as often in both, and nothing
    /// in doubt.
    ///
    /// - Returns: the till's rows, newest first.
    @discardableResult
    func expectTruth(_ location: SourceLocation = #_sourceLocation) throws -> [JSONValue] {
        let rows = try history()
        let moved = try readerBooks().moved
        let taken = rows.filter { ["approved", "partiallyApproved"].contains($0["result"]) }
        #expect(
            taken.compactMap { $0["transactionID"]?.string }.sorted() == moved.map(\.id).sorted(),
            "the books of till and host differ", sourceLocation: location)
        #expect(
            taken.compactMap { $0["authorisedAmount"]?.string?.filter(\.isNumber) }.compactMap { Int($0) }.sorted()
                == moved.map(\.authorisedMinor).sorted(),
            "the sums of till and host differ", sourceLocation: location)
        for payment in moved {
            let undoing = taken.filter { $0["originalTransactionID"]?.string == payment.id }
            let reversals = undoing.filter { $0["kind"] == "saleReversal" || $0["kind"] == "refundReversal" }
            #expect(reversals.count == (payment.isReversed ? 1 : 0), "reversals differ", sourceLocation: location)
            let reversed = Set(moved.filter(\.isReversed).map(\.id))
            let refunds = undoing.filter { refund in
                refund["kind"] == "refund" && !reversed.contains(refund["transactionID"]?.string ?? "")
            }
            let refunded = refunds.compactMap { Int($0["authorisedAmount"]?.string?.filter(\.isNumber) ?? "") }
            #expect(refunded.reduce(0, +) == payment.refundedMinor, "refunds differ", sourceLocation: location)
            #expect(payment.refundedMinor <= payment.authorisedMinor, sourceLocation: location)
        }
        #expect(!rows.contains { $0["result"] == "unknown" }, "something is in doubt", sourceLocation: location)
        return rows
    }

    /// Runs `till recover` and expects that nothing is in doubt after it.
    ///
    /// - Returns: what it resolved.
    func recover(_ location: SourceLocation = #_sourceLocation) throws -> [JSONValue] {
        let end = try run("recover", "--json")
        #expect(end.status == 0, "\(end.error)", sourceLocation: location)
        let document = try JSONValue(end.output)
        #expect(document["inDoubt"]?.elements == [], sourceLocation: location)
        return document["resolved"]?.elements ?? []
    }
}
