/// The object that the Bluetooth service asks for PINs and consent. It is registered while somebody pairs.
// Unchecked because everything in it is touched on the Bluetooth queue alone.
final class PairingAgent: @unchecked Sendable {
    /// A question of the service's about a device.
    enum Demand: Equatable, Sendable {
        case question(PairingQuestion.Kind)
        /// Whether the device may use a service of ours.
        case service(String)
    }

    private static let rejected = "org.bluez.Error.Rejected"

    private let bluez: BlueZ
    private let path: String
    private var isRegistered = false
    private var users = 0
    private var waiting: [(BusError?) -> Void] = []
    /// Takes a question about the device at a path, to be answered now or later.
    var asked: (_ device: String, Demand, AgentReply) -> Void = { _, _, reply in reply.reject() }
    /// The service does not wait for an answer any more.
    var withdrawn: () -> Void = {}

    init(_ bluez: BlueZ, path: String) {
        self.bluez = bluez
        self.path = path
        bluez.observe { [weak self] event in
            if event == .gone { self?.isRegistered = false }
        }
    }

    /// Registers the agent, unless it is. Each call that succeeds is undone by one ``release()``.
    ///
    /// - Parameter isForAll: it is also asked when another device begins to pair.
    func register(isForAll: Bool = false, _ completion: @escaping (BusError?) -> Void) {
        users += 1
        let completion = { (error: BusError?) in
            if error != nil { self.users -= 1 }
            completion(error)
        }
        if isRegistered { return isForAll ? becomeDefault(completion) : completion(nil) }
        waiting.append { [self] error in
            if let error { return completion(error) }
            isForAll ? becomeDefault(completion) : completion(nil)
        }
        guard waiting.count == 1 else { return }
        do throws(BusError) {
            try bluez.export(path) { [weak self] request in self?.take(request) ?? false }
        } catch {
            return registered(error)
        }
        bluez.call(
            BlueZ.root, BlueZTree.Interface.agents, "RegisterAgent",
            [.objectPath(path), .string("KeyboardDisplay")]
        ) { result in
            switch result {
            case .success: self.registered(nil)
            case .failure(.answered("org.bluez.Error.AlreadyExists", _)): self.registered(nil)
            case .failure(let error): self.registered(error)
            }
        }
    }

    private func registered(_ error: BusError?) {
        isRegistered = error == nil
        let waiting = waiting
        self.waiting = []
        for body in waiting { body(error) }
    }

    private func becomeDefault(_ completion: @escaping (BusError?) -> Void) {
        bluez.call(BlueZ.root, BlueZTree.Interface.agents, "RequestDefaultAgent", [.objectPath(path)]) { result in
            switch result {
            case .success: completion(nil)
            case .failure(let error): completion(error)
            }
        }
    }

    func release() {
        users -= 1
        guard users == 0, isRegistered else { return }
        isRegistered = false
        bluez.withdraw(path)
        bluez.call(BlueZ.root, BlueZTree.Interface.agents, "UnregisterAgent", [.objectPath(path)])
    }

    // MARK: Calls of the service

    private func take(_ request: BusRequest) -> Bool {
        guard request.interface == BlueZTree.Interface.agent else { return false }
        let arguments = request.arguments
        switch request.member {
        case "Release":
            isRegistered = false
            request.answer()
            return true
        case "Cancel":
            request.answer()
            withdrawn()
            return true
        default: break
        }
        guard let device = arguments.first?.text else { return false }
        let value = arguments.count > 1 ? arguments[1] : nil
        switch (request.member, value?.number.flatMap(UInt32.init(exactly:)), value?.text) {
        case ("RequestPinCode", _, _): ask(device, .enterPIN, request, as: .text)
        case ("RequestPasskey", _, _): ask(device, .enterPasskey, request, as: .number)
        case ("RequestConfirmation", let number?, _): ask(device, .confirmPasskey(number), request, as: .nothing)
        case ("RequestAuthorization", _, _): ask(device, .authorise, request, as: .nothing)
        case ("DisplayPinCode", _, let pin?):
            request.answer()
            ask(device, .showPIN(pin), nil, as: .nothing)
        case ("DisplayPasskey", let number?, _):
            request.answer()
            let typed = arguments.count > 2 ? arguments[2].number ?? 0 : 0
            ask(device, .showPasskey(number, typed: typed), nil, as: .nothing)
        case ("AuthorizeService", _, let service?):
            asked(device, .service(service), AgentReply(request, as: .nothing))
        default: return false
        }
        return true
    }

    private func ask(
        _ device: String, _ kind: PairingQuestion.Kind, _ request: BusRequest?, as form: AgentReply.Form
    ) {
        asked(device, .question(kind), AgentReply(request, as: form))
    }
}

/// The answer that the service waits for. Confined to the Bluetooth queue.
final class AgentReply {
    /// What the answer carries.
    enum Form {
        case nothing
        case text
        case number
    }

    private let request: BusRequest?
    private let form: Form

    /// - Parameter request: nil where nothing is waited for: something is shown.
    init(_ request: BusRequest?, as form: Form) {
        self.request = request
        self.form = form
    }

    func accept(_ text: String = "") {
        switch form {
        case .nothing: request?.answer()
        case .text: request?.answer([.string(text)])
        case .number:
            guard let number = UInt32(text) else { return reject() }
            request?.answer([.uint32(number)])
        }
    }

    func reject() {
        request?.refuse("org.bluez.Error.Rejected", "rejected by a person")
    }
}
