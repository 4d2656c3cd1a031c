import Money
import TillCore
import TillJournal

extension AllPages {
    static func charges() throws -> [(name: String, shop: Shop)] {
        [
            ("charge", charge()), ("charge chosen", chargeChosen()), ("charge typed", chargeTyped()),
            ("charges waiting", chargesWaiting()), ("charge old", chargeOld()),
            ("charge approved", chargeApproved()), ("charge told", chargeApproved(immediately: true)),
            ("charge declined", chargeDeclined()), ("charge again", chargeAgain()), ("not told", notTold()),
            ("not told busy", notToldBusy()), ("answers not sent", unsent()), ("no answers", unsent([])),
            ("answer not taken", unsentFailed()), ("approved, e-mail", approvedWithMail()),
            ("e-mail a receipt", email()),
        ]
    }

    static let chargeNames = [
        "charge", "charge chosen", "charge typed", "charges waiting", "charge old", "charge approved",
        "charge told", "charge declined", "charge again", "not told", "not told busy",
        "answers not sent", "no answers", "answer not taken", "approved, e-mail", "e-mail a receipt",
    ]

    private static let base = "com-innerfence-ccterminal://charge/1.0.0/?"
    private static let usual =
        "amount=50.00&amountFixed=1&taxRate=8.5&returnAppName=ChargeDemo&description=Test%20transaction"
        + "&invoiceNumber=321&firstName=Ann&lastName=Other&company=Corner%20Cafe&address=1%20High%20Street"
        + "&city=London&zip=N1&phone=020%207946%200000&email=ann%40example.com"
        + "&returnURL=com-innerfence-ChargeDemo%3A%2F%2FchargeResponse%3Frecord_id%3D123"

    /// Sequences that a terminal obeys, marks that turn text around, and a name without an end.
    static let hostile =
        "amount=50.00&returnAppName=%1B%5B2J%1B%5D0%3BPAID%07" + String(repeating: "W", count: 5000)
        + "&description=%E2%80%AE00.05%0D%0A%1B%5B31m" + String(repeating: "%E5%AF%BF", count: 400)
        + "&firstName=" + String(repeating: "e%CC%81%CC%82", count: 300)
        + "&returnURL=x%3A%2F%2F" + String(repeating: "h", count: 3000)

    static func charge(query: String = usual, number: Int = 1) -> Shop {
        var shop = Shop.ready()
        shop.send(.charge(.arrived(number: number, url: base + query)))
        shop.wait()
        return shop
    }

    static func chargeChosen() -> Shop {
        var shop = charge()
        shop.press(.yes)
        return shop
    }

    static func chargeTyped() -> Shop {
        var shop = charge(query: "returnAppName=ChargeDemo&returnURL=https%3A%2F%2Fshop.example%2Fpaid")
        shop.type("1250")
        return shop
    }

    static func chargesWaiting() -> Shop {
        var shop = charge(query: "amount=12.50&returnAppName=ChargeDemo&returnURL=a%3A")
        for number in 2...3 { shop.send(.charge(.arrived(number: number, url: base + "amount=1.00"))) }
        return shop
    }

    /// The cashier was away for twelve minutes.
    static func chargeOld() -> Shop {
        var shop = charge()
        shop.wait(seconds: 12 * 60)
        return shop
    }

    private static func paying(_ query: String) -> Shop {
        var shop = charge(query: query)
        shop.press(.yes, .confirm)
        guard case .recordingIntent(let reader?, let request) = shop.state.desk.phase else { return shop }
        shop.send(
            .desk(.intentRecorded(shop.record(request.amount ?? .init(minorUnits: 0, currency: .gbp), reader: reader))))
        return shop
    }

    static func chargeApproved(immediately: Bool = false) -> Shop {
        var shop = paying(usual + (immediately ? "&returnImmediately=1" : ""))
        shop.finish(.approved)
        shop.wait()
        return shop
    }

    static func chargeDeclined() -> Shop {
        var shop = paying(usual)
        shop.finish(.declined)
        shop.wait()
        return shop
    }

    static func chargeAgain() -> Shop {
        var shop = chargeDeclined()
        shop.press(.anotherCard)
        shop.wait()
        return shop
    }

    static func notTold() -> Shop {
        var shop = Shop.ready()
        let answer = ChargeAnswer(
            number: 1, ticket: "T1-000418", word: .approved, amount: Amount(minorUnits: 5425, currency: .gbp),
            appName: "ChargeDemo", url: "com-innerfence-ChargeDemo://chargeResponse")
        shop.send(
            .charge(
                .notDelivered(answer, reason: "xdg-open could not open the address and ended with status 3.")))
        shop.wait()
        return shop
    }

    static func unsent(_ words: [ChargeAnswer.Word] = [.approved, .cancelled, .declined, .error]) -> Shop {
        var shop = Shop.ready()
        shop.press(.palette)
        for scalar in "answers not".unicodeScalars { shop.press(.text(scalar)) }
        shop.press(.confirm)
        let amounts: [Int64?] = [5425, nil, 120_000_000, 1250]
        let names = ["ChargeDemo", "", String(repeating: "Corner Shop ", count: 9), "\u{1B}[2JShop"]
        let answers = words.enumerated().map { index, word in
            let amount = amounts[index % 4].map { Amount(minorUnits: $0, currency: .gbp) }
            let answer = ChargeAnswer(
                number: nil, ticket: "T1-00041\(index)-X899", word: word, amount: word == .approved ? amount : nil,
                appName: names[index % 4], url: "com-shop:")
            let age = Int64([0, 720, 8000, 400_000][index % 4]) * 1000
            let askedAt = Timestamp(
                millisecondsSince1970: shop.now.millisecondsSince1970 - age, offsetFromUTC: shop.now.offsetFromUTC)
            return UnsentAnswer(answer: answer, askedAt: askedAt, asked: amount)
        }
        shop.send(.charge(.unsent(answers)))
        shop.wait()
        return shop
    }

    static func approvedWithMail() -> Shop {
        var settings = AppSettings(measure: .terminal)
        settings.configuration.charge.sendmail = ["sendmail", "-t"]
        var shop = Shop.ready(settings: settings)
        shop.charge()
        shop.finish(.approved)
        shop.wait()
        return shop
    }

    static func email() -> Shop {
        var shop = approvedWithMail()
        shop.press(.email)
        for scalar in "ann@example.com".unicodeScalars { shop.press(.text(scalar)) }
        return shop
    }

    static func unsentFailed() -> Shop {
        var shop = unsent()
        shop.press(.down, .confirm)
        if case .unsent(let page) = shop.state.page, let marked = page.markedAnswer {
            shop.send(.charge(.notDelivered(marked.answer, reason: "xdg-open could not open the address.")))
        }
        return shop
    }

    static func notToldBusy() -> Shop {
        var shop = notTold()
        shop.press(.confirm)
        return shop
    }
}
