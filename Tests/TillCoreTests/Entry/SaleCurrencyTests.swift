import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("Further currencies") struct SaleCurrencyTests {
    private func till(_ further: [Currency] = [.eur, .jpy]) -> Till {
        Till.ready { $0.configuration.sale.furtherCurrencies = further }
    }

    private func intents(_ till: Till) -> [OperationIntent] { till.books.records.map(\.intent) }

    @Test("$ takes one after the other, and then the usual one again") func round() {
        var till = till()
        var seen: [Currency] = []
        for _ in 0..<3 {
            till.press(.currency)
            seen.append(till.state.ticket.currency)
        }
        #expect(seen == [.eur, .jpy, .gbp])
        #expect(till.state.hint == .currencySet(.gbp, isUsual: true))
    }

    @Test("what is typed then is charged in it, with its decimals, and the next sale is as usual") func charged() {
        var till = till()
        till.press(.currency)
        till.press(.currency)
        till.type("900")
        till.press(.confirm)
        #expect(intents(till).map(\.amount) == [Amount(minorUnits: 900, currency: .jpy)])
        #expect(till.state.page == .payment)
        till.finish(
            answer(.authorised, .success, amount: Amount(minorUnits: 900, currency: .jpy), reference: "T1-1", id: guid)
        )
        till.advance(by: 1000)
        till.press(.confirm)
        #expect(till.state.ticket.currency == .gbp)
    }

    @Test("Esc clears what stands in it, and then leads back to the usual one") func back() {
        var till = till()
        till.press(.currency)
        till.type("500")
        till.press(.back)
        #expect(till.state.ticket.isBlank && till.state.ticket.currency == .eur)
        till.press(.back)
        #expect(till.state.ticket.currency == .gbp)
        #expect(till.state.hint == .currencySet(.gbp, isUsual: true))
        till.press(.back)
        #expect(till.state.hint == nil)
    }

    @Test("prices that stand stay in the currency that they were typed in") func pricesStand() {
        var till = till()
        till.type("500")
        till.press(.currency)
        #expect(till.state.hint == .pricesStand(.gbp))
        till.press(.add)
        till.press(.currency)
        #expect(till.state.ticket.currency == .gbp)
        #expect(till.state.ticket.sums.total == money(500))
    }

    @Test("a till with one currency says so") func one() {
        var till = till([])
        till.press(.currency)
        #expect(till.state.hint == .oneCurrency(.gbp))
        #expect(till.state.ticket.currency == .gbp)
    }

    @Test("what stands beside the prices stays") func details() throws {
        var till = till()
        try till.state.ticket.edit {
            $0.invoiceNumber = "17"
            $0.tokenizesCard = true
        }
        till.press(.currency)
        #expect(till.state.ticket.currency == .eur)
        #expect(till.state.ticket.contents.invoiceNumber == "17" && till.state.ticket.contents.tokenizesCard)
    }

    @Test("a ticket that was set aside comes back in its own currency") func parked() throws {
        var till = till()
        till.press(.currency)
        till.type("700")
        till.press(.setAside)
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.parked.count == 1)
        #expect(till.state.ticket.isBlank)
        till.press(.setAside)
        till.press(.confirm)
        till.advance(by: 1)
        #expect(till.state.ticket.sums.total == Amount(minorUnits: 700, currency: .eur))
    }

    @Test("a ticket of a currency that is no longer charged here stays set aside") func parkedElsewhere() throws {
        var ticket = Ticket(TicketRules(currency: .eur))
        try ticket.type(digit: 7)
        let document = try ticket.draft(at: .at(0)).contents
        #expect(Ticket(document: document, till().state.settings) != nil)
        #expect(Ticket(document: document, till([]).state.settings) == nil)
    }

    @Test("the last amount is filled in in its own currency, but not into prices of another one") func again() {
        var till = till()
        till.press(.currency)
        till.type("1250")
        till.press(.confirm)
        till.finish(
            answer(.authorised, .success, amount: Amount(minorUnits: 1250, currency: .eur), reference: "T1-1", id: guid)
        )
        till.advance(by: 1000)
        till.press(.confirm)
        till.press(.repeatAmount)
        #expect(till.state.ticket.sums.total == Amount(minorUnits: 1250, currency: .eur))
        till.press(.back)
        till.press(.currency)
        till.press(.currency)
        #expect(till.state.ticket.currency == .gbp)
        till.type("5")
        till.press(.add)
        till.press(.repeatAmount)
        #expect(till.state.hint == .pricesStand(.gbp))
        #expect(till.state.ticket.sums.total == money(5))
    }

    @Test("another attempt, and the rest of a part, are in the currency of the first") func attempts() {
        let till = till()
        let due = Amount(minorUnits: 300, currency: .eur)
        #expect(till.state.rest(due, on: "T1-1")?.sums.total == due)
        #expect(till.state.rest(Amount(minorUnits: 300, currency: .usd), on: "T1-1") == nil)
    }

    @Test(
        "the question before large amounts counts whole units, whatever their decimals are",
        arguments: [
            (Currency.gbp, Int64(100_000), true), (.gbp, 99_999, false), (.eur, 100_000, true), (.jpy, 1_000, true),
            (.jpy, 999, false), (.kwd, 1_000_000, true), (.kwd, 999_999, false),
        ])
    func question(currency: Currency, minorUnits: Int64, asks: Bool) {
        let settings = till().state.settings
        #expect(settings.asksAgain(before: Amount(minorUnits: minorUnits, currency: currency)) == asks)
    }

    @Test("no threshold and no amount is too large to compare") func extremes() {
        var settings = till().state.settings
        settings.askAgainFromMinor = .max
        #expect(!settings.asksAgain(before: Amount(minorUnits: 1, currency: .kwd)))
        #expect(!settings.asksAgain(before: Amount(minorUnits: .max - 1, currency: .gbp)))
        settings.askAgainFromMinor = 0
        #expect(settings.asksAgain(before: Amount(minorUnits: .max, currency: .jpy)))
    }

    @Test("money is given back without a sale in any of them") func refund() {
        var till = till()
        till.press(.palette)
        till.write("give money back without")
        till.press(.confirm)
        till.press(.currency)
        till.type("500")
        guard case .unlinkedRefund(let page) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(page.entry.amount == Amount(minorUnits: 500, currency: .eur))
        till.press(.currency)
        #expect(till.state.hint == .pricesStand(.eur))
    }
}
