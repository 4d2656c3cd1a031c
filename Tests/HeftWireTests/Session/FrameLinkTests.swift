import HeftWire
import Testing

@Suite("A link") struct FrameLinkTests {
    static let message = Array("L01100010000".utf8) + Array("00".utf8)
    static let ack = ControlSymbol.ack.bytes
    static let nak = ControlSymbol.nak.bytes

    static func frame(_ message: [UInt8]) -> [UInt8] {
        FrameEncoder.initial.frames(of: message).flatMap { $0 }
    }

    static func damagedFrame(_ message: [UInt8]) -> [UInt8] {
        var bytes = frame(message)
        bytes[bytes.count - 1] ^= 0x01
        return bytes
    }

    /// Frames of at most 10 bytes, four data bytes each.
    static func smallFrames(_ message: [UInt8]) throws -> [[UInt8]] {
        try FrameEncoder(maximumFrameSize: 10).frames(of: message)
    }

    private func link(_ crossing: FrameLink.CrossingPolicy = .refuse) -> LinkUnderTest {
        LinkUnderTest(crossing: crossing)
    }

    // MARK: Sending

    @Test("the frames of a message go one at a time, each after the last one's ACK") func oneAtATime() throws {
        var link = link()
        link.link.encoder = try FrameEncoder(maximumFrameSize: 10)
        let frames = try Self.smallFrames(Array("I010000000".utf8))
        #expect(frames.count == 3)
        link.take { $0.send(Array("I010000000".utf8)) }
        #expect(link.written == [frames[0]])
        link.take { $0.receive(Self.ack) }
        #expect(link.written == Array(frames[...1]) && link.deliveries == 0)
        link.take { $0.receive(Self.ack) }
        #expect(link.link.isAwaitingAcknowledgement)
        link.take { $0.receive(Self.ack) }
        #expect(link.written == frames && link.deliveries == 1)
        #expect(!link.link.isAwaitingAcknowledgement)
    }

    @Test("a second message waits for the first one's ACK") func queue() {
        var link = link()
        link.take { $0.send([1]) }
        link.take { $0.send([2]) }
        #expect(link.written == [Self.frame([1])])
        link.take { $0.receive(Self.ack) }
        #expect(link.written == [Self.frame([1]), Self.frame([2])])
        link.take { $0.receive(Self.ack) }
        #expect(link.deliveries == 2 && link.failure == nil)
    }

    @Test("a frame is sent at most three times; then EOT, and the peer has refused it") func refusedThreeTimes() {
        var link = link()
        link.take { $0.send([1]) }
        for _ in 0..<3 { link.take { $0.receive(Self.nak) } }
        let frame = Self.frame([1])
        #expect(link.written == [frame, frame, frame, ControlSymbol.eot.bytes])
        #expect(link.failure == .refusedByPeer)
        #expect(link.link.isOver && link.timers.isEmpty)
    }

    @Test("one byte of an ACK is not an answer yet") func halfAnACK() {
        var link = link()
        link.take { $0.send([1]) }
        link.take { $0.receive([0x10]) }
        #expect(link.deliveries == 0 && link.failure == nil && link.timers == [.acknowledgement: 20])
        link.take { $0.receive([0x06]) }
        #expect(link.deliveries == 1)
    }

    @Test("an ACK glued to the next frame counts, and so does the frame") func gluedACK() {
        var link = link()
        link.take { $0.send([1]) }
        link.take { $0.receive(Self.ack + Self.frame(Self.message)) }
        #expect(link.deliveries == 1 && link.messages == [Self.message] && link.failure == nil)
    }

    @Test(
        "in place of an ACK, EOT breaks the connection and anything else is an error",
        arguments: [[0x10, 0x04], [0x10, 0x05], [0x6F, 0x6B], [0x10, 0x03], [0x00, 0x06], [0x10, 0x07]] as [[UInt8]])
    func noACK(bytes: [UInt8]) {
        var link = link()
        link.take { $0.send([1]) }
        link.take { $0.receive(bytes) }
        #expect(link.written == [Self.frame([1])])
        if bytes == ControlSymbol.eot.bytes {
            #expect(link.failure == .broken)
        } else {
            #expect(link.failure?.text.hasPrefix("Communication error") == true)
        }
    }

    @Test("no ACK in 20 s ends the link without a retransmission") func acknowledgementTimeout() {
        var link = link()
        link.take { $0.send([1]) }
        #expect(link.timers == [.acknowledgement: 20])
        link.fire(.acknowledgement)
        #expect(link.failure == .acknowledgementTimeout && link.failure?.text == "Timeout on ack")
        #expect(link.written == [Self.frame([1])])
    }

    @Test("a frame where an ACK is due is an error, or is kept after a cancel", arguments: [true, false])
    func crossing(isKept: Bool) {
        var link = link(isKept ? .keep : .refuse)
        link.take { $0.send([1]) }
        link.take { $0.receive(Self.frame(Self.message)) }
        #expect(link.messages == (isKept ? [Self.message] : []))
        #expect((link.failure == nil) == isKept)
        guard isKept else { return }
        link.take { $0.receive(Self.ack) }
        #expect(link.deliveries == 1 && link.written == [Self.frame([1]), Self.ack])
    }

