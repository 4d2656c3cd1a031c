import Money
import TillCore

extension AllPages {
    static func simulatedSale(
        _ typed: String = "", currency: Currency = .gbp, setup: SimulatorSetup = SimulatorSetup()
    ) -> Shop {
        var setup = setup
        setup.seed = 48213
        var shop = Shop.ready(Shop.simulator, settings: AppSettings(currency: currency, measure: .terminal))
        shop.send(.simulator(.setup(setup)))
        shop.send(.simulator(.screen(["SIMULATED READER", "READY"])))
        shop.type(typed)
        return shop
    }

    /// A declined payment is chosen.
    static func simulator() -> Shop {
        var shop = simulatedSale()
        shop.press(.simulator, .digit(3))
        return shop
    }

    /// A payment waits for its card, which is presented by hand.
    static func simulatorByHand() throws -> Shop {
        var setup = SimulatorSetup()
        setup.isByHand = true
        var shop = simulatedSale(setup: setup)
        shop.charge()
        try shop.status(0x14, cancel: true, elements: ["BatteryStatus": "87%"])
        shop.send(.simulator(.screen(["12.50 GBP", "INSERT, SWIPE OR TAP CARD"])))
        shop.press(.simulator)
        return shop
    }

    /// Two faults are armed, one was carried out.
    static func simulatorBroken() -> Shop {
        var setup = SimulatorSetup()
        setup.armed = [.dropLink, .answerTwice]
        setup.dropStep = .bankAnswer
        var shop = simulatedSale(setup: setup)
        shop.press(.simulator, .otherPanel, .otherPanel, .digit(3))
        shop.send(.simulator(.carriedOut([.corruptChecksum])))
        return shop
    }

    /// A seed is being typed.
    static func simulatorSeed() -> Shop {
        var shop = simulatedSale()
        shop.press(.simulator, .otherPanel, .otherPanel, .otherPanel, .digit(5), .confirm, .digit(4), .digit(2))
        return shop
    }

    static func simulatorAmounts() -> Shop {
        var shop = simulatedSale()
        shop.press(.simulator, .otherPanel, .otherPanel, .otherPanel, .otherPanel)
        return shop
    }
}
