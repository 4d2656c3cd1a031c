import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("A ticket") struct TicketTests {
    private func rate(_ text: String) throws -> Percentage { try Percentage(text) }

    private func rules(
        _ currency: Currency = .gbp, keypad: AmountEntry.Keypad = .minorUnitsFirst, tax: TaxRule? = nil
    ) -> TicketRules {
        TicketRules(currency: currency, keypad: keypad, tax: tax)
    }

    /// Presses keys as they stand on a keypad.
    private func ticket(_ keys: String, _ rules: TicketRules = TicketRules(currency: .gbp)) throws -> Ticket {
        var ticket = Ticket(rules)
        try ticket.press(keys)
        return ticket
    }

    @Test("500 + 3*250 + are two lines, 12.50; - takes a line off (check 5)") func lines() throws {
        var ticket = try ticket("500+3*250+")
        #expect(ticket.lines == [.init(unitMinor: 500), .init(quantity: 3, unitMinor: 250)])
        #expect(ticket.sums.total == money(1250))
        #expect(ticket.erase() == .line(.init(quantity: 3, unitMinor: 250)))
        #expect(ticket.sums.total == money(500))
    }

    @Test(
        "a quantity and a price come in either order",
        arguments: [
            ("3*250", 3, 250), ("250*3", 3, 250), ("3*2.50", 3, 250), ("2.5*3", 3, 250), ("1*1", 1, 1),
            ("12*0.05", 12, 5), ("100*99", 99, 100),
        ] as [(String, Int64, Int64)])
    func quantity(keys: String, quantity: Int64, price: Int64) throws {
        #expect(try ticket(keys + "+").lines == [.init(quantity: quantity, unitMinor: price)])
    }

    @Test("with a decimal point digits are whole units on a ticket too") func decimalPoint() throws {
        let ticket = try ticket("5+3*2.5+4*2", rules(keypad: .decimalPoint))
        #expect(ticket.lines == [.init(unitMinor: 500), .init(quantity: 3, unitMinor: 250)])
        #expect(ticket.sums.total == money(500 + 750 + 800))
    }

    @Test("what is being typed counts, and * with nothing behind it counts nothing yet") func pending() throws {
        #expect(try ticket("500+250").sums.total == money(750))
        var ticket = try ticket("500+3*")
        #expect(ticket.sums.total == money(500))
        #expect(throws: Ticket.Refusal.priceMissing) { try ticket.add() }
        #expect(throws: Ticket.Refusal.priceMissing) { try ticket.finished() }
    }

    @Test("- takes back the last key, then *, then the factor, then a line") func erase() throws {
        var ticket = try ticket("500+3*2")
        #expect(ticket.erase() == .key)
        #expect(ticket.erase() == .key)
        #expect(ticket.factor == nil)
        #expect(ticket.entry.typed == "3")
        #expect(ticket.erase() == .key)
        #expect(ticket.erase() == .line(.init(unitMinor: 500)))
        #expect(ticket.erase() == .nothing)
        #expect(ticket.isBlank)
    }

    @Test("+ with nothing typed puts back what was taken off, one after the other") func undo() throws {
        var ticket = try ticket("100+200+300+")
        ticket.erase()
        ticket.erase()
        #expect(try ticket.add() == .restored)
        #expect(try ticket.add() == .restored)
        #expect(ticket.lines.map(\.unitMinor) == [100, 200, 300])
        #expect(throws: Ticket.Refusal.nothingTyped) { try ticket.add() }
        ticket.clear()
        #expect(ticket.isBlank)
        #expect(try ticket.add() == .restored)
        #expect(ticket.sums.total == money(600))
        ticket.clear()
        try ticket.press("5")
        ticket.erase()
        #expect(throws: Ticket.Refusal.nothingTyped) { try ticket.add() }
    }

    @Test(
        "keys that make no sense are refused, and what stands stays",
        arguments: [
            ("", "+", .nothingTyped), ("", "*", .nothingTyped), ("3*", "*", .secondTimes), ("3*2", "*", .secondTimes),
            ("0", "+", .noAmount), ("0*250", "+", .noAmount), ("2.5*1", ".", .noQuantity),
            ("1.1", ".", .entry(.secondPoint)), ("99999*99", "9999", .quantityTooLarge),
        ] as [(String, String, Ticket.Refusal)])
    func refused(before: String, key: String, refusal: Ticket.Refusal) throws {
        var ticket = try ticket(before)
        #expect(throws: refusal) { try ticket.press(key) }
        #expect(throws: refusal) { try ticket.press(String(key.suffix(1))) }
    }

    @Test("a sum above what a reader takes is refused at the key, and the digits before it stay") func limit() throws {
        var ticket = try ticket("4294967290+5")
        #expect(ticket.sums.total == money(AmountEntry.largest))
        #expect(throws: Ticket.Refusal.tooLarge) { try ticket.type(digit: 0) }
        #expect(ticket.entry.typed == "5")
        try ticket.add()
        #expect(throws: Ticket.Refusal.tooLarge) { try ticket.type(digit: 1) }
        #expect(throws: Ticket.Refusal.tooLarge) { try ticket.fill(in: money(1)) }
        #expect(ticket.sums.total == money(AmountEntry.largest))
        var product = try self.ticket("9999*99999")
        #expect(throws: Ticket.Refusal.tooLarge) { try product.type(digit: 9) }
        #expect(product.sums.total.minorUnits <= AmountEntry.largest)
    }

    @Test("tax that is added counts towards the limit") func limitWithTax() throws {
        let tax = TaxRule(rate: try rate("10"), isIncluded: false)
        var ticket = try ticket("390451572", rules(tax: tax))
        #expect(throws: Ticket.Refusal.tooLarge) { try ticket.type(digit: 9) }
        try ticket.type(digit: 2)
        #expect(ticket.sums.total.minorUnits <= AmountEntry.largest)
    }

    @Test("a ticket has so many lines at most") func linesMax() throws {
        var ticket = Ticket(rules())
        for _ in 0..<Ticket.linesMax { try ticket.press("1+") }
        #expect(throws: Ticket.Refusal.tooManyLines) { try ticket.press("1+") }
        #expect(ticket.lines.count == Ticket.linesMax)
    }

    // MARK: Tax and tip

    @Test(
        "tax is taken once on the subtotal, half away from zero",
        arguments: [
            ("1099", "8.5", 93), ("400", "8.125", 33), ("1000", "8.25", 83), ("200", "6.25", 13),
            ("3*55", "8.25", 14), ("55+55+55", "8.25", 14), ("1+1+1", "50", 2),
        ] as [(String, String, Int64)])
    func addedTax(keys: String, percent: String, tax: Int64) throws {
        let ticket = try ticket(keys, rules(tax: TaxRule(rate: try rate(percent), isIncluded: false)))
        let sums = ticket.sums
        #expect(sums.tax == money(tax))
        #expect(sums.total.minorUnits == sums.subtotal.minorUnits + tax)
    }

    @Test(
        "tax follows the decimals of the currency",
        arguments: [("JPY", "105", "10", 11), ("KWD", "10990", "8.5", 934), ("UYW", "10000", "8.125", 813)]
            as [(String, String, String, Int64)])
    func decimals(code: String, keys: String, percent: String, tax: Int64) throws {
        let currency = try #require(Currency(alphaCode: code))
        let rules = rules(currency, tax: TaxRule(rate: try rate(percent), isIncluded: false))
        #expect(try ticket(keys, rules).sums.tax == Amount(minorUnits: tax, currency: currency))
    }

    @Test("tax that is included changes no total", arguments: [("1200", "20", 200), ("1099", "8.5", 86)])
    func includedTax(keys: String, percent: String, tax: Int) throws {
        let sums = try ticket(keys, rules(tax: TaxRule(rate: try rate(percent), isIncluded: true))).sums
        #expect(sums.tax == money(Int64(tax)))
        #expect(sums.total == sums.subtotal)
    }

    @Test("subtotal, tax and tip stay apart, and the total is their sum") func parts() throws {
        var ticket = try ticket("1000", rules(tax: TaxRule(rate: try rate("8.5"), isIncluded: false)))
        try ticket.set(.minorUnits(150))
        #expect(ticket.sums == .init(subtotal: money(1000), tax: money(85), tip: money(150), total: money(1235)))
    }

    @Test("a tip in per cent is of the subtotal and follows the lines") func share() throws {
        var ticket = try ticket("1000+")
        try ticket.set(.share(try rate("12.5")))
        #expect(ticket.sums.tip == money(125))
        try ticket.press("500")
        #expect(ticket.sums.tip == money(188))
        try ticket.set(.none)
        #expect(ticket.sums.total == money(1500))
    }

    @Test("a tip that is keyed is 50 % of the subtotal at most, also after a line was taken off") func cap() throws {
        var ticket = try ticket("1000+1200+")
        #expect(throws: Ticket.Refusal.tipAboveCap(money(1100))) { try ticket.set(.minorUnits(4734)) }
        try ticket.set(.minorUnits(1100))
        #expect(try ticket.finished().sums.total == money(3300))
        ticket.erase()
        #expect(throws: Ticket.Refusal.tipAboveCap(money(500))) { try ticket.finished() }
    }

    // MARK: Filled in

    @Test("the next digit behind an amount that was filled in begins a new one; - edits it") func filledIn() throws {
        var ticket = Ticket(rules())
        try ticket.edit { $0.invoiceNumber = "A17" }
        try ticket.fill(in: money(1250))
        var edited = ticket
        edited.erase()
        #expect(edited.sums.total == money(125))
        try ticket.type(digit: 7)
        #expect(ticket.sums.total == money(7))
        #expect(ticket.contents.invoiceNumber == "A17")
    }

    @Test("a new amount typed over another attempt is a new sale; an edited one is the same") func attempt() throws {
        var ticket = Ticket(due: money(1250), on: "T1-1", rules())
        var edited = ticket
        edited.erase()
        try edited.type(digit: 9)
        #expect(edited.contents.name == "T1-1")
        try ticket.type(digit: 9)
        #expect(ticket.contents.name == nil)
        #expect(ticket.sums.total == money(9))
    }

    @Test("what is still due has no tax on it once more") func due() throws {
        let tax = TaxRule(rate: try rate("20"), isIncluded: false)
        #expect(Ticket(due: money(1757), on: "T1-1", rules(tax: tax)).sums.total == money(1757))
    }
}

