import Configuration
import Money
import Printing
import TillJournal

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
    /// What is sold now is priced in this currency: the usual one of the till, or another.
    case currencySet(Currency, isUsual: Bool)
    /// Nothing else is charged here.
    case oneCurrency(Currency)
    /// What is rung up is in this currency, and so cannot be in another one.
    case pricesStand(Currency)
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
    /// A copy is on paper: 0 for the original; and what stands on it in other letters.
    case printed(ReceiptCopy.Kind, number: Int, rewritten: [Substitution] = [])
    /// The printer did not take it; `!` says what can be done.
    case notPrinted(ReceiptCopy.Kind)
    case noEmail
    /// What was typed is no e-mail address.
    case noAddress
    case noReceipt
    /// There is no void slip of what was not voided.
    case notVoided
    case notStarted(DeskNotice.Refusal)
    case booksFailed(JournalError, moneyMayHaveMoved: Bool)
    case recoveryUndecided(String)
    case unclaimedKept
    /// The reader's own answer tells the same as what the books hold already.
    case readerAgrees
    /// The bank's list has so many that may be the operation in doubt: nobody guesses.
    case bankListUndecided(Int)
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
    case ticketPaid
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
    /// A request that something was tried for is answered before other books are opened.
    case chargeFirst
    /// A choice leaves this page.
    case chargeAnswerFirst
    case emailed(to: String)
    /// A receipt was not sent, with the reason as a sentence.
    case notEmailed(String)
}
