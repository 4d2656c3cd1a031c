import Dispatch
import HeftTransport
import HeftWire
import ReaderSimulator
import SeededRandom
import Synchronization
import Testing

/// Delays of a few seconds are over at once, time-outs never come: a test waits for events and for no clock.
private struct HastyTimers: TimerScheduler {
    private final class Entry: ScheduledTimer {
        private let isCancelled = Mutex(false)

        func cancel() { isCancelled.withLock { $0 = true } }
        var isDue: Bool { isCancelled.withLock { !$0 } }
    }

    func schedule(
        after delay: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
    ) -> any ScheduledTimer {
        let entry = Entry()
        if delay < .seconds(5) {
            queue.async { if entry.isDue { body() } }
        }
        return entry
    }
}

/// A till on a queue: opens, pays once, relays to the port's bank, and tells how it ended.
private final class PortTill: Sendable {
    private struct State {
        var session: ReaderSession
        var channel: (any ByteChannel)?
        var operation: ReaderOperation
        var isPending = false
        var completion: ReaderSession.Completion?
    }

    let queue = DispatchQueue(label: "test.till")
    let ended = DispatchSemaphore(value: 0)
    private let state: Mutex<State>
    private let port: SimulatedReaderPort

    init(_ port: SimulatedReaderPort, _ operation: ReaderOperation) throws {
        self.port = port
        let session = ReaderSession(
            configuration: .init(secret: try SharedSecret(Bench.secretText)), random: SplitMix64(seed: 5))
        state = Mutex(State(session: session, operation: operation))
    }

    var completion: ReaderSession.Completion? { state.withLock { $0.completion } }
    var isPending: Bool { state.withLock { $0.isPending } }

    func open(_ channel: any ByteChannel) {
        state.withLock { $0.channel = channel }
        channel.open(on: queue) { [self] event in
            switch event {
            case .opened: step { $0.open(date: Bench.start) }
            case .received(let bytes): step { $0.receive(bytes) }
            case .closed: ended.signal()
            }
        }
    }

    private func step(_ body: (inout ReaderSession) -> [ReaderSession.Output]) {
        for output in state.withLock({ body(&$0.session) }) { carryOut(output) }
    }

    private func carryOut(_ output: ReaderSession.Output) {
        switch output {
        case .send(let bytes): state.withLock { $0.channel }?.write(bytes)
        case .connected:
            let operation = state.withLock { state in
                state.isPending = state.session.isResultPending
                return state.operation
            }
            step { session in
                do {
                    return try session.submit(operation)
                } catch {
                    return []
                }
            }
        case .hostRequest(let exchange):
            port.respond(host: exchange.host, port: exchange.port, request: exchange.request) { [self] answer in
                guard case .response(let bytes) = answer else { return }
                queue.async { [self] in step { $0.answer(host: exchange.id, .response(bytes)) } }
            }
        case .finished(let completion):
            state.withLock { $0.completion = completion }
            state.withLock { $0.channel }?.close()
        case .over: state.withLock { $0.channel }?.close()
        default: break
        }
    }
}

@Suite("The simulated reader behind a channel in memory") struct SimulatedReaderPortTests {
    private let order = ReaderOperation.finance(
        .sale, .init(amountMinor: 1250, currency: CurrencyNumber(.gbp)))

    private func reader(_ configure: (inout SimulatedReader) -> Void = { _ in }) throws -> SimulatedReader {
        var configuration = SimulatedReader.Configuration(secret: try SharedSecret(Bench.secretText))
        configuration.speed = .brisk
        var reader = SimulatedReader(
            configuration: configuration, random: SplitMix64(seed: 9), now: { Bench.start })
        configure(&reader)
        return reader
    }

