import Dispatch
import Glibc

/// Opens a link to the serial service of one reader: frees the radio, pairs where that is needed, and has the Bluetooth
/// service connect.
// Unchecked because everything in it is touched on the Bluetooth queue alone; `open` and `cancel` hop there first.
final class BluetoothOpener: DescriptorOpener, @unchecked Sendable {
    /// A reader that answers and then hangs is given up by the service after 42 s.
    static let connectTimeout = Duration.seconds(60)
    /// The link comes before or after the answer to the question for it, and soon.
    static let linkTimeout = Duration.seconds(5)

    private let stack: BluetoothStack
    private let address: String
    private var completion: ((Result<OpenDescriptor, CloseReason>) -> Void)?
    private var isOver = false
    private var hasReader = false
    private var hasProfile = false
    private var path: String?
    private var pairing: BluetoothPairing?
    private var call: SystemBus.CallID?
    private var isSecondAttempt = false
    private var isAnswered = false
    private var link: BusDescriptor?
    private var linkTimer: (any ScheduledTimer)?
    private var direct: (any DescriptorOpener)?

    init(_ stack: BluetoothStack, address: String) {
        self.stack = stack
        self.address = address.uppercased()
    }

    func open(completion: @escaping @Sendable (Result<OpenDescriptor, CloseReason>) -> Void) {
        stack.queue.async { [self] in
            guard !isOver else { return }
            self.completion = completion
            begin()
        }
    }

    func cancel() {
        stack.queue.async { [self] in
            guard !isOver else { return }
            pairing?.cancel()
            direct?.cancel()
            if call != nil { callOff() }
            fail(.closedHere)
        }
    }

    private func begin() {
        guard stack.takeReader(address) else { return fail(.busy) }
        hasReader = true
        stack.bluez.whenReady { [self] problem in
            guard !isOver else { return }
            if let problem { return fail(.adapter(problem)) }
            let device = stack.bluez.tree.device(address: address)
            if let problem = stack.bluez.adapterProblem(of: device) { return fail(.adapter(problem)) }
            guard let device else { return fail(.unknownReader) }
            // Nothing will be connected: a search goes on.
            guard device.isPaired || stack.ask != nil else { return fail(.notPaired(.needed)) }
            // While it searches, a radio connects late or not at all.
            stack.search.stop { [self] in
                guard !isOver else { return }
                if device.isPaired { trust() } else { pair() }
            }
        }
    }

    private func pair() {
        guard let ask = stack.ask else { return fail(.notPaired(.needed)) }
        let pairing = BluetoothPairing(stack, address: address, ask: ask) { [self] reason in
            self.pairing = nil
            guard !isOver else { return }
            if let reason { fail(reason) } else { trust() }
        }
        self.pairing = pairing
        pairing.start()
    }

    private func trust() {
        guard let device = stack.bluez.tree.device(address: address) else { return fail(.unknownReader) }
        path = device.path
        if !device.isTrusted {
            // Without it the link is made all the same.
            stack.bluez.set(device.path, BlueZTree.Interface.device, "Trusted", .boolean(true))
        }
        stack.profile.register { [self] error in
            guard !isOver else {
                if error == nil { stack.profile.release() }
                return
            }
            switch error {
            case nil:
                hasProfile = true
                connect(to: device.path)
            case .answered("org.bluez.Error.NotPermitted", _)?: connectDirectly()
            case let error?: fail(BlueZFailure.connecting(error) { stack.bluez.isBlocked })
            }
        }
    }

    // MARK: By the Bluetooth service

    private func connect(to path: String) {
        stack.await(self, at: path)
        call = stack.bluez.call(
            path, BlueZTree.Interface.device, "ConnectProfile", [.string(ReaderFilter.serialService)],
            timeout: BluetoothOpener.connectTimeout
        ) { [self] result in
            guard !isOver else { return }
            call = nil
            switch result {
            case .failure(let error): notConnected(error, path)
            case .success:
                isAnswered = true
                if link == nil { awaitLink() } else { handOver() }
            }
        }
    }

    private func notConnected(_ error: BusError, _ path: String) {
        // The service goes on after our patience has ended.
        if case .answered("org.freedesktop.DBus.Error.NoReply", _) = error { callOff() }
        let reason = BlueZFailure.connecting(error) { stack.bluez.isBlocked }
        // The radio's connection outlives a link by seconds, and takes a new one that has begun on it with it. Then the
        // radio is free.
        guard reason == .reset, !isSecondAttempt else { return fail(reason) }
        isSecondAttempt = true
        link?.takeSocket()?.refuse()
        link = nil
        connect(to: path)
    }

    private func awaitLink() {
        linkTimer = stack.timers.schedule(after: BluetoothOpener.linkTimeout, on: stack.queue) { [weak self] in
            guard let self, !self.isOver, self.link == nil else { return }
            self.callOff()
            self.fail(.timedOut)
        }
    }

    /// - Returns: false when no link is waited for.
    func linked(_ descriptor: BusDescriptor) -> Bool {
        guard !isOver, link == nil else { return false }
        link = descriptor
        if isAnswered { handOver() }
        return true
    }

    private func handOver() {
        guard let descriptor = link?.takeSocket() else { return fail(.reset) }
        finish(.success(owned(descriptor)))
    }

    func deviceGone() {
        stack.bluez.giveUp(call)
        fail(.unknownReader)
    }

    private func callOff() {
        stack.bluez.giveUp(call)
        call = nil
        guard let path else { return }
        stack.bluez.call(
            path, BlueZTree.Interface.device, "DisconnectProfile", [.string(ReaderFilter.serialService)])
    }

    // MARK: Beside it

    /// Another program has the profile: the kernel connects without.
    private func connectDirectly() {
        let direct = stack.directLink(address)
        self.direct = direct
        direct.open { [self] result in
            stack.queue.async { [self] in
                switch result {
                case .success(let descriptor) where isOver: descriptor.refuse()
                case .success(let descriptor): finish(.success(owned(descriptor)))
                case .failure(let reason): fail(reason)
                }
            }
        }
    }

    // MARK: The end

    /// A descriptor whose closing gives back what its link took.
    private func owned(_ descriptor: OpenDescriptor) -> OpenDescriptor {
        let hasProfile = hasProfile
        self.hasProfile = false
        hasReader = false
        return OpenDescriptor(descriptor.number, descriptor.kind) { [stack, address] _ in
            stack.queue.async {
                if hasProfile { stack.profile.release() }
                stack.giveBackReader(address)
            }
        }
    }

    private func fail(_ reason: CloseReason) {
        finish(.failure(reason))
    }

    private func finish(_ result: Result<OpenDescriptor, CloseReason>) {
        guard !isOver else { return }
        isOver = true
        call = nil
        linkTimer?.cancel()
        if let path { stack.awaitNoMore(at: path) }
        // A link that came and is not wanted: the service keeps a copy, which alone would hold it up.
        link?.takeSocket()?.refuse()
        if hasProfile { stack.profile.release() }
        if hasReader { stack.giveBackReader(address) }
        completion?(result)
        completion = nil
    }
}

extension BusDescriptor {
    /// The descriptor as a socket that does not block, which is the caller's from now on; nil when it is none, or taken.
    func takeSocket() -> OpenDescriptor? {
        guard let number = take() else { return nil }
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) >= 0 else {
            close(number)
            return nil
        }
        return OpenDescriptor(number, .socket)
    }
}

extension OpenDescriptor {
    /// Ends a link that nobody uses.
    func refuse() {
        hangUp()
        close()
    }
}
