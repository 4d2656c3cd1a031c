import Money
import Testing

@testable import TillJournal

@Suite("Outcomes") struct OutcomeTests {
    let folder = ScratchFolder()
    let journal: Journal

    init() throws {
        journal = try openBooks(at: folder.journal)
    }

    private func bring(_ outcome: OperationOutcome, to record: OperationRecord) throws -> OutcomeRecording {
        try journal.sync { store throws(JournalError) in try store.recordOutcome(outcome, of: record.sequence) }
    }

    private func stored(_ record: OperationRecord) throws -> OperationRecord? {
        try journal.sync { store throws(JournalError) in try store.operation(sequence: record.sequence) }
    }

    private func unclaimed() throws -> [UnclaimedResult] {
        try journal.sync { store throws(JournalError) in try store.unclaimed() }
    }

    @Test("come back as they were and survive the program", arguments: OperationOutcome.Verdict.allCases)
    func roundTrip(verdict: OperationOutcome.Verdict) throws {
        let outcome = OperationOutcome(
            verdict: verdict, message: "it's \"so\"", statusCode: -7, requested: money(1000), authorised: money(600),
            gratuity: money(100), total: money(1100), due: money(500, "JPY"),
            transactionID: OperationOutcome.guid, readerTransactionID: "42", authorisationCode: "991122",
            cardScheme: "Visa", maskedCardNumber: "************1111", cardEntry: "ICC", verificationMethod: "PIN",
            customerReceipt: "<p>£10.00</p>", merchantReceipt: "<p>m</p>", isRecovered: true,
            settledBy: .supervisor(name: "Ann", evidence: "bank statement"),
            finishedAt: Timestamp(millisecondsSince1970: 5, offsetFromUTC: 7200))
        let record = try journal.record(.sample("A1"), outcome)
        #expect(record.outcome == outcome)
        #expect(record.isInDoubt == (verdict == .unknown))
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        let found = try survivor.sync { store throws(JournalError) in try store.operation(reference: "A1") }
        #expect(found == record)
    }

    @Test(
        "say where they come from",
        arguments: [
            OperationOutcome.Settlement.readerAnswer, .pendingResult, .nothingSent, .transactionFeed,
            .supervisor(name: "", evidence: ""), .noAnswer,
        ])
    func settlements(settlement: OperationOutcome.Settlement) throws {
        let record = try journal.record(.sample("A1"), .ended(.failed, by: settlement))
        #expect(try stored(record)?.outcome?.settledBy == settlement)
    }

    @Test(
        "that are unknown give way to clear ones",
        arguments: OperationOutcome.Verdict.allCases.filter { $0 != .unknown })
    func unknownGivesWay(verdict: OperationOutcome.Verdict) throws {
        let record = try journal.record(.sample("A1"), .ended(.unknown, by: .noAnswer))
        #expect(record.isInDoubt)
        let clear = OperationOutcome.ended(verdict, by: .pendingResult)
        guard case .recorded(let settled) = try bring(clear, to: record) else {
            Issue.record("the clear outcome was not recorded")
            return
        }
        #expect(settled.outcome == clear)
        #expect(!settled.isInDoubt)
        #expect(try stored(record) == settled)
        #expect(try unclaimed().isEmpty)
    }

    @Test("that are unknown give way to unknown ones that tell more") func unknownTellsMore() throws {
        let record = try journal.record(.sample("A1"), .ended(.unknown, by: .noAnswer))
        let more = OperationOutcome.ended(.unknown, transactionID: OperationOutcome.guid)
        _ = try bring(more, to: record)
        #expect(try stored(record)?.outcome == more)
        #expect(try stored(record)?.isInDoubt == true)
        // The number is found even after an outcome without it.
        _ = try bring(.ended(.failed, by: .supervisor(name: "Ann", evidence: "feed")), to: record)
        let found = try journal.sync { store throws(JournalError) in
            try store.operation(transactionID: OperationOutcome.guid)
        }
        #expect(found?.sequence == record.sequence)
    }

