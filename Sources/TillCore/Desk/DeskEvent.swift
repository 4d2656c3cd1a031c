import HeftKit
import Money
import TillJournal

/// What happens at the desk.
package enum DeskEvent: Equatable, Sendable {
    // From the cashier.
    case connect(ReaderDevice)
    /// Leave the reader, or stop looking for it. It does not come back by itself until ``connect(_:)``.
    case disconnect
    case charge(SaleRequest)
    case perform(OperationRequest)
    /// Something that stands in no books.
    case serve(ReaderService)
    case cancel
    case judgeSignature(isAccepted: Bool)
    /// Ask the reader for the result that it may hold. Charges nothing.
    case askReader

    // From the supervisor.
    /// What became of an operation in doubt: `approved` or `failed`. The evidence is what it rests on.
    case decide(sequence: Int64, verdict: SupervisorDecision.Kind, by: String, evidence: String)
    /// Selling goes on although nobody knows: settles nothing, and lets the reader be where it cannot be asked.
    case setAside(sequence: Int64, by: String, evidence: String)

    // From the reader.
    case connected(ReaderIdentity, isResultPending: Bool)
    case status(StatusEvent)
    case signatureRequested(SignatureRequest)
    case signatureWithdrawn
    case cancelSent
    case cancelAnswered
    case finished(OperationCompletion)
    case unclaimed(FinanceResult)
    case linkEnded(LinkFailure)
    /// The reader did not take the operation. Nothing was sent.
    case startRefused(HeftError)

    // From the books.
    case inDoubtLoaded([OperationRecord])
    case intentRecorded(OperationRecord)
    case outcomeRecorded(OperationRecord)
    /// A result that belongs to no operation was new, and is kept.
    case unclaimedKept(OperationOutcome)
    /// A result of an operation that has another outcome was new, and is kept beside it.
    case contradictionKept(OperationRecord, OperationOutcome)
    /// A supervisor's decision is durable, and this is how the operation stands then.
    case decisionRecorded(SupervisorDecision, OperationRecord)
    /// The books did not take a supervisor's decision.
    case decisionRefused(JournalError)
    /// An intent, an outcome or a result without an operation could not be written, or what is in doubt not be read.
    case booksFailed(JournalError)

    // From the transaction feed.
    /// `claimed` are the numbers of those transactions that other operations of the books ended with.
    case feedAnswered(FeedAnswer, for: Int64, claimed: Set<String>)
    case feedFailed(FeedError, for: Int64)

    // From the hosts that a reader has the till call.
    /// How far the host's clock is ahead of the till's, in milliseconds, as its answer says.
    case bankClock(ahead: Int64)

    // From the clock.
    case reconnectDue
    case askAgainDue
    case feedDue

    // From the computer.
    /// It is going to sleep, as soon as nobody delays that.
    case sleepBegins
    /// It slept, or was about to.
    case sleepIsOver
}

