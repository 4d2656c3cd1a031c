import Files
import Glibc
import Money
import SeededRandom
import TillJournal

/// The first page of searches in the books of a shop with a million operations, those that find next to nothing among
/// parts that find much above all.
enum SearchBench {
    private static let operations = 1_000_000
    private static let runs = 5
    /// Three years, to this moment: 2027-01-15 08:00.
    private static let end: Int64 = 1_800_000_000_000
    private static let pace: Int64 = 94_608

    private static let searches = [
        "", "declined", "cancelled", "failed", "partly", "unknown", "voided", "refunded", "sale", "refund", "void",
        "sale approved", "sale declined", "refund approved", "refund declined", "refund cancelled", "refund failed",
        "refund unknown", "refund partly", "refund voided", "void declined", "void unknown", "sale voided",
        "sale refunded", "voided refunded", "declined failed cancelled", "refund void declined failed unknown",
        "amount:3.50", "amount:3.50 declined", "amount:3.50 unknown", "amount:3.50 partly", "amount:3.50 voided",
        "amount:3.50 refund", "amount:3.50 refund declined", "amount:777.77 refund declined", "3.50 refund declined",
        "amount:3.50 refund unknown", "amount:3.50 void declined", "card:1111", "card:1111 declined",
        "card:1111 unknown", "card:1111 cancelled", "card:1111 refund", "card:1111 voided",
        "card:1111 refund declined", "card:4321 declined", "amount:3.50 card:1111",
        "amount:3.50 card:1111 declined", "amount:3.50 card:1111 refund declined", "amount:777.77 card:1111",
        "on:2025-06-01", "on:2025-06-01 declined", "on:2025-06-01 refund declined", "on:2025-06-01 amount:3.50",
        "after:2026-12-01 declined", "after:2025-01-01 refund unknown", "before:2024-02-01",
        "before:2024-02-01 refund declined", "before:2024-02-01 amount:3.50", "before:2024-02-01 card:1111 failed",
        "after:2024-06-01 before:2024-07-01 unknown", "after:2024-06-01 before:2024-07-01 amount:3.50 voided",
        "T1-500000", "T1-500000 declined", "991122", "\"table 4\"", "\"table 4\" refund declined", "nothing",
    ]

    static func run() -> String {
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        guard let folder = try? TemporaryFolder(in: place, prefix: "till-bench-") else { return "no folder" }
        defer { folder.remove() }
        do {
            return try measure("\(folder.path)/books")
        } catch {
            return "\(error)"
        }
    }

    private static func measure(_ path: String) throws -> String {
        guard let till = TillName("T1") else { return "no name" }
        var random = SplitMix64(seed: 1)
        let journal = try Journal.open(
            at: path, access: .writing(JournalWriter(till: till, books: .simulated, random: &random)))
        defer { journal.close() }
        var shop = Shop(random: random)
        for number in 0..<operations { try shop.work(at: end - Int64(operations - number) * pace, in: journal) }
        let now = Timestamp(millisecondsSince1970: end, offsetFromUTC: 0)
        var measured: [(milliseconds: Double, line: String)] = []
        for search in searches {
            let query = try HistoryQuery(search, now: now, currencies: [.gbp])
            let clock = ContinuousClock()
            var took: [Duration] = []
            var found = 0
            for _ in 0..<runs {
                took.append(
                    try clock.measure {
                        found = try journal.sync { (store) throws(JournalError) in
                            try store.history(matching: query, before: nil, limit: 50).count
                        }
                    })
            }
            let milliseconds = Double(took.sorted()[runs / 2].components.attoseconds) / 1e15
            measured.append((milliseconds, "\(Bench.rounded(milliseconds)) ms  \(found) for “\(search)”"))
        }
        measured.sort { $0.milliseconds > $1.milliseconds }
        let slowest = measured.first?.milliseconds ?? 0
        return (["\(Bench.rounded(slowest)) ms at most, \(operations) operations"] + measured.map(\.line))
            .joined(separator: "\n  ")
    }

    /// Sells at a few prices to many cards, of which ten are seen every day; undoes and refuses some of it.
    private struct Shop {
        var random: SplitMix64
        private let reader = ReaderIdentity(serialNumber: "1", name: "bench", address: "sim", isSimulated: true)
        /// Sales of which nothing was given back: their numbers at the bank and what they brought.
        private var sales: [(id: String, amount: Amount, day: Int64)] = []

        init(random: SplitMix64) { self.random = random }

        mutating func work(at milliseconds: Int64, in journal: Journal) throws {
            let now = Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: 0)
            let draw = Int.random(in: 0..<1000, using: &random)
            let day = milliseconds / 86_400_000
            let undone = draw < 70 ? sales.popLast() : nil
            // A reversal is for the same day.
            let kind: OperationKind = undone == nil ? .sale : draw < 20 && undone?.day == day ? .saleReversal : .refund
            let card = Bool.random(using: &random) ? 1111 : Int.random(in: 1000..<10_000, using: &random)
            try journal.sync { (store) throws(JournalError) in
                let reference = try store.mintReference()
                let intent = OperationIntent(
                    kind: kind, amount: undone?.amount ?? price(), reference: reference,
                    customerReference: draw.isMultiple(of: 3) ? "table \(draw % 40)" : nil,
                    originalTransactionID: undone?.id, reader: reader, bootID: "bench", startedAt: now)
                let record = try store.recordIntent(intent)
                guard let verdict = verdict(undoing: undone?.amount) else { return }
                let id = hexadecimal(12)
                var outcome = OperationOutcome(
                    verdict: verdict, authorised: verdict == .approved ? intent.amount : nil, transactionID: id,
                    authorisationCode: String(Int.random(in: 100_000..<1_000_000, using: &random)),
                    settledBy: .readerAnswer, finishedAt: now)
                if verdict != .cancelled { outcome.maskedCardNumber = "************\(card)" }
                _ = try store.recordOutcome(outcome, of: record.sequence)
                if let amount = intent.amount, verdict == .approved, undone == nil { sales.append((id, amount, day)) }
                if sales.count > 20 { sales.removeFirst() }
            }
        }

        private mutating func price() -> Amount {
            let isListed = Int.random(in: 0..<3, using: &random) > 0
            let minorUnits =
                isListed ? 50 * Int.random(in: 1...20, using: &random) : Int.random(in: 1...100_000, using: &random)
            return Amount(minorUnits: Int64(minorUnits), currency: .gbp)
        }

        /// Nil for what nobody heard of again. The refund of a popular price was never declined: for what is not there a
        /// search has to look longest.
        private mutating func verdict(undoing amount: Amount?) -> OperationOutcome.Verdict? {
            switch Int.random(in: 0..<1000, using: &random) {
            case 0: nil
            case 1..<60 where amount?.minorUnits != 350: .declined
            case 60..<100: .cancelled
            case 100..<110: .failed
            case 110..<112 where amount == nil: .partiallyApproved
            default: .approved
            }
        }

        private mutating func hexadecimal(_ length: Int) -> String {
            String((0..<length).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
        }
    }
}
