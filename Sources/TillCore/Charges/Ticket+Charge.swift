import ChargeURL
import Money
import TillJournal

extension AppSettings {
    /// What holds for the ticket of a request: the tax is what the request says, and none where it says none.
    package func ticketRules(for request: ChargeRequest) -> TicketRules {
        var rules = ticketRules
        rules.currency = request.currency
        switch request.taxRate {
        case .percentage(let rate): rules.tax = TaxRule(rate: rate, isIncluded: false)
        case .defaultOfTill: break
        case nil: rules.tax = nil
        }
        return rules
    }
}

extension Ticket {
    /// What is to be charged, with whom to tell of it.
    ///
    /// - Throws: ``Refusal`` where it cannot be charged as it stands.
    package func request(for request: ChargeRequest) throws(Refusal) -> SaleRequest {
        var sale = try self.request()
        sale.charge = request.returnAddress.map { ChargeRecord.Draft($0, appName: request.returnAppName) }
        return sale
    }

    /// What a request asks for, rung up.
    package init(_ request: ChargeRequest, _ settings: AppSettings) {
        self.init(settings.ticketRules(for: request))
        do throws(Refusal) {
            try edit { contents in
                contents.nextDescription = request.description ?? ""
                contents.invoiceNumber = request.invoiceNumber ?? ""
            }
            if let amount = request.amount { try fill(in: amount) }
        } catch {
            // An amount that no reader takes: nothing is filled in, and so nothing can be charged.
            clearEntry()
        }
    }
}

extension ChargeRecord.Draft {
    /// Whom to answer.
    package init(_ address: ReturnAddress, appName: String?) {
        self.init(
            returnAddress: address.text, usesFileMakerForm: address.usesFileMakerForm, appName: appName ?? "")
    }
}
