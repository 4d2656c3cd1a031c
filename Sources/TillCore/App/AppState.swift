import Configuration
import HeftKit
import Money
import TillJournal

/// What the till is set to. It changes when settings are saved.
package struct AppSettings: Equatable, Sendable {
    package var tillName: String
    package var currency: Currency
    /// From this many minor units on, Enter asks once more.
    package var askAgainFromMinor: Int64
    /// A throw-away till for a stand or a first look.
    package var isDemo: Bool
    /// Whether a supervisor confirms with a PIN, and not with a word.
    package var asksForPIN: Bool
    /// Whose sales go into these books.
    package var scope = ReaderScope.any
    /// Whether no sale in these books moves money.
    package var areBooksSimulated = false
    /// The reader that is connected to at the start; nil where it is chosen.
    package var startReader: ReaderDevice?
    /// How wide characters are on the screen.
    package var measure: TextMeasure
    /// What digits without a point are.
    package var keypad = AmountEntry.Keypad.minorUnitsFirst
    /// Nil where no tax is shown.
    package var tax: TaxRule?
    /// The largest tip that may be keyed as an amount, of the subtotal.
    package var tipCap = TicketRules.usualTipCap
    package var tipPresets = TicketRules.usualTips
    package var theme = ScreenTheme.auto
    package var sound = Sound.bell
    /// All that is set, as it is saved.
    package var configuration = Configuration()
    /// Where settings are kept; nil where they are not.
    package var configurationPath: String?

    /// Whether a receipt can be sent by e-mail.
    package var canEmail: Bool { !configuration.charge.sendmail.isEmpty }

    package init(
        tillName: String = "Till 1", currency: Currency = .gbp, askAgainFromMinor: Int64 = 100_000,
        isDemo: Bool = false, asksForPIN: Bool = false, measure: TextMeasure
    ) {
        self.tillName = tillName
        self.currency = currency
        self.askAgainFromMinor = askAgainFromMinor
        self.isDemo = isDemo
        self.asksForPIN = asksForPIN
        self.measure = measure
    }

    /// What holds for every ticket.
    package var ticketRules: TicketRules {
        TicketRules(currency: currency, keypad: keypad, tax: tax, tipCap: tipCap, tipPresets: tipPresets)
    }
}

/// Whose sales the books at hand are for: simulated ones never stand among real ones.
package enum ReaderScope: Equatable, Sendable {
    /// The simulated reader that is built in.
    case builtIn
    /// Readers outside of this program.
    case outside
    /// Whichever is listed.
    case any

    package func includes(_ device: ReaderDevice) -> Bool {
        switch self {
        case .any: true
        case .builtIn: device.kind == .simulated
        case .outside: device.kind != .simulated
        }
    }
}

