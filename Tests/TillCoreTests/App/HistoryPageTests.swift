import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("History") struct HistoryPageTests {
    @Test("it opens with everything, newest first, and what is in doubt above") func opens() {
        let till = Till.showingHistory([.paid(3), .inDoubt(2), .paid(1)])
        #expect(till.history?.rows.map(\.record.sequence) == [2, 3, 1])
        #expect(till.history?.markedRow?.record.sequence == 3)
        #expect(till.state.wantsText == false)
    }

    @Test("each character looks anew, and an answer to an older question is not shown (check 28)") func find() {
        var till = Till.showingHistory([.paid(3), .inDoubt(2)])
        till.press(.find)
        #expect(till.state.wantsText)
        var requests: [HistoryRequest] = []
        for scalar in "12.5".unicodeScalars { requests += till.press(.text(scalar)).requests }
        #expect(requests.count == 4)
        #expect(requests.last?.query.terms == [.text("12.5", [money(1250)])])
        till.give(.history(HistoryAnswer(requests[0], inDoubt: [], found: [], isLast: true)))
        #expect(till.history?.rows.count == 2)
        till.answerHistory(requests, inDoubt: [.inDoubt(2)], found: [.paid(9)])
        #expect(till.history?.rows.map(\.record.sequence) == [2, 9])
        till.press(.confirm)
        #expect(till.state.wantsText == false)
        #expect(till.history?.find == "12.5")
    }

    @Test("a text that is no search is kept, says why, and changes no row") func problem() {
        var till = Till.showingHistory([.paid(3)])
        till.press(.find)
        for scalar in "card:".unicodeScalars { till.press(.text(scalar)) }
        #expect(till.history?.problem == .nothingBehind(word: "card"))
        #expect(till.history?.rows.count == 1)
        till.press(.confirm)
        #expect(till.state.wantsText)
        for scalar in "1111".unicodeScalars { till.press(.text(scalar)) }
        #expect(till.history?.problem == nil)
    }

    @Test("Esc clears the find, then goes back to the sale") func back() {
        var till = Till.showingHistory([.paid(3)])
        till.press(.find)
        till.press(.text("9"))
        #expect(till.press(.back).requests.map(\.query.isEmpty) == [true])
        #expect(till.history?.find == "" && till.state.wantsText == false)
        till.press(.back)
        #expect(till.state.page == .sale)
    }

    @Test("in a wide window the marked row's detail is read, one at a time and at last the last") func beside() {
        var till = Till.showingHistory([.paid(4), .paid(3), .paid(2)])
        func reads(_ effects: [AppEffect]) -> [Int64] {
            effects.compactMap { if case .loadDetail(let sequence) = $0 { sequence } else { nil } }
        }
        #expect(reads(till.press(.down)) == [])
        #expect(reads(till.give(.window(WindowSize(columns: 120, rows: 40)))) == [3])
        #expect(reads(till.press(.down)) == [] && reads(till.press(.up)) == [] && reads(till.press(.up)) == [])
        till.answerDetail(.paid(3))
        #expect(till.history?.beside == nil)
        #expect(reads(till.effects.suffix(1)) == [4])
        till.answerDetail(.paid(4))
        #expect(till.history?.beside?.row.record.sequence == 4)
        #expect(reads(till.press(.refund)) == [4])
        #expect(till.detail?.row.record.sequence == 4)
    }

    @Test("a detail that cannot be read is told once, and others are read still") func besideFailed() {
        var till = Till.showingHistory([.paid(4), .paid(3)])
        till.give(.window(WindowSize(columns: 120, rows: 40)))
        #expect(till.give(.detailFailed(sequence: 4, Books.full)) == [.bell(1)])
        #expect(till.state.hint == .historyFailed(Books.full))
        #expect(till.give(.tick) == [])
        #expect(till.press(.down) == [.loadDetail(sequence: 3)])
    }

    @Test("n and N mark the matches, and not what is pinned above them") func matches() {
        var till = Till.showingHistory([.paid(3), .inDoubt(2), .paid(1)])
        #expect(till.press(.no) == [] && till.history?.marked == 1)
        till.press(.find)
        let requests = till.press(.text("1")).requests
        till.answerHistory(requests, inDoubt: [.inDoubt(2)], found: [.paid(3), .paid(1)])
        till.press(.confirm)
        till.press(.top)
        let marks = [AppCommand.no, .no, .no, .previousMatch, .previousMatch].map { command in
            till.press(command)
            return till.history?.marked
        }
        #expect(marks == [1, 2, 2, 1, 1])
    }

    @Test("Y gives the marked operation's reference to the terminal, here and on its page") func copies() {
        var till = Till.showingHistory([.paid(3)])
        let reference = till.history?.markedRow?.record.intent.reference ?? ""
        #expect(till.press(.copy) == [.copy(reference)])
        till.press(.confirm)
        #expect(till.press(.copy) == [.copy(reference)])
        var empty = Till.showingHistory([])
        #expect(empty.press(.copy) == [.bell(1)])
    }

    @Test("the next part is read as the mark nears the end, and only once") func readsOn() {
        let records = (1...50).reversed().map { OperationRecord.paid($0 + 100) }
        var till = Till.showingHistory(records, isLast: false)
        #expect(till.press(.down).requests == [])
        var requests: [HistoryRequest] = []
        for _ in 0..<4 { requests += till.press(.pageDown).requests }
        #expect(requests.map(\.before) == [101])
        till.answerHistory(requests, inDoubt: [], found: [.paid(100), .paid(99)])
        #expect(till.history?.rows.count == 52)
        #expect(till.press(.bottom).requests == [])
        #expect(till.history?.markedRow?.record.sequence == 99)
    }

    @Test("books that cannot be read say so and keep what is shown") func failed() {
        var till = Till.showingHistory([.paid(3)])
        let requests = till.press(.refresh).requests
        till.give(.historyFailed(number: requests.last?.number ?? 0, Books.full))
        #expect(till.state.hint == .historyFailed(Books.full))
        #expect(till.history?.rows.count == 1)
    }

    @Test("the sale page's refund key shows the sales that can be given back") func refundable() {
        var till = Till.ready()
        let requests = till.press(.refund).requests
        #expect(requests.last?.query.kinds == [.sale] && requests.last?.query.results == [.approved])
    }

    @Test("a row's receipt is shown, and Esc comes back to the row") func receipt() {
        var record = OperationRecord.paid(3)
        record.outcome?.customerReceipt = "<p>Customer copy</p>"
        var till = Till.showingHistory([.paid(4), record])
        till.press(.down)
        till.press(.receipt)
        guard case .receipt(let receipt) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(receipt.record.sequence == 3)
        till.press(.back)
        #expect(till.history?.markedRow?.record.sequence == 3)
    }

    @Test("a paste goes into the field and starts nothing") func paste() {
        var till = Till.showingHistory([.paid(3)])
        let effects = till.give(.paste("T1-000418\nmore"))
        #expect(till.history?.find == "T1-000418" && effects.requests.count == 1)
    }
}

