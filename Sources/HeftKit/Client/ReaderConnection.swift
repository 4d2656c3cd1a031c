import Dispatch
import HeftTransport
import HeftWire

/// One connection to a reader: a session, the channel that carries its bytes, its timers and its host traffic.
///
/// It drives the session: takes one event, calls the session, carries out the outputs, then takes the next. Events and
/// delegate calls come on its manager's queue for them, in order, so that whoever is called may call back.
// Unchecked because every stored `var` is touched on `queue` only.
package final class ReaderConnection: @unchecked Sendable {
    /// What happens on the connection, for an observer that must know more than a delegate is told.
    package enum Event: Equatable, Sendable {
        /// The reader takes operations.
        case connected(ReaderParticulars)
        case status(StatusEvent)
        case signatureRequest(SignatureRequest)
        case signatureWithdrawn
        case cancelSent
        case cancelAnswered
        case finished(ReaderSession.Completion)
        /// A finance result that no running operation asked for: it must be kept.
        case unclaimed(FinanceResult)
        case activity(ReaderSession.Activity)
        /// The connection is over. The last event.
        case over(LinkFailure)
    }

    package let device: HeftRemoteDevice
    private let queue = DispatchQueue(label: "heft.connection")
    private let callbacks: DispatchQueue
    private let channel: any ByteChannel
    private let environment: ConnectionEnvironment
    private let observer: (@Sendable (ReaderConnection, Event) -> Void)?
    private let activityObserver: HeftManager.ActivityObserver?
    private var lastState: HeftActivity.State?
    /// The reader said that it restarts: it comes back.
    private var isRestarting = false
    /// An attempt that fails is made again by the manager, and no error.
    private let isQuietUntilConnected: Bool
    private weak var delegate: (any HeftStatusReportDelegate)?
    private var session: ReaderSession
    private var timers: TimerSet<TimerName>?
    private var calls: [Int: any HostCall] = [:]
    private var particulars: ReaderParticulars?
    /// What runs that was started from here.
    private var running: ReaderOperation?
    private let secretText: SecretText
    private var whenOver: (@Sendable (ReaderConnection) -> Void)?

    private enum TimerName: Hashable, Sendable {
        case session(ReaderSession.TimerID)
        case host(Int)
    }

    init(
        device: HeftRemoteDevice, channel: any ByteChannel, secret: SharedSecret, secretText: SecretText,
        environment: ConnectionEnvironment, callbacks: DispatchQueue, delegate: (any HeftStatusReportDelegate)?,
        observer: (@Sendable (ReaderConnection, Event) -> Void)?, activityObserver: HeftManager.ActivityObserver?,
        isQuietUntilConnected: Bool
    ) {
        self.isQuietUntilConnected = isQuietUntilConnected
        self.activityObserver = activityObserver
        self.device = device
        self.secretText = secretText
        self.channel = channel
        self.environment = environment
        self.callbacks = callbacks
        self.delegate = delegate
        self.observer = observer
        session = ReaderSession(
            configuration: ReaderSession.Configuration(secret: secret), random: environment.random())
    }

    // MARK: What clients call, from any thread but `queue`

    /// Starts an operation.
    ///
    /// - Throws: ``HeftError``; nothing was sent then.
    package func start(_ operation: ReaderOperation) throws(HeftError) {
        let result = queue.sync { () -> Result<Void, HeftError> in
            do throws(ReaderSession.Refusal) {
                let outputs = try session.submit(operation)
                running = operation
                carryOut(outputs)
                return .success(())
            } catch {
                return .failure(HeftError(error))
            }
        }
        try result.get()
    }

    /// Cancels the running operation where the reader allows that now.
    package func requestCancel() {
        queue.async { self.carryOut(self.session.cancel()) }
    }

    /// Ends scanning where the scanner is on.
    func stopScanner() {
        queue.async {
            guard case .enableScanner? = self.running else { return }
            self.carryOut(self.session.cancel())
        }
    }

    package func answerSignature(isAccepted: Bool) {
        queue.async { self.carryOut(self.session.answerSignature(isAccepted: isAccepted)) }
    }

    /// Closes the connection; what runs is finished as a lost link.
    package func disconnect() {
        channel.close()
    }

    /// The delegate, while it lives.
    var currentDelegate: (any HeftStatusReportDelegate)? { queue.sync { delegate } }
    /// Whether the last result said that the reader restarts.
    var isReaderRestarting: Bool { queue.sync { isRestarting } }
    /// The secret as it was given.
    package var sharedSecret: String { secretText.text }
    package var isResultPending: Bool { queue.sync { session.isResultPending } }
    package var isCancelAllowed: Bool { queue.sync { session.isCancelAllowed } }
    /// What the reader said of itself at its init; nil before.
    package var readerParticulars: ReaderParticulars? { queue.sync { particulars } }

    // MARK: The driver

    func open(whenOver: @escaping @Sendable (ReaderConnection) -> Void) {
        queue.async {
            self.whenOver = whenOver
            self.noteState(.connecting)
            self.timers = TimerSet(scheduler: self.environment.timers, queue: self.queue) { [weak self] name, number in
                self?.fired(name, number)
            }
            self.channel.open(on: self.queue) { [weak self] event in self?.receive(event) }
        }
    }

    private func receive(_ event: ChannelEvent) {
        switch event {
        case .opened: carryOut(session.open(date: environment.localDate()))
        case .received(let bytes): carryOut(session.receive(bytes))
        case .closed(let reason):
            let outputs = session.closed(reason.text)
            // A channel that never opened has no session to end.
            carryOut(
                outputs.isEmpty && particulars == nil ? [.over(.notOpened(reason.text, reason.obstacle))] : outputs)
        }
    }

    private func fired(_ name: TimerName, _ number: Int) {
        guard timers?.accepts(name, number) == true else { return }
        switch name {
        case .session(let timer): carryOut(session.timerFired(timer))
        case .host(let id): answer(id, .timedOut)
        }
    }

    private func carryOut(_ outputs: [ReaderSession.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes): channel.write(bytes)
            case .startTimer(let timer, let seconds): timers?.start(.session(timer), after: .seconds(seconds))
            case .stopTimer(let timer): timers?.stop(.session(timer))
            case .connected(let body): connected(body)
            case .status(let event): report(.status(event))
            case .hostRequest(let exchange): perform(exchange)
            case .abandonHostRequest(let id): abandon(id)
            case .signatureRequest(let request): report(.signatureRequest(request))
            case .signatureWithdrawn: report(.signatureWithdrawn)
            case .cancelSent: report(.cancelSent)
            case .cancelAnswered: report(.cancelAnswered)
            case .finished(let completion):
                running = nil
                if case .finance(let result) = completion.result { isRestarting = result.response.isRestarting }
                report(.finished(completion))
            case .unclaimed(let result): report(.unclaimed(result))
            case .activity(let activity):
                report(.activity(activity))
                if activityObserver != nil, let activity = HeftActivity(activity) { note(activity) }
            case .over(let failure): end(failure)
            }
        }
        if whenOver != nil, particulars != nil { noteState(session.isIdle ? .ready : .operating) }
    }

    private func noteState(_ state: HeftActivity.State) {
        guard state != lastState else { return }
        lastState = state
        note(.state(state))
    }

    private func note(_ activity: HeftActivity) {
        guard let activityObserver else { return }
        callbacks.async { [device] in activityObserver(device, activity) }
    }

    private func connected(_ body: InitResponse.Body) {
        let particulars = ReaderParticulars(body, isResultPending: session.isResultPending)
        self.particulars = particulars
        report(.connected(particulars))
    }

    private func end(_ failure: LinkFailure) {
        guard let whenOver else { return }
        self.whenOver = nil
        timers?.stopAll()
        for id in calls.keys { abandon(id) }
        channel.close()
        report(.over(failure))
        noteState(.over(failure.text))
        callbacks.async { whenOver(self) }
    }

    // MARK: Host traffic

    private func perform(_ exchange: ReaderSession.HostExchange) {
        note(
            .hostExchange(
                id: exchange.id, host: exchange.host, port: Int(exchange.port), length: exchange.request.count))
        timers?.start(.host(exchange.id), after: .seconds(max(1, exchange.timeout)))
        calls[exchange.id] = environment.gateway.perform(exchange) { [weak self] answer in
            guard let self else { return }
            self.queue.async { self.answer(exchange.id, answer) }
        }
    }

    private func answer(_ id: Int, _ answer: ReaderSession.HostAnswer) {
        timers?.stop(.host(id))
        if let call = calls.removeValue(forKey: id) {
            call.cancel()
            note(.hostExchangeEnded(id: id, HeftActivity.HostOutcome(answer)))
        }
        carryOut(session.answer(host: id, answer))
    }

    private func abandon(_ id: Int) {
        timers?.stop(.host(id))
        guard let call = calls.removeValue(forKey: id) else { return }
        call.cancel()
        note(.hostExchangeEnded(id: id, .abandoned))
    }

    // MARK: Telling

    private func report(_ event: Event) {
        let delegate = delegate
        let isErrorAtEnd = particulars == nil && !isQuietUntilConnected
        callbacks.async { [self] in
            observer?(self, event)
            if let delegate { tell(delegate, event, isErrorAtEnd: isErrorAtEnd) }
        }
    }
}

