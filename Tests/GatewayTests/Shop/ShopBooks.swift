import FoundationEssentials
import Money
import ReaderSimulator
import Testing

@testable import till_gateway

/// A sale that was approved, as each of the three books has it.
struct ApprovedSale: Hashable {
    var id: String
    var amountMinor: Int
    var authorisedMinor: Int
    /// ISO 4217.
    var currency: Int
    var reference: String
    var authorisationCode: String
}

/// A row of `till history --json`.
struct TillRow: Decodable {
    var sequence: Int
    var kind: String
    var result: String
    var amount: String
    var authorisedAmount: String?
    var currency: String
    var customerReference: String
    var transactionID: String?
    var authorisationCode: String
    var isRecovered: Bool
}

/// What `till show --json` tells of an operation.
struct TillEvents: Decodable {
    struct Event: Decodable {
        var name: String
        var code: Int
        var text: String
    }

    var settledBy: String?
    var events: [Event]
}

extension Shop {
    /// The till's books, oldest first.
    func history(at name: String = "till") throws -> [TillRow] {
        let end = try till("history", "--json", at: name)
        try #require(end.status == 0, "\(end.error)")
        return try JSONDecoder().decode([TillRow].self, from: Data(end.output.utf8)).reversed()
    }

    /// What happened to the newest operation in the till's books.
    func lastOperation(at name: String = "till") throws -> TillEvents {
        let row = try #require(try history(at: name).last)
        let end = try till("show", "\(row.sequence)", "--json", at: name)
        try #require(end.status == 0, "\(end.error)")
        return try JSONDecoder().decode(TillEvents.self, from: Data(end.output.utf8))
    }

    /// What was noted of searches in the bank's list, oldest first: the name, and what it rests on.
    func evidence(at name: String = "till") throws -> [String] {
        try lastOperation(at: name).events.filter { $0.name.contains("Feed") || $0.name.contains("feed") }.map {
            "\($0.name): \($0.text)"
        }
    }

    /// Holds the books of till, reader and bank against each other: the same approved sales in all of them, each once,
    /// and nothing in doubt.
    ///
    /// A reader that was never answered cannot know of an approval. Such a sale must stand in its books as unknown.
    ///
    /// - Returns: the approved sales.
    @discardableResult
    func expectEqualBooks(_ location: SourceLocation = #_sourceLocation) throws -> [ApprovedSale] {
        let rows = try history()
        #expect(rows.allSatisfy { $0.kind == "sale" }, sourceLocation: location)
        #expect(!rows.contains { $0.result == "unknown" }, "something is in doubt", sourceLocation: location)
        let byTill = try rows.filter { $0.result == "approved" }.map(Shop.sale)
        let byBank = try bankBooks()
        let byReader = try readerBooks()

        #expect(Set(byTill) == Set(byBank), "till and bank differ", sourceLocation: location)
        #expect(byTill.count == byBank.count, "something is doubled", sourceLocation: location)
        for ids in [byTill.map(\.id), byBank.map(\.id), byReader.approved.map(\.id) + byReader.unknown.map(\.id)] {
            #expect(Set(ids).count == ids.count, "something is doubled", sourceLocation: location)
        }
        #expect(Set(byReader.approved).isSubset(of: byBank), "reader and bank differ", sourceLocation: location)
        let untold = Set(byBank).subtracting(byReader.approved)
        for sale in untold {
            let own = byReader.unknown.first { $0.id == sale.id }
            #expect(own?.amountMinor == sale.amountMinor, "the reader lacks \(sale)", sourceLocation: location)
            #expect(own?.currency == sale.currency, sourceLocation: location)
            #expect(own?.reference == sale.reference, sourceLocation: location)
        }
        return byTill
    }

    private static func sale(_ row: TillRow) throws -> ApprovedSale {
        func minor(_ text: String?) throws -> Int { try #require(Int((text ?? "").filter(\.isNumber))) }
        let currency = try #require(Currency(alphaCode: row.currency))
        return ApprovedSale(
            id: try #require(row.transactionID), amountMinor: try minor(row.amount),
            authorisedMinor: try minor(row.authorisedAmount), currency: currency.numericCode,
            reference: row.customerReference, authorisationCode: row.authorisationCode)
    }

    private func bankBooks() throws -> [ApprovedSale] {
        let books = try GatewayBooks(path: "\(folder.path)/bank.sqlite")
        let lines = try books.payments(
            terminal: GatewayProgram.serial, from: 0, to: .max, after: 0, limit: 1000)
        return lines.map(\.payment).filter(\.stands).map { payment in
            ApprovedSale(
                id: payment.id, amountMinor: Int(payment.amountMinor), authorisedMinor: Int(payment.authorisedMinor),
                currency: payment.currency, reference: payment.customerReference ?? "",
                authorisationCode: payment.authorisationCode)
        }
    }

    private func readerBooks() throws -> (approved: [ApprovedSale], unknown: [ApprovedSale]) {
        let books = try #require(try SimulatorBooksFile(path: "\(folder.path)/reader.json").load())
        func sales(_ word: String) -> [ApprovedSale] {
            books.payments.filter { $0.verdict.word == word }.map { payment in
                ApprovedSale(
                    id: payment.id, amountMinor: Int(payment.order.amountMinor),
                    authorisedMinor: Int(payment.verdict.authorisedMinor), currency: payment.order.currency,
                    reference: payment.order.customerReference,
                    authorisationCode: payment.verdict.authorisationCode)
            }
        }
        return (sales("AUTHORISED"), sales("UNDEFINED"))
    }
}
