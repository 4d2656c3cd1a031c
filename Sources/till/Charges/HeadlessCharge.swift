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

    /// Prints a result that stands in the books, and gives the answer.
    func finish(_ record: OperationRecord, _ message: CashierMessage?, _ journal: Journal) -> ExitStatus {
        hasFinished = true
        let report = ResultReport(record, message: message)
        StandardStreams.error(report.text)
        let arguments = teller.arguments
        if !arguments.printsAnswer { StandardStreams.output(arguments.json ? JSONText.line(report) : report.line) }
        do throws(JournalError) {
            let answer = try journal.sync { (store) throws(JournalError) in
                try store.answer(ofTicket: record.intent.ticket, number: nil)
            }
            if let answer { teller.give(answer, journal) }
        } catch {
            StandardStreams.error("The answer was not given. \(error.sentence)")
        }
        return ExitStatus(record)
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
            return try journal.sync { (store) throws(JournalError) in try store.openCharges() }
                .contains { $0.answer == nil && $0.draft.returnAddress == address.text }
        } catch {
            return true
        }
    }

    private func tell(_ outcome: ChargeOutcome, _ journal: Journal? = nil) {
        teller.tell(outcome, to: request.returnAddress, appName: request.returnAppName, journal)
    }
}
