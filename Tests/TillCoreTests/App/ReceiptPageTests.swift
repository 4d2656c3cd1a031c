import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Receipt, help and quit") struct ReceiptPageTests {
    private func receipt(_ till: Till) -> ReceiptPage? {
        if case .receipt(let receipt) = till.state.page { receipt } else { nil }
    }

    /// A till that shows a receipt of 30 lines.
    private func showing() -> Till {
        var till = Till.paying()
        let lines = (1...30).map { "<p>Line \($0)</p>" }.joined()
        till.finish(
            answer(.authorised, id: guid, customerReceipt: lines, merchantReceipt: "<p>For the merchant</p>"))
        till.press(.receipt, after: 1000)
        return till
    }

    @Test("the customer's copy comes first, Tab and the digits change it") func copies() {
        var till = showing()
        #expect(receipt(till)?.copy == .customer)
        #expect(receipt(till)?.lines.contains { $0.contains("Line 30") } == true)
        till.press(.otherPanel)
        #expect(receipt(till)?.lines.map { $0.trimmed } == ["For the merchant"])
        till.press(.otherPanel)
        #expect(receipt(till)?.copy == .customer)
        till.press(.digit(2))
        #expect(receipt(till)?.copy == .merchant)
        till.press(.digit(1))
        #expect(receipt(till)?.copy == .customer)
    }

    @Test("it scrolls and stops at its ends") func scrolls() {
        var till = showing()
        let last = (receipt(till)?.lines.count ?? 0) - 1
        let steps: [(AppCommand, Int)] = [
            (.up, 0), (.pageUp, 0), (.down, 1), (.pageDown, 11), (.up, 10), (.bottom, last), (.down, last),
            (.pageDown, last), (.pageUp, last - 10), (.top, 0),
        ]
        for (command, scroll) in steps {
            till.press(command)
            #expect(receipt(till)?.scroll == scroll)
        }
        till.press(.bottom)
        till.press(.otherPanel)
        #expect(receipt(till)?.scroll == 0)
    }

    @Test(
        "Esc, Enter and v go back to the result, which is not acknowledged",
        arguments: [AppCommand.back, .confirm, .receipt])
    func back(command: AppCommand) {
        var till = showing()
        till.press(command)
        #expect(till.result?.record.sequence == 1)
        #expect(!till.effects.contains(.acknowledge(sequence: 1)))
        till.press(.confirm)
        #expect(till.state.page == .sale)
    }

    @Test("the sale page shows the last receipt, and goes back to the sale") func fromSale() {
        var till = showing()
        till.press(.back)
        till.press(.confirm)
        till.press(.receipt)
        #expect(receipt(till)?.record.sequence == 1)
        till.press(.back)
        #expect(till.state.page == .sale)
    }

    @Test("without a receipt nothing is shown, and it says so") func none() {
        var till = Till.ready()
        till.press(.receipt)
        #expect(till.state.hint == .noReceipt)
        #expect(till.state.page == .sale)
        var unknown = Till.paying()
        unknown.finish(answer(.undefined))
        unknown.press(.receipt, after: 1000)
        #expect(unknown.state.hint == .noReceipt)
        #expect(unknown.result != nil)
    }

    @Test("a receipt that makes no sense says where it stands") func senseless() {
        let deep = String(repeating: "<div>", count: 100_000)
        let lines = TextMeasure { _ in 1 }.lines(of: deep, columns: 42)
        #expect(lines.allSatisfy { $0.count <= 42 })
    }

    @Test("help returns to where it was asked for", arguments: [AppCommand.help, .back, .confirm])
    func help(command: AppCommand) {
        for till in [Till(), .ready(), .showing(.authorised), .showing(.undefined), showing()] {
            var till = till
            let page = till.state.page
            till.press(.help)
            #expect(till.state.page == .help(under: page))
            till.press(command)
            #expect(till.state.page == page)
        }
    }

    @Test("quit asks, and no is marked", arguments: [Till(), .ready()]) func quit(till: Till) {
        var till = till
        let page = till.state.page
        till.press(.quit)
        #expect(till.state.page == .quit(under: page, yes: false))
        till.press(.confirm)
        #expect(till.state.page == page)
        till.press(.quit)
        till.press(.back)
        #expect(till.state.page == page)
        #expect(!till.effects.contains(.quit))
        till.press(.quit)
        till.press(.digit(1))
        #expect(till.press(.confirm) == [.quit])
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
    }
}

extension Till: CustomTestStringConvertible {
    var testDescription: String { "a till with \(state.page)" }
}
