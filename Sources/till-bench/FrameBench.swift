import HeftWire

/// Frames of a large message, encoded, decoded and put together again.
enum FrameBench {
    static func run() -> String {
        let message = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let encoder = FrameEncoder.initial
        let rounds = 500
        var bytes = 0
        let seconds = Bench.seconds {
            for _ in 0..<rounds {
                var decoder = FrameDecoder()
                for frame in encoder.frames(of: message) {
                    for case .frame(let found) in decoder.feed(frame) { bytes += found.data.count }
                }
            }
        }
        precondition(bytes == message.count * rounds, "every byte comes out again")
        return "\(Bench.rounded(Double(bytes) / seconds / 1e6)) MB/s"
    }
}
