import Money
import Terminal
import TillCore

extension AppState {
    /// What the status line says: what a key called for, else what goes on.
    var statusLine: StatusLine {
        let isInDoubt = page.record?.isInDoubt ?? false
        // Why not depends on what the reader does at this moment.
        if hint == .cancelNotPossible { return StatusLine(.needsYou, "\(cancelState.sentence) Nothing was sent.") }
        // Why it is not, and what to do about it, is known here.
        if hint == .notConnected { return linkStatus }
        if let hint { return hint.line(isInDoubt: isInDoubt) }
        if case .signature = page, let line = signatureStatus { return line }
        if desk.isBusyWithMoney { return paymentStatus }
        switch page {
        case .result(let result): return status(of: result)
        case .unfinished(let unfinished): return status(of: unfinished)
        case .decision(let decision): return status(of: decision)
        case .rest: return StatusLine(.needsYou, "A part is still due. Choose how it is paid, then press Enter.")
        case .tender(let tender): return status(of: tender)
        case .tip(let tip): return status(of: tip)
        case .pairing(let pairing): return status(of: pairing)
        case .unlinkedRefund:
            return StatusLine(.idle, "Type how much goes back, then press Enter. A supervisor confirms it.")
        case .support: return StatusLine(.idle, "Read this to the help desk. Esc goes back.")
        case .receipt(let receipt) where receipt.isTyping:
            return StatusLine(.idle, "Type what to look for on this copy. Enter goes to the copy.")
        case .receipt(let receipt) where !receipt.find.isEmpty:
            return StatusLine(.idle, "n goes to the next place, N to the one before. Esc clears.")
        case .receipt: return StatusLine(.good, "This is the receipt as the reader sent it. Esc goes back.")
        case .email: return StatusLine(.idle, "Type an e-mail address, then press Enter. Esc sends nothing.")
        case .copyOut(let copyOut):
            return copyOut.failure == nil
                ? StatusLine(.idle, "Choose how it is saved, then press Enter. Esc goes back.")
                : StatusLine(.needsYou, "Choose what becomes of it, then press Enter. Esc goes on without it.")
        case .history(let history): return status(of: history)
        case .detail(let detail): return status(of: detail)
        case .refund(let refund): return status(of: refund)
        case .inDoubt where desk.inDoubt.isEmpty:
            return StatusLine(.needsYou, "Choose a ticket and press Enter, to take what is still due.")
        case .inDoubt: return StatusLine(.unknown, "Choose one and press Enter. Asking a reader charges nothing.")
        case .day(let day):
            if day.report == nil { return StatusLine(.working, "Looking into the books ...") }
            return day.close == nil
                ? StatusLine(.idle, "The day so far. Z closes it; Esc goes back.")
                : StatusLine(.good, "The day is closed. Its report is kept.")
        case .closeDay: return StatusLine(.needsYou, "Press 1, then Enter to close the day. Esc is No.")
        case .charge(let charge): return status(of: charge)
        case .notTold(let notTold): return notTold.statusLine
        case .unsent(let unsent): return unsent.statusLine
        case .saleTip(let tip):
            return tip.entry == nil
                ? StatusLine(.idle, "Choose a tip and press Enter. Esc leaves it as it is.")
                : StatusLine(.idle, "Type the tip, then press Enter. Esc goes back to the choices.")
        case .saleFields: return StatusLine(.idle, "Enter keeps all three, Esc changes nothing. Tab is the next one.")
        case .tickets(let tickets):
            if tickets.isWaiting { return StatusLine(.working, "Writing it down ...") }
            return parked.isEmpty && ticket.isBlank
                ? StatusLine(.idle, "No ticket is set aside. Esc goes back.")
                : StatusLine(.idle, "Choose one and press Enter. The ticket at hand is never lost.")
        case .service(let question): return StatusLine(.needsYou, question.kind.statusText)
        case .scanner(let scanner): return status(of: scanner)
        case .readerText(let text): return status(of: text)
        case .menu(let menu): return status(of: menu)
        case .palette(let palette): return status(of: palette)
        case .void: return StatusLine(.needsYou, "Press 1, then Enter to void it. Esc is No.")
        case .askAgain: return StatusLine(.needsYou, "A large amount. Press 1, then Enter to charge it. Esc is No.")
        case .anotherCustomer: return StatusLine(.needsYou, "Press 1, then Enter only for another customer. Esc is No.")
        case .quit: return StatusLine(.needsYou, "Press 1, then Enter to leave the till. Esc is No.")
        case .simulator(let panel): return StatusLine(.idle, SimulatorWords.status(panel, self))
        case .settings(let settings): return settings.statusLine
        case .help: return StatusLine(.idle, "Esc goes back.")
        case .chooseReader: return isLinkQuiet ? chooseReaderStatus : linkStatus
        case .sale: return isLinkQuiet ? saleStatus : linkStatus
        case .payment, .signature: return linkStatus
        }
    }

    // MARK: Link

    private var readerName: String {
        shortened(desk.reader?.name ?? desk.device?.name ?? "the reader", columns: 20)
    }

