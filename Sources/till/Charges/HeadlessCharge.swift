import ChargeURL
import Configuration
import TillCore
import TillJournal
import TillUI

/// `till charge` without a screen: who asked is told how it ended, whatever happens, but for an outcome that is not known.
@MainActor final class HeadlessCharge {
    let request: ChargeRequest
    private let teller: ChargeTeller
    private var hasFinished = false
    /// The tickets that were without an answer before this one; nil where the books were not looked at.
    private var earlierTickets: Set<String>?

    /// Reads the request. One that is wrong is told to its caller, as far as that has an address.
    ///
    /// - Parameter socket: of a till that runs: it has the books, so it is the one that tells.
    /// - Throws: ``CommandFailure``: the request is refused.
    init(_ arguments: ChargeArguments, _ shop: ShopSettings, socket: String?) throws(CommandFailure) {
        teller = ChargeTeller(arguments, shop)
        do throws(ChargeRequestError) {
            request = try ChargeRequest(arguments.url, defaultCurrency: shop.settings.currency)
        } catch {
            if !ChargeHandover.leave(arguments, at: socket) {
                teller.tell(.error, to: ChargeRequest.returnAddress(of: arguments.url), appName: nil, nil)
            }
            throw CommandFailure(.wrongUsage, "\(error.description) Nothing was charged.")
        }
        // On a screen they go into its log.
        if arguments.isHeadless {
            for remark in request.remarks { StandardStreams.error(PlainText.printable(remark)) }
        }
        guard shop.settings.chargeCurrencies.contains(request.currency) else {
            if !ChargeHandover.leave(arguments, at: socket) { tell(.error) }
            throw CommandFailure(
                .wrongUsage, "\(request.currency.alphaCode) is not charged here. Nothing was charged.")
        }
    }

    /// What is charged without asking anybody.
    ///
    /// - Throws: ``CommandFailure``: it cannot be charged as it stands.
    func order(_ settings: AppSettings) throws(CommandFailure) -> OperationRequest {
        let sale: SaleRequest
        do throws(Ticket.Refusal) {
            sale = try Ticket(request, settings).request(for: request)
        } catch {
            tell(.error)
            throw CommandFailure(.wrongUsage, "\(error.sentence) Nothing was charged.")
        }
        guard request.amount != nil else {
            tell(.error)
            throw CommandFailure(.wrongUsage, "The request has no amount, and nobody is asked for one.")
        }
        return .sale(sale)
    }

    /// The books are open, and nothing was asked of the reader yet.
    func begin(_ journal: Journal) {
        do throws(JournalError) {
            earlierTickets = Set(try journal.sync(HeadlessCharge.unanswered).map(\.ticket))
        } catch {
            earlierTickets = nil
        }
    }

    private nonisolated static func unanswered(_ store: JournalStore) throws(JournalError) -> [ChargeRecord] {
        try store.openCharges().filter { $0.answer == nil }
    }

    /// Prints a result that stands in the books, and gives the answer.
    func finish(_ record: OperationRecord, _ message: CashierMessage?, _ journal: Journal) -> ExitStatus {
        hasFinished = true
        let report = ResultReport(record, message: message)
        StandardStreams.error(report.text)
        guard teller.arguments.json else {
            if !teller.arguments.printsAnswer { StandardStreams.output(report.line) }
            if let answer = answer(to: record, journal) { teller.give(answer, journal) }
            return ExitStatus(record)
        }
        let answer = answer(to: record, journal)
        // In a document the answer is printed with all else.
        let isPrinted = teller.arguments.printsAnswer
        let isDelivered = answer.map { isPrinted || teller.give($0, journal) }
        let end = StandardStreams.output(
            JSONText.line(ChargeReport(report, answer: answer?.url, isAnswerDelivered: isDelivered)))
        if let answer, isPrinted, end == .written { AnswerDelivery.note(answer, journal) }
        return ExitStatus(record)
    }

    /// The answer, written down; nil where there is none.
    private func answer(to record: OperationRecord, _ journal: Journal) -> ChargeAnswer? {
        do throws(JournalError) {
            return try journal.sync { (store) throws(JournalError) in
                try store.answer(ofTicket: record.intent.ticket, number: nil)
            }
        } catch {
            StandardStreams.error("The answer was not given. \(error.sentence)")
            return nil
        }
    }

    /// The command ends. Where nothing was asked of a reader, its caller is told that nothing was charged.
    func end(_ status: ExitStatus, _ journal: Journal?) {
        guard !hasFinished, status != .unknown else { return }
        hasFinished = true
        // A request that stands in the books is answered from them.
        guard let address = request.returnAddress, !isInBooks(address, journal) else { return }
        tell(status == .cancelled ? .cancelled : .error, journal)
    }

    private func isInBooks(_ address: ReturnAddress, _ journal: Journal?) -> Bool {
        guard let journal else { return false }
        do throws(JournalError) {
            return try journal.sync(HeadlessCharge.unanswered).contains { charge in
                charge.draft.returnAddress == address.text && earlierTickets?.contains(charge.ticket) != true
            }
        } catch {
            return true
        }
    }

    private func tell(_ outcome: ChargeOutcome, _ journal: Journal? = nil) {
        teller.tell(outcome, to: request.returnAddress, appName: request.returnAppName, journal)
    }
}
