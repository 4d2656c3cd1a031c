import EventLogging
import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import Testing

@Suite("Connecting") struct ConnectingTests {
    /// Connects to a reader that the script plays, and gives back what the delegate was told until it was refused.
    private func refusals(_ channel: ScriptedChannel) throws -> [Recorder.Call] {
        let recorder = Recorder()
        let manager = HeftManager()
        manager.delegate = recorder
        manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
        manager.environment.timers = TestTimers()
        manager.register(ScriptedSource(open: { _ in channel }))
        let device = HeftRemoteDevice(ScriptedSource.device)
        manager.client(for: device, sharedSecret: Shop.secret, delegate: recorder)
        try #require(recorder.log.wait(where: { $0 == .lost(device) }))
        #expect(recorder.strayCalls == 0)
        return recorder.calls
    }

    private static func initResponse(_ status: Status) throws -> [UInt8] {
        let message = try ReaderMessage.initialised(InitResponse(status: status, body: nil)).encoded()
        return ControlSymbol.ack.bytes + FrameEncoder.initial.frames(of: message).joined()
    }

    @Test("the delegate gets didConnect, then InitialisationComplete, each once") func connects() throws {
        let shop = try Shop()
        try shop.connect()
        #expect(shop.recorder.calls == [.connected, .status(0x9999)])
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("didConnect comes after the init and the log level") func logLevelFirst() throws {
        let shop = try Shop()
        try shop.connect()
        let steps = shop.events.entries.compactMap { event -> String? in
            switch event {
            case .activity(.messageSent(let message)): message.command.rawValue
            case .activity(.messageReceived(let bytes)): String(decoding: bytes.prefix(4), as: UTF8.self)
            case .connected: "connected"
            default: nil
            }
        }
        #expect(steps == ["I000", "I001", "L000", "L001", "connected"])
    }

    @Test("the client tells what the reader is by the nine keys") func particulars() throws {
        let info = try Shop().connect().mpedInfo
        #expect(info.count == 9)
        #expect(info[kSerialNumberInfoKey] == "000012348421")
        #expect(info[kPublicKeyVersionInfoKey] == "1")
        #expect(info[kEMVParamVersionInfoKey] == "2")
        #expect(info[kGeneralParamInfoKey] == "3")
        #expect(info[kManufacturerCodeInfoKey] == "0")
        #expect(info[kModelCodeInfoKey] == "1")
        #expect(info[kAppNameInfoKey] == "SIMEFT")
        #expect(info[kAppVersionInfoKey] == "1.7")
        #expect(info[kXMLDetailsInfoKey]?.contains("<SerialNumber>000012348421</SerialNumber>") == true)
    }

    @Test("an old reader, which refuses the first init, connects by the second") func oldReader() throws {
        let shop = try Shop { $0.configuration.profile = .old }
        let client = try shop.connect()
        #expect(try shop.sell(1250, by: client).finStatus == "AUTHORISED")
    }

    @Test(
        "a secret that is not 64 hexadecimal digits is refused in a sentence, and nothing is opened",
        arguments: [
            ("", "The shared secret has 0 characters where 64 hexadecimal digits are due."),
            (
                String(Shop.secret.dropLast()),
                "The shared secret has 63 characters where 64 hexadecimal digits are due."
            ),
            (
                Shop.secret.dropLast() + "G",
                "The shared secret holds a character that is no hexadecimal digit (0-9, A-F)."
            ),
        ])
    func malformedSecret(secret: String, sentence: String) throws {
        let shop = try Shop()
        shop.manager.client(for: Shop.device, sharedSecret: secret, delegate: shop.recorder)
        #expect(shop.recorder.log.wait { $0.first } == .error(0x001D, sentence))
        // A connection that is good comes after whatever else a bad one would have brought.
        try shop.connect()
        #expect(shop.recorder.calls == [.error(0x001D, sentence), .connected, .status(0x9999)])
        #expect(shop.recorder.strayCalls == 0)
    }

    @Test("a device that no source has is refused") func noSuchDevice() throws {
        let shop = try Shop()
        shop.manager.client(
            for: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: shop.recorder)
        #expect(shop.recorder.log.wait { $0.first } == .error(0x0007, "Can't create bluetooth connection"))
        try shop.connect()
        #expect(shop.recorder.calls.dropFirst() == [.connected, .status(0x9999)])
    }

    @Test(
        "a channel that does not open is an error with its reason, and no connection",
        arguments: [
            (.timedOut, "the reader does not answer. Switch it on and bring it closer"),
            (.notPermitted, "you may not use that device. Join its group, mostly dialout"),
            (.gone, "there is no such device. Plug it in, or choose another reader"),
            (.busy, "another program has that device. Close the other program first"),
            (.refused, "nobody answers at that port. Start the reader's side first"),
            (.failed("Host is down"), "Host is down"),
            (.adapter(.noAdapter), "this computer has no Bluetooth adapter. Plug one in"),
            (.adapter(.adapterOff), "Bluetooth is switched off. Run bluetoothctl power on"),
            (.adapter(.adapterBlocked), "Bluetooth is blocked. Run rfkill unblock bluetooth"),
            (
                .adapter(.serviceNotRunning),
                "the Bluetooth service does not run. Run systemctl start bluetooth"
            ),
            (.adapter(.notPermitted), "you may not use Bluetooth. Ask whoever looks after this computer"),
            (.adapter(.busy), "Bluetooth is busy. Wait a moment, then try again"),
            (.notPaired(.needed), "the reader is not paired with this computer. Pair it first"),
            (.notPaired(.cancelled), "pairing was cancelled. Pair the reader to use it"),
            (.notPaired(.wrongPIN), "that is not the reader's PIN. Look it up in the reader's papers"),
            (.notPaired(.refused), "the reader refused to be paired. Let it be found, then try again"),
            (.notPaired(.timedOut), "nobody answered in time. Pair the reader again"),
            (
                .notPaired(.lostByReader),
                "the reader has lost its pairing. Forget it here and pair it again"
            ),
            (.serviceLost, "the Bluetooth service ended. Wait a moment, then try again"),
            (.noSerialService, "that device is no card reader. Choose another one"),
            (.turnedAway, "the reader refuses. Disconnect it elsewhere, or forget it and pair anew"),
            (.unknownReader, "that reader is not known any more. Search for it again"),
        ] as [(HeftTransport.CloseReason, String)])
    func neverOpens(reason: HeftTransport.CloseReason, words: String) throws {
        #expect(words.count <= 72, "as many columns as a status line has")
        let calls = try refusals(ScriptedChannel(refusal: reason))
        #expect(
            calls == [
                .error(0x0007, "Can't create bluetooth connection (\(words))"),
                .lost(HeftRemoteDevice(ScriptedSource.device)),
            ])
    }

