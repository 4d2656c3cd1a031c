import Dispatch
import HeftKit
import Terminal
import TillCore
import TillJournal
import TillUI

/// `till sale` and its kin: connects, resolves what is in doubt, performs one operation, and prints one result.
@MainActor final class PaymentCommand {
    private let request: OperationRequest
    private let signature: SaleArguments.Signature
    private let json: Bool
    private let counter: Counter
    private let end: @MainActor (ExitStatus) -> Void
    /// The operation at hand, once it has an outcome in the books.
    private var operation: OperationRecord?
    private var hasBegun = false
    private var connectionsLost = 0
    private var question: SignatureQuestion?
    /// Ctrl-C came before the reader had said anything: it is passed on as soon as the reader allows it.
    private var isCancelWanted = false

    /// A reader that does not come back for its answer is let be after so many tries.
    private static let connectionsMax = 4

    init(
        _ request: OperationRequest, signature: SaleArguments.Signature = .ask, json: Bool, counter: Counter,
        end: @escaping @MainActor (ExitStatus) -> Void
    ) {
        self.request = request
        self.signature = signature
        self.json = json
        self.counter = counter
        self.end = end
        counter.onNotice { [weak self] notice in self?.take(notice) }
    }

    func start() {
        counter.handle(.connect(counter.parts.readers.device))
    }

    /// Ctrl-C and the like: cancels where the protocol allows it, else says why not.
    func interrupt() {
        guard hasBegun else {
            finish(.cancelled, "Cancelled before anything was sent. No money was taken.")
            return
        }
        if let operation {
            // The reader is being asked for the answer. The books hold the operation, and the next run asks again.
            report(operation, CashierMessage.unknown)
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
            .recordingOutcome:
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
        case .linkLost(let failure): linkLost(failure)
        case .nothingWaiting: break
        case .recoveryUndecided(let text): StandardStreams.error(PlainText.printable(text))
        case .cancelNotPossible:
            StandardStreams.error("It cannot be cancelled here now. The customer can press the red key on the reader.")
        case .booksFailed(let error, let moneyMayHaveMoved): booksFailed(error, moneyMayHaveMoved)
        }
    }

    private func ready() {
        if hasBegun {
            // The reader was asked for the answer and has given what it holds.
            if let operation { report(operation, CashierMessage.stillUnknown) }
            return
        }
        hasBegun = true
        counter.handle(.perform(request))
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
        counter.handle(.judgeSignature(isAccepted: isAccepted))
    }

    private func ask() {
        question = SignatureQuestion { [weak self] isAccepted in
            self?.question = nil
            self?.counter.handle(.judgeSignature(isAccepted: isAccepted))
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
        case .reader, .notConnected, .busy:
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
            report(operation, CashierMessage.unknown)
        } else if !hasBegun {
            finish(.unavailable, "The reader cannot be reached: \(failure.text). No money was taken.")
        }
    }

    private func booksFailed(_ error: JournalError, _ moneyMayHaveMoved: Bool) {
        if moneyMayHaveMoved {
            finish(.unknown, "\(CashierMessage.unknown.text) \(error.sentence)")
        } else {
            finish(.unavailable, "\(error.sentence) No money was taken.")
        }
    }

    private func report(_ record: OperationRecord, _ message: CashierMessage?) {
        let report = ResultReport(record, message: message)
        StandardStreams.error(report.text)
        StandardStreams.output(json ? JSONText.line(report) : report.line)
        CrashPoint.resultPrinted.reach()
        counter.parts.acknowledge(sequence: record.sequence)
        end(ExitStatus(record))
    }

    private func finish(_ status: ExitStatus, _ text: String) {
        StandardStreams.error(text)
        end(status)
    }
}
