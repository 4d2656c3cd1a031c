import Dispatch
import Glibc
import HeftTransport
import ReaderSimulator

/// The reader behind its link. It tells whoever shows it what happens. On the main queue.
@MainActor final class ReaderProgram {
    let port: SimulatedReaderPort
    private let setup: SimulatedReaderSetup
    private let listener: any LinkListener
    private let folder: String?
    /// Nil without a scenario.
    private var run: ScenarioRun?
    private let isOnStandardStreams: Bool
    private var wasLinked = false
    /// Takes a sentence for whoever looks.
    var say: @MainActor (String) -> Void = { _ in }
    /// Takes what happens.
    var tell: @MainActor (SimulatedReaderPort.Event) -> Void = { _ in }

    init(_ options: ReaderOptions, _ scenario: Scenario?) throws(StartFailure) {
        guard let link = options.link else { preconditionFailure("options without help have a link") }
        setup = try SimulatedReaderSetup(options, now: { LocalClock.digits() })
        port = setup.port
        var made: String?
        listener = try link.listener { () throws(StartFailure) in
            let folder = try LinkFolder.make()
            made = folder
            return folder
        }
        folder = made
        run = scenario.map(ScenarioRun.init)
        isOnStandardStreams = link == .standardStreams
    }

    /// How a till is started for this reader.
    var address: String { listener.address }

    func start() {
        port.observe { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        }
        carryOut(run?.begin() ?? [])
        if let bluetooth = listener as? BluetoothListener { showItself(bluetooth) }
        listener.start(on: DispatchQueue(label: "till-reader.links")) { [port] channel in port.offer(channel) }
    }

    /// How long a till can find it and pair with it.
    private static let visibleSeconds: UInt32 = 180
    /// What a till is asked for while it pairs.
    private nonisolated static let pin = "0000"

    /// Nobody stands at this reader, so that it says yes to whoever pairs.
    private func showItself(_ bluetooth: BluetoothListener) {
        bluetooth.makeVisible(forSeconds: ReaderProgram.visibleSeconds, on: .main) { event in
            guard case .asked(let question, let answer) = event else { return }
            answer(question.accepts(.accept) ? .accept : .text(ReaderProgram.pin))
        } completion: { [weak self] reason in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.say(reason.map(BluetoothWords.sentence) ?? "waiting at \(bluetooth.address)")
            }
        }
    }

    private func take(_ event: SimulatedReaderPort.Event) {
        tell(event)
        switch event {
        case .display(let lines): carryOut(run?.take(.screen(lines)) ?? [])
        case .linked(let isLinked):
            carryOut(run?.take(.linked(isLinked)) ?? [])
            if isOnStandardStreams, wasLinked, !isLinked { finish(run.map(\.isOver) == false ? 1 : 0) }
            wasLinked = wasLinked || isLinked
        case .activity, .storeFailed, .setup, .passedOver: break
        }
    }

    private func carryOut(_ steps: [ScenarioStep]) {
        for step in steps {
            if step == .quit { return finish(0) }
            port.carryOut(step)
        }
    }

    /// Ends the program when the books have what was said last.
    func finish(_ status: Int32) {
        port.breakLink()
        port.books { [folder, listener] _ in
            if let folder { rmdir(folder) }
            // This computer must not stay visible after it.
            guard let bluetooth = listener as? BluetoothListener else {
                listener.stop()
                exit(status)
            }
            bluetooth.stop(on: .main) { exit(status) }
        }
    }
}

/// The clock on the wall, as a reader says it.
enum LocalClock {
    /// `yyyyMMddHHmmss`
    @Sendable static func digits() -> String {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return "20000101000000" }
        let fields = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
        return "\(parts.tm_year + 1900)" + fields.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
    }
}
