import HeftWire

/// A session and a small reader on the other end of the wire. Bytes go to and fro until neither has any left.
///
/// The reader acknowledges and says what the test tells it to say, nothing else.
struct Conversation {
    var session: ReaderSession
    private var reader = FrameLink(crossing: .keep)
    private var toReader: [[UInt8]] = []
    private var toSession: [[UInt8]] = []
    private var isPumping = false
    /// Whether bytes reach the reader at all; what was written stands in ``written`` either way.
    var readerHears = true
    /// Everything that came out of the session.
    private(set) var outputs: [ReaderSession.Output] = []
    /// What the session wrote, one entry a write.
    private(set) var written: [[UInt8]] = []
    /// The messages that the reader got.
    private(set) var heard: [POSMessage] = []
    /// Seconds of the timers that run.
    private(set) var timers: [ReaderSession.TimerID: Int] = [:]

    init(secret: String = Sample.secret, mx: [UInt8] = [], bufferSize: Int = FrameEncoder.defaultMaximum) throws {
        var configuration = ReaderSession.Configuration(secret: try SharedSecret(secret))
        configuration.bufferSize = bufferSize
        session = ReaderSession(configuration: configuration, random: ScriptedBytes(bytes: mx))
    }

    /// A conversation whose init is done, with nothing recorded yet.
    static func connected(mx: [UInt8] = [], xml: [UInt8] = []) throws -> Conversation {
        var conversation = try Conversation(mx: mx)
        try conversation.connect(xml: xml)
        conversation.forget()
        return conversation
    }

    /// A conversation in the middle of an operation.
    static func operating(_ operation: ReaderOperation = Sample.sale, mx: [UInt8] = []) throws -> Conversation {
        var conversation = try connected(mx: mx)
        try conversation.submit(operation)
        conversation.forget()
        return conversation
    }

    mutating func connect(bufferSize: UInt16 = 200, xml: [UInt8] = []) throws {
        open()
        try say(Sample.initialised(bufferSize: bufferSize, xml: xml))
        try say(.plain(.logLevelSet, .success))
    }

    // MARK: What happens

    mutating func open() { take { $0.open(date: "20250102030405") } }
    mutating func cancel() { take { $0.cancel() } }
    mutating func answerSignature(_ isAccepted: Bool) { take { $0.answerSignature(isAccepted: isAccepted) } }
    mutating func answer(host id: Int, _ answer: ReaderSession.HostAnswer) { take { $0.answer(host: id, answer) } }
    mutating func close() { take { $0.closed("the cable was pulled") } }

    mutating func submit(_ operation: ReaderOperation) throws {
        absorb(try session.submit(operation))
    }

    mutating func fire(_ timer: ReaderSession.TimerID) {
        timers[timer] = nil
        take { $0.timerFired(timer) }
    }

    /// The reader sends a message in frames.
    mutating func say(_ message: ReaderMessage) throws {
        carry(reader.send(try message.encoded()))
    }

    mutating func sayStatus(_ status: Status, isCancelAllowed: Bool) throws {
        try say(.statusEvent(status, xml: Sample.event(isCancelAllowed: isCancelAllowed)))
    }

    /// Bytes arrive as they are.
    mutating func receive(_ bytes: [UInt8]) { take { $0.receive(bytes) } }

    mutating func forget() {
        outputs = []
        written = []
        heard = []
    }

    // MARK: What came of it

    var completions: [ReaderSession.Completion] {
        outputs.compactMap { if case .finished(let completion) = $0 { completion } else { nil } }
    }

    var results: [ReaderSession.OperationResult] { completions.map(\.result) }

    var ends: [LinkFailure] {
        outputs.compactMap { if case .over(let failure) = $0 { failure } else { nil } }
    }

    var statuses: [StatusEvent] {
        outputs.compactMap { if case .status(let event) = $0 { event } else { nil } }
    }

    var unclaimed: [FinanceResult] {
        outputs.compactMap { if case .unclaimed(let result) = $0 { result } else { nil } }
    }

    var hostRequests: [ReaderSession.HostExchange] {
        outputs.compactMap { if case .hostRequest(let exchange) = $0 { exchange } else { nil } }
    }

    var signatureRequests: [SignatureRequest] {
        outputs.compactMap { if case .signatureRequest(let request) = $0 { request } else { nil } }
    }

    var connections: Int { outputs.count { if case .connected = $0 { true } else { false } } }

    /// The outputs without bytes, timers and activity.
    var events: [ReaderSession.Output] {
        outputs.filter {
            switch $0 {
            case .send, .startTimer, .stopTimer, .activity: false
            default: true
            }
        }
    }

    // MARK: The wire

    private mutating func take(_ event: (inout ReaderSession) -> [ReaderSession.Output]) {
        absorb(event(&session))
    }

    private mutating func absorb(_ new: [ReaderSession.Output]) {
        outputs += new
        for output in new {
            switch output {
            case .send(let bytes):
                written.append(bytes)
                if readerHears { toReader.append(bytes) }
            case .startTimer(let timer, let seconds): timers[timer] = seconds
            case .stopTimer(let timer): timers[timer] = nil
            default: break
            }
        }
        pump()
    }

    private mutating func carry(_ outputs: [FrameLink.Output]) {
        for output in outputs {
            switch output {
            case .write(let bytes): toSession.append(bytes)
            case .message(let bytes):
                if let message = try? POSMessage(bytes) { heard.append(message) }
            default: break
            }
        }
        pump()
    }

    /// Carries what was written, in order; what is written meanwhile waits for its turn.
    private mutating func pump() {
        guard !isPumping else { return }
        isPumping = true
        while !toReader.isEmpty || !toSession.isEmpty {
            if !toReader.isEmpty { carry(reader.receive(toReader.removeFirst())) }
            if !toSession.isEmpty { absorb(session.receive(toSession.removeFirst())) }
        }
        isPumping = false
    }
}

/// Random numbers whose low bytes are the given ones, then zeros.
struct ScriptedBytes: RandomNumberGenerator, Sendable {
    var bytes: [UInt8]

    mutating func next() -> UInt64 {
        bytes.isEmpty ? 0 : UInt64(bytes.removeFirst())
    }
}