    /// Whether nothing is to be said about the link.
    private var isLinkQuiet: Bool {
        if desk.isReaderRestarting(at: now) { return false }
        if case .ready = desk.phase { return true }
        if case .chooseReader = page, desk.isLeft { return true }
        return desk.device == nil
    }

    private var linkStatus: StatusLine {
        switch desk.phase {
        case .offline where desk.device == nil: StatusLine(.idle, "No reader is connected. Press F9 to choose one.")
        case .offline where desk.isReaderRestarting(at: now), .connecting where desk.isReaderRestarting(at: now),
            .ready where desk.isReaderRestarting(at: now):
            StatusLine(.working, "\(readerName) restarts. The till connects again by itself.")
        case .offline where desk.isLeft:
            StatusLine(.needsYou, "You disconnected \(readerName). Press F9, then Enter to connect it.")
        case .offline: StatusLine(.working, looking)
        case .connecting: StatusLine(.working, "Connecting to \(readerName) ...")
        case .loadingInDoubt: StatusLine(.working, "Connected to \(readerName). Looking into the books ...")
        case .waitingToAsk: StatusLine(.unknown, "A sale is in doubt. Press ! and ask the reader; it charges nothing.")
        case .askingReader, .recordingRecovered:
            StatusLine(.working, "Asking \(readerName) for the result it may hold. This charges nothing.")
        case .ready: StatusLine(.good, "\(readerName) is ready.")
        case .serving: StatusLine(.working, "The reader is at its log, its report or its scanner. Wait a moment.")
        case .recordingIntent, .running, .recordingOutcome: paymentStatus
        }
    }

    private var looking: String {
        let lost = lostLink.map { " \(LinkWords.sentence($0))" } ?? ""
        guard let due = reconnectAt else { return "Looking for \(readerName) ...\(lost)" }
        return "Looking for \(readerName) ... next in \(due.seconds(since: now)) s.\(lost)"
    }

    // MARK: Pages

    private var chooseReaderStatus: StatusLine {
        if let charge = charges.waiting.first {
            return StatusLine(
                .needsYou, "\(charge.callerName) asks for a payment. Connect a reader: press its number, then Enter.")
        }
        if let due = choice.autoConnectAt, let address = choice.memory.lastUsed,
            let reader = choice.memory.reader(at: address)
        {
            let name = shortened(reader.name, columns: 20)
            return StatusLine(
                .working,
                "Connecting to \(name) in \(due.seconds(since: now)) s. Enter: now. Any other key stops it.")
        }
        if let wanted = choice.wanted {
            return StatusLine(
                .working, "Ending the search, then connecting to \(shortened(wanted.name, columns: 20)) ...")
        }
        if settings.isDemo, readers.contains(where: { $0.kind == .simulated }), desk.reader == nil {
            return StatusLine(.idle, "Demo 1 of 3: press 9, then Enter, for the simulated reader.")
        }
        if let problem = listing.problem { return StatusLine(.needsYou, LinkWords.sentence(problem)) }
        if listing.isSearching {
            return StatusLine(
                .working,
                "Searching for readers ... \(listing.searchSecondsLeft(at: now)) s left. Enter connects the marked one."
            )
        }
        if readers.isEmpty, listing.hasSearched {
            return StatusLine(.needsYou, "No reader was found. Is it on, awake and in range? R searches again.")
        }
        if readers.isEmpty { return StatusLine(.idle, "No reader was found. Switch it on, then press R.") }
        return StatusLine(.idle, "Mark a reader, then press Enter.")
    }

    private var saleStatus: StatusLine {
        guard desk.reader != nil else { return StatusLine(.idle, "No reader is connected. Press F9 to choose one.") }
        let amount = ticket.sums.total
        if ticket.factor != nil, entry.isEmpty {
            return StatusLine(.idle, "Times what? Type the price, then press + or Enter.")
        }
        if condition.isBatteryWarningOpen, let percent = condition.batteryPercent {
            return StatusLine(.needsYou, "The reader's battery is at \(percent) %. Put it on its charger soon.")
        }
        guard amount.minorUnits > 0 else {
            guard settings.isDemo else { return StatusLine(.good, "Ready. Type the amount.\(heard)") }
            return day.last == nil
                ? StatusLine(.good, "Demo 2 of 3: type 1250, then press Enter.")
                : StatusLine(.good, "Ready. Try 1000 (declined), 2000 (cancelled) or 3000 (signature).")
        }
        if isSimulated, let forecast = SimulatorWords.forecast(self) { return StatusLine(.good, forecast) }
        return StatusLine(.good, "Ready. Press Enter to charge \(amount.formattedWithCode).")
    }

    /// That nothing was heard of the reader for long: it says so only when it is asked for something.
    private var heard: String {
        guard let minutes = condition.silentMinutes(at: now) else { return "" }
        return " The reader was last heard \(LinkWords.age(minutes: minutes))."
    }

