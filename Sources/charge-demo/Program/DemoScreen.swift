import ChargeURL
import Dispatch
import Glibc
import Terminal

/// The program on the whole terminal: keys, signals and answers in, the screen out. Confined to the main queue, but for
/// what waits for other programs.
@MainActor final class DemoScreen {
    private var state = DemoState()
    private let folder: DemoFolder
    private let till: String?
    private let environment: [String: String]
    private let screen: CursesScreen
    private let signals: SignalPipe
    private var signalSource: (any DispatchSourceRead)?
    private var input: TerminalInput?
    private var listeners: [LocalListener] = []
    private let escapeDelay: Duration
    /// Another program has the terminal.
    private var isAway = false
    /// One request at a time.
    private let queue = DispatchQueue(label: "charge-demo.requests")

    /// Where answers of the till come back to.
    nonisolated static let returnURL = "com-innerfence-ChargeDemo://chargeResponse"

    init(_ arguments: DemoArguments, _ folder: DemoFolder, environment: [String: String]) throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        self.folder = folder
        self.environment = environment
        till = arguments.till
        let options = ScreenOptions(environment: environment)
        escapeDelay = options.escapeDelay
        signals = try SignalPipe()
        screen = try CursesScreen(options: options)
        CursesScreen.installCrashHandlers()
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.receiveSignals() }
        }
        source.activate()
        signalSource = source
        readKeys()
        paint()
        // In this order, so that no answer comes between the two.
        listen()
        look()
    }

    // MARK: Events

    private func readKeys() {
        input = TerminalInput(
            escapeDelay: escapeDelay,
            onEvents: { [weak self] events in
                for event in events {
                    switch event {
                    case .key(let press): self?.handle(.key(press))
                    case .paste(let text): self?.handle(.paste(text))
                    case .mouse, .focus: break
                    }
                }
            }, onEnd: { [weak self] in self?.quit() })
    }

    private func receiveSignals() {
        for signal in signals.read() {
            switch signal {
            case .windowChanged:
                if !isAway { screen.resize() }
                paint()
            case .interrupt, .terminate, .quit, .hangUp: if !isAway { quit() }
            case .suspend, .resumed: break
            }
        }
    }

    /// Hears when another run has kept an answer: whoever connects wants that to be looked for, and says no more. The first
    /// of several screens hears it; another one does when it is gone.
    private func listen() {
        guard listeners.isEmpty else { return }
        guard LocalSocket.firstHeard(folder.places) == nil else { return handle(.hears(false)) }
        listeners = folder.places.compactMap { place in
            LocalListener(at: place, bytesMax: 0) { [weak self] _, caller in
                caller.close()
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.look() } }
            }
        }
        handle(.hears(!listeners.isEmpty))
    }

    /// Shows the oldest answer that is kept, unless one is being looked at or another program has the terminal.
    private func look() {
        guard !isAway else { return }
        do throws(KeptAnswers.Failure) {
            guard state.canShow else { return handle(.kept(try folder.answers.count)) }
            try folder.answers.showOldest { url, more in
                do throws(ChargeNonceStoreError) {
                    let answer = try DemoAnswer(url, nonces: folder.nonces, records: folder.records)
                    handle(.answered(answer, more: more))
                    return true
                } catch {
                    handle(.notShown("An answer is kept that cannot be checked. \(error.description)"))
                    return false
                }
            }
        } catch {
            handle(.notShown(error.sentence))
        }
    }

    private func handle(_ event: DemoState.Event) {
        for effect in state.handle(event) {
            switch effect {
            case .submit(let values): submit(values)
            case .look:
                listen()
                look()
            case .quit: quit()
            }
        }
        paint()
    }

    // MARK: Effects

    private func submit(_ values: [DemoField: String]) {
        let opener = opener()
        let folder = folder
        queue.async { [weak self] in
            let event = DemoRequest(values).submit(by: opener, folder)
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.handle(event) } }
        }
    }

    private func opener() -> any URLOpening {
        guard let till else { return URLOpener(environment: environment) }
        return LocalTill(
            path: till,
            giveTerminal: { [weak self] in
                DispatchQueue.main.sync { MainActor.assumeIsolated { self?.giveTerminal() } }
            },
            takeTerminal: { [weak self] in
                DispatchQueue.main.sync { MainActor.assumeIsolated { self?.takeTerminal() } }
            })
    }

    private func giveTerminal() {
        isAway = true
        input?.cancel()
        input = nil
        screen.suspend()
    }

    private func takeTerminal() {
        isAway = false
        screen.resume()
        readKeys()
        paint()
        look()
    }

    private func paint() {
        guard !isAway, !screen.isGone else { return }
        screen.show(demoView(state, size: screen.size))
    }

    private func quit() {
        for listener in listeners { listener.close() }
        input?.cancel()
        screen.close()
        exit(0)
    }
}
