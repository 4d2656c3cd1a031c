import Glibc

@testable import Printing

/// Reads two bytes as a printer's own letters would be found, by the system's library the other way round.
enum DoubleByteReader {
    static func scalar(of bytes: [UInt8], in set: DoubleByteSet) throws -> Unicode.Scalar {
        guard let conversion = iconv_open("UTF-32LE", set.systemName), conversion != iconv_t(bitPattern: -1) else {
            throw ESCPOSReader.Fault.unknownCommand(bytes)
        }
        defer { iconv_close(conversion) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var target = [CChar](repeating: 0, count: 8)
        let left = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target -> Int? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (fromLeft, toLeft) = (source.count, target.count)
                return iconv(conversion, &from, &fromLeft, &to, &toLeft) == 0 ? toLeft : nil
            }
        }
        let value = target.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(UInt8(bitPattern: $1)) }
        guard left == 4, let scalar = Unicode.Scalar(value) else { throw ESCPOSReader.Fault.noLetter(bytes[0]) }
        return scalar
    }
}
