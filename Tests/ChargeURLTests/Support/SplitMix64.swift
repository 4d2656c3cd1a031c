/// A random number generator that repeats itself from its seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

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
