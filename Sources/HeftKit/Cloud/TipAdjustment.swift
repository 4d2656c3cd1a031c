import Dispatch
import Synchronization

extension HeftManager {
    /// Sends tip adjustments. Nil, as at first, for none: every adjustment is refused then.
    public var tipAdjustmentService: (any TipAdjustmentService)? {
        get { tips.service }
        set { tips.service = newValue }
    }
}

/// What the free functions for tips work on: a secret, once it was given, and a service.
package final class TipAdjuster: Sendable {
    private struct State: Sendable {
        var secret: SecretText?
        var service: (any TipAdjustmentService)?
    }

    private let state = Mutex(State())
    private let callbacks: DispatchQueue

    init(callbacks: DispatchQueue) {
        self.callbacks = callbacks
    }

    package var service: (any TipAdjustmentService)? {
        get { state.withLock { $0.service } }
        set { state.withLock { $0.service = newValue } }
    }

    /// - Returns: false, with the earlier secret forgotten, for anything but 64 hexadecimal digits.
    package func setUp(_ sharedSecret: String) -> Bool {
        let isHexadecimal: (UInt8) -> Bool = { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        let isSecret = sharedSecret.utf8.count == 64 && sharedSecret.utf8.allSatisfy(isHexadecimal)
        state.withLock { $0.secret = isSecret ? SecretText(text: sharedSecret) : nil }
        return isSecret
    }

    /// - Parameter callback: called once, on the queue of the manager's delegates, where true is returned.
    package func adjust(
        _ transaction: String, _ tipAmount: Int, at timestamp: String,
        _ callback: @escaping @Sendable (TipAdjustmentStatus) -> Void
    ) -> Bool {
        guard let (request, service) = request(transaction, tipAmount, at: timestamp) else { return false }
        Task { [callbacks] in
            let status = await service.send(request)
            callbacks.async { callback(status) }
        }
        return true
    }

    package func adjust(
        _ transaction: String, _ tipAmount: Int, at timestamp: String
    ) async -> TipAdjustmentStatus {
        guard let (request, service) = request(transaction, tipAmount, at: timestamp) else { return .failed }
        return await service.send(request)
    }

    private func request(
        _ transaction: String, _ tipAmount: Int, at timestamp: String
    ) -> (TipAdjustmentRequest, any TipAdjustmentService)? {
        let (secret, service) = state.withLock { ($0.secret, $0.service) }
        guard let secret, let service,
            let request = TipAdjustmentRequest(
                transaction: transaction, tipAmount: tipAmount, timestamp: timestamp, sharedSecret: secret.text)
        else { return nil }
        return (request, service)
    }
}

/// Says which shared secret tip adjustments are signed with. Call it once, before the first of them.
///
/// - Parameter sharedSecret: 64 hexadecimal digits, in the case in which they were given out.
/// - Returns: false for anything else; adjustments are refused then.
public func setupHandpointApiConnection(_ sharedSecret: String) -> Bool {
    HeftManager.shared().tips.setUp(sharedSecret)
}

/// Changes the tip of a sale at the processor, without a reader.
///
/// For the acquirers TSYS and VANTIV in the United States. A second adjustment of the same sale replaces the first.
///
/// - Parameters:
///   - transaction: the GUID of the sale, `eFTTransactionID` of its result.
///   - tipAmount: 0 or more minor units.
///   - callback: called once on a background queue, where true is returned. It must not be nil.
/// - Returns: false, with nothing sent and no callback, without a secret, without a
///   ``HeftManager/tipAdjustmentService``, for an empty transaction, a tip below zero or no callback.
public func tipAdjustment(
    _ transaction: String, _ tipAmount: Int, _ callback: (@Sendable (TipAdjustmentStatus) -> Void)?
) -> Bool {
    guard let callback else { return false }
    return HeftManager.shared().tips.adjust(
        transaction, tipAmount, at: ConnectionEnvironment.systemTimestamp(), callback)
}

/// Changes the tip of a sale at the processor, and waits for what became of it.
///
/// - Parameters:
///   - transaction: the GUID of the sale, `eFTTransactionID` of its result.
///   - tipAmount: 0 or more minor units.
/// - Returns: failed also where the function with a callback returns false.
public func tipAdjustment(_ transaction: String, _ tipAmount: Int) async -> TipAdjustmentStatus {
    await HeftManager.shared().tips.adjust(
        transaction, tipAmount, at: ConnectionEnvironment.systemTimestamp())
}
