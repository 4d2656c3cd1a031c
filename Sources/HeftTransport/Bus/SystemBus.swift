import CSystemd
import Dispatch
import Glibc

/// A connection to a D-Bus daemon, by sd-bus.
///
/// sd-bus knows no threads: this class, its messages and every closure that it is given are confined to one serial queue.
/// It never blocks. What is called before the daemon has greeted is sent when it has.
// Unchecked because every stored `var`, and sd-bus behind it, is touched on `queue` alone: all methods check that they run
// there, and sources, timer and C callbacks run there by their construction.
package final class SystemBus: @unchecked Sendable {
    /// Where the daemon of the system listens unless the environment says otherwise.
    private static let standardAddress = "unix:path=/run/dbus/system_bus_socket"

    package static var systemAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? standardAddress
    }

    /// A method to call.
    struct Call: Sendable {
        var destination: String
        var path: String
        var interface: String
        var member: String
        var arguments: [BusValue] = []
        /// sd-bus itself would wait for 25 s.
        var timeout: Duration = .seconds(25)
    }

    struct Reply: Sendable {
        /// The unique name of who answered.
        var sender: String
        var values: [BusValue]
    }

    struct Signal: Sendable {
        var sender: String
        var path: String
        var member: String
        var arguments: [BusValue]
    }

    /// Names a call that is out, so that it can be given up.
    typealias CallID = Int

    private let queue: DispatchQueue
    private var bus: OpaquePointer?
    private var watch: BusWatch?
    private var timer: (any DispatchSourceTimer)?
    private var ended: ((BusError) -> Void)?
    private var calls: [CallID: PendingCall] = [:]
    private var lastCall: CallID = 0
    private var matches: [Subscription] = []
    private var objects: [String: ExportedObject] = [:]

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: a D-Bus address, such as `unix:path=…`.
    ///   - ended: called once when the connection is lost; not after ``close()``. Calls that are out have failed before.
    /// - Throws: ``BusError/system(_:)`` when nobody listens there.
    init(address: String, queue: DispatchQueue, ended: @escaping (BusError) -> Void) throws(BusError) {
        dispatchPrecondition(condition: .onQueue(queue))
        self.queue = queue
        self.ended = ended
        var bus: OpaquePointer?
        try BusError.check(sd_bus_new(&bus))
        guard let bus else { throw .closed }
        do throws(BusError) {
            try BusError.check(sd_bus_set_address(bus, address))
            try BusError.check(sd_bus_set_bus_client(bus, 1))
            try BusError.check(sd_bus_negotiate_fds(bus, 1))
            try BusError.check(sd_bus_set_close_on_exit(bus, 0))
            try BusError.check(sd_bus_start(bus))
            watch = try BusWatch(try BusError.check(sd_bus_get_fd(bus)), on: queue) { [weak self] in self?.pump() }
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        self.bus = bus
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.pump() }
        timer.schedule(deadline: .distantFuture)
        timer.resume()
        self.timer = timer
        rearm()
    }

    /// Closes the connection. Calls that are out fail; what it told the daemon is undone by the daemon.
    func close() {
        end(.closed, tells: false)
    }

    deinit {
        // What is still registered with sd-bus points here.
        precondition(bus == nil, "a bus is closed before it is let go of")
    }

    // MARK: Turning

    private func pump() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let bus else { return }
        let result = sd_bus_process(bus, nil)
        guard result >= 0 else { return end(.system(-result), tells: true) }
        // One message a turn: a flood of them does not keep others from the queue.
        if result > 0 { queue.async { [weak self] in self?.pump() } }
        rearm()
    }

    /// After every turn and everything that may have left bytes to write.
    private func rearm() {
        guard let bus else { return }
        let events = sd_bus_get_events(bus)
        guard events >= 0 else {
            // In a turn of its own: whoever calls is not told of the end before it knows what it called.
            return queue.async { [weak self] in self?.end(.system(-events), tells: true) }
        }
        watch?.watchWriting(events & Int32(POLLOUT) != 0)
        var due = UInt64.max
        guard sd_bus_get_timeout(bus, &due) >= 0, due != .max else {
            timer?.schedule(deadline: .distantFuture)
            return
        }
        // Microseconds of the same clock that dispatch counts on.
        timer?.schedule(deadline: DispatchTime(uptimeNanoseconds: due &* 1000))
    }

    private func end(_ error: BusError, tells: Bool) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let bus else { return }
        self.bus = nil
        watch?.cancel()
        timer?.cancel()
        let failed = calls.sorted { $0.key < $1.key }.map(\.value)
        calls = [:]
        let slots = failed.map(\.slot) + matches.map(\.slot) + objects.values.map(\.slot)
        for slot in slots { sd_bus_slot_unref(slot) }
        sd_bus_close(bus)
        sd_bus_unref(bus)
        matches = []
        objects = [:]
        let ended = ended
        self.ended = nil
        for call in failed { call.completion(.failure(.closed)) }
        if tells { ended?(error) }
    }

    // MARK: Calling

    /// Calls a method.
    ///
    /// - Parameter completion: called once, never before this returns, unless the call is given up before.
    @discardableResult func call(
        _ call: Call, completion: @escaping (Result<Reply, BusError>) -> Void
    ) -> CallID? {
        dispatchPrecondition(condition: .onQueue(queue))
        lastCall += 1
        let pending = PendingCall(bus: self, id: lastCall, completion: completion)
        do throws(BusError) {
            try send(call, for: pending)
        } catch {
            // Through the queue, so that a caller is never called while it calls.
            let failure = LateFailure(error: error, completion: completion)
            queue.async { failure.tell() }
            return nil
        }
        calls[pending.id] = pending
        rearm()
        return pending.id
    }

    private func send(_ call: Call, for pending: PendingCall) throws(BusError) {
        guard let bus else { throw .closed }
        var message: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                bus, &message, call.destination, call.path, call.interface, call.member))
        guard let message else { throw .malformed }
        defer { sd_bus_message_unref(message) }
        try BusMessage(pointer: message).append(call.arguments)
        let callback: sd_bus_message_handler_t = { message, context, _ in
            guard let message, let context else { return 0 }
            let pending = Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
            pending.bus.answered(pending, BusMessage(pointer: message))
            return 1
        }
        try BusError.check(
            sd_bus_call_async(
                bus, &pending.slot, message, callback, Unmanaged.passUnretained(pending).toOpaque(),
                call.timeout.microseconds))
    }

    /// Gives a call up: nobody is told how it ends. What it began at the other side goes on there.
    func giveUp(_ id: CallID) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let call = calls.removeValue(forKey: id) else { return }
        sd_bus_slot_unref(call.slot)
    }

    private func answered(_ pending: PendingCall, _ message: BusMessage) {
        guard calls.removeValue(forKey: pending.id) != nil else { return }
        sd_bus_slot_unref(pending.slot)
        pending.completion(Self.result(of: message))
    }

    private static func result(of message: BusMessage) -> Result<Reply, BusError> {
        if let error = message.error { return .failure(error) }
        do throws(BusError) {
            return .success(Reply(sender: message.sender, values: try message.values()))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Listening

    /// Has signals delivered that a match rule describes, until the connection ends.
    func listen(to rule: String, _ handler: @escaping (Signal) -> Void) throws(BusError) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let bus else { throw .closed }
        let subscription = Subscription(handler)
        let callback: sd_bus_message_handler_t = { message, context, _ in
            guard let message, let context else { return 0 }
            Unmanaged<Subscription>.fromOpaque(context).takeUnretainedValue().take(BusMessage(pointer: message))
            return 0
        }
        let installed: sd_bus_message_handler_t = { _, _, _ in
            // A daemon that refuses the rule leaves the state as it was asked for; sd-bus would close the connection.
            0
        }
        try BusError.check(
            sd_bus_add_match_async(
                bus, &subscription.slot, rule, callback, installed,
                Unmanaged.passUnretained(subscription).toOpaque()))
        matches.append(subscription)
        rearm()
    }

    // MARK: Being called

    /// Puts an object on the bus, in place of one that was at that path.
    ///
    /// - Parameter handler: takes each call; false for a method that the object does not have.
    func export(_ path: String, _ handler: @escaping (BusRequest) -> Bool) throws(BusError) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let bus else { throw .closed }
        withdraw(path)
        let object = ExportedObject(bus: self, handler)
        let callback: sd_bus_message_handler_t = { message, context, _ in
            guard let message, let context else { return 0 }
            let object = Unmanaged<ExportedObject>.fromOpaque(context).takeUnretainedValue()
            return object.take(BusMessage(pointer: message)) ? 1 : 0
        }
        try BusError.check(
            sd_bus_add_object(bus, &object.slot, path, callback, Unmanaged.passUnretained(object).toOpaque()))
        objects[path] = object
    }

    /// Takes an object off the bus.
    func withdraw(_ path: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let object = objects.removeValue(forKey: path) else { return }
        sd_bus_slot_unref(object.slot)
    }

    /// Sends an answer that was made, and gives the message back to sd-bus.
    fileprivate func send(_ answer: OpaquePointer) {
        if let bus { sd_bus_send(bus, answer, nil) }
        sd_bus_message_unref(answer)
        rearm()
    }

    // MARK: What sd-bus holds pointers to

    /// A call whose answer is not there yet.
    private final class PendingCall {
        unowned let bus: SystemBus
        let id: CallID
        let completion: (Result<Reply, BusError>) -> Void
        var slot: OpaquePointer?

        init(bus: SystemBus, id: CallID, completion: @escaping (Result<Reply, BusError>) -> Void) {
            self.bus = bus
            self.id = id
            self.completion = completion
        }
    }

    private final class Subscription {
        let handler: (Signal) -> Void
        var slot: OpaquePointer?

        init(_ handler: @escaping (Signal) -> Void) {
            self.handler = handler
        }

        func take(_ message: BusMessage) {
            // A signal that cannot be read says nothing.
            guard let values = try? message.values() else { return }
            handler(
                Signal(sender: message.sender, path: message.path, member: message.member, arguments: values))
        }
    }

    private final class ExportedObject {
        unowned let bus: SystemBus
        let handler: (BusRequest) -> Bool
        var slot: OpaquePointer?

        init(bus: SystemBus, _ handler: @escaping (BusRequest) -> Bool) {
            self.bus = bus
            self.handler = handler
        }

        func take(_ message: BusMessage) -> Bool {
            let request = BusRequest(bus, message, (try? message.values()) ?? [])
            return handler(request)
        }
    }

    // Unchecked because it is made and told on the queue of one bus.
    private struct LateFailure: @unchecked Sendable {
        let error: BusError
        let completion: (Result<Reply, BusError>) -> Void

        func tell() { completion(.failure(error)) }
    }
}

