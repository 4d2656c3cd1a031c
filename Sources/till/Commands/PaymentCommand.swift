import Dispatch
import HeftKit
import Terminal
import TillCore
import TillJournal
import TillUI

/// `till sale` and its kin: connects, resolves what is in doubt, performs one operation, and prints one result.
@MainActor final class PaymentCommand {
    /// What is asked of the reader, by how the books stand once it is ready.
    typealias Order = @Sendable (JournalStore) throws(JournalError) -> OperationRequest

    private let order: Order
    private let signature: SaleArguments.Signature
    private let print: @MainActor (OperationRecord, CashierMessage?) -> ExitStatus
    /// What is certain when nothing was sent.
    private let nothingMoved: String
    private let counter: Counter
    private let end: @MainActor (ExitStatus) -> Void
    /// The operation at hand, once it has an outcome in the books.
    private var operation: OperationRecord?
    private var hasBegun = false
    /// The reader was asked for the answer that did not come, and has said what it holds.
    private var isReaderDone = false
    private var connectionsLost = 0
    private var question: SignatureQuestion?
    /// Ctrl-C came before the reader had said anything: it is passed on as soon as the reader allows it.
    private var isCancelWanted = false

    /// A reader that does not come back for its answer is let be after so many tries.
    private static let connectionsMax = 4

    /// A sale, or something that gives money back.
    convenience init(
        signature: SaleArguments.Signature = .ask, json: Bool, counter: Counter, nothingMoved: String,
        order: @escaping Order, end: @escaping @MainActor (ExitStatus) -> Void
    ) {
        self.init(
            order, signature: signature, counter: counter, nothingMoved: nothingMoved,
            print: { record, message in
                let report = ResultReport(record, message: message)
                StandardStreams.error(report.text)
                StandardStreams.output(json ? JSONText.line(report) : report.line)
                return ExitStatus(record)
            }, end: end)
    }

    /// - Parameter print: tells of the operation once its outcome stands in the books.
    init(
        _ order: @escaping Order, signature: SaleArguments.Signature = .ask, counter: Counter, nothingMoved: String,
        print: @escaping @MainActor (OperationRecord, CashierMessage?) -> ExitStatus,
        end: @escaping @MainActor (ExitStatus) -> Void
    ) {
        self.order = order
        self.signature = signature
        self.print = print
        self.nothingMoved = nothingMoved
        self.counter = counter
        self.end = end
        counter.onNotice { [weak self] notice in self?.take(notice) }
    }

    func start() {
        counter.connect()
    }

    /// Ctrl-C and the like: cancels where the protocol allows it, else says why not.
    func interrupt() {
        guard hasBegun else {
            finish(.cancelled, "Cancelled before anything was sent. \(nothingMoved)")
            return
        }
        if let operation {
            // The reader is being asked for the answer. The books hold the operation, and the next run asks again.
            report(operation, nil)
        } else if hasReaderSpoken {
            counter.handle(.cancel)
        } else {
            isCancelWanted = true
        }
    }

    private var hasReaderSpoken: Bool {
        switch counter.desk.phase {
        case .recordingIntent: false
        case .running(_, let operation): operation.status != nil
        case .offline, .connecting, .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered, .ready,
            .serving, .recordingOutcome:
            true
        }
    }

    private func show(_ status: StatusEvent) {
        StandardStreams.error(PlainText.printable(status.text))
        guard isCancelWanted else { return }
        isCancelWanted = false
        counter.handle(.cancel)
    }

    private func take(_ notice: DeskNotice) {
        switch notice {
        case .ready: ready()
        case .mustAsk: break
        case .status(let status): show(status)
        case .signatureRequested: judgeSignature()
        case .signatureWithdrawn: withdrawQuestion()
        case .settled(let record, let isEarlier): settled(record, isEarlier: isEarlier)
        case .notStarted(let refusal): notStarted(refusal)
        case .unclaimed(let outcome):
            StandardStreams.error(
                "A result that belongs to no sale here was kept: \(PlainText.printable(outcome.message)).")
        case .contradicted(let record, let answer):
            StandardStreams.error(PlainText.contradiction(of: record, by: answer))
        case .linkLost(let failure): linkLost(failure)
        case .nothingWaiting, .decided: break
        case .feedSearched(let sequence, let match):
            if let match { StandardStreams.error(FeedFinding(sequence, match, counter.desk).sentence) }
            reportWhenAsked()
        case .feedFailed(_, let error):
            StandardStreams.error(error.sentence)
            reportWhenAsked()
        case .recoveryUndecided(let text): StandardStreams.error(PlainText.printable(text))
        case .served: break
        case .cancelNotPossible:
            StandardStreams.error("It cannot be cancelled here now. The customer can press the red key on the reader.")
        case .booksFailed(let error, let moneyMayHaveMoved): booksFailed(error, moneyMayHaveMoved)
        }
    }

