import Testing

/// Bank, reader and till as programs: the bank's answer does not arrive, and its list tells what became of the sale.
@Suite("An answer that is lost, among three programs") struct LostAnswerTests {
    @Test(
        "a bank that goes away after it has approved: its list settles the sale at once", arguments: Shop.Link.allCases)
    func dropAfter(link: Shop.Link) throws {
        let shop = try Shop(link)
        try shop.bank?.fault("kind=drop-after&on=authorization")
        let end = try shop.sell("12.34", reference: "Table 4")
        #expect(end.status == 0, "\(end.error)")
        #expect(end.error.contains("The answer did not arrive. Asking the reader for it; that charges nothing.\n"))
        #expect(end.error.contains("Table 4: The bank's transaction list has it: SALE AUTHORISED 12.34 GBP "))
        #expect(end.output == "APPROVED  12.34 GBP  VISA ************1111  auth 005354  ref Table 4  SIMULATED\n")
        let sale = try #require(try shop.expectEqualBooks().first)
        let operation = try shop.lastOperation()
        #expect(operation.settledBy == "transactionFeed")
        let evidence = try shop.evidence()
        #expect(evidence.count == 1)
        #expect(evidence.first?.hasPrefix("foundInFeed: SALE AUTHORISED 12.34 GBP ") == true)
        #expect(evidence.first?.hasSuffix(" auth 005354 ref Table 4 id \(sale.id)") == true)
    }

    @Test("where the list cannot be read either the sale stays in doubt, until till recover reads it")
    func recover() throws {
        let shop = try Shop()
        try shop.bank?.fault("kind=drop-after&on=authorization")
        try shop.bank?.fault("kind=500&on=feed&count=4")
        let end = try shop.sell("12.34")
        #expect(end.status == 5, "\(end.error)")
        #expect(end.error.contains("The bank's transaction list cannot be reached.\n"))
        #expect(try shop.history().map(\.result) == ["unknown"])
        let recovered = try shop.till("recover")
        #expect(recovered.status == 0, "\(recovered.error)")
        #expect(recovered.output.hasPrefix("APPROVED  12.34 GBP  VISA ************1111  auth 005354  "))
        #expect(try shop.expectEqualBooks().count == 1)
        let evidence = try shop.evidence()
        #expect(evidence.count == 2)
        #expect(evidence.first == "feedGaveNoAnswer: The bank's transaction list cannot be reached.")
        #expect(evidence.last?.hasPrefix("foundInFeed: SALE AUTHORISED 12.34 GBP ") == true)
        #expect(try shop.till("recover").output == "Nothing waiting on the reader.\n")
    }

    @Test(
        "what never reached the bank stays in doubt as long as it may still come, and was not charged after that",
        arguments: ["kind=drop-before&on=authorization", "kind=500&on=authorization", nil])
    func neverReached(fault: String?) throws {
        let shop = try Shop()
        if let fault { try shop.bank?.fault(fault) }
        // Without a fault it is the amount that the bank does not answer.
        let end = try shop.sell(fault == nil ? "37.68" : "12.34", reference: "Table 4")
        #expect(end.status == 5, "\(end.error)")
        #expect(end.error.contains("Table 4: The bank's transaction list does not have it so far.\n"))
        let early = try shop.till("recover")
        #expect(early.status == 5, "\(early.error)")
        try shop.wait()
        let late = try shop.till("recover")
        #expect(late.status == 0, "\(late.output)\(late.error)")
        #expect(
            late.error.hasPrefix(
                "Table 4: The bank's transaction list is complete and does not have it: no money moved.\n"))
        #expect(try shop.history().map(\.result) == ["failed"])
        #expect(try shop.expectEqualBooks().isEmpty)
        let evidence = try shop.evidence()
        #expect(evidence.count == 3)
        #expect(evidence.dropLast().allSatisfy { $0.hasPrefix("notYetInFeed: not in the feed so far") })
        #expect(evidence.last?.hasPrefix("notInFeed: not in the feed, which is complete for that time") == true)
    }

    @Test("two equal sales in the list are shown, and nobody guesses, however late it is") func twoCandidates() throws {
        let shop = try Shop()
        // Another till sells the same for the same table, on the same reader.
        #expect(try shop.sell("12.34", reference: "Table 4", at: "other").status == 0)
        let other = try #require(try shop.history(at: "other").first?.transactionID)
        let end = try shop.sell("12.34", reference: "Table 4", settings: ["TILL_CRASH_AT": "host-answered"])
        #expect(end.status < 0)
        // The reader would know which of the two is the till's.
        try shop.replaceReader()
        for _ in 1...2 {
            let recovered = try shop.till("recover")
            #expect(recovered.status == 5, "\(recovered.error)")
            let prefix =
                "Table 4: The bank's transaction list does not decide. Compare by hand: SALE AUTHORISED 12.34 GBP"
            #expect(recovered.error.hasPrefix(prefix))
            #expect(recovered.error.contains(other))
            #expect(try shop.history().map(\.result) == ["unknown"])
            try shop.wait()
        }
        let operation = try shop.lastOperation()
        let notes = operation.events.filter { $0.name == "ambiguousInFeed" }
        #expect(notes.map(\.code) == [2, 2])
        #expect(notes.allSatisfy { $0.text.contains(other) && $0.text.contains("; SALE AUTHORISED") })
    }
}
