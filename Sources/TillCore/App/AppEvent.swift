import Configuration
import HeftKit
import Money
import Printing
import TillJournal

/// What a key means, whatever key it was. A letter means the same on every page.
package enum AppCommand: Hashable, Sendable {
    /// Digits are the amount, or the numbered choice.
    case digit(Int)
    case point
    /// `,`: a point, and the settings where no amount is typed.
    case comma
    /// `-` or Backspace: takes back the last key; `No` in questions.
    case erase
    /// Enter.
    case confirm
    /// Esc or Ctrl-C: one level back. Never quits.
    case back
    case up, down, pageUp, pageDown, top, bottom
    /// The arrows to the sides, in a field that is typed in.
    case left, right
    /// Tab: the other panel or copy.
    case otherPanel
    case yes, no
    case help
    /// `!`: what needs attention.
    case attention
    /// F9
    case chooseReader
    /// F2
    case sale
    /// `q`
    case quit
    /// `r`: fills in the last amount; charges nothing.
    case repeatAmount
    /// `v` or F4
    case receipt
    /// `c`
    case anotherCard
    /// `d`
    case details
    /// `p`
    case print
    /// `e`
    case email
    /// `R`
    case refresh
    /// `/` or F3: the history, and there the field to find in.
    case find
    /// `f` or F5
    case refund
    /// `u` or F6
    case void
    /// `Z`: asks whether to close the day.
    case closeDay
    /// `b`
    case barcode
    /// `h`: what to tell the help desk.
    case supportSheet
    /// `m`
    case menu
    /// `o`: another way to pay, or to settle.
    case otherPayment
    /// `s`
    case save
    /// `t`
    case tip
    /// `w`
    case setAside
    /// `z`
    case larger
    /// `J`: what proves an operation.
    case proof
    /// `T`
    case tokenize
    /// `W`
    case width
    /// `X`
    case forget
    /// `Y`
    case copy
    /// `N`: the match before; `n` is the next one on a list, and No in a question.
    case previousMatch
    /// `+`: adds a line, or the next one.
    case add
    /// `*` or Space: times on the sale, a mark elsewhere.
    case times
    /// `:` or Ctrl-P: every action by its name.
    case palette
    /// `$`: another currency.
    case currency
    /// F7
    case simulator
    /// F12
    case settings
    /// A character for the field that is being typed in, see ``AppState/wantsText``.
    case text(Unicode.Scalar)
    /// A key that means nothing here, or not yet.
    case other

    /// Every command that a key gives, but ``text(_:)``.
    package static let keys: [AppCommand] =
        (0...9).map(AppCommand.digit) + [
            .point, .comma, .erase, .confirm, .back, .up, .down, .pageUp, .pageDown, .top, .bottom, .left, .right,
            .otherPanel,
            .yes,
            .no,
            .help, .attention, .chooseReader, .sale, .quit, .repeatAmount, .receipt, .anotherCard, .details, .print,
            .email, .refresh, .find, .refund, .void, .closeDay, .barcode, .supportSheet, .menu, .otherPayment, .save,
            .tip, .setAside, .larger, .proof, .tokenize, .width, .forget, .copy, .previousMatch, .add, .times,
            .palette, .currency, .simulator, .settings, .other,
        ]

    /// Whether a printable key gives it, as a barcode scanner types them.
    var isTyped: Bool {
        switch self {
        case .confirm, .back, .up, .down, .pageUp, .pageDown, .top, .bottom, .left, .right, .otherPanel, .chooseReader,
            .sale,
            .simulator, .settings:
            false
        case .digit, .point, .comma, .erase, .yes, .no, .help, .attention, .quit, .repeatAmount, .receipt, .anotherCard,
            .details, .print, .email, .refresh, .find, .refund, .void, .closeDay, .barcode, .supportSheet, .menu,
            .otherPayment, .save, .tip, .setAside, .larger, .proof, .tokenize, .width, .forget, .copy,
            .previousMatch, .add, .times, .palette, .currency, .text, .other:
            true
        }
    }
}

