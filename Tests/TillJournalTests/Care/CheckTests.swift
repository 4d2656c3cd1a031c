import Testing

@testable import TillJournal

@Suite("The check of the books") struct CheckTests {
    let folder = ScratchFolder()

    private func begin() throws -> Journal {
        let journal = try openBooks(at: folder.journal)
        try journal.sync { store throws(JournalError) in _ = try store.mintReference() }
        try journal.record(.sample("A1"), .approved())
        try journal.record(
            .sample("R1", kind: .refund, amount: money(400), undoing: OperationOutcome.guid),
            .approved(money(400), transactionID: "r1"))
        try journal.record(.sample("A2"))
        try journal.record(.sample("A3"), .ended(.declined))
        try journal.sync { store throws(JournalError) in
            _ = try store.recordUnclaimed(.approved(), from: .counter, customerReference: "")
            _ = try store.closeDay(at: .second(100), by: "Ann")
            _ = try store.closeDay(at: .second(200), by: "Ann")
        }
        return journal
    }

    @Test("finds nothing in sound ones, writing or reading") func sound() throws {
        let journal = try begin()
        #expect(try journal.check() == [])
        #expect(try Journal.open(at: folder.journal, access: .reading).check() == [])
    }

    private static let triggers = [
        "operation_stays", "operation_is_settled_once", "outcome_stays", "outcome_is_not_edited",
        "unclaimed_result_stays", "day_close_is_not_edited", "operation_stays_undone",
    ]

    @Test(
        "finds what other hands have broken",
        arguments: [
            ("DELETE FROM outcome WHERE id = 3", CheckFinding.Kind.lostReference, 4),
            ("UPDATE outcome SET operation = 2 WHERE id = 1", .strangerOutcome, 1),
            ("UPDATE outcome SET verdict = 'unknown' WHERE id = 3", .wrongDoubt, 4),
            ("UPDATE operation SET verdict = 'failed' WHERE sequence = 4", .wrongSearch, 4),
            ("UPDATE operation SET card = '2222' WHERE sequence = 1", .wrongSearch, 1),
            ("UPDATE operation SET other_minor = 1, other_currency = 'GBP' WHERE sequence = 1", .wrongSearch, 1),
            ("UPDATE operation SET is_refunded = 0 WHERE sequence = 1", .wrongSearch, 1),
            ("UPDATE operation SET is_voided = 1 WHERE sequence = 2", .wrongSearch, 2),
            ("DELETE FROM unclaimed_result", .lostResult, 4),
            ("UPDATE outcome SET authorised_minor = 1001 WHERE id = 2", .overRefunded, 1),
            (
                "UPDATE operation SET kind = 'saleReversal', original = 1 WHERE sequence = 4; "
                    + "UPDATE outcome SET verdict = 'approved' WHERE id = 3", .doubleReversal, 1
            ),
            (
                "UPDATE operation SET reference = 'T1-000002-' || (SELECT tag FROM journal) WHERE sequence = 3",
                .forgottenNumber, 3
            ),
            ("UPDATE operation SET ticket = 'A1' WHERE sequence = 4", .doubleAttempt, 4),
            ("UPDATE day_close SET last_outcome = 99 WHERE number = 1", .overlappingCloses, 2),
            ("UPDATE operation SET reader_simulated = 1 WHERE sequence = 3", .wrongBooks, 3),
        ] as [(String, CheckFinding.Kind, Int64)])
    func broken(sql: String, kind: CheckFinding.Kind, number: Int64) throws {
        let journal = try begin()
        for trigger in Self.triggers { runSQL("DROP TRIGGER \(trigger)", at: folder.journal) }
        #expect(runSQL(sql, at: folder.journal) == nil)
        let findings = try journal.check()
        #expect(findings.first == CheckFinding(kind: kind, number: number, detail: ""))
        #expect(Set(findings.map(\.kind)).subtracting([kind, .wrongDoubt, .wrongSearch]).isEmpty)
    }

    @Test("finds damage, and says no more then") func damage() throws {
        try begin().close()
        var bytes = try #require(contents(of: folder.journal))
        for index in (bytes.count - 12_000)..<bytes.count { bytes[index] = 0xA5 }
        write(bytes, to: folder.journal)
        let findings = try Journal.open(at: folder.journal, access: .reading).check()
        #expect(Set(findings.map(\.kind)) == [.damage])
        #expect(findings.allSatisfy { !$0.detail.isEmpty })
        #expect(contents(of: folder.journal) == bytes)
    }

    private static let sentences: [(kind: CheckFinding.Kind, sentence: String)] = [
        (CheckFinding.Kind.damage, "The file is damaged. Put it aside, keep it, and bring back a copy."),
        (.lostReference, "A row refers to one that is not there."),
        (.strangerOutcome, "Operation 7 has the outcome of another operation."),
        (.wrongDoubt, "Operation 7 is not marked as its outcome says."),
        (.wrongSearch, "A search does not find operation 7 as it ended."),
        (.lostResult, "Result 7 belongs to no operation and is not among the unclaimed ones."),
        (.overRefunded, "More was given back on operation 7 than was paid."),
        (.doubleReversal, "Operation 7 was undone twice."),
        (.forgottenNumber, "The reference of operation 7 has a number that was not given yet."),
        (.doubleAttempt, "Operation 7 is the same attempt at its ticket as another one."),
        (.overlappingCloses, "Day close 7 begins before the one before it ended."),
        (.wrongBooks, "Operation 7 belongs in the other books."),
    ]

    @Test("says what it found", arguments: sentences)
    func sentence(kind: CheckFinding.Kind, sentence: String) {
        #expect(CheckFinding(kind: kind, number: 7, detail: "").sentence == sentence)
    }
}