    private var paymentStatus: StatusLine {
        switch desk.phase {
        case .recordingIntent(_, let request):
            StatusLine(.working, "Writing the \(request.kind.noun) down before the reader is asked.")
        case .recordingOutcome: StatusLine(.working, "The reader has answered. Writing the result down.")
        case .running(_, let operation) where operation.mayBeLeft(at: now):
            StatusLine(.needsYou, "No change for 3 min. Esc leaves it; the till connects again by itself.")
        case .running(_, let operation) where operation.isCancelling: StatusLine(.working, cancelState.sentence)
        case .running(_, let operation):
            if let warning = heldWarning(in: operation.log) {
                StatusLine(.needsYou, "\(warning.sentence) \(escape)")
            } else {
                StatusLine(
                    .working,
                    "\(operation.status.map(\.sentence) ?? "The request is with the reader.") \(escape)")
            }
        default: StatusLine(.working, "Waiting for the reader.")
        }
    }

    /// What Esc does during a payment.
    private var escape: String {
        switch page {
        case .simulator, .help: "Esc goes back to the payment."
        default: cancelState.sentence
        }
    }

    private var signatureStatus: StatusLine? {
        guard let left = signatureTimeLeft else { return nil }
        guard left > 0 else {
            return StatusLine(.needsYou, "The time is over: the reader declines the sale. Keys do nothing now.")
        }
        return StatusLine(
            .needsYou, "Waiting for you: accept or reject the signature.  \(minutes(left)) left")
    }

    private func status(of result: ResultPage) -> StatusLine {
        let record = result.record
        if result.contradiction != nil {
            return StatusLine(.unknown, "The reader and the books differ. h shows what to tell support.")
        }
        if result.isAnswerAwaited {
            return StatusLine(.unknown, "Decided by hand. The reader has not given its own answer yet.")
        }
        if !record.intent.kind.takesMoney, !record.isInDoubt {
            let isDone = OutcomeLook(record).role == .good
            return StatusLine(isDone ? result.besides == nil ? .good : .needsYou : .refused, result.message.text)
        }
        let amount = record.shownAmount?.formattedWithCode
        switch record.outcome?.verdict {
        case .approved:
            if let doubt = record.outcome?.tipDoubt(cap: settings.tipCap) {
                return StatusLine(.needsYou, doubt.sentence)
            }
            if let charge = result.charge {
                return StatusLine(.good, "Approved. \(amount ?? "The amount") was taken. \(charge.nextWords)")
            }
            let next =
                settings.isDemo && record.hasReceipt
                ? "Demo 3 of 3: v shows the receipt." : "Enter goes back to the sale."
            return StatusLine(.good, "Approved. \(amount ?? "The amount") was taken. \(next)")
        case .processed: return StatusLine(.good, "Done.")
        case .declined: return StatusLine(.refused, "Declined. No money was taken.")
        case .cancelled: return StatusLine(.refused, "Cancelled. No money was taken.")
        case .failed: return StatusLine(.refused, "Not paid. No money was taken.")
        case .partiallyApproved:
            let due = result.due?.formattedWithCode ?? "The rest"
            return StatusLine(.needsYou, "Partly paid. \(due) is still due.")
        case .unknown, nil:
            return status(ofUnknown: "Unknown: \(amount ?? "an amount").", isAskMarked: result.marked <= 1)
        }
    }

    private func status(of unfinished: UnfinishedPage) -> StatusLine {
        status(
            ofUnknown: "Unfinished: \(unfinished.record.shownAmount?.formattedWithCode ?? "a sale").",
            isAskMarked: unfinished.marked == UnfinishedPage.Action.ask.rawValue)
    }

    /// What comes next for a sale in doubt depends on the link.
    private func status(ofUnknown what: String, isAskMarked: Bool) -> StatusLine {
        switch desk.phase {
        case .ready, .waitingToAsk:
            StatusLine(
                .unknown,
                "\(what) \(readerName) is connected. \(isAskMarked ? "Enter asks it." : "1, then Enter asks it.")")
        default: StatusLine(.unknown, "\(what) \(linkStatus.text)")
        }
    }
}

/// The number of a status as the table of the protocol has it, `0025`: four hexadecimal digits.
func statusNumber(_ code: Int) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension StatusEvent {
    /// The reader's words or ours, of a length that can be shown. A status that nobody here knows keeps its number, for
    /// whoever is asked about it.
    var words: String {
        let text = shortened(text, columns: 60)
        return isUnknown && !message.isEmpty ? "\(text) (\(status.number))" : text
    }

    /// The reader's words or ours, as a sentence of a length that can be shown.
    var sentence: String {
        let text = words
        guard let last = text.last, !".!?…".contains(last) else { return text }
        return text + "."
    }
}

extension OperationRecord {
    /// The amount that the page of this operation is about: what was taken, else what was asked for.
    var shownAmount: Amount? {
        switch outcome?.verdict {
        case .approved, .processed, .partiallyApproved:
            outcome?.total ?? outcome?.authorised ?? outcome?.requested ?? intent.amount
        case .declined, .cancelled, .failed, .unknown, nil: intent.amount ?? outcome?.requested
        }
    }
}
