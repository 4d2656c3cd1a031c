/// Takes fields off the front of a run of bytes. Every read that runs past the end throws.
package struct ByteReader: Sendable {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) {
        rest = ArraySlice(Array(bytes))
    }

    package var isAtEnd: Bool { rest.isEmpty }
    package var count: Int { rest.count }

    /// - Throws: ``WireError/truncated(needed:available:)``.
    package mutating func read(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated(needed: count, available: rest.count) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    package mutating func readUInt8() throws(WireError) -> UInt8 {
        let byte = try read(1)
        return byte[byte.startIndex]
    }

    /// Big-endian, as all integers of the protocol.
    package mutating func readUInt16() throws(WireError) -> UInt16 {
        try read(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    package mutating func readUInt32() throws(WireError) -> UInt32 {
        try read(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A run of bytes behind its length in one byte.
    package mutating func readCounted8() throws(WireError) -> [UInt8] {
        Array(try read(Int(try readUInt8())))
    }

    /// A run of bytes behind its length in two bytes.
    package mutating func readCounted16() throws(WireError) -> [UInt8] {
        Array(try read(Int(try readUInt16())))
    }

    /// A run of bytes behind its length in four bytes.
    package mutating func readCounted32() throws(WireError) -> [UInt8] {
        Array(try read(Int(try readUInt32())))
    }

    /// Reads `digits` hexadecimal digits of ASCII, either case.
    package mutating func readHex(digits: Int) throws(WireError) -> Int {
        let text = try read(digits)
        var value = 0
        for character in text {
            guard let digit = Hex.value(of: character) else {
                throw .notHexadecimal(String(decoding: text, as: UTF8.self))
            }
            value = value << 4 | Int(digit)
        }
        return value
    }

    /// All that is left.
    package mutating func readRest() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

/// Puts fields behind each other.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func write(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    package mutating func writeUInt8(_ value: UInt8) { bytes.append(value) }

    package mutating func writeUInt16(_ value: UInt16) {
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    package mutating func writeUInt32(_ value: UInt32) {
        writeUInt16(UInt16(value >> 16))
        writeUInt16(UInt16(truncatingIfNeeded: value))
    }

    /// - Throws: ``WireError/fieldTooLong(_:limit:)`` above 255 bytes.
    package mutating func writeCounted8(_ field: [UInt8]) throws(WireError) {
        guard let length = UInt8(exactly: field.count) else { throw .fieldTooLong(field.count, limit: 255) }
        writeUInt8(length)
        write(field)
    }

    /// - Throws: ``WireError/fieldTooLong(_:limit:)`` above 65,535 bytes.
    package mutating func writeCounted16(_ field: [UInt8]) throws(WireError) {
        guard let length = UInt16(exactly: field.count) else { throw .fieldTooLong(field.count, limit: 65_535) }
        writeUInt16(length)
        write(field)
    }

    /// - Throws: ``WireError/fieldTooLong(_:limit:)`` above what a message's header can announce.
    package mutating func writeCounted32(_ field: [UInt8]) throws(WireError) {
        guard field.count <= MessageHeader.longestPayload else {
            throw .fieldTooLong(field.count, limit: MessageHeader.longestPayload)
        }
        writeUInt32(UInt32(field.count))
        write(field)
    }
}