    private func run(_ operation: ReaderOperation, on port: SimulatedReaderPort) throws -> PortTill {
        let source = SimulatedReaderSource(port: port)
        let till = try PortTill(port, operation)
        let device = try #require(source.presentDevices.first)
        till.open(try #require(source.channel(to: device)))
        till.ended.wait()
        return till
    }

    private func books(_ port: SimulatedReaderPort) -> ReaderBooks {
        let result = Mutex(ReaderBooks())
        let done = DispatchSemaphore(value: 0)
        port.books { books in
            result.withLock { $0 = books }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 }
    }

    @Test("a sale goes through queues, channel and timers, and stands in the store") func sale() throws {
        let stored = Mutex<[ReaderBooks]>([])
        let screens = Mutex<[[String]]>([])
        let port = SimulatedReaderPort(try reader(), scheduler: HastyTimers()) {
            (books: ReaderBooks) throws(SimulatorBooksError) in
            stored.withLock { $0.append(books) }
        } observer: { event in
            if case .display(let lines) = event { screens.withLock { $0.append(lines) } }
        }
        let till = try run(order, on: port)
        #expect(till.completion?.financeResult?.outcome == .authorised)
        let books = books(port)
        #expect(books.pending == nil)
        #expect(stored.withLock { $0.last } == books)
        #expect(screens.withLock { $0 }.contains(["12.50 GBP", "ENTER PIN"]))
    }

    @Test("a link that was dropped can be opened again at once, and the result waits there") func reconnect() throws {
        let port = SimulatedReaderPort(try reader { $0.nextPayment = .linkLost }, scheduler: HastyTimers())
        let first = try run(order, on: port)
        #expect(first.completion?.financeResult == nil)
        let second = try run(.recoverPendingResult, on: port)
        #expect(second.isPending)
        guard case .recovery(.recovered, let result)? = second.completion?.result else {
            Issue.record("nothing was recovered")
            return
        }
        #expect(result.outcome == .authorised)
        #expect(books(port).pending == nil)
    }

    @Test("books that cannot be written drop the link, and nothing is taken", arguments: 1...3)
    func storeFails(writesThatWork: Int) throws {
        let writes = Mutex(0)
        let port = SimulatedReaderPort(try reader(), scheduler: HastyTimers()) {
            (_: ReaderBooks) throws(SimulatorBooksError) in
            let count = writes.withLock { count in
                count += 1
                return count
            }
            if count == writesThatWork + 1 { throw .unwritable(path: "books") }
        }
        let till = try run(order, on: port)
        #expect(till.completion?.financeResult == nil)
        let after = try run(.recoverPendingResult, on: port)
        guard case .recovery(.recovered, let result)? = after.completion?.result else {
            Issue.record("nothing was recovered")
            return
        }
        let books = books(port)
        #expect((result.outcome == .authorised) == books.host.transactions.contains { $0.stands })
    }

    private func search(_ source: SimulatedReaderSource) -> [DiscoveryEvent] {
        let found = Mutex<[DiscoveryEvent]>([])
        let done = DispatchSemaphore(value: 0)
        source.discover(on: DispatchQueue(label: "test.discovery")) { event in
            found.withLock { $0.append(event) }
            if event == .finished { done.signal() }
        }
        done.wait()
        return found.withLock { $0 }
    }

    @Test("a HiPro is there without a search, and scans") func hiPro() throws {
        let port = SimulatedReaderPort(
            try reader {
                $0.configuration.model = .hiPro
                $0.barcodes = ["5012345678900"]
            }, scheduler: HastyTimers())
        let source = SimulatedReaderSource(port: port, device: SimulatedReaderSource.hiPro)
        #expect(source.presentDevices.map(\.kind) == [.wired])
        #expect(source.presentDevices.first?.name.hasPrefix("HiPro ") == true)
        #expect(search(source) == [.finished])
        #expect(source.channel(to: SimulatedReaderSource.device) == nil)
        let till = try PortTill(port, .enableScanner(.init(isMultiScan: false)))
        till.open(try #require(source.channel(to: SimulatedReaderSource.hiPro)))
        till.ended.wait()
        guard case .xml(let status, _)? = till.completion?.result else {
            Issue.record("no answer came")
            return
        }
        #expect(status == .success)
    }

    @Test("a reader that restarts is not found and takes no link") func restart() throws {
        let port = SimulatedReaderPort(
            try reader {
                $0.configuration.restartsAfterUpdate = true
                $0.configuration.restartSeconds = 30
            }, scheduler: HastyTimers())
        let till = try run(.update, on: port)
        #expect(till.completion?.financeResult?.response.isRestarting == true)
        let source = SimulatedReaderSource(port: port)
        // The restart takes longer than the hasty timers wait, so it never ends here.
        #expect(search(source) == [.finished])
        let late = try run(order, on: port)
        #expect(late.completion == nil)
    }

    @Test("there is one device, and channels to no other") func source() throws {
        let port = SimulatedReaderPort(try reader(), scheduler: HastyTimers())
        let source = SimulatedReaderSource(port: port)
        let device = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)
        #expect(search(source) == [.found(device), .finished])
        #expect(source.channel(to: ReaderDevice(name: "", address: "sim", kind: .wired)) == nil)
        #expect(source.channel(to: ReaderDevice(name: "", address: "other", kind: .simulated)) == nil)
    }
}
