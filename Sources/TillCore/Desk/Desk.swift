import HeftKit
import Money
import TillJournal

/// The payment desk: one reader, one operation at a time, and the books. A value; effects are carried out in order.
///
///     offline ──▶ connecting ──▶ loading what is in doubt ──▶ asking the reader ──▶ ready
///        ▲                                                          ▲                 │ charge
///        │                                                          │                 ▼
///        └──── the link ends ◀── recording the outcome ◀── running ◀──── recording the intent
///
/// It keeps the rules of the books: an intent is durable before its operation starts; an outcome is durable before anyone
/// is told; while something is in doubt the reader is asked for it before anything else; an unknown outcome is never
/// charged again by itself.
package struct Desk: Equatable, Sendable {
    /// What the desk is at.
    package enum Phase: Equatable, Sendable {
        case offline
        case connecting
        case loadingInDoubt(ReaderIdentity, isResultPending: Bool)
        /// Something is in doubt and the reader may hold the answer: nothing starts until it is asked.
        case waitingToAsk(ReaderIdentity)
        /// The pending result is being fetched. `asked` counts the questions, for a reader that never says "nothing".
        case askingReader(ReaderIdentity, asked: Int)
        /// What the reader gave up is being written; then it is asked again.
        case recordingRecovered(ReaderIdentity, asked: Int, waiting: Int)
        case ready(ReaderIdentity)
        /// The reader does something that stands in no books: its scanner is on, or its log is read.
        case serving(ReaderIdentity, ReaderService)
        /// The reader is nil where the link ended meanwhile.
        case recordingIntent(ReaderIdentity?, OperationRequest)
        case running(ReaderIdentity, RunningOperation)
        /// The outcome of the operation is being written. Nil where the link ended meanwhile.
        case recordingOutcome(ReaderIdentity?, RunningOperation)
    }

    /// The same amount is asked about so long after an operation in doubt, in milliseconds.
    package static let sameAmountWindow: Int64 = 10 * 60 * 1000
    /// A reader holds one result, seldom two; after so many questions it is let be.
    static let questionsMax = 8
    /// A reader that is too busy to answer is asked so often again, with so many seconds between.
    static let busyQuestionsMax = 3
    static let busyPauseSeconds = 2
    /// What the wire carries.
    package static let amountMax: Int64 = 4_294_967_295

    package private(set) var phase = Phase.offline
    /// The operations whose outcome is not known, oldest first, on whatever reader. What a reader says, and that it says
    /// nothing, is only about its own.
    package internal(set) var inDoubt: [OperationRecord] = []
    /// The reader said that it holds a result, and has not given it up yet.
    package internal(set) var isResultPending = false
    /// The reader that was last connected to, for coming back.
    package internal(set) var device: ReaderDevice?
    /// The cashier left the reader: it does not come back by itself.
    package internal(set) var isLeft = false
    /// The reader was reached since the cashier asked for it.
    package internal(set) var wasReached = false
    /// Names this run of the machine.
    package let bootID: String
    /// The reader that was last connected. A late result of it is still its own.
    var lastReader: ReaderIdentity?
    /// Outcomes that are not durable yet, by operation: with the books, or refused by them and to be brought again.
    var unwritten: [Int64: OperationOutcome] = [:]
    /// Those of them that are waited for before the reader is asked again.
    var awaited: Set<Int64> = []
    /// What is in doubt could not be read: it must be, before the reader is asked.
    var mustLoadAgain = false
    /// How often in a row the reader was too busy to answer.
    var busyAnswers = 0
    /// The reader was too busy to answer, and is asked again when the pause is over.
    var isPausing = false
    /// The operations that the feed was asked for on this connection.
    var feedAsked: Set<Int64> = []
    /// Those of them whose answer is awaited, or not durable yet.
    var feedPending: Set<Int64> = []
    /// The feed is asked again by itself in a while.
    var isFeedDue = false
    /// How often it was, since the reader was connected or the cashier asked.
    var feedPauses = 0
    /// So many seconds pass before the feed is asked again; the last of them from then on.
    static let feedPauses = [60, 300, 900, 1800, 3600]
    /// The bank's clock, as far as a host has told the time.
    package internal(set) var bankClock: BankClock?
    /// The operations in doubt that a supervisor has set aside: they do not hold back a reader that cannot be asked.
    var setAside: Set<Int64> = []
    /// When the reader said that it restarts: it goes away in a moment, and comes back. Nil once it is back.
    var restartAnnouncedAt: Timestamp?
    /// A reader that said so and is there all the same takes operations again after so long, in milliseconds.
    static let restartWindow: Int64 = 60_000
    /// How often in a row coming back failed.
    var reconnects = 0
    /// The computer sleeps, or is about to: no link is made meanwhile.
    var isAsleep = false
    /// Whether the desk comes back by itself when the link ends.
    package var reconnectsByItself = true
    /// Whether the desk asks the reader by itself when something is in doubt, or waits until the cashier says so.
    package var asksByItself = true

    package init(bootID: String) {
        self.bootID = bootID
    }

    /// The reader, while it is connected.
    package var reader: ReaderIdentity? {
        switch phase {
        case .offline, .connecting: nil
        case .loadingInDoubt(let reader, _), .waitingToAsk(let reader), .askingReader(let reader, _),
            .recordingRecovered(let reader, _, _),
            .ready(let reader), .serving(let reader, _), .running(let reader, _):
            reader
        case .recordingIntent(let reader, _), .recordingOutcome(let reader, _): reader
        }
    }

    /// Whether the transaction feed is being searched, or what it said is being written.
    package var isAskingFeed: Bool { !feedPending.isEmpty }

    package var running: RunningOperation? {
        switch phase {
        case .running(_, let operation), .recordingOutcome(_, let operation): operation
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .ready,
            .serving, .recordingIntent:
            nil
        }
    }

    /// Whether a sale has begun and its outcome is not durable yet.
    package var isBusyWithMoney: Bool {
        switch phase {
        case .recordingIntent, .running, .recordingOutcome: true
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .ready,
            .serving:
            false
        }
    }

    /// Whether nothing is lost when the till ends now: no sale is under way, and no answer of the reader.
    package var mayEnd: Bool {
        switch phase {
        case .recordingIntent, .running, .recordingOutcome, .askingReader, .recordingRecovered: false
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .ready, .serving: true
        }
    }

    /// Whether the reader is about to go, or away, to restart.
    package func isReaderRestarting(at now: Timestamp) -> Bool {
        guard let restartAnnouncedAt else { return false }
        return now.millisecondsSince1970 - restartAnnouncedAt.millisecondsSince1970 < Desk.restartWindow
    }

    mutating func enter(_ phase: Phase) {
        self.phase = phase
        switch phase {
        // It was asked until it had nothing more; and who is away may have lost it.
        case .ready, .offline: isResultPending = false
        case .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .serving,
            .recordingIntent,
            .running, .recordingOutcome:
            break
        }
    }

    /// Takes one event.
    ///
    /// - Parameter now: when it happened.
    package mutating func handle(_ event: DeskEvent, at now: Timestamp) -> [DeskEffect] {
        switch event {
        case .connect(let device): connect(device)
        case .disconnect: disconnect()
        case .charge(let request): perform(.sale(request), at: now)
        case .perform(let request): perform(request, at: now)
        case .serve(let service): serve(service)
        case .cancel: cancel(at: now)
        case .judgeSignature(let isAccepted): judgeSignature(isAccepted, at: now)
        case .askReader: askReader()
        case .connected(let reader, let isResultPending): connected(reader, isResultPending)
        case .status(let status): report(status, at: now)
        case .signatureRequested(let request): open(request, at: now)
        case .signatureWithdrawn: withdrawSignature()
        case .cancelSent: noteCancel()
        case .cancelAnswered: []
        case .finished(let completion): finish(completion, at: now)
        case .unclaimed(let result): keep(result, at: now)
        case .linkEnded(let failure): linkEnded(failure, at: now)
        case .startRefused(let error): startRefused(error, at: now)
        case .inDoubtLoaded(let records): loaded(records)
        case .intentRecorded(let record): start(record, at: now)
        case .outcomeRecorded(let record): recorded(record, at: now)
        case .booksFailed(let error): booksFailed(error)
        case .unclaimedKept(let outcome): [.notify(.unclaimed(outcome))]
        case .contradictionKept(let record, let answer): contradicted(record, by: answer, at: now)
        case .reconnectDue: reconnectDue()
        case .askAgainDue: pauseOver()
        case .sleepBegins: sleepBegins()
        case .sleepIsOver: sleepIsOver()
        case .feedAnswered(let answer, let sequence, let claimed):
            feedAnswered(answer, for: sequence, claimed: claimed, at: now)
        case .feedFailed(let error, let sequence): feedFailed(error, for: sequence, at: now)
        case .feedDue: feedDue(at: now)
        case .bankClock(let ahead): noteClock(ahead)
        case .decide(let sequence, let verdict, let supervisor, let evidence):
            decide(verdict, of: sequence, by: supervisor, evidence, at: now)
        case .setAside(let sequence, let supervisor, let evidence):
            decide(.setAside, of: sequence, by: supervisor, evidence, at: now)
        case .decisionRecorded(let decision, let record): decided(decision, record, at: now)
        case .decisionRefused(let error): [.notify(.booksFailed(error, moneyMayHaveMoved: false))]
        }
    }
}