    @Test("a cancel is written at once, and its ACK is skipped") func unacknowledged() {
        var link = link()
        link.take { $0.sendUnacknowledged([1]) }
        #expect(link.written == [Self.frame([1])] && link.timers.isEmpty)
        link.take { $0.receive(Self.ack) }
        #expect(link.failure == nil && link.deliveries == 0)
    }

    @Test("a cancel never goes between two frames of one message") func cancelBetweenFrames() throws {
        var link = link()
        link.link.encoder = try FrameEncoder(maximumFrameSize: 10)
        let frames = try Self.smallFrames([1, 2, 3, 4, 5])
        #expect(frames.count == 2)
        link.take { $0.send([1, 2, 3, 4, 5]) }
        link.take { $0.sendUnacknowledged([9]) }
        #expect(link.written == [frames[0]])
        link.take { $0.receive(Self.ack) }
        #expect(link.written == frames + (try Self.smallFrames([9])))
        link.take { $0.receive(Self.nak) }
        #expect(link.written.last == frames[1] && link.written.count == 4)
    }

    // MARK: Receiving

    @Test(
        "escapes at the edges of a frame survive any cut",
        arguments: [[0x10], [0x10, 0x10], [0x10, 0x03], [0x10, 0x02], [0x41, 0x10], [0x10, 0x17], []] as [[UInt8]])
    func escapes(message: [UInt8]) {
        let bytes = Self.frame(message)
        for cut in 0...bytes.count {
            var link = link()
            link.take { $0.receive(Array(bytes[..<cut])) }
            link.take { $0.receive(Array(bytes[cut...])) }
            #expect(link.messages == [message], "cut at \(cut)")
            #expect(link.written == [Self.ack])
        }
    }

    @Test("a damaged frame is NAKed and its copy taken; frames before it stay") func damaged() throws {
        var link = link()
        let frames = try Self.smallFrames(Self.message)
        var damaged = frames[1]
        damaged[3] ^= 0x20
        link.take { $0.receive(frames[0]) }
        link.take { $0.receive(damaged) }
        #expect(link.written == [Self.ack, Self.nak])
        for frame in frames[1...] { link.take { $0.receive(frame) } }
        #expect(link.messages == [Self.message])
    }

    @Test("a damaged frame that looks like two is refused twice, and of its two copies one is taken")
    func refusedTwice() {
        var link = link()
        let frame = Self.frame(Self.message)
        link.take { $0.receive(Self.damagedFrame(Self.message) + Self.damagedFrame(Self.message)) }
        link.take { $0.receive(frame + frame) }
        #expect(link.messages == [Self.message] && link.written == [Self.nak, Self.nak, Self.ack, Self.ack])
        link.take { $0.receive(frame) }
        #expect(link.messages == [Self.message, Self.message])
    }

    @Test("once an answer is acknowledged, a message that is the same as before is a new one") func sameAgain() {
        var link = link()
        let frame = Self.frame(Self.message)
        link.take { $0.receive(Self.damagedFrame(Self.message) + Self.damagedFrame(Self.message) + frame) }
        link.take { $0.send([1]) }
        link.take { $0.receive(Self.ack + frame) }
        #expect(link.messages == [Self.message, Self.message])
    }

    @Test("after 16 damaged frames in a row the receiver gives up, and one good frame starts the count anew")
    func sixteenRefusals() {
        var link = link()
        for _ in 0..<15 { link.take { $0.receive(Self.damagedFrame(Self.message)) } }
        link.take { $0.receive(Self.frame(Self.message)) }
        #expect(link.messages == [Self.message])
        for _ in 0..<15 { link.take { $0.receive(Self.damagedFrame(Self.message)) } }
        #expect(link.failure == nil)
        let last = link.take { $0.receive(Self.damagedFrame(Self.message)) }
        #expect(last.contains(.write(Self.nak)) && last.contains(.write(ControlSymbol.eot.bytes)))
        guard case .communication? = link.failure else {
            Issue.record("\(String(describing: link.failure))")
            return
        }
    }