extension Ticket {
    /// Presses `0` to `9`, `.`, `+`, `*` and `-`.
    mutating func press(_ keys: String) throws(Refusal) {
        for key in keys {
            switch key {
            case "+": try add()
            case "*": try times()
            case "-": erase()
            case ".": try typePoint()
            default: try type(digit: key.wholeNumberValue ?? 0)
            }
        }
    }
}

@Suite("A ticket that is charged") struct TicketRequestTests {
    @Test("carries its lines, its numbers, its tax and its tip") func everything() throws {
        let rules = TicketRules(
            currency: .gbp, tax: TaxRule(rate: Percentage(thousandths: 8500), isIncluded: false))
        var ticket = Ticket(rules)
        try ticket.edit { $0.nextDescription = "Filter coffee" }
        try ticket.press("2*250+")
        try ticket.press("300+")
        try ticket.edit { contents in
            contents.nextDescription = "Scone"
            contents.invoiceNumber = "A17"
            contents.customerReference = "Table 7"
            contents.tokenizesCard = true
        }
        try ticket.press("200")
        try ticket.set(.minorUnits(150))
        let request = try ticket.request()
        #expect(request.amount == money(1235))
        #expect(request.description == "2 x Filter coffee, Scone")
        #expect(request.invoiceNumber == "A17")
        #expect(request.customerReference == "Table 7")
        #expect(
            request.parts
                == .init(
                    subtotal: money(1000),
                    tax: .init(amount: money(85), rate: Percentage(thousandths: 8500), isIncluded: false),
                    tip: money(150)))
        #expect(OperationRequest.sale(request).kind == .saleAndTokenize)
        let intent = OperationRequest.sale(request).intent(
            reference: "T1-1", reader: .counter, bootID: "boot", at: .at(0))
        #expect(intent.parts == request.parts)
        #expect(intent.description == request.description)
        #expect(intent.invoiceNumber == "A17")
        #expect(try OperationRequest.sale(request).operation(intent).tokenizesCard)
    }

    @Test("of one sum has no parts, and asks for no token") func plain() throws {
        var ticket = Ticket(TicketRules(currency: .gbp))
        try ticket.press("1250")
        let request = try ticket.request()
        #expect(request == SaleRequest(amount: money(1250)))
        let intent = OperationRequest.sale(request).intent(
            reference: "T1-1", reader: .counter, bootID: "boot", at: .at(0))
        #expect(try !OperationRequest.sale(request).operation(intent).tokenizesCard)
    }

    @Test("a description has a longest length") func longDescription() throws {
        var ticket = Ticket(TicketRules(currency: .gbp))
        for _ in 0..<20 {
            try ticket.edit { $0.nextDescription = String(repeating: "x", count: Ticket.lineDescriptionMax) }
            try ticket.press("100+")
        }
        let description = try ticket.request().description
        #expect(description.count == Ticket.descriptionMax)
        #expect(description.hasSuffix("…"))
    }
}

extension ReaderOperation {
    fileprivate var tokenizesCard: Bool {
        if case .finance(_, let order) = self { order.options.tokenisesCard } else { false }
    }
}