/// The operation that the reader works on.
package struct RunningOperation: Equatable, Sendable {
    package var record: OperationRecord
    package var startedAt: Timestamp
    /// The last status of the reader.
    package var status: StatusEvent?
    /// The statuses so far, oldest first, with their times.
    package var log: [Entry] = []
    /// How many statuses were written into the books.
    var statusesNoted = 0
    package var isCancelAllowed = false
    package var isCancelling = false
    /// The signature that waits to be judged.
    package var signature: SignatureRequest?
    package var signatureAskedAt: Timestamp?

    package struct Entry: Equatable, Sendable {
        package var at: Timestamp
        package var status: StatusEvent
    }

    /// Since when the reader waits for a card; nil while it does something else.
    package var waitsForCardSince: Timestamp? {
        log.reversed().prefix { RunningOperation.waitingForCard.contains($0.status.status.code) }.last?.at
    }

    /// A card is to be presented, inserted for its chip, or taken out so that it starts anew.
    private static let waitingForCard: Set<UInt16> = [0x0014, 0x002D, 0x001B]

    /// So many seconds without a word are too long for an operation that moves no money.
    static let stillSeconds = 180

    /// Whether the cashier may leave it: no money hangs on it, nothing was heard of it for long, and it cannot be
    /// cancelled, or does not heed that.
    package func mayBeLeft(at now: Timestamp) -> Bool {
        guard isCancelling || !isCancelAllowed else { return false }
        return !record.intent.kind.movesMoney
            && now.seconds(since: log.last?.at ?? startedAt) >= RunningOperation.stillSeconds
    }

    /// The longest log; a reader that chatters loses its oldest lines.
    static let logMax = 200
    /// The most statuses of one operation that the books take: a reader that chatters must not hold up its result.
    static let notesMax = 200

    package init(record: OperationRecord, startedAt: Timestamp) {
        self.record = record
        self.startedAt = startedAt
    }
}