    @Test("that are the same again change nothing, however they were learnt") func sameAgain() throws {
        let record = try journal.record(.sample("A1"), .approved())
        var again = OperationOutcome.approved(by: .pendingResult)
        again.isRecovered = true
        again.finishedAt = .second(9999)
        again.customerReceipt = "again"
        #expect(try bring(again, to: record) == .alreadyRecorded(record))
        #expect(try stored(record) == record)
        #expect(try unclaimed().isEmpty)
    }

    @Test("that are clear are not replaced by an unknown one") func unknownAfterClear() throws {
        let record = try journal.record(.sample("A1"), .approved())
        #expect(try bring(.ended(.unknown, by: .noAnswer), to: record) == .alreadyRecorded(record))
        #expect(try unclaimed().isEmpty)
    }

    @Test(
        "that contradict a clear one are kept beside it and reported",
        arguments: [
            (OperationOutcome.ended(.declined), OperationOutcome.approved()),
            (.ended(.failed, by: .nothingSent), .approved(by: .pendingResult)),
            (.approved(), .ended(.cancelled)),
            (.approved(), .approved(transactionID: "91236fc0-8192-11eb-9aca-ad4b0e95f241")),
            (.approved(), .approved(money(999))),
            (.approved(transactionID: nil, by: .supervisor(name: "Ann", evidence: "slip")), .approved()),
            (.approved(), .ended(.unknown, transactionID: "91236fc0-8192-11eb-9aca-ad4b0e95f241")),
        ])
    func contradiction(first: OperationOutcome, second: OperationOutcome) throws {
        let record = try journal.record(.sample("A1", customerReference: "table 4"), first)
        let recording = try bring(second, to: record)
        let kept = UnclaimedResult(
            number: 1, reader: .counter, customerReference: "table 4", contradictedSequence: record.sequence,
            outcome: second)
        var told = record
        // What the reader says is known beside what somebody else has said.
        if !first.settledBy.isReaders { told.readersAnswer = second }
        #expect(recording == .contradiction(told, kept))
        #expect(try stored(record) == told)
        #expect(try unclaimed() == [kept])
        // The reader may tell it again after the next connect.
        #expect(try bring(second, to: record) == .contradiction(told, kept))
        #expect(try unclaimed() == [kept])
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        #expect(try survivor.sync { store throws(JournalError) in try store.unclaimed() } == [kept])
    }

    @Test("belong to an operation") func unknownOperation() throws {
        #expect(throws: JournalError.unknownOperation(sequence: 9)) {
            try journal.sync { store throws(JournalError) in try store.recordOutcome(.approved(), of: 9) }
        }
    }

    @Test("without an operation are kept, once for each reader and reference") func withoutOperation() throws {
        let expected = [("12345", ""), ("12345", "table 9"), ("67890", "")]
        for (reader, reference) in [
            (ReaderIdentity.counter, ""), (.counter, ""), (.counter, "table 9"), (.terrace, ""), (.counter, ""),
        ] {
            let kept = try journal.sync { store throws(JournalError) in
                try store.recordUnclaimed(.approved(), from: reader, customerReference: reference)
            }
            #expect(kept.outcome == .approved())
            #expect(kept.contradictedSequence == nil)
        }
        let found = try unclaimed()
        #expect(found.map(\.reader.serialNumber) == expected.map(\.0))
        #expect(found.map(\.customerReference) == expected.map(\.1))
        #expect(throws: JournalError.wrongBooks(path: folder.journal, heldBooks: .real)) {
            try journal.sync { store throws(JournalError) in
                try store.recordUnclaimed(.approved(), from: .simulated, customerReference: "")
            }
        }
    }

    @Test(
        "are guarded by the file itself",
        arguments: [
            ("DELETE FROM operation", "an operation is never deleted"),
            ("UPDATE operation SET outcome = NULL, in_doubt = 1", "a clear outcome is never replaced"),
            ("UPDATE outcome SET verdict = 'declined'", "an outcome is never edited"),
            ("DELETE FROM outcome", "an outcome is never deleted"),
            ("DELETE FROM unclaimed_result", "an unclaimed result is never deleted"),
        ])
    func guards(sql: String, message: String) throws {
        let record = try journal.record(.sample("A1"), .approved())
        _ = try bring(.ended(.declined), to: record)
        #expect(runSQL(sql, at: folder.journal) == message)
    }
}
