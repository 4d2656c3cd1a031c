import Glibc

/// The serial port profile, registered with the Bluetooth service while somebody needs it: one program on a computer can
/// have it.
// Unchecked because everything in it is touched on the Bluetooth queue alone.
final class SerialProfile: @unchecked Sendable {
    enum Role: String, Sendable {
        case client
        case server
    }

    private let bluez: BlueZ
    private let path: String
    private let role: Role
    private let name: String
    private var isRegistered = false
    private var users = 0
    private var waiting: [(BusError?) -> Void] = []
    /// Takes a link to the device at a path; nil refuses it.
    var connected: (_ device: String, BusDescriptor) -> Bool = { _, _ in false }
    /// The service dropped the profile by itself.
    var dropped: () -> Void = {}

    /// - Parameter name: what other devices are shown of it.
    init(_ bluez: BlueZ, path: String, role: Role, name: String) {
        self.bluez = bluez
        self.path = path
        self.role = role
        self.name = name
        bluez.observe { [weak self] event in
            if event == .gone { self?.drop() }
        }
    }

    /// Registers the profile, unless it is. Each call that succeeds is undone by one ``release()``.
    func register(_ completion: @escaping (BusError?) -> Void) {
        users += 1
        if isRegistered { return completion(nil) }
        waiting.append { error in
            if error != nil { self.users -= 1 }
            completion(error)
        }
        guard waiting.count == 1 else { return }
        do throws(BusError) {
            try bluez.export(path) { [weak self] request in self?.take(request) ?? false }
        } catch {
            return registered(error)
        }
        bluez.call(
            BlueZ.root, BlueZTree.Interface.profiles, "RegisterProfile",
            [
                .objectPath(path), .string(ReaderFilter.serialService),
                .dictionary([
                    "Name": .string(name), "Role": .string(role.rawValue), "AutoConnect": .boolean(false),
                    "RequireAuthentication": .boolean(true), "RequireAuthorization": .boolean(false),
                ]),
            ]
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
        if error != nil { bluez.withdraw(path) }
        let waiting = waiting
        self.waiting = []
        for body in waiting { body(error) }
    }

    func release() {
        users -= 1
        guard users == 0, isRegistered else { return }
        isRegistered = false
        bluez.withdraw(path)
        bluez.call(BlueZ.root, BlueZTree.Interface.profiles, "UnregisterProfile", [.objectPath(path)])
    }

    private func drop() {
        guard isRegistered else { return }
        isRegistered = false
        dropped()
    }

    private func take(_ request: BusRequest) -> Bool {
        guard request.interface == BlueZTree.Interface.profile else { return false }
        switch request.member {
        case "NewConnection":
            guard request.arguments.count == 3, let device = request.arguments[0].text,
                case .descriptor(let descriptor) = request.arguments[1], connected(device, descriptor)
            else {
                request.refuse("org.bluez.Error.Rejected", "nobody waits for it")
                return true
            }
            // At once: the service gives up after 25 s.
            request.answer()
        case "RequestDisconnection": request.answer()
        case "Release":
            request.answer()
            drop()
        default: return false
        }
        return true
    }
}
