import Money
import TillJournal

/// What is in doubt, to choose what to see to first.
package struct InDoubtPage: Equatable, Sendable {
    package var marked = 0
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }
}

/// What was taken since the last close of the day, or what a close has kept.
package struct DayPage: Equatable, Sendable {
    /// Nil until the books have answered.
    package var report: DayReport?
    /// The close that was made from here.
    package var close: DayClose?
    /// The numbered choice that Enter runs: 0 goes back, 1 closes the day.
    package var marked = 0
    /// The first line that is shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }
}

/// Close the day?
package struct CloseDayPage: Equatable, Sendable {
    package var day: DayPage
    /// The marked choice.
    package var yes = false
}

extension AppState {
    // MARK: In doubt

    mutating func takeInDoubt(_ command: AppCommand, _ list: InDoubtPage) -> [AppEffect] {
        var list = list
        let count = desk.inDoubt.count + day.partlyPaid.count
        let last = max(0, count - 1)
        switch command {
        case .up: list.marked = max(0, min(last, list.marked) - 1)
        case .down: list.marked = min(last, list.marked + 1)
        case .digit(let digit):
            guard (1...max(1, count)).contains(digit) else { return [.bell(1)] }
            list.marked = digit - 1
        case .confirm:
            let ticket = list.marked - desk.inDoubt.count
            if day.partlyPaid.indices.contains(ticket) { return openRest(day.partlyPaid[ticket]) }
            guard desk.inDoubt.indices.contains(list.marked) else { return [.bell(1)] }
            return turn(to: .unfinished(UnfinishedPage(desk.inDoubt[list.marked])))
        case .back, .erase: return turnBack(to: list.under)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .inDoubt(list)
        return []
    }

    // MARK: The day

    mutating func openDay() -> [AppEffect] {
        turn(to: .day(DayPage(under: page))) + [.loadReport]
    }

    mutating func show(_ report: DayReport) -> [AppEffect] {
        page.changeDay { if $0.close == nil { $0.report = report } }
        return []
    }

    mutating func show(_ close: DayClose) -> [AppEffect] {
        let keep: (inout DayPage) -> Void = { day in
            day.close = close
            day.report = close.report
        }
        origin?.changeDay(keep)
        page.changeDay(keep)
        return []
    }

    mutating func dayFailed(_ error: JournalError) -> [AppEffect] {
        hint = .historyFailed(error)
        return [.bell(1)]
    }

    mutating func takeDay(_ command: AppCommand, _ day: DayPage) -> [AppEffect] {
        var day = day
        switch command {
        case .digit(0): day.marked = 0
        case .digit(1): day.marked = 1
        case .up: day.marked = 0
        case .down: day.marked = 1
        case .pageUp: day.scroll = max(0, day.scroll - 5)
        case .pageDown: day.scroll = min(day.lastLine, day.scroll + 5)
        case .top: day.scroll = 0
        case .bottom: day.scroll = day.lastLine
        case .closeDay: return askToClose(day)
        case .confirm:
            if day.marked == 1 { return askToClose(day) }
            return turnBack(to: day.under)
        case .back, .erase, .otherPanel: return turnBack(to: day.under)
        case .refresh:
            day.close = nil
            page = .day(day)
            return [.loadReport]
        default: return takeAnywhere(command)
        }
        page = .day(day)
        return []
    }

    private mutating func askToClose(_ day: DayPage) -> [AppEffect] {
        guard day.close == nil else {
            hint = .dayIsClosed
            return [.bell(1)]
        }
        return turn(to: .closeDay(CloseDayPage(day: day)))
    }

    mutating func takeCloseDay(_ command: AppCommand, _ question: CloseDayPage) -> [AppEffect] {
        switch Question.take(command, yes: question.yes) {
        case .marked(let yes):
            page = .closeDay(CloseDayPage(day: question.day, yes: yes))
            return []
        case .answered(true): return perform(.service(.endOfDay), from: .day(question.day))
        case .answered(false): return turnBack(to: .day(question.day))
        case .ignored: return takeAnywhere(command)
        }
    }

    /// The reader has ended its day: now the books do.
    func closeBooks(after record: OperationRecord) -> [AppEffect] {
        guard record.intent.kind == .endOfDay, case .day = origin else { return [] }
        switch record.outcome?.verdict {
        case .approved, .processed: return [.closeDay]
        case .declined, .cancelled, .failed, .partiallyApproved, .unknown, nil: return []
        }
    }
}

extension DayPage {
    /// More lines than these are not worth scrolling for; the view stops at its last.
    fileprivate var lastLine: Int {
        guard let report else { return 0 }
        return report.currencies.reduce(8) { $0 + 10 + $1.schemes.count } + report.inDoubt.count
            + report.partlyPaid.count
    }
}
