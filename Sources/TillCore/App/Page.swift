import Configuration
import Money
import TillJournal

/// What the screen is about. One page at a time; overlays remember the page under them.
package indirect enum Page: Equatable, Sendable {
    /// F9: the readers, and which is marked.
    case chooseReader(marked: Int)
    /// A reader at Bluetooth is paired.
    case pairing(PairingPage)
    case sale
    /// Another program asks for a payment.
    case charge(ChargePage)
    /// An answer to another program was not handed over.
    case notTold(NotToldPage)
    /// Which tip is added to the sale.
    case saleTip(SaleTipPage)
    /// What stands beside the amount: what is sold, the invoice, the reference.
    case saleFields(SaleFieldsPage)
    /// The tickets that are set aside.
    case tickets(TicketsPage)
    case menu(MenuPage)
    case palette(PalettePage)
    /// What the reader does without money is asked about.
    case service(ServiceQuestion)
    case scanner(ScannerPage)
    case readerText(ReaderTextPage)
    /// A large amount: charge it? `yes` is the marked choice.
    case askAgain(SaleRequest, yes: Bool)
    /// The same amount is in doubt: is this another customer?
    case anotherCustomer(SaleRequest, OperationRecord, yes: Bool)
    /// F7
    case simulator(SimulatorPage)
    case payment
    case signature(SignaturePage)
    case result(ResultPage)
    case receipt(ReceiptPage)
    /// A copy goes into a file, or to the printer again that did not take it.
    case copyOut(CopyOutPage)
    /// Something is in doubt: it comes before any new sale.
    case unfinished(UnfinishedPage)
    case history(HistoryPage)
    /// All that is known of one operation.
    case detail(DetailPage)
    /// More than one operation is in doubt.
    case inDoubt(InDoubtPage)
    case day(DayPage)
    case closeDay(CloseDayPage)
    case refund(RefundPage)
    case void(VoidPage)
    /// A supervisor sets something in doubt aside, or says what became of it.
    case decision(DecisionPage)
    /// What to tell the help desk about an operation.
    case support(SupportPage)
    /// A ticket that is paid in part.
    case rest(RestPage)
    /// What was paid of a ticket in cash or otherwise.
    case tender(TenderPage)
    /// The tip of a sale, to be changed.
    case tip(TipPage)
    /// Money that goes back without a sale.
    case unlinkedRefund(UnlinkedRefundPage)
    case settings(SettingsPage)
    /// Leave the till? `yes` is the marked choice.
    case quit(under: Page, yes: Bool)
    /// The keys of the page under it. They may fill several screens: `part` is the one that is shown, counted on beyond
    /// the last and before the first.
    case help(under: Page, part: Int = 0)
}

extension Page {
    /// What an overlay, or a page that was opened from another one, goes back to.
    private var under: Page? {
        switch self {
        case .simulator(let panel): panel.under
        case .menu(let menu): menu.under
        case .palette(let palette): palette.under
        case .service(let question): question.under
        case .scanner(let scanner): scanner.under
        case .readerText(let text): text.under
        case .receipt(let receipt): receipt.under
        case .copyOut(let copyOut): copyOut.under
        case .detail(let detail): detail.under
        case .refund(let refund): refund.under
        case .inDoubt(let list): list.under
        case .day(let day): day.under
        case .closeDay(let question): .day(question.day)
        case .void(let void): void.under
        case .decision(let decision): decision.under
        case .support(let support): support.under
        case .rest(let rest): rest.under
        case .tender(let tender): tender.under
        case .tip(let tip): tip.under
        case .unlinkedRefund(let refund): refund.under
        case .settings(let settings): settings.under
        case .help(let under, _), .quit(let under, _): under
        case .chooseReader, .pairing, .sale, .charge, .notTold, .saleTip, .saleFields, .tickets, .askAgain,
            .anotherCustomer,
            .payment, .signature, .result, .unfinished, .history:
            nil
        }
    }

