import Configuration
import Terminal
import TillCore

extension Hint {
    /// The sentence for the status line.
    ///
    /// - Parameter isInDoubt: the page shows a sale in doubt. Nothing there may sound as if it were over, or could be
    ///   charged again.
    func line(isInDoubt: Bool) -> StatusLine {
        switch self {
        case .amountRefused(let refusal): StatusLine(.needsYou, refusal.sentence)
        case .ticketRefused(let refusal): StatusLine(.needsYou, refusal.sentence)
        case .lineTakenOff(let line):
            StatusLine(.idle, "Taken off: \(line.name(columns: 40)). + puts it back.")
        case .lineRestored: StatusLine(.good, "What was taken off is back.")
        case .clearAsked:
            StatusLine(.needsYou, "Press Esc once more to clear the whole ticket. Any other key keeps it.")
        case .ticketCleared: StatusLine(.idle, "The ticket was cleared. + brings it back.")
        case .tokenizeSet(let isOn):
            StatusLine(.idle, isOn ? "The reader is asked for a token of the card too." : "No token is asked for.")
        case .currencySet(let currency, let isUsual):
            StatusLine(
                .idle,
                isUsual
                    ? "This sale is in \(currency.alphaCode)."
                    : "This sale is in \(currency.alphaCode). The next one is as usual.")
        case .oneCurrency(let currency):
            StatusLine(
                .idle,
                "Only \(currency.alphaCode) is charged here. Others are set by \"Also\" under Sale in the settings, F12."
            )
        case .pricesStand(let currency):
            StatusLine(
                .needsYou, "What is rung up is in \(currency.alphaCode). Clear it with Esc, or charge it, first.")
        case .ticketParked: StatusLine(.good, "The ticket is set aside. w brings it back.")
        case .ticketResumed: StatusLine(.good, "The ticket is back.")
        case .ticketUnreadable:
            StatusLine(.needsYou, "That ticket cannot be taken back here, and stays set aside.")
        case .ticketGone: StatusLine(.needsYou, "That ticket was taken back already. Yours was kept.")
        case .notPaired(let sentence): StatusLine(.needsYou, sentence)
        case .chargeFirst:
            StatusLine(.needsYou, "A charge request was tried here. Answer it first: F2, then 0 and Enter for No.")
        case .ticketAtHand:
            StatusLine(.needsYou, "There is a ticket at hand. Charge it, or set it aside with w on the sale, first.")
        case .nothingTyped: StatusLine(.idle, "Type an amount first, then press Enter.")
        case .barcodeIgnored: StatusLine(.needsYou, "That was a barcode, not an amount. Nothing was charged.")
        case .pasteIgnored: StatusLine(.needsYou, "What was pasted is no amount. Nothing was changed.")
        case .numLockOff: StatusLine(.needsYou, "Num Lock is off. Press Num Lock, then type the amount again.")
        case .nothingToRepeat: StatusLine(.idle, "There is no earlier amount in this currency yet.")
        case .cancelNotPossible:
            StatusLine(.needsYou, "It cannot be cancelled now. Nothing was sent.")
        case .alreadyCancelling: StatusLine(.working, "Cancelling… Wait until the reader confirms it.")
        case .notDuringPayment: StatusLine(.needsYou, "Not during a payment. Finish or cancel it first.")
        case .noShell: StatusLine(.needsYou, "There is no shell to go back to. Press q to leave the till.")
        case .notYet: StatusLine(.needsYou, "This cannot be done yet.")
        case .notConnected:
            StatusLine(
                .needsYou, "The reader is not connected. Switch it on and bring it near; the till connects by itself.")
        case .noPrinter: StatusLine(.needsYou, "No printer is set up: the settings have a place for it.")
        case .printing(let kind): StatusLine(.working, "\(kind.noun) goes to the printer ...")
        case .printed(let kind, let number, let rewritten):
            StatusLine(.good, "\(kind.noun) was printed\(PrintNote.mark(number)).\(rewritten.sentence)")
        case .notPrinted(let kind):
            StatusLine(
                .needsYou,
                kind == .slip
                    ? "The slip was not printed. p prints it again." : "\(kind.noun) was not printed. ! shows why.")
        case .noAddress:
            StatusLine(.refused, "This is no e-mail address. It has a name, then @, then a place: ann@example.com.")
        case .noEmail: StatusLine(.needsYou, "No e-mail is set up. v shows the receipt.")
        case .noReceipt: StatusLine(.idle, "There is no receipt for this.")
        case .notVoided: StatusLine(.idle, "This was not voided, so there is no void slip.")
        case .notStarted(let refusal):
            isInDoubt
                ? StatusLine(.unknown, "The reader did not take the question. Look at it, then ask it once more.")
                : StatusLine(.refused, CashierMessage(refusal).text)
        case .booksFailed(let error, let moneyMayHaveMoved):
            HintWords.line(error, moneyMayHaveMoved: moneyMayHaveMoved, isInDoubt: isInDoubt)
        // The reader's own words stay out: they may say what the till does not know.
        case .recoveryUndecided:
            StatusLine(.unknown, "The reader gave no clear answer. The earlier sale stays unknown.")
        case .unclaimedKept:
            StatusLine(.needsYou, "The reader gave a result that belongs to no sale here. It is kept in the books.")
        case .readerAgrees: StatusLine(.good, "The reader's own answer tells the same. It is kept in the books.")
        case .bankListUndecided(let count):
            StatusLine(
                .unknown,
                count > 1
                    ? "The bank's list has \(count) that may be it. Compare them by hand: d shows them."
                    : "The bank's list has one that may be it. Compare it by hand: d shows it.")
        case .historyFailed(let error): StatusLine(.refused, HintWords.withShortPaths(error.sentence))
        case .returnRefused(let refusal): StatusLine(.refused, refusal.sentence)
        case .aboveRest(let rest):
            StatusLine(.refused, "Only \(rest.formattedWithCode) can be given back. The last key was not taken.")
        case .dayIsClosed: StatusLine(.idle, "This day is closed already. R shows the new one.")
        case .notReturnable: StatusLine(.refused, "Only payments can be given back or voided.")
        case .isSetAside: StatusLine(.good, "Set aside. It stays unknown in the books; ! shows it.")
        case .decisionLacks(let field): StatusLine(.needsYou, HintWords.sentence(lacking: field))
        case .wordDiffers(let word): StatusLine(.refused, "That was another word. Type \(word), then press Enter.")
        case .wrongPIN: StatusLine(.refused, "That is not the PIN. Nothing was changed.")
        case .pinLocked(let seconds):
            StatusLine(.refused, "Too many wrong PINs. The next is taken in \(seconds) s.")
        case .tenderNoted(let amount, let due):
            StatusLine(
                .good, "\(amount.formattedWithCode) is noted. \(due.formattedWithCode) is still due.")
        case .ticketPaid: StatusLine(.good, "The ticket is paid.")
        case .tenderNotNoted(let error):
            StatusLine(.refused, "The payment was not noted. \(HintWords.withShortPaths(error.sentence))")
        case .tipChanged(let tip): StatusLine(.good, "The tip is \(tip.formattedWithCode) now. The last change counts.")
        case .tipDeclined: StatusLine(.refused, "The bank did not accept it. The tip stays as it was.")
        case .tipUnanswered:
            StatusLine(.refused, "The tip service did not answer. Send it again: safe, the last one counts.")
        case .tipAboveLimit(let limit):
            StatusLine(.refused, "A tip of more than \(limit.formattedWithCode) is not taken. Was it a PIN?")
        case .tipNotChangeable: StatusLine(.refused, "Only the tip of a sale that is paid and stands can be changed.")
        case .aboveDue(let due):
            StatusLine(.refused, "Only \(due.formattedWithCode) is due. More can be given in cash alone.")
        case .notInDoubt: StatusLine(.idle, "This is not unknown. There is nothing to decide.")
        case .dueFirst: StatusLine(.needsYou, "A part is still due. Choose how it is paid, then press Enter.")
        case .notFound(let text):
            StatusLine(.needsYou, "“\(shortened(text, columns: 40))” is not on this copy. Tab shows the other one.")
        case .saved(let path): StatusLine(.good, "Saved: \(path)")
        case .notSaved(let reason): StatusLine(.refused, "The receipt was not saved. \(reason)")
        case .copied(let text): StatusLine(.good, "\(shortened(text, columns: 40)) was given to the terminal to copy.")
        case .notCopied(let text):
            StatusLine(.needsYou, "This terminal takes no copies. Write down \(shortened(text, columns: 40)).")
        case .notSimulated: StatusLine(.needsYou, "This reader is a real one. F7 is for the simulated reader.")
        case .keyPassedOver: StatusLine(.needsYou, "The reader does not wait for that now. Nothing was done.")
        case .faultComes(let fault): StatusLine(.idle, SimulatorWords.comes(fault))
        case .noScript: StatusLine(.idle, "There is no script yet. Choose 0 to 8.")
        case .settingsUndone: StatusLine(.idle, "The changes were undone.")
        case .saveSettingsFirst: StatusLine(.needsYou, "Save the changes first with s, or undo them with Esc.")
        case .nothingToSave: StatusLine(.idle, "Nothing was changed.")
        case .settingRefused(let reason): StatusLine(.refused, reason.sentence)
        case .setElsewhere(let key): StatusLine(.needsYou, HintWords.elsewhere(key))
        case .settingsSaved(let needsStart):
            StatusLine(.good, needsStart ? "Saved. Some of it counts from the next start of the till." : "Saved.")
        case .settingsNotKept:
            StatusLine(.needsYou, "Settings are not kept here: colours, sounds and such hold until the till is left.")
        case .settingsNotSaved(let sentence): StatusLine(.refused, HintWords.withShortPaths(sentence))
        case .answerFirst: StatusLine(.needsYou, "Answer this question first. Then : opens the commands.")
        case .resultFirst: StatusLine(.needsYou, "Close this result first: Esc or Enter. Then : opens the commands.")
        case .nothingUnknown: StatusLine(.good, "Nothing is unknown.")
        case .scannerWentOff:
            StatusLine(.idle, "The scanner is off. It switches itself off after some time without a code.")
        case .readerRefused:
            StatusLine(.refused, "The reader could not do it. No money is concerned. R or Enter asks it again.")
        case .notInText(let text):
            StatusLine(.needsYou, "“\(shortened(text, columns: 40))” is not in this text.")
        case .nothingWaiting: StatusLine(.good, "The reader holds no result that was not fetched.")
        case .disconnected(let name):
            StatusLine(
                .idle, "You disconnected \(shortened(name, columns: 20)). X once more forgets it; Enter connects it.")
        case .forgotten(let name):
            StatusLine(.idle, "\(shortened(name, columns: 20)) is forgotten. The next start does not connect to it.")
        case .nothingToForget: StatusLine(.idle, "This reader is not remembered, so there is nothing to forget.")
        case .connectingStopped: StatusLine(.idle, "Stopped. Mark a reader, then press Enter to connect it.")
        case .chargeRefused(let refusal): StatusLine(.refused, refusal.sentence)
        case .chargeTold(let word, let appName): StatusLine(.good, "\(appName.callerName) was told: \(word.rawValue).")
        case .chargeNotTold(let appName):
            StatusLine(.needsYou, "\(appName.callerName) was not told. The answer is kept, and comes up after this.")
        case .chargeNotAnswered(let error):
            StatusLine(.refused, "The answer was not given. \(HintWords.withShortPaths(error.sentence))")
        case .chargeAnswerFirst: StatusLine(.needsYou, "Send the answer again, or leave it: press 1 or 0, then Enter.")
        case .emailed(let address): StatusLine(.good, "The receipt was sent to \(shortened(address, columns: 40)).")
        case .notEmailed(let reason): StatusLine(.refused, "The receipt was not sent. \(reason)")
        case .unknownFirst:
            StatusLine(.unknown, "This sale is unknown. Ask the reader first: press Enter. It charges nothing.")
        }
    }
}

