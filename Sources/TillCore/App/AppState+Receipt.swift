import TillJournal

extension AppState {
    private static let receiptFindMax = 60

    /// - Parameter void: what took it back, where that is known.
    mutating func openReceipt(_ record: OperationRecord, voidedBy void: OperationRecord? = nil) -> [AppEffect] {
        var receipt = ReceiptPage(record, voidedBy: void, shop: settings.shop, under: page)
        receipt.width = .init(settings.configuration.receipts.width)
        set(&receipt)
        guard !receipt.lines.isEmpty || record.outcome?.merchantReceipt.isEmpty == false else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return turn(to: .receipt(receipt))
    }

    // MARK: The text

    /// Sets the copy for its width, from its top.
    private func set(_ receipt: inout ReceiptPage) {
        let columns =
            switch receipt.width {
            case .roll32: 32
            case .roll42: 42
            case .roll48: 48
            case .screen: window.receiptColumns
            }
        receipt.columns = min(columns, window.receiptColumns)
        receipt.lines = settings.measure.lines(of: receipt.receiptCopies, columns: receipt.columns)
        receipt.scroll = 0
        receipt.match = receipt.matches.first
        receipt.scroll = receipt.match ?? 0
    }

    /// The window has another size: a copy that is set for the old one is set anew.
    mutating func resize(to window: WindowSize) -> [AppEffect] {
        guard window != self.window else { return [] }
        self.window = window
        var page = page
        page.changeReceipt { set(&$0) }
        self.page = page
        resizeText()
        return drawSignature()
    }

    // MARK: Keys

    mutating func takeReceipt(_ command: AppCommand, _ receipt: ReceiptPage) -> [AppEffect] {
        if receipt.isTyping, let effects = takeReceiptField(command, receipt) { return effects }
        var receipt = receipt
        let last = max(0, receipt.lines.count - 1)
        switch command {
        case .down: receipt.scroll = min(last, receipt.scroll + 1)
        case .up: receipt.scroll = max(0, receipt.scroll - 1)
        case .pageDown: receipt.scroll = min(last, receipt.scroll + 10)
        case .pageUp: receipt.scroll = max(0, receipt.scroll - 10)
        case .top: receipt.scroll = 0
        case .bottom: receipt.scroll = last
        case .otherPanel: show(receipt.copy == .customer ? .merchant : .customer, on: &receipt)
        case .digit(1): show(.customer, on: &receipt)
        case .digit(2): show(.merchant, on: &receipt)
        case .digit(3): show(.both, on: &receipt)
        case .digit(4):
            guard receipt.void != nil else {
                hint = .notVoided
                return [.bell(1)]
            }
            show(.voidSlip, on: &receipt)
        case .width:
            receipt.width = receipt.width.next
            set(&receipt)
        case .find: receipt.isTyping = true
        case .no where !receipt.find.isEmpty, .previousMatch where !receipt.find.isEmpty:
            return goToMatch(command, receipt)
        case .save: return openSaving(receipt)
        case .copy: return [.copy(receipt.record.intent.reference)]
        case .back where !receipt.find.isEmpty:
            receipt.find = ""
            receipt.match = nil
        case .back, .confirm, .receipt:
            let effects = turn(to: receipt.under)
            isArmed = true
            return effects.filter { if case .arm = $0 { false } else { true } }
        case .print: return print(receipt.receiptCopies)
        case .email:
            guard settings.canEmail else {
                hint = .noEmail
                return [.bell(1)]
            }
            return openEmail(receipt.copy == .voidSlip ? receipt.void ?? receipt.record : receipt.record)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .receipt(receipt)
        return []
    }

    private func show(_ copy: ReceiptPage.Copy, on receipt: inout ReceiptPage) {
        receipt.copy = copy
        set(&receipt)
    }

    /// The next line that holds what is looked for, or the one before; at the end it begins again.
    private mutating func goToMatch(_ command: AppCommand, _ receipt: ReceiptPage) -> [AppEffect] {
        var receipt = receipt
        let matches = receipt.matches
        guard let first = matches.first, let last = matches.last else {
            hint = .notFound(receipt.find)
            return [.bell(1)]
        }
        let from = receipt.match ?? -1
        let next =
            command == .previousMatch
            ? matches.last { $0 < from } ?? last : matches.first { $0 > from } ?? first
        let effects: [AppEffect] = next == receipt.match ? [.bell(1)] : []
        receipt.match = next
        receipt.scroll = next
        page = .receipt(receipt)
        return effects
    }

    /// Keys that mean something else while the field is typed in; nil for the others.
    private mutating func takeReceiptField(_ command: AppCommand, _ receipt: ReceiptPage) -> [AppEffect]? {
        var receipt = receipt
        var effects: [AppEffect] = []
        switch command {
        case .text(let scalar):
            guard receipt.find.count < AppState.receiptFindMax, scalar.properties.generalCategory != .control else {
                return [.bell(1)]
            }
            look(for: receipt.find + String(scalar), on: &receipt)
        case .erase where receipt.find.isEmpty: receipt.isTyping = false
        case .erase: look(for: String(receipt.find.dropLast()), on: &receipt)
        case .confirm:
            receipt.isTyping = false
            if !receipt.find.isEmpty, receipt.match == nil {
                hint = .notFound(receipt.find)
                effects = [.bell(1)]
            }
        case .back:
            receipt.isTyping = false
            look(for: "", on: &receipt)
        case .up, .down, .pageUp, .pageDown, .top, .bottom, .otherPanel, .help: return nil
        default: return []
        }
        page = .receipt(receipt)
        return effects
    }

    private func look(for find: String, on receipt: inout ReceiptPage) {
        receipt.find = find
        receipt.match = receipt.matches.first { $0 >= receipt.scroll } ?? receipt.matches.first
        if let match = receipt.match { receipt.scroll = match }
    }

    /// A paste goes into the field, which it opens.
    mutating func paste(_ line: String, into receipt: ReceiptPage) -> [AppEffect] {
        var receipt = receipt
        receipt.isTyping = true
        look(for: String((receipt.find + line).prefix(AppState.receiptFindMax)), on: &receipt)
        page = .receipt(receipt)
        return []
    }
}