    private mutating func changeUnder(_ body: (inout Page) -> Void) {
        switch self {
        case .simulator(var panel):
            body(&panel.under)
            self = .simulator(panel)
        case .menu(var menu):
            body(&menu.under)
            self = .menu(menu)
        case .palette(var palette):
            body(&palette.under)
            self = .palette(palette)
        case .service(var question):
            body(&question.under)
            self = .service(question)
        case .scanner(var scanner):
            body(&scanner.under)
            self = .scanner(scanner)
        case .readerText(var text):
            body(&text.under)
            self = .readerText(text)
        case .receipt(var receipt):
            body(&receipt.under)
            self = .receipt(receipt)
        case .copyOut(var copyOut):
            body(&copyOut.under)
            self = .copyOut(copyOut)
        case .detail(var detail):
            body(&detail.under)
            self = .detail(detail)
        case .refund(var refund):
            body(&refund.under)
            self = .refund(refund)
        case .inDoubt(var list):
            body(&list.under)
            self = .inDoubt(list)
        case .day(var day):
            body(&day.under)
            self = .day(day)
        case .closeDay(var question):
            var day = Page.day(question.day)
            body(&day)
            if case .day(let changed) = day { question.day = changed }
            self = .closeDay(question)
        case .void(var void):
            body(&void.under)
            self = .void(void)
        case .decision(var decision):
            body(&decision.under)
            self = .decision(decision)
        case .support(var support):
            body(&support.under)
            self = .support(support)
        case .rest(var rest):
            body(&rest.under)
            self = .rest(rest)
        case .tender(var tender):
            body(&tender.under)
            self = .tender(tender)
        case .tip(var tip):
            body(&tip.under)
            self = .tip(tip)
        case .unlinkedRefund(var refund):
            body(&refund.under)
            self = .unlinkedRefund(refund)
        case .settings(var settings):
            body(&settings.under)
            self = .settings(settings)
        case .help(var under, let part):
            body(&under)
            self = .help(under: under, part: part)
        case .quit(var under, let yes):
            body(&under)
            self = .quit(under: under, yes: yes)
        case .chooseReader, .pairing, .sale, .charge, .notTold, .saleTip, .saleFields, .tickets, .askAgain,
            .anotherCustomer,
            .payment, .signature, .result, .unfinished, .history:
            break
        }
    }

    /// The result that is shown or covered, and was not acknowledged yet.
    var openResult: ResultPage? {
        if case .result(let result) = self { return result }
        return under?.openResult
    }

    /// The history that is shown or covered.
    var openHistory: HistoryPage? {
        if case .history(let history) = self { return history }
        return under?.openHistory
    }

    /// The settings that are shown or covered.
    var openSettings: SettingsPage? {
        if case .settings(let settings) = self { return settings }
        return under?.openSettings
    }

    /// Changes the settings that are shown or covered.
    mutating func changeSettings(_ body: (inout SettingsPage) -> Void) {
        guard case .settings(var settings) = self else { return changeUnder { $0.changeSettings(body) } }
        body(&settings)
        self = .settings(settings)
    }

    /// What the overlays, if any, lie on.
    var base: Page { under?.base ?? self }

    /// Marks a reader on the readers' page, if that is shown or covered.
    mutating func markReader(_ index: Int) {
        guard case .chooseReader = self else { return changeUnder { $0.markReader(index) } }
        self = .chooseReader(marked: index)
    }

    /// Changes the result that is shown or covered.
    mutating func changeResult(_ body: (inout ResultPage) -> Void) {
        guard case .result(var result) = self else { return changeUnder { $0.changeResult(body) } }
        body(&result)
        self = .result(result)
    }

    /// Changes the history that is shown or covered.
    mutating func changeHistory(_ body: (inout HistoryPage) -> Void) {
        guard case .history(var history) = self else { return changeUnder { $0.changeHistory(body) } }
        body(&history)
        self = .history(history)
    }

    /// Changes the day that is shown or covered.
    mutating func changeDay(_ body: (inout DayPage) -> Void) {
        guard case .day(var day) = self else { return changeUnder { $0.changeDay(body) } }
        body(&day)
        self = .day(day)
    }

    /// Changes the signature that is shown or covered.
    mutating func changeSignature(_ body: (inout SignaturePage) -> Void) {
        guard case .signature(var signature) = self else { return changeUnder { $0.changeSignature(body) } }
        body(&signature)
        self = .signature(signature)
    }

    /// Changes the receipt that is shown or covered.
    mutating func changeReceipt(_ body: (inout ReceiptPage) -> Void) {
        guard case .receipt(var receipt) = self else { return changeUnder { $0.changeReceipt(body) } }
        body(&receipt)
        self = .receipt(receipt)
    }

