import HeftWire
import ReaderSimulator
import Testing

@Suite("Cards and what goes wrong with them") struct CardTests {
    @Test(
        "every scheme is read in every way",
        arguments: TestCard.Scheme.allCases, TestCard.Entry.allCases)
    func schemes(scheme: TestCard.Scheme, entry: TestCard.Entry) throws {
        var bench = try Bench()
        bench.reader.card = TestCard(scheme: scheme, entry: entry)
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(result.outcome == .authorised)
        #expect(result.details.text(.cardSchemeName) == scheme.rawValue)
        #expect(result.details.text(.cardEntryType) == entry.rawValue)
        let verification: [TestCard.Entry: String] = [
            .chip: "PIN", .stripe: "SIGNATURE", .contactless: "NOT_REQUIRED", .typed: "NOT_REQUIRED",
        ]
        #expect(result.details.text(.verificationMethod) == verification[entry])
        #expect(bench.signatures.count == (entry == .stripe ? 1 : 0))
        #expect(bench.codes.contains(0x1A) == (entry == .typed))
    }

    @Test(
        "a card may ask for something else of its holder",
        arguments: [
            (TestCard.Verification.pinAndSignature, "PIN_SIGNATURE", true, true),
            (.mobilePassCode, "MOBILE_PASS_CODE", false, false), (.failed, "FAILED", false, false),
            (.signature, "SIGNATURE", false, true), (.pin, "PIN", true, false),
        ])
    func rules(rule: TestCard.Verification, word: String, asksForPIN: Bool, asksForSignature: Bool) throws {
        var bench = try Bench()
        bench.reader.card = TestCard(entry: .contactless, rule: rule)
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(result.details.text(.verificationMethod) == word)
        #expect(bench.codes.contains(0x19) == asksForPIN)
        #expect(bench.signatures.count == (asksForSignature ? 1 : 0))
    }

