import Glibc

/// A printer's set of letters: ASCII, and 128 more; or ASCII, and the letters of a script of East Asia in two bytes each.
package enum CodePage: String, CaseIterable, Sendable {
    case cp437, cp737, cp775, cp850, cp852, cp855, cp857, cp858, cp860, cp861, cp862, cp863, cp864, cp865, cp866
    case cp1250, cp1251, cp1252, cp1253, cp1254, cp1255, cp1256, cp1257, cp1258
    /// Printers for Japan: kanji, kana of full width, and katakana of half width in one byte each.
    case shiftJIS = "shift_jis"
    /// Printers for the Chinese mainland.
    case gbk
    /// Printers for Taiwan.
    case big5
    /// Printers for Korea.
    case eucKR = "euc_kr"

    /// Its letters of two bytes; nil where it has none.
    var doubleByteSet: DoubleByteSet? {
        switch self {
        case .shiftJIS: .shiftJIS
        case .gbk: .gbk
        case .big5: .big5
        case .eucKR: .eucKR
        case .cp437, .cp737, .cp775, .cp850, .cp852, .cp855, .cp857, .cp858, .cp860, .cp861, .cp862, .cp863, .cp864,
            .cp865, .cp866, .cp1250, .cp1251, .cp1252, .cp1253, .cp1254, .cp1255, .cp1256, .cp1257, .cp1258:
            nil
        }
    }

    /// Its number in `ESC t`, as Epson has it. Many makers follow; a printer's manual says if it does not.
    package var standardNumber: UInt8 {
        switch self {
        // The page of printers that have no other letters of one byte.
        case .cp437, .gbk, .big5, .eucKR: 0
        // Katakana.
        case .shiftJIS: 1
        case .cp850: 2
        case .cp860: 3
        case .cp863: 4
        case .cp865: 5
        case .cp857: 13
        case .cp737: 14
        case .cp1252: 16
        case .cp866: 17
        case .cp852: 18
        case .cp858: 19
        case .cp775: 33
        case .cp855: 34
        case .cp861: 35
        case .cp862: 36
        case .cp864: 37
        case .cp1250: 45
        case .cp1251: 46
        case .cp1253: 47
        case .cp1254: 48
        case .cp1255: 49
        case .cp1256: 50
        case .cp1257: 51
        case .cp1258: 52
        }
    }

    /// The scalars of the bytes from 0x80 to 0xFF, where one byte is a letter; `nil` where a byte has none.
    func upperHalf() throws(PrintingError) -> [Unicode.Scalar?] {
        switch self {
        case .shiftJIS:
            // As JIS X 0201 has them. What stands around them differs from printer to printer.
            return (0x80...0xFF).map { (0xA1...0xDF).contains($0) ? Unicode.Scalar(UInt32(0xFF61 - 0xA1 + $0)) : nil }
        case .gbk, .big5, .eucKR:
            // The other letters of that page, Greek above all, have their place among those of two bytes.
            return try CodePage.cp437.upperHalf().map { scalar in scalar.flatMap { $0.value < 0x250 ? $0 : nil } }
        case .cp437, .cp737, .cp775, .cp850, .cp852, .cp855, .cp857, .cp858, .cp860, .cp861, .cp862, .cp863, .cp864,
            .cp865, .cp866, .cp1250, .cp1251, .cp1252, .cp1253, .cp1254, .cp1255, .cp1256, .cp1257, .cp1258:
            return try systemUpperHalf()
        }
    }

    private func systemUpperHalf() throws(PrintingError) -> [Unicode.Scalar?] {
        guard let conversion = iconv_open("UTF-32LE", rawValue.uppercased()), conversion != iconv_t(bitPattern: -1)
        else { throw .codePageMissing(self) }
        defer { iconv_close(conversion) }
        return (0x80...0xFF).map { byte in
            iconv(conversion, nil, nil, nil, nil)
            var source = [CChar(truncatingIfNeeded: byte)]
            // Room for more than one: a page may hold a letter that Unicode writes as two.
            var target = [CChar](repeating: 0, count: 16)
            let left = source.withUnsafeMutableBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target -> Int? in
                    var from = source.baseAddress
                    var to = target.baseAddress
                    var (fromLeft, toLeft) = (source.count, target.count)
                    let failed = iconv(conversion, &from, &fromLeft, &to, &toLeft) == Int(bitPattern: UInt.max)
                    // A letter that a mark may follow is held back until it is said that none will.
                    iconv(conversion, nil, nil, &to, &toLeft)
                    return failed ? nil : toLeft
                }
            }
            guard left == 12 else { return nil }
            let value = target.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(UInt8(bitPattern: $1)) }
            return Unicode.Scalar(value).flatMap { $0.properties.generalCategory == .control ? nil : $0 }
        }
    }
}
