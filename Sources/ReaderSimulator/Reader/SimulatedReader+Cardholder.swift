internal import HeftWire

extension SimulatedReader {
    /// The cardholder does something. What makes no sense at the moment does nothing.
    package mutating func press(_ action: CardholderAction) -> [Output] {
        var outputs = OutputQueue()
        guard case .operating(let operation) = state else {
            if action == .removeCard { faults.cardLeftInSlot = false }
            return []
        }
        if case .scan(let code) = action {
            scan(code, &outputs)
            return outputs.finished()
        }
        guard case .beat(let beat) = operation.wait else { return [] }
        switch (action, beat) {
        case (.insertCard, .card): present(.chip, &outputs)
        case (.swipeCard, .card): present(.stripe, &outputs)
        case (.tapCard, .card): present(.contactless, &outputs)
        case (.typeCard, .card): present(.typed, &outputs)
        case (.giveTip(let tip), .tip): give(tip, &outputs)
        case (.greenKey, .tip): give(.none, &outputs)
        case (.greenKey, .amount), (.greenKey, .pin), (.removeCard, .removal): passBeat(&outputs)
        case (.bypassPIN, .pin):
            letPINPass()
            passBeat(&outputs)
        case (.wrongPIN, .pin): takeWrongPIN(&outputs)
        case (.redKey, .card), (.redKey, .reading), (.redKey, .amount), (.redKey, .pin), (.redKey, .tip),
            (.redKey, .removal):
            end(SimulatedReader.cancelledByCardholder, &outputs)
        case (.removeCard, .pin): pullCard(&outputs)
        case (.removeCard, .reading), (.removeCard, .amount): end(SimulatedReader.cardRemoved, &outputs)
        case (.insertCard, _), (.swipeCard, _), (.tapCard, _), (.typeCard, _), (.giveTip, _), (.greenKey, _),
            (.bypassPIN, _), (.wrongPIN, _), (.redKey, _), (.removeCard, _), (.scan, _):
            return []
        }
        return outputs.finished()
    }

    static let cancelledByCardholder = Verdict(.userCancelled, .cancelled, "CANCELLED BY CARDHOLDER")
    static let cardRemoved = Verdict.failed(
        .cardCancelled, "CARD REMOVED", error: "The card was taken out too early.")

    private mutating func passBeat(_ outputs: inout OutputQueue) {
        outputs.add(.stopTimer(.step))
        advance(&outputs)
    }

    // MARK: Cards

    private mutating func present(_ entry: TestCard.Entry, _ outputs: inout OutputQueue) {
        plan(presented(card.read(by: payment?.needsStripe == true ? .stripe : entry)))
        passBeat(&outputs)
    }

    /// What follows once this card is there. Faults of the moment come first; where they ask for a card once more, a
    /// cardholder by hand presents it anew.
    mutating func presented(_ card: TestCard) -> [Step] {
        var card = card
        var steps: [Step] = []
        let mayFail = payment?.needsStripe != true
        if mayFail, faults.chipUnreadable, card.entry == .chip {
            faults.chipUnreadable = false
            steps += [
                .status(.cardInserted, isCancelAllowed: true, .reading),
                .status(.cardReadingFailed, isCancelAllowed: true, .none),
                .status(.waitingForCard, isCancelAllowed: true, .card),
            ]
            if configuration.cardholder == .manual { return steps }
            card = card.read(by: .stripe)
        }
        if mayFail, faults.chipCardSwiped, configuration.cardholder == .automatic || card.entry == .stripe {
            faults.chipCardSwiped = false
            steps.append(.status(.chipCardSwiped, isCancelAllowed: true, .card))
            if configuration.cardholder == .manual { return steps }
            card = card.read(by: .chip)
        }
        take(card)
        return steps + self.steps(after: card)
    }

    private mutating func steps(after card: TestCard) -> [Step] {
        if let payment { return steps(after: card, for: payment) }
        let isRead = card.entry == .chip || card.entry == .stripe
        return (isRead ? [.status(.cardInserted, isCancelAllowed: true, .reading)] : []) + [.finish]
    }

    /// The slot is empty again. The vendor has the operation started anew.
    mutating func clearSlot(_ outputs: inout OutputQueue) {
        faults.cardLeftInSlot = false
        let error = "A card was in the slot. Start again without it."
        end(.failed(.waitingForCardRemoval, "CARD WAS IN THE SLOT", error: error), &outputs)
    }

    // MARK: PIN

    mutating func bypassPIN(_ outputs: inout OutputQueue) {
        letPINPass()
        advance(&outputs)
    }

    private mutating func letPINPass() {
        changePayment { $0.card?.bypassPIN() }
    }

    /// The reader asks once more, without a word to the till, until the card has had enough.
    private mutating func takeWrongPIN(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        let left = SimulatedReader.triesForPIN - operation.wrongPINs - 1
        guard left > 0 else {
            end(.failed(.cardBlocked, "CARD BLOCKED", error: "The PIN was wrong too often."), &outputs)
            return
        }
        change { $0.wrongPINs += 1 }
        outputs.add(.display([amountText, "WRONG PIN, \(left) LEFT", "ENTER PIN"]))
        if configuration.cardholder == .manual {
            outputs.add(.startTimer(.step, SimulatedReader.cardholderPatience))
        }
    }

    private static let triesForPIN = 3

    /// The card is taken out at the PIN. Readers lose the reference in this case, and nothing else.
    mutating func pullCard(_ outputs: inout OutputQueue) {
        changePayment { $0.order.customerReference = "" }
        end(SimulatedReader.cardRemoved, &outputs)
    }

    // MARK: Tips

    private mutating func give(_ tip: Tip, _ outputs: inout OutputQueue) {
        add(tip)
        passBeat(&outputs)
    }

    mutating func add(_ tip: Tip) {
        changePayment { $0.gratuity = tip.gratuity(on: $0.order.amountMinor) }
    }
}