    /// Changes the scanner's page that is shown or covered.
    mutating func changeScanner(_ body: (inout ScannerPage) -> Void) {
        guard case .scanner(var scanner) = self else { return changeUnder { $0.changeScanner(body) } }
        body(&scanner)
        self = .scanner(scanner)
    }

    /// Changes the long text that is shown or covered.
    mutating func changeText(_ body: (inout ReaderTextPage) -> Void) {
        guard case .readerText(var text) = self else { return changeUnder { $0.changeText(body) } }
        body(&text)
        self = .readerText(text)
    }

    /// Changes the operation's page that is shown or covered.
    mutating func changeDetail(_ body: (inout DetailPage) -> Void) {
        guard case .detail(var detail) = self else { return changeUnder { $0.changeDetail(body) } }
        body(&detail)
        self = .detail(detail)
    }

    /// Changes the help desk's sheet, where it is shown.
    mutating func changeSupport(_ body: (inout SupportPage) -> Void) {
        guard case .support(var support) = self else { return }
        body(&support)
        self = .support(support)
    }
}

/// Something is in doubt, and comes before any new sale.
package struct UnfinishedPage: Equatable, Sendable {
    package var record: OperationRecord
    /// The numbered choice that Enter runs.
    package var marked = 1

    package enum Action: Int, CaseIterable, Sendable {
        case ask = 1
        case journal
        case support
        case setAside
        case decide
    }

    package init(_ record: OperationRecord) {
        self.record = record
    }
}

/// How an operation ended. The page stays until it is acknowledged.
package struct ResultPage: Equatable, Sendable {
    package var record: OperationRecord
    /// It is the answer to an earlier sale, not to the one at hand.
    package var isEarlier: Bool
    /// The numbered choice that Enter runs.
    package var marked: Int
    /// For an unknown outcome: what came of asking the reader.
    package var inquiry = Inquiry.notAsked
    /// It was declined because nobody judged the signature in time; the reader says only that it was not accepted.
    package var isSignatureLeftAlone = false
    /// It was cancelled because no card came in the time that the shop has set.
    package var isCardWaitOver = false
    /// Whether the small print is shown.
    package var showsDetails = false
    /// What is due on the ticket, where something was noted on it after this result.
    package var rest: Amount?
    /// The request of another program that it is the result of.
    package var charge: Charge?

    package struct Charge: Equatable, Sendable {
        /// What the caller calls itself.
        package var appName: String
        /// What it is told, or was told.
        package var word: ChargeAnswer.Word
        /// Its answer is on its way already.
        package var isTold: Bool
        /// Where a receipt can be sent; nil where none can.
        package var email: String?
    }

    package enum Inquiry: Equatable, Sendable {
        case notAsked
        case asking
        /// The reader holds nothing, or gave no clear answer.
        case noAnswer
    }

    package init(_ record: OperationRecord, isEarlier: Bool) {
        self.record = record
        self.isEarlier = isEarlier
        marked = 0
        if record.isInDoubt || isPartOfSale { marked = 1 }
    }

    /// A part of a sale was paid, and the rest is due.
    package var isPartOfSale: Bool { record.outcome?.verdict == .partiallyApproved && record.intent.kind.takesMoney }
}

