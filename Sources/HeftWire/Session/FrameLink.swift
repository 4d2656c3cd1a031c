/// One side's half of the link protocol: messages in and out, cut into frames, acknowledged, sent again, timed.
///
/// Both sides of a conversation use it. It does no I/O and knows no clock: time comes in as ``timerFired(_:)`` and goes
/// out as ``Output/startTimer(_:seconds:)``. Source: `ReaderProtocol.md` §1.
package struct FrameLink: Sendable {
    /// The waits of a link.
    package enum Timer: Hashable, Sendable, CaseIterable {
        /// For the acknowledgement of a frame.
        case acknowledgement
        /// For the next message to begin, or for a retransmission after our NAK.
        case message
        /// Inside a message, for the next bytes.
        case continuation
    }

    package enum Output: Equatable, Sendable {
        case write([UInt8])
        case startTimer(Timer, seconds: Int)
        case stopTimer(Timer)
        /// A whole message has come; its last frame is acknowledged already.
        case message([UInt8])
        /// Every frame of the oldest unacknowledged message is acknowledged.
        case delivered
        /// The message timer ran out; the owner decides what that means.
        case messageTimeout
        /// The link is over. Nothing more comes out of it.
        case failed(LinkFailure)
        /// For observers: a frame or control symbol passed.
        case observed(LinkActivity)
    }

    /// What may arrive where an acknowledgement is due.
    package enum CrossingPolicy: Equatable, Sendable {
        /// Only an acknowledgement: a frame is a communication error.
        case refuse
        /// A frame is acknowledged and kept: a cancel is under way, or this is a reader, which takes one at any time.
        case keep
    }

    /// Seconds to wait for an acknowledgement.
    package static let acknowledgementSeconds = 20
    /// Seconds to wait for the next bytes inside a message.
    package static let continuationSeconds = 15
    /// How often a frame is sent before the sender gives up.
    package static let sendsMax = 3
    /// How many NAKs in a row a receiver sends before it gives up.
    package static let refusalsMax = 16
    /// The longest message, header included.
    package static let longestMessage = MessageHeader.longestPayload + 14

    package var crossing: CrossingPolicy
    /// Seconds to wait for the next message to begin; nil while none is awaited.
    package private(set) var messageSeconds: Int?
    package var encoder = FrameEncoder.initial

    private var decoder = FrameDecoder()
    /// What was fed and not yet acted on.
    private var tokens: [FrameDecoder.Token] = []
    /// Whether bytes came since the timers were last set.
    private var hasNews = false
    private var outgoing: [[UInt8]] = []
    /// Frames of the message being sent, the one in flight first.
    private var inFlight: [[UInt8]] = []
    /// Frames that wait for no acknowledgement, held back while a message is between two of its frames.
    private var heldBack: [[UInt8]] = []
    private var sends = 0
    /// A message of the other side had come, or begun, before the one in flight was written: it crosses rightly.
    private var mayCross = false
    private var assembled: [UInt8] = []
    private var refusals = 0
    /// The last frame that was taken, while copies of it may follow, and how many.
    private var copies: (of: FrameDecoder.Frame, left: Int)?
    private var isInsideMessage = false
    private var running: Set<Timer> = []
    package private(set) var isOver = false

    package init(crossing: CrossingPolicy) {
        self.crossing = crossing
    }

    /// Whether a frame is on its way whose acknowledgement has not come.
    package var isAwaitingAcknowledgement: Bool { !inFlight.isEmpty }

    /// How many messages were sent and not acknowledged whole.
    package var undeliveredMessages: Int { outgoing.count + (inFlight.isEmpty ? 0 : 1) }

    /// Sends a message, after those before it.
    package mutating func send(_ message: [UInt8]) -> [Output] {
        guard !isOver else { return [] }
        outgoing.append(message)
        var outputs: [Output] = []
        if inFlight.isEmpty { sendNext(&outputs) }
        return outputs
    }

    /// Writes a message at once and does not wait for its acknowledgement, as a cancel is sent.
    ///
    /// Only the frames of a message that is being sent go before it: its receiver would join the two.
    package mutating func sendUnacknowledged(_ message: [UInt8]) -> [Output] {
        guard !isOver else { return [] }
        heldBack += encoder.frames(of: message)
        var outputs: [Output] = []
        writeHeldBack(&outputs)
        return outputs
    }

    /// Sets how long to wait for the next message to begin, and starts the wait; nil stops it.
    package mutating func expectMessage(within seconds: Int?) -> [Output] {
        guard !isOver else { return [] }
        messageSeconds = seconds
        var outputs: [Output] = []
        if !isInsideMessage, inFlight.isEmpty, let seconds {
            start(.message, seconds, &outputs)
        } else if seconds == nil {
            stop(.message, &outputs)
        }
        return outputs
    }

    /// Gives up: tells the other side, and ends the link.
    package mutating func sendEndOfTransmission() -> [Output] {
        guard !isOver else { return [] }
        return [.write(ControlSymbol.eot.bytes), .observed(.controlSent(.eot))] + end()
    }

    /// Ends the link without a word.
    package mutating func end() -> [Output] {
        var outputs: [Output] = []
        for timer in Timer.allCases { stop(timer, &outputs) }
        isOver = true
        return outputs
    }

    /// Takes bytes in and acts on all of them.
    package mutating func receive(_ bytes: [UInt8]) -> [Output] {
        var outputs: [Output] = []
        feed(bytes)
        while let more = step() { outputs += more }
        return outputs
    }

    /// Takes bytes in; ``step()`` acts on them.
    package mutating func feed(_ bytes: [UInt8]) {
        guard !isOver, !bytes.isEmpty else { return }
        tokens += decoder.feed(bytes)
        hasNews = true
    }

    /// Acts on one frame or control symbol of what was fed; nil when nothing is left.
    ///
    /// A message is the last output of its step, so that its receiver answers it, or ends the link, before anything
    /// that came behind it is looked at.
    package mutating func step() -> [Output]? {
        guard !isOver, hasNews else { return nil }
        var outputs: [Output] = []
        if tokens.isEmpty {
            hasNews = false
            setTimers(&outputs)
        } else {
            take(tokens.removeFirst(), &outputs)
        }
        return outputs
    }

    package mutating func timerFired(_ timer: Timer) -> [Output] {
        guard !isOver, running.remove(timer) != nil else { return [] }
        switch timer {
        case .acknowledgement: return fail(.acknowledgementTimeout)
        case .continuation: return fail(.responseTimeout)
        case .message: return [.messageTimeout]
        }
    }

    // MARK: Sending

    private mutating func sendNext(_ outputs: inout [Output]) {
        guard !outgoing.isEmpty else { return }
        inFlight = encoder.frames(of: outgoing.removeFirst())
        sends = 0
        mayCross = isInsideMessage || hasMoreFrames
        stop(.message, &outputs)
        writeFrame(&outputs)
    }

    private mutating func writeFrame(_ outputs: inout [Output]) {
        guard let frame = inFlight.first else { return }
        sends += 1
        outputs.append(.write(frame))
        outputs.append(.observed(.frameSent(frame)))
        start(.acknowledgement, FrameLink.acknowledgementSeconds, &outputs)
        writeHeldBack(&outputs)
    }

    private mutating func writeHeldBack(_ outputs: inout [Output]) {
        guard inFlight.count <= 1 else { return }
        for frame in heldBack { outputs += [.write(frame), .observed(.frameSent(frame))] }
        heldBack = []
    }

    private mutating func acknowledged(_ outputs: inout [Output]) {
        inFlight.removeFirst()
        sends = 0
        // The other side has gone on from what it sent before.
        copies = nil
        guard inFlight.isEmpty else {
            writeFrame(&outputs)
            return
        }
        stop(.acknowledgement, &outputs)
        outputs.append(.delivered)
        sendNext(&outputs)
    }

    // MARK: Receiving

    private mutating func take(_ token: FrameDecoder.Token, _ outputs: inout [Output]) {
        switch token {
        case .frame(let frame): take(frame, &outputs)
        case .control(let symbol): take(symbol, &outputs)
        case .unexpected(let first, let second):
            outputs += fail(.communication("\(Hex.text([first, second])) where a frame is due"))
        case .overlong:
            outputs += fail(.communication("a frame without an end"))
        }
    }

    private mutating func take(_ symbol: ControlSymbol, _ outputs: inout [Output]) {
        outputs.append(.observed(.controlReceived(symbol)))
        switch symbol {
        case .ack:
            // A stray ACK, such as a cancel's, is skipped.
            if !inFlight.isEmpty { acknowledged(&outputs) }
        case .nak:
            guard !inFlight.isEmpty else {
                outputs += fail(.communication("a NAK where a frame is due"))
                return
            }
            guard sends < FrameLink.sendsMax else {
                outputs += sendEndOfTransmission()
                outputs += fail(.refusedByPeer)
                return
            }
            writeFrame(&outputs)
        case .eot:
            outputs += fail(.broken)
        case .enq, .stx, .etx, .etb:
            outputs += fail(.communication("\(Hex.text(symbol.bytes)) where a frame is due"))
        }
    }

    private mutating func take(_ frame: FrameDecoder.Frame, _ outputs: inout [Output]) {
        outputs.append(.observed(.frameReceived(frame)))
        if isCopy(frame) {
            control(.ack, &outputs)
            return
        }
        if !inFlight.isEmpty, crossing == .refuse, !mayCross {
            outputs += fail(.communication("a frame where an acknowledgement is due"))
            return
        }
        guard frame.isIntact else {
            refuse(&outputs)
            return
        }
        // One damaged frame can look like two and be refused twice. Each refusal brings a copy, and only one is wanted.
        copies = refusals > 1 ? (of: frame, left: refusals - 1) : nil
        refusals = 0
        assembled += frame.data
        guard assembled.count <= FrameLink.longestMessage else {
            outputs += fail(.communication("a message without an end"))
            return
        }
        control(.ack, &outputs)
        isInsideMessage = !frame.isLast
        guard frame.isLast else { return }
        mayCross = hasMoreFrames
        stop(.continuation, &outputs)
        stop(.message, &outputs)
        outputs.append(.message(assembled))
        assembled = []
    }

    /// Whether a frame has come, or begun, that was not acted on yet.
    private var hasMoreFrames: Bool {
        decoder.isInsideFrame || tokens.contains { if case .frame = $0 { true } else { false } }
    }

    private mutating func isCopy(_ frame: FrameDecoder.Frame) -> Bool {
        guard frame.isIntact, refusals == 0, let expected = copies, expected.of == frame else { return false }
        copies = expected.left > 1 ? (of: expected.of, left: expected.left - 1) : nil
        return true
    }

    private mutating func refuse(_ outputs: inout [Output]) {
        refusals += 1
        isInsideMessage = !assembled.isEmpty
        control(.nak, &outputs)
        guard refusals < FrameLink.refusalsMax else {
            outputs += sendEndOfTransmission()
            outputs += fail(.communication("\(FrameLink.refusalsMax) damaged frames in a row"))
            return
        }
        // The retransmission has the time of a whole message to begin.
        stop(.continuation, &outputs)
        if let seconds = messageSeconds { start(.message, seconds, &outputs) }
    }

    /// What is waited for once everything that came is dealt with.
    private mutating func setTimers(_ outputs: inout [Output]) {
        isInsideMessage = isInsideMessage || decoder.isInsideFrame
        if isInsideMessage, refusals == 0 || decoder.isInsideFrame {
            stop(.message, &outputs)
            start(.continuation, FrameLink.continuationSeconds, &outputs)
        } else if inFlight.isEmpty, let seconds = messageSeconds, !running.contains(.message) {
            start(.message, seconds, &outputs)
        }
    }

    // MARK: Small parts

    private func control(_ symbol: ControlSymbol, _ outputs: inout [Output]) {
        outputs.append(.write(symbol.bytes))
        outputs.append(.observed(.controlSent(symbol)))
    }

    private mutating func start(_ timer: Timer, _ seconds: Int, _ outputs: inout [Output]) {
        running.insert(timer)
        outputs.append(.startTimer(timer, seconds: seconds))
    }

    private mutating func stop(_ timer: Timer, _ outputs: inout [Output]) {
        if running.remove(timer) != nil { outputs.append(.stopTimer(timer)) }
    }

    private mutating func fail(_ failure: LinkFailure) -> [Output] {
        end() + [.failed(failure)]
    }
}

