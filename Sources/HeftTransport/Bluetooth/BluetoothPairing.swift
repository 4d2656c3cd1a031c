import Dispatch

/// One pairing with a reader, from the question whether it is paired already to the answer of the service.
// Unchecked because everything in it is touched on the Bluetooth queue alone; `cancel` and answers hop there first.
final class BluetoothPairing: RunningPairing, @unchecked Sendable {
    /// How long a person has to find the PIN and type it, here and on the reader.
    static let timeout = Duration.seconds(90)
    private static let cancelTimeout = Duration.seconds(5)

    private let stack: BluetoothStack
    private let address: String
    private let dialogue: PairingDialogue
    private var completion: ((CloseReason?) -> Void)?
    private var device: BluetoothDevice?
    private var call: SystemBus.CallID?
    private var isSecondAttempt = false
    private var isRegistered = false
    private var isCancelled = false

    /// - Parameters:
    ///   - ask: takes the questions, on the Bluetooth queue.
    ///   - completion: called there once.
    init(
        _ stack: BluetoothStack, address: String, ask: @escaping (PairingEvent) -> Void,
        completion: @escaping (CloseReason?) -> Void
    ) {
        self.stack = stack
        self.address = address
        self.completion = completion
        dialogue = PairingDialogue(stack.queue, stack.numbers, tell: ask)
        // A number that is only shown has no answer that the service waits for.
        dialogue.rejectedWhatIsShown = { [weak self] in self?.cancel() }
    }

    func start() {
        stack.bluez.whenReady { [self] problem in
            if let problem { return end(.adapter(problem)) }
            let device = stack.bluez.tree.device(address: address)
            if let problem = stack.bluez.adapterProblem(of: device) { return end(.adapter(problem)) }
            guard let device else { return end(.unknownReader) }
            guard !device.isPaired else { return end(nil) }
            guard completion != nil else { return }
            guard stack.begin(self, at: device.path) else { return end(.busy) }
            self.device = device
            // While it searches, a radio answers pairing late or not at all.
            stack.search.stop { [self] in register() }
        }
    }

    private func register() {
        guard completion != nil else { return }
        stack.agent.register { [self] error in
            if let error { return end(BlueZFailure.pairing(error, dialogue.conduct) { stack.bluez.isBlocked }) }
            guard completion != nil, let device else { return stack.agent.release() }
            isRegistered = true
            pair(device)
        }
    }

    private func pair(_ device: BluetoothDevice) {
        call = stack.bluez.call(
            device.path, BlueZTree.Interface.device, "Pair", timeout: BluetoothPairing.timeout
        ) { [self] result in
            call = nil
            paired(result.map { _ in })
        }
    }

    private func paired(_ result: Result<Void, BusError>) {
        guard let device else { return }
        switch result {
        case .success, .failure(.answered("org.bluez.Error.AlreadyExists", _)):
            // A device that is trusted is kept by the service, and is not asked about again.
            stack.bluez.set(device.path, BlueZTree.Interface.device, "Trusted", .boolean(true))
            end(nil)
        case .failure(let error):
            // The service goes on after our patience has ended.
            if case .answered("org.freedesktop.DBus.Error.NoReply", _) = error { callOff { _ in } }
            let reason = BlueZFailure.pairing(error, dialogue.conduct) { stack.bluez.isBlocked }
            guard !isCancelled else { return end(.notPaired(.cancelled)) }
            // The connection of a pairing before, or of a link, takes a new pairing that has begun on it with it.
            guard reason == .reset, !dialogue.hasAsked, !isSecondAttempt else { return end(reason) }
            isSecondAttempt = true
            pair(device)
        }
    }

    // MARK: Ending it

    func cancel() {
        stack.queue.async { [self] in
            guard completion != nil, !isCancelled else { return }
            isCancelled = true
            guard call != nil else { return end(.notPaired(.cancelled)) }
            withdraw()
            // The service answers the pairing itself when it has stopped; where it does not, this is the end.
            callOff { [self] _ in
                stack.bluez.giveUp(call)
                end(.notPaired(.cancelled))
            }
        }
    }

    private func callOff(_ completion: @escaping (Result<SystemBus.Reply, BusError>) -> Void) {
        guard let device else { return }
        stack.bluez.call(
            device.path, BlueZTree.Interface.device, "CancelPairing", timeout: BluetoothPairing.cancelTimeout,
            completion: completion)
    }

    func deviceGone() {
        stack.bluez.giveUp(call)
        end(.unknownReader)
    }

    private func end(_ reason: CloseReason?) {
        guard let completion else { return }
        self.completion = nil
        call = nil
        withdraw()
        if let device { stack.finish(at: device.path) }
        if isRegistered { stack.agent.release() }
        isRegistered = false
        completion(reason)
    }

    // MARK: Questions

    func ask(_ kind: PairingQuestion.Kind, _ reply: AgentReply) {
        guard completion != nil, !isCancelled, let device else { return reply.reject() }
        dialogue.ask(device.reader, kind, reply)
    }

    /// The service waits for no answer any more.
    func withdraw() {
        dialogue.withdraw()
    }
}