/// The application without its screen, as a value: an event in, effects out.
package struct AppState: Equatable, Sendable {
    package internal(set) var settings: AppSettings
    package internal(set) var desk: Desk
    package internal(set) var page = Page.chooseReader(marked: 0)
    package internal(set) var listing = ReaderListing()
    package internal(set) var choice = ReaderPursuit()
    /// What is being rung up.
    package internal(set) var ticket: Ticket
    /// The tickets that are set aside, oldest first.
    package internal(set) var parked: [ParkedTicket] = []
    package internal(set) var day = DayBooks()
    package internal(set) var hint: Hint?
    package internal(set) var simulator = SimulatorState()
    package internal(set) var charges = ChargeState()
    package internal(set) var now: Timestamp
    package internal(set) var window = WindowSize(columns: 80, rows: 24)
    /// Whether the page's keys count. A question, a signature and a result take no keys that were typed before they
    /// could be read.
    package internal(set) var isArmed = true
    /// How the reader is, as far as it has said so.
    package internal(set) var condition = ReaderCondition()
    /// When a key was pressed last: warnings from before it have been read.
    package internal(set) var warningsReadAt: Timestamp?
    /// Why the reader was lost, while it is.
    package internal(set) var lostLink: LinkFailure?
    /// When the next attempt to come back is due.
    package internal(set) var reconnectAt: Timestamp?
    /// The till is to end: the terminal is gone, or the system or the cashier asked for it. It ends when no money and no
    /// answer of the reader is on its way, and charges nothing more.
    package internal(set) var isEnding = false

    /// Results that wait behind the one on the screen, which was not acknowledged yet.
    package internal(set) var waitingResults: [ResultPage] = []

    /// The copies that a printer did not take, and that nobody has seen to, oldest first.
    package internal(set) var failedPrints: [CopyOutPage.Failure] = []

    /// The system asked the till to end: what runs is cancelled as soon as the reader allows it.
    var cancelsWhenAllowed = false
    /// Nobody judged the signature of the payment that runs before its time was over.
    var isSignatureLeftAlone = false
    /// The last time left of a signature that the cashier was warned of, in seconds.
    var signatureWarnedAt = Int.max
    /// The operation that the till cancelled because no card came.
    var cardWaitEndedFor: Int64?
    /// Where the operation that runs, or ran last, was asked for; nil for a sale.
    var origin: Page?
    var pageNumber = 0
    /// When the page last rang, or was turned to.
    var rangAt: Int64 = 0
    /// Counts the questions to the history: an answer to an older one is not shown.
    var historyNumber = 0
    /// Who decided last as a supervisor: filled in at the next time.
    var supervisorName = ""
    /// Counts the readings and drawings of signatures.
    var pictureNumber = 0
    /// Counts the questions for a PIN.
    var pinNumber = 0
    /// Wrong PINs in a row.
    var wrongPINs = 0
    var pinLockedUntil: Timestamp?
    /// The reader that is set was connected to, or there was something more urgent.
    var hasStarted = false
    /// The cashier asked for a waiting result where nothing was in doubt.
    var isFetching = false
    var burst = KeyBurst()
    /// The ticket that was charged last, as it stood: for another attempt.
    var charged: ChargedTicket?
    /// The ticket at hand while the books set it aside or take another one back.
    var awaitedTicket: Ticket?
    /// What the desk was last asked to charge.
    var lastRequest: SaleRequest?
    var lastKeyAt: Int64 = 0

    /// A page that needs care takes keys after so long a silence, in milliseconds.
    static let silence = 300
    /// The signature page is dead for so long, in milliseconds.
    static let signatureSilence = 500

    package init(settings: AppSettings, bootID: String, now: Timestamp) {
        self.settings = settings
        desk = Desk(bootID: bootID)
        desk.asksByItself = false
        ticket = Ticket(settings.ticketRules)
        self.now = now
    }

    /// What is to be done at the start.
    package var startEffects: [AppEffect] { [.recallReaders, .loadDay, .loadParked, .charge(.load)] }

    /// What is being typed on the sale.
    package var entry: AmountEntry { ticket.entry }

    /// Whether something on the screen counts seconds.
    package var countsSeconds: Bool {
        desk.running != nil || reconnectAt != nil || callsCashier || readersCountSeconds
    }

    /// Takes one event.
    package mutating func handle(_ event: AppEvent, at now: Timestamp) -> [AppEffect] {
        self.now = now
        return take(event) + lookBeside()
    }

    private mutating func take(_ event: AppEvent) -> [AppEffect] {
        switch event {
        case .command(let command): return take(command)
        case .pointed(let pointed): return point(at: pointed)
        case .wheel(let isDown): return turnWheel(isDown: isDown)
        case .paste(let text): return paste(text)
        case .desk(let event): return pass(event)
        case .reader(let event): return take(event)
        case .pairing(let news): return take(news)
        case .day(let day): return show(day)
        case .history(let answer): return show(answer)
        case .historyFailed(let number, let error): return historyFailed(number, error)
        case .detail(let detail): return show(detail)
        case .detailFailed(let sequence, let error): return detailFailed(sequence, error)
        case .report(let report): return show(report)
        case .dayClosed(let close): return show(close)
        case .dayFailed(let error): return dayFailed(error)
        case .settings(let answer): return show(answer)
        case .signatureRead(let number, let slip): return signatureRead(number, slip)
        case .graphicsFound: return drawSignature()
        case .pictureDrawn(let number, let drawing): return pictureDrawn(number, drawing)
        case .printed(let order, let number, let rewritten):
            return printed(order, number: number, rewritten: rewritten)
        case .notPrinted(let order, let trouble): return notPrinted(order, trouble)
        case .saved(let path): return tell(.saved(path: path))
        case .notSaved(let reason): return tell(.notSaved(reason)) + [.bell(2)]
        case .copied(let text, let isTaken): return tell(isTaken ? .copied(text) : .notCopied(text))
        case .window(let window): return resize(to: window)
        case .tenderRecorded(let ticket): return tenderRecorded(ticket)
        case .tenderFailed(let error): return tenderFailed(error)
        case .tipAdjusted(let change, let status): return tipAdjusted(change, status)
        case .pinChecked(let number, let matches): return pinChecked(number, matches)
        case .parked(let tickets):
            parked = tickets
            return []
        case .ticketParked(let tickets): return parkedTicket(tickets)
        case .ticketResumed(let ticket, let tickets): return resumed(ticket, tickets)
        case .parkingFailed(let error): return parkingFailed(error)
        case .simulator(let event): return take(event)
        case .charge(let event): return take(event)
        case .armed(let number): return arm(number)
        case .tick: return warnOfSignature() + endCardWait() + ringAgain() + ageReaders()
        case .power(let isExternal): return notePower(isExternal)
        case .stoodStill: return stoodStill()
        case .suspendWanted(let canResume): return suspend(canResume)
        case .terminalGone, .terminate: return end(event)
        }
    }

    /// Gives the event to the desk, and takes what the desk has to say.
    mutating func pass(_ event: DeskEvent) -> [AppEffect] {
        switch event {
        case .reconnectDue, .sleepIsOver: reconnectAt = nil
        default: break
        }
        noteCondition(event)
        var effects: [AppEffect] = []
        for effect in desk.handle(event, at: now) {
            switch effect {
            case .notify(let notice):
                effects += take(notice)
            case .reconnect(let seconds):
                reconnectAt = now.advanced(bySeconds: seconds)
                effects.append(.desk(effect))
            default:
                effects.append(.desk(effect))
            }
        }
        page.changeResult { $0.isAnswerAwaited = $0.isDecided && desk.mayAnswer($0.record) }
        return effects + endWhenIdle()
    }

    // MARK: Pages

    /// Turns to a page. One that needs care takes keys only after a silence.
    mutating func turn(to page: Page) -> [AppEffect] {
        var page = page
        if case .sale = page, let first = inPlaceOfSale() { page = first }
        if case .charge(let charge) = page { beginCharge(charge) }
        self.page = page
        pageNumber += 1
        rangAt = now.millisecondsSince1970
        switch page {
        case .charge(let charge) where charge.isTyping:
            isArmed = true
            return []
        case .charge, .notTold, .askAgain, .anotherCustomer, .result, .unfinished, .void, .closeDay, .service:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .pairing(let pairing) where pairing.isOffered:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .tender(let tender) where tender.isChoosing:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .tip(let tip) where tip.isChoosing:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .refund(let refund) where refund.isChoosing:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .copyOut(let copyOut) where copyOut.failure != nil:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.silence)]
        case .signature:
            isArmed = false
            return [.arm(page: pageNumber, afterMilliseconds: AppState.signatureSilence)]
        case .chooseReader:
            isArmed = true
            return resumeAutoConnect()
        case .menu, .palette, .scanner, .readerText, .pairing, .unsent, .email, .sale, .payment, .receipt, .copyOut,
            .history,
            .detail,
            .refund,
            .inDoubt,
            .day,
            .decision, .support,
            .rest, .tender, .tip, .settings, .simulator, .saleTip, .saleFields, .tickets, .unlinkedRefund,
            .quit, .help:
            isArmed = true
            return []
        }
    }

    /// Whoever still types into a page that just appeared has not read it: the silence starts anew.
    private mutating func arm(_ number: Int) -> [AppEffect] {
        guard number == pageNumber else { return [] }
        let quiet = now.millisecondsSince1970 - lastKeyAt
        if quiet < Int64(AppState.silence) {
            return [.arm(page: number, afterMilliseconds: AppState.silence - Int(max(0, quiet)))]
        }
        isArmed = true
        return []
    }

    // MARK: The outside

    private mutating func show(_ day: DayBooks) -> [AppEffect] {
        self.day = day
        page.changeResult { result in
            let ticket = day.partlyPaid.first { $0.reference == result.record.intent.ticket }
            if let ticket { result.rest = ticket.due }
        }
        // A result that nobody saw comes before anything else.
        guard day.isLastUnseen, let last = day.last, last.outcome != nil, !last.isInDoubt,
            case .chooseReader = page
        else { return connectAtStart() }
        var result = ResultPage(last, isEarlier: true)
        result.rest = day.partlyPaid.first { $0.reference == last.intent.ticket }?.due
        holdAutoConnect()
        return turn(to: .result(result))
    }

    private mutating func tell(_ hint: Hint) -> [AppEffect] {
        self.hint = hint
        return []
    }

    private mutating func suspend(_ canResume: Bool) -> [AppEffect] {
        guard !desk.isBusyWithMoney else {
            hint = .notDuringPayment
            return [.bell(1)]
        }
        guard canResume else {
            hint = .noShell
            return [.bell(1)]
        }
        return [.suspend]
    }

    private mutating func end(_ event: AppEvent) -> [AppEffect] {
        isEnding = true
        guard event == .terminate else { return endWhenIdle() }
        cancelsWhenAllowed = true
        return pass(.cancel)
    }

    /// Nothing that is on its way, money or the answer of a reader that was asked, is left behind.
    mutating func endWhenIdle() -> [AppEffect] {
        guard isEnding, desk.mayEnd else { return [] }
        return endCharges() + [.quit]
    }

    /// The cashier leaves: at once, or as soon as nothing is on its way. Who asks twice is not kept by a silent reader.
    mutating func leave() -> [AppEffect] {
        if isEnding, !desk.isBusyWithMoney { return endCharges() + [.quit] }
        isEnding = true
        return endWhenIdle()
    }
}

extension Timestamp {
    /// Whole seconds since an earlier moment; 0 when the clock was set back.
    package func seconds(since start: Timestamp) -> Int {
        Int(clamping: max(0, millisecondsSince1970.subtractingReportingOverflow(start.millisecondsSince1970).0) / 1000)
    }

    func advanced(bySeconds seconds: Int) -> Timestamp {
        Timestamp(
            millisecondsSince1970: millisecondsSince1970 + Int64(seconds) * 1000, offsetFromUTC: offsetFromUTC)
    }
}