/// What happens to the application.
package enum AppEvent: Equatable, Sendable {
    case command(AppCommand)
    /// Something was pointed at and pressed.
    case pointed(Pointed)
    /// The wheel was turned by one notch.
    case wheel(isDown: Bool)
    /// Text that was pasted: it fills one field at most and never charges.
    case paste(String)
    case desk(DeskEvent)
    /// Something about the readers that can be connected to.
    case reader(ReaderEvent)
    case pairing(PairingNews)
    /// Today's books: the last operation, the totals, and whether the last result was never acknowledged.
    case day(DayBooks)
    /// A part of the history.
    case history(HistoryAnswer)
    /// The history could not be read.
    case historyFailed(number: Int, JournalError)
    /// All that the books hold of one operation.
    case detail(OperationDetail)
    case detailFailed(sequence: Int64, JournalError)
    /// What was taken since the last close of the day.
    case report(DayReport)
    case dayClosed(DayClose)
    /// The day could not be read or closed.
    case dayFailed(JournalError)
    /// What came of saving settings.
    case settings(SettingsAnswer)
    /// What there is to judge a signature by; the number tells which signature was meant.
    case signatureRead(number: Int, SignaturePage.Slip)
    /// The terminal said late that it draws pictures by itself.
    case graphicsFound
    /// A picture is drawn; nil where it could not be.
    case pictureDrawn(number: Int, DrawnPicture?)
    /// A copy is on paper; its number, 0 for the original, stands in the books. With what the printer lacks, and was
    /// printed in other letters.
    case printed(PrintOrder, number: Int, rewritten: [Substitution] = [])
    /// A copy is not on paper, or perhaps not all of it.
    case notPrinted(PrintOrder, PrintTrouble)
    /// Where a receipt was kept.
    case saved(path: String)
    /// A receipt could not be kept, with the reason as a sentence.
    case notSaved(String)
    /// Whether the terminal was given a text to copy.
    case copied(String, isTaken: Bool)
    /// The window has another size.
    case window(WindowSize)
    /// What was noted on a ticket is durable, and so the ticket stands.
    case tenderRecorded(TicketState)
    /// The books did not take what was to be noted on a ticket.
    case tenderFailed(JournalError)
    /// What became of a tip's change stands in the books.
    case tipAdjusted(TipChange, TipAdjustmentStatus)
    /// Whether what was typed is a supervisor's PIN; the number tells which question was meant.
    case pinChecked(number: Int, matches: Bool)
    /// The tickets that are set aside, oldest first.
    case parked([ParkedTicket])
    /// The ticket at hand is set aside, as the last of these.
    case ticketParked([ParkedTicket])
    /// A ticket was taken back; nil when another till has taken it. And those that are set aside now.
    case ticketResumed(ParkedTicket?, [ParkedTicket])
    /// The ticket at hand could not be set aside, or none be taken back.
    case parkingFailed(JournalError)
    /// What the simulated reader tells its panel.
    case simulator(SimulatorEvent)
    /// Something about the charge requests of other programs.
    case charge(ChargeEvent)
    /// The page's keys count from now on; the number tells which page was meant.
    case armed(Int)
    /// Time passed.
    case tick
    /// Whether the computer has power from outside; nil where nobody knows.
    case power(isExternal: Bool?)
    /// The computer, or this program, stood still for a while: the link may be dead without a word.
    case stoodStill
    /// Ctrl-Z, or the system asks the till to stop for now; `canResume` when a shell would wake it again.
    case suspendWanted(canResume: Bool)
    /// The terminal is gone: finish what runs, then end.
    case terminalGone
    /// The system asks the till to end: cancel what can be cancelled, finish what runs, then end.
    case terminate
}

/// What the sale page shows of the books.
package struct DayBooks: Equatable, Sendable {
    package var last: OperationRecord?
    package var totals: [CurrencyTotals]
    /// The last operation's result was stored and nobody has acknowledged it.
    package var isLastUnseen: Bool
    /// Tickets of which a part is paid and the rest is due.
    package var partlyPaid: [TicketState]

    package init(
        last: OperationRecord? = nil, totals: [CurrencyTotals] = [], isLastUnseen: Bool = false,
        partlyPaid: [TicketState] = []
    ) {
        self.last = last
        self.totals = totals
        self.isLastUnseen = isLastUnseen
        self.partlyPaid = partlyPaid
    }
}

