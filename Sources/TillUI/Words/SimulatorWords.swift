import Money
import TillCore

/// Amounts that have a meaning to the simulated reader, and what its panel says.
enum SimulatorWords {
    /// What a sale of the amount will come to; nil for an ordinary one. The reader looks at minor units alone.
    static func meaning(of amount: Amount) -> String? {
        switch amount.minorUnits {
        case 1000: "the bank will decline it"
        case 2000: "the customer will cancel it"
        case 3000: "the customer will sign for it"
        case 3757: "the bank will approve a part"
        case 3768: "the bank's answer will not come"
        case 3779: "the bank will decline it: refer to bank"
        case 3784: "the bank will decline it: not authorised"
        case 3793: "the bank will decline it: pick up card"
        case 8000...8099: "the bank will time out after \(amount.minorUnits - 8000) s"
        case 9001...9005: "the link to the reader will break"
        case 8100...9999: "the bank will decline it, and the link to the reader will break"
        default: nil
        }
    }

    /// The list of them.
    static func amounts(in currency: Currency, isShort: Bool) -> [String] {
        let text = { (minorUnits: Int64) in Amount(minorUnits: minorUnits, currency: currency).formatted }
        return [
            "\(text(1000)) declined", "\(text(2000)) cancelled", "\(text(3000)) signature",
            "\(text(3757)) partly paid", "\(text(3768)) no answer",
        ]
            + (isShort
                ? [
                    "\(text(3779)) refer", "\(text(3784)) not allowed", "\(text(3793)) pick up",
                    "\(text(8000))-\(text(8099)) time-out", "\(text(9001))-\(text(9005)) link breaks",
                    "\(text(8100))-\(text(9999)) declined, link breaks",
                ]
                : [
                    "\(text(3779)) refer to bank", "\(text(3784)) not authorised", "\(text(3793)) pick up card",
                    "\(text(8000))-\(text(8099)) time-out after 0-99 s",
                    "\(text(9001))-\(text(9005)) the link breaks",
                    "others \(text(8100))-\(text(9999)) declined, the link breaks",
                ])
    }

    /// What the sale page says of the next payment; nil where nothing is to be said.
    static func forecast(_ state: AppState) -> String? {
        let amount = state.ticket.sums.total
        let charge = "Press Enter to charge \(amount.formattedWithCode)."
        guard let outcome = state.chosenOutcome else {
            return meaning(of: amount).map { "Simulator: for \(amount.formatted) \($0). Press Enter to charge." }
        }
        let wins = meaning(of: amount) == nil ? "is chosen on F7" : "is chosen on F7 and wins over the amount"
        return "Simulator: \"\(words(outcome))\" \(wins). \(charge)"
    }

    // MARK: The panel

    /// What counts for the next payment.
    static func status(_ panel: SimulatorPage, _ state: AppState) -> String {
        if panel.typedSeed != nil { return "Type a seed, then press Enter. Esc leaves it as it was." }
        guard let outcome = state.chosenOutcome else {
            return "The next payment ends as its amount says. Esc goes back."
        }
        return "Next payment, once: \(words(outcome)). Esc goes back."
    }

    static func words(_ outcome: SimulatorSetup.Outcome?) -> String {
        switch outcome {
        case nil: "As its amount says"
        case .approved: "Approved, chip and PIN"
        case .approvedWithSignature: "Approved, signature"
        case .declined: "Declined"
        case .partlyApproved: "Partly approved"
        case .cancelled: "Customer presses red key"
        case .linkLost: "Unknown: link lost after send"
        case .bankSilent: "Unknown: bank never answers"
        case .batteryTooLow: "Reader battery too low"
        }
    }

    static func words(_ key: CardholderKey) -> String {
        switch key {
        case .insert: "Insert"
        case .swipe: "Swipe"
        case .tap: "Tap"
        case .green: "OK green"
        case .red: "Red key"
        case .remove: "Card out"
        case .wrongPIN: "Wrong PIN"
        case .noPIN: "No PIN"
        case .tip: "Tip"
        }
    }

