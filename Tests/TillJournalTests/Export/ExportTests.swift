import Money
import Testing

@testable import TillJournal

@Suite("An export") struct ExportTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func pieces(_ format: ExportFormat, from: Int64 = 0, to: Int64 = 1000) throws -> [String] {
        try journal.sync { store throws(JournalError) in
            var pieces: [String] = []
            try store.export(from: .second(from), to: .second(to), as: format) { piece in
                pieces.append(piece)
                return true
            }
            return pieces
        }
    }

    private func recordSale() throws {
        var outcome = OperationOutcome.approved(money(1100))
        outcome.message = "said \"yes\", twice\r\n"
        outcome.gratuity = money(100)
        outcome.cardScheme = "Visa"
        outcome.cardToken = "tok-1"
        var intent = OperationIntent.sample("A1", customerReference: "=1+1")
        intent.description = "2 x Tea, milk"
        intent.invoiceNumber = "A17"
        intent.parts = .sample
        try journal.record(intent, outcome)
        try journal.record(.sample("A2", amount: nil, at: 5))
    }

    @Test("as CSV has stable columns and plain decimals") func csv() throws {
        try recordSale()
        #expect(
            try pieces(.csv).joined() == """
                sequence,reference,ticket,attempt,customer_reference,kind,verdict,in_doubt,started_at,finished_at,\
                currency,amount,authorised_currency,authorised,gratuity,due,card_scheme,card_last_four,card_entry,\
                verification,authorisation_code,transaction_id,reader_transaction_id,original_transaction_id,\
                reader_serial,reader_name,settled_by,message,description,invoice_number,subtotal,tax,tax_rate,\
                tax_included,tip,card_token\r
                1,A1,A1,1,'=1+1,sale,approved,false,2023-11-14T22:13:20.000Z,2023-11-14T22:14:20.000Z,\
                GBP,10.00,GBP,11.00,1.00,,Visa,1111,,,,01236fc0-8192-11eb-9aca-ad4b0e95f241,,,\
                12345,HiLite,readerAnswer,"said ""yes"", twice\r
                ","2 x Tea, milk",A17,9.00,0.75,8.25,false,0.25,tok-1\r
                2,A2,A2,1,A2,sale,unknown,true,2023-11-14T22:13:25.000Z,,,,,,,,,,,,,,,,12345,HiLite,,,,,,,,,,\r

                """)
    }

    @Test("as JSON has an object a line") func jsonLines() throws {
        try recordSale()
        let lines = try pieces(.jsonLines).joined().split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0] == #"""
                {"amount":"10.00","attempt":1,"authorised":"11.00","authorised_currency":"GBP",\#
                "card_last_four":"1111","card_scheme":"Visa","card_token":"tok-1","currency":"GBP",\#
                "customer_reference":"=1+1","description":"2 x Tea, milk",\#
                "finished_at":"2023-11-14T22:14:20.000Z","gratuity":"1.00","in_doubt":false,"invoice_number":"A17","kind":"sale",\#
                "message":"said \"yes\", twice\r\n","reader_name":"HiLite","reader_serial":"12345","reference":"A1",\#
                "sequence":1,"settled_by":"readerAnswer","started_at":"2023-11-14T22:13:20.000Z","subtotal":"9.00","tax":"0.75",\#
                "tax_included":false,"tax_rate":"8.25","ticket":"A1","tip":"0.25",\#
                "transaction_id":"01236fc0-8192-11eb-9aca-ad4b0e95f241","verdict":"approved"}
                """#)
    }

    @Test(
        "gives a spreadsheet no formula and keeps cells whole",
        arguments: [
            ("plain", "plain"), ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\t=1", "'\t=1"),
            ("\r", "\"'\r\""), ("\r\n=1", "\"'\r\n=1\""), ("a=1", "a=1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("=\"a\",b", "\"'=\"\"a\"\",b\""), ("a\nb", "\"a\nb\""), ("", ""), ("é🎉", "é🎉"),
            ("=\u{301}1", "'=\u{301}1"),
        ])
    func cells(text: String, cell: String) {
        #expect(Array(ExportFormat.cell(text).utf8) == Array(cell.utf8))
    }

    @Test("is given in pieces, of the period alone, and stops when told to") func pieces() throws {
        fill(folder.journal)
        #expect(try pieces(.jsonLines, from: 0, to: 5000).map { $0.split(separator: "\n").count } == [500, 500, 100])
        #expect(try pieces(.jsonLines, from: 10, to: 20).map { $0.split(separator: "\n").count } == [10])
        #expect(try pieces(.jsonLines, from: 90_000, to: 99_000).isEmpty)
        #expect(try pieces(.csv, from: 90_000, to: 99_000).count == 1)
        let (count, calls) = try journal.sync { store throws(JournalError) in
            var calls = 0
            let count = try store.export(from: .second(0), to: .second(5000), as: .jsonLines) { _ in
                calls += 1
                return false
            }
            return (count, calls)
        }
        #expect(count == 500)
        #expect(calls == 1)
    }
}

/// 1100 rows, one a second, without a wait for the disk.
private func fill(_ path: String) {
    let message = runSQL(
        """
        PRAGMA synchronous = OFF;
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1099)
        INSERT INTO operation (kind, reference, customer_reference, reader_serial, reader_name, reader_address,
            reader_simulated, boot_id, started_at, started_offset, ticket)
        SELECT 'sale', 'A' || i, 'A' || i, '1', 'n', 'a', 0, 'b', 1700000000000 + i * 1000, 0, 'A' || i FROM n;
        INSERT INTO day_span SELECT min(sequence), max(sequence), started_at / 86400000 FROM operation GROUP BY 3;
        """, at: path)
    #expect(message == nil)
}
