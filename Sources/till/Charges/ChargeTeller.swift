import ChargeURL
import Configuration
import TillCore
import TillJournal

/// Gives the answers of `till charge` without a screen: printed or opened, and kept in the books before they are opened.
@MainActor struct ChargeTeller {
    let arguments: ChargeArguments
    private let shop: ShopSettings

    init(_ arguments: ChargeArguments, _ shop: ShopSettings) {
        self.arguments = arguments
        self.shop = shop
    }

    /// Tells whoever asked that nothing was charged.
    ///
    /// - Parameter journal: the books, where they are open already.
    func tell(_ outcome: ChargeOutcome, to address: ReturnAddress?, appName: String?, _ journal: Journal?) {
        guard let address else { return }
        let answer = ChargeAnswer(outcome, number: nil, appName: appName, to: address)
        // It is printed to whoever waits for it.
        guard !arguments.printsAnswer else { return _ = print(answer) }
        guard let books = journal ?? openBooks() else { return _ = open(answer, isKept: false) }
        defer { if journal == nil { books.close() } }
        do throws(JournalError) {
            let charge = try books.sync { (store) throws(JournalError) in
                try store.recordAnswer(
                    answer.url, to: ChargeRecord.Draft(address, appName: appName), askedAt: SystemClock.now())
            }
            give(ChargeAnswer(charge) ?? answer, books)
        } catch {
            StandardStreams.error(PlainText.printable(error.sentence))
            _ = open(answer, isKept: false)
        }
    }

    /// Hands an answer over that stands in the books.
    func give(_ answer: ChargeAnswer, _ journal: Journal) {
        guard arguments.printsAnswer ? print(answer) : open(answer, isKept: true), let ticket = answer.ticket else {
            return
        }
        do throws(JournalError) {
            try journal.sync { (store) throws(JournalError) in
                try store.noteDelivery(ofTicket: ticket, at: SystemClock.now())
            }
        } catch {
            // It is given again then, which is safe.
            StandardStreams.error(PlainText.printable("That the answer was given is not noted. \(error.sentence)"))
        }
    }

    /// The books of the reader that would have been asked; nil where none are kept, or another till has them.
    private func openBooks() -> Journal? {
        guard !arguments.screen.isDemo else { return nil }
        do throws(CommandFailure) {
            let reader =
                arguments.isHeadless
                ? try arguments.screen.reader.completed(by: shop.configuration) : shop.reader
            do throws(JournalError) {
                return try reader.openJournal()
            } catch {
                throw CommandFailure(error)
            }
        } catch {
            StandardStreams.error(PlainText.printable(error.message))
            return nil
        }
    }

    private func print(_ answer: ChargeAnswer) -> Bool { StandardStreams.output(answer.url) == .written }

    private func open(_ answer: ChargeAnswer, isKept: Bool) -> Bool {
        do throws(URLOpenerError) {
            try URLOpener(shop.configuration).open(answer.url)
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
}
