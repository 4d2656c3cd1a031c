import Money
import SeededRandom
import Testing

@testable import TillJournal

@Suite("A search of generated books") struct GeneratedHistoryTests {
    let folder = ScratchFolder()

    /// An operation, and all that was ever told of its end.
    private struct Fact {
        var intent: OperationIntent
        var outcomes: [OperationOutcome] = []

        var inForce: OperationOutcome? { outcomes.last }
        var verdict: OperationOutcome.Verdict { inForce?.verdict ?? .unknown }
        var hasMoved: Bool { verdict == .approved || verdict == .partiallyApproved }
        var paid: Amount { inForce?.authorised ?? intent.amount ?? money(0) }
    }

    /// Writes books at random, and keeps beside them what it wrote, by number from 1 on.
    private struct Author {
        static let amounts = [money(350), money(400), money(1250), money(350, "EUR")]
        static let cards = ["", "1111", "4444", "0007"]
        static let undone: [OperationKind: [OperationKind]] = [
            .refund: [.sale, .saleAndTokenize], .saleReversal: [.sale, .saleAndTokenize], .refundReversal: [.refund],
        ]
        static let customerReferences = ["table 4", "A17", "a-long-reference"]

        var random: SplitMix64
        let journal: Journal
        var facts: [Fact] = []
        /// Days after the first.
        private var day: Int64 = 0

        init(seed: UInt64, journal: Journal) {
            random = SplitMix64(seed: seed)
            self.journal = journal
        }

        mutating func write(_ count: Int) throws {
            while facts.count < count {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: day += 1
                case 1: day = Int64.random(in: 0..<6, using: &random)
                case 2: try settleOne()
                default: try begin()
                }
            }
        }

        private mutating func begin() throws {
            let kind =
                [OperationKind.sale, .sale, .saleAndTokenize, .refund, .refund, .saleReversal, .refundReversal]
                .randomElement(using: &random) ?? .sale
            let reference = try journal.sync { store throws(JournalError) in try store.mintReference() }
            var intent = OperationIntent.sample(
                reference, kind: kind, amount: Self.amounts.randomElement(using: &random),
                customerReference: Int.random(in: 0..<3, using: &random) == 0
                    ? Self.customerReferences.randomElement(using: &random) : nil,
                at: day * 86_400 + Int64.random(in: 0..<80_000, using: &random))
            if let undone = Self.undone[kind] {
                let originals = facts.filter {
                    $0.hasMoved && undone.contains($0.intent.kind)
                }
                guard let original = originals.randomElement(using: &random) else { return }
                intent.originalTransactionID = original.inForce?.transactionID
                intent.amount = kind == .refund ? money(100, original.paid.currency.alphaCode) : original.paid
            }
            do throws(JournalError) {
                _ = try journal.sync { store throws(JournalError) in try store.recordIntent(intent) }
            } catch {
                guard case .refused = error else { throw error }
                return
            }
            facts.append(Fact(intent: intent))
            if Int.random(in: 0..<6, using: &random) > 0 { try settle(facts.count - 1) }
        }

        private mutating func settleOne() throws {
            guard let index = facts.indices.filter({ facts[$0].verdict == .unknown }).randomElement(using: &random)
            else { return }
            try settle(index)
        }

        private mutating func settle(_ index: Int) throws {
            var verdicts: [OperationOutcome.Verdict] = [.approved, .approved, .declined, .cancelled, .failed, .unknown]
            let isSale = Self.undone[facts[index].intent.kind] == nil
            if isSale { verdicts.append(.partiallyApproved) }
            var outcome = OperationOutcome.ended(
                verdicts.randomElement(using: &random) ?? .unknown,
                transactionID: "\(index)-\(facts[index].outcomes.count)-transaction")
            // Customers add tips; what a reader tells of an unknown end need not be what it tells later.
            outcome.authorised = Bool.random(using: &random) ? facts[index].intent.amount : money(400)
            if !isSale { outcome.authorised = facts[index].intent.amount }
            outcome.maskedCardNumber = Self.cards.randomElement(using: &random) ?? ""
            outcome.authorisationCode = String(Int.random(in: 991_120...991_123, using: &random))
            let recording = try journal.sync { store throws(JournalError) in
                try store.recordOutcome(outcome, of: Int64(index + 1))
            }
            guard case .recorded = recording else { return }
            facts[index].outcomes.append(outcome)
        }

