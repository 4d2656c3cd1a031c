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
    /// The answers to other programs that were not handed over.
    case unsent(UnsentPage)
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
    /// A receipt is sent to an address that is typed.
    case email(EmailPage)
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
        case .unsent(let unsent): unsent.under
        case .email(let email): email.under
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
        case .email(var email):
            body(&email.under)
            self = .email(email)
        case .unsent(var unsent):
            body(&unsent.under)
            self = .unsent(unsent)
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

    /// Changes the list of answers that is shown or covered.
    mutating func changeUnsent(_ body: (inout UnsentPage) -> Void) {
        guard case .unsent(var unsent) = self else { return changeUnder { $0.changeUnsent(body) } }
        body(&unsent)
        self = .unsent(unsent)
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