/// A call that came over the bus. It may be answered later, once; sd-bus answers nothing by itself then. Confined to the
/// queue of its bus, and released there.
final class BusRequest {
    let sender: String
    let interface: String
    let member: String
    let arguments: [BusValue]
    private let bus: SystemBus
    private let message: OpaquePointer
    private var isAnswered = false

    init(_ bus: SystemBus, _ message: BusMessage, _ arguments: [BusValue]) {
        self.bus = bus
        self.arguments = arguments
        sender = message.sender
        interface = message.interface
        member = message.member
        self.message = sd_bus_message_ref(message.pointer)
    }

    deinit {
        sd_bus_message_unref(message)
    }

    func answer(_ values: [BusValue] = []) {
        guard !isAnswered else { return }
        isAnswered = true
        var answer: OpaquePointer?
        guard sd_bus_message_new_method_return(message, &answer) >= 0, let answer else { return }
        do throws(BusError) {
            try BusMessage(pointer: answer).append(values)
        } catch {
            sd_bus_message_unref(answer)
            isAnswered = false
            return refuse("org.freedesktop.DBus.Error.Failed", "no answer")
        }
        bus.send(answer)
    }

    func refuse(_ name: String, _ text: String) {
        guard !isAnswered else { return }
        isAnswered = true
        var answer: OpaquePointer?
        let result = name.withCString { name in
            text.withCString { text in
                var error = sd_bus_error(name: name, message: text, _need_free: 0)
                return sd_bus_message_new_method_error(message, &answer, &error)
            }
        }
        guard result >= 0, let answer else { return }
        bus.send(answer)
    }
}

extension Duration {
    /// Whole microseconds, 0 for less than none.
    fileprivate var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds).multipliedReportingOverflow(by: 1_000_000).partialValue
            &+ UInt64(attoseconds / 1_000_000_000_000)
    }
}
