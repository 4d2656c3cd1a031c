import FoundationEssentials
import Testing

/// One file of byte vectors in `Golden`.
///
/// It is read beside this source file and not from a resource bundle: the accessor that SwiftPM generates for a bundle
/// imports the whole of Foundation.
struct GoldenFile<Entry: Decodable & Sendable>: Decodable, Sendable {
    var count: Int
    var entries: [Entry]

    /// - Parameter name: the file's name without `.json`.
    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
        self = try JSONDecoder().decode(GoldenFile.self, from: data)
    }
}

/// Bytes that stand in JSON as hexadecimal digits of either case, two a byte.
struct HexBytes: Decodable, Equatable, Sendable {
    var bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = Array(try container.decode(String.self).utf8)
        guard digits.count.isMultiple(of: 2) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an odd number of digits")
        }
        bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(pair) is no byte")
            }
            return byte
        }
    }
}

/// An entry that names itself in a test's output by its id.
protocol GoldenEntry: Decodable, Sendable, CustomTestStringConvertible {
    var id: String { get }
}

extension GoldenEntry {
    var testDescription: String { id }
}