extension CloseReason {
    /// What whoever is at the till can do something about.
    var obstacle: LinkFailure.Obstacle {
        switch self {
        case .notPaired(.needed): .notPaired
        case .notPaired(.lostByReader): .pairingLost
        case .turnedAway: .turnedAway
        // A pairing that was just tried has its own end.
        case .notPaired(.cancelled), .notPaired(.wrongPIN), .notPaired(.refused), .notPaired(.timedOut): .other
        case .closedHere, .peerClosed, .reset, .timedOut, .notPermitted, .gone, .busy, .refused, .unknownHost,
            .notSerial, .failed, .adapter, .serviceLost, .noSerialService, .unknownReader:
            .other
        }
    }

    /// Why the channel closed and what to do about it, in at most 72 columns and without its full stop.
    package var text: String {
        switch self {
        case .closedHere: "closed by the till"
        case .peerClosed: "the reader closed the link"
        case .reset: "the link to the reader was lost"
        case .timedOut: "the reader does not answer. Switch it on and bring it closer"
        case .notPermitted: "you may not use that device. Join its group, mostly dialout"
        case .gone: "there is no such device. Plug it in, or choose another reader"
        case .busy: "another program has that device. Close the other program first"
        case .refused: "nobody answers at that port. Start the reader's side first"
        case .unknownHost: "no computer of that name is known. Look at the address"
        case .notSerial: "that file is no serial line. Look at the path"
        case .failed(let reason): reason
        case .adapter(let problem): problem.text
        case .notPaired(let failure): failure.text
        case .serviceLost: "the Bluetooth service ended. Wait a moment, then try again"
        case .noSerialService: "that device is no card reader. Choose another one"
        case .turnedAway: "the reader refuses. Disconnect it elsewhere, or forget it and pair anew"
        case .unknownReader: "that reader is not known any more. Search for it again"
        }
    }
}