    @Test("a PIN that is passed over asks for a signature, once") func bypass() throws {
        var bench = try Bench()
        bench.reader.faults.pinBypassed = true
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes == [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23, 0x1F])
        #expect(result.outcome == .authorised)
        #expect(result.details.text(.cardEntryType) == "ICC")
        #expect(result.details.text(.verificationMethod) == "SIGNATURE")
        bench.cashier = .rejects
        #expect(try #require(try bench.pay(1250)).details.text(.verificationMethod) == "PIN")
        bench.reader.faults.pinBypassed = true
        let rejected = try #require(try bench.pay(1250))
        #expect(rejected.response.status == .invalidSignature)
        #expect(bench.saved.host.transaction(rejected.eftTransactionID)?.stands == false)
    }

    @Test("a cardholder by hand passes the PIN over") func bypassByHand() throws {
        var bench = try Bench { $0.cardholder = .manual }
        bench.presses = [.waitingForCard: .insertCard, .applicationSelection: .greenKey, .pinInput: .bypassPIN]
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).details.text(.verificationMethod) == "SIGNATURE")
        #expect(bench.signatures.count == 1)
    }

    @Test("a link that is lost at a signature after a passed PIN takes nothing") func bypassRecovered() throws {
        var bench = try Bench()
        bench.reader.faults.pinBypassed = true
        bench.reader.faults.dropsLinkAt = .waitingSignature
        try bench.connect()
        #expect(try bench.pay(1250) == nil)
        try bench.connect()
        #expect(try bench.recover()?.1.outcome == .declined)
        #expect(!bench.saved.host.transactions.contains { $0.stands })
    }

    @Test("a card in the slot ends a payment, which then starts again", arguments: [false, true])
    func leftInSlot(isManual: Bool) throws {
        var bench = try Bench { if isManual { $0.cardholder = .manual } }
        bench.presses = [
            .waitingForCardRemoval: .removeCard, .waitingForCard: .insertCard, .applicationSelection: .greenKey,
            .pinInput: .greenKey,
        ]
        bench.reader.faults.cardLeftInSlot = true
        try bench.connect()
        let options = FinanceOptions(customerReference: "T1-7")
        let first = try #require(try bench.pay(1250, options: options))
        #expect(bench.codes == [0x1B])
        #expect(first.response.status == .waitingForCardRemoval)
        #expect(first.outcome == .failed)
        #expect(first.details.text(.customerReference) == "T1-7")
        #expect(bench.saved.host.transactions.isEmpty)
        #expect(try #require(try bench.pay(1250, options: options)).outcome == .authorised)
        #expect(bench.saved.host.transactions.count == 1)
    }

    @Test("a card that nobody takes out stays in the slot, until it is") func staysInSlot() throws {
        var bench = try Bench { $0.cardholder = .manual }
        bench.reader.faults.cardLeftInSlot = true
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).response.status == .inputTimeout)
        #expect(bench.reader.faults.cardLeftInSlot)
        bench.press(.removeCard)
        #expect(!bench.reader.faults.cardLeftInSlot)
        bench.presses = [.waitingForCard: .tapCard]
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }

    @Test("a card in the slot keeps a refund and a token away, and no reversal") func slotOfOthers() throws {
        var bench = try Bench()
        try bench.connect()
        let id = try #require(try bench.pay(1250)).eftTransactionID
        bench.reader.faults.cardLeftInSlot = true
        #expect(try #require(try bench.pay(1250, .saleReversal, id: id)).outcome == .authorised)
        #expect(try #require(try bench.pay(100, .refund)).response.status == .waitingForCardRemoval)
        bench.reader.faults.cardLeftInSlot = true
        let token = try #require(try bench.perform(.tokenise(customerReference: ""))?.financeResult)
        #expect(token.response.status == .waitingForCardRemoval)
        #expect(token.details.text(.cardToken).isEmpty)
    }

    @Test("a chip card that is swiped is to be inserted") func chipSwiped() throws {
        var bench = try Bench()
        bench.reader.faults.chipCardSwiped = true
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes.prefix(4) == [0x14, 0x2D, 0x15, 0x16])
        #expect(result.details.text(.cardEntryType) == "ICC")
        #expect(!bench.reader.faults.chipCardSwiped)
    }

    @Test("a chip that cannot be read falls back to the stripe and a signature") func fallback() throws {
        var bench = try Bench()
        bench.reader.faults.chipUnreadable = true
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes == [0x14, 0x15, 0x0F, 0x14, 0x15, 0x16, 0x20, 0x21, 0x22, 0x23, 0x1F])
        #expect(result.details.text(.cardEntryType) == "MSR")
        #expect(result.details.text(.verificationMethod) == "SIGNATURE")
        #expect(try #require(try bench.pay(1250)).details.text(.cardEntryType) == "ICC")
    }

    @Test("both faults follow each other, by themselves and by hand", arguments: [false, true])
    func bothFaults(isManual: Bool) throws {
        var bench = try Bench { if isManual { $0.cardholder = .manual } }
        bench.reader.faults.chipUnreadable = true
        bench.reader.faults.chipCardSwiped = true
        bench.pressesInOrder = [
            (.waitingForCard, .insertCard), (.waitingForCard, .swipeCard), (.chipCardSwiped, .insertCard),
        ]
        bench.presses = [.applicationSelection: .greenKey, .pinInput: .greenKey]
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes.prefix(6) == [0x14, 0x15, 0x0F, 0x14, 0x2D, 0x15])
        #expect(result.outcome == .authorised)
        #expect(result.details.text(.cardEntryType) == "ICC")
    }

    @Test("a card that is pulled at the PIN loses the reference and takes nothing", arguments: [false, true])
    func pulled(isManual: Bool) throws {
        var bench = try Bench { if isManual { $0.cardholder = .manual } }
        bench.presses = [.waitingForCard: .insertCard, .applicationSelection: .greenKey, .pinInput: .removeCard]
        bench.reader.faults.cardPulledAtPIN = !isManual
        try bench.connect()
        let result = try #require(try bench.pay(1250, options: FinanceOptions(customerReference: "T1-7")))
        #expect(result.response.status == .cardCancelled)
        #expect(result.details.text(.customerReference).isEmpty)
        #expect(result.details.minorUnits(.requestedAmount) == 1250)
        #expect(result.outcome == .failed)
        #expect(bench.saved.host.transactions.isEmpty)
    }

    @Test("a card that comes out before the PIN keeps the reference") func pulledEarlier() throws {
        var bench = try Bench { $0.cardholder = .manual }
        bench.presses = [.waitingForCard: .insertCard, .applicationSelection: .removeCard]
        try bench.connect()
        let result = try #require(try bench.pay(1250, options: FinanceOptions(customerReference: "T1-7")))
        #expect(result.response.status == .cardCancelled)
        #expect(result.details.text(.customerReference) == "T1-7")
    }

    @Test("a balance comes with an approval, and with nothing else", arguments: [false, true])
    func balance(isOwed: Bool) throws {
        var bench = try Bench()
        bench.reader.card.balance = CardBalance(minorUnits: 4321, isOwed: isOwed, currency: 826)
        try bench.connect()
        let details = try #require(try bench.pay(1250)).details
        #expect(details.text(.balanceAmount) == "4321")
        #expect(details.text(.balanceCurrency) == "826")
        #expect(details.text(.balanceSign) == (isOwed ? "-" : "+"))
        #expect(!(try #require(try bench.pay(1000)).details.has(.balanceAmount)))
        bench.reader.card.balance = nil
        #expect(!(try #require(try bench.pay(1250)).details.has(.balanceAmount)))
    }
}
