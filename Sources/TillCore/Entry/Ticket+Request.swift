import Money
import TillJournal

extension Ticket {
    /// The longest description of a sale, in characters.
    package static let descriptionMax = 255
    /// The longest description of one line.
    package static let lineDescriptionMax = 40
    /// The longest invoice number.
    package static let invoiceNumberMax = 32
    /// The longest reference that the wire carries.
    package static let referenceMax = 25

    /// What is to be charged.
    ///
    /// - Throws: ``Refusal`` where it cannot be charged as it stands.
    package func request(isConfirmedAnew: Bool = false) throws(Refusal) -> SaleRequest {
        let (sums, lines) = try finished()
        var request = SaleRequest(
            amount: sums.total,
            customerReference: contents.customerReference.isEmpty ? nil : contents.customerReference,
            isConfirmedAnew: isConfirmedAnew, ticket: contents.name)
        request.description = Ticket.description(of: lines)
        request.invoiceNumber = contents.invoiceNumber
        request.parts = parts(sums)
        request.tokenizesCard = contents.tokenizesCard
        return request
    }

    /// Nil where the amount is one sum without tax and tip.
    private func parts(_ sums: Sums) -> SaleParts? {
        var parts = SaleParts(subtotal: sums.subtotal, tip: sums.tip)
        if let rule = contents.tax, let amount = sums.tax {
            parts.tax = SaleParts.Tax(amount: amount, rate: rule.rate, isIncluded: rule.isIncluded)
        }
        return parts.tax == nil && sums.tip.minorUnits == 0 ? nil : parts
    }

    /// The lines that have names: `2 x Filter coffee, Scone`.
    private static func description(of lines: [Line]) -> String {
        let named = lines.filter { !$0.description.isEmpty }.map { line in
            line.quantity == 1 ? line.description : "\(line.quantity) x \(line.description)"
        }
        let text = named.joined(separator: ", ")
        return text.count <= descriptionMax ? text : text.prefix(descriptionMax - 1) + "…"
    }
}
