import HeftWire
import Testing

@Suite("Messages of every kind") struct MessagePropertyTests {
    private static let seeds = 1...12 as ClosedRange<UInt64>

    @Test("of the till come back equal from their bytes", arguments: seeds)
    func posMessages(seed: UInt64) throws {
        var generator = MessageGenerator(seed: seed)
        for message in try generator.posMessages() {
            let bytes = try message.encoded()
            let decoded = try POSMessage(bytes)
            #expect(decoded == message, "seed \(seed)")
            #expect(decoded.command == message.command && bytes.starts(with: message.command.rawValue.utf8))
        }
    }

    @Test("of the reader come back equal from their bytes", arguments: seeds)
    func readerMessages(seed: UInt64) throws {
        var generator = MessageGenerator(seed: seed)
        for message in generator.readerMessages() {
            let bytes = try message.encoded()
            let decoded = try ReaderMessage(bytes)
            #expect(decoded == message, "seed \(seed)")
            #expect(decoded.command == message.command && bytes.starts(with: message.command.rawValue.utf8))
        }
    }

    @Test("are generated for every command of the table") func everyCommand() throws {
        var commands: Set<Command> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            var generator = MessageGenerator(seed: seed)
            commands.formUnion(try generator.posMessages().map(\.command))
            commands.formUnion(generator.readerMessages().map(\.command))
        }
        #expect(commands == Set(Command.allCases))
    }

    @Test("refuse to be cut short, and to have a tail", arguments: 1...3 as ClosedRange<UInt64>)
    func truncated(seed: UInt64) throws {
        var generator = MessageGenerator(seed: seed)
        for message in generator.readerMessages() {
            let bytes = try message.encoded()
            for length in Set([0, 3, 4, 8, 9, 10, 13, 14, bytes.count - 1]) where length < bytes.count {
                #expect(throws: WireError.self, "seed \(seed), \(message.command) cut to \(length)") {
                    try ReaderMessage(Array(bytes.prefix(length)))
                }
            }
            #expect(throws: WireError.self) { try ReaderMessage(bytes + [0]) }
        }
        for message in try generator.posMessages() {
            let bytes = try message.encoded()
            #expect(throws: WireError.self) { try POSMessage(bytes.dropLast()) }
            #expect(throws: WireError.self) { try POSMessage(bytes + [0]) }
        }
    }

    @Test("with bytes behind their inner lengths are taken without them") func innerTail() throws {
        var generator = MessageGenerator(seed: 5)
        for message in generator.readerMessages() {
            var bytes = try message.encoded()
            let start = message.status == nil ? 4 : 8
            let length = bytes.count - start - 6
            switch message {
            case .initialised(let response) where response.body == nil: continue
            case .xmlAnswered: continue
            case .financeFinished where length == 0: continue
            default: break
            }
            let announced = [UInt8((length + 2) >> 16), UInt8((length + 2) >> 8 & 0xFF), UInt8((length + 2) & 0xFF)]
            bytes.replaceSubrange(start..<start + 6, with: Hex.text(announced).utf8)
            #expect(try ReaderMessage(bytes + [0xAA, 0xBB]) == message, "\(message.command)")
        }
    }

    // MARK: Noise

    /// A message whose header is right and whose body is not, or is a true one with bytes changed.
    private func nearlyRight(_ generator: inout MessageGenerator, of messages: [[UInt8]]) -> [UInt8] {
        var bytes = generator.pick(messages)
        switch generator.pick([0, 1, 2]) {
        case 0:
            let body = generator.pick([Noise.even, .control]).bytes(
                Int(generator.number(UInt8.self)), using: &generator.random)
            let isRequest = generator.pick([true, false])
            let length = Hex.text([0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)])
            return bytes.prefix(4) + (isRequest ? "" : "0001").utf8 + length.utf8 + body
        case 1:
            for _ in 0..<3 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator.random)] = generator.number()
            }
            return bytes
        default:
            return generator.pick([Noise.even, .control]).bytes(40, using: &generator.random)
        }
    }

    private func shortMessages(_ generator: inout MessageGenerator) throws -> [[UInt8]] {
        let reader = try generator.readerMessages().map { try $0.encoded() }
        let pos = try generator.posMessages().map { try $0.encoded() }
        return (reader + pos).filter { $0.count < 600 }
    }

    @Test("and noise in their place never trap a decoder") func noiseThroughMessages() throws {
        var generator = MessageGenerator(seed: 21)
        let messages = try shortMessages(&generator)
        var bytes = 0
        var taken = 0
        while bytes < 1_000_000 {
            let message = nearlyRight(&generator, of: messages)
            bytes += message.count
            if (try? ReaderMessage(message)) != nil { taken += 1 }
            if (try? POSMessage(message)) != nil { taken += 1 }
        }
        #expect(taken > 0)
    }

    @Test("and noise in their place never trap a session, nor outlive it") func noiseThroughSession() throws {
        var generator = MessageGenerator(seed: 22)
        let messages = try shortMessages(&generator)
        var conversation = try Conversation.operating()
        var bytes = 0
        var sessions = 1
        while bytes < 1_000_000 {
            let message = nearlyRight(&generator, of: messages)
            var frames = FrameEncoder.initial.frames(of: message).flatMap { $0 }
            if generator.pick([0, 1, 2, 3, 4, 5, 6, 7]) == 0 { frames[frames.count / 2] = generator.number() }
            if generator.pick([true, false]) { frames = ControlSymbol.ack.bytes + frames }
            bytes += frames.count
            for chunk in frames.cut(longest: 200, using: &generator.random) { conversation.receive(chunk) }
            switch generator.pick([0, 1, 2, 3]) {
            case 0: conversation.cancel()
            case 1: conversation.answer(host: sessions, .failed)
            case 2: conversation.answerSignature(true)
            default: if conversation.session.isIdle { try conversation.submit(Sample.sale) }
            }
            if !conversation.ends.isEmpty {
                #expect(conversation.ends.count == 1)
                #expect(conversation.timers.isEmpty)
                conversation = generator.pick([true, false]) ? try .operating() : try .connected()
                sessions += 1
            }
            conversation.forget()
        }
        #expect(sessions > 1)
    }
}
