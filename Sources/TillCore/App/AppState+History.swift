import Money
import TillJournal

extension AppState {
    /// Finds the sales that can be given back.
    static let refundable = "is:sale is:approved"
    /// Finds the sales that can be voided.
    static let voidable = "is:sale is:approved today"
    /// So many rows before the end the next part is read.
    private static let historyReserve = 20
    private static let historyStep = 10

    /// Whether a field takes characters as they are.
    package var wantsText: Bool { page.wantsText }

    mutating func openHistory(finding find: String = "") -> [AppEffect] {
        let history = HistoryPage(find: find)
        return turn(to: .history(history)) + search(history)
    }

    // MARK: Keys

    mutating func takeHistory(_ command: AppCommand, _ history: HistoryPage) -> [AppEffect] {
        if history.isTyping, let effects = takeFind(command, history) { return effects }
        switch command {
        case .up: return mark(history.marked - 1, history)
        case .down: return mark(history.marked + 1, history)
        case .pageUp: return mark(history.marked - AppState.historyStep, history)
        case .pageDown: return mark(history.marked + AppState.historyStep, history)
        case .top: return mark(0, history)
        case .bottom: return mark(history.rows.count - 1, history)
        case .confirm: return openDetail(history, wanting: nil)
        case .refund: return openDetail(history, wanting: .refund)
        case .void: return openDetail(history, wanting: .void)
        case .otherPayment: return openUnlinkedRefund()
        case .receipt:
            guard let row = history.markedRow else { return [.bell(1)] }
            return openReceipt(row.record, voidedBy: row.voidedBy)
        case .find:
            var history = history
            history.isTyping = true
            page = .history(history)
            return []
        case .refresh: return search(history)
        case .copy:
            guard let row = history.markedRow else { return [.bell(1)] }
            return [.copy(row.record.intent.reference)]
        case .no where !history.find.isEmpty: return markMatch(history.marked + 1, history)
        case .previousMatch where !history.find.isEmpty: return markMatch(history.marked - 1, history)
        case .otherPanel: return openDay()
        case .back, .erase:
            if !history.find.isEmpty { return find("", history) }
            return turn(to: desk.device == nil ? .chooseReader(marked: 0) : .sale)
        case .sale: return turn(to: .sale)
        default: return takeAnywhere(command)
        }
    }

    /// Keys that mean something else while the field is typed in; nil for the others.
    private mutating func takeFind(_ command: AppCommand, _ history: HistoryPage) -> [AppEffect]? {
        var history = history
        switch command {
        case .text(let scalar):
            guard history.find.count < HistoryQuery.lengthMax, scalar.properties.generalCategory != .control else {
                return [.bell(1)]
            }
            return find(history.find + String(scalar), history)
        case .erase:
            guard history.find.isEmpty else { return find(String(history.find.dropLast()), history) }
            history.isTyping = false
            page = .history(history)
            return []
        case .confirm:
            // A text that is no search stays, to be mended.
            guard history.problem == nil else { return [.bell(1)] }
            history.isTyping = false
            page = .history(history)
            return []
        case .back:
            history.isTyping = false
            page = .history(history)
            return history.find.isEmpty ? [] : find("", history)
        case .up, .down, .pageUp, .pageDown, .top, .bottom, .help, .sale: return nil
        default: return []
        }
    }

    /// Marks the row that was pointed at.
    mutating func markRow(_ index: Int, _ history: HistoryPage) -> [AppEffect] {
        var history = history
        history.isTyping = false
        return mark(index, history)
    }

    private mutating func mark(_ index: Int, _ history: HistoryPage) -> [AppEffect] {
        var history = history
        history.marked = max(0, min(index, history.rows.count - 1))
        page = .history(history)
        return readOn(history)
    }

    /// What is in doubt stands above whatever is looked for, so it is no match.
    private mutating func markMatch(_ index: Int, _ history: HistoryPage) -> [AppEffect] {
        let matches = history.pinned.count..<history.rows.count
        let index = max(index, matches.lowerBound)
        guard matches.contains(index), index != history.marked else { return [.bell(1)] }
        return mark(index, history)
    }

    /// A paste goes into the field, which it opens.
    mutating func paste(_ line: String, into history: HistoryPage) -> [AppEffect] {
        var history = history
        history.isTyping = true
        return find(String((history.find + line).prefix(HistoryQuery.lengthMax)), history)
    }

    private mutating func find(_ text: String, _ history: HistoryPage) -> [AppEffect] {
        var history = history
        history.find = text
        return search(history)
    }

    // MARK: The books

    /// Looks anew. What stands on the screen stays until the answer is there, and for good where the text is none.
    mutating func search(_ history: HistoryPage) -> [AppEffect] {
        var history = history
        do throws(HistoryQueryError) {
            let query = try HistoryQuery(history.find, now: now, currencies: settings.chargeCurrencies)
            historyNumber += 1
            history.problem = nil
            history.query = query
            history.awaited = historyNumber
            page = .history(history)
            return [.loadHistory(HistoryRequest(number: historyNumber, query: query))]
        } catch {
            history.problem = error
            history.awaited = nil
            page = .history(history)
            return []
        }
    }

    /// Reads the next part as the mark nears the end.
    private mutating func readOn(_ history: HistoryPage) -> [AppEffect] {
        guard history.awaited == nil, !history.isComplete, let query = history.query, let last = history.last,
            history.marked >= history.rows.count - AppState.historyReserve
        else { return [] }
        historyNumber += 1
        let number = historyNumber
        page.changeHistory { $0.awaited = number }
        return [.loadHistory(HistoryRequest(number: number, query: query, before: last))]
    }

    mutating func show(_ answer: HistoryAnswer) -> [AppEffect] {
        page.changeHistory { $0.take(answer) }
        return []
    }

    mutating func historyFailed(_ number: Int, _ error: JournalError) -> [AppEffect] {
        var isAwaited = false
        page.changeHistory { history in
            isAwaited = history.awaited == number
            if isAwaited { history.awaited = nil }
        }
        if isAwaited { hint = .historyFailed(error) }
        return isAwaited ? [.bell(1)] : []
    }
}

extension HistoryPage {
    fileprivate mutating func take(_ answer: HistoryAnswer) {
        guard awaited == answer.request.number else { return }
        awaited = nil
        isComplete = answer.isLast
        // What is in doubt stands above, once.
        let others = answer.found.filter { !$0.record.isInDoubt }
        if answer.request.before != nil {
            found += others
        } else {
            let before = markedRow?.record.sequence
            pinned = answer.inDoubt
            found = others
            // Something may have happened to it since.
            (beside, besideFailed) = (nil, nil)
            let same = found.firstIndex { $0.record.sequence == before }
            marked = found.isEmpty ? 0 : pinned.count + (same ?? 0)
        }
        last = answer.found.last?.record.sequence ?? last
    }
}

extension Page {
    /// Whether a field of it takes characters as they are.
    package var wantsText: Bool {
        switch self {
        case .history(let history): history.isTyping
        case .receipt(let receipt): receipt.isTyping
        case .decision(let decision): decision.field != .verdict && !decision.isBusy
        case .saleFields, .email: true
        case .settings(let settings): settings.typed != nil
        case .readerText(let text): text.isTyping
        case .menu, .palette: true
        case .pairing(let pairing): pairing.isTyping
        default: false
        }
    }
}
