import HeftKit
import Money
import TillJournal

extension AppState {
    /// Opens the page for the tip of a sale, once the books have told of it.
    mutating func askForTip(_ detail: DetailPage) -> [AppEffect] {
        let record = detail.row.record
        guard let known = record.changeableTip else { return refuse(.tipNotChangeable) }
        guard let row = detail.detail?.row else { return wait(for: .tip, detail) }
        guard row.keepsItsMoney else { return refuse(.tipNotChangeable) }
        return turn(to: .tip(TipPage(record, before: known.tip, limit: known.limit, under: page)))
    }

    // MARK: Keys

    mutating func takeTip(_ command: AppCommand, _ tip: TipPage) -> [AppEffect] {
        if tip.isBusy { return command == .help ? turn(to: .help(under: page)) : [] }
        if tip.isChoosing { return takeTipChoice(command, tip) }
        var tip = tip
        switch command {
        case .digit(let digit):
            return change(tip) { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        case .point:
            return change(tip) { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        case .erase:
            tip.entry.erase()
            tip.isFresh = false
        case .confirm:
            // A tip of nothing takes the tip away; nothing typed changes nothing.
            guard !tip.isFresh || tip.status != nil else {
                hint = .nothingTyped
                return [.bell(1)]
            }
            guard tip.entry.amount.minorUnits <= tip.limit.minorUnits else {
                hint = .tipAboveLimit(tip.limit)
                return [.bell(2)]
            }
            tip.isChoosing = true
            tip.yes = false
            return turn(to: .tip(tip))
        case .back: return turnBack(to: tip.under)
        default: return takeAnywhere(command)
        }
        page = .tip(tip)
        return []
    }

    private mutating func change(
        _ tip: TipPage, _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) -> [AppEffect] {
        var tip = tip
        if tip.isFresh { tip.entry.clear() }
        do throws(AmountEntry.Refusal) {
            try body(&tip.entry)
        } catch {
            hint = .amountRefused(error)
            return [.bell(1)]
        }
        tip.isFresh = false
        page = .tip(tip)
        return []
    }

    private mutating func takeTipChoice(_ command: AppCommand, _ tip: TipPage) -> [AppEffect] {
        var tip = tip
        switch Question.take(command, yes: tip.yes) {
        case .marked(let yes):
            tip.yes = yes
            page = .tip(tip)
            return []
        case .answered(true):
            guard let id = tip.record.transactionID else { return [] }
            tip.isBusy = true
            page = .tip(tip)
            return [
                .adjustTip(TipChange(sequence: tip.record.sequence, transactionID: id, tip: tip.entry.amount))
            ]
        case .answered(false):
            tip.isChoosing = false
            tip.yes = false
            return turn(to: .tip(tip))
        case .ignored: return takeAnywhere(command)
        }
    }

    // MARK: The answer

    /// What became of it stands in the books. A tip that was not changed may be sent once more: the last one counts.
    mutating func tipAdjusted(_ change: TipChange, _ status: TipAdjustmentStatus) -> [AppEffect] {
        guard case .tip(var tip) = page, tip.isBusy, tip.record.sequence == change.sequence else { return [] }
        guard status == .authorised else {
            tip.isBusy = false
            tip.isChoosing = false
            tip.yes = false
            tip.status = status
            page = .tip(tip)
            hint = status == .declined ? .tipDeclined : .tipUnanswered
            return [.bell(2)]
        }
        let effects = turnBack(to: tip.under)
        hint = .tipChanged(change.tip)
        return effects + [.bell(1), .loadDetail(sequence: change.sequence)]
    }
}
