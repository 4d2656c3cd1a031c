import SeededRandom

extension SplitMix64 {
    /// A number of any size up to `bits` bits, so that small ones come as often as large ones.
    mutating func number(bits: Int) -> UInt64 {
        let width = Int.random(in: 0...bits, using: &self)
        return width == 0 ? 0 : next() >> UInt64(64 - width)
    }
}
