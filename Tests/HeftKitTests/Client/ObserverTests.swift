import EventLogging
import HeftKit
import HeftWire
import ReaderSimulator
import Testing

@Suite("The observer of a connection") struct ObserverTests {
    private typealias Event = ReaderConnection.Event

    /// A word for each event but the frames'.
    private func word(_ event: Event) -> String? {
        switch event {
        case .connected: "connected"
        case .status(let event): event.status.name
        case .signatureRequest: "signature"
        case .signatureWithdrawn: "withdrawn"
        case .cancelSent: "cancel sent"
        case .cancelAnswered: "cancel answered"
        case .finished: "finished"
        case .unclaimed: "unclaimed"
        case .activity(.messageSent(let message)): "> \(message.command.rawValue)"
        case .activity(.messageReceived(let bytes)): "< \(String(decoding: bytes.prefix(4), as: UTF8.self))"
        case .activity(.link), .activity(.problem): nil
        case .over: "over"
        }
    }

    @Test("gets every message and event of a sale, in order, and the end last") func whole() throws {
        let shop = try Shop()
        let client = try #require(try shop.connect() as? ReaderConnection)
        _ = try shop.sell(1250, by: client)
        client.disconnect()
        try #require(shop.waitUntilLost())
        let start = ["> I000", "< I001", "> L000", "< L001", "connected", "> F000", "< R020", "> R021"]
        let cardholder = ["WaitingForCard", "CardInserted", "ApplicationSelection", "PinInput"].flatMap {
            ["< R001", $0]
        }
        let host = zip(["Connect", "Send", "Receive", "Disconnect"], ["0", "1", "2", "3"]).flatMap {
            ["< R001", "WaitingHost\($0)", "< H0\($1)0", "> H0\($1)1"]
        }
        let words = shop.events.entries.compactMap(word)
        #expect(words == start + cardholder + host + ["< F001", "finished", "over"])
        #expect(shop.events.entries.last == .over(.closed("closed by the till")))
    }

    @Test("is told of every frame and its acknowledgement") func frames() throws {
        let shop = try Shop { $0.configuration.bufferSize = 64 }
        _ = try shop.sell(1250, by: try shop.connect())
        var balance = 0
        var frames = 0
        for case .activity(.link(let activity)) in shop.events.entries {
            switch activity {
            case .frameSent, .frameReceived:
                balance += 1
                frames += 1
            case .controlSent(let symbol), .controlReceived(let symbol):
                #expect(symbol == .ack)
                balance -= 1
            }
        }
        #expect(balance == 0)
        #expect(frames > 60)
    }

    @Test("learns that an operation ended with its link, and what is known of its delivery") func lostLink() throws {
        let shop = try Shop()
        let client = try shop.connect()
        try #require(client.sale(withAmount: 9005, currency: "GBP", cardholder: true))
        try #require(shop.waitUntilLost())
        let ends = shop.events.entries.suffix(2)
        guard case .finished(let completion)? = ends.first else {
            Issue.record("the operation did not end")
            return
        }
        #expect(completion.result == .failed(.broken, .delivered))
        #expect(completion.wasRelayedToBank)
        #expect(ends.last == .over(.broken))
    }

    @Test("may call the connection back from every event", .timeLimit(.minutes(1))) func callsBack() throws {
        let shop = try Shop()
        let over = EventLog<Int>()
        let calls = EventLog<Bool>()
        shop.manager.connect(to: Shop.device, sharedSecret: Shop.secret, delegate: nil) { connection, event in
            calls.append(connection.isCancelAllowed || connection.isResultPending || connection.mpedInfo.isEmpty)
            switch event {
            case .connected: _ = connection.financeStartOfDay()
            case .finished: connection.disconnect()
            case .over: over.append(1)
            default: break
            }
        }
        #expect(over.wait { $0.first } == 1)
        #expect(calls.entries.count > 10)
    }

    @Test("the delegate and the observer are told in the same order") func sameOrder() throws {
        let shop = try Shop()
        _ = try shop.sell(1250, by: try shop.connect())
        let observed = shop.events.entries.compactMap { event -> Int? in
            if case .status(let status) = event { Int(status.status.code) } else { nil }
        }
        #expect(shop.recorder.calls.statusCodes == [0x9999] + observed)
    }
}