        /// A search of parts that find something, and its text.
        mutating func search() -> String {
            var words: [String] = []
            let draws = (0..<5).map { _ in Int.random(in: 0..<3, using: &random) }
            for _ in 0..<draws[0] {
                words.append(HistoryQuery.Result.allCases.randomElement(using: &random)?.rawValue ?? "sale")
            }
            for _ in 0..<max(0, draws[1] - 1) {
                words.append(HistoryQuery.Kind.allCases.randomElement(using: &random)?.rawValue ?? "sale")
            }
            let terms = [
                "amount:3.50", "amount:4", "amount:3.50EUR", "card:1111", "card:0007", "4.00", "\"Table 4\"",
                "ref:A17", "auth:991122", "991121", "-reference", "T1-000007", "id:nsaction",
            ]
            for _ in 0..<draws[2] { words.append(terms.randomElement(using: &random) ?? "") }
            let days = ["after:2023-11-16", "before:2023-11-18", "on:2023-11-15", "on:2023-11-17", "before:2023-11-15"]
            if draws[3] == 0 { words.append(days.randomElement(using: &random) ?? "") }
            return words.joined(separator: " ")
        }
    }

    /// What the words say, told the long way.
    private struct Filter {
        let facts: [Fact]
        let query: HistoryQuery
        /// The bank's numbers of what was undone, by what has done it.
        let undone: [OperationKind: Set<String>]

        init(_ facts: [Fact], _ query: HistoryQuery) {
            self.facts = facts
            self.query = query
            undone = Dictionary(grouping: facts.filter(\.hasMoved)) { $0.intent.kind }.mapValues { facts in
                Set(facts.compactMap(\.intent.originalTransactionID))
            }
        }

        var found: [Int64] { (1...Int64(facts.count)).reversed().filter(finds) }

        private func finds(_ sequence: Int64) -> Bool {
            let fact = facts[Int(sequence) - 1]
            return query.terms.allSatisfy { has(fact, $0) }
                && (query.results.isEmpty || query.results.contains { ended(fact, $0) })
                && (query.kinds.isEmpty || query.kinds.contains { matches(fact.intent.kind, $0) })
                && (query.since.map { fact.intent.startedAt.millisecondsSince1970 >= $0.millisecondsSince1970 } ?? true)
                && (query.until.map { fact.intent.startedAt.millisecondsSince1970 < $0.millisecondsSince1970 } ?? true)
        }

        private func has(_ fact: Fact, _ term: HistoryQuery.Term) -> Bool {
            switch term {
            case .amount(let amounts):
                amounts.contains { amount in
                    fact.intent.amount == amount || fact.outcomes.contains { $0.authorised == amount }
                }
            case .card(let lastFour): fact.outcomes.contains { $0.maskedCardNumber.hasSuffix(lastFour) }
            case .reference(let text): refers(fact, to: text)
            case .authorisation(let text): fact.outcomes.contains { $0.authorisationCode == text }
            case .id(let text):
                isNumber(fact.intent.reference, text) || fact.outcomes.contains { ends($0.transactionID ?? "", text) }
            case .text(let text, let amounts):
                refers(fact, to: text) || has(fact, .id(text)) || has(fact, .authorisation(text))
                    || has(fact, .amount(amounts))
            }
        }

        private func refers(_ fact: Fact, to text: String) -> Bool {
            isNumber(fact.intent.reference, text) || ends(fact.intent.customerReference, text)
                || fact.intent.ticket == text
        }

        private func isNumber(_ reference: String, _ text: String) -> Bool {
            ends(reference, text) || ends(reference, "\(text)\(reference.suffix(5))")
        }

        /// The whole of it, or its last six characters or more.
        private func ends(_ whole: String, _ text: String) -> Bool {
            text.count < 6
                ? whole.lowercased() == text.lowercased() : whole.lowercased().hasSuffix(text.lowercased())
        }

        private func ended(_ fact: Fact, _ result: HistoryQuery.Result) -> Bool {
            switch result {
            case .approved: fact.verdict == .approved
            case .declined: fact.verdict == .declined
            case .cancelled: fact.verdict == .cancelled
            case .failed: fact.verdict == .failed
            case .unknown: fact.verdict == .unknown
            case .partly: fact.verdict == .partiallyApproved
            case .voided: isUndone(fact, by: [.saleReversal, .refundReversal])
            case .refunded: isUndone(fact, by: [.refund])
            }
        }

        private func isUndone(_ fact: Fact, by kinds: [OperationKind]) -> Bool {
            kinds.contains { kind in
                fact.outcomes.contains { undone[kind]?.contains($0.transactionID ?? "") == true }
            }
        }

        private func matches(_ kind: OperationKind, _ asked: HistoryQuery.Kind) -> Bool {
            switch asked {
            case .sale: kind == .sale || kind == .saleAndTokenize
            case .refund: kind == .refund
            case .void: kind == .saleReversal || kind == .refundReversal
            }
        }
    }

    @Test("finds what a filter of everything finds, in pages too", arguments: [1, 2, 3] as [UInt64])
    func filtered(seed: UInt64) throws {
        var author = Author(seed: seed, journal: try openBooks(at: folder.journal))
        var foundAnything = 0
        for count in [60, 180] {
            try author.write(count)
            for _ in 0..<60 {
                let text = author.search()
                let query = try HistoryQuery(text, now: .second(0), currencies: [currency("GBP")])
                let expected = Filter(author.facts, query).found
                let page = { (sequence: Int64?, limit: Int) in
                    try author.journal.sync { store throws(JournalError) in
                        try store.history(matching: query, before: sequence, limit: limit).map(\.sequence)
                    }
                }
                #expect(try page(nil, 500) == expected, "\(text)")
                var paged: [Int64] = []
                while case let next = try page(paged.last, 19), !next.isEmpty { paged += next }
                #expect(paged == expected, "\(text), in pages")
                foundAnything += expected.isEmpty ? 0 : 1
            }
            #expect(try author.journal.check() == [])
        }
        #expect(foundAnything > 30)
    }
}
