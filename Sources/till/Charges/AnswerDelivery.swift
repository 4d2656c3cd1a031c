import ChargeURL
import Configuration
import TillCore
import TillJournal

/// Hands the answers of the books over to whoever asked, where no screen does it.
struct AnswerDelivery {
    let configuration: Configuration

    /// Hands over what is answered now: an outcome was found since the program ended that was asked for it, or a
    /// supervisor has decided.
    ///
    /// A ticket of which a part is paid is left out: somebody may still take the rest.
    func giveDue(_ journal: Journal) {
        do throws(JournalError) {
            let due = try journal.sync { (store) throws(JournalError) in try store.dueAnswers() }
            for answer in due where give(answer, journal) { StandardStreams.error(PlainText.printable(answer.told)) }
        } catch {
            StandardStreams.error(PlainText.printable("Whoever asked for an earlier charge was not told. \(error)"))
        }
    }

    /// Opens an answer that stands in the books, and notes that it was.
    ///
    /// - Returns: whether it was handed over.
    @discardableResult func give(_ answer: ChargeAnswer, _ journal: Journal) -> Bool {
        guard open(answer, isKept: true) else { return false }
        AnswerDelivery.note(answer, journal)
        return true
    }

    /// Opens an answer, and says so where that fails.
    func open(_ answer: ChargeAnswer, isKept: Bool) -> Bool {
        do throws(URLOpenerError) {
            try URLOpener(configuration).open(answer.url)
            return true
        } catch {
            StandardStreams.error("The answer was not delivered. \(error.description)")
            StandardStreams.error(
                isKept
                    ? "It is kept: till charge --again sends it again, and so does the full screen."
                    : "It could not be kept. Nothing was charged.")
            return false
        }
    }

    /// Notes in the books that an answer was handed over.
    static func note(_ answer: ChargeAnswer, _ journal: Journal) {
        guard let ticket = answer.ticket else { return }
        do throws(JournalError) {
            try journal.sync { (store) throws(JournalError) in
                try store.noteDelivery(ofTicket: ticket, at: SystemClock.now())
            }
        } catch {
            // It is given again then, which is safe.
            StandardStreams.error(PlainText.printable("That the answer was given is not noted. \(error.sentence)"))
        }
    }
}

extension ChargeAnswer {
    /// `Shop was told: approved 12.50 GBP. T1-000418-K7Q2`
    var told: String {
        let name = appName.isEmpty ? "Another program" : appName
        let amount = amount.map { " \($0.formattedWithCode)" } ?? ""
        return "\(name) was told: \(word.rawValue)\(amount).\(ticket.map { " \($0)" } ?? "")"
    }
}
