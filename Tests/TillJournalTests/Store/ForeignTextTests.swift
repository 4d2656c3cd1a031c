import Testing

@testable import TillJournal

@Suite("Text from outside") struct ForeignTextTests {
    let folder = ScratchFolder()

    /// The sale `A1` with `text` in every field that takes any text.
    private func recordEverywhere(_ text: String, in journal: Journal) throws -> OperationRecord {
        let reader = ReaderIdentity(serialNumber: text, name: text, address: text, isSimulated: false)
        var intent = OperationIntent(
            kind: .sale, amount: money(1000), reference: "A1", customerReference: text, originalTransactionID: text,
            reader: reader, bootID: text, startedAt: .second(0))
        intent.description = text
        intent.invoiceNumber = text
        var outcome = OperationOutcome(
            verdict: .unknown, message: text, transactionID: text, readerTransactionID: text,
            authorisationCode: text, cardScheme: text, maskedCardNumber: text, cardEntry: text,
            verificationMethod: text, customerReceipt: text, merchantReceipt: text,
            settledBy: .supervisor(name: text, evidence: text), finishedAt: .second(1))
        outcome.cardToken = text
        let record = try journal.record(intent, outcome)
        try journal.note(.statusReported(code: 1, text: text), of: record.sequence)
        try journal.note(.other(name: text, code: 1, text: text), of: record.sequence)
        try journal.note(.guardOverridden(by: text), of: record.sequence)
        _ = try journal.sync { store throws(JournalError) in
            try store.recordUnclaimed(outcome, from: reader, customerReference: text)
        }
        return record
    }

    @Test(
        "comes back as it was",
        arguments: [
            "", "it's \"quoted\"; DROP TABLE operation; --", "a\u{0}b\u{0}", "\u{0}", "🎉👩‍👩‍👧 café cafe\u{301}",
            "\u{1B}[2J\r\n\t",
            String(repeating: "<p>Ünïcödé & receipt</p>", count: 4500),
        ])
    func roundTrip(text: String) throws {
        let journal = try openBooks(at: folder.journal)
        let record = try recordEverywhere(text, in: journal)
        try journal.sync { store throws(JournalError) in
            let found = try store.operations(customerReference: text)
            #expect(found == [record])
            // Strings compare by characters; the bytes must be the same too.
            #expect(found.first.map { Array($0.intent.bootID.utf8) } == Array(text.utf8))
            #expect(found.first?.outcome.map { Array($0.merchantReceipt.utf8) } == Array(text.utf8))
            #expect(try store.operation(transactionID: text) == record)
            #expect(try store.operationsInDoubt(readerSerial: text) == [record])
            #expect(
                try store.events(of: record.sequence).map(\.kind) == [
                    .statusReported(code: 1, text: text), .other(name: text, code: 1, text: text),
                    .guardOverridden(by: text),
                ])
            #expect(try store.unclaimed().map(\.customerReference) == [text])
        }
    }

    @Test(
        "leaves no full card number in any file",
        arguments: ["4111111111111111", "card 5555 5555 5555 4444!", ";4111111111111111=25121010000012345?"])
    func cardNumbers(text: String) throws {
        let journal = try openBooks(at: folder.journal)
        let record = try recordEverywhere(text, in: journal)
        // What was hidden on the way in is hidden from questions as well, so that they are still answered.
        let found = try journal.sync { store throws(JournalError) in try store.operations(customerReference: text) }
        #expect(found == [record])
        try expectNoCardNumber()
        journal.close()
        try expectNoCardNumber()
    }

    /// Beyond the four digits that may be seen, none of the number is in any file, in a row or in groups.
    private func expectNoCardNumber() throws {
        let files = try folder.everyFile().mapValues { String(decoding: $0, as: UTF8.self) }
        for (name, text) in files {
            for part in ["41111111", "11111111", "5555 5555", "55554444"] {
                #expect(!text.contains(part), "\(name) holds \(part)")
            }
        }
        // The texts themselves did get there.
        let books = files.filter { $0.key.hasPrefix("till/journal.sqlite") }.values
        #expect(books.contains { $0.contains("*1111") || $0.contains("* 4444") })
    }
}
