import Configuration
import HeftKit
import Money
import Printing
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Printing receipts") struct PrintingTests {
    static let network = PrinterChoice.network(host: "10.0.0.7", port: 9100)

    /// A till with a printer that shows an approved sale.
    static func showing(
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> Till {
        var till = Till.ready { settings in
            settings.configuration.receipts.printer = network
            change(&settings.configuration)
        }
        till.type("1250")
        till.press(.confirm)
        till.finish(
            answer(
                .authorised, amount: money(1250), reference: "T1-1", id: guid,
                customerReceipt: "<p>Customer copy</p>", merchantReceipt: "<p>Merchant copy</p>"))
        till.advance(by: 1000)
        return till
    }

    /// A till on the sale's page, whose printer did not take a receipt.
    static func failed() -> Till {
        var till = showing()
        till.press(.print)
        let order = till.effects.orders.first
        till.press(.confirm)
        if let order { till.give(.notPrinted(order, .printer(.notConnected))) }
        return till
    }

    private func copyOut(_ till: Till) -> CopyOutPage? {
        if case .copyOut(let page) = till.state.page { page } else { nil }
    }

    @Test("p prints the customer's copy on the result, and the copy that is shown on the receipt") func prints() throws
    {
        var till = PrintingTests.showing()
        till.press(.print)
        var order = try #require(till.effects.orders.last)
        #expect(order.copy.kind == .customer && order.copy.html == "<p>Customer copy</p>")
        #expect(order.printer == PrintingTests.network && order.columns == 42 && order.codePage == .cp858)
        #expect(till.state.hint == .printing(.customer))
        till.press(.receipt)
        till.press(.otherPanel)
        till.press(.print)
        order = try #require(till.effects.orders.last)
        #expect(order.copy.kind == .merchant && order.copy.html == "<p>Merchant copy</p>")
        till.give(.printed(order, number: 2))
        #expect(till.state.hint == .printed(.merchant, number: 2))
    }

    @Test("both copies are printed one after the other, each noted by itself") func both() throws {
        var till = PrintingTests.showing()
        till.press(.receipt)
        till.press(.digit(3))
        till.press(.print)
        let orders = till.effects.orders
        #expect(orders.map(\.copy.kind) == [.customer, .merchant])
        // Neither is printed: both are asked about, one after the other.
        for order in orders { till.give(.notPrinted(order, .printer(.notConnected))) }
        #expect(copyOut(till)?.failure?.order.copy.kind == .customer)
        till.press(.confirm, after: 1000)
        #expect(copyOut(till)?.failure?.order.copy.kind == .merchant)
        till.press(.digit(0), after: 1000)
        till.press(.confirm)
        guard case .receipt(let receipt) = till.state.page else { throw Missing.receipt }
        #expect(receipt.copy == .both && till.state.failedPrints.isEmpty)
        #expect(till.effects.orders.map(\.copy.kind) == [.customer, .merchant, .customer])
    }

    enum Missing: Error { case receipt }

    @Test("what the reader did not send is not printed with the other copy") func bothOfOne() {
        var till = Till.ready { $0.configuration.receipts.printer = PrintingTests.network }
        till.type("1250")
        till.press(.confirm)
        till.finish(answer(.authorised, id: guid, merchantReceipt: "<p>Merchant copy</p>"))
        till.press(.receipt, after: 1000)
        till.press(.digit(3))
        till.press(.print)
        #expect(till.effects.orders.map(\.copy.kind) == [.merchant])
    }

    @Test("the void slip is a copy of the void, and its trouble is asked about where it is shown") func voidSlip()
        throws
    {
        var sale = OperationRecord.paid(1)
        sale.outcome?.customerReceipt = "<p>Sale</p>"
        var void = OperationRecord.undoing(sale, 2, by: .saleReversal)
        void.outcome?.customerReceipt = "<p>Void</p>"
        var till = Till.showingHistory(rows: [HistoryRow(sale, undoing: [void])])
        till.state.settings.configuration.receipts.printer = PrintingTests.network
        till.press(.receipt)
        till.press(.digit(4))
        till.press(.print)
        let order = try #require(till.effects.orders.last)
        #expect(order.copy.record.sequence == 2 && order.copy.html == "<p>Void</p>")
        till.give(.notPrinted(order, .printer(.notConnected)))
        #expect(copyOut(till)?.failure?.order == order)
    }

    @Test("the first choice of a result prints, and the page stays") func choice() {
        var till = PrintingTests.showing()
        till.press(.digit(1))
        till.press(.confirm)
        #expect(till.effects.orders.map(\.copy.kind) == [.customer])
        #expect(till.result != nil)
    }

    @Test("what the shop has set counts for the next print") func settings() throws {
        var till = PrintingTests.showing()
        till.press(.print)
        till.state.settings.configuration.merchant.name = "Café"
        till.state.settings.configuration.merchant.header = ["High Street 1"]
        till.state.settings.configuration.receipts.width = .narrow
        till.state.settings.configuration.receipts.codePage = .cp1251
        till.state.settings.configuration.receipts.printer = .queue("Bar")
        till.press(.print)
        let orders = till.effects.orders
        #expect(orders.first?.copy.shop == ShopLines())
        let order = try #require(orders.last)
        #expect(order.copy.shop.header == ["Café", "High Street 1"])
        #expect(order.columns == 32 && order.codePage == .cp1251 && order.printer == .queue("Bar"))
    }

    @Test("every code page that can be set is one that can be printed")
    func codePages() {
        #expect(
            Configuration.Receipts.CodePage.allCases.map(\.rawValue) == CodePage.allCases.map(\.rawValue))
    }

    @Test("copies are printed by themselves once the result stands in the books, if that is set")
    func byItself() {
        #expect(PrintingTests.showing().effects.orders.isEmpty)
        let both = PrintingTests.showing { configuration in
            configuration.receipts.customerCopy = .print
            configuration.receipts.merchantCopy = .print
        }
        #expect(both.effects.orders.map(\.copy.kind) == [.customer, .merchant])
        let place = both.effects.firstIndex { if case .print = $0 { true } else { false } } ?? 0
        let recorded = both.effects.firstIndex { if case .desk(.recordOutcome) = $0 { true } else { false } } ?? .max
        #expect(recorded < place)
        let none = PrintingTests.showing { configuration in
            configuration.receipts.customerCopy = .print
            configuration.receipts.printer = .none
        }
        #expect(none.effects.orders.isEmpty)
    }

    @Test("a printer that fails asks what becomes of the copy, where its receipt is shown") func failure() throws {
        var till = PrintingTests.showing()
        till.press(.print)
        let order = try #require(till.effects.orders.last)
        till.give(.notPrinted(order, .printer(.notConnected)))
        // What is typed before it can be read is thrown away.
        till.press(.confirm, after: 10)
        let page = try #require(copyOut(till))
        #expect(page.failure?.trouble == .printer(.notConnected))
        #expect(till.state.hint == nil)
        #expect(page.choices.map(\.action) == [.printAgain, .save(.text), .save(.html), .save(.pdf), .skip])
        #expect(till.effects.orders.count == 1)
        till.advance(by: 1000)
        till.press(.confirm)
        #expect(till.effects.orders.count == 2)
        #expect(till.result != nil)
    }

    @Test(
        "the copy can be saved instead, or done without; the result is where it was",
        arguments: [AppCommand.digit(3), .digit(0)])
    func elsewhere(command: AppCommand) throws {
        var till = PrintingTests.showing()
        till.press(.print)
        let order = try #require(till.effects.orders.last)
        till.give(.notPrinted(order, .printer(.lost(sent: 10, of: 20))))
        till.advance(by: 1000)
        till.press(command)
        let effects = till.press(.confirm)
        #expect(effects == (command == .digit(3) ? [.saveCopy(order.copy, .html, columns: 42)] : []))
        #expect(till.result?.record.sequence == 1)
        #expect(till.state.failedPrints.isEmpty)
    }

    @Test("it holds up no other sale: it is told, and ! shows it") func laterOn() throws {
        var till = PrintingTests.failed()
        #expect(till.state.page == .sale)
        #expect(till.state.hint == .notPrinted(.customer))
        till.type("500")
        till.press(.confirm)
        #expect(till.charges == 2)
        var waiting = PrintingTests.failed()
        waiting.press(.attention)
        #expect(copyOut(waiting)?.failure?.trouble == .printer(.notConnected))
        waiting.press(.back, after: 1000)
        #expect(waiting.state.page == .sale)
        waiting.press(.attention)
        #expect(waiting.state.page == .sale && waiting.state.hint == .nothingUnknown)
    }

    @Test("during a payment nothing covers it") func duringPayment() throws {
        var till = PrintingTests.showing()
        till.press(.print)
        let order = try #require(till.effects.orders.last)
        till.press(.confirm)
        till.type("500")
        till.press(.confirm)
        till.give(.notPrinted(order, .printer(.busy)))
        #expect(till.state.page == .payment)
        #expect(till.state.failedPrints.count == 1)
    }

    @Test("without a printer, or without such a copy, it says so") func obstacles() {
        var till = Till.showing(.authorised)
        till.press(.print)
        #expect(till.state.hint == .noPrinter)
        till.state.settings.configuration.receipts.printer = PrintingTests.network
        till.press(.print)
        #expect(till.state.hint == .printing(.customer))
        var none = Till.ready { $0.configuration.receipts.printer = PrintingTests.network }
        none.type("1250")
        none.press(.confirm)
        none.finish(answer(.authorised, id: guid))
        none.press(.print, after: 1000)
        #expect(none.state.hint == .noReceipt)
        #expect(none.effects.orders.isEmpty)
    }
}

