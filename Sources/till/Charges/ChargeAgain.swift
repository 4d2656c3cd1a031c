import ChargeURL
import TillCore
import TillJournal

/// `till charge --again`: gives an answer of the books once more, to the letter. It charges nothing.
@MainActor enum ChargeAgain {
    static func run(_ arguments: ChargeAgainArguments) throws(CommandFailure) {
        let shop = try ShopSettings(arguments.screen)
        var answer = try find(arguments.name, shop)
        let journal: Journal
        do throws(JournalError) {
            journal = try shop.reader.openJournal()
        } catch {
            guard case .locked = error, let socket = shop.reader.chargeSocket(isDemo: false) else {
                throw CommandFailure(error)
            }
            // The till that has the books sends it, and notes that it did.
            guard
                let status = ChargeHandover.again(
                    answer.ticket ?? arguments.name, printsAnswer: arguments.printsAnswer, at: socket)
            else { throw CommandFailure(error) }
            guard status == .success else {
                throw CommandFailure(.unavailable, "The till that runs did not deliver the answer. Look there why.")
            }
            return report(answer, arguments)
        }
        defer { journal.close() }
        do throws(JournalError) {
            // One that nobody has given yet is written down first.
            if let ticket = answer.ticket {
                let kept = try journal.sync { (store) throws(JournalError) in
                    try store.answer(ofTicket: ticket, number: nil)
                }
                answer = kept ?? answer
            }
        } catch {
            throw CommandFailure(error)
        }
        try give(answer, shop, arguments)
        AnswerDelivery.note(answer, journal)
    }

    /// Looks before the books are opened for writing, so that none are begun where there are none.
    private static func find(_ name: String, _ shop: ShopSettings) throws(CommandFailure) -> ChargeAnswer {
        let found: (charge: ChargeRecord, answer: ChargeAnswer?)?
        do throws(JournalError) {
            found = try Journal.read(at: shop.reader.booksPath()) { (store) throws(JournalError) in
                try store.charge(named: name).map { (charge) throws(JournalError) in
                    (charge, try store.answer(to: charge))
                }
            }
        } catch {
            guard case .missing = error else { throw CommandFailure(error) }
            found = nil
        }
        if let found, found.answer == nil {
            throw CommandFailure(
                .unknown,
                "How \(found.charge.ticket) ended is not known, so it has no answer yet. till recover asks the reader.")
        }
        guard let answer = found?.answer else {
            throw CommandFailure(
                .wrongUsage,
                name == ChargeAgainArguments.last
                    ? "No charge request was answered in these books yet."
                    : "No answer \"\(name)\" stands in these books. The menu has a list: Answers not sent.")
        }
        return answer
    }

    private static func give(
        _ answer: ChargeAnswer, _ shop: ShopSettings, _ arguments: ChargeAgainArguments
    ) throws(CommandFailure) {
        if arguments.printsAnswer {
            guard StandardStreams.output(answer.url) == .written else {
                throw CommandFailure(.unavailable, "The answer could not be printed. It is kept.")
            }
        } else {
            do throws(URLOpenerError) {
                try URLOpener(shop.configuration).open(answer.url)
            } catch {
                throw CommandFailure(
                    .unavailable, "The answer was not delivered. \(error.description) It is kept.")
            }
        }
        report(answer, arguments)
    }

    private static func report(_ answer: ChargeAnswer, _ arguments: ChargeAgainArguments) {
        guard !arguments.printsAnswer else { return }
        StandardStreams.output(PlainText.printable(answer.told))
    }
}
