/// Finds frames and control symbols in a stream of bytes that may be cut anywhere.
///
/// Bytes that belong to nothing complete yet stay inside until more arrive; nothing is thrown away.
package struct FrameDecoder: Sendable {
    /// One thing found in the stream.
    package enum Token: Equatable, Sendable {
        /// A complete frame.
        case frame(Frame)
        /// A control symbol between frames: ACK, NAK, EOT or ENQ.
        case control(ControlSymbol)
        /// Two bytes where a frame or a control symbol had to begin.
        case unexpected(UInt8, UInt8)
        /// A frame that grew beyond ``FrameDecoder/longestFrame`` without an end.
        case overlong
    }

    /// A frame as it arrived.
    package struct Frame: Equatable, Sendable {
        /// The data with the doubling of DLEs undone.
        package var data: [UInt8]
        /// Whether the frame ended in ETX, the last of its message.
        package var isLast: Bool
        /// Whether the CRC was right and every escape was one.
        package var isIntact: Bool
        /// Its length on the wire in bytes.
        package var wireLength: Int
    }

    /// Frames stay under 32,768 bytes; twice that is noise.
    package static let longestFrame = 65_536

    private enum State: Equatable, Sendable {
        /// Between frames, with the first byte of a pair if it has come.
        case between(UInt8?)
        /// Inside a frame's data; `escaped` after a lone DLE.
        case data(escaped: Bool)
        /// After the end bytes, with the first CRC byte if it has come.
        case checksum(isLast: Bool, high: UInt8?)
    }

    private var state = State.between(nil)
    private var data: [UInt8] = []
    private var crc = CRC16()
    private var isDamaged = false
    private var wireLength = 0

    package init() {}

    /// Whether a frame has begun and its end has not come.
    package var isInsideFrame: Bool {
        switch state {
        case .between: false
        case .data, .checksum: true
        }
    }

    /// Whether more bytes must come before the last ones mean anything.
    package var isMidway: Bool { state != .between(nil) }

    /// Takes the bytes in and gives back what they complete, in order.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Token] {
        var tokens: [Token] = []
        let taken: Void? = bytes.withContiguousStorageIfAvailable { take($0, &tokens) }
        if taken == nil { Array(bytes).withUnsafeBufferPointer { take($0, &tokens) } }
        return tokens
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ tokens: inout [Token]) {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let run = state == .data(escaped: false) ? takePlainData(bytes[position...]) : 0
            position += run
            guard run == 0 else { continue }
            if let token = take(bytes[position]) { tokens.append(token) }
            position += 1
        }
    }

    /// Takes data up to the next DLE at once, as far as a frame may grow, and gives back how many bytes that were.
    private mutating func takePlainData(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let end = bytes.firstIndex(of: ControlSymbol.dle) ?? bytes.endIndex
        let run = bytes[..<end].prefix(FrameDecoder.longestFrame - wireLength)
        let buffer = UnsafeBufferPointer(rebasing: run)
        data.append(contentsOf: buffer)
        crc.update(buffer)
        wireLength += buffer.count
        return buffer.count
    }

    private mutating func take(_ byte: UInt8) -> Token? {
        switch state {
        case .between(nil):
            state = .between(byte)
            return nil
        case .between(.some(let first)):
            return endPair(first, byte)
        case .data(let escaped):
            return takeData(byte, escaped: escaped)
        case .checksum(let isLast, nil):
            wireLength += 1
            state = .checksum(isLast: isLast, high: byte)
            return nil
        case .checksum(let isLast, .some(let high)):
            wireLength += 1
            state = .between(nil)
            let isIntact = !isDamaged && crc.value == UInt16(high) << 8 | UInt16(byte)
            return .frame(Frame(data: data, isLast: isLast, isIntact: isIntact, wireLength: wireLength))
        }
    }

    private mutating func endPair(_ first: UInt8, _ second: UInt8) -> Token? {
        state = .between(nil)
        guard first == ControlSymbol.dle, let symbol = ControlSymbol(rawValue: second) else {
            return .unexpected(first, second)
        }
        switch symbol {
        case .stx:
            state = .data(escaped: false)
            data = []
            crc = CRC16()
            isDamaged = false
            wireLength = 2
            return nil
        case .ack, .nak, .eot, .enq:
            return .control(symbol)
        case .etx, .etb:
            return .unexpected(first, second)
        }
    }

    private mutating func takeData(_ byte: UInt8, escaped: Bool) -> Token? {
        wireLength += 1
        if wireLength > FrameDecoder.longestFrame {
            state = .between(nil)
            return .overlong
        }
        crc.update(byte)
        guard escaped else {
            if byte == ControlSymbol.dle {
                state = .data(escaped: true)
            } else {
                data.append(byte)
            }
            return nil
        }
        switch byte {
        case ControlSymbol.dle:
            data.append(byte)
            state = .data(escaped: false)
        case ControlSymbol.etx.rawValue:
            state = .checksum(isLast: true, high: nil)
        case ControlSymbol.etb.rawValue:
            state = .checksum(isLast: false, high: nil)
        default:
            // Every DLE inside a frame is doubled, so this one was changed on the way. The frame's end is still
            // awaited: its NAK brings a clean copy.
            isDamaged = true
            state = .data(escaped: false)
        }
        return nil
    }
}
