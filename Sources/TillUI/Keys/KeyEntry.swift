import TillCore

/// Keys that do something on a page, with the words for them: short for the row of keys, a sentence for the help.
package struct KeyEntry: Equatable, Sendable {
    /// As they are written on the keyboard, `F9` or `j k`.
    package let keys: String
    /// For the row of keys; empty for keys that stand in the help alone.
    package let label: String
    package let explanation: String
    /// What the keys mean.
    package let commands: Set<AppCommand>
    /// Whether a narrow row keeps it rather than others.
    package let isEssential: Bool

    init(_ keys: String, _ label: String, _ explanation: String, _ commands: Set<AppCommand>, essential: Bool = false) {
        self.keys = keys
        self.label = label
        self.explanation = explanation
        // A comma is a point wherever one can be typed.
        self.commands = commands.contains(.point) ? commands.union([.comma]) : commands
        isEssential = essential
    }

    /// The keys that count on the page, in the order of the row of keys. The row and the help both show this table, so
    /// neither can name a key that the other does not know.
    package static func table(for page: Page, _ state: AppState) -> [KeyEntry] {
        let table = own(page, state)
        guard page.takesActions, let help = table.firstIndex(where: { $0.commands.contains(.help) }) else {
            return table
        }
        return table[..<help] + byName(page) + table[help...]
    }

    /// The keys of the page itself.
    private static func own(_ page: Page, _ state: AppState) -> [KeyEntry] {
        switch page {
        case .help(let under, _): helpKeys(hasMore: helpParts(under, state) > 1)
        case .menu: menu + attention(state)
        case .palette(let palette): self.palette(palette)
        case .service: question + [help] + attention(state)
        case .scanner(let scanner): self.scanner(scanner)
        case .readerText(let text): readerText(text, state) + attention(state)
        case .chooseReader(let marked): chooseReader(state, marked: marked)
        case .pairing(let pairing): self.pairing(pairing, state)
        case .sale: sale(state)
        case .charge(let charge): self.charge(charge, state) + attention(state)
        case .notTold(let notTold): self.notTold(notTold) + (notTold.isBusy ? [] : attention(state))
        case .saleTip(let tip): self.saleTip(tip) + attention(state)
        case .saleFields: saleFields
        case .tickets(let tickets): self.tickets(tickets, state)
        case .unsent(let unsent): self.unsent(unsent, state)
        case .email: email
        case .askAgain, .anotherCustomer: question + [help] + attention(state)
        case .quit: question + [help] + attention(state)
        case .simulator(let panel): simulator(panel) + attention(state)
        case .payment: payment(state)
        case .signature(let signature): self.signature(signature, state) + [help]
        case .result(let result): self.result(result, state) + simulator(state)
        case .receipt(let receipt): self.receipt(receipt, state)
        case .copyOut(let copyOut): self.copyOut(copyOut)
        case .unfinished: unfinished + simulator(state)
        case .history(let history): self.history(history) + attention(state)
        case .detail(let detail): self.detail(detail, state) + attention(state)
        case .inDoubt: inDoubt(state)
        case .day(let page): day.filter { page.close == nil || $0.keys != "Z" } + attention(state)
        case .closeDay: question + [help] + attention(state)
        case .refund(let refund): self.refund(refund) + attention(state)
        case .void: question + [help] + attention(state)
        case .decision(let decision): self.decision(decision) + (decision.field == .verdict ? attention(state) : [])
        case .support: support + attention(state)
        case .rest: rest
        case .tender(let tender): self.tender(tender)
        case .unlinkedRefund(let refund): unlinkedRefund(refund, state) + attention(state)
        case .tip(let tip): self.tip(tip) + (tip.isBusy ? [] : attention(state))
        case .settings(let settings): self.settings(settings) + (settings.typed == nil ? attention(state) : [])
        }
    }

    // MARK: Pages

    static let help = KeyEntry("?", "Help", "This page. F1 does the same.", [.help], essential: true)
    static let quit = KeyEntry("q", "Quit", "Leaves the till; asks first.", [.quit])
    static let readers = KeyEntry("F9", "Readers", "Chooses a card reader.", [.chooseReader])
    static let digits = Set((0...9).map(AppCommand.digit))

    static func attention(_ state: AppState) -> [KeyEntry] {
        if !state.desk.inDoubt.isEmpty {
            return [KeyEntry("!", "Unknown", "Shows what is in doubt.", [.attention])]
        }
        if !state.day.partlyPaid.isEmpty {
            return [KeyEntry("!", "Partly paid", "Shows what is still due on tickets.", [.attention])]
        }
        return state.failedPrints.isEmpty
            ? [] : [KeyEntry("!", "Not printed", "Shows what the printer did not take.", [.attention])]
    }

    static let question: [KeyEntry] = [
        KeyEntry("Enter", "Answer", "Gives the marked answer.", [.confirm], essential: true),
        KeyEntry("0", "No", "Marks No. n does the same.", [.digit(0), .no]),
        KeyEntry("1", "Yes", "Marks Yes. y does the same.", [.digit(1), .yes]),
        KeyEntry("j k", "", "Mark the other answer, like the arrows.", [.down, .up]),
        KeyEntry("Esc", "No", "Answers No. - does the same.", [.back, .erase], essential: true),
    ]

    private static func payment(_ state: AppState) -> [KeyEntry] {
        if state.desk.running?.mayBeLeft(at: state.now) == true {
            let left = "Leaves what has not moved for 3 min; the till connects again."
            return [KeyEntry("Esc", "Leave it", left, [.back], essential: true), help] + simulator(state)
        }
        let label =
            switch state.cancelState {
            case .possible: "Cancel"
            case .cancelling: "Cancelling"
            case .customerOnly, .notNow: "Cancel (not possible now)"
            }
        return [
            KeyEntry("Esc", label, "Asks the reader to cancel, where it allows that.", [.back], essential: true), help,
        ] + simulator(state)
    }

    /// On whatever page, it prints the copy that the page is about.
    static func print(_ state: AppState) -> KeyEntry {
        state.hasPrinter
            ? KeyEntry("p", "Print", "Prints the copy; a second print is marked as one.", [.print])
            : KeyEntry("p", "", "Prints the copy. No printer is set up.", [.print])
    }

    /// When the reader's time is over, nothing but its answer counts.
    private static func signature(_ signature: SignaturePage, _ state: AppState) -> [KeyEntry] {
        guard state.signatureTimeLeft != 0 else { return [] }
        var table = judging + (signature.accept == nil ? [] : [sendAnswer])
        if signature.hasPicture {
            table += [
                KeyEntry(
                    "Tab", signature.isAlone ? "Beside" : "Alone", "Shows the picture alone, or beside.", [.otherPanel]),
                KeyEntry("z", "Larger", "Shows a part of the picture twice as large; at last all of it.", [.larger]),
            ]
        }
        if signature.pans {
            table.append(
                KeyEntry("Up", "", "The arrows move the part that is shown.", [.up, .down, .left, .right]))
        }
        if case .receipt = signature.slip {
            table.append(
                KeyEntry(
                    "p", state.hasPrinter ? "Print the slip" : "",
                    state.hasPrinter ? "Prints the slip to be signed." : "Prints the slip. No printer is set up.",
                    [.print]))
        }
        return table
    }

    private static let judging: [KeyEntry] = [
        KeyEntry("1", "Accept", "Marks Accept. y does the same.", [.digit(1), .yes], essential: true),
        KeyEntry("2", "Reject", "Marks Reject. n does the same.", [.digit(2), .no], essential: true),
    ]
    /// Enter counts only behind a choice.
    private static let sendAnswer = KeyEntry(
        "Enter", "Send", "Sends the marked answer.", [.confirm], essential: true)

    private static func result(_ result: ResultPage, _ state: AppState) -> [KeyEntry] {
        let choices = AppState.choices(
            on: result, canPrint: state.hasPrinter, canEmail: state.settings.canEmail)
        let numbers = choices.map(\.number).sorted()
        let actions = choices.map(\.action)
        var table = [
            KeyEntry("Enter", "Go on", "Does what is marked by >.", [.confirm], essential: true)
        ]
        if choices.first(where: { $0.number == result.marked })?.action == .askReader {
            table = [KeyEntry("Enter", "Ask the reader", "Does what is marked by >.", [.confirm], essential: true)]
        }
        if let first = numbers.first, let last = numbers.last, first < last {
            table.append(
                KeyEntry(
                    last - first < numbers.count ? "\(first)-\(last)" : numbers.map(String.init).joined(separator: " "),
                    "Choose", "Marks a choice by its number.",
                    Set(numbers.map(AppCommand.digit))))
            table.append(KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]))
        }
        if actions.contains(.printReceipt) {
            table.append(
                actions.contains(.emailReceipt)
                    ? KeyEntry("e", "E-mail", "Sends the receipt by e-mail.", [.email])
                    : KeyEntry("e", "", "Sends the receipt by e-mail. No e-mail is set up.", [.email]))
        }
        if actions.contains(.anotherCard) {
            table.append(KeyEntry("c", "Same again", "Fills in the amount for another card.", [.anotherCard]))
        }
        if result.contradiction != nil {
            table.append(KeyEntry("h", "Support", "Shows what to tell the help desk.", [.supportSheet]))
            if actions.contains(.giveBack) {
                table.append(
                    KeyEntry("u", "Give back", "Voids what was paid; asks first. F6 does the same.", [.void]))
            }
        }
        if actions.contains(.takeRest) {
            table.append(KeyEntry("c", "Rest", "Fills in what is still due for another card.", [.anotherCard]))
            table.append(KeyEntry("o", "Otherwise", "The rest is paid in cash or otherwise.", [.otherPayment]))
            table.append(KeyEntry("u", "Give back", "Voids what was paid; asks first. F6 does the same.", [.void]))
        }
        if result.record.hasReceipt {
            table.append(KeyEntry("v", "Receipt", "Shows the receipt. F4 does the same.", [.receipt]))
        }
        if result.record.hasReceipt || actions.contains(.printReceipt) { table.append(print(state)) }
        table.append(KeyEntry("d", "Details", "Shows or hides codes, numbers and times.", [.details]))
        let label = result.record.intent.kind.takesMoney ? "Sale" : "Back"
        if !result.isPartOfSale, !result.record.isInDoubt || result.inquiry == .noAnswer {
            table.append(KeyEntry("Esc", label, "Back to where you came from.", [.back], essential: true))
        }
        if result.record.isInDoubt { table += inDoubtActions + [quit] }
        return table + [help]
    }

    private static let unfinished: [KeyEntry] =
        [
            KeyEntry(
                "Enter", "Go on", "Does what is marked by >. Asking the reader charges nothing.", [.confirm],
                essential: true),
            KeyEntry("1-5", "Choose", "Marks a choice by its number.", Set((1...5).map(AppCommand.digit))),
            KeyEntry("j k", "", "Mark the next or previous choice, like the arrows.", [.down, .up]),
            KeyEntry("d", "Details", "Shows all that the books hold of it.", [.details]),
        ] + inDoubtActions + [readers, quit, help]
}

extension OperationRecord {
    /// Whether the reader sent a copy for anyone.
    var hasReceipt: Bool {
        guard let outcome else { return false }
        return !outcome.customerReceipt.isEmpty || !outcome.merchantReceipt.isEmpty
    }
}
