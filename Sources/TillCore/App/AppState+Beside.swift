import TillJournal

extension AppState {
    /// Asks for what stands beside the history in a wide window. While an answer is awaited the mark may move on; then
    /// only what is marked last is asked for.
    mutating func lookBeside() -> [AppEffect] {
        guard window.isWide, case .history(var history) = page, history.besideAwaited == nil,
            let sequence = history.markedRow?.record.sequence, history.besideFailed != sequence,
            history.beside?.row.record.sequence != sequence
        else { return [] }
        history.besideAwaited = sequence
        history.besideFailed = nil
        page = .history(history)
        return [.loadDetail(sequence: sequence)]
    }
}

extension HistoryPage {
    mutating func takeBeside(_ detail: OperationDetail) {
        let sequence = detail.row.record.sequence
        if besideAwaited == sequence { besideAwaited = nil }
        if markedRow?.record.sequence == sequence { beside = detail }
    }

    /// - Returns: whether it was asked for here.
    mutating func failBeside(_ sequence: Int64) -> Bool {
        guard besideAwaited == sequence else { return false }
        besideAwaited = nil
        besideFailed = sequence
        return true
    }
}
