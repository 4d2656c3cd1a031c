import HeftKit
import Money
import Testing
import TillCore
import TillJournal
import TillUI

@testable import HeftWire

/// Every page once or more, by name.
enum AllPages {
    static func shops() throws -> [(name: String, shop: Shop)] {
        try [
            ("simulator", simulator()), ("simulator by hand", simulatorByHand()),
            ("simulator broken", simulatorBroken()), ("simulator seed", simulatorSeed()),
            ("simulator amounts", simulatorAmounts()),
            ("choose reader", chooseReader()), ("choose in simulated books", chooseInSimulatedBooks()),
            ("searching", searching()), ("no readers", Shop()), ("sale", sale()),
            ("ticket", ticket()),
            ("sale tip", saleTip()), ("sale tip amount", saleTipAmount()), ("sale fields", saleFields()),
            ("tickets", tickets()),
            ("demo", demoSale()),
            ("large amount", largeAmount()),
            ("another customer", anotherCustomer()), ("payment begins", paymentBegins()),
            ("payment at the card", paymentAtCard()), ("payment at the PIN", paymentAtPIN()),
            ("cancelling", cancelling()), ("signature", signature()), ("signature chosen", signature(chosen: true)),
            ("signature picture", signaturePicture()), ("signature alone", signaturePicture(.otherPanel)),
            ("signature larger", signaturePicture(.otherPanel, .larger)),
            ("signature missing", signatureMissing()), ("signature over", signatureOver()),
            ("approved", result(.approved)), ("declined", result(.declined)), ("partly paid", partlyPaid()),
            ("cancelled", result(.cancelled)), ("not paid", result(.failed)), ("unknown", result(.unknown)),
            ("still unknown", stillUnknown()), ("details", details()), ("receipt", receipt()),
            ("receipt both", receiptBoth()), ("receipt of a void", voidSlip()),
            ("receipt found", foundOnReceipt()), ("receipt field", foundOnReceipt(isTyping: true)),
            ("found", found()), ("save a copy", saveCopy()), ("not printed", notPrinted()), ("printed", printed()),
            ("unfinished", unfinished()), ("quit", quit()), ("help", help()), ("link lost", linkLost()),
            ("history", history()), ("empty history", emptyHistory()), ("find", find()), ("operation", operation()),
            ("operation to check", operationInDoubt()), ("refund", refund()), ("refund asked", refund(isAsked: true)),
            ("void", void()), ("refunded", refunded(.approved)), ("not refunded", refunded(.declined)),
            ("day", day()), ("close the day", closeDay()), ("two unknown", twoUnknown()),
            ("set aside", setAside()), ("decide", decide()), ("decide by PIN", decideByPIN()),
            ("reader disagrees", readerDisagrees()),
            ("another customer by PIN", anotherCustomerByPIN()), ("support", support()),
            ("sale with a rest", saleWithRest()), ("rest", rest()), ("open tickets", openTickets()),
            ("tender", tender()), ("tender asked", tenderAsked()), ("change due", changeDue()), ("tip", tip()),
            ("tip asked", tipAsked()),
            ("unlinked refund", unlinkedRefund()), ("unlinked refund reason", unlinkedRefundReason()),
            ("settings", settings()), ("settings changed", settingsChanged()), ("setting typed", settingTyped()),
            ("about", settingsAbout()),
        ] + menus() + pairings() + charges()
    }

