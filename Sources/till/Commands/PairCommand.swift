import Dispatch
import Glibc
import HeftKit
import HeftTransport
import TillUI

/// `till pair` and `till forget`.
@MainActor final class PairCommand {
    private let arguments: PairingArguments
    private let world: ReaderWorld
    private let end: @MainActor (ExitStatus) -> Void
    private var pairing: (any RunningPairing)?
    private var asking: LineQuestion?
    private var askedNumber: Int?
    private var isFound = false
    private var limit: (any ScheduledTimer)?

    /// A reader that is not known yet is looked for as long as this.
    private static let searchSeconds = 30

    init(_ arguments: PairingArguments, _ world: ReaderWorld, end: @escaping @MainActor (ExitStatus) -> Void) {
        self.arguments = arguments
        self.world = world
        self.end = end
    }

    private var device: ReaderDevice {
        world.manager.knownReaders.first { $0.device.address == arguments.address }?.device
            ?? ReaderAddress.bluetooth(arguments.address).device
    }

    func start() {
        guard let bluetooth = world.bluetooth else { return end(.unavailable) }
        bluetooth.prepare(on: .main) { [weak self] problem in
            MainActor.assumeIsolated { self?.prepared(problem) }
        }
    }

    func interrupt() {
        guard let pairing else { return end(.cancelled) }
        pairing.cancel()
    }

    private func prepared(_ problem: SearchProblem?) {
        if let problem {
            StandardStreams.error("till: \(LinkWords.advice(problem))")
            return end(.unavailable)
        }
        if arguments.isForgetting { return forget() }
        if world.manager.knownReaders.contains(where: { $0.device.address == arguments.address }) { return pair() }
        search()
    }

    private func forget() {
        world.bluetooth?.forget(arguments.address, on: .main) { [weak self] problem in
            MainActor.assumeIsolated { self?.forgotten(problem) }
        }
    }

    private func forgotten(_ problem: SearchProblem?) {
        if let problem {
            StandardStreams.error("till: \(arguments.address) is not forgotten. \(LinkWords.advice(problem))")
            return end(.unavailable)
        }
        StandardStreams.output("\(arguments.address) is forgotten. Forget this computer on the reader too.")
        end(.success)
    }

    private func search() {
        StandardStreams.error("Looking for \(arguments.address). Switch it on, and make it visible.")
        world.manager.search { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        }
        limit = world.timers.schedule(after: .seconds(PairCommand.searchSeconds), on: .main) {
            [manager = world.manager] in
            manager.stopDiscovery()
        }
    }

    private func take(_ event: DiscoveryEvent) {
        switch event {
        case .found(let device) where device.address == arguments.address: found()
        case .seen(let sighting) where sighting.device.address == arguments.address: found()
        case .problem(let problem): StandardStreams.error("till: \(LinkWords.advice(problem))")
        case .finished:
            limit?.cancel()
            // A search holds the radio: only now it is free.
            if isFound { return pair() }
            StandardStreams.error("till: There is no \(arguments.address) here. Switch it on, and bring it near.")
            end(.unavailable)
        case .found, .seen, .lost: break
        }
    }

    private func found() {
        guard !isFound else { return }
        isFound = true
        world.manager.stopDiscovery()
    }

    // MARK: Pairing

    private func pair() {
        pairing = world.manager.pair(device) { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        } completion: { [weak self] reason in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.finish(reason) }
            }
        }
        if pairing == nil { finish(nil) }
    }

    private func take(_ event: PairingEvent) {
        switch event {
        case .withdrawn(let number):
            if number == askedNumber { asking = nil }
        case .asked(let question, let answer):
            askedNumber = question.number
            guard let prompt = PairingWords.prompt(question) else {
                return StandardStreams.error(PlainText.printable(PairingWords.sentence(question)))
            }
            asking = LineQuestion(PlainText.printable(prompt), hidesAnswer: question.hidesAnswer) { line in
                let given = PairingWords.answer(line, to: question)
                guard question.accepts(given) else { return false }
                answer(given)
                return true
            } onEnd: { [weak self] in
                // The question stands at the end of its line.
                StandardStreams.error("\nNobody is here to answer.")
                self?.pairing?.cancel()
            }
        }
    }

    private func finish(_ reason: CloseReason?) {
        asking = nil
        guard let reason else {
            StandardStreams.output("\(arguments.address) is paired.")
            return end(.success)
        }
        StandardStreams.error("till: \(arguments.address) is not paired: \(reason.text).")
        end(reason == .notPaired(.cancelled) ? .cancelled : .unavailable)
    }
}

extension PairingQuestion {
    /// A PIN is nobody else's business.
    fileprivate var hidesAnswer: Bool { kind == .enterPIN }
}

/// Asks for a line on the terminal until it is an answer.
@MainActor private final class LineQuestion {
    private let source: any DispatchSourceRead
    private let prompt: String
    private var typed: [UInt8] = []
    private let take: @MainActor (String) -> Bool
    private let onEnd: @MainActor () -> Void
    /// How the terminal was before its echo was taken away.
    private var settings: termios?

    /// - Parameters:
    ///   - take: gives back whether that was an answer.
    ///   - onEnd: there is nobody who types any more.
    init(
        _ prompt: String, hidesAnswer: Bool, take: @escaping @MainActor (String) -> Bool,
        onEnd: @escaping @MainActor () -> Void
    ) {
        self.prompt = prompt
        self.take = take
        self.onEnd = onEnd
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        if hidesAnswer { hideEcho() }
        StandardStreams.write(prompt, to: STDERR_FILENO)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read() }
        }
        source.resume()
    }

    isolated deinit {
        source.cancel()
        if var settings { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    private func hideEcho() {
        var found = termios()
        guard tcgetattr(STDIN_FILENO, &found) == 0 else { return }
        settings = found
        found.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &found)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            source.cancel()
            return onEnd()
        }
        typed += buffer[0..<count]
        while let end = typed.firstIndex(of: 0x0A) {
            let line = String(decoding: typed[..<end], as: UTF8.self)
            typed.removeSubrange(...end)
            if settings != nil { StandardStreams.write("\n", to: STDERR_FILENO) }
            guard !take(line) else { return source.cancel() }
            StandardStreams.write(prompt, to: STDERR_FILENO)
        }
    }
}