private enum HintWords {
    static func sentence(lacking field: DecisionPage.Field) -> String {
        switch field {
        case .verdict: "Say first what became of it: press 1 or 2."
        case .supervisor: "Your name is missing. It stays in the books with this."
        case .evidence: "The reason is missing. It stays in the books with this."
        case .confirmation: "Type what the last field asks for, then press Enter."
        }
    }

    static func elsewhere(_ key: ConfigurationKey) -> String {
        key == .supervisorPIN
            ? "A PIN is not typed here. Run till pin --save in a shell."
            : "This is changed in the settings file, as a list of words."
    }

    static func line(_ error: JournalError, moneyMayHaveMoved: Bool, isInDoubt: Bool) -> StatusLine {
        if moneyMayHaveMoved {
            return StatusLine(
                .unknown,
                "The result could not be written down, and money may have moved. Do not charge this customer again. "
                    + "See to the disk.")
        }
        if isInDoubt { return StatusLine(.unknown, "The books could not be read or written. See to the disk.") }
        if case .refused(let refusal) = error { return StatusLine(.refused, "Nothing was sent. \(refusal.sentence)") }
        return StatusLine(.refused, "No money was taken. \(withShortPaths(error.sentence))")
    }

    /// The names of files without their folders: the sentence is longer than the line anyway.
    static func withShortPaths(_ sentence: String) -> String {
        sentence.split(separator: " ").map { word in
            guard word.first == "/", let name = word.split(separator: "/").last else { return String(word) }
            return String(name)
        }.joined(separator: " ")
    }
}