    static func words(_ fault: SimulatorSetup.Fault, _ setup: SimulatorSetup) -> String {
        switch fault {
        case .dropLink:
            setup.armed.contains(fault) ? "Drop link at: \(words(setup.dropStep))" : "Drop the link at a step"
        case .corruptChecksum: "Corrupt a checksum"
        case .delayBank: "Delay the bank by \(SimulatorSetup.bankDelaySeconds) s"
        case .answerTwice: "Answer twice"
        case .restart: "Restart after the payment"
        }
    }

    /// What went wrong, as it was told to.
    static func done(_ fault: SimulatorSetup.Fault) -> String {
        switch fault {
        case .dropLink: "the link was dropped"
        case .corruptChecksum: "a checksum was wrong"
        case .delayBank: "the bank was delayed"
        case .answerTwice: "the answer was sent twice"
        case .restart: "the reader restarts"
        }
    }

    /// When a fault happens that Enter has armed.
    static func comes(_ fault: SimulatorSetup.Fault) -> String {
        switch fault {
        case .corruptChecksum: "The next frame of the reader will have a wrong checksum."
        case .delayBank: "The next answer of the bank will come \(SimulatorSetup.bankDelaySeconds) s later."
        case .answerTwice: "The next result will be sent twice."
        case .dropLink: "The link will be dropped."
        case .restart: "The reader will restart."
        }
    }

    private static func words(_ step: SimulatorSetup.Step) -> String {
        switch step {
        case .card: "the card"
        case .pin: "the PIN"
        case .bankConnect: "calling bank"
        case .bankSend: "asking bank"
        case .bankAnswer: "bank's answer"
        case .bankDisconnect: "hanging up"
        }
    }

    static func name(_ line: SimulatorPage.Line) -> String {
        switch line {
        case .customer: "Customer"
        case .card: "Card"
        case .tip: "Tip"
        case .speed: "Speed"
        case .signature: "Signature"
        case .seed: "Seed"
        }
    }

    static func value(_ line: SimulatorPage.Line, _ setup: SimulatorSetup, typedSeed: String?, in currency: Currency)
        -> String
    {
        switch line {
        case .customer: setup.isByHand ? "by hand" : "by itself"
        case .card: words(setup.card)
        case .tip: words(setup.tip, in: currency)
        case .speed: words(setup.speed)
        case .signature: words(setup.signature)
        case .seed: typedSeed.map { "\($0)_" } ?? setup.seed.map { "\($0)" } ?? "none"
        }
    }

    private static func words(_ card: SimulatorSetup.Card?) -> String {
        switch card {
        case nil: "another one"
        case .visaChip: "Visa, chip"
        case .mastercardChip: "Mastercard, chip"
        case .maestroChip: "Maestro, chip"
        case .amexChip: "Amex, chip"
        case .visaContactless: "Visa, contactless"
        case .mastercardContactless: "Mastercard, contactless"
        case .visaStripe: "Visa, stripe"
        case .visaTyped: "Visa, number typed"
        }
    }

    private static func words(_ tip: SimulatorSetup.Tip?, in currency: Currency) -> String {
        switch tip {
        case nil: "another one"
        case .notAsked?: "not asked for"
        case .some(.none): "asked for, none given"
        case .tenPercent?: "asked for, 10 %"
        case .fifteenPercent?: "asked for, 15 %"
        case .hundredMinorUnits?: "asked for, \(Amount(minorUnits: 100, currency: currency).formatted)"
        }
    }

    private static func words(_ signature: SimulatorSetup.Signature) -> String {
        switch signature {
        case .slip: "on the slip"
        case .picture: "a picture"
        case .address: "a picture's link"
        }
    }

    private static func words(_ speed: SimulatorSetup.Speed) -> String {
        switch speed {
        case .instant: "instant"
        case .brisk: "brisk"
        case .real: "as in life"
        }
    }
}
