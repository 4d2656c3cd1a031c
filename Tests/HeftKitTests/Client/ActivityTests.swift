import EventLogging
import HeftKit
import ReaderSimulator
import Testing

@Suite("The public observer of a connection") struct ActivityTests {
    @Test("is told every state, message and host exchange of a sale") func sale() throws {
        let shop = try Shop()
        let log = EventLog<HeftActivity>()
        shop.manager.activityObserver = { device, activity in
            if device == Shop.device { log.append(activity) }
        }
        let client = try shop.connect()
        _ = try shop.sell(1250, by: client)
        shop.port.breakLink()
        let isOver: @Sendable (HeftActivity) -> Bool = { if case .state(.over) = $0 { true } else { false } }
        try #require(log.wait(where: isOver))
        let states = log.entries.compactMap { activity -> HeftActivity.State? in
            if case .state(let state) = activity { state } else { nil }
        }
        #expect(states == [.connecting, .ready, .operating, .ready, .over("Connection broken")])
        let commands = log.entries.compactMap { activity -> String? in
            if case .message(_, let message) = activity { message.command } else { nil }
        }
        #expect(commands.prefix(5) == ["I000", "I001", "L000", "L001", "F000"])
        #expect(commands.last == "F001")
        let exchanges = log.entries.filter {
            switch $0 {
            case .hostExchange, .hostExchangeEnded: true
            default: false
            }
        }
        #expect(exchanges.count == 2)
        let frames = log.entries.count { if case .frame(_, let frame) = $0 { frame.isIntact } else { false } }
        let acknowledgements = log.entries.count { if case .control(_, .acknowledge) = $0 { true } else { false } }
        #expect(frames == acknowledgements)
        #expect(log.entries.last.map(isOver) == true)
    }
}

@Suite("A reader that restarts") struct RestartTests {
    @Test("comes back to its delegate by itself", .timeLimit(.minutes(1))) func comesBack() throws {
        let shop = try Shop { $0.configuration.restartsAfterUpdate = true }
        shop.manager.client(for: Shop.device, sharedSecret: Shop.secret, delegate: shop.recorder)
        try #require(shop.recorder.log.wait(where: { $0 == .status(0x9999) }))
        #expect(try #require(shop.recorder.client).financeInit())
        #expect(try shop.result().isRestarting)
        try #require(shop.recorder.log.wait(for: 2) { $0 == .status(0x9999) })
        #expect(shop.recorder.calls.count { $0 == .connected } == 2)
        #expect(shop.recorder.calls.count { $0 == .lost(Shop.device) } == 1)
        #expect(shop.recorder.calls.errors.isEmpty)
        #expect(try shop.sell(100, by: try #require(shop.recorder.client)).outcome == .authorised)
    }
}
