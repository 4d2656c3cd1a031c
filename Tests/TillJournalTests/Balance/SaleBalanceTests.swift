import Money
import Testing

@testable import TillJournal

@Suite("A sale's balance") struct SaleBalanceTests {
    static let noon: Int64 = 0
    let folder = ScratchFolder()
    let journal: Journal
    let sale: OperationRecord

    init() throws {
        journal = try openBooks(at: folder.journal)
        sale = try journal.record(.sample("SALE"), .approved())
    }

    @discardableResult
    private func refund(
        _ reference: String, _ minor: Int64, _ outcome: OperationOutcome? = nil, code: String = "GBP"
    ) throws -> OperationRecord {
        let amount = money(minor, code)
        let intent = OperationIntent.sample(
            reference, kind: .refund, amount: amount, undoing: OperationOutcome.guid, at: 10)
        return try journal.record(intent, outcome)
    }

    @discardableResult
    private func reverse(
        _ reference: String, _ outcome: OperationOutcome? = nil, at second: Int64 = 10, amount: Amount? = money(1000)
    ) throws -> OperationRecord {
        let intent = OperationIntent.sample(
            reference, kind: .saleReversal, amount: amount, undoing: OperationOutcome.guid, at: second)
        return try journal.record(intent, outcome)
    }

    private func balance(at second: Int64 = 10) throws -> SaleBalance {
        try journal.sync { store throws(JournalError) in try store.balance(of: sale.sequence, at: .second(second)) }
    }

    private func expectRefused(_ refusal: Refusal, _ body: () throws -> Void) throws {
        let before = try journal.sync { store throws(JournalError) in try store.lastOperation() }
        #expect(throws: JournalError.refused(refusal)) { try body() }
        #expect(try journal.sync { store throws(JournalError) in try store.lastOperation() } == before)
    }

