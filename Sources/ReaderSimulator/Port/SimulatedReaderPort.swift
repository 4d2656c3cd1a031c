internal import Dispatch
package import HeftTransport

/// Runs a simulated reader, and the test host behind it, on a serial queue of its own.
///
/// Its calls may come from any thread and return at once; what they do happens on the queue, in order. The books are
/// handed to the store before anything that depends on them leaves the reader or the host.
package final class SimulatedReaderPort: Sendable {
    /// Makes the books durable, before it returns. It is called on the port's queue.
    package typealias Store = @Sendable (ReaderBooks) throws(SimulatorBooksError) -> Void

    /// What happens, for a panel and for the inspector.
    package enum Event: Equatable, Sendable {
        case display([String])
        case activity(SimulatedReader.Activity)
        /// A till opened or lost its link.
        case linked(Bool)
        /// The books could not be written. The reader went back to those it has, and dropped the link.
        case storeFailed(SimulatorBooksError)
        /// What a panel sets has changed; `isByItself` where a payment or a fault has used something up.
        case setup(SimulatedReader.Setup, isByItself: Bool)
        /// What the cardholder did made no sense at the moment, and nothing came of it.
        case passedOver(SimulatedReader.CardholderAction)
    }

    private let queue: DispatchQueue
    private let runner: Runner

    /// - Parameters:
    ///   - reader: with the books as they were loaded; the port switches it on.
    ///   - store: keeps the books; one that does nothing makes a reader that forgets.
    ///   - observer: called on the port's queue. It may call back.
    package init(
        _ reader: SimulatedReader, scheduler: any TimerScheduler,
        store: @escaping Store = { (_: ReaderBooks) throws(SimulatorBooksError) in },
        observer: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        let queue = DispatchQueue(label: "till.simulated-reader")
        self.queue = queue
        runner = Runner(reader, scheduler: scheduler, queue: queue, store: store, observer: observer)
        queue.async { [runner] in runner.powerOn() }
    }

    /// Tells what happens from now on to this observer alone; first what is set and what the screen shows.
    ///
    /// - Parameter observer: called on the port's queue. It may call back.
    package func observe(_ observer: @escaping @Sendable (Event) -> Void) {
        queue.async { [runner] in runner.observe(observer) }
    }

    /// Puts the reader behind this end of a channel, which is not open yet. An earlier link is closed.
    package func connect(_ channel: any ByteChannel) {
        queue.async { [runner] in runner.connect(channel) }
    }

    /// Puts the reader behind the channel where it has no link; a reader has one at a time, and turns others away.
    package func offer(_ channel: any ByteChannel) {
        queue.async { [runner] in runner.offer(channel) }
    }

    /// The reader takes and sends nothing any more, until it restarts.
    package func freeze() {
        queue.async { [runner] in runner.freeze() }
    }

    /// The cardholder does something.
    package func press(_ action: SimulatedReader.CardholderAction) {
        queue.async { [runner] in runner.press(action) }
    }

    /// Changes the reader's configuration, its card, the next payment or its faults.
    package func adjust(_ body: @escaping @Sendable (inout SimulatedReader) -> Void) {
        queue.async { [runner] in runner.adjust(body) }
    }

    /// Breaks the link, as a reader that is out of range does.
    package func breakLink() {
        queue.async { [runner] in runner.breakLink() }
    }

    /// Cuts the reader's power for a moment: the link breaks, and the reader is away while it restarts.
    package func restart() {
        queue.async { [runner] in runner.restart() }
    }

    /// The test host answers a request that the till relays for the reader.
    ///
    /// - Parameters:
    ///   - host: ignored: every host that the simulated reader names is its test host.
    ///   - request: a whole HTTP/1.1 request.
    ///   - completion: called on the port's queue, once, after the host's books are durable.
    package func respond(
        host: String, port: UInt16, request: [UInt8], completion: @escaping @Sendable (TestHostAnswer) -> Void
    ) {
        queue.async { [runner] in runner.respond(to: request, completion) }
    }

    /// The test host answers a request that changes a tip.
    ///
    /// - Parameters:
    ///   - signature: the header `hmac`.
    ///   - secret: the text of the shared secret.
    ///   - completion: called on the port's queue, once, with the HTTP code; 500 where the books could not be written.
    package func adjustTip(
        body: [UInt8], signature: String, secret: String, completion: @escaping @Sendable (Int) -> Void
    ) {
        queue.async { [runner] in completion(runner.adjustTip(body, signature, secret)) }
    }

    /// Whether the reader restarts and takes no link.
    ///
    /// - Parameter completion: called on the port's queue, once.
    package func isAway(_ completion: @escaping @Sendable (Bool) -> Void) {
        queue.async { [runner] in completion(runner.reader.isRestarting) }
    }

    /// The books as they are after everything that was called and received before. A program that ends waits for this,
    /// so that its last acknowledgement is in them.
    package func books(_ completion: @escaping @Sendable (ReaderBooks) -> Void) {
        queue.async { [runner] in completion(runner.reader.books) }
    }
}

