import Dispatch
import HeftKit
import TillCore
import TillJournal
import TillUI

/// `till recover`: asks the reader for what did not arrive. Charges nothing.
@MainActor final class RecoverCommand {
    private let json: Bool
    private let counter: Counter
    private let end: @MainActor (ExitStatus) -> Void
    private var resolved: [OperationRecord] = []
    private var contradicted: [OperationRecord] = []
    private var hasAsked = false
    private var problem: String?
    private var findings: [FeedFinding] = []
    /// The reader has said its last word, and the transaction list is awaited.
    private var isReaderDone = false
    /// The books are being waited for.
    private var isFinishing = false

    init(json: Bool, counter: Counter, end: @escaping @MainActor (ExitStatus) -> Void) {
        self.json = json
        self.counter = counter
        self.end = end
        counter.onNotice { [weak self] notice in self?.take(notice) }
    }

    func start() {
        counter.connect()
    }

    func interrupt() {
        StandardStreams.error("Stopped. Nothing was charged; what is in doubt stays in doubt.")
        end(.cancelled)
    }

    private func take(_ notice: DeskNotice) {
        switch notice {
        case .ready:
            if hasAsked || !resolved.isEmpty { finish() } else { ask() }
        case .settled(let record, _):
            resolved.append(record)
            feedSpoke()
        case .feedSearched(let sequence, let match):
            if let match { findings.append(FeedFinding(sequence, match, counter.desk)) }
            feedSpoke()
        case .feedFailed(_, let error):
            StandardStreams.error(error.sentence)
            feedSpoke()
        case .nothingWaiting: hasAsked = true
        case .recoveryUndecided(let text):
            problem = PlainText.printable(text)
            hasAsked = true
        case .unclaimed(let outcome):
            hasAsked = true
            StandardStreams.error(
                "A result that belongs to no sale here was kept: \(PlainText.printable(outcome.message)).")
        case .contradicted(let record, let answer):
            hasAsked = true
            if record.contradicts(answer) { contradicted.append(record) }
            StandardStreams.error(PlainText.contradiction(of: record, by: answer))
        case .linkLost(let failure):
            StandardStreams.error("The reader cannot be reached: \(failure.cause). Nothing was charged.")
            end(.unavailable)
        case .booksFailed(let error, _):
            StandardStreams.error(error.sentence)
            end(.unavailable)
        case .mustAsk, .status, .signatureRequested, .signatureWithdrawn, .notStarted, .cancelNotPossible, .decided,
            .served:
            break
        }
    }

    /// The connection did not ask by itself, because nothing is known to be in doubt: the reader may know better.
    private func ask() {
        hasAsked = true
        counter.handle(.askReader)
    }

    private func feedSpoke() {
        if isReaderDone { finish() }
    }

    /// What the reader has said went to the books, and comes back from them in its turn: that is waited for.
    private func finish() {
        isReaderDone = true
        guard !isFinishing else { return }
        isFinishing = true
        counter.parts.journal.async {
            (_) throws(JournalError) in
        } then: { [weak self] _ in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.report() } }
        }
    }

    private func report() {
        isFinishing = false
        guard !counter.desk.isAskingFeed else { return }
        if let problem { StandardStreams.error("The reader gave no clear answer: \(problem).") }
        let open = counter.desk.inDoubt.map { ResultReport($0, message: CashierMessage(stillUnknown: $0)) }
        if json {
            StandardStreams.output(
                JSONText.line(
                    RecoveryReport(
                        resolved: resolved.map { ResultReport($0) }, inDoubt: open,
                        contradicted: contradicted.isEmpty ? nil : contradicted.map { ResultReport($0) },
                        feed: findings.isEmpty ? nil : findings,
                        bankClock: findings.isEmpty ? nil : counter.desk.bankClock.map(ClockReport.init))))
        } else {
            for record in resolved { StandardStreams.output(ResultReport(record).line) }
            if resolved.isEmpty, contradicted.isEmpty { StandardStreams.output("Nothing waiting on the reader.") }
            for report in open { StandardStreams.output(report.line) }
        }
        for finding in findings { StandardStreams.error(finding.sentence) }
        if !findings.isEmpty, let clock = counter.desk.bankClock, !clock.isSame {
            StandardStreams.error(
                "The bank's clock is \(clock.difference), held against this computer's: \(BankClock.tolerance)."
                    + (clock.isWrong ? " Check this computer's clock." : ""))
        }
        end(open.isEmpty && contradicted.isEmpty ? .success : .unknown)
    }
}

/// What `till recover --json` prints.
private struct RecoveryReport: Encodable {
    var resolved: [ResultReport]
    var inDoubt: [ResultReport]
    /// What the reader tells otherwise than the books; left out where there is none.
    var contradicted: [ResultReport]?
    /// Left out where the transaction list was not searched.
    var feed: [FeedFinding]?
    /// Left out where the list was not searched, or did not tell its time.
    var bankClock: ClockReport?
}

/// How the bank's clock stood to this computer's as its list was searched.
private struct ClockReport: Encodable {
    /// Below 0 it is behind.
    var secondsAhead: Int64
    /// How much more the two may differ.
    var toleranceSeconds: Int64

    init(_ clock: BankClock) {
        secondsAhead = clock.ahead / 1000
        toleranceSeconds = FeedMatch.clockSkew / 1000
    }
}