@Suite("What the books say of prints") struct PrintNoteTests {
    private func events(_ notes: PrintNote...) -> [OperationEvent] { notes.map { $0.event(at: .at(0)) } }

    @Test("copies are counted by their kind, and what never reached paper does not count") func counts() {
        func next(_ kind: ReceiptCopy.Kind, _ notes: [OperationEvent]) -> Int {
            PrintNote.nextNumber(of: kind, after: notes)
        }
        #expect(next(.customer, []) == 0)
        let printed = events(.started(.customer, number: 0), .printed(.customer, number: 0))
        #expect(next(.customer, printed) == 1 && next(.merchant, printed) == 0)
        #expect(next(.customer, events(.started(.customer, number: 0), .failed(.customer, number: 0))) == 0)
        #expect(next(.customer, events(.started(.customer, number: 0), .unsure(.customer, number: 0))) == 1)
        // The machine went off meanwhile: there may be an original.
        #expect(next(.customer, events(.started(.customer, number: 0))) == 1)
        #expect(next(.customer, printed + events(.started(.customer, number: 1))) == 2)
    }

    @Test(
        "a note is read back as it was written",
        arguments: [
            PrintNote.started(.customer, number: 0), .printed(.merchant, number: 3), .failed(.slip, number: 1),
            .unsure(.customer, number: 2),
        ])
    func readBack(note: PrintNote) {
        #expect(PrintNote(note.event(at: .at(0)).kind) == note)
        #expect(PrintNote(.other(name: "printed", code: 0, text: "nobody")) == nil)
        #expect(PrintNote(.other(name: "resultSeen", code: 0, text: "customer")) == nil)
    }
}

