import HeftKit
import Money
import Testing

@testable import HeftWire
@testable import TillCore
@testable import TillJournal

@Suite("Detail, refund and void") struct ReturnPageTests {
    private static let otherDay = TillJournal.Refusal.otherDay(reference: "T1-3", day: "2023-11-13")

    @Test("Enter on a row opens it and never voids (check 29)") func opens() {
        var till = Till.showingHistory([.paid(3)])
        #expect(till.press(.confirm).contains(.loadDetail(sequence: 3)))
        till.answerDetail(.paid(3))
        for _ in 0..<5 { #expect(till.press(.confirm).intents == 0) }
    }

    @Test("u and Enter is no, u, 1 and Enter voids (check 30)") func void() {
        var till = Till.showingDetail(.paid(3))
        till.press(.void)
        #expect(till.press(.confirm, after: 1000).intents == 0)
        #expect(till.detail?.row.record.sequence == 3)
        till.press(.void)
        till.press(.digit(1), after: 1000)
        #expect(till.press(.confirm).intents == 1)
        #expect(till.state.page == .payment)
        #expect(till.books.records.last?.intent.kind == .saleReversal)
        #expect(till.books.records.last?.intent.amount == money(1250))
        till.finish(answer(.authorised, amount: money(1250), id: "void"))
        #expect(till.result?.record.intent.kind == .saleReversal)
        let requests = till.press(.back, after: 1000).requests
        #expect(till.history?.rows.map(\.record.sequence) == [3] && requests.count == 1)
    }

    @Test("f begins with what is left, and the first key begins a new amount") func refund() {
        var till = Till.showingDetail(.paid(3), rest: 1250)
        till.press(.refund)
        #expect(till.refund?.entry.amount == money(1250))
        till.type("500")
        #expect(till.refund?.entry.amount == money(500))
        till.press(.confirm)
        #expect(till.refund?.isChoosing == true && till.refund?.yes == false)
        till.press(.digit(1), after: 1000)
        #expect(till.press(.confirm).intents == 1)
        #expect(till.books.records.last?.intent.kind == .refund)
        #expect(till.books.records.last?.intent.amount == money(500))
    }

    @Test("above what is left a key is refused, and what was typed stays (check 31)") func aboveRest() {
        var till = Till.showingDetail(.paid(3), rest: 750)
        till.press(.refund)
        till.type("75")
        till.type("1")
        #expect(till.refund?.entry.amount == money(751) || till.state.hint == .aboveRest(money(750)))
        till.press(.erase)
        till.type("7.5")
        #expect(till.refund?.entry.amount.minorUnits ?? 0 <= 750)
        till.press(.point)
        #expect(till.refund?.entry.amount.minorUnits ?? 0 <= 750)
    }

    @Test("at the choices Enter alone goes back, and Esc goes to the amount") func noIsMarked() {
        var till = Till.showingDetail(.paid(3))
        till.press(.refund)
        till.press(.confirm)
        till.press(.back, after: 1000)
        #expect(till.refund?.isChoosing == false)
        till.press(.confirm)
        #expect(till.press(.confirm, after: 1000).intents == 0)
        #expect(till.detail != nil)
    }

    @Test("a barcode answers no question") func barcode() {
        var till = Till.showingDetail(.paid(3))
        till.press(.void)
        till.advance(by: 2000)
        till.type("0000001", every: 5)
        #expect(till.press(.confirm, after: 5).intents == 0)
        #expect(till.state.hint == .barcodeIgnored)
    }

    @Test("yesterday's sale is not voided: it says why, and the refund is marked (check 32)") func otherDay() {
        var till = Till.showingDetail(.paid(3), reversalObstacle: Self.otherDay)
        till.press(.void)
        #expect(till.state.hint == .returnRefused(Self.otherDay))
        #expect(till.detail?.marked == 2)
        till.press(.confirm)
        #expect(till.refund != nil)
    }

    @Test("what is wanted from the list waits for the books") func wanted() {
        var till = Till.showingHistory([.paid(3)])
        till.press(.refund)
        #expect(till.refund == nil)
        till.answerDetail(.paid(3))
        #expect(till.refund?.rest == money(1250))
    }

    @Test("what the books refuse comes back to the amount with the reason, and nothing is sent") func refused() {
        var till = Till.showingDetail(.paid(3))
        till.press(.refund)
        till.type("500")
        till.press(.confirm)
        till.press(.digit(1), after: 1000)
        till.books.refusals = 1
        till.press(.confirm)
        #expect(till.refund?.entry.amount == money(500))
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: false))
        #expect(till.charges == 0)
    }

    @Test("a refund that was declined offers no other card, and goes back to the list") func declined() {
        var till = Till.showingDetail(.paid(3))
        till.press(.void)
        till.press(.digit(1), after: 1000)
        till.press(.confirm)
        till.finish(answer(.declined, amount: money(1250)))
        till.advance(by: 1000)
        #expect(till.result.map { AppState.choices(on: $0) }?.map(\.action) == [.showReceipt, .backToSale])
        till.press(.anotherCard)
        #expect(till.result != nil)
        till.press(.confirm)
        #expect(till.history != nil)
    }
}

extension Till {
    var detail: DetailPage? {
        if case .detail(let detail) = state.page { detail } else { nil }
    }

    var refund: RefundPage? {
        if case .refund(let refund) = state.page { refund } else { nil }
    }

    /// A till that shows a sale of 12.50.
    static func showingDetail(
        _ record: OperationRecord, rest: Int64 = 1250, reversalObstacle: TillJournal.Refusal? = nil
    ) -> Till {
        var till = Till.showingHistory([record])
        till.press(.confirm)
        till.answerDetail(record, rest: rest, reversalObstacle: reversalObstacle)
        return till
    }

    mutating func answerDetail(
        _ record: OperationRecord, rest: Int64 = 1250, reversalObstacle: TillJournal.Refusal? = nil
    ) {
        let balance = SaleBalance(
            sequence: record.sequence, transactionID: record.outcome?.transactionID, paid: money(1250),
            refunded: money(1250 - rest), refundedInDoubt: money(0), reversal: .none, rest: money(rest),
            refundObstacle: nil, reversalObstacle: reversalObstacle)
        give(.detail(OperationDetail(row: HistoryRow(record), balance: balance, events: [])))
    }
}
