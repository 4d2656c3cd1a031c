package import HeftWire

/// A card reader's firmware as a value: the other end of the wire.
///
/// It takes bytes, timers and the cardholder's doings, and gives back outputs that its driver carries out in order. It
/// does no I/O and starts no thread; random numbers come from the generator that is handed in, the time of day from a
/// closure. It speaks through the same frames, acknowledgements, challenge and host traffic as a real reader.
///
///     uninitialised ──I000──▶ ready ◀──▶ operating
///           ▲                   │            │
///           └──── link closed ──┴── deaf ◀───┘
///
/// What must survive a power cut stands in ``books``. Source: `ReaderProtocol.md` §1–§8.
package struct SimulatedReader: Sendable {
    /// A wait that the driver times.
    package enum TimerID: Hashable, Sendable {
        case link(FrameLink.Timer)
        /// The cardholder, or the way to the bank.
        case step
        /// Until the reader drops the link.
        case drop
        /// Until the reader is back from a restart.
        case restart
    }

    package enum Output: Equatable, Sendable {
        case send([UInt8])
        case startTimer(TimerID, Duration)
        case stopTimer(TimerID)
        /// Close the channel, then call ``SimulatedReader/linkClosed()``.
        case dropLink
        /// Make the books durable before the next output is carried out.
        case persist(ReaderBooks)
        /// What the screen shows its cardholder, line by line.
        case display([String])
        case activity(Activity)
    }

    /// What passes, for observers.
    package enum Activity: Equatable, Sendable {
        case link(LinkActivity)
        case received(POSMessage)
        case sent(ReaderMessage)
        /// Something from the till that made no sense.
        case problem(WireError)
        /// The link ended from within.
        case linkFailed(LinkFailure)
    }

    package var configuration: Configuration
    /// Wins over the amount of the next payment, once.
    package var nextPayment: NextPayment?
    package var faults = Faults()
    /// What the cardholder holds.
    package var card = TestCard()
    /// Codes that lie before the scanner; each is read once, as soon as the scanner is on.
    package var barcodes: [String] = []
    /// What the reader and its test host must not forget.
    package internal(set) var books: ReaderBooks

    var link = FrameLink(crossing: .keep)
    var state = State.uninitialised
    var random: any RandomNumberGenerator & Sendable
    /// What the random numbers began with; nil for a generator that was handed in.
    package internal(set) var seed: UInt64?
    let now: @Sendable () -> String
    /// Messages that were sent and not acknowledged yet, the oldest first.
    var undelivered: [Delivery] = []
    /// Nothing is written any more, though the reader still listens.
    var isMute = false
    var operations = 0
    /// A result that was acknowledged and stays until the till's next request.
    var acknowledgedResult: String?
    var log: [String] = []
    /// The device's elements as they were last sent.
    var deviceElements: (of: DeviceState, bytes: [UInt8])?
    var logLevel = POSMessage.LogLevel.info
    /// The till has been told of a restart, which follows once the link is gone.
    var isRestartDue = false
    /// Whether the reader is away: it restarts and takes no link.
    package internal(set) var isRestarting = false

    /// - Parameters:
    ///   - now: the time of day as `yyyyMMddHHmmss`, 14 digits.
    package init(
        configuration: Configuration, books: ReaderBooks = ReaderBooks(),
        random: any RandomNumberGenerator & Sendable, now: @escaping @Sendable () -> String
    ) {
        self.configuration = configuration
        self.books = books
        self.random = random
        self.now = now
    }

    /// - Parameters:
    ///   - seed: what the random numbers begin with: the same seed and the same books make the same run.
    ///   - now: the time of day as `yyyyMMddHHmmss`, 14 digits.
    package init(
        configuration: Configuration, books: ReaderBooks = ReaderBooks(), seed: UInt64,
        now: @escaping @Sendable () -> String
    ) {
        self.init(configuration: configuration, books: books, random: SeededNumbers(seed), now: now)
        self.seed = seed
    }

    /// Whether a till has initialised the reader and nothing runs.
    package var isReady: Bool { state == .ready }

    // MARK: What the driver calls

    /// The reader is switched on, with the books as the last power cut left them. No link is open.
    package mutating func powerOn() -> [Output] {
        var outputs = OutputQueue()
        settle(&outputs)
        outputs.add(.display(Screen.idle))
        return outputs.finished()
    }

    /// Takes bytes as they arrive, cut anywhere.
    package mutating func receive(_ bytes: [UInt8]) -> [Output] {
        guard state != .deaf, !isRestarting else { return [] }
        var outputs = OutputQueue()
        absorb(link.receive(bytes), &outputs)
        return outputs.finished()
    }

    package mutating func timerFired(_ timer: TimerID) -> [Output] {
        var outputs = OutputQueue()
        switch timer {
        case .link(let timer): absorb(link.timerFired(timer), &outputs)
        case .step: beatPassed(&outputs)
        case .drop: dropLink(&outputs)
        case .restart:
            isRestarting = false
            settle(&outputs)
            outputs.add(.display(Screen.idle))
        }
        return outputs.finished()
    }

    /// The channel closed. The next bytes are the first of a new connection.
    ///
    /// A payment under way stays in the books as it is; the next init settles it.
    package mutating func linkClosed() -> [Output] {
        var outputs = OutputQueue()
        absorb(link.end(), &outputs)
        outputs.add(.stopTimer(.step))
        outputs.add(.stopTimer(.drop))
        link = FrameLink(crossing: .keep)
        state = .uninitialised
        undelivered = []
        isMute = false
        acknowledgedResult = nil
        if isRestartDue {
            isRestartDue = false
            isRestarting = configuration.restartSeconds > 0
        }
        if isRestarting {
            outputs.add(.startTimer(.restart, .seconds(configuration.restartSeconds)))
        }
        outputs.add(.display(isRestarting ? Screen.restarting : Screen.idle))
        return outputs.finished()
    }

    /// The power fails and comes back: what was under way stays in the books as it is, and is settled at the return.
    /// Close the channel before.
    package mutating func restart() -> [Output] {
        isRestartDue = true
        return linkClosed()
    }

    /// Goes back to books that are durable, because later ones could not be written. Close the link afterwards.
    package mutating func restore(_ durable: ReaderBooks) {
        books = durable
        state = .deaf
    }

    // MARK: The link

    mutating func absorb(_ linkOutputs: [FrameLink.Output], _ outputs: inout OutputQueue) {
        for output in linkOutputs {
            switch output {
            case .write(let bytes): write(bytes, &outputs)
            case .startTimer(let timer, let seconds): outputs.add(.startTimer(.link(timer), .seconds(seconds)))
            case .stopTimer(let timer): outputs.add(.stopTimer(.link(timer)))
            case .observed(let activity): outputs.add(.activity(.link(activity)))
            case .message(let bytes): receive(message: bytes, &outputs)
            case .delivered: delivered(&outputs)
            case .messageTimeout: answerTimedOut(&outputs)
            case .failed(let failure):
                outputs.add(.activity(.linkFailed(failure)))
                dropLink(&outputs)
            }
        }
    }

    private mutating func write(_ bytes: [UInt8], _ outputs: inout OutputQueue) {
        guard !isMute, state != .deaf else { return }
        let isFrame = bytes.starts(with: ControlSymbol.stx.bytes)
        guard isFrame, faults.corruptsNextFrame, let last = bytes.last else {
            outputs.write(bytes)
            return
        }
        faults.corruptsNextFrame = false
        // The checksum's last byte is never escaped, so the frame keeps its ends.
        outputs.write(bytes.dropLast() + [last ^ 0x01])
    }

    /// Sends a message, after those before it.
    mutating func send(_ message: ReaderMessage, as delivery: Delivery = .other, _ outputs: inout OutputQueue) {
        do throws(WireError) {
            let bytes = try message.encoded()
            outputs.add(.activity(.sent(message)))
            undelivered.append(delivery)
            absorb(link.send(bytes), &outputs)
        } catch {
            outputs.add(.activity(.problem(error)))
        }
    }

    /// Writes past the link, as faults do.
    mutating func writeRaw(_ bytes: [UInt8], _ outputs: inout OutputQueue) {
        outputs.write(bytes)
    }

    /// Ends the link; nothing is heard or said until ``linkClosed()``.
    mutating func dropLink(_ outputs: inout OutputQueue) {
        absorb(link.end(), &outputs)
        outputs.add(.stopTimer(.step))
        state = .deaf
        outputs.add(.dropLink)
    }

    private mutating func delivered(_ outputs: inout OutputQueue) {
        guard !undelivered.isEmpty else { return }
        switch undelivered.removeFirst() {
        case .status(let number):
            statusDelivered(operation: number, &outputs)
        case .result(let id, let isRestarting):
            resultDelivered(id, &outputs)
            if isRestarting { prepareRestart(&outputs) }
        case .initialised(let frameSize):
            adopt(frameSize: frameSize, &outputs)
        case .restart:
            prepareRestart(&outputs)
        case .mute:
            isMute = true
        case .other:
            break
        }
    }

    /// The till knows: the link is dropped in a moment, or the till closes it before.
    private mutating func prepareRestart(_ outputs: inout OutputQueue) {
        isRestartDue = true
        outputs.add(.startTimer(.drop, SimulatedReader.restartDelay))
        outputs.add(.display(Screen.restarting))
    }

    private mutating func adopt(frameSize: Int, _ outputs: inout OutputQueue) {
        do throws(WireError) {
            link.encoder = try FrameEncoder(maximumFrameSize: frameSize)
        } catch {
            outputs.add(.activity(.problem(error)))
        }
    }

    /// How long a reader that is about to restart lets the till fetch its log.
    private static let restartDelay = Duration.seconds(2)
}

/// Outputs in their order, with the bytes of one step in one write.
///
/// A reader writes an acknowledgement together with the frame that follows it. Bytes are held back behind what must be
/// durable first, never the other way round.
struct OutputQueue {
    private var outputs: [SimulatedReader.Output] = []
    private var unwritten: [UInt8] = []

    mutating func write(_ bytes: [UInt8]) {
        unwritten += bytes
    }

    mutating func add(_ output: SimulatedReader.Output) {
        if output == .dropLink { flush() }
        outputs.append(output)
    }

    mutating func finished() -> [SimulatedReader.Output] {
        flush()
        return outputs
    }

    private mutating func flush() {
        guard !unwritten.isEmpty else { return }
        outputs.append(.send(unwritten))
        unwritten = []
    }
}