@Suite("Copies of receipts") struct ReceiptCopyTests {
    private func copy(_ kind: ReceiptCopy.Kind, method: String = "PIN", simulated: Bool = false) -> ReceiptCopy {
        var record = OperationRecord.paid(1)
        record.outcome?.merchantReceipt = "<p>Merchant</p>"
        record.outcome?.customerReceipt = "<p>Customer</p>"
        record.outcome?.verificationMethod = method
        record.intent.reader.isSimulated = simulated
        return ReceiptCopy(
            kind, of: record, shop: ShopLines(logo: "/\\", header: "Café\\nHigh Street", footer: "Thank you"))
    }

    private let measure = TextMeasure { _ in 1 }

    @Test("the shop's lines stand around it") func shop() {
        let lines = measure.lines(of: copy(.customer), columns: 20).map(\.text)
        #expect(
            lines == [
                "         /\\", "", "        Café", "    High Street", "", "Customer", "", "     Thank you", "",
                "01236fc0-8192-11eb-", "9aca-ad4b0e95f241-1",
            ])
    }

    @Test("a simulated sale says so at both ends of every copy", arguments: [ReceiptCopy.Kind.customer, .merchant])
    func simulated(kind: ReceiptCopy.Kind) {
        let lines = measure.lines(of: copy(kind, simulated: true), columns: 30).map(\.text)
        let marked = lines.indices.filter { lines[$0].contains("SIMULATED") }
        let text = lines.firstIndex { $0.hasPrefix(kind == .customer ? "Customer" : "Merchant") } ?? 0
        #expect(marked.count == 2 && marked[0] < text && text < marked[1])
    }

    @Test(
        "the merchant's copy has a place to sign wherever a signature was the proof",
        arguments: [
            ("SIGNATURE", true), ("PIN_SIGNATURE", true), ("PIN", false), ("NOT_REQUIRED", false), ("FAILED", false),
            ("SIGNATURES_R_US", false), ("", false),
        ])
    func signature(method: String, isSigned: Bool) {
        func asks(_ kind: ReceiptCopy.Kind) -> Bool {
            measure.lines(of: copy(kind, method: method), columns: 30).contains { line in
                line.text.contains("Customer's signature")
            }
        }
        #expect(asks(.merchant) == isSigned)
        #expect(!asks(.customer))
    }

    @Test("its code is the transaction's id, and our reference while there is none") func code() throws {
        #expect(try copy(.customer).receipt().code == copy(.customer).record.outcome?.transactionID)
        #expect(try copy(.merchant).receipt().code == copy(.merchant).record.outcome?.transactionID)
        for id in [nil, ""] {
            var declined = copy(.customer)
            declined.record.outcome?.transactionID = id
            #expect(try declined.receipt().code == declined.record.intent.reference)
        }
        var paying = OperationRecord.paid(7)
        paying.outcome = nil
        let slip = ReceiptCopy(slip: "<p>Sign</p>", of: paying, shop: ShopLines())
        #expect(try slip.receipt().code == paying.intent.reference)
    }

    @Test("where the reader sent no such copy there is none, whatever the shop has set") func none() {
        var copy = copy(.customer)
        copy.html = ""
        #expect(measure.lines(of: copy, columns: 30).isEmpty)
        copy.html = "<p></p><hr>"
        #expect(measure.lines(of: copy, columns: 30).isEmpty)
    }
}

extension [AppEffect] {
    var orders: [PrintOrder] {
        compactMap { effect in
            if case .print(let order) = effect { order } else { nil }
        }
    }
}