    @Test("is whole until something is given back") func whole() throws {
        let found = try balance()
        #expect(
            found
                == SaleBalance(
                    sequence: sale.sequence, transactionID: OperationOutcome.guid, paid: money(1000),
                    refunded: money(0), refundedInDoubt: money(0), reversal: .none, rest: money(1000),
                    refundObstacle: nil, reversalObstacle: nil))
        #expect(found.mayBeReversed)
    }

    @Test("is of the amount authorised, gratuity included") func authorised() throws {
        let other = OperationOutcome.approved(money(1150), transactionID: "other")
        let record = try journal.record(.sample("S2"), other)
        let found = try journal.sync { store throws(JournalError) in
            try store.balance(of: record.sequence, at: .second(0))
        }
        #expect(found.paid == money(1150))
    }

    @Test("falls with each refund, and no refund goes above it") func refunds() throws {
        try refund("R1", 600, .approved(money(600), transactionID: "r1"))
        try expectRefused(.aboveRest(asked: money(500), rest: money(400))) { try refund("R2", 500) }
        try refund("R3", 400, .approved(money(400), transactionID: "r3"))
        #expect(try balance().refunded == money(1000))
        #expect(try balance().rest == money(0))
        #expect(try balance().refundObstacle == .aboveRest(asked: money(1000), rest: money(0)))
        try expectRefused(.aboveRest(asked: money(1000), rest: money(0))) { try refund("R4", 1) }
    }

    @Test(
        "does not fall with a refund that did not happen",
        arguments: [
            OperationOutcome.Verdict.declined, .cancelled, .failed,
        ])
    func refusedRefund(verdict: OperationOutcome.Verdict) throws {
        try refund("R1", 600, .ended(verdict))
        #expect(try balance().rest == money(1000))
        #expect(try balance().mayBeReversed)
    }

    @Test("counts a refund in doubt as gone and lets nothing follow it", arguments: [true, false])
    func refundInDoubt(hasOutcome: Bool) throws {
        let doubtful = try refund("R1", 400, hasOutcome ? .ended(.unknown, by: .noAnswer) : nil)
        let found = try balance()
        #expect(found.refundedInDoubt == money(400))
        #expect(found.rest == money(600))
        #expect(found.refundObstacle == .undoingInDoubt(reference: "R1"))
        try expectRefused(.undoingInDoubt(reference: "R1")) { try refund("R2", 100) }
        try expectRefused(.undoingInDoubt(reference: "R1")) { try reverse("V1") }
        try journal.settle(doubtful, .ended(.failed, by: .nothingSent))
        try refund("R3", 1000)
    }

    @Test("in doubt lets one more refund follow for each decision, never above the rest") func overridden() throws {
        let doubtful = try refund("R1", 400)
        let decision = SupervisorDecision(kind: .goOnAnyway, supervisor: "Ann", evidence: "slip", at: .second(20))
        _ = try journal.sync { store throws(JournalError) in try store.decide(decision, of: doubtful.sequence) }
        try expectRefused(.aboveRest(asked: money(700), rest: money(600))) { try refund("R2", 700) }
        try expectRefused(.undoingInDoubt(reference: "R1")) { try reverse("V1") }
        try refund("R3", 100, .approved(money(100), transactionID: "r3"))
        try expectRefused(.undoingInDoubt(reference: "R1")) { try refund("R4", 100) }
    }

    @Test("is gone when the sale was reversed") func reversed() throws {
        let reversal = try reverse("V1", .approved(transactionID: "v1"))
        let found = try balance()
        #expect(found.reversal == .reversed(by: reversal.sequence))
        #expect(found.rest == money(0))
        let refusal = Refusal.alreadyReversed(reference: "SALE", by: "V1")
        #expect(found.refundObstacle == refusal)
        #expect(found.reversalObstacle == refusal)
        try expectRefused(refusal) { try reverse("V2") }
        try expectRefused(refusal) { try refund("R1", 1) }
    }

    @Test("is gone while a reversal is in doubt, and back when that failed") func reversalInDoubt() throws {
        let reversal = try reverse("V1")
        #expect(try balance().reversal == .inDoubt(reversal.sequence))
        #expect(try balance().rest == money(0))
        try expectRefused(.undoingInDoubt(reference: "V1")) { try refund("R1", 1) }
        try expectRefused(.undoingInDoubt(reference: "V1")) { try reverse("V2") }
        try journal.settle(reversal, .ended(.declined, by: .pendingResult))
        #expect(try balance().mayBeReversed)
    }

    @Test("that was touched by a refund cannot be reversed") func refundedFirst() throws {
        try refund("R1", 1, .approved(money(1), transactionID: "r1"))
        try expectRefused(.alreadyRefunded(reference: "SALE", refunded: money(1))) { try reverse("V1") }
    }

    @Test("rises again when a refund is reversed on its day") func refundReversal() throws {
        try refund("R1", 400, .approved(money(400), transactionID: "r1"))
        let intent = OperationIntent.sample("X1", kind: .refundReversal, amount: money(400), undoing: "r1", at: 20)
        let reversal = try journal.record(intent)
        #expect(try balance().rest == money(600))
        try journal.settle(reversal, .approved(money(400), transactionID: "x1"))
        #expect(try balance().rest == money(1000))
        #expect(try balance().mayBeReversed)
        var again = intent
        again.reference = "X2"
        let second = again
        try expectRefused(.alreadyReversed(reference: "R1", by: "X1")) { try journal.record(second) }
    }

    @Test("is reversed in whole or not at all", arguments: [999, 1001, nil] as [Int64?])
    func reversalOfPart(minor: Int64?) throws {
        let amount = minor.map { money($0) }
        try expectRefused(.reversalOfPart(asked: amount, whole: money(1000))) { try reverse("V1", amount: amount) }
    }

    @Test("is refunded in its own currency, by an amount above zero") func amounts() throws {
        try expectRefused(.otherCurrency(currency("EUR"), expected: currency("GBP"))) {
            try refund("R1", 100, code: "EUR")
        }
        try expectRefused(.noAmount) { try refund("R1", 0) }
        try expectRefused(.noAmount) { try refund("R1", -5) }
    }

    @Test("of what was never paid has nothing to give back") func notPaid() throws {
        for (index, verdict) in [OperationOutcome.Verdict.declined, .cancelled, .failed].enumerated() {
            let reference = "D\(index)"
            let record = try journal.record(.sample(reference), .ended(verdict, transactionID: reference))
            let found = try journal.sync { store throws(JournalError) in
                try store.balance(of: record.sequence, at: .second(0))
            }
            #expect(found.paid == money(0))
            #expect(found.refundObstacle == .nothingWasPaid(reference: reference))
            try expectRefused(.nothingWasPaid(reference: reference)) {
                try journal.record(.sample("R", kind: .refund, undoing: reference))
            }
        }
    }

    @Test("of a sale in doubt is not known") func saleInDoubt() throws {
        try journal.record(.sample("S2"), .ended(.unknown, transactionID: "maybe"))
        for kind in [OperationKind.refund, .saleReversal] {
            try expectRefused(.originalInDoubt(reference: "S2")) {
                try journal.record(.sample("R", kind: kind, undoing: "maybe"))
            }
        }
    }

    @Test("finds the number in an earlier outcome, and says so when there is none") func transactionID() throws {
        let lost = try journal.record(.sample("S2"), .approved(transactionID: nil))
        let found = try journal.record(.sample("S3"), .ended(.unknown, transactionID: "early"))
        try journal.settle(found, .approved(transactionID: nil, by: .transactionFeed))
        try journal.sync { store throws(JournalError) in
            let balances = try [lost, found].map { record throws(JournalError) in
                try store.balance(of: record.sequence, at: .second(0))
            }
            #expect(balances.map(\.transactionID) == [nil, "early"])
            #expect(balances.map(\.refundObstacle) == [.transactionIDMissing(reference: "S2"), nil])
        }
    }

    @Test("lists what was linked to the sale, oldest first, also where the link was made by hand") func linked() throws
    {
        try refund("R1", 100, .ended(.declined))
        try refund("R2", 100, .approved(money(100), transactionID: "r2"))
        // A refund of a sale that these books came to know only later.
        try journal.record(
            .sample("R3", kind: .refund, amount: money(300), undoing: "late"),
            .approved(money(300), transactionID: "r3"), allowsForeignOriginal: true)
        let late = try journal.record(.sample("S2"), .approved(transactionID: "late"))
        try journal.sync { store throws(JournalError) in
            #expect(try store.linked(to: sale.sequence).map(\.intent.reference) == ["R1", "R2"])
            #expect(try store.linked(to: late.sequence).map(\.intent.reference) == ["R3"])
            #expect(try store.balance(of: late.sequence, at: .second(0)).rest == money(700))
        }
    }

    @Test("is not shared with a refund that echoes the sale's number") func echoedNumber() throws {
        try refund("R1", 400, .approved(money(400)))
        #expect(try balance().rest == money(600))
        try expectRefused(.aboveRest(asked: money(700), rest: money(600))) { try refund("R2", 700) }
    }

    @Test("needs a known sale, unless the refund is said to be of another till's") func foreign() throws {
        for transactionID in [nil, "elsewhere"] {
            let intent = OperationIntent.sample("R1", kind: .refund, amount: money(5), undoing: transactionID)
            try expectRefused(.noOriginal(transactionID: transactionID)) { try journal.record(intent) }
        }
        let intent = OperationIntent.sample("R1", kind: .refund, amount: money(5), undoing: "elsewhere")
        let record = try journal.record(intent, allowsForeignOriginal: true)
        #expect(record.originalSequence == nil)
        // One of a known sale is checked all the same.
        let tooMuch = OperationIntent.sample("R2", kind: .refund, amount: money(1001), undoing: OperationOutcome.guid)
        try expectRefused(.aboveRest(asked: money(1001), rest: money(1000))) {
            try journal.record(tooMuch, allowsForeignOriginal: true)
        }
    }

    @Test("is of sales only") func otherKinds() throws {
        let end = try journal.record(.sample("E", kind: .endOfDay, amount: nil), .ended(.processed))
        let refusal = JournalError.refused(.notReturnable(sequence: end.sequence))
        #expect(throws: refusal) {
            try journal.sync { store throws(JournalError) in try store.balance(of: end.sequence, at: .second(0)) }
        }
    }

    @Test("holds against a second till that asks through the same file") func secondTill() throws {
        let first = OperationIntent.sample("R1", kind: .refund, amount: money(600), undoing: OperationOutcome.guid)
        var second = first
        second.reference = "R2"
        try journal.record(first, .approved(money(600), transactionID: "r1"))
        journal.close()
        let other = try openBooks(at: folder.journal, as: writer("T2", seed: 2))
        let intent = second
        #expect(throws: JournalError.refused(.aboveRest(asked: money(600), rest: money(400)))) {
            try other.record(intent)
        }
    }
}