    @Test(
        "what stands in the way of a link is told where somebody can clear it away",
        arguments: [
            (.notPaired(.needed), .notPaired), (.notPaired(.lostByReader), .pairingLost), (.turnedAway, .turnedAway),
            (.notPaired(.cancelled), .other), (.timedOut, .other), (.unknownReader, .other),
        ] as [(HeftTransport.CloseReason, HeftWire.LinkFailure.Obstacle)])
    func obstacle(reason: HeftTransport.CloseReason, obstacle: HeftWire.LinkFailure.Obstacle) throws {
        let manager = HeftManager()
        manager.register(ScriptedSource(open: { _ in ScriptedChannel(refusal: reason) }))
        let log = EventLog<HeftWire.LinkFailure>()
        let connection = manager.connect(
            to: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: nil
        ) { _, event in
            if case .over(let failure) = event { log.append(failure) }
        }
        #expect(connection != nil)
        let failure = try #require(log.wait { $0.first })
        guard case .notOpened(_, let told) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(told == obstacle)
    }

    @Test("one connection takes one channel, of the first source that has the device") func oneChannel() throws {
        let asked = EventLog<Int>()
        let recorder = Recorder()
        let manager = HeftManager()
        manager.delegate = recorder
        for number in 1...3 {
            manager.register(
                ScriptedSource(open: { _ in
                    asked.append(number)
                    return number == 1 ? nil : ScriptedChannel(refusal: .gone)
                }))
        }
        let device = HeftRemoteDevice(ScriptedSource.device)
        manager.client(for: device, sharedSecret: Shop.secret, delegate: recorder)
        try #require(recorder.log.wait(where: { $0 == .lost(device) }))
        #expect(asked.entries == [1, 2])
    }

