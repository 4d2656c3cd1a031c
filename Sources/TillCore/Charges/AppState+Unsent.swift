import TillJournal

extension AppState {
    mutating func openUnsent(under: Page) -> [AppEffect] {
        turn(to: .unsent(UnsentPage(under: under))) + [.charge(.loadUnsent)]
    }

    mutating func takeUnsent(_ command: AppCommand, _ page: UnsentPage) -> [AppEffect] {
        var page = page
        switch command {
        case .up: page.mark(page.marked - 1)
        case .down: page.mark(page.marked + 1)
        case .pageUp: page.mark(page.marked - UnsentPage.pageLength)
        case .pageDown: page.mark(page.marked + UnsentPage.pageLength)
        case .top: page.mark(0)
        case .bottom: page.mark(Int.max)
        case .confirm:
            guard !page.isBusy, let marked = page.markedAnswer else { return [.bell(1)] }
            page.isBusy = true
            page.failure = nil
            self.page = .unsent(page)
            return [.charge(.send(marked.answer))]
        case .refresh: return [.charge(.loadUnsent)]
        case .back, .erase: return turnBack(to: page.under)
        default: return takeAnywhere(command)
        }
        self.page = .unsent(page)
        return []
    }

    mutating func show(_ unsent: [UnsentAnswer]) -> [AppEffect] {
        page.changeUnsent { page in
            page.answers = unsent
            page.mark(page.marked)
        }
        return []
    }

    mutating func unsentFailed(_ error: JournalError) -> [AppEffect] {
        page.changeUnsent { $0.answers = [] }
        hint = .booksFailed(error, moneyMayHaveMoved: false)
        return [.bell(2)]
    }

    /// Takes an answer that was handed over off the list.
    mutating func noteSent(_ answer: ChargeAnswer) {
        page.changeUnsent { page in
            let wasMarked = page.markedAnswer?.answer.isSame(as: answer) == true
            page.answers?.removeAll { $0.answer.isSame(as: answer) }
            page.mark(page.marked)
            if wasMarked { page.isBusy = false }
        }
    }

    /// Whether the list has sent it, and says why it was not taken: an answer that was let be stays so.
    mutating func noteUnsent(_ answer: ChargeAnswer, _ reason: String) -> Bool {
        var isFromList = false
        page.changeUnsent { page in
            guard page.isBusy, page.markedAnswer?.answer.isSame(as: answer) == true else { return }
            isFromList = true
            page.isBusy = false
            page.failure = reason
        }
        return isFromList
    }
}