    private func ready() {
        if hasBegun {
            isReaderDone = true
            reportWhenAsked()
            return
        }
        hasBegun = true
        let order = order
        do throws(JournalError) {
            counter.handle(.perform(try counter.parts.journal.sync(order)))
        } catch {
            booksFailed(error, false)
        }
    }

    /// The reader was asked for the answer and has given what it holds; the bank's list may still know better.
    private func reportWhenAsked() {
        guard isReaderDone, !counter.desk.isAskingFeed, let operation, operation.isInDoubt else { return }
        report(operation, CashierMessage(stillUnknown: operation))
    }

    private func judgeSignature() {
        CrashPoint.signatureAsked.reach()
        switch signature {
        case .accept: judge(true, "The signature is accepted, as --signature says.")
        case .reject: judge(false, "The signature is rejected, as --signature says.")
        case .ask where SignatureQuestion.isPossible: ask()
        case .ask: judge(false, "Nobody is here to check the signature: it is rejected. See --signature.")
        }
    }

    private func withdrawQuestion() {
        guard question != nil else { return }
        question = nil
        // The question stands at the end of its line.
        StandardStreams.error("\nNo answer to the signature in time.")
    }

    private func judge(_ isAccepted: Bool, _ text: String) {
        StandardStreams.error(text)
        pass(isAccepted)
    }

    private func pass(_ isAccepted: Bool) {
        counter.handle(.judgeSignature(isAccepted: isAccepted))
        CrashPoint.signatureAnswered.reach()
    }

    private func ask() {
        question = SignatureQuestion { [weak self] isAccepted in
            self?.question = nil
            self?.pass(isAccepted)
        }
    }

    private func settled(_ record: OperationRecord, isEarlier: Bool) {
        guard !isEarlier || record.sequence == operation?.sequence else {
            let message = CashierMessage(record, isEarlier: true)
            StandardStreams.error("\(message.heading): \(message.text)")
            return
        }
        operation = record
        if record.isInDoubt {
            StandardStreams.error("The answer did not arrive. Asking the reader for it; that charges nothing.")
        } else {
            report(record, nil)
        }
    }

    private func notStarted(_ refusal: DeskNotice.Refusal) {
        switch refusal {
        case .reader, .notConnected, .busy, .readerRestarting:
            // The operation was sent long ago: it is the question for its answer that has to wait.
            guard operation == nil else { return }
            let message = CashierMessage(refusal)
            StandardStreams.error("\(message.heading): \(message.text)")
        case .readerNotAsked, .amountOutOfRange, .noTransactionID, .sameTicketInDoubt, .sameAmountInDoubt:
            let message = CashierMessage(refusal)
            finish(.failed, "\(message.heading): \(message.text)")
        }
    }

    private func linkLost(_ failure: LinkFailure) {
        connectionsLost += 1
        guard connectionsLost >= PaymentCommand.connectionsMax || (!hasBegun && operation == nil) else { return }
        if let operation {
            report(operation, nil)
        } else if !hasBegun {
            finish(.unavailable, "The reader cannot be reached: \(failure.cause). \(nothingMoved)")
        }
    }

    private func booksFailed(_ error: JournalError, _ moneyMayHaveMoved: Bool) {
        if case .refused(let refusal) = error {
            finish(.failed, "\(refusal.sentence) \(nothingMoved)")
        } else if moneyMayHaveMoved {
            // A sale's words hold until more is known of what is at hand.
            let words = operation.map { CashierMessage($0) } ?? CashierMessage.unknown
            finish(.unknown, "\(words.text) \(error.sentence)")
        } else {
            finish(.unavailable, "\(error.sentence) \(nothingMoved)")
        }
    }

    private func report(_ record: OperationRecord, _ message: CashierMessage?) {
        let status = print(record, message)
        tellWhatGoesBackToo(record)
        CrashPoint.resultPrinted.reach()
        counter.parts.acknowledge(sequence: record.sequence)
        end(status)
    }

    /// What was paid without a card on the ticket of a sale that was voided.
    private func tellWhatGoesBackToo(_ record: OperationRecord) {
        guard record.intent.kind == .saleReversal, record.moved != nil, let sale = record.originalSequence else {
            return
        }
        do throws(JournalError) {
            let balance = try counter.parts.journal.sync { (store) throws(JournalError) in
                try store.balance(of: sale, at: SystemClock.now())
            }
            if let besides = balance.besides { StandardStreams.error("Also give \(besides.words) back.") }
        } catch {
            StandardStreams.error(error.sentence)
        }
    }

    private func finish(_ status: ExitStatus, _ text: String) {
        StandardStreams.error(text)
        end(status)
    }
}
