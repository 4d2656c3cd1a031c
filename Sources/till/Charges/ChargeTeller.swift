import ChargeURL
import Configuration
import TillCore
import TillJournal

/// Gives the answers of `till charge` without a screen: printed or opened, and kept in the books before they are opened.
@MainActor struct ChargeTeller {
    let arguments: ChargeArguments
    private let shop: ShopSettings
    private var delivery: AnswerDelivery { AnswerDelivery(configuration: shop.configuration) }

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
        guard let books = journal ?? openBooks() else { return _ = delivery.open(answer, isKept: false) }
        defer { if journal == nil { books.close() } }
        do throws(JournalError) {
            let charge = try books.sync { (store) throws(JournalError) in
                try store.recordAnswer(
                    answer.url, to: ChargeRecord.Draft(address, appName: appName), askedAt: SystemClock.now())
            }
            give(ChargeAnswer(charge) ?? answer, books)
        } catch {
            StandardStreams.error(PlainText.printable(error.sentence))
            _ = delivery.open(answer, isKept: false)
        }
    }

    /// Hands an answer over that stands in the books.
    ///
    /// - Returns: whether it was handed over.
    @discardableResult func give(_ answer: ChargeAnswer, _ journal: Journal) -> Bool {
        guard arguments.printsAnswer else { return delivery.give(answer, journal) }
        guard print(answer) else { return false }
        AnswerDelivery.note(answer, journal)
        return true
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
}
