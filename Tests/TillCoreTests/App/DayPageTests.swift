import HeftKit
import Money
import Testing

@testable import HeftWire
@testable import TillCore
@testable import TillJournal

@Suite("The day, and what is in doubt") struct DayPageTests {
    private static let report = DayReport(
        from: .at(0), to: .at(1), currencies: [], inDoubt: [], partlyPaid: [], notTakenCount: 0, unclaimedCount: 0)
    private static let close = DayClose(number: 1, at: .at(1), closedBy: "cashier", report: report)

    private func day(_ till: Till) -> DayPage? {
        if case .day(let day) = till.state.page { day } else { nil }
    }

    private func showing() -> Till {
        var till = Till.showingHistory([.paid(1)])
        till.press(.otherPanel)
        till.give(.report(Self.report))
        return till
    }

    @Test("Tab on the history shows the day, and Esc goes back") func report() {
        var till = Till.showingHistory([.paid(1)])
        #expect(till.press(.otherPanel).contains(.loadReport))
        till.give(.report(Self.report))
        #expect(day(till)?.report == Self.report)
        till.press(.back)
        #expect(till.history != nil)
    }

    @Test("closing asks, with No marked") func asks() {
        var till = showing()
        till.press(.closeDay)
        #expect(till.press(.confirm, after: 1000).intents == 0)
        #expect(day(till) != nil)
    }

    @Test("the reader ends its day first, then the books do, and the close is shown") func closes() {
        var till = showing()
        till.press(.closeDay)
        till.press(.digit(1), after: 1000)
        #expect(till.press(.confirm).intents == 1)
        #expect(till.books.records.last?.intent.kind == .endOfDay)
        #expect(!till.effects.contains(.closeDay))
        till.finish(answer(.processed), wasRelayed: false)
        #expect(till.effects.contains(.closeDay))
        till.give(.dayClosed(Self.close))
        till.press(.confirm, after: 1000)
        #expect(day(till)?.close == Self.close)
        till.press(.closeDay)
        #expect(till.state.hint == .dayIsClosed)
    }

    @Test("a barcode does not close the day") func barcode() {
        var till = showing()
        till.press(.closeDay)
        till.advance(by: 2000)
        till.type("0000001", every: 5)
        #expect(till.press(.confirm, after: 5).intents == 0)
        #expect(till.state.hint == .barcodeIgnored)
    }

    @Test("a reader that does not end its day leaves the books open") func refused() {
        var till = showing()
        till.press(.closeDay)
        till.press(.digit(1), after: 1000)
        till.press(.confirm)
        till.finish(answer(.failed), wasRelayed: false)
        #expect(!till.effects.contains(.closeDay))
        #expect(till.result?.record.outcome?.verdict == .failed)
    }

    @Test("! lists what is in doubt when it is more than one, and Enter opens the marked one") func inDoubt() {
        var till = Till.withTwoInDoubt()
        till.press(.down)
        till.press(.confirm)
        guard case .unfinished(let unfinished) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(unfinished.record.sequence == 2)
    }
}

extension Till {
    /// A till with two operations in doubt that shows their list.
    static func withTwoInDoubt() -> Till {
        var till = Till([.inDoubt(1), .inDoubt(2, .sample("T1-2"))])
        till.connect()
        till.press(.chooseReader, after: 1000)
        till.press(.attention)
        return till
    }
}
