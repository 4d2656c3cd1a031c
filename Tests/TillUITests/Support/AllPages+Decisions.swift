import TillCore
import TillJournal

extension AllPages {
    static func setAside() throws -> Shop {
        var shop = try result(.unknown)
        shop.press(.setAside)
        return shop
    }

    static func decide() throws -> Shop {
        var shop = try result(.unknown)
        shop.press(.otherPayment)
        return shop
    }

    /// It was decided that nothing was paid, and the reader says that it was.
    static func readerDisagrees() -> Shop {
        var shop = Shop.ready()
        shop.charge()
        shop.finish(.unknown)
        shop.wait()
        guard var record = shop.state.desk.inDoubt.first else { return shop }
        record.outcome = shop.outcome(.failed, record.intent.amount) { outcome in
            outcome.settledBy = .supervisor(name: "Ann", evidence: "phone call")
        }
        let decision = SupervisorDecision(kind: .failed, supervisor: "Ann", evidence: "phone call", at: shop.now)
        shop.send(.desk(.decisionRecorded(decision, record)))
        record.readersAnswer = shop.outcome(.approved, record.intent.amount) { $0.settledBy = .pendingResult }
        if let answer = record.readersAnswer { shop.send(.desk(.contradictionKept(record, answer))) }
        shop.wait()
        return shop
    }

    /// Where the PIN is being typed.
    static func decideByPIN() -> Shop {
        var shop = Shop.ready(settings: AppSettings(asksForPIN: true, measure: .terminal))
        shop.charge()
        shop.finish(.unknown)
        shop.wait()
        shop.press(.otherPayment, .digit(1), .confirm)
        shop.write("Ann")
        shop.press(.confirm)
        shop.write("Bank portal 14:10, auth 091824")
        shop.press(.confirm)
        shop.write("2468")
        return shop
    }

    /// The amount that is in doubt is to be charged again, and a supervisor is asked.
    static func anotherCustomerByPIN() -> Shop {
        var shop = Shop.ready(settings: AppSettings(asksForPIN: true, measure: .terminal))
        shop.charge()
        shop.finish(.unknown)
        shop.wait()
        shop.press(.confirm)
        shop.send(.desk(.finished(nothingPending)))
        shop.wait()
        shop.press(.back)
        shop.type("1250")
        shop.press(.confirm)
        shop.wait()
        shop.press(.digit(1), .confirm)
        return shop
    }

    static func unlinkedRefund() -> Shop {
        var shop = history()
        shop.press(.otherPayment)
        shop.type("500")
        return shop
    }

    static func unlinkedRefundReason() -> Shop {
        var shop = unlinkedRefund()
        shop.press(.confirm)
        return shop
    }

    static func support() throws -> Shop {
        var shop = try result(.unknown)
        shop.press(.supportSheet)
        guard case .support(let support) = shop.state.page else { return shop }
        shop.answerDetail(HistoryRow(support.record))
        return shop
    }
}

extension Shop {
    /// Types into a field.
    mutating func write(_ text: String) {
        for scalar in text.unicodeScalars { press(.text(scalar)) }
    }
}
