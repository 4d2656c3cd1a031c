/// Cuts a message into frames no longer than the reader takes.
///
///     DLE STX | data, each DLE doubled | DLE ETX or DLE ETB | CRC-16
///
/// Frames are filled as full as they go. A doubled DLE never straddles two frames: where one byte of room is left and
/// the next byte is a DLE, the frame is closed one byte short. Source: `ReaderProtocol.md` §1.
package struct FrameEncoder: Equatable, Sendable {
    /// Start, end and CRC of a frame.
    package static let overhead = 6
    /// Below this a frame cannot carry one escaped DLE.
    package static let smallestMaximum = 8
    /// What both sides assume until the reader's init response names its own.
    package static let defaultMaximum = 200

    /// The longest frame in bytes: start, data, end and CRC together.
    package let maximumFrameSize: Int

    /// - Throws: ``WireError/frameSizeTooSmall(_:)`` below ``smallestMaximum``.
    package init(maximumFrameSize: Int = FrameEncoder.defaultMaximum) throws(WireError) {
        guard maximumFrameSize >= FrameEncoder.smallestMaximum else {
            throw .frameSizeTooSmall(maximumFrameSize)
        }
        self.maximumFrameSize = maximumFrameSize
    }

    private init(unchecked maximumFrameSize: Int) {
        self.maximumFrameSize = maximumFrameSize
    }

    /// The encoder that every connection starts with.
    package static let initial = FrameEncoder(unchecked: defaultMaximum)

    /// The frames of a message, in order; at least one, also for an empty message.
    package func frames(of message: [UInt8]) -> [[UInt8]] {
        let room = maximumFrameSize - FrameEncoder.overhead
        var frames: [[UInt8]] = []
        frames.reserveCapacity(message.count / room + 1)
        message.withUnsafeBufferPointer { data in
            var position = 0
            repeat {
                frames.append(nextFrame(of: data, from: &position, room: room))
            } while position < data.count
        }
        return frames
    }

    private func nextFrame(of data: UnsafeBufferPointer<UInt8>, from position: inout Int, room: Int) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(min(maximumFrameSize, (data.count - position) * 2 + FrameEncoder.overhead))
        frame.append(ControlSymbol.dle)
        frame.append(ControlSymbol.stx.rawValue)
        var left = room
        while position < data.count, left > 0 {
            guard data[position] != ControlSymbol.dle else {
                guard left >= 2 else { break }
                frame.append(ControlSymbol.dle)
                frame.append(ControlSymbol.dle)
                left -= 2
                position += 1
                continue
            }
            let stretch = data[position..<min(data.count, position + left)]
            let plain = stretch[..<(stretch.firstIndex(of: ControlSymbol.dle) ?? stretch.endIndex)]
            frame.append(contentsOf: plain)
            left -= plain.count
            position += plain.count
        }
        let end: ControlSymbol = position < data.count ? .etb : .etx
        frame.append(ControlSymbol.dle)
        frame.append(end.rawValue)
        let crc = CRC16.checksum(frame.dropFirst(2))
        frame.append(UInt8(crc >> 8))
        frame.append(UInt8(truncatingIfNeeded: crc))
        return frame
    }
}
