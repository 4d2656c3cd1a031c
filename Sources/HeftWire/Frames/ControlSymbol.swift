/// The bytes that mean something beside data. Source: `ReaderProtocol.md` §1.
package enum ControlSymbol: UInt8, Sendable, CaseIterable {
    /// Start of a frame.
    case stx = 0x02
    /// End of the last frame of a message.
    case etx = 0x03
    /// The sender gives up; everything in flight is void.
    case eot = 0x04
    /// A poll, which Till neither sends nor expects.
    case enq = 0x05
    /// A frame was received and its CRC was right.
    case ack = 0x06
    /// A frame was received and its CRC was wrong: send it again.
    case nak = 0x15
    /// End of a frame that more frames of the same message follow.
    case etb = 0x17

    /// The escape that stands before each of them, and twice for itself inside data.
    package static let dle: UInt8 = 0x10

    /// The two bytes on the wire, `10 06` for an ACK.
    package var bytes: [UInt8] { [ControlSymbol.dle, rawValue] }
}