    static func chooseReader() -> Shop {
        var shop = Shop()
        let second = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)
        shop.send(.readers([Shop.hiLite, second, Shop.simulator]))
        return shop
    }

    /// Nobody has chosen a reader yet, and whichever it will be, its sales are simulated ones.
    static func chooseInSimulatedBooks() -> Shop {
        var settings = AppSettings(measure: .terminal)
        settings.areBooksSimulated = true
        var shop = Shop(settings)
        let outside = ReaderDevice(name: "Simulated HiPro", address: "127.0.0.1:4000", kind: .wired)
        shop.send(.readers([outside, Shop.simulator]))
        return shop
    }

    static func searching() -> Shop {
        var shop = chooseReader()
        shop.press(.refresh)
        shop.wait(seconds: 6)
        return shop
    }

    static func sale() -> Shop {
        var shop = Shop.ready()
        shop.send(.day(day(shop)))
        shop.type("1250")
        return shop
    }

    /// Two lines and a third one that is being typed, with tax and a tip.
    static func ticket() -> Shop {
        var settings = AppSettings(measure: .terminal)
        settings.tax = TaxRule(rate: Percentage(thousandths: 8500), isIncluded: false)
        var shop = Shop.ready(settings: settings)
        shop.send(.day(day(shop)))
        shop.press(.details)
        for scalar in "Filter coffee".unicodeScalars { shop.press(.text(scalar)) }
        shop.press(.confirm)
        shop.type("2")
        shop.press(.times)
        shop.type("250")
        shop.press(.add)
        shop.type("300")
        shop.press(.add)
        shop.type("200")
        shop.press(.tip, .digit(3), .confirm)
        shop.send(.parked([parked(shop)]))
        return shop
    }

    static func parked(_ shop: Shop) -> ParkedTicket {
        ParkedTicket(
            number: 7,
            draft: ParkedTicket.Draft(
                label: "Table 4", total: Amount(minorUnits: 1999, currency: .gbp), at: shop.now, contents: "{}"))
    }

    static func saleTip() -> Shop {
        var shop = ticket()
        shop.wait()
        shop.press(.tip)
        return shop
    }

    static func saleTipAmount() -> Shop {
        var shop = saleTip()
        shop.press(.digit(4), .confirm)
        shop.type("150")
        return shop
    }

    static func saleFields() -> Shop {
        var shop = ticket()
        shop.wait()
        shop.press(.details)
        for scalar in "Scone".unicodeScalars { shop.press(.text(scalar)) }
        shop.press(.left)
        return shop
    }

    static func tickets() -> Shop {
        var shop = ticket()
        shop.wait()
        shop.press(.setAside)
        return shop
    }

    static func demoSale() -> Shop {
        var shop = Shop.ready(Shop.simulator, settings: AppSettings(isDemo: true, measure: .terminal))
        shop.type("1000")
        return shop
    }

    static func day(_ shop: Shop) -> DayBooks {
        let amount = Amount(minorUnits: 920, currency: .gbp)
        let last = shop.record(
            amount, reader: Shop.identity(Shop.hiLite), outcome: shop.outcome(.approved, amount))
        var totals = CurrencyTotals(currency: .gbp)
        totals.sales = .init(count: 37, sumMinor: 41280)
        totals.refunds = .init(count: 1, sumMinor: 600)
        return DayBooks(last: last, totals: [totals])
    }

    static func largeAmount() -> Shop {
        var shop = Shop.ready()
        shop.type("125000")
        shop.press(.confirm)
        shop.wait()
        return shop
    }

    static func anotherCustomer() -> Shop {
        var shop = stillUnknown()
        shop.press(.back)
        shop.type("1250")
        shop.press(.confirm)
        shop.wait()
        return shop
    }

    static func paymentBegins() -> Shop {
        var shop = Shop.ready()
        shop.charge()
        return shop
    }

    static func paymentAtCard() throws -> Shop {
        var shop = paymentBegins()
        shop.wait(seconds: 5)
        try shop.status(0x14, cancel: true, elements: ["BatteryStatus": "87%"])
        return shop
    }

    static func paymentAtPIN() throws -> Shop {
        var shop = try paymentAtCard()
        shop.wait(seconds: 6)
        try shop.status(0x15)
        shop.wait(seconds: 6)
        try shop.status(0x19, elements: ["BatteryStatus": "87%"])
        shop.wait(seconds: 4)
        return shop
    }

    static func cancelling() throws -> Shop {
        var shop = try paymentAtCard()
        shop.press(.back)
        shop.send(.desk(.cancelSent))
        return shop
    }

    static func signature(chosen: Bool = false) throws -> Shop {
        var shop = try paymentAtCard()
        try shop.status(0x1F)
        try shop.askForSignature(SampleReceipt.merchant)
        shop.wait(seconds: 18)
        if chosen { shop.press(.yes) }
        return shop
    }

    static func result(_ verdict: OperationOutcome.Verdict) throws -> Shop {
        var shop = try paymentAtCard()
        shop.finish(verdict) { outcome in
            if verdict == .cancelled { outcome.statusCode = 0x12 }
            if verdict == .failed { outcome.statusCode = 0x0F }
            if verdict == .unknown { outcome.message = "Declined: failed, try again" }
        }
        shop.wait()
        return shop
    }

    static func partlyPaid() throws -> Shop {
        var shop = Shop.ready()
        shop.charge("3757")
        shop.finish(.partiallyApproved) { outcome in
            outcome.authorised = Amount(minorUnits: 2000, currency: .gbp)
            outcome.due = Amount(minorUnits: 1757, currency: .gbp)
        }
        shop.wait()
        return shop
    }

    static func stillUnknown() -> Shop {
        var shop = paymentBegins()
        shop.finish(.unknown)
        shop.wait()
        shop.press(.confirm)
        shop.send(.desk(.finished(nothingPending)))
        shop.wait()
        return shop
    }

    static let nothingPending = OperationCompletion(
        operation: .recoverPendingResult,
        result: .recovery(
            .nothingPending, FinanceResult(tokenised: ReaderStatus(code: 0x0A), xml: [])), wasRelayedToBank: false,
        isAutomatic: false)

    static func details() throws -> Shop {
        var shop = try result(.approved)
        shop.press(.details)
        return shop
    }

    static func receipt() throws -> Shop {
        var shop = try result(.approved)
        shop.press(.receipt)
        return shop
    }

    static func saveCopy() throws -> Shop {
        var shop = try receipt()
        shop.press(.save)
        return shop
    }

    /// A till with a printer that shows an approved sale.
    static func approvedWithPrinter() -> Shop {
        var settings = AppSettings(measure: .terminal)
        settings.configuration.receipts.printer = .network(host: "10.0.0.7", port: 9100)
        var shop = Shop.ready(settings: settings)
        shop.charge()
        shop.finish(.approved)
        shop.wait()
        return shop
    }

    static func notPrinted() -> Shop {
        var shop = approvedWithPrinter()
        shop.press(.print)
        for case .print(let order) in shop.effects { shop.send(.notPrinted(order, .printer(.notConnected))) }
        shop.wait()
        return shop
    }

    static func printed() -> Shop {
        var shop = approvedWithPrinter()
        shop.press(.print)
        for case .print(let order) in shop.effects { shop.send(.printed(order, number: 2)) }
        return shop
    }

    static func receiptBoth() -> Shop {
        var shop = approvedWithPrinter()
        shop.press(.receipt)
        shop.press(.digit(3))
        return shop
    }

    static func voidSlip() -> Shop {
        var shop = history()
        shop.press(.down, .down)
        shop.press(.receipt)
        shop.press(.digit(4))
        return shop
    }

    static func foundOnReceipt(isTyping: Bool = false) throws -> Shop {
        var shop = try receipt()
        shop.press(.find)
        for scalar in "total".unicodeScalars { shop.press(.text(scalar)) }
        if !isTyping { shop.press(.confirm) }
        return shop
    }

    static func unfinished() -> Shop {
        let shop = Shop()
        let record = shop.record(
            Amount(minorUnits: 1250, currency: .gbp), reader: Shop.identity(Shop.hiLite))
        var ready = Shop.ready(inDoubt: [record])
        ready.wait(seconds: 60)
        return ready
    }

    static func quit() -> Shop {
        var shop = Shop.ready()
        shop.press(.quit)
        return shop
    }

    static func help() -> Shop {
        var shop = sale()
        shop.press(.help)
        return shop
    }

    static func linkLost() -> Shop {
        var shop = Shop.ready()
        shop.send(.desk(.linkEnded(.broken)))
        shop.send(.desk(.reconnectDue))
        shop.send(.desk(.linkEnded(.broken)))
        shop.send(.desk(.reconnectDue))
        shop.send(.desk(.linkEnded(.broken)))
        return shop
    }
}

