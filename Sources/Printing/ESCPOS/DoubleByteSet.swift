import Glibc

/// The letters of a script of East Asia, in two bytes each, on a printer that has them built in.
///
/// | set        | printers for | letters                                                   | `FS C` |
/// |------------|--------------|-----------------------------------------------------------|--------|
/// | `shiftJIS` | Japan        | JIS X 0208, and what Windows and Epson have beside it     | 1      |
/// | `gbk`      | mainland     | GB 2312, and GBK's beside it                              | -      |
/// | `big5`     | Taiwan       | Big5                                                      | -      |
/// | `eucKR`    | Korea        | KS X 1001                                                 | -      |
enum DoubleByteSet: Equatable, Sendable {
    case shiftJIS
    case gbk
    case big5
    case eucKR

    /// What the system's library calls it.
    var systemName: String {
        switch self {
        case .shiftJIS: "CP932"
        case .gbk: "GBK"
        case .big5: "BIG5"
        case .eucKR: "EUC-KR"
        }
    }

    /// How a Japanese printer is told that the codes are those of Shift JIS, and not of JIS, which it begins with.
    var choosing: [UInt8] {
        switch self {
        case .shiftJIS: [0x1C, 0x43, 0x01]
        case .gbk, .big5, .eucKR: []
        }
    }
}

/// Finds the two bytes of a letter, by the system's library.
final class DoubleByteLetters {
    private let conversion: iconv_t
    private var known: [Unicode.Scalar: [UInt8]?] = [:]

    /// - Throws: ``PrintingError/codePageMissing(_:)``.
    init(_ set: DoubleByteSet, of page: CodePage) throws(PrintingError) {
        guard let conversion = iconv_open(set.systemName, "UTF-32LE"), conversion != iconv_t(bitPattern: -1) else {
            throw .codePageMissing(page)
        }
        self.conversion = conversion
    }

    deinit { iconv_close(conversion) }

    /// Nil where the set has no such letter, or has it in one byte.
    func bytes(of scalar: Unicode.Scalar) -> [UInt8]? {
        if let bytes = known[scalar] { return bytes }
        let bytes = converted(scalar) ?? Self.twins[scalar].flatMap(converted)
        known[scalar] = .some(bytes)
        return bytes
    }

    /// Signs that Unicode has twice: sets and libraries do not agree which of the two is theirs.
    private static let twins: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("\u{301C}", "\u{FF5E}"), ("\u{2212}", "\u{FF0D}"), ("\u{2016}", "\u{2225}"), ("\u{2014}", "\u{2015}"),
            ("\u{B7}", "\u{30FB}"), ("\u{A2}", "\u{FFE0}"), ("\u{A3}", "\u{FFE1}"), ("\u{A5}", "\u{FFE5}"),
            ("\u{AC}", "\u{FFE2}"), ("\u{20A9}", "\u{FFE6}"),
        ]
        return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
    }()

    private func converted(_ scalar: Unicode.Scalar) -> [UInt8]? {
        iconv(conversion, nil, nil, nil, nil)
        var source = withUnsafeBytes(of: scalar.value.littleEndian) { $0.map { CChar(bitPattern: $0) } }
        var target = [CChar](repeating: 0, count: 8)
        let left = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target -> Int? in
                var from = source.baseAddress
                var to = target.baseAddress
                var (fromLeft, toLeft) = (source.count, target.count)
                let failed = iconv(conversion, &from, &fromLeft, &to, &toLeft) == Int(bitPattern: UInt.max)
                return failed ? nil : toLeft
            }
        }
        guard left == target.count - 2 else { return nil }
        return target.prefix(2).map { UInt8(bitPattern: $0) }
    }
}
