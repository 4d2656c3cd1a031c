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
        #expect(receipt(till)?.lines.contains { $0.text.contains("Line 30") } == true)
        till.press(.otherPanel)
        #expect(receipt(till)?.lines.map { $0.text.trimmed } == ["For the merchant", "", guid])
        till.press(.otherPanel)
        #expect(receipt(till)?.copy == .customer)
        till.press(.digit(2))
        #expect(receipt(till)?.copy == .merchant)
        till.press(.digit(1))
        #expect(receipt(till)?.copy == .customer)
    }

    @Test("its lines keep the receipt's emphasis, and what is looked for is found across it") func emphasis() {
        var till = Till.paying()
        till.finish(answer(.authorised, id: guid, customerReceipt: "<p>To <b>pay</b> <u>now</u>"))
        till.press(.receipt, after: 1000)
        let spans = receipt(till)?.lines.first?.spans
        #expect(spans == [.init("To "), .init("pay ", .bold), .init("now", .underline)])
        till.press(.find)
        for scalar in "O PAY N".unicodeScalars { till.press(.text(scalar)) }
        #expect(receipt(till)?.match == 0)
    }

    @Test("3 shows both copies, the merchant's below the customer's and a cut between, and saves a file of each")
    func both() throws {
        var till = showing()
        till.press(.digit(3))
        let lines = try #require(receipt(till)).lines.map { $0.text.trimmed }
        let last = try #require(lines.firstIndex(of: "Line 30"))
        let cut = "- - - - - - - - - - - - - - - - - - - - -"
        #expect(Array(lines[(last + 1)...]) == ["", guid, "", cut, "", "For the merchant", "", guid])
        till.press(.save)
        till.press(.digit(1))
        let saved = till.press(.confirm)
        let kinds = saved.compactMap { effect -> ReceiptCopy.Kind? in
            if case .saveCopy(let copy, .text, columns: 42) = effect { copy.kind } else { nil }
        }
        #expect(kinds == [.customer, .merchant] && saved.count == 2)
        till.press(.otherPanel)
        #expect(receipt(till)?.copy == .customer)
    }

    @Test("4 shows the slip of the void, and says so where nothing was voided") func voidSlip() throws {
        var till = showing()
        let page = till.state.page
        #expect(till.press(.digit(4)) == [.bell(1)])
        #expect(till.state.hint == .notVoided && till.state.page == page)

        var sale = OperationRecord.paid(1)
        sale.outcome?.customerReceipt = "<p>Sale</p>"
        var void = OperationRecord.undoing(sale, 2, by: .saleReversal)
        void.outcome?.customerReceipt = "<p>Void of it</p>"
        for row in [HistoryRow(sale, undoing: [void]), HistoryRow(void, original: sale)] {
            var till = Till.showingHistory(rows: [row])
            till.press(.receipt)
            till.press(.digit(4))
            #expect(receipt(till)?.lines.map { $0.text.trimmed } == ["Void of it", "", "\(guid)-2"])
            #expect(receipt(till)?.receiptCopies.first?.record.sequence == 2)
        }
        // A reader that sends nothing for the customer: the merchant's copy is the slip.
        void.outcome?.customerReceipt = ""
        void.outcome?.merchantReceipt = "<p>Void for the shop</p>"
        var other = Till.showingHistory(rows: [HistoryRow(sale, undoing: [void])])
        other.press(.receipt)
        other.press(.digit(4))
        #expect(receipt(other)?.receiptCopies.map(\.kind) == [.merchant])
        // A refund is no void, and a void that was refused took nothing back.
        void.outcome?.verdict = .declined
        let refund = OperationRecord.undoing(sale, 3, by: .refund)
        var neither = Till.showingHistory(rows: [HistoryRow(sale, undoing: [void, refund])])
        neither.press(.receipt)
        neither.press(.digit(4))
        #expect(neither.state.hint == .notVoided)
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

    @Test("/ finds whatever its case, n and N go to the next and the one before, and around") func finds() {
        var till = showing()
        till.press(.find)
        #expect(till.state.wantsText)
        for scalar in "LINE 1".unicodeScalars { till.press(.text(scalar)) }
        let lines = receipt(till)?.lines.map(\.text) ?? []
        #expect(receipt(till)?.matches.count == 11)
        func shown() -> String { receipt(till)?.match.map { lines[$0].trimmed } ?? "" }
        #expect(shown() == "Line 1")
        till.press(.confirm)
        #expect(!till.state.wantsText)
        let steps: [(AppCommand, String)] = [
            (.no, "Line 10"), (.no, "Line 11"), (.previousMatch, "Line 10"), (.previousMatch, "Line 1"),
            (.previousMatch, "Line 19"), (.no, "Line 1"),
        ]
        for (command, line) in steps {
            till.press(command)
            #expect(shown() == line)
            #expect(receipt(till)?.scroll == receipt(till)?.match)
        }
        till.press(.back)
        #expect(receipt(till)?.find == "" && receipt(till)?.match == nil)
        till.press(.back)
        #expect(till.result != nil)
    }

    @Test("what is not on the copy is said to be missing, and the other copy is looked at by Tab") func notFound() {
        var till = showing()
        till.press(.find)
        for scalar in "merchant".unicodeScalars { till.press(.text(scalar)) }
        till.press(.confirm)
        #expect(till.state.hint == .notFound("merchant"))
        #expect(till.press(.no) == [.bell(1)])
        till.press(.otherPanel)
        #expect(receipt(till)?.match == 0)
        till.press(.find)
        till.press(.erase)
        #expect(receipt(till)?.find == "merchan")
        till.press(.back)
        #expect(receipt(till)?.find == "" && !till.state.wantsText)
        till.give(.paste("For the\nmore"))
        #expect(receipt(till)?.find == "For the" && receipt(till)?.match == 0)
    }

    @Test(
        "s asks how the copy that is shown is kept, as it is set",
        arguments: [(1, SavedFormat.text), (2, .html), (3, .pdf)])
    func saves(number: Int, format: SavedFormat) throws {
        var till = showing()
        till.press(.otherPanel)
        till.press(.width)
        let page = try #require(receipt(till))
        #expect(page.receiptCopies.map(\.fileName) == ["\(page.record.intent.reference)-merchant"])
        #expect(till.press(.save).isEmpty)
        till.press(.digit(number))
        #expect(till.press(.confirm) == page.receiptCopies.map { .saveCopy($0, format, columns: 48) })
        #expect(receipt(till) == page)
        till.give(.saved(path: "/x/y.txt"))
        #expect(till.state.hint == .saved(path: "/x/y.txt"))
        #expect(till.give(.notSaved("The disk is full.")) == [.bell(2)])
        #expect(till.state.hint == .notSaved("The disk is full."))
    }

    @Test("a file's name and text are made of what is harmless") func harmless() {
        var till = Till.paying()
        till.finish(answer(.authorised, id: guid, customerReceipt: "<p>a\u{1B}[2Jb\u{202E}c\u{9B}d</p>"))
        till.press(.receipt, after: 1000)
        guard var page = receipt(till) else {
            Issue.record("no receipt")
            return
        }
        page.record.intent.reference = "../../etc/pass wd\u{0}é\n"
        #expect(page.receiptCopies.map(\.fileName) == ["______etc_pass_wd___-customer"])
        page.record.intent.reference = ""
        #expect(page.receiptCopies.map(\.fileName) == ["receipt-customer"])
        #expect(page.lines.contains { $0.text.contains("c") })
        for line in page.lines {
            let categories = line.text.unicodeScalars.map(\.properties.generalCategory)
            #expect(categories.allSatisfy { ![.control, .format].contains($0) })
        }
    }

    @Test("Y gives the reference to the terminal, and says when it takes none") func copiesReference() {
        var till = showing()
        let reference = receipt(till)?.record.intent.reference ?? ""
        #expect(till.press(.copy) == [.copy(reference)])
        till.give(.copied(reference, isTaken: true))
        #expect(till.state.hint == .copied(reference))
        till.give(.copied(reference, isTaken: false))
        #expect(till.state.hint == .notCopied(reference))
    }

    @Test("a copy as wide as the window is set anew with the window") func window() {
        var till = showing()
        #expect(receipt(till)?.columns == 42)
        let widths = (0..<3).map { _ in
            till.press(.width)
            return receipt(till)?.columns
        }
        #expect(widths == [48, 72, 32])
        till.press(.width)
        till.press(.width)
        till.press(.width)
        till.press(.help)
        till.give(.window(WindowSize(columns: 60, rows: 24)))
        till.press(.back)
        #expect(receipt(till)?.columns == 52)
        till.give(.window(WindowSize(columns: 40, rows: 12)))
        #expect(receipt(till)?.columns == 38)
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
