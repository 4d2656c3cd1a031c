import Dispatch
import Glibc
import ReaderSimulator
import Terminal

/// The reader on the whole terminal: what it shows its customer, what can be done with it, and the wire.
@MainActor final class Face {
    private let program: ReaderProgram
    private let screen: CursesScreen
    private let signals: SignalPipe
    private var signalSource: (any DispatchSourceRead)?
    private var input: TerminalInput?
    private var state: FaceState
    private var isPainting = false
    private var isSuspended = false

    /// - Throws: ``StartFailure`` without a terminal that can be painted on.
    init(_ program: ReaderProgram) throws(StartFailure) {
        self.program = program
        state = FaceState(address: program.address)
        var environment: [String: String] = [:]
        for name in ["TERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "NCURSES_NO_UTF8_ACS", "ESCDELAY"] {
            environment[name] = ProcessEnvironment.value(name)
        }
        let options = ScreenOptions(environment: environment)
        do throws(TerminalError) {
            signals = try SignalPipe()
            screen = try CursesScreen(options: options)
        } catch {
            throw StartFailure(sentence: error.suggestion)
        }
        CursesScreen.installCrashHandlers()
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.receiveSignals() }
        }
        source.activate()
        signalSource = source
        input = TerminalInput(
            escapeDelay: options.escapeDelay, onEvents: { [weak self] in self?.take($0) },
            onEnd: { [weak self] in self?.quit() })
        program.tell = { [weak self] event in self?.take(event) }
        program.say = { [weak self] sentence in
            self?.state.say(sentence)
            self?.paintSoon()
        }
        program.start()
        paintSoon()
    }

    private func take(_ event: SimulatedReaderPort.Event) {
        switch event {
        case .display(let lines): state.screen = lines
        case .linked(let isLinked):
            state.isLinked = isLinked
            state.note(isLinked ? "- linked" : "- the link is closed")
        case .activity(let activity):
            if let line = activity.wireLine { state.note(line) }
        case .storeFailed(let error): state.note("! \(error)")
        case .setup(let setup, _): state.setup = setup
        case .passedOver: state.say("Nothing comes of that now.")
        }
        paintSoon()
    }

    private func take(_ events: [InputEvent]) {
        for case .key(let key) in events {
            switch key {
            case KeyPress(.character("l"), modifiers: .control): screen.redrawAll()
            case KeyPress(.character("z"), modifiers: .control): suspend()
            default: run(state.press(key))
            }
        }
        paintSoon()
    }

    private func run(_ effects: [FaceState.Effect]) {
        for effect in effects {
            switch effect {
            case .step(let step): program.port.carryOut(step)
            case .quit: quit()
            }
        }
    }

    private func receiveSignals() {
        for signal in signals.read() {
            switch signal {
            case .windowChanged:
                screen.resize()
                paintSoon()
            case .suspend: suspend()
            case .resumed: resume()
            case .interrupt, .terminate, .quit, .hangUp: quit()
            }
        }
    }

    private func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        screen.suspend()
        kill(0, SIGSTOP)
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        screen.resume()
        screen.resize()
        paintSoon()
    }

    private func quit() {
        input?.cancel()
        screen.close()
        program.finish(0)
    }

    /// Once for all that happens in one turn of the queue.
    private func paintSoon() {
        guard !isPainting else { return }
        isPainting = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.paint() }
        }
    }

    private func paint() {
        isPainting = false
        guard !isSuspended, !screen.isGone else { return }
        screen.show(state.view(screen.size))
    }
}
