import Dispatch
import EventLogging
import HeftKit
import HeftTransport
import Testing

@Suite("Discovery") struct DiscoveryTests {
    private let manager = HeftManager()
    private let recorder = Recorder()

    init() {
        manager.delegate = recorder
        manager.callbacks.setSpecific(key: Recorder.queueMark, value: true)
    }

    private func discover() throws {
        let earlier = recorder.calls.count { $0 == .discoverFinished }
        manager.startDiscovery()
        try #require(recorder.log.wait(for: earlier + 1) { $0 == .discoverFinished })
    }

    @Test("without any source the search is over, and nothing was found") func noSources() throws {
        try discover()
        #expect(recorder.calls == [.discoverFinished])
        #expect(manager.connectedCardReaders.isEmpty)
        #expect(recorder.strayCalls == 0)
    }

    @Test("each reader is named once, and the end once after all sources") func severalSources() throws {
        let other = ReaderDevice(name: "HiLite 77", address: "77", kind: .bluetooth)
        manager.register(ScriptedSource())
        manager.register(ScriptedSource(findings: [.finished]))
        manager.register(ScriptedSource(findings: [.found(other), .finished]))
        try discover()
        #expect(
            recorder.calls == [
                .found(HeftRemoteDevice(ScriptedSource.device)), .found(HeftRemoteDevice(other)), .discoverFinished,
            ])
        #expect(manager.connectedCardReaders.map(\.name) == ["HiLite 8421", "HiLite 77"])
        #expect(manager.connectedCardReaders.map(\.address) == ["00:11:22:33:44:55", "77"])
        #expect(recorder.strayCalls == 0)
    }

    @Test("a second search names its readers again and lists them once") func searchedTwice() throws {
        manager.register(ScriptedSource())
        try discover()
        try discover()
        let found = Recorder.Call.found(HeftRemoteDevice(ScriptedSource.device))
        #expect(recorder.calls == [found, .discoverFinished, found, .discoverFinished])
        #expect(manager.connectedCardReaders.count == 1)
    }

    @Test("the list is complete when the end of the search is told") func completeAtTheEnd() throws {
        manager.register(ScriptedSource())
        let lists = EventLog<[String]>()
        recorder.react { [manager] call, _ in
            if call == .discoverFinished { lists.append(manager.connectedCardReaders.map(\.name)) }
        }
        try discover()
        #expect(lists.wait { $0.first } == ["HiLite 8421"])
    }

    @Test("a reader that is lost during the search is told so before its end, and leaves the list") func lost() throws {
        manager.register(
            ScriptedSource(findings: [.found(ScriptedSource.device), .lost(ScriptedSource.device), .finished]))
        try discover()
        let device = HeftRemoteDevice(ScriptedSource.device)
        #expect(recorder.calls == [.found(device), .lost(device), .discoverFinished])
        #expect(manager.connectedCardReaders.isEmpty)
    }

    @Test("a reader that is seen often is named once to the delegate, and each time to the observer") func seenOften()
        throws
    {
        let far = ReaderSighting(ScriptedSource.device, signal: -85)
        let near = ReaderSighting(ScriptedSource.device, signal: -50)
        manager.register(ScriptedSource(findings: [.problem(.busy), .seen(far), .seen(near), .finished]))
        manager.register(ScriptedSource(findings: [.finished]))
        let events = EventLog<DiscoveryEvent>()
        manager.search { events.append($0) }
        try #require(events.wait { $0 == .finished })
        #expect(events.entries == [.problem(.busy), .seen(far), .seen(near), .finished])
        #expect(recorder.calls == [.found(HeftRemoteDevice(ScriptedSource.device)), .discoverFinished])
        #expect(manager.connectedCardReaders.map(\.name) == ["HiLite 8421"])
    }

    @Test("what sources know without a search is listed, and forgetting reaches them") func known() throws {
        let wired = ReaderDevice(name: "HiPro", address: "/dev/ttyACM0", kind: .wired)
        manager.register(ScriptedSource(presentDevices: [wired]))
        #expect(manager.knownReaders == [ReaderSighting(wired)])
        try discover()
        manager.stopDiscovery()
        manager.forget(ScriptedSource.device)
        #expect(manager.connectedCardReaders.map(\.name) == ["HiPro"])
    }

    @Test("a reader that no source has gives no connection") func noSuchReader() {
        manager.register(ScriptedSource())
        let connection = manager.connect(
            to: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: nil, observer: nil)
        #expect(connection == nil)
    }

    @Test("the source that has a reader pairs with it; where none needs pairing nothing happens") func pairing() throws
    {
        struct Source: ReaderSource {
            struct Running: RunningPairing {
                func cancel() {}
            }

            let presentDevices: [ReaderDevice] = []
            func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {}
            func channel(to device: ReaderDevice) -> (any ByteChannel)? { nil }

            func pair(
                _ device: ReaderDevice, on queue: DispatchQueue, ask: @escaping @Sendable (PairingEvent) -> Void,
                completion: @escaping @Sendable (CloseReason?) -> Void
            ) -> (any RunningPairing)? {
                let question = PairingQuestion(number: 1, device: device, kind: .enterPIN)
                queue.async {
                    ask(.asked(question) { answer in completion(answer == .text("0000") ? nil : .timedOut) })
                }
                return Running()
            }
        }
        let ends = EventLog<CloseReason?>()
        let manager = HeftManager()
        manager.register(ScriptedSource())
        #expect(manager.pair(ScriptedSource.device, ask: { _ in }, completion: ends.append) == nil)
        manager.register(Source())
        let running = manager.pair(
            ScriptedSource.device,
            ask: { event in
                if case .asked(_, let answer) = event { answer(.text("0000")) }
            }, completion: ends.append)
        #expect(running != nil)
        #expect(ends.wait { $0.first } == .some(nil))
    }

    @Test("resetting forgets what searches found and keeps the readers at a wire") func reset() throws {
        let wired = ReaderDevice(name: "HiPro", address: "/dev/ttyACM0", kind: .wired)
        manager.register(ScriptedSource())
        manager.register(ScriptedSource(presentDevices: [wired], findings: [.found(wired), .finished]))
        #expect(manager.connectedCardReaders.map(\.name) == ["HiPro"])
        try discover()
        #expect(manager.connectedCardReaders.map(\.name) == ["HiPro", "HiLite 8421"])
        manager.resetDevices()
        #expect(manager.connectedCardReaders.map(\.name) == ["HiPro"])
        try discover()
        #expect(manager.connectedCardReaders.count == 2)
    }

    @Test("the simulated reader is there without a search") func simulatedReader() throws {
        let shop = try Shop()
        #expect(shop.manager.connectedCardReaders == [Shop.device])
        shop.manager.startDiscovery()
        #expect(shop.recorder.log.wait(where: { $0 == .discoverFinished }))
        #expect(shop.recorder.calls == [.found(Shop.device), .discoverFinished])
        #expect(shop.manager.connectedCardReaders == [Shop.device])
        #expect(Shop.device.isSimulated)
    }

    @Test("a source may ask the manager while the manager asks it", .timeLimit(.minutes(1))) func callsBack() throws {
        manager.register(
            ScriptedSource(open: { [manager] _ in
                _ = manager.connectedCardReaders
                return nil
            }))
        manager.client(
            for: HeftRemoteDevice(ScriptedSource.device), sharedSecret: Shop.secret, delegate: recorder)
        #expect(recorder.log.wait { $0.errors.first } == "Can't create bluetooth connection")
    }

    @Test("the delegate is held weakly") func weakDelegate() {
        var delegate: Recorder? = Recorder()
        manager.delegate = delegate
        delegate = nil
        #expect(manager.delegate == nil)
    }

    @Test("there is one manager for the process, with a version") func shared() {
        #expect(HeftManager.shared() === HeftManager.shared())
        #expect(HeftManager.shared().version == "4.0.2")
    }
}