@Suite("The day of a reversal") struct ReversalDayTests {
    let folder = ScratchFolder()

    /// - Parameters:
    ///   - sold, reversed: what the clock on the wall showed, as seconds after midnight of the day of the sale.
    @Test(
        "is that of the sale, by the clock on the wall of each",
        arguments: [
            (86_390, 3600, 86_399, 3600, true),
            (86_390, 3600, 86_410, 3600, false),
            (10, -12_600, 86_399, -12_600, true),
            (0, 0, -1, 0, false),
            // The clocks go back an hour between: it is the same day on the wall.
            (3600, 7200, 86_399, 3600, true),
        ])
    func days(sold: Int64, soldOffset: Int, reversed: Int64, reversedOffset: Int, isPossible: Bool) throws {
        let journal = try openBooks(at: folder.journal)
        let at = { (second: Int64, offset: Int) in
            // 2023-11-14 00:00:00 UTC.
            Timestamp(millisecondsSince1970: (1_699_920_000 + second - Int64(offset)) * 1000, offsetFromUTC: offset)
        }
        var sale = OperationIntent.sample("SALE")
        sale.startedAt = at(sold, soldOffset)
        let record = try journal.record(sale, .approved())
        var reversal = OperationIntent.sample("V1", kind: .saleReversal, undoing: OperationOutcome.guid)
        reversal.startedAt = at(reversed, reversedOffset)
        let (intent, now) = (reversal, reversal.startedAt)
        let balance = try journal.sync { store throws(JournalError) in
            try store.balance(of: record.sequence, at: now)
        }
        #expect(balance.mayBeReversed == isPossible)
        #expect(balance.refundObstacle == nil)
        if isPossible {
            #expect(try journal.record(intent).originalSequence == record.sequence)
        } else {
            #expect(throws: JournalError.refused(.otherDay(reference: "SALE", day: "2023-11-14"))) {
                try journal.record(intent)
            }
        }
    }

    @Test("a sale of a day that was closed is refunded, not voided", arguments: [true, false])
    func closedDay(inBooks: Bool) throws {
        let journal = try openBooks(at: folder.journal)
        func balance(of record: OperationRecord) throws -> SaleBalance {
            try journal.sync { store throws(JournalError) in try store.balance(of: record.sequence, at: .second(90)) }
        }
        let record = try journal.record(.sample("SALE"), .approved())
        if inBooks {
            try journal.sync { store throws(JournalError) in _ = try store.closeDay(at: .second(70), by: "Ann") }
        } else {
            // Another reader's end of day is not this one's.
            try journal.record(.sample("E0", kind: .endOfDay, amount: nil, reader: .terrace), .ended(.processed))
            #expect(try balance(of: record).mayBeReversed)
            try journal.record(.sample("E1", kind: .endOfDay, amount: nil), .ended(.processed))
        }
        let closed = try balance(of: record)
        #expect(closed.reversalObstacle == .dayClosed(reference: "SALE"))
        #expect(closed.refundObstacle == nil)
        #expect(throws: JournalError.refused(.dayClosed(reference: "SALE"))) {
            try journal.record(.sample("V1", kind: .saleReversal, undoing: OperationOutcome.guid, at: 80))
        }
        let next = try journal.record(.sample("NEXT"), .approved(transactionID: "next"))
        #expect(try balance(of: next).mayBeReversed)
    }
}