extension Till {
    var history: HistoryPage? {
        if case .history(let history) = state.page { history } else { nil }
    }

    /// A till that shows these operations, newest first.
    static func showingHistory(_ records: [OperationRecord], isLast: Bool = true) -> Till {
        var till = Till.ready()
        let requests = till.press(.find).requests
        till.answerHistory(requests, inDoubt: records.filter(\.isInDoubt), found: records, isLast: isLast)
        return till
    }

    /// A till that shows these operations and what they have to do with each other, newest first.
    static func showingHistory(rows: [HistoryRow]) -> Till {
        var till = Till.ready()
        if let request = till.press(.find).requests.last {
            till.give(.history(HistoryAnswer(request, inDoubt: [], found: rows, isLast: true)))
        }
        return till
    }

    mutating func answerHistory(
        _ requests: [HistoryRequest], inDoubt: [OperationRecord], found: [OperationRecord], isLast: Bool = true
    ) {
        guard let request = requests.last else { return }
        give(
            .history(
                HistoryAnswer(
                    request, inDoubt: inDoubt.map { HistoryRow($0) }, found: found.map { HistoryRow($0) },
                    isLast: isLast)))
    }
}

extension [AppEffect] {
    var requests: [HistoryRequest] {
        compactMap { if case .loadHistory(let request) = $0 { request } else { nil } }
    }
}

extension OperationRecord {
    /// A sale of 12.50 that was paid.
    static func paid(_ sequence: Int64, at milliseconds: Int64 = 0) -> OperationRecord {
        var outcome = OperationOutcome.sample(.approved)
        outcome.authorised = money(1250)
        outcome.total = money(1250)
        outcome.transactionID = "\(guid)-\(sequence)"
        return .sample(sequence, .sample("T1-\(sequence)", at: milliseconds), outcome: outcome, wasRelayed: true)
    }

    /// A void or a refund of all of a sale, that was approved.
    static func undoing(_ sale: OperationRecord, _ sequence: Int64, by kind: OperationKind) -> OperationRecord {
        var record = OperationRecord.paid(sequence)
        record.intent.kind = kind
        record.originalSequence = sale.sequence
        return record
    }
}
