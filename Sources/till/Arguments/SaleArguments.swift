import Configuration
import Money
import TillCore
import TillUI

/// `till sale`
struct SaleArguments: Equatable {
    /// What is charged, with tax and tip in it.
    var request: SaleRequest
    var signature: Signature
    var json: Bool
    var reader: ReaderArguments

    /// Who judges a signature.
    enum Signature: String {
        case accept
        case reject
        /// Whoever sits at the terminal; without one it is rejected.
        case ask
    }

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "sale",
            options: ReaderArguments.options + [
                .value("currency", "CODE"), .value("reference", "R"), .flag("json"), .flag("anyway"),
                .value("by", "NAME"), .value("evidence", "TEXT"),
                .value("signature", "accept|reject|ask"), .value("tax", "RATE"), .flag("tax-included"),
                .value("tip", "AMOUNT"), .value("description", "TEXT"), .value("invoice", "NUMBER"),
                .flag("tokenize"),
            ])
        let text = try scanner.operands("an amount, such as 12.34")[0]
        guard let code = scanner.value("currency") else {
            throw UsageError("till sale needs a currency: --currency GBP.")
        }
        request = try SaleArguments.request(text, try Currency(argument: code), scanner)
        request.confirmation = try SaleArguments.confirmation(scanner)
        signature = try Signature(scanner)
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }

    /// The sale with what comes on top of its amount, as the full screen would ring it up.
    private static func request(
        _ text: String, _ currency: Currency, _ scanner: ArgumentScanner
    ) throws(UsageError) -> SaleRequest {
        let amount = try amount(text, currency)
        let tip = try scanner.value("tip").map { (text) throws(UsageError) in try number(text, currency) }
        var ticket = Ticket(TicketRules(currency: currency, tax: try tax(scanner)))
        let reference = try scanner.text("reference", Ticket.referenceMax) ?? ""
        let invoice = try scanner.text("invoice", Ticket.invoiceNumberMax) ?? ""
        let description = try scanner.text("description", Ticket.descriptionMax) ?? ""
        do throws(Ticket.Refusal) {
            try ticket.fill(in: amount)
            try ticket.edit { contents in
                contents.customerReference = reference
                contents.invoiceNumber = invoice
                contents.nextDescription = description
                contents.tokenizesCard = scanner.has("tokenize")
            }
            if let tip { try ticket.set(.minorUnits(tip.minorUnits)) }
            return try ticket.request(isConfirmedAnew: scanner.has("anyway"))
        } catch {
            throw UsageError(error.sentence)
        }
    }

    /// Who has said that it is another customer.
    private static func confirmation(_ scanner: ArgumentScanner) throws(UsageError) -> SaleRequest.Confirmation? {
        let (name, evidence) = (scanner.value("by"), scanner.value("evidence"))
        if name == nil, evidence == nil { return nil }
        guard scanner.has("anyway") else {
            throw UsageError("--by and --evidence say who charges the same amount again, and why: with --anyway.")
        }
        let isBlank = { (text: String?) in text?.contains { !$0.isWhitespace } != true }
        guard let name, let evidence, !isBlank(name), !isBlank(evidence) else {
            throw UsageError("--anyway takes a name and a reason together: --by NAME --evidence TEXT.")
        }
        return SaleRequest.Confirmation(by: name, evidence: evidence)
    }

    /// Where the full screen asks for a supervisor's PIN, a command says who decides, and why, as `till decide` does.
    ///
    /// - Throws: ``CommandFailure`` where nobody is named.
    func confirmed(by configuration: Configuration) throws(CommandFailure) -> SaleArguments {
        guard configuration.staff.supervisorPIN != nil, request.isConfirmedAnew, request.confirmation == nil else {
            return self
        }
        throw CommandFailure(
            .wrongUsage,
            "A supervisor decides here whether the same amount is charged again. Say who, and why: "
                + "--by NAME --evidence TEXT.")
    }

    private static func amount(_ text: String, _ currency: Currency) throws(UsageError) -> Amount {
        let amount = try number(text, currency)
        guard amount.minorUnits > 0 else {
            throw UsageError("An amount of 0 cannot be charged. Give an amount above 0.")
        }
        guard amount.minorUnits <= AmountEntry.largest else {
            let most = Amount(minorUnits: AmountEntry.largest, currency: currency)
            throw UsageError("\(text) is too much: \(most.formattedWithCode) is the most that a reader can take.")
        }
        return amount
    }

    private static func number(_ text: String, _ currency: Currency) throws(UsageError) -> Amount {
        do throws(AmountError) {
            return try Amount(typed: text, currency: currency)
        } catch {
            throw UsageError(error.description)
        }
    }

    private static func tax(_ scanner: ArgumentScanner) throws(UsageError) -> TaxRule? {
        guard let text = scanner.value("tax") else {
            guard !scanner.has("tax-included") else {
                throw UsageError("--tax-included needs a rate: --tax 20 --tax-included.")
            }
            return nil
        }
        let rate: Percentage
        do throws(AmountError) {
            rate = try Percentage(text)
        } catch {
            throw UsageError("--tax takes a rate in per cent, such as 8.125. \(error.description)")
        }
        guard rate <= TaxRule.rateMax else {
            throw UsageError("--tax takes a rate of at most \(TaxRule.rateMax.formatted) per cent.")
        }
        return TaxRule(rate: rate, isIncluded: scanner.has("tax-included"))
    }
}

extension SaleArguments.Signature {
    init(_ scanner: ArgumentScanner) throws(UsageError) {
        guard let signature = Self(rawValue: scanner.value("signature") ?? "ask") else {
            throw UsageError("--signature takes accept, reject or ask.")
        }
        self = signature
    }
}

extension ArgumentScanner {
    /// A text of so many printable characters at most; nil when it was not given.
    fileprivate func text(_ name: String, _ charactersMax: Int) throws(UsageError) -> String? {
        guard let text = value(name) else { return nil }
        guard !text.isEmpty, text.count <= charactersMax else {
            throw UsageError("--\(name) takes 1 to \(charactersMax) characters.")
        }
        guard text.unicodeScalars.allSatisfy(\.isTypable) else {
            throw UsageError("--\(name) takes letters, digits and signs, no control characters.")
        }
        return text
    }
}
