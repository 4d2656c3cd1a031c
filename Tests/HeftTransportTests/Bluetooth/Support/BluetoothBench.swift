import BusDoubles
import Dispatch
import Glibc
import HeftTransport
import Synchronization
import Testing

/// Collects what comes on a queue, and lets a test wait for it.
final class Collector<Item: Sendable>: Sendable {
    struct NeverCame: Error {
        let items: [Item]
    }

    private let items = Mutex<[Item]>([])
    private let more = DispatchSemaphore(value: 0)

    @Sendable func take(_ item: Item) {
        items.withLock { $0.append(item) }
        more.signal()
    }

    var all: [Item] { items.withLock { $0 } }

    /// Waits for an item of which the body makes something, the first of them.
    @discardableResult func wait<Found>(for body: (Item) -> Found?) throws -> Found {
        while true {
            for item in all { if let found = body(item) { return found } }
            try waitForMore()
        }
    }

    /// Waits until there are so many.
    @discardableResult func wait(count: Int) throws -> [Item] {
        while all.count < count { try waitForMore() }
        return all
    }

    /// Far longer than a busy machine needs: only a failure takes it.
    private func waitForMore() throws {
        guard more.wait(timeout: .now() + 30) == .success else { throw NeverCame(items: all) }
    }
}

/// Delays that are over when the test says so.
final class HandTimers: TimerScheduler {
    private final class Entry: ScheduledTimer {
        let delay: Duration
        let queue: DispatchQueue
        let body: @Sendable () -> Void

        init(_ delay: Duration, _ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
            self.delay = delay
            self.queue = queue
            self.body = body
        }

        func cancel() {}
    }

    private let entries = Mutex<[Entry]>([])
    private let more = DispatchSemaphore(value: 0)

    func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer {
        let entry = Entry(delay, queue, body)
        entries.withLock { $0.append(entry) }
        more.signal()
        return entry
    }

    /// Waits until a delay of that length runs, and ends it.
    func fire(_ delay: Duration) {
        while true {
            let entry = entries.withLock { entries in
                entries.firstIndex { $0.delay == delay }.map { entries.remove(at: $0) }
            }
            if let entry { return entry.queue.async(execute: entry.body) }
            more.wait()
        }
    }
}

/// A private bus with a double of the Bluetooth service, and a source of readers on it.
final class BluetoothBench {
    static let address = "00:07:80:AB:84:21"
    static let device = ReaderDevice(name: "HiLite 8421", address: address, kind: .bluetooth)
    /// A reader as the double makes it, in JSON without braces.
    static let reader = #""address": "00:07:80:AB:84:21", "name": "HiLite 8421", "class": 7936"#
    static let paired = #"{"known": [{\#(reader), "paired": true, "trusted": true}]}"#

    let bus: PrivateBus
    private(set) var double: ServiceDouble
    let source: BluetoothReaderSource
    let timers = HandTimers()
    let queue = DispatchQueue(label: "test.bluetooth")
    /// A channel that is let go of closes.
    private var channels: [any ByteChannel] = []

    /// - Parameters:
    ///   - scenario: of the double, in JSON.
    ///   - switches: holds a folder for each switch of the computer's radios.
    init(
        _ scenario: String, filter: ReaderFilter = ReaderFilter(), switches: RadioSwitches = .none,
        directLink: @escaping @Sendable (String) -> any DescriptorOpener = { _ in NoLink() }
    ) throws {
        bus = try PrivateBus()
        double = try ServiceDouble(.bluetooth, on: bus, scenario)
        source = BluetoothReaderSource(
            filter: filter, timers: timers, address: bus.address, switches: switches, directLink: directLink)
    }

    /// As the service does that crashes and is started again.
    func restartDouble(_ scenario: String) throws {
        double.kill()
        double = try ServiceDouble(.bluetooth, on: bus, scenario)
    }

    // MARK: What a till does

    /// Waits until the source knows what the service knows.
    @discardableResult func prepare() throws -> SearchProblem? {
        let result = Collector<SearchProblem?>()
        source.prepare(on: queue, completion: result.take)
        return try result.wait(count: 1)[0]
    }

    func powerOn() throws -> SearchProblem? {
        let result = Collector<SearchProblem?>()
        source.powerOn(on: queue, completion: result.take)
        return try result.wait(count: 1)[0]
    }

    func forget() throws -> SearchProblem? {
        let result = Collector<SearchProblem?>()
        source.forget(BluetoothBench.address, on: queue, completion: result.take)
        return try result.wait(count: 1)[0]
    }

    func search() -> Collector<DiscoveryEvent> {
        let events = Collector<DiscoveryEvent>()
        source.discover(on: queue, handler: events.take)
        return events
    }

    func open() throws -> (any ByteChannel, ChannelRecorder) {
        let channel = try #require(source.channel(to: BluetoothBench.device))
        let recorder = ChannelRecorder()
        channel.open(on: queue, handler: recorder.take)
        channels.append(channel)
        return (channel, recorder)
    }

    /// Opens a channel and waits until it is open; the reason where it does not open.
    func connect() throws -> (any ByteChannel, ChannelRecorder) {
        let (channel, recorder) = try open()
        recorder.wait { !$0.all.isEmpty }
        return (channel, recorder)
    }

    /// Tries to connect.
    ///
    /// - Returns: why that fails; nil when it does not.
    func refusal() throws -> CloseReason? {
        let (channel, recorder) = try connect()
        channel.close()
        return recorder.all.first == .opened ? nil : recorder.closeReason
    }

    /// Pairs, with a person who gives the answer to every question.
    func pair(_ answer: PairingAnswer?) throws -> (CloseReason?, [PairingQuestion.Kind]) {
        let pairing = try startPairing(answer)
        return (try pairing.end.wait(count: 1)[0], pairing.questions)
    }

    func startPairing(_ answer: PairingAnswer? = nil) throws -> PairingInHand {
        let hand = PairingInHand()
        hand.running = source.pair(
            BluetoothBench.device, on: queue,
            ask: { [events = hand.events] event in
                events.take(event)
                if case .asked(_, let reply) = event, let answer { reply(answer) }
            }, completion: hand.end.take)
        try #require(hand.running != nil)
        return hand
    }
}

/// A pairing that a test follows.
final class PairingInHand {
    let events = Collector<PairingEvent>()
    let end = Collector<CloseReason?>()
    var running: (any RunningPairing)?

    var questions: [PairingQuestion.Kind] {
        events.all.compactMap { event in
            if case .asked(let question, _) = event { question.kind } else { nil }
        }
    }

    /// The numbers of the questions that are gone.
    var withdrawn: [Int] {
        events.all.compactMap { event in
            if case .withdrawn(let number) = event { number } else { nil }
        }
    }

    func waitForQuestion() throws -> (PairingQuestion, @Sendable (PairingAnswer) -> Void) {
        try events.wait { event in
            if case .asked(let question, let reply) = event { (question, reply) } else { nil }
        }
    }
}

extension RadioSwitches {
    /// Of a computer without a switch.
    static let none = RadioSwitches(folder: "/nonexistent")
}

/// For tests in which nobody connects without the service.
struct NoLink: DescriptorOpener {
    func open(completion: @escaping @Sendable (Result<OpenDescriptor, CloseReason>) -> Void) {
        completion(.failure(.busy))
    }

    func cancel() {}
}
