import SeededRandom

/// What the bytes of a test are like.
enum Noise: CaseIterable {
    /// Every byte as likely as any other.
    case even
    /// Mostly the bytes that mean something in a frame.
    case control

    private static let symbols: [UInt8] = [0x10, 0x10, 0x10, 0x02, 0x03, 0x17, 0x06, 0x15, 0x04, 0x05]

    func bytes(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            var word = random.next()
            for _ in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: word)
                bytes.append(self == .even || byte >= 0xE0 ? byte : Noise.symbols[Int(byte) % Noise.symbols.count])
                word >>= 8
            }
        }
        return Array(bytes.prefix(count))
    }
}

extension [UInt8] {
    /// The bytes cut into runs of random lengths, none of them empty.
    func cut(longest: Int, using random: inout SplitMix64) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let length = Int.random(in: 1...longest, using: &random)
            chunks.append(Array<UInt8>(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return chunks
    }
}
