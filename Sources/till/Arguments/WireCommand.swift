/// `till wire …`: a bench for the bytes of the protocol.
enum WireCommand: Equatable {
    /// Nil to read from standard input.
    case decode(hex: String?)
    case frames(hex: String, maximum: Int)
    case crc(hex: String, seed: UInt16)
    case bcdEncode(text: String, size: Int)
    case bcdDecode(hex: String)

    init(_ words: ArraySlice<String>) throws(UsageError) {
        guard let kind = words.first else {
            throw UsageError("till wire needs to know what: decode, frames, crc or bcd. See till help.")
        }
        let rest = words.dropFirst()
        switch kind {
        case "decode":
            let scanner = try ArgumentScanner(rest, command: "wire decode", options: [])
            guard scanner.operands.count <= 1 else {
                throw UsageError("till wire decode takes one run of hexadecimal digits. Put it in quotes.")
            }
            self = .decode(hex: scanner.operands.first == "-" ? nil : scanner.operands.first)
        case "frames":
            let scanner = try ArgumentScanner(rest, command: "wire frames", options: [.value("max", "N")])
            let hex = try scanner.operands("a message in hexadecimal")[0]
            guard let maximum = try scanner.number("max", 0...65_535) else {
                throw UsageError("till wire frames needs the longest frame: --max 200.")
            }
            self = .frames(hex: hex, maximum: maximum)
        case "crc":
            let scanner = try ArgumentScanner(rest, command: "wire crc", options: [.value("seed", "N")])
            let hex = try scanner.operands("bytes in hexadecimal")[0]
            self = .crc(hex: hex, seed: UInt16(try scanner.number("seed", 0...65_535) ?? 0))
        case "bcd":
            self = try WireCommand.bcd(rest)
        default:
            throw UsageError("\"\(kind)\" is no command of till wire: decode, frames, crc or bcd. See till help.")
        }
    }

    private static func bcd(_ words: ArraySlice<String>) throws(UsageError) -> WireCommand {
        let scanner = try ArgumentScanner(words.dropFirst(), command: "wire bcd", options: [])
        switch words.first {
        case "encode":
            let operands = try scanner.operands("digits", "a size in bytes")
            guard let size = Int(operands[1]), (0...1024).contains(size) else {
                throw UsageError("The size of a BCD field is a whole number of bytes from 0 to 1024.")
            }
            return .bcdEncode(text: operands[0], size: size)
        case "decode":
            return .bcdDecode(hex: try scanner.operands("bytes in hexadecimal")[0])
        default:
            throw UsageError("till wire bcd needs encode or decode. See till help.")
        }
    }
}