/// A sentence for the status line that a key called for. It goes with the next key.
package enum Hint: Equatable, Sendable {
    case amountRefused(AmountEntry.Refusal)
    /// Why the ticket did not take a key.
    case ticketRefused(Ticket.Refusal)
    case nothingTyped
    /// The last line was taken off the ticket.
    case lineTakenOff(Ticket.Line)
    /// What was taken off is back.
    case lineRestored
    /// Esc once more clears the ticket.
    case clearAsked
    case ticketCleared
    case tokenizeSet(Bool)
    case ticketParked
    case ticketResumed
    /// The parked ticket cannot be read, or another till has taken it.
    case ticketUnreadable
    case ticketGone
    /// The ticket at hand is charged or set aside first.
    case ticketAtHand
    case barcodeIgnored
    case pasteIgnored
    case numLockOff
    case nothingToRepeat
    case cancelNotPossible
    case alreadyCancelling
    case notDuringPayment
    /// Ctrl-Z where no shell would wake the till again.
    case noShell
    case notYet
    case notConnected
    /// Why a reader is not paired, or cannot be used.
    case notPaired(String)
    case noPrinter
    /// A copy is on its way to the printer.
    case printing(ReceiptCopy.Kind)
    /// A copy is on paper: 0 for the original.
    case printed(ReceiptCopy.Kind, number: Int)
    /// The printer did not take it; `!` says what can be done.
    case notPrinted(ReceiptCopy.Kind)
    case noEmail
    case noReceipt
    case notStarted(DeskNotice.Refusal)
    case booksFailed(JournalError, moneyMayHaveMoved: Bool)
    case recoveryUndecided(String)
    case unclaimedKept
    case unknownFirst
    case historyFailed(JournalError)
    /// Why this cannot be given back or voided.
    case returnRefused(TillJournal.Refusal)
    /// More than what is left was typed.
    case aboveRest(Amount)
    /// Neither can be done with this kind of operation.
    case notReturnable
    case dayIsClosed
    /// A part was paid: Esc does not leave, a choice does.
    case dueFirst
    case settingsUndone
    /// What is not saved would be lost.
    case saveSettingsFirst
    case nothingToSave
    /// The value cannot be; what was typed stays.
    case settingRefused(ConfigurationError.Reason)
    /// It is set by other means.
    case setElsewhere(ConfigurationKey)
    case settingsSaved(needsStart: Bool)
    /// There is no file: what can count at once counts until the till is left.
    case settingsNotKept
    case settingsNotSaved(String)
    /// The cashier left this reader; it does not come back by itself.
    case disconnected(String)
    /// This reader is no longer remembered.
    case forgotten(String)
    case nothingToForget
    /// Connecting by itself, or an attempt to connect, was stopped by a key.
    case connectingStopped
    /// The text that is looked for is not on the page.
    case notFound(String)
    /// Where a receipt was kept.
    case saved(path: String)
    /// A receipt could not be kept, with the reason as a sentence.
    case notSaved(String)
    /// The terminal was given this to copy.
    case copied(String)
    /// The terminal takes nothing to copy.
    case notCopied(String)
    /// Something in doubt was set aside: selling goes on.
    case isSetAside
    /// What a supervisor's page lacks before it can be sent.
    case decisionLacks(DecisionPage.Field)
    /// The word that confirms was typed wrongly.
    case wordDiffers(String)
    case wrongPIN
    /// Too many wrong PINs: the next is taken after so many seconds.
    case pinLocked(seconds: Int)
    /// It has its outcome already.
    case notInDoubt
    /// A part of a ticket was noted, and so much is due still.
    case tenderNoted(Amount, due: Amount)
    /// A ticket is paid; so much goes back to the customer.
    case ticketPaid(change: Amount)
    /// The books did not take the note.
    case tenderNotNoted(JournalError)
    case tipChanged(Amount)
    /// The processor refused it.
    case tipDeclined
    /// The processor did not answer.
    case tipUnanswered
    case tipAboveLimit(Amount)
    /// Only the tip of a sale that stands can be changed.
    case tipNotChangeable
    /// Only cash may be more than what is due.
    case aboveDue(Amount)
    /// F7 with a reader that is not simulated.
    case notSimulated
    /// The simulated reader does not wait for the key that was pressed.
    case keyPassedOver
    /// The fault is armed.
    case faultComes(SimulatorSetup.Fault)
    case noScript
    /// The question on the screen comes before the menu and the palette.
    case answerFirst
    /// The result on the screen comes before the menu and the palette.
    case resultFirst
    case nothingUnknown
    /// No code came in time.
    case scannerWentOff
    /// The reader did not do what stands in no books.
    case readerRefused
    /// What is looked for is not in the reader's text.
    case notInText(String)
    /// The reader was asked, and holds nothing.
    case nothingWaiting
    /// A request of another program was refused before anybody was asked.
    case chargeRefused(ChargeRefusal)
    /// The caller was told.
    case chargeTold(ChargeAnswer.Word, appName: String)
    /// The caller was not told; there is a page for it.
    case chargeNotTold(appName: String)
    /// The answer to a caller could not be written down, so it was not given.
    case chargeNotAnswered(JournalError)
    /// A choice leaves this page.
    case chargeAnswerFirst
    case emailed(to: String)
    /// A receipt was not sent, with the reason as a sentence.
    case notEmailed(String)
}
