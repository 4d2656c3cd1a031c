import Dispatch

/// A two-way stream of bytes to a reader: a Bluetooth socket, a serial line, a TCP connection, or memory.
///
/// It knows bytes and no messages. Bytes written come out of the other end in order, cut anywhere.
package protocol ByteChannel: AnyObject, Sendable {
    /// Opens the channel. Called once.
    ///
    /// - Parameters:
    ///   - queue: a serial queue; every event comes on it, in order.
    ///   - handler: takes the events; ``ChannelEvent/closed(_:)`` is the last.
    func open(on queue: DispatchQueue, handler: @escaping @Sendable (ChannelEvent) -> Void)

    /// Writes all of the bytes, after those before them. From any thread; does nothing once the channel is closed.
    func write(_ bytes: [UInt8])

    /// Closes the channel; its handler gets ``CloseReason/closedHere``. From any thread, more than once.
    func close()
}

/// What happens on a channel.
package enum ChannelEvent: Equatable, Sendable {
    case opened
    /// Bytes as they arrived; never empty.
    case received([UInt8])
    /// The last event.
    case closed(CloseReason)
}

/// Why a channel closed, or never opened.
package enum CloseReason: Error, Equatable, Sendable {
    /// This side closed it.
    case closedHere
    /// The other side closed it in good order.
    case peerClosed
    /// The link broke.
    case reset
    /// Nobody answered.
    case timedOut
    /// The system does not allow it.
    case notPermitted
    /// There is no such device any more.
    case gone
    /// Another program, or another connection of this one, has the device.
    case busy
    /// The computer is there, and nobody listens at that port.
    case refused
    /// No computer of that name is known.
    case unknownHost
    /// The path leads to something that is no serial line.
    case notSerial
    /// Anything else, in the system's words.
    case failed(String)
    /// The adapter that leads to it cannot be used.
    case adapter(SearchProblem)
    /// It is not paired, or not any more.
    case notPaired(PairingFailure)
    /// The system's Bluetooth service ended meanwhile.
    case serviceLost
    /// The device has no serial service: it is no reader of this kind.
    case noSerialService
    /// It is there, and refuses: another telephone or computer has it, or it has lost its pairing; the system does not tell
    /// which.
    case turnedAway
    /// The system knows no such reader, or no more: it has to be searched for.
    case unknownReader
}
