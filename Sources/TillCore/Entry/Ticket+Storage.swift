import FoundationEssentials
import Money
import TillJournal

extension Ticket {
    /// As it is set aside: what is being typed becomes its last line.
    ///
    /// - Throws: ``Refusal`` where that is no line yet.
    package func draft(at now: Timestamp) throws(Refusal) -> ParkedTicket.Draft {
        var whole = self
        if !entry.isEmpty || factor != nil { try whole.add() }
        return ParkedTicket.Draft(
            label: whole.label, total: whole.sums.total, at: now, contents: StoredTicket(whole).document)
    }

    /// What tells it from others: the cashier's reference, else what was sold, else how many lines it has.
    private var label: String {
        if !contents.customerReference.isEmpty { return contents.customerReference }
        if !contents.invoiceNumber.isEmpty { return contents.invoiceNumber }
        if let named = lines.first(where: { !$0.description.isEmpty }) { return named.description }
        return lines.count == 1 ? "1 line" : "\(lines.count) lines"
    }

    /// One that was set aside. Nil for a document that is no ticket, or one of a currency that is not charged here.
    package init?(document: String, _ settings: AppSettings) {
        guard let stored = try? JSONDecoder().decode(StoredTicket.self, from: Data(document.utf8)),
            let currency = Currency(alphaCode: stored.currency), let rules = settings.ticketRules(in: currency),
            let contents = stored.contents
        else { return nil }
        self.init(contents, rules)
        guard addsUp else { return nil }
    }

    /// Another attempt at what an operation of the books asked for. Nil for one that this till cannot charge.
    package init?(again intent: OperationIntent, _ rules: TicketRules) {
        guard let amount = intent.amount, amount.currency == rules.currency else { return nil }
        var contents = Contents()
        contents.nextDescription = intent.description
        contents.invoiceNumber = intent.invoiceNumber
        contents.tokenizesCard = intent.kind == .saleAndTokenize
        if intent.customerReference != intent.reference { contents.customerReference = intent.customerReference }
        if let parts = intent.parts {
            contents.tax = parts.tax.map { TaxRule(rate: $0.rate, isIncluded: $0.isIncluded) }
            if parts.tip.minorUnits > 0 { contents.tip = .minorUnits(parts.tip.minorUnits) }
        }
        self.init(contents, rules)
        do throws(Refusal) {
            try fill(in: intent.parts?.subtotal ?? amount)
        } catch {
            return nil
        }
        // What was asked for is asked for again, whatever the rules are now.
        if sums.total != amount { self = Ticket(due: amount, on: intent.ticket, rules) }
        self = again(as: intent.ticket)
    }
}

/// A ticket as a document. The names never change.
private struct StoredTicket: Codable {
    struct Line: Codable {
        var description: String
        var quantity: Int64
        var unitMinor: Int64
    }

    struct Tax: Codable {
        var rate: UInt32
        var isIncluded: Bool
    }

    var currency: String
    var lines: [Line]
    var nextDescription: String
    var invoiceNumber: String
    var customerReference: String
    /// Thousandths of a per cent of the subtotal.
    var tipShare: UInt32?
    var tipMinor: Int64?
    var tax: Tax?
    var tokenizesCard: Bool
    var name: String?

    init(_ ticket: Ticket) {
        let contents = ticket.contents
        currency = ticket.currency.alphaCode
        lines = contents.lines.map {
            Line(description: $0.description, quantity: $0.quantity, unitMinor: $0.unitMinor)
        }
        nextDescription = contents.nextDescription
        invoiceNumber = contents.invoiceNumber
        customerReference = contents.customerReference
        switch contents.tip {
        case .none: break
        case .share(let share): tipShare = share.thousandths
        case .minorUnits(let minorUnits): tipMinor = minorUnits
        }
        tax = contents.tax.map { Tax(rate: $0.rate.thousandths, isIncluded: $0.isIncluded) }
        tokenizesCard = contents.tokenizesCard
        name = contents.name
    }

    var document: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("texts and numbers can always be written: \(error)")
        }
    }

    /// Nil where a number is out of its bounds.
    var contents: Ticket.Contents? {
        guard lines.count <= Ticket.linesMax,
            lines.allSatisfy({
                (1...Ticket.quantityMax).contains($0.quantity) && (1...AmountEntry.largest).contains($0.unitMinor)
            }), (0...AmountEntry.largest).contains(tipMinor ?? 0)
        else { return nil }
        var contents = Ticket.Contents(
            tax: tax.map { TaxRule(rate: Percentage(thousandths: $0.rate), isIncluded: $0.isIncluded) })
        contents.lines = lines.map {
            Ticket.Line(description: $0.description, quantity: $0.quantity, unitMinor: $0.unitMinor)
        }
        contents.nextDescription = nextDescription
        contents.invoiceNumber = invoiceNumber
        contents.customerReference = customerReference
        if let tipShare { contents.tip = .share(Percentage(thousandths: tipShare)) }
        if let tipMinor { contents.tip = .minorUnits(tipMinor) }
        contents.tokenizesCard = tokenizesCard
        contents.name = name
        return contents
    }
}
