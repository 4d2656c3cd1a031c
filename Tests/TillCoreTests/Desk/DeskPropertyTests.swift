import HeftKit
import Money
import SeededRandom
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Any course of events") struct DeskPropertyTests {
    /// Whatever happens in whatever order: anything may come in any phase.
    private func event(_ random: inout SplitMix64, _ shop: Shop) -> DeskEvent {
        let references = shop.books.records.suffix(3).map(\.intent.customerReference) + ["T9-9", ""]
        let amount = money([1250, 3300, 0].randomElement(using: &random) ?? 1)
        let outcome = FinancialStatus.allCases.randomElement(using: &random) ?? .undefined
        let status = Status.all.randomElement(using: &random) ?? .success
        let isRecovered = Bool.random(using: &random)
        let result = answer(
            outcome, status, byte: Int.random(in: 0..<8, using: &random) == 0 ? .authorised : nil,
            amount: Bool.random(using: &random) ? amount : nil,
            reference: references.randomElement(using: &random) ?? "", isRecovered: isRecovered,
            id: outcome == .authorised ? "\(guid)\(shop.clock)" : "")
        let wasRelayed = Bool.random(using: &random)
        let sequence = shop.books.inDoubt.randomElement(using: &random)?.sequence ?? 1
        switch Int.random(in: 0..<34, using: &random) {
        case 30: return .feedDue
        case 31: return .bankClock(ahead: Int64.random(in: .min ... .max, using: &random))
        case 32: return .sleepBegins
        case 33: return .sleepIsOver
        case 24: return recovery(tooBusy)
        case 25: return .askAgainDue
        case 26:
            let row = feedRow(
                outcome.word, money: amount, reference: references.randomElement(using: &random) ?? "",
                id: "\(guid)\(shop.clock)", at: shop.clock)
            let rows = Array(repeating: row, count: Int.random(in: 0..<3, using: &random))
            return .feedAnswered(
                FeedAnswer(rows, isComplete: Bool.random(using: &random)), for: sequence, claimed: [])
        case 27: return .feedFailed(.unreachable("down"), for: sequence)
        case 28:
            return .decide(
                sequence: sequence, verdict: Bool.random(using: &random) ? .approved : .failed, by: "Ann",
                evidence: "statement")
        case 29: return .setAside(sequence: sequence, by: "Ann", evidence: "reader broken")
        case 0: return .connect(.counter)
        case 1, 2, 3:
            let reference = [nil, nil, "Table 7"].randomElement(using: &random) ?? nil
            return .charge(
                SaleRequest(
                    amount: amount, customerReference: reference, isConfirmedAnew: Bool.random(using: &random)))
        case 4: return .cancel
        case 5: return .judgeSignature(isAccepted: Bool.random(using: &random))
        case 6, 7: return .askReader
        case 8, 9: return .connected(.counter, isResultPending: Bool.random(using: &random))
        case 10:
            return .status(TillCoreTests.status(status, canCancel: Bool.random(using: &random)))
        case 11: return .signatureRequested(aSignature)
        case 12: return .signatureWithdrawn
        case 13: return Bool.random(using: &random) ? .cancelSent : .cancelAnswered
        case 14, 15: return .finished(completion(.finance(result), wasRelayed: wasRelayed))
        case 16: return .finished(completion(.answeredByEarlier(result), wasRelayed: wasRelayed))
        case 17: return recovery(result)
        case 18: return recovery(nothingHeld)
        case 19:
            return .finished(completion(.finance(result), of: .update, isAutomatic: true))
        case 20: return .unclaimed(result)
        case 21: return .linkEnded(.broken)
        case 22: return .startRefused(Bool.random(using: &random) ? .busy : .notConnected)
        default: return .reconnectDue
        }
    }

    private func check(_ shop: Shop) -> [String] {
        var problems = shop.rules.violations
        guard shop.books.isIdle else { return problems }
        // Who is not connected has not read the books yet.
        let isBlind =
            switch shop.desk.phase {
            case .offline, .connecting, .loadingInDoubt: true
            case .waitingToAsk, .askingReader, .recordingRecovered, .ready, .serving, .recordingIntent,
                .running, .recordingOutcome:
                false
            }
        guard !isBlind, !shop.desk.mustLoadAgain else { return problems }
        for record in shop.books.inDoubt {
            let isKnown =
                shop.desk.inDoubt.contains { $0.sequence == record.sequence }
                || shop.desk.running?.record.sequence == record.sequence
            if !isKnown { problems.append("forgot \(record) in \(shop.desk.phase)") }
        }
        return problems
    }

    @Test("keeps the rules of the books, whatever comes in whatever phase", arguments: UInt64(1)...200)
    func anything(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var shop = Shop(asksByItself: Bool.random(using: &random))
        let hasFaults = seed.isMultiple(of: 2)
        for step in 0..<300 {
            shop.clock += Int64.random(in: 0..<60_000, using: &random)
            shop.holdsBooks = Bool.random(using: &random)
            if hasFaults, Int.random(in: 0..<20, using: &random) == 0 { shop.books.refusals = 1 }
            if Int.random(in: 0..<100, using: &random) == 0 { shop.restart() }
            let isRelayed = Bool.random(using: &random)
            if isRelayed, let running = shop.desk.running { shop.books.relay(running.record.sequence) }
            shop.give(event(&random, shop))
            if Bool.random(using: &random) { shop.letBooksWorkOnce() }
            let problems = check(shop)
            if !problems.isEmpty {
                Issue.record("step \(step): \(problems)")
                return
            }
        }
        settle(&shop)
    }

    /// The books work and the link holds: every intent ends in an outcome, or is in doubt and known to be.
    private func settle(_ shop: inout Shop) {
        shop.holdsBooks = false
        shop.books.refusals = 0
        shop.letBooksWork()
        shop.give(.linkEnded(.broken))
        shop.give(.connect(.counter))
        shop.give(.reconnectDue)
        shop.give(.connected(.counter, isResultPending: false))
        for _ in 0..<20 {
            switch shop.desk.phase {
            case .askingReader: shop.give(recovery(nothingHeld))
            case .waitingToAsk: shop.give(.askReader)
            default: break
            }
        }
        #expect(shop.desk.phase == .ready(.counter))
        #expect(shop.desk.inDoubt.map(\.sequence) == shop.books.inDoubt.map(\.sequence))
        #expect(shop.books.inDoubt.allSatisfy { $0.outcome != nil || $0.wasRelayedToBank })
        #expect(shop.desk.unwritten.isEmpty)
        #expect(shop.rules.violations.isEmpty)
        shop.clock += Desk.sameAmountWindow
        #expect(shop.give(.charge(SaleRequest(amount: money(4242)))).starts.count == 1)
    }

    @Test("a program that is killed at any moment finds every sale again", arguments: UInt64(1)...50)
    func killed(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var shop = Shop()
        shop.connect()
        let end = Int.random(in: 0..<8, using: &random)
        shop.holdsBooks = true
        let course: [(inout Shop) -> Void] = [
            { $0.give(.charge(SaleRequest(amount: money(1250)))) }, { $0.letBooksWorkOnce() },
            { $0.give(.status(status(.waitingForCard))) }, { if $0.last != nil { $0.books.relay(1) } },
            { $0.finish(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid)) },
            { $0.letBooksWorkOnce() }, { _ in },
        ]
        for step in course.prefix(end) { step(&shop) }
        let isSettled = shop.last?.isInDoubt == false
        shop.restart()
        shop.holdsBooks = false
        let effects = shop.connect(isResultPending: end >= 4)
        #expect(effects.starts.isEmpty == (shop.last == nil || isSettled) || end >= 4)
        if case .askingReader = shop.desk.phase { shop.give(recovery(nothingHeld)) }
        let expected: OperationOutcome.Verdict? = end >= 6 ? .approved : end >= 4 ? nil : end >= 2 ? .failed : nil
        #expect(shop.last?.outcome?.verdict == expected)
        #expect(shop.rules.violations.isEmpty)
    }
}