/// What the desk wants done. Carried out in order.
package enum DeskEffect: Equatable, Sendable {
    /// Ends the connection that is there, or the attempt at one, and begins a new one.
    case connect(ReaderDevice)
    /// Ends the connection, or the attempt at one. What it still says is dropped.
    case disconnect
    /// Ends the connection as a loss of the link does: it says how what runs on it ended.
    case dropLink
    /// Writes the intent; ``DeskEvent/intentRecorded(_:)`` when it is durable.
    case recordIntent(OperationRequest, ReaderIdentity)
    case start(ReaderOperation)
    case cancelOperation
    case answerSignature(isAccepted: Bool)
    /// Writes the outcome; ``DeskEvent/outcomeRecorded(_:)`` when it is durable.
    case recordOutcome(OperationOutcome, sequence: Int64)
    /// Keeps a result that belongs to no operation in doubt, unless the books know it already; when it was new,
    /// ``DeskEvent/contradictionKept(_:_:)`` where it belongs to one that has its outcome, else
    /// ``DeskEvent/unclaimedKept(_:)``.
    case recordLate(LateResult)
    /// Notes a step. Not waited for; a note that fails is not reported.
    case note(OperationEvent, sequence: Int64)
    /// Reads what is in doubt, on whatever reader: the same customer may stand at another one now.
    /// ``DeskEvent/inDoubtLoaded(_:)`` brings it.
    case loadInDoubt
    /// Writes a supervisor's decision, and with a verdict the outcome, in one step;
    /// ``DeskEvent/decisionRecorded(_:_:)`` when it is durable, else ``DeskEvent/decisionRefused(_:)``.
    case recordDecision(SupervisorDecision, sequence: Int64)
    /// Asks the transaction feed; ``DeskEvent/feedAnswered(_:for:claimed:)`` or ``DeskEvent/feedFailed(_:for:)``.
    case askFeed(readerSerial: String, from: Timestamp, to: Timestamp, for: Int64)
    /// ``DeskEvent/feedDue`` after so many seconds.
    case askFeedAgain(afterSeconds: Int)
    /// ``DeskEvent/askAgainDue`` after so many seconds.
    case askAgain(afterSeconds: Int)
    /// ``DeskEvent/reconnectDue`` after so many seconds.
    case reconnect(afterSeconds: Int)
    case notify(DeskNotice)
}

/// What whoever stands at the desk should know.
package enum DeskNotice: Equatable, Sendable {
    /// The reader takes sales.
    case ready(ReaderIdentity)
    /// Something is in doubt, and the reader waits to be asked for it.
    case mustAsk(ReaderIdentity)
    case status(StatusEvent)
    case signatureRequested(SignatureRequest)
    case signatureWithdrawn
    /// The result is durable. `isEarlier` when it is not the answer to the sale at hand.
    case settled(OperationRecord, isEarlier: Bool)
    /// The sale was not started, and no money moved.
    case notStarted(Refusal)
    /// A result came that belongs to no sale in the books.
    case unclaimed(OperationOutcome)
    /// The reader's answer to an operation that has its outcome, which stays in force, is kept beside it. Mostly somebody
    /// has said meanwhile what became of it; the two may also tell the same.
    case contradicted(OperationRecord, by: OperationOutcome)
    case linkLost(LinkFailure)
    /// The reader was asked, and holds nothing.
    case nothingWaiting
    /// The reader was asked, and gave no answer that decides.
    case recoveryUndecided(String)
    /// The transaction feed was searched for an operation in doubt. Where that settles it, ``settled(_:isEarlier:)``
    /// follows once it is durable. Nil when the operation was settled meanwhile.
    case feedSearched(sequence: Int64, FeedMatch?)
    /// The transaction feed gave no answer: what is in doubt stays so.
    case feedFailed(sequence: Int64, FeedError)
    case cancelNotPossible
    /// A supervisor's decision is durable. With a verdict ``settled(_:isEarlier:)`` comes first.
    case decided(SupervisorDecision, OperationRecord)
    /// What the reader was asked beside the books is over.
    case served(ReaderService, ReaderService.Answer)
    case booksFailed(JournalError, moneyMayHaveMoved: Bool)

    /// Why a sale is not started.
    package enum Refusal: Equatable, Sendable {
        case notConnected
        case busy
        /// Something is in doubt, and this reader was not asked for it yet.
        case readerNotAsked
        /// The reader restarts, and comes back by itself.
        case readerRestarting
        case amountOutOfRange
        /// The reader never named this operation, so it can neither be given back nor voided.
        case noTransactionID(OperationRecord)
        /// This very ticket is in doubt: it cannot be charged again.
        case sameTicketInDoubt(OperationRecord)
        /// The same amount is in doubt since less than ten minutes: is this another customer?
        case sameAmountInDoubt(OperationRecord)
        case reader(HeftError)
    }
}
