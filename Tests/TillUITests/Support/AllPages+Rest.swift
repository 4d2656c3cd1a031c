import Money
import TillCore
import TillJournal

extension AllPages {
    static func ticket(due: Int64 = 1757) -> TicketState {
        func money(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: .gbp) }
        return TicketState(
            reference: "T1-000418", asked: money(3757), gratuity: money(0), paidByCard: money(2000),
            paidOtherwise: money(0), refunded: money(0), due: money(due), attempts: 1, inDoubt: [])
    }

    static func saleWithRest() -> Shop {
        var shop = Shop.ready()
        shop.send(.day(DayBooks(partlyPaid: [ticket(), ticket(due: 500)])))
        return shop
    }

    static func rest() -> Shop {
        var shop = Shop.ready()
        shop.send(.day(DayBooks(partlyPaid: [ticket()])))
        shop.press(.attention)
        return shop
    }

    static func openTickets() -> Shop {
        var shop = saleWithRest()
        shop.press(.attention)
        return shop
    }

    static func tender() throws -> Shop {
        var shop = try partlyPaid()
        shop.press(.otherPayment)
        shop.type("2000")
        return shop
    }

    /// The customer gave more than was due.
    static func changeDue() throws -> Shop {
        var shop = try tenderAsked()
        shop.press(.digit(1), .confirm)
        shop.send(.tenderRecorded(ticket(due: 0)))
        shop.wait()
        return shop
    }

    static func tenderAsked() throws -> Shop {
        var shop = try tender()
        shop.press(.confirm)
        shop.wait()
        return shop
    }
}