/// What the application wants done. Carried out in order.
package enum AppEffect: Equatable, Sendable {
    case desk(DeskEffect)
    case bell(Int)
    /// ``AppEvent/armed(_:)`` with this number after so many milliseconds.
    case arm(page: Int, afterMilliseconds: Int)
    /// ``AppEvent/day(_:)``
    case loadDay
    /// ``AppEvent/history(_:)`` or ``AppEvent/historyFailed(number:_:)``
    case loadHistory(HistoryRequest)
    /// ``AppEvent/detail(_:)`` or ``AppEvent/detailFailed(sequence:_:)``
    case loadDetail(sequence: Int64)
    /// ``AppEvent/report(_:)`` or ``AppEvent/dayFailed(_:)``
    case loadReport
    /// Keeps the day's report for good; ``AppEvent/dayClosed(_:)`` or ``AppEvent/dayFailed(_:)``
    case closeDay
    /// Notes a payment without a card; ``AppEvent/tenderRecorded(_:)`` or ``AppEvent/tenderFailed(_:)``
    case recordTender(Tender, ticket: String)
    /// Sends a new tip, and notes what became of it; ``AppEvent/tipAdjusted(_:_:)``
    case adjustTip(TipChange)
    /// ``AppEvent/pinChecked(number:matches:)``
    case checkPIN(TypedPIN, number: Int)
    /// Writes settings into their file; ``AppEvent/settings(_:)``
    case saveSettings([ConfigurationKey: ConfigurationValue])
    /// Notes that the result of this operation was seen.
    case acknowledge(sequence: Int64)
    /// Something for the simulated reader.
    case simulator(SimulatorEffect)
    /// Something about the charge requests of other programs.
    case charge(ChargeEffect)
    /// What is there without a search, and what is remembered: ``ReaderEvent/listed(_:)``, ``ReaderEvent/recalled(_:)``
    case recallReaders
    /// ``AppEvent/power(isExternal:)``
    case askPower
    /// Pairs a reader at Bluetooth: ``AppEvent/pairing(_:)``
    case pair(ReaderDevice)
    case answerPairing(number: Int, PairingAnswer)
    case stopPairing
    /// Leaves these books, and begins anew with this reader and the books that its sales go into.
    case startAnew(ReaderDevice)
    /// What is there without a search: ``ReaderEvent/listed(_:)``
    case listReaders
    /// The same, and then a search; ``ReaderEvent/searchEnded`` is the last of it.
    case findReaders
    /// Ends the search; ``ReaderEvent/searchEnded`` when the radio is free.
    case stopSearch
    /// ``ReaderEvent/autoConnectDue(_:)`` with this number after so many seconds.
    case autoConnect(Int, afterSeconds: Int)
    /// Keeps the readers for the next start.
    case keepReaders(ReaderMemory)
    /// Drops what the system keeps of a reader.
    case forgetReader(ReaderDevice)
    /// Keeps a text as a file that is not there yet; ``AppEvent/saved(path:)`` or ``AppEvent/notSaved(_:)``
    case saveReceipt(SavedText)
    /// The same with a copy of a receipt, set for so many columns.
    case saveCopy(ReceiptCopy, SavedFormat, columns: Int)
    /// Prints a copy, and notes it in the books; ``AppEvent/printed(_:number:rewritten:)`` or ``AppEvent/notPrinted(_:_:)``
    case print(PrintOrder)
    /// Fetches and decodes what a reader sent of a signature; ``AppEvent/signatureRead(number:_:)``
    case readSignature(String, number: Int)
    /// ``AppEvent/pictureDrawn(number:_:)``
    case drawPicture(PictureOrder)
    /// Gives the terminal a text to copy; ``AppEvent/copied(_:isTaken:)``
    case copy(String)
    /// ``AppEvent/parked(_:)``
    case loadParked
    /// Sets a ticket aside; ``AppEvent/ticketParked(_:)`` or ``AppEvent/parkingFailed(_:)``
    case park(ParkedTicket.Draft)
    /// Takes a ticket back, by its number, and sets the one at hand aside; ``AppEvent/ticketResumed(_:_:)`` or
    /// ``AppEvent/parkingFailed(_:)``
    case resume(Int64, settingAside: ParkedTicket.Draft?)
    /// Gives the terminal back and stops the process until it is resumed.
    case suspend
    case quit
}
