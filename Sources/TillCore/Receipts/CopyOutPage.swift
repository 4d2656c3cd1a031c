import Printing
import TillJournal

/// Where a copy goes: into a file, or to the printer again that did not take it. Selling goes on whatever is chosen.
package struct CopyOutPage: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case printAgain
        case save(SavedFormat)
        case skip
    }

    package struct Choice: Equatable, Sendable {
        package var number: Int
        package var action: Action
    }

    /// What the printer did not take, and why.
    package struct Failure: Equatable, Sendable {
        package var order: PrintOrder
        package var trouble: PrintTrouble

        package init(_ order: PrintOrder, _ trouble: PrintTrouble) {
            self.order = order
            self.trouble = trouble
        }
    }

    /// One at least; a file each.
    package var copies: [ReceiptCopy]
    /// Columns of a text or PDF file.
    package var columns: Int
    /// Nil where somebody only wants a file.
    package var failure: Failure?
    /// The numbered choice that Enter runs.
    package var marked = 1
    /// Where Esc goes.
    package var under: Page

    init(_ copies: [ReceiptCopy], columns: Int, under: Page) {
        self.copies = copies
        self.columns = columns
        self.under = under
    }

    init(_ failure: Failure, under: Page) {
        self.init([failure.order.copy], columns: failure.order.columns, under: under)
        self.failure = failure
    }

    package var choices: [Choice] {
        let again = failure == nil ? [] : [Action.printAgain]
        let actions = again + SavedFormat.allCases.map(Action.save)
        let numbered = zip(1..., actions).map { Choice(number: $0, action: $1) }
        return numbered + [Choice(number: 0, action: .skip)]
    }
}

extension AppState {
    /// Whether a printer is set up.
    package var hasPrinter: Bool { settings.configuration.receipts.printer != .none }

    // MARK: Asking for paper

    /// Prints a copy of what stands in the books.
    mutating func print(_ kind: ReceiptCopy.Kind, of record: OperationRecord) -> [AppEffect] {
        print(ReceiptCopy(kind, of: record, shop: settings.shop))
    }

    mutating func print(_ copy: ReceiptCopy) -> [AppEffect] { print([copy]) }

    /// Prints copies one after the other: each is noted in the books by itself.
    mutating func print(_ copies: [ReceiptCopy]) -> [AppEffect] {
        let copies = copies.filter { !$0.html.isEmpty }
        guard !copies.isEmpty else {
            hint = .noReceipt
            return [.bell(1)]
        }
        guard hasPrinter else {
            hint = .noPrinter
            return [.bell(1)]
        }
        return copies.flatMap { send(PrintOrder($0, settings)) }
    }

    private mutating func send(_ order: PrintOrder) -> [AppEffect] {
        failedPrints.removeAll { $0.order.isSameCopy(as: order) }
        hint = .printing(order.copy.kind)
        return [.print(order)]
    }

    /// The copies that are printed after every payment. The books have its outcome.
    mutating func printByItself(_ record: OperationRecord) -> [AppEffect] {
        guard hasPrinter, record.moved != nil else { return [] }
        let receipts = settings.configuration.receipts
        let wanted = [(ReceiptCopy.Kind.customer, receipts.customerCopy), (.merchant, receipts.merchantCopy)]
        return wanted.flatMap { kind, copies -> [AppEffect] in
            let copy = ReceiptCopy(kind, of: record, shop: settings.shop)
            return copies == .print && !copy.html.isEmpty ? send(PrintOrder(copy, settings)) : []
        }
    }

    // MARK: What came of it

    /// - Parameter number: of the copy; 0 for the original.
    mutating func printed(_ order: PrintOrder, number: Int, rewritten: [Substitution]) -> [AppEffect] {
        hint = .printed(order.copy.kind, number: number, rewritten: rewritten)
        return refreshDetail(order)
    }

    /// Whoever looks at this receipt chooses what becomes of it. Everybody else is told, and finds it by `!`.
    mutating func notPrinted(_ order: PrintOrder, _ trouble: PrintTrouble) -> [AppEffect] {
        let failure = CopyOutPage.Failure(order, trouble)
        // That it goes to the printer is true no more.
        if case .printing = hint { hint = nil }
        switch page {
        case .result(let result) where result.record.sequence == order.copy.record.sequence && isArmed:
            return turn(to: .copyOut(CopyOutPage(failure, under: page))) + [.bell(2)]
        case .receipt(let receipt) where receipt.shows(order.copy.record.sequence) && !receipt.isTyping:
            return turn(to: .copyOut(CopyOutPage(failure, under: page))) + [.bell(2)]
        case .detail(let detail) where detail.row.record.sequence == order.copy.record.sequence:
            return turn(to: .copyOut(CopyOutPage(failure, under: page))) + [.bell(2)]
        default:
            if order.copy.kind != .slip { failedPrints.append(failure) }
            hint = .notPrinted(order.copy.kind)
            return [.bell(2)]
        }
    }

    private func refreshDetail(_ order: PrintOrder) -> [AppEffect] {
        guard case .detail(let detail) = page, detail.row.record.sequence == order.copy.record.sequence else {
            return []
        }
        return [.loadDetail(sequence: order.copy.record.sequence)]
    }

    // MARK: Keys

    mutating func openSaving(_ receipt: ReceiptPage) -> [AppEffect] {
        let copies = receipt.receiptCopies.filter { !$0.html.isEmpty }
        guard !copies.isEmpty else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return turn(to: .copyOut(CopyOutPage(copies, columns: receipt.columns, under: page)))
    }

    /// The oldest copy that was not printed.
    mutating func openFailedPrint() -> [AppEffect] {
        guard !failedPrints.isEmpty else { return [] }
        return turn(to: .copyOut(CopyOutPage(failedPrints.removeFirst(), under: page)))
    }

    mutating func takeCopyOut(_ command: AppCommand, _ copyOut: CopyOutPage) -> [AppEffect] {
        var changed = copyOut
        let numbers = copyOut.choices.map(\.number)
        switch command {
        case .digit(let digit):
            guard numbers.contains(digit) else { return [.bell(1)] }
            changed.marked = digit
        case .up, .down:
            let index = (numbers.firstIndex(of: copyOut.marked) ?? 0) + (command == .up ? -1 : 1)
            if numbers.indices.contains(index) { changed.marked = numbers[index] }
        case .confirm: return run(copyOut.choices.first { $0.number == copyOut.marked }?.action ?? .skip, copyOut)
        case .print where copyOut.failure != nil: return run(.printAgain, copyOut)
        case .back, .erase: return run(.skip, copyOut)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .copyOut(changed)
        return []
    }

    private mutating func run(_ action: CopyOutPage.Action, _ copyOut: CopyOutPage) -> [AppEffect] {
        let effects = turnBack(to: copyOut.under)
        let done: [AppEffect] =
            switch action {
            case .printAgain: print(copyOut.copies)
            case .save(let format): copyOut.copies.map { .saveCopy($0, format, columns: copyOut.columns) }
            case .skip: []
            }
        return effects + done + openOtherCopy(copyOut)
    }

    /// Where both copies were to be printed and neither was, the other one is asked about next.
    private mutating func openOtherCopy(_ copyOut: CopyOutPage) -> [AppEffect] {
        guard let order = copyOut.failure?.order,
            let index = failedPrints.firstIndex(where: { failed in
                failed.order.copy.record.sequence == order.copy.record.sequence && !failed.order.isSameCopy(as: order)
            })
        else { return [] }
        return turn(to: .copyOut(CopyOutPage(failedPrints.remove(at: index), under: copyOut.under)))
    }
}
