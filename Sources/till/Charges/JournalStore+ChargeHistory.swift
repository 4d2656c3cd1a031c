import TillCore
import TillJournal

extension JournalStore {
    /// All that the books hold of a charge; nil for a ticket that nobody else asked for.
    func chargeHistory(of ticket: String) throws(JournalError) -> ChargeHistory? {
        guard let charge = try charge(of: ticket) else { return nil }
        let operations = try operations(ticket: ticket)
        var isSetAside = false
        for record in operations where record.isInDoubt {
            let kinds = try decisions(of: record.sequence).map(\.kind)
            isSetAside = kinds.contains(.setAside) || kinds.contains(.goOnAnyway)
        }
        return ChargeHistory(
            charge: charge, operations: operations, ticket: try self.ticket(ticket), isSetAside: isSetAside)
    }

    /// The answer to a charge, written down: the one that stands, else the one that the books give now. Nil as long as
    /// there is none.
    func answer(ofTicket ticket: String, number: Int?) throws(JournalError) -> ChargeAnswer? {
        guard let history = try chargeHistory(of: ticket),
            let answer = ChargeAnswer(history, number: number)
        else { return nil }
        var kept = ChargeAnswer(try recordAnswer(answer.url, ofTicket: ticket)) ?? answer
        kept.number = number
        return kept
    }

    /// The answers that were not handed over, newest first.
    func unsentAnswers() throws(JournalError) -> [UnsentAnswer] {
        var answers: [UnsentAnswer] = []
        for charge in try unsentCharges(limit: UnsentPage.answersMax) {
            guard let answer = ChargeAnswer(charge) else { continue }
            let asked = try operations(ticket: charge.ticket).first?.intent.amount
            answers.append(UnsentAnswer(answer: answer, askedAt: charge.askedAt, asked: asked))
        }
        return answers
    }

    /// The charge that a person names: by its reference, by an operation of its ticket, or the last one of all.
    func charge(named name: String) throws(JournalError) -> ChargeRecord? {
        if name == ChargeAgainArguments.last {
            if let answered = try lastAnsweredCharge() { return answered }
            return try openCharges().last
        }
        if let charge = try charge(of: name) { return charge }
        let tickets = Set(try OperationFinder.operations(name, in: self).map(\.intent.ticket))
        guard tickets.count == 1, let ticket = tickets.first else { return nil }
        return try charge(of: ticket)
    }

    /// The answer to a charge: the one that stands, else the one that the books give now. It is not written down. Nil as
    /// long as there is none.
    func answer(to charge: ChargeRecord) throws(JournalError) -> ChargeAnswer? {
        if let answer = ChargeAnswer(charge) { return answer }
        return try chargeHistory(of: charge.ticket).flatMap { ChargeAnswer($0, number: nil) }
    }

    /// The answers that earlier runs of the till did not give, because nobody knew how the charges had ended, and that
    /// the books give now; written down. A ticket of which the rest is due has none as long as somebody may take it.
    func dueAnswers() throws(JournalError) -> [ChargeAnswer] {
        var answers: [ChargeAnswer] = []
        for charge in try openCharges() where charge.answer == nil {
            guard let history = try chargeHistory(of: charge.ticket), !history.isPartlyPaid else { continue }
            if let answer = try answer(ofTicket: charge.ticket, number: nil) { answers.append(answer) }
        }
        return answers
    }

    /// What earlier runs of the till have left: answers that were not handed over, and tickets without an answer.
    func leftCharges() throws(JournalError) -> (undelivered: [ChargeAnswer], unanswered: [String]) {
        let charges = try openCharges()
        return (
            undelivered: charges.compactMap { ChargeAnswer($0) },
            unanswered: charges.filter { $0.answer == nil }.map(\.ticket)
        )
    }
}
