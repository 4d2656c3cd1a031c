import Testing

/// Bank, reader and till as programs, with a bank that is not as it should be.
@Suite("A bank in trouble, among three programs") struct HostTroubleTests {
    @Test("a bank that is down leaves a sale in doubt, which was not charged once the bank is back") func down() throws
    {
        let shop = try Shop()
        try shop.closeBank()
        let end = try shop.sell("12.34", reference: "Table 4")
        #expect(end.status == 5, "\(end.error)")
        #expect(end.error.contains("The bank's host cannot be reached. Check the network."))
        #expect(end.error.contains("The bank's transaction list cannot be reached."))
        try shop.openBank()
        #expect(try shop.till("recover").status == 5)
        try shop.wait()
        #expect(try shop.till("recover").status == 0)
        #expect(try shop.history().map(\.result) == ["failed"])
        #expect(try shop.expectEqualBooks().isEmpty)
    }

    @Test("a slow answer is an answer") func slow() throws {
        let shop = try Shop()
        try shop.bank?.fault("kind=delay&milliseconds=300&on=authorization")
        #expect(try shop.sell("12.34").status == 0)
        #expect(try shop.expectEqualBooks().count == 1)
        #expect(try shop.evidence() == [])
    }

    @Test(
        "whatever a bank that has decided says instead of its answer, the sale is approved once, by the bank's list",
        arguments: ["delay&milliseconds=600000", "silent-after", "truncated", "other-sale"])
    func lies(kind: String) throws {
        let shop = try Shop(timeScale: kind == "truncated" || kind == "other-sale" ? 10 : 15)
        try shop.bank?.fault("kind=\(kind)&on=authorization")
        let end = try shop.sell("12.34")
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output.hasPrefix("APPROVED  12.34 GBP  VISA ************1111  auth 005354  "))
        #expect(try shop.expectEqualBooks().map(\.authorisedMinor) == [1234])
        #expect(try shop.lastOperation().settledBy == "transactionFeed")
    }

    @Test("a bank whose certificate is another's is asked for nothing, and what it was not asked was not charged")
    func wrongCertificate() throws {
        let shop = try Shop(certificate: .otherName)
        let end = try shop.sell("12.34", reference: "Table 4")
        #expect(end.status == 5, "\(end.error)")
        #expect(end.error.contains("The bank's host cannot be trusted."))
        #expect(end.error.contains("The bank's transaction list cannot be reached."))
        #expect(try shop.till("recover").status == 5)
        try shop.wait(certificate: .good)
        let late = try shop.till("recover")
        #expect(late.status == 0, "\(late.output)\(late.error)")
        #expect(try shop.history().map(\.result) == ["failed"])
        #expect(try shop.sell("5.00").status == 0)
        #expect(try shop.expectEqualBooks().map(\.authorisedMinor) == [500])
    }
}
