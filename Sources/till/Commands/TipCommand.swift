import Dispatch
import HeftKit
import Money
import TillCore
import TillJournal

/// `till tip`: sends a new tip of a sale, once, and keeps what became of it.
@MainActor final class TipCommand {
    /// What `till tip --json` prints.
    private struct Report: Encodable {
        var reference: String
        var tip: String
        var currency: String
        var result: String
    }

    private let change: TipChange
    private let record: OperationRecord
    private let journal: Journal
    private let json: Bool
    private let end: @MainActor (ExitStatus) -> Void

    /// - Throws: ``CommandFailure`` when it is not clear what is meant, or the sale has no tip to change. Nothing was
    ///   sent then.
    init(
        _ arguments: TipArguments, _ journal: Journal, end: @escaping @MainActor (ExitStatus) -> Void
    ) throws(CommandFailure) {
        let path = try ListingCommands.booksPath(arguments.reader)
        record = try OperationFinder.operation(arguments.id, at: path) { $0.intent.kind.takesMoney }
        change = try TipCommand.change(arguments, record, journal)
        self.journal = journal
        json = arguments.json
        self.end = end
    }

    private static func change(
        _ arguments: TipArguments, _ record: OperationRecord, _ journal: Journal
    ) throws(CommandFailure) -> TipChange {
        let none = CommandFailure(.failed, "The tip of \(record.intent.reference) cannot be changed. Nothing was sent.")
        guard let known = record.changeableTip, let id = record.transactionID else { throw none }
        let row: HistoryRow
        do throws(JournalError) {
            row = try journal.sync { (store) throws(JournalError) in
                try store.detail(of: record.sequence, at: SystemClock.now()).row
            }
        } catch {
            throw CommandFailure(error)
        }
        guard row.keepsItsMoney else { throw none }
        let tip: Amount
        do throws(AmountError) {
            tip = try Amount(typed: arguments.amount, currency: known.tip.currency)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        guard tip.minorUnits <= known.limit.minorUnits else {
            throw CommandFailure(
                .failed,
                "A tip of \(tip.formattedWithCode) is too much: \(known.limit.formattedWithCode) is the most"
                    + " for this sale. Nothing was sent.")
        }
        return TipChange(sequence: record.sequence, transactionID: id, tip: tip)
    }

    func start() {
        Task { [change, journal] in
            let status = await tipAdjustment(change.transactionID, Int(change.tip.minorUnits))
            let note = change.note(status, at: SystemClock.now())
            journal.async { (store) throws(JournalError) in
                try store.note(note, of: change.sequence)
            } then: { [weak self] result in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { self?.finish(status, result) }
                }
            }
        }
    }

    private func finish(_ status: TipAdjustmentStatus, _ kept: Result<Void, JournalError>) {
        let isChanged = status == .authorised
        let isDeclined = status == .declined
        if json {
            StandardStreams.output(
                JSONText.line(
                    Report(
                        reference: record.intent.reference, tip: change.tip.decimal,
                        currency: change.tip.currency.alphaCode,
                        result: isChanged ? "changed" : isDeclined ? "declined" : "unknown")))
        } else if isChanged, let before = record.changeableTip?.tip {
            StandardStreams.output(
                "The tip of \(record.intent.reference) is \(change.tip.formattedWithCode) now. It replaces \(before.formattedWithCode)."
            )
        }
        if !isChanged {
            StandardStreams.error(
                isDeclined
                    ? "The tip was not changed: the tip service declined it."
                    : "The tip service did not answer. Send it again: that is safe, the last one counts.")
        }
        if case .failure(let error) = kept {
            StandardStreams.error(error.sentence)
            return end(.unavailable)
        }
        end(isChanged ? .approved : isDeclined ? .declined : .unknown)
    }
}
