import HeftWire
import SeededRandom
import Testing

@Suite("Any message") struct FramePropertyTests {
    /// A sender, a receiver, and a wire between them that cuts the bytes and may change one.
    private struct Wire {
        var sender = LinkUnderTest(crossing: .refuse)
        var receiver = LinkUnderTest(crossing: .refuse)
        /// The byte of the sender that arrives changed, counted from the first, and what it becomes.
        var damage: (position: Int, byte: UInt8)?
        private(set) var carried = 0
        private(set) var changed = false

        init(maximumFrameSize: Int) throws {
            sender.link.encoder = try FrameEncoder(maximumFrameSize: maximumFrameSize)
            receiver.take { $0.expectMessage(within: 300) }
        }

        mutating func carry(_ message: [UInt8], longestChunk: Int, using random: inout SplitMix64) {
            sender.take { $0.send(message) }
            var there = 0
            var back = 0
            while there < sender.written.count || back < receiver.written.count {
                while there < sender.written.count {
                    let bytes = damaged(sender.written[there])
                    for chunk in bytes.cut(longest: longestChunk, using: &random) {
                        receiver.take { $0.receive(chunk) }
                    }
                    there += 1
                }
                while back < receiver.written.count {
                    for chunk in receiver.written[back].cut(longest: 2, using: &random) {
                        sender.take { $0.receive(chunk) }
                    }
                    back += 1
                }
            }
        }

        private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
            defer { carried += bytes.count }
            guard let damage, (carried..<carried + bytes.count).contains(damage.position) else { return bytes }
            var bytes = bytes
            changed = bytes[damage.position - carried] != damage.byte
            bytes[damage.position - carried] = damage.byte
            return bytes
        }
    }

    @Test("comes back equal through any maximum frame size and any cut", arguments: 1...10 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let size = Int.random(in: 8...(Bool.random(using: &random) ? 24 : 1024), using: &random)
            let noise: Noise = Bool.random(using: &random) ? .even : .control
            let message = noise.bytes(Int.random(in: 0...700, using: &random), using: &random)
            var wire = try Wire(maximumFrameSize: size)
            wire.carry(message, longestChunk: Int.random(in: 1...300, using: &random), using: &random)
            #expect(wire.receiver.messages == [message], "seed \(seed), frames of \(size)")
            #expect(wire.sender.deliveries == 1 && wire.sender.failure == nil, "seed \(seed), frames of \(size)")
            #expect(wire.sender.written.allSatisfy { $0.count <= size }, "seed \(seed), frames of \(size)")
        }
    }

    @Test("survives one changed byte, or makes a clean error of it", arguments: 1...12 as ClosedRange<UInt64>)
    func oneChangedByte(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let size = Int.random(in: 8...48, using: &random)
        let message = Noise.control.bytes(Int.random(in: 1...40, using: &random), using: &random)
        let length = try FrameEncoder(maximumFrameSize: size).frames(of: message).reduce(0) { $0 + $1.count }
        var survived = 0
        for position in 0..<length {
            let any = UInt8.random(in: .min ... .max, using: &random)
            for byte in [0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0x10, 0x15, 0x17, any] as [UInt8] {
                var wire = try Wire(maximumFrameSize: size)
                wire.damage = (position, byte)
                wire.carry(message, longestChunk: 16, using: &random)
                let comment: Comment = "seed \(seed), byte \(position) becomes \(byte)"
                if wire.receiver.messages.isEmpty, wire.receiver.failure == nil, wire.sender.failure == nil {
                    // Nothing was complete: the receiver's timer ends the wait.
                    #expect(wire.receiver.shortestWait == 15, comment)
                    wire.receiver.fireShortest()
                }
                let hasFailed = wire.receiver.failure != nil || wire.sender.failure != nil
                #expect(wire.receiver.messages == [message] || (hasFailed && wire.receiver.messages.isEmpty), comment)
                if wire.changed, wire.receiver.messages == [message], !hasFailed {
                    survived += 1
                    #expect(wire.receiver.written.contains(ControlSymbol.nak.bytes), comment)
                }
            }
        }
        #expect(survived > length, "seed \(seed)")
    }

    // MARK: Noise

    private static let million = 1_000_000

    @Test("or noise at all goes through a decoder without a trap", arguments: Noise.allCases)
    func noiseThroughDecoder(noise: Noise) {
        var random = SplitMix64(seed: 11)
        var decoder = FrameDecoder()
        var tokens = 0
        for chunk in noise.bytes(Self.million, using: &random).cut(longest: 5000, using: &random) {
            tokens += decoder.feed(chunk).count
        }
        #expect(tokens > 0)
    }

    @Test("or noise at all goes through a link without a trap", arguments: Noise.allCases)
    func noiseThroughLink(noise: Noise) {
        var random = SplitMix64(seed: 12)
        var link = FrameLink(crossing: .keep)
        var ends = 0
        for chunk in noise.bytes(Self.million, using: &random).cut(longest: 400, using: &random) {
            if link.isOver {
                ends += 1
                link = FrameLink(crossing: Bool.random(using: &random) ? .keep : .refuse)
                _ = link.expectMessage(within: 300)
                if Bool.random(using: &random) { _ = link.send([1, 2, 3]) }
                // Inside a frame noise goes further than between two.
                _ = link.receive([0x10, 0x02])
            }
            _ = link.receive(chunk)
        }
        #expect(ends > 0)
    }
}
