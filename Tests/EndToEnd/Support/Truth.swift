import Testing

extension Shop {
    /// Holds the till's books against the host's: the same money in both, once, and nothing in doubt.
    ///
    /// - Returns: the till's rows, newest first.
    @discardableResult
    func expectTruth(_ location: SourceLocation = #_sourceLocation) throws -> [JSONValue] {
        let rows = try history()
        let standing = try readerBooks().standing
        let taken = rows.filter { ["approved", "partiallyApproved"].contains($0["result"]) }
        #expect(
            taken.compactMap { $0["transactionID"]?.string }.sorted() == standing.map(\.id).sorted(),
            "the books of till and host differ", sourceLocation: location)
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