    @Test(
        "where a frame is due, EOT breaks the connection and a NAK, an ENQ or noise is an error",
        arguments: [[0x10, 0x04], [0x10, 0x15], [0x10, 0x05], [0x00, 0x00], [0x10, 0x17]] as [[UInt8]])
    func noFrame(bytes: [UInt8]) {
        var link = link()
        link.take { $0.receive(bytes + Self.frame(Self.message)) }
        #expect(link.messages.isEmpty && link.written.isEmpty)
        #expect(
            link.failure?.text.hasPrefix(bytes == [0x10, 0x04] ? "Connection broken" : "Communication error") == true)
    }

    @Test("stray ACKs are skipped, also between the frames of a message") func strayACKs() throws {
        var link = link()
        let frames = try Self.smallFrames(Self.message)
        link.take { $0.receive(Self.ack + Self.ack + frames.joined(separator: Self.ack)) }
        #expect(link.messages == [Self.message])
    }

    @Test("EOT between the frames of a message breaks the connection") func brokenMessage() throws {
        var link = link()
        let first = try Self.smallFrames(Self.message)[0]
        link.take { $0.receive(first) }
        link.take { $0.receive(ControlSymbol.eot.bytes) }
        #expect(link.failure == .broken && link.messages.isEmpty)
    }

    @Test("two messages in one read are two, and the start of a third waits for its end") func gluedMessages() {
        var link = link()
        let third = Self.frame([3])
        link.take { $0.receive(Self.frame([1]) + Self.frame([2]) + third.prefix(4)) }
        #expect(link.messages == [[1], [2]])
        link.take { $0.receive(Array(third.dropFirst(4))) }
        #expect(link.messages == [[1], [2], [3]])
    }

    @Test("a frame without an end is an error, not a growing buffer") func endless() {
        var link = link()
        let noise = [UInt8](repeating: 0x41, count: 70_000)
        link.take { $0.receive([0x10, 0x02] + noise) }
        #expect(link.failure == .communication("a frame without an end"))
    }

    // MARK: Timers

    @Test("the wait for a message runs from the ACK of the request to the message's first byte") func messageTimer() {
        var link = link()
        link.take { $0.expectMessage(within: 300) }
        link.take { $0.send([1]) }
        #expect(link.timers == [.acknowledgement: 20])
        link.take { $0.receive(Self.ack) }
        #expect(link.timers == [.message: 300])
        let frame = Self.frame(Self.message)
        link.take { $0.receive(Array(frame.prefix(1))) }
        #expect(link.timers == [.message: 300])
        link.take { $0.receive(Array(frame[1..<5])) }
        #expect(link.timers == [.continuation: 15])
        link.take { $0.receive(Array(frame[5...])) }
        #expect(link.timers == [.message: 300])
        link.take { $0.expectMessage(within: nil) }
        #expect(link.timers.isEmpty)
    }

    @Test("every byte inside a message starts the 15 s anew; then it is a timeout on the response")
    func continuationTimer() {
        var link = link()
        link.take { $0.expectMessage(within: 300) }
        for byte in Self.frame(Self.message).prefix(6) {
            link.take { $0.receive([byte]) }
        }
        let outputs = link.take { $0.receive([0x30]) }
        #expect(outputs == [.startTimer(.continuation, seconds: 15)])
        link.fire(.continuation)
        #expect(link.failure == .responseTimeout && link.failure?.text == "Timeout on response")
    }

    @Test("after a NAK the wait is that for a whole message, also inside one") func timerAfterNAK() throws {
        var link = link()
        let frames = try Self.smallFrames(Self.message)
        var damaged = frames[1]
        damaged[3] ^= 0x20
        link.take { $0.expectMessage(within: 300) }
        link.take { $0.receive(frames[0]) }
        #expect(link.timers == [.continuation: 15])
        link.take { $0.receive(damaged) }
        #expect(link.timers == [.message: 300])
        link.fire(.message)
        #expect(link.messageTimeouts == 1 && link.failure == nil)
    }

    @Test("a timer that was stopped says nothing when it fires all the same", arguments: FrameLink.Timer.allCases)
    func staleTimer(timer: FrameLink.Timer) {
        var link = link()
        #expect(link.take { $0.timerFired(timer) }.isEmpty)
    }

    @Test("what is stopped was started, and nothing runs once the link is over") func balancedTimers() {
        var link = link()
        link.take { $0.expectMessage(within: 300) }
        link.take { $0.send([1]) }
        link.take { $0.receive(Self.ack + Self.frame(Self.message)) }
        link.take { $0.send([2]) }
        link.take { $0.end() }
        var running: Set<FrameLink.Timer> = []
        for output in link.outputs {
            switch output {
            case .startTimer(let timer, _): running.insert(timer)
            case .stopTimer(let timer): #expect(running.remove(timer) != nil)
            default: break
            }
        }
        #expect(running.isEmpty && link.link.isOver)
    }

    @Test("nothing comes out of a link that is over") func over() {
        var link = link()
        link.take { $0.end() }
        #expect(link.take { $0.receive(Self.frame(Self.message)) }.isEmpty)
        #expect(link.take { $0.send([1]) }.isEmpty)
        #expect(link.take { $0.sendUnacknowledged([1]) }.isEmpty)
        #expect(link.take { $0.expectMessage(within: 1) }.isEmpty)
        #expect(link.take { $0.sendEndOfTransmission() }.isEmpty)
    }

    @Test("giving up tells the other side and ends the link") func givingUp() {
        var link = link()
        link.take { $0.expectMessage(within: 300) }
        link.take { $0.sendEndOfTransmission() }
        #expect(link.written == [ControlSymbol.eot.bytes])
        #expect(link.link.isOver && link.timers.isEmpty)
    }
}