extension AllPages {
    static func shop(_ name: String) throws -> Shop {
        try #require(try shops().first { $0.name == name }).shop
    }

    static let names = ownNames + menuNames + pairingNames + chargeNames

    private static let ownNames = [
        "simulator", "simulator by hand", "simulator broken", "simulator seed", "simulator amounts",
        "choose reader", "choose in simulated books", "searching", "no readers", "sale", "ticket", "sale tip",
        "sale tip amount", "sale fields",
        "tickets",
        "demo", "large amount", "another customer", "payment begins",
        "payment at the card", "payment at the PIN", "cancelling", "signature", "signature chosen", "signature picture",
        "signature alone", "signature larger", "signature missing", "signature over", "approved",
        "declined", "partly paid", "cancelled", "not paid", "unknown", "still unknown", "details", "receipt",
        "receipt both", "receipt of a void",
        "receipt found", "receipt field", "found", "save a copy", "not printed", "printed",
        "unfinished", "quit", "help", "link lost", "history", "empty history", "find",
        "operation", "operation to check", "refund", "refund asked", "void", "refunded", "not refunded", "day",
        "close the day", "two unknown", "set aside", "decide", "decide by PIN",
        "reader disagrees", "another customer by PIN",
        "support", "sale with a rest", "rest",
        "open tickets", "tender", "tender asked", "change due", "tip", "tip asked",
        "unlinked refund", "unlinked refund reason",
        "settings", "settings changed", "setting typed", "about",
    ]
}
