import TillCore

/// The five steps of a payment, as far as the reader's statuses prove them.
struct PaymentSteps: Equatable, Sendable {
    enum Mark: String, Sendable {
        case done = "[x]"
        case current = "[>]"
        case open = "[ ]"
        /// The payment went on without it.
        case skipped = "[-]"
    }

    struct Step: Equatable, Sendable {
        var mark: Mark
        var text: String
    }

    let steps: [Step]

    /// The step in hand; the first one before anything was heard.
    var current: Step? { steps.first { $0.mark == .current } ?? steps.first { $0.mark == .open } }

    /// - Parameter log: the statuses so far, oldest first.
    init(_ log: [RunningOperation.Entry]) {
        let all = log.map { ReaderStep($0.status) }
        // Whoever is asked for a card again starts anew: what a card before did proves nothing of this one.
        let start = all.lastIndex { $0 == .presentCard || $0 == .insertChip } ?? 0
        let seen = all[start...].compactMap(PaymentSteps.number)
        let reached = seen.max() ?? (all.isEmpty ? 1 : 2)
        let texts = [
            "Request sent to the reader", "Card read", "Customer types the PIN", "Bank answers",
            "Card removed, receipt",
        ]
        steps = texts.enumerated().map { index, text in
            let number = index + 1
            if number > reached { return Step(mark: .open, text: text) }
            if number == reached { return Step(mark: .current, text: text) }
            // The first two are proved by what comes after them, the others by a status of their own.
            let isProved = number <= 2 || seen.contains(number)
            return Step(mark: isProved ? .done : .skipped, text: text + (isProved ? "" : ": not asked for"))
        }
    }

    /// The step that a status belongs to.
    private static func number(_ step: ReaderStep) -> Int? {
        switch step {
        case .presentCard, .insertChip, .startAgain, .typeCardNumber, .cardRead, .chooseApplication,
            .confirmApplication:
            2
        case .typePIN, .donePIN: 3
        case .bank: 4
        case .removeCard, .receipt: 5
        case .checkAmount, .chooseTip, .chooseAccount, .chooseHowToPay, .checkDue, .secretCheck, .signature, .ready,
            .done, .partlyApproved, .nothingHeld, .scanned, .trouble, .other:
            nil
        }
    }
}
