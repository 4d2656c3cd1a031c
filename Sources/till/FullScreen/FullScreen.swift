import ChargeURL
import Configuration
import Dispatch
import Files
import Glibc
import HeftKit
import HeftTransport
import Terminal
import TillCore
import TillJournal
import TillUI

/// The till on the whole terminal: one loop on the main queue that takes keys, signals, timers, the reader's events and
/// the books', gives them to the application's state, carries out its effects and paints.
@MainActor final class FullScreen {
    /// Why there is no full screen.
    struct Failure: Error {
        /// What happened, and what to do.
        var sentence: String
    }

    private var state: AppState
    private let parts: DeskParts
    /// Nil where the readers are real.
    private let simulator: SimulatorDesk?
    private lazy var pictures = SignaturePictures(screen, fetch: parts.readers.documents?.pictures)
    private let signals: SignalPipe
    private let screen: CursesScreen
    private let ringer: Ringer
    private let day: DayWork
    private var search: ReaderSearch?
    /// Nil where nothing is to be remembered.
    private let memory: ReaderMemoryFile?
    private var input: TerminalInput?
    private var signalSource: (any DispatchSourceRead)?
    private let events = EventQueue<AppEvent>()
    private let ticker = Ticker()
    private let temporary: TemporaryFolder?
    private lazy var files = ReceiptFiles(stateFolder: temporary?.path)
    private lazy var printer = ReceiptPrinter(parts.journal, state.settings.measure)
    private let charges: ChargeDesk
    /// The request that the program was started with.
    private let charge: ChargeArguments?
    private lazy var pacer = FramePacer { [weak self] in self?.paint() }
    private let configuration: ConfigurationFile?
    /// What stands on the screen, for whoever points at it.
    private var shown: Canvas?
    private var isSuspended = false

    /// Opens the books, the reader and the terminal. Nothing is left open when it throws.
    ///
    /// - Throws: ``Failure``
    init(_ arguments: FullScreenArguments, _ shop: ShopSettings, charge: ChargeArguments? = nil) throws(Failure) {
        temporary = arguments.isDemo ? try FullScreen.demoFolder() : nil
        configuration = shop.file
        var reader = shop.reader
        reader.stateFolder = temporary?.path
        parts = try FullScreen.open(reader, shop.configuration)
        simulator = parts.readers.simulator.map(SimulatorDesk.init)
        day = DayWork(journal: parts.journal, feed: parts.readers.feed)
        charges = ChargeDesk(parts.journal)
        self.charge = charge
        // A reader that only plays is no reader to start the real books for.
        let isRemembered = !arguments.isDemo && !reader.isSimulatedOutside
        memory = isRemembered ? reader.readersPath().map(ReaderMemoryFile.init(path:)) : nil
        var settings = shop.settings
        settings.take(parts.readers, shop.reader)
        state = AppState(settings: settings, bootID: parts.bootID, now: SystemClock.now())
        do throws(TerminalError) {
            let options = ScreenOptions(
                environment: ScreenOptions.environment, ascii: arguments.isASCII, theme: settings.theme.name,
                mouse: !arguments.leavesMouse)
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
            signals = try SignalPipe()
            screen = try CursesScreen(options: options)
            ringer = Ringer(screen)
            start(options)
            begin(charge, reader, isDemo: arguments.isDemo)
        } catch {
            parts.close()
            temporary?.remove()
            throw Failure(sentence: error.suggestion)
        }
    }

    private static func open(
        _ reader: ReaderArguments, _ configuration: Configuration
    ) throws(Failure) -> DeskParts {
        let journal: Journal
        do throws(JournalError) {
            journal = try reader.openJournal()
        } catch {
            throw Failure(sentence: error.sentence)
        }
        do throws(ReaderWorld.Failure) {
            return DeskParts(readers: try ReaderWorld(reader, configuration), journal: journal)
        } catch {
            journal.close()
            throw Failure(sentence: error.sentence)
        }
    }

