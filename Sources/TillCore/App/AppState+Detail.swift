import Money
import TillJournal

extension AppState {
    /// Opens the marked operation; what is wanted of it follows when the books have told of it.
    mutating func openDetail(_ history: HistoryPage, wanting wanted: DetailPage.Action?) -> [AppEffect] {
        guard let row = history.markedRow else { return [.bell(1)] }
        var detail = DetailPage(row, under: page)
        detail.wanted = wanted
        return turn(to: .detail(detail)) + [.loadDetail(sequence: row.record.sequence)]
    }

    mutating func show(_ answer: OperationDetail) -> [AppEffect] {
        page.changeHistory { history in
            history.takeBeside(answer)
            // What was done on the operation's page is true of its row too.
            for index in history.found.indices
            where history.found[index].record.sequence == answer.row.record.sequence {
                history.found[index] = answer.row
            }
        }
        var wanted: DetailPage.Action?
        page.changeDetail { detail in
            guard detail.row.record.sequence == answer.row.record.sequence else { return }
            detail.row = answer.row
            detail.detail = answer
            wanted = detail.wanted
            detail.wanted = nil
        }
        if case .void(var void) = page, void.record.sequence == answer.row.record.sequence {
            void.besides = answer.balance?.besides
            page = .void(void)
        }
        page.changeResult { result in
            // The void that the page tells of, not a try at it.
            let isVoid = answer.row.voidedBy?.sequence == result.record.sequence
            if isVoid { result.besides = answer.balance?.besides }
        }
        page.changeSupport { if $0.record.sequence == answer.row.record.sequence { $0.detail = answer } }
        guard let wanted, case .detail(let detail) = page else { return [] }
        return run(wanted, detail)
    }

    mutating func detailFailed(_ sequence: Int64, _ error: JournalError) -> [AppEffect] {
        var isBeside = false
        page.changeHistory { isBeside = $0.failBeside(sequence) }
        var isShown = false
        if case .detail(let detail) = page { isShown = detail.row.record.sequence == sequence }
        if case .history = page { isShown = isBeside }
        guard isShown else { return [] }
        hint = .historyFailed(error)
        return [.bell(1)]
    }

    // MARK: Keys

    mutating func takeDetail(_ command: AppCommand, _ detail: DetailPage) -> [AppEffect] {
        var detail = detail
        switch command {
        case .digit(let digit):
            guard detail.choices.contains(where: { $0.number == digit }) else { return [.bell(1)] }
            detail.marked = digit
        case .up, .down:
            let numbers = detail.choices.map(\.number)
            let index = (numbers.firstIndex(of: detail.marked) ?? 0) + (command == .up ? -1 : 1)
            if numbers.indices.contains(index) { detail.marked = numbers[index] }
        case .pageUp: detail.scroll = max(0, detail.scroll - 5)
        case .pageDown: detail.scroll = min(detail.lastLine, detail.scroll + 5)
        case .top: detail.scroll = 0
        case .bottom: detail.scroll = detail.lastLine
        case .confirm: return run(detail.choices.first { $0.number == detail.marked }?.action ?? .back, detail)
        case .receipt: return run(.receipt, detail)
        case .print: return print(.customer, of: detail.row.record)
        case .refund: return run(.refund, detail)
        case .void: return run(.void, detail)
        case .tip: return run(.tip, detail)
        case .refresh: return [.loadDetail(sequence: detail.row.record.sequence)]
        case .copy: return [.copy(detail.row.record.intent.reference)]
        case .back, .erase: return run(.back, detail)
        default: return takeAnywhere(command)
        }
        page = .detail(detail)
        return []
    }

    private mutating func run(_ action: DetailPage.Action, _ detail: DetailPage) -> [AppEffect] {
        switch action {
        case .back: return turnBack(to: detail.under)
        case .receipt: return openReceipt(detail.row.record, voidedBy: detail.row.voidedBy)
        case .refund: return askForRefund(detail)
        case .void: return askForVoid(detail)
        case .tip: return askForTip(detail)
        }
    }

    private mutating func askForRefund(_ detail: DetailPage) -> [AppEffect] {
        guard detail.row.record.intent.kind.takesMoney else { return refuse(.notReturnable) }
        guard let balance = detail.detail?.balance else { return wait(for: .refund, detail) }
        if let obstacle = balance.refundObstacle { return refuse(.returnRefused(obstacle)) }
        return turn(to: .refund(RefundPage(detail.row.record, balance, under: page)))
    }

    private mutating func askForVoid(_ detail: DetailPage) -> [AppEffect] {
        let record = detail.row.record
        guard detail.choices.contains(where: { $0.action == .void }) else { return refuse(.notReturnable) }
        guard let known = detail.detail else { return wait(for: .void, detail) }
        if let balance = known.balance, let obstacle = balance.reversalObstacle {
            // What can be done instead is marked.
            if balance.refundObstacle == nil { page.changeDetail { $0.marked = 2 } }
            return refuse(.returnRefused(obstacle))
        }
        guard record.moved != nil else { return refuse(.notReturnable) }
        return turn(to: .void(VoidPage(record, besides: known.balance?.besides, under: page)))
    }

    mutating func wait(for action: DetailPage.Action, _ detail: DetailPage) -> [AppEffect] {
        page.changeDetail { $0.wanted = action }
        return [.loadDetail(sequence: detail.row.record.sequence)]
    }

    mutating func refuse(_ hint: Hint) -> [AppEffect] {
        self.hint = hint
        return [.bell(2)]
    }
}

extension DetailPage {
    /// More lines than these are not worth scrolling for; the view stops at its last.
    fileprivate var lastLine: Int { (detail?.events.count ?? 0) + row.undoing.count + 12 }
}