// Unchecked because every field is touched on the port's queue alone: its own calls, timers and channel events come
// there.
private final class Runner: @unchecked Sendable {
    private(set) var reader: SimulatedReader
    private var durable: ReaderBooks
    private let queue: DispatchQueue
    private let store: SimulatedReaderPort.Store
    private var observer: @Sendable (SimulatedReaderPort.Event) -> Void
    /// What the observer knows of the setup; nil for one that is told nothing of it.
    private var told: SimulatedReader.Setup?
    private var screen: [String] = []
    private let scheduler: any TimerScheduler
    private var timers: TimerSet<SimulatedReader.TimerID>?
    /// Answers of the host that are on their way, by a running number.
    private var delayedAnswers: [Int: any ScheduledTimer] = [:]
    private var delays = 0
    private var channel: (any ByteChannel)?
    /// Events of earlier channels are told apart by it.
    private var connections = 0
    private var isFrozen = false

    init(
        _ reader: SimulatedReader, scheduler: any TimerScheduler, queue: DispatchQueue,
        store: @escaping SimulatedReaderPort.Store, observer: @escaping @Sendable (SimulatedReaderPort.Event) -> Void
    ) {
        self.reader = reader
        durable = reader.books
        self.queue = queue
        self.store = store
        self.observer = observer
        self.scheduler = scheduler
    }

    func powerOn() {
        timers = TimerSet(scheduler: scheduler, queue: queue) { [weak self] timer, number in
            self?.fired(timer, number)
        }
        carryOut(reader.powerOn())
    }

    private func fired(_ timer: SimulatedReader.TimerID, _ number: Int) {
        guard timers?.accepts(timer, number) == true, !isFrozen else { return }
        carryOut(reader.timerFired(timer))
    }

    func press(_ action: SimulatedReader.CardholderAction) {
        guard !isFrozen else { return observer(.passedOver(action)) }
        let outputs = reader.press(action)
        if outputs.isEmpty { observer(.passedOver(action)) }
        carryOut(outputs)
    }

    func adjust(_ body: (inout SimulatedReader) -> Void) {
        body(&reader)
        tellSetup(isByItself: false)
    }

    func observe(_ observer: @escaping @Sendable (SimulatedReaderPort.Event) -> Void) {
        self.observer = observer
        told = reader.setup
        observer(.setup(reader.setup, isByItself: false))
        observer(.display(screen))
    }

    private func tellSetup(isByItself: Bool) {
        guard let told, told != reader.setup else { return }
        self.told = reader.setup
        observer(.setup(reader.setup, isByItself: isByItself))
    }

    func adjustTip(_ body: [UInt8], _ signature: String, _ secret: String) -> Int {
        let (outputs, code) = reader.adjustTip(body: body, signature: signature, secret: secret)
        return carryOut(outputs) ? code : 500
    }

    func respond(to request: [UInt8], _ completion: @escaping @Sendable (TestHostAnswer) -> Void) {
        let (outputs, decided, delay) = reader.respondAsHost(to: request)
        // What could not be written down was not decided.
        let answer = carryOut(outputs) ? decided : .neverAnswers
        guard delay > .zero else { return completion(answer) }
        delays += 1
        let number = delays
        delayedAnswers[number] = scheduler.schedule(after: delay, on: queue) { [weak self] in
            self?.delayedAnswers[number] = nil
            completion(answer)
        }
    }

    // MARK: The link

    func offer(_ channel: any ByteChannel) {
        guard self.channel == nil else { return channel.close() }
        connect(channel)
    }

    func freeze() {
        isFrozen = true
    }

    func connect(_ channel: any ByteChannel) {
        breakLink()
        guard !reader.isRestarting else {
            channel.close()
            return
        }
        connections += 1
        let connection = connections
        self.channel = channel
        observer(.linked(true))
        channel.open(on: queue) { [weak self] event in self?.take(event, of: connection) }
    }

    private func take(_ event: ChannelEvent, of connection: Int) {
        guard connection == connections, channel != nil else { return }
        switch event {
        case .opened: break
        case .received(let bytes):
            if !isFrozen { carryOut(reader.receive(bytes)) }
        case .closed: linkClosed()
        }
    }

    func breakLink() {
        guard let channel else { return }
        channel.close()
        linkClosed()
    }

    func restart() {
        isFrozen = false
        channel?.close()
        if channel != nil { observer(.linked(false)) }
        channel = nil
        timers?.stopAll()
        carryOut(reader.restart())
    }

    private func linkClosed() {
        if channel != nil { observer(.linked(false)) }
        channel = nil
        timers?.stopAll()
        carryOut(reader.linkClosed())
    }

    // MARK: Outputs

    /// Carries them out in order; false where the books could not be written, and nothing after that was done.
    @discardableResult
    private func carryOut(_ outputs: [SimulatedReader.Output]) -> Bool {
        for output in outputs {
            switch output {
            case .send(let bytes): channel?.write(bytes)
            case .startTimer(let timer, let duration): timers?.start(timer, after: duration)
            case .stopTimer(let timer): timers?.stop(timer)
            case .dropLink: breakLink()
            case .persist(let books):
                guard persist(books) else { return false }
            case .display(let lines):
                screen = lines
                observer(.display(lines))
            case .activity(let activity): observer(.activity(activity))
            }
        }
        tellSetup(isByItself: true)
        return true
    }

    private func persist(_ books: ReaderBooks) -> Bool {
        do throws(SimulatorBooksError) {
            try store(books)
            durable = books
            return true
        } catch {
            observer(.storeFailed(error))
            // A reader that knows more than its disk would tell two stories after a power cut.
            reader.restore(durable)
            channel?.close()
            linkClosed()
            return false
        }
    }
}
