import Terminal
import TillCore

extension CashierMessage {
    /// The reader tells of other money than the books do: what each says, and what is to be done.
    package init(_ record: OperationRecord, contradictedBy answer: OperationOutcome) {
        let kind = record.intent.kind
        let time = record.intent.startedAt.clock
        let said = record.amount(movedBy: answer)?.formattedWithCode
        let held = record.amount(movedBy: record.outcome)?.formattedWithCode
        let who =
            switch record.outcome?.settledBy {
            case .supervisor(let name, _): "\(shortened(name, columns: 20)) decided that"
            case .transactionFeed: "The bank's list said that"
            case .readerAnswer, .pendingResult, .nothingSent, .noAnswer, nil: "The books say that"
            }
        let done = kind.takesMoney ? "taken" : "given back"
        let both =
            "\(who) \(held ?? "no money") was \(done) by the \(kind.noun) of \(time). The reader's own answer: "
            + "\(said ?? "no money") was \(done)."
        // What must not be done is read first, also where there is little room.
        let first =
            switch (kind.takesMoney, said != nil, held != nil) {
            case (true, true, false): "It is paid: do not charge it again."
            case (true, _, _): "Do not charge it again before support has looked at it."
            case (false, true, false): "The money went back: do not give it back again."
            case (false, _, _): "Give nothing back before support has looked at it."
            }
        let isPaidAfterAll = kind.takesMoney && said != nil && held == nil
        let next = isPaidAfterAll ? "If it was paid another way too, give it back. Tell support." : "Call support."
        let heading =
            switch (said, held) {
            case (nil, _): kind.takesMoney ? "READER SAYS: NOT PAID" : "READER SAYS: NOT GIVEN BACK"
            case (_?, nil): kind.takesMoney ? "READER SAYS: PAID" : "READER SAYS: GIVEN BACK"
            case (_?, _?): "READER SAYS: ANOTHER AMOUNT"
            }
        self.init(heading, "\(first) \(both) \(next)")
    }

    /// Somebody has said that it was not paid, and the reader may say otherwise in a moment.
    static func awaited(_ record: OperationRecord) -> CashierMessage {
        let message = CashierMessage(record, isEarlier: true)
        return CashierMessage(
            message.heading,
            "That is what was decided. The reader may hold its own answer to it, and that counts. Do not do it again "
                + "before the reader was asked.")
    }
}