    @Test("no timer runs while nothing is asked of the reader") func quiet() throws {
        let shop = try Shop()
        let client = try shop.connect()
        #expect(shop.tillTimers.areAllStopped)
        _ = try shop.sell(1250, by: client)
        #expect(shop.tillTimers.areAllStopped)
    }

    @Test("a reader that refuses the init is an error, and no connection") func refusesInit() throws {
        let calls = try refusals(ScriptedChannel(answers: [ConnectingTests.initResponse(.processingError)]))
        let text = "Communication error the reader refused the init: The reader could not process the request"
        #expect(calls == [.error(0, text), .lost(HeftRemoteDevice(ScriptedSource.device))])
    }

    @Test("a reader that refuses both inits is an error, and no connection") func refusesBothInits() throws {
        let refusal = try ConnectingTests.initResponse(.invalidData)
        let calls = try refusals(ScriptedChannel(answers: [refusal, refusal]))
        let text = "Communication error the reader refused the init: The reader did not understand the request"
        #expect(calls == [.error(0, text), .lost(HeftRemoteDevice(ScriptedSource.device))])
    }

    @Test("a reader that ends the link during the init is an error, and no connection") func breaksInit() throws {
        let calls = try refusals(ScriptedChannel(answers: [ControlSymbol.eot.bytes]))
        #expect(calls == [.error(0x0007, "Connection broken"), .lost(HeftRemoteDevice(ScriptedSource.device))])
    }

    @Test("a reader that does not answer the init is an error in time, and no connection") func silentInit() throws {
        let recorder = Recorder()
        let timers = TestTimers()
        let manager = HeftManager()
        manager.environment.timers = timers
        manager.register(ScriptedSource(open: { _ in ScriptedChannel(answers: [ControlSymbol.ack.bytes]) }))
        manager.client(
            for: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: recorder)
        #expect(timers.expire(seconds: 15))
        #expect(recorder.log.wait { $0.first } == .error(0x0006, "Timeout on response"))
        #expect(timers.areAllStopped)
    }

    @Test("operations before the connection are refused") func beforeConnection() throws {
        let answers = EventLog<Bool>()
        let refusals = EventLog<HeftError>()
        let manager = HeftManager()
        manager.environment.timers = TestTimers()
        manager.register(ScriptedSource(open: { _ in ScriptedChannel() }))
        manager.connect(
            to: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: nil
        ) { connection, event in
            guard case .activity(.messageSent) = event else { return }
            answers.append(connection.sale(withAmount: 100, currency: "GBP", cardholder: true))
            answers.append(connection.retrievePendingTransaction())
            answers.append(connection.mpedInfo.isEmpty)
            answers.append(connection.isTransactionResultPending)
            do throws(HeftError) {
                try connection.start(.startOfDay)
            } catch {
                refusals.append(error)
            }
        }
        #expect(refusals.wait { $0.first } == .notConnected)
        #expect(answers.entries == [false, false, true, false])
    }

    @Test("a link that is lost with nothing under way is told once, and without an error") func lostWhileIdle() throws {
        let shop = try Shop()
        let client = try shop.connect()
        shop.port.breakLink()
        #expect(shop.waitUntilLost())
        #expect(shop.recorder.calls == [.connected, .status(0x9999), .lost(Shop.device)])
        #expect(!client.sale(withAmount: 100, currency: "GBP", cardholder: true))
        #expect(client.mpedInfo.count == 9)
        try shop.connect()
        #expect(shop.recorder.calls.count { $0 == .lost(Shop.device) } == 1)
    }

    @Test("a connection goes on without its delegate") func delegateIsGone() throws {
        let shop = try Shop()
        var delegate: Recorder? = Recorder()
        let connected = EventLog<ReaderConnection>()
        shop.manager.connect(to: Shop.device, sharedSecret: Shop.secret, delegate: delegate) { connection, event in
            if case .connected = event { connected.append(connection) }
        }
        delegate = nil
        #expect(connected.wait { $0.first } != nil)
    }
}
