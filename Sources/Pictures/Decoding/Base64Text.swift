/// Reads base64 as it comes from programs of all kinds: with line breaks, without padding, in either alphabet, behind the
/// head of a `data:` address.
package enum Base64Text {
    /// The longest text that is read: a file at its limit, a break in every line, and a head.
    package static let charactersMax = Picture.bytesMax / 3 * 4 + Picture.bytesMax / 24 + 1024

    /// - Throws: ``PictureError/empty``, ``PictureError/tooManyBytes(_:limit:)``, ``PictureError/notBase64``.
    package static func bytes(of text: String) throws(PictureError) -> [UInt8] {
        let characters = Array(text.utf8)
        guard characters.count <= charactersMax else {
            throw .tooManyBytes(characters.count, limit: charactersMax)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var bits: UInt32 = 0
        var sextets = 0
        var isEnded = false
        for character in characters[dataStart(in: characters)...] where !isSpace(character) {
            if character == UInt8(ascii: "=") {
                isEnded = true
                continue
            }
            guard !isEnded, let value = sextet(character) else { throw .notBase64 }
            bits = bits << 6 | value
            sextets += 1
            if sextets == 4 {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, sextets) = (0, 0)
            }
        }
        switch sextets {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: throw .notBase64
        }
        guard !bytes.isEmpty else { throw .empty }
        return bytes
    }

    /// Where the data begin behind `data:image/png;base64,`.
    private static func dataStart(in characters: [UInt8]) -> Int {
        let start = characters.prefix(while: isSpace).count
        let scheme = characters[start...].prefix(5).map { $0 | 0x20 }
        guard scheme.elementsEqual("data:".utf8), let comma = characters.firstIndex(of: UInt8(ascii: ",")) else {
            return start
        }
        return comma + 1
    }

    private static func isSpace(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0D).contains(character)
    }

    private static func sextet(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