    private func start(_ options: ScreenOptions) {
        CursesScreen.installCrashHandlers()
        ErrorLog.redirectStandardError(to: temporary?.path)
        parts.send { [weak self] event in
            // That the computer stood still need not be found out any more.
            if case .sleepIsOver = event { _ = self?.ticker.stoodStill() }
            self?.handle(.desk(event))
        }
        simulator?.send { [weak self] event in self?.handle(.simulator(event)) }
        search = ReaderSearch(
            parts.readers, post: { [weak self] event in self?.handle(.reader(event)) },
            postPairing: { [weak self] news in self?.handle(.pairing(news)) })
        input = TerminalInput(
            escapeDelay: options.escapeDelay,
            onEvents: { [weak self] events in self?.receive(events) },
            onEnd: { [weak self] in self?.handle(.terminalGone) })
        pictures.onLateAnswer = { [weak self] in self?.handle(.graphicsFound) }
        input?.onBytes = { [weak self] bytes in self?.pictures.heard(bytes) }
        let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.receiveSignals() }
        }
        source.activate()
        signalSource = source
        tellSize()
        for effect in state.startEffects { run(effect) }
        pacer.now()
    }

    /// Takes charge requests: the one that the program was started with, and those that others hand over.
    private func begin(_ charge: ChargeArguments?, _ reader: ReaderArguments, isDemo: Bool) {
        charges.connect(
            opener: { [weak self] in URLOpener(self?.state.settings.configuration ?? Configuration()) },
            mail: { [weak self] in self?.state.settings.configuration.charge.sendmail ?? [] },
            post: { [weak self] event in self?.handle(.charge(event)) },
            onPrinted: { [weak self] in self?.handle(.terminalGone) })
        charges.listen(at: reader.chargePlaces(isDemo: isDemo))
        charges.resume(CarriedCharges.take())
        if let charge { charges.begin(charge.url, printsAnswer: charge.printsAnswer) }
    }

    // MARK: Events

    private func handle(_ event: AppEvent) {
        events.take(event) { event in
            for effect in state.handle(event, at: SystemClock.now()) { run(effect) }
        }
        parts.sleep.see(state.desk)
        pacer.soon()
        ticker.set(countsSeconds: state.countsSeconds) { [weak self] in self?.tick() }
    }

    private func tick() {
        if ticker.stoodStill() { handle(.stoodStill) }
        handle(.tick)
    }

    private func receive(_ events: [InputEvent]) {
        take(events)
        pacer.now()
    }

    private func take(_ events: [InputEvent]) {
        if let text = InputEvent.unbracketedPaste(events) { return handle(.paste(text)) }
        for event in events {
            if case .key(KeyPress(.character("l"), modifiers: .control)) = event {
                screen.redrawAll()
            } else if let event = AppEvent(event, state, shown: shown) {
                handle(event)
            }
        }
    }

    private func receiveSignals() {
        for signal in signals.read() {
            switch signal {
            case .windowChanged: resize()
            case .suspend: handle(.suspendWanted(canResume: JobControl.canSuspend))
            case .resumed: resume()
            case .interrupt: handle(.command(.back))
            case .terminate, .quit: handle(.terminate)
            case .hangUp: handle(.terminalGone)
            }
        }
    }

    private func resize() {
        guard !isSuspended else { return }
        screen.resize()
        tellSize()
        pacer.now()
    }

    private func tellSize() {
        handle(.window(WindowSize(columns: screen.size.columns, rows: screen.size.rows)))
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        screen.resume()
        screen.resize()
        tellSize()
        handle(.tick)
        pacer.now()
    }

    // MARK: Effects

    private func run(_ effect: AppEffect) {
        switch effect {
        case .desk(let effect): parts.runner.run(effect)
        case .simulator(let effect): simulator?.run(effect)
        case .charge(let effect): charges.run(effect)
        case .bell(let count): ringer.ring(count, state.settings.sound)
        case .arm(let page, let milliseconds):
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
                MainActor.assumeIsolated { self?.handle(.armed(page)) }
            }
        case .loadDay: day.load { [weak self] day in self?.handle(.day(day)) }
        case .loadHistory(let request):
            askBooks { (store) throws(JournalError) in
                .history(try store.answer(request))
            } failing: {
                .historyFailed(number: request.number, $0)
            }
        case .loadDetail(let sequence):
            let now = SystemClock.now()
            askBooks { (store) throws(JournalError) in
                .detail(try store.detail(of: sequence, at: now))
            } failing: {
                .detailFailed(sequence: sequence, $0)
            }
        case .loadReport:
            let now = SystemClock.now()
            day.compare(at: now) { [weak self] result in
                switch result {
                case .success(let report): self?.handle(.report(report))
                case .failure(let error): self?.handle(.dayFailed(error))
                }
            }
        case .closeDay:
            let now = SystemClock.now()
            day.compare(at: now) { [weak self] result in
                switch result {
                case .success(let report): self?.close(report, at: now)
                case .failure(let error): self?.handle(.dayFailed(error))
                }
            }
        case .recordTender(let tender, let ticket):
            askBooks { (store) throws(JournalError) in
                .tenderRecorded(try store.recordTender(tender, on: ticket))
            } failing: {
                .tenderFailed($0)
            }
        case .adjustTip(let change): adjust(change)
        case .checkPIN(let typed, let number):
            SettingsWork.check(typed, by: state.settings.configuration.staff.supervisorPIN) { [weak self] matches in
                self?.handle(.pinChecked(number: number, matches: matches))
            }
        case .loadParked, .park, .resume: keepTickets(effect)
        case .acknowledge(let sequence): parts.acknowledge(sequence: sequence)
        case .recallReaders:
            search?.list()
            handle(.reader(.recalled(memory?.load() ?? ReaderMemory())))
        case .listReaders: search?.list()
        case .findReaders: search?.start()
        case .stopSearch: search?.stop()
        case .autoConnect(let number, let seconds): search?.autoConnect(number, afterSeconds: seconds)
        case .keepReaders(let readers): memory?.save(readers)
        case .forgetReader(let device): search?.forget(device)
        case .saveReceipt(let text): files.save(text) { [weak self] event in self?.handle(event) }
        case .saveCopy(let copy, let format, let columns):
            files.save(copy, as: format, columns: columns, state.settings.measure) { [weak self] event in
                self?.handle(event)
            }
        case .readSignature(let text, let number):
            pictures.read(text, state.settings.configuration.screen.pictures) { [weak self] slip in
                self?.handle(.signatureRead(number: number, slip))
            }
        case .drawPicture(let order):
            pictures.draw(order, state.settings.configuration.screen.pictures) { [weak self] drawing in
                self?.handle(.pictureDrawn(number: order.number, drawing))
            }
        case .print(let order): printer.print(order) { [weak self] event in self?.handle(event) }
        case .copy(let text): handle(.copied(text, isTaken: screen.copy(text)))
        case .saveSettings(let changes):
            SettingsWork.save(changes, in: configuration) { [weak self] in self?.handle(.settings($0)) }
        case .askPower: parts.sleep.isOnExternalPower { [weak self] in self?.handle(.power(isExternal: $0)) }
        case .pair(let device): search?.pair(device)
        case .answerPairing(let number, let answer): search?.answerPairing(number, answer)
        case .stopPairing: search?.stopPairing()
        case .startAnew(let device): startAnew(with: device)
        case .suspend: suspend()
        case .quit: quit()
        }
    }

    /// Sends a new tip, once, and shows what became of it when the books have it.
    private func adjust(_ change: TipChange) {
        Task { [weak self, parts] in
            let status = await tipAdjustment(change.transactionID, Int(change.tip.minorUnits))
            let note = change.note(status, at: SystemClock.now())
            parts.journal.async { (store) throws(JournalError) in
                try store.note(note, of: change.sequence)
            } then: { _ in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { self?.handle(.tipAdjusted(change, status)) }
                }
            }
        }
    }

    private func close(_ report: DayReport, at now: Timestamp) {
        askBooks { (store) throws(JournalError) in
            .dayClosed(try store.closeDay(at: now, by: "cashier", comparison: report.comparison))
        } failing: {
            .dayFailed($0)
        }
    }

    /// What the books do with tickets that are set aside.
    private func keepTickets(_ effect: AppEffect) {
        askBooks { (store) throws(JournalError) in
            switch effect {
            case .park(let draft): return .ticketParked(try store.park(draft))
            case .resume(let number, let other):
                let taken = try store.resume(number, settingAside: other)
                return .ticketResumed(taken.ticket, taken.all)
            default: return .parked(try store.parkedTickets())
            }
        } failing: {
            .parkingFailed($0)
        }
    }

    /// Has something read from the books, while the screen goes on.
    private func askBooks(
        _ body: @escaping @Sendable (JournalStore) throws(JournalError) -> AppEvent,
        failing: @escaping @Sendable (JournalError) -> AppEvent
    ) {
        parts.journal.async { (store) throws(JournalError) in
            Strain.slowDisk()
            return try body(store)
        } then: { [weak self] result in
            let event: AppEvent
            switch result {
            case .success(let answer): event = answer
            case .failure(let error): event = failing(error)
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.handle(event) }
            }
        }
    }

    /// Gives the terminal back and stops the whole job, as the terminal itself would.
    private func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        screen.suspend()
        kill(0, SIGSTOP)
    }

    private func quit() {
        input?.cancel()
        // What is being told to another program is told first.
        charges.end { [self] in
            charges.close()
            close()
            temporary?.remove()
            for answer in charges.printed { StandardStreams.output(answer) }
            exit((charges.status ?? .success).rawValue)
        }
    }

    private func close() {
        input?.cancel()
        screen.close()
        printer.close()
        parts.close()
        memory?.close()
    }

    /// The same program in the same terminal, with other books. The requests that wait go on waiting there.
    private func startAnew(with device: ReaderDevice) {
        input?.cancel()
        charges.end { [self] in
            let isHandedOver = CarriedCharges.hand(over: charges.carry(state.charges.open))
            charges.close()
            close()
            ErrorLog.giveBackStandardError()
            if !isHandedOver {
                StandardStreams.error("till: The charge requests that waited are lost. Nothing was charged for them.")
            }
            let arguments = CommandLine.arguments.dropFirst().withoutCharge(charge)
            SameProgram.start(arguments.withReader(device.readerArgument))
        }
    }

    // MARK: Painting

    private func paint() {
        guard !isSuspended, !screen.isGone else { return }
        screen.use(theme: state.settings.theme.name)
        let canvas = render(state, size: screen.size)
        shown = canvas
        screen.show(canvas)
    }
}