extension SearchProblem {
    /// What keeps Bluetooth from being used and what to do about it, as ``CloseReason/text``.
    var text: String {
        switch self {
        case .noAdapter: "this computer has no Bluetooth adapter. Plug one in"
        case .adapterOff: "Bluetooth is switched off. Run bluetoothctl power on"
        case .adapterBlocked: "Bluetooth is blocked. Run rfkill unblock bluetooth"
        case .serviceNotRunning: "the Bluetooth service does not run. Run systemctl start bluetooth"
        case .notPermitted: "you may not use Bluetooth. Ask whoever looks after this computer"
        case .busy: "Bluetooth is busy. Wait a moment, then try again"
        }
    }
}

extension PairingFailure {
    /// Why a reader is not paired and what to do about it, as ``CloseReason/text``.
    var text: String {
        switch self {
        case .needed: "the reader is not paired with this computer. Pair it first"
        case .cancelled: "pairing was cancelled. Pair the reader to use it"
        case .wrongPIN: "that is not the reader's PIN. Look it up in the reader's papers"
        case .refused: "the reader refused to be paired. Let it be found, then try again"
        case .timedOut: "nobody answered in time. Pair the reader again"
        case .lostByReader: "the reader has lost its pairing. Forget it here and pair it again"
        }
    }
}
