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
        value = (value << 8) ^ CRC16.tables[Int(UInt8(value >> 8) ^ byte)]
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let taken: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
        guard taken == nil else { return }
        for byte in bytes { update(byte) }
    }

    /// Takes eight bytes at a time: each is looked up in the table for its distance from the end of the eight.
    private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        CRC16.tables.withUnsafeBufferPointer { tables in
            var crc = value
            var position = 0
            while position + 8 <= bytes.count {
                var next = tables[7 << 8 | Int(bytes[position] ^ UInt8(crc >> 8))]
                next ^= tables[6 << 8 | Int(bytes[position + 1] ^ UInt8(truncatingIfNeeded: crc))]
                next ^= tables[5 << 8 | Int(bytes[position + 2])]
                next ^= tables[4 << 8 | Int(bytes[position + 3])]
                next ^= tables[3 << 8 | Int(bytes[position + 4])]
                next ^= tables[2 << 8 | Int(bytes[position + 5])]
                next ^= tables[1 << 8 | Int(bytes[position + 6])]
                next ^= tables[Int(bytes[position + 7])]
                crc = next
                position += 8
            }
            while position < bytes.count {
                crc = (crc << 8) ^ tables[Int(UInt8(crc >> 8) ^ bytes[position])]
                position += 1
            }
            value = crc
        }
    }

    /// The CRC of one run of bytes.
    package static func checksum(_ bytes: some Sequence<UInt8>, seed: UInt16 = 0) -> UInt16 {
        var crc = CRC16(seed: seed)
        crc.update(bytes)
        return crc.value
    }

    /// Eight tables of 256: the CRC of a byte with no, one … seven zero bytes behind it.
    private static let tables: [UInt16] = {
        var tables = (0..<256).map { index in
            var remainder = UInt16(index) << 8
            for _ in 0..<8 {
                remainder = remainder & 0x8000 == 0 ? remainder << 1 : (remainder << 1) ^ 0x1021
            }
            return remainder
        }
        for index in 256..<(8 * 256) {
            let shorter = tables[index - 256]
            tables.append((shorter << 8) ^ tables[Int(shorter >> 8)])
        }
        return tables
    }()
}