/// How a link ended.
package enum LinkFailure: Error, Equatable, Sendable {
    /// No acknowledgement in time: what was sent may or may not have arrived.
    case acknowledgementTimeout
    /// A message stopped in its middle, or the init response did not come.
    case responseTimeout
    /// The next message of an operation did not come.
    case financeTimeout
    /// The other side sent EOT.
    case broken
    /// A frame was refused three times: it has not arrived.
    case refusedByPeer
    /// Bytes or a message that make no sense there.
    case communication(String)
    /// The byte channel closed.
    case closed(String)
    /// The byte channel did not open: why in words, and what stood in its way.
    case notOpened(String, Obstacle = .other)

    /// What keeps a byte channel from opening, as far as somebody at the till can clear it away.
    package enum Obstacle: Equatable, Sendable {
        /// The reader is not paired with this computer.
        case notPaired
        /// This computer holds a pairing that the reader does not hold any more.
        case pairingLost
        /// The reader refuses: another computer has it, or it does not hold the pairing any more.
        case turnedAway
        case other
    }

    /// The text that is shown, in the published SDK's words.
    package var text: String {
        switch self {
        case .acknowledgementTimeout: "Timeout on ack"
        case .responseTimeout: "Timeout on response"
        case .financeTimeout: "Timeout on finance request"
        case .broken, .closed: "Connection broken"
        case .refusedByPeer: "Communication error the reader refused a frame three times"
        case .communication(let detail): "Communication error \(detail)"
        case .notOpened(let reason, _): "Can't create bluetooth connection (\(reason))"
        }
    }
}

/// What passed over the link, for the inspector.
package enum LinkActivity: Equatable, Sendable {
    case frameSent([UInt8])
    case frameReceived(FrameDecoder.Frame)
    case controlSent(ControlSymbol)
    case controlReceived(ControlSymbol)
}
