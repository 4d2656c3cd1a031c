import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Changing a tip") struct TipPageTests {
    static func tip() -> Till {
        var till = Till.showingDetail(.paid(2))
        till.press(.tip, after: 1000)
        return till
    }

    private func changes(_ effects: [AppEffect]) -> [TipChange] {
        effects.compactMap { if case .adjustTip(let change) = $0 { change } else { nil } }
    }

    private var change: TipChange { TipChange(sequence: 2, transactionID: "\(guid)-2", tip: money(250)) }

    /// Sent, and on its way.
    private func sent() -> Till {
        var till = Self.tip()
        till.type("250")
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        return till
    }

    @Test("a new tip is sent once, after a question, and shown when it is changed") func changing() {
        var till = sent()
        #expect(changes(till.effects) == [change])
        till.press(.confirm)
        till.press(.digit(1))
        #expect(changes(till.effects).count == 1)
        let effects = till.give(.tipAdjusted(change, .authorised))
        #expect(effects.contains(.loadDetail(sequence: 2)))
        #expect(till.state.hint == .tipChanged(money(250)))
        guard case .detail = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
    }

    @Test(
        "a tip that was not changed says so, and may be sent once more",
        arguments: [(TipAdjustmentStatus.declined, Hint.tipDeclined), (.failed, .tipUnanswered)])
    func refused(status: TipAdjustmentStatus, hint: Hint) {
        var till = sent()
        till.give(.tipAdjusted(change, status))
        #expect(till.state.hint == hint)
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        #expect(changes(till.effects) == [change, change])
    }

    @Test("more than half of the sale is no tip but a PIN") func limit() {
        var till = Self.tip()
        till.type("626")
        till.press(.confirm)
        #expect(till.state.hint == .tipAboveLimit(money(625)))
        #expect(changes(till.effects).isEmpty)
    }

    @Test("nothing typed sends nothing, and a typed 0 takes the tip away") func zero() {
        var till = Self.tip()
        till.press(.confirm)
        #expect(till.state.hint == .nothingTyped)
        till.type("0")
        till.press(.confirm)
        till.advance(by: 1000)
        till.press(.yes)
        #expect(changes(till.press(.confirm)).map(\.tip) == [money(0)])
    }

    @Test("a sale that was not paid has no tip to change") func notPaid() {
        var till = Till.showingDetail(.sample(3, .sample("T1-3"), outcome: .sample(.declined), wasRelayed: true))
        till.press(.tip, after: 1000)
        #expect(till.state.hint == .tipNotChangeable)
    }

    @Test("an answer that nobody waits for changes no page") func late() {
        var till = Self.tip()
        let before = till.state.page
        till.give(.tipAdjusted(change, .authorised))
        #expect(till.state.page == before)
    }
}
