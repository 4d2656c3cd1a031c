import Testing

@testable import TillJournal

@Suite("Charges of other programs") struct ChargeTests {
    let folder = ScratchFolder()

    private static let draft = ChargeRecord.Draft(
        // It looks like a card number, and is the caller's own.
        returnAddress: "com-shop://done?order=4111111111111111#here", usesFileMakerForm: true, appName: "Shop")

    private func recorded(_ store: JournalStore) throws(JournalError) -> OperationRecord {
        try store.recordIntent(.sample(store.mintReference()), charge: ChargeTests.draft)
    }

    @Test("a charge is kept with its ticket, its address to the letter") func kept() throws {
        let journal = try openBooks(at: folder.journal)
        let ticket = try journal.sync { (store) throws(JournalError) in try recorded(store).intent.ticket }
        journal.close()
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            let charge = try store.charge(of: ticket)
            #expect(charge == ChargeRecord(ticket: ticket, draft: ChargeTests.draft, askedAt: .second(0)))
            #expect(try store.charge(of: "T1-9") == nil)
            #expect(try store.openCharges() == [charge])
        }
    }

    @Test("another attempt at the ticket asks nothing anew") func anotherAttempt() throws {
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            let first = try recorded(store)
            _ = try store.recordOutcome(
                OperationOutcome(verdict: .declined, settledBy: .readerAnswer, finishedAt: .second(1)),
                of: first.sequence)
            var other = ChargeTests.draft
            other.returnAddress = "com-other://"
            _ = try store.recordIntent(
                .sample(store.mintReference(), ticket: first.intent.ticket, at: 2), charge: other)
            #expect(try store.openCharges().map(\.draft) == [ChargeTests.draft])
            #expect(try store.operations(ticket: first.intent.ticket).map(\.attempt) == [1, 2])
        }
    }

    @Test("the first answer stands, also after the books were closed") func answeredOnce() throws {
        let journal = try openBooks(at: folder.journal)
        let ticket = try journal.sync { (store) throws(JournalError) in
            let ticket = try recorded(store).intent.ticket
            let charge = try store.recordAnswer("com-shop://done?ifcc_responseType=approved", ofTicket: ticket)
            #expect(charge.answer == "com-shop://done?ifcc_responseType=approved")
            return ticket
        }
        journal.close()
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            let charge = try store.recordAnswer("com-shop://done?ifcc_responseType=error", ofTicket: ticket)
            #expect(charge.answer == "com-shop://done?ifcc_responseType=approved")
            #expect(try store.openCharges() == [charge])
        }
    }

    @Test("an answer that was delivered or let be is open no more") func closed() throws {
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            let tickets = try [recorded(store), recorded(store), recorded(store)].map(\.intent.ticket)
            for ticket in tickets { _ = try store.recordAnswer("com-shop://", ofTicket: ticket) }
            try store.noteDelivery(ofTicket: tickets[0], at: .second(5))
            try store.letBe(ticket: tickets[1])
            #expect(try store.openCharges().map(\.ticket) == [tickets[2]])
            #expect(try store.charge(of: tickets[0])?.deliveredAt == .second(5))
        }
    }

    @Test("an answer to what was never charged is kept too, under a reference that nothing else gets")
    func neverCharged()
        throws
    {
        let journal = try openBooks(at: folder.journal)
        let kept = try journal.sync { (store) throws(JournalError) in
            try store.recordAnswer(
                "com-shop://done?$ifcc_responseType=cancelled", to: ChargeTests.draft, askedAt: .second(3))
        }
        journal.close()
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            #expect(kept.draft == ChargeTests.draft && kept.askedAt == .second(3))
            #expect(kept.answer == "com-shop://done?$ifcc_responseType=cancelled")
            #expect(try store.openCharges() == [kept])
            #expect(try store.operations(ticket: kept.ticket).isEmpty)
            #expect(try store.ticket(kept.ticket) == nil)
            #expect(try recorded(store).intent.ticket != kept.ticket)
            #expect(try store.check().isEmpty)
        }
    }

    @Test("what was not handed over is listed newest first, and what was let be is still among it") func unsent() throws
    {
        try openBooks(at: folder.journal).sync { (store) throws(JournalError) in
            #expect(try store.lastAnsweredCharge() == nil)
            let tickets = try [recorded(store), recorded(store), recorded(store)].map(\.intent.ticket)
            for ticket in tickets.dropLast() { _ = try store.recordAnswer("com-shop://", ofTicket: ticket) }
            let cancelled = try store.recordAnswer("com-b:", to: ChargeTests.draft, askedAt: .second(9)).ticket
            try store.letBe(ticket: tickets[1])
            #expect(try store.unsentCharges(limit: 9).map(\.ticket) == [cancelled, tickets[1], tickets[0]])
            #expect(try store.unsentCharges(limit: 1).map(\.ticket) == [cancelled])
            for ticket in [tickets[1], cancelled] { try store.noteDelivery(ofTicket: ticket, at: .second(10)) }
            #expect(try store.unsentCharges(limit: 9).map(\.ticket) == [tickets[0]])
            #expect(try store.lastAnsweredCharge()?.ticket == cancelled)
        }
    }

    @Test(
        "the file itself refuses what must not change",
        arguments: [
            "DELETE FROM charge", "UPDATE charge SET return_address = 'x:'", "UPDATE charge SET answer = 'x:'",
            "UPDATE charge SET ticket = 'x'",
        ])
    func guarded(sql: String) throws {
        let journal = try openBooks(at: folder.journal)
        try journal.sync { (store) throws(JournalError) in
            let ticket = try recorded(store).intent.ticket
            #expect(try store.recordAnswer("com-shop://", ofTicket: ticket).answer != nil)
        }
        journal.close()
        #expect(runSQL(sql, at: folder.journal) != nil)
    }

    @Test("nobody asked for a ticket that is not there") func unknown() throws {
        let journal = try openBooks(at: folder.journal)
        #expect(throws: JournalError.refused(.unknownTicket("T1-9"))) {
            try journal.sync { (store) throws(JournalError) in
                try store.recordAnswer("com-shop://", ofTicket: "T1-9")
            }
        }
    }
}
