/// CRC-16/XMODEM: polynomial 0x1021, initial value 0, not reflected, no final xor.
///
/// Source: `ReaderProtocol.md` §1. Check: the CRC of `01 02 03 10 03` is `2D79`.
package struct CRC16: Equatable, Sendable {
    /// The CRC of the bytes seen so far.
    package private(set) var value: UInt16

    /// - Parameter seed: the start value; 0 on the wire.
    package init(seed: UInt16 = 0) {
        value = seed
    }

    package mutating func update(_ byte: UInt8) {
        value = (value << 8) ^ CRC16.table[Int(UInt8(value >> 8) ^ byte)]
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { update(byte) }
    }

    /// The CRC of one run of bytes.
    package static func checksum(_ bytes: some Sequence<UInt8>, seed: UInt16 = 0) -> UInt16 {
        var crc = CRC16(seed: seed)
        crc.update(bytes)
        return crc.value
    }

    private static let table: [UInt16] = (0..<256).map { index in
        var remainder = UInt16(index) << 8
        for _ in 0..<8 {
            remainder = remainder & 0x8000 == 0 ? remainder << 1 : (remainder << 1) ^ 0x1021
        }
        return remainder
    }
}
