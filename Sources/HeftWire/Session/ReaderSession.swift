/// The till's side of the conversation with a reader, as a value.
///
/// It turns bytes, answers, cancels and timers into outputs that its driver carries out in order. It does no I/O, knows
/// no clock and starts no thread; random numbers come from the generator that is handed in.
///
///     closed ──open──▶ initialising ──▶ setting the log level ──▶ idle ◀──▶ operating
///        ▲                 │                    │                  │           │
///        └─────────────────┴──── link failure ──┴──────────────────┴───────────┘
///
/// After a link failure the session is over: the driver closes the channel and opens a new one with a new session, which
/// learns at its init whether a result waits. Source: `ReaderProtocol.md` §1–§6.
package struct ReaderSession: Sendable {
    /// What the till says of itself, and what it shares with the reader.
    package struct Configuration: Sendable {
        package var secret: SharedSecret
        /// The longest frame that the till asks for, in bytes.
        package var bufferSize = FrameEncoder.defaultMaximum
        package var sdkVersion = "4.0.2"

        package init(secret: SharedSecret) {
            self.secret = secret
        }
    }

    /// A wait that the driver times.
    package enum TimerID: Hashable, Sendable {
        case link(FrameLink.Timer)
        /// For the cashier's answer to a signature request.
        case signature
    }

    /// One host exchange of the reader, to be performed by the driver.
    package struct HostExchange: Equatable, Sendable {
        /// Answers carry it back; a late answer to an earlier exchange is dropped by it.
        package var id: Int
        package var host: String
        package var port: UInt16
        /// Seconds for the whole exchange.
        package var timeout: Int
        /// A whole HTTP/1.1 request.
        package var request: [UInt8]

        package init(id: Int, host: String, port: UInt16, timeout: Int, request: [UInt8]) {
            self.id = id
            self.host = host
            self.port = port
            self.timeout = timeout
            self.request = request
        }
    }

    /// What came of a host exchange.
    package enum HostAnswer: Equatable, Sendable {
        /// `HTTP/1.1 <code> <reason>`, an empty line and the body; an HTTP error status is a success here.
        case response([UInt8])
        case timedOut
        case failed
    }

    package enum Output: Equatable, Sendable {
        case send([UInt8])
        case startTimer(TimerID, seconds: Int)
        case stopTimer(TimerID)
        /// The reader answered the init exchange and took the log level: operations may start.
        case connected(InitResponse.Body)
        case status(StatusEvent)
        case hostRequest(HostExchange)
        /// The exchange is of no use any more.
        case abandonHostRequest(id: Int)
        case signatureRequest(SignatureRequest)
        /// The reader gave up waiting for the answer, or the operation ended.
        case signatureWithdrawn
        /// A cancel was written.
        case cancelSent
        /// The reader took the cancel; the operation's own result follows.
        case cancelAnswered
        case finished(Completion)
        /// A finance result that no running operation asked for. Money may have moved: it must be kept.
        case unclaimed(FinanceResult)
        case activity(Activity)
        /// The session is over; close the channel.
        case over(LinkFailure)
    }

    /// What passes, for observers.
    package enum Activity: Equatable, Sendable {
        case link(LinkActivity)
        case messageSent(POSMessage)
        case messageReceived([UInt8])
        /// Something from the reader that made no sense and was passed over.
        case problem(WireError)
    }

    /// How an operation ended.
    package struct Completion: Equatable, Sendable {
        package var operation: ReaderOperation
        package var result: OperationResult
        /// Whether anything was sent to the bank for it: then an end without a clear result is unknown, not failed.
        package var wasRelayedToBank: Bool
        /// The session started it of its own accord, after a wrong secret.
        package var isAutomatic: Bool
    }

    package enum OperationResult: Equatable, Sendable {
        /// The answer to what was asked.
        case finance(FinanceResult)
        /// An answer that belongs to an earlier operation: this one is in doubt.
        case answeredByEarlier(FinanceResult)
        /// The answer to a recovery request.
        case recovery(FinanceResult.Recovery, FinanceResult)
        /// `L001`, `L011`, or an XML command that was refused.
        case plain(Status)
        case log(Status, text: [UInt8])
        /// The answer to an XML command.
        case xml(Status, PayloadXML.Element)
        /// The link ended first.
        case failed(LinkFailure, Delivery)
    }

    /// Whether the reader got the request of an operation whose link ended.
    package enum Delivery: Equatable, Sendable {
        /// It was refused three times, or never written: it has not arrived.
        case notDelivered
        /// It was written, and its acknowledgement never came.
        case unknown
        case delivered
    }

    /// Why an operation is not started.
    package enum Refusal: Error, Equatable, Sendable {
        /// The session is not open, or its init is not done.
        case notConnected
        /// Another operation runs.
        case busy
        case invalid(WireError)
    }

    enum State: Equatable, Sendable {
        case closed
        case initialising(date: String, isRetry: Bool)
        case settingLogLevel(InitResponse.Body)
        case idle
        case operating(OperationInFlight)
    }

    let configuration: Configuration
    var link = FrameLink(crossing: .refuse)
    var state = State.closed
    var random: any RandomNumberGenerator & Sendable
    var hostExchanges = 0
    var hasUpdated = false
    /// Whether the reader said at its init that a result waits, and nothing was sent since that may have cleared it.
    package internal(set) var isResultPending = false

    package init(configuration: Configuration, random: any RandomNumberGenerator & Sendable) {
        self.configuration = configuration
        self.random = random
    }

    package var isIdle: Bool { state == .idle }

    /// Whether a cancel may be sent now.
    package var isCancelAllowed: Bool {
        guard case .operating(let operation) = state else { return false }
        return operation.isCancelAllowed && !operation.isCancelSent
    }

    // MARK: What the driver calls

    /// Starts the init exchange. The channel must be open.
    ///
    /// - Parameter date: 14 digits, `yyyyMMddHHmmss` in the till's local time.
    package mutating func open(date: String) -> [Output] {
        guard state == .closed, !link.isOver else { return [] }
        var outputs: [Output] = []
        initialise(date: date, isRetry: false, &outputs)
        return outputs
    }

    /// Starts an operation.
    ///
    /// - Throws: ``Refusal``; nothing was sent then.
    package mutating func submit(_ operation: ReaderOperation) throws(Refusal) -> [Output] {
        switch state {
        case .closed, .initialising, .settingLogLevel: throw .notConnected
        case .operating: throw .busy
        case .idle: break
        }
        do throws(WireError) {
            _ = try operation.message.encoded()
        } catch {
            throw .invalid(error)
        }
        var outputs: [Output] = []
        start(operation, isAutomatic: false, &outputs)
        return outputs
    }

    /// Takes bytes as they arrive, cut anywhere.
    package mutating func receive(_ bytes: [UInt8]) -> [Output] {
        var outputs: [Output] = []
        link.feed(bytes)
        while let step = link.step() { absorb(step, &outputs) }
        return outputs
    }

    /// Cancels the running operation where its last status allowed that; else nothing is sent.
    package mutating func cancel() -> [Output] {
        guard isCancelAllowed else { return [] }
        var outputs: [Output] = []
        sendCancel(&outputs)
        return outputs
    }

    package mutating func timerFired(_ timer: TimerID) -> [Output] {
        var outputs: [Output] = []
        switch timer {
        case .link(let timer): absorb(link.timerFired(timer), &outputs)
        case .signature: signatureTimedOut(&outputs)
        }
        return outputs
    }

    /// The channel closed.
    package mutating func closed(_ reason: String) -> [Output] {
        guard state != .closed else { return [] }
        var outputs: [Output] = []
        absorb(link.end(), &outputs)
        end(.closed(reason), &outputs)
        return outputs
    }

    // MARK: The link

    mutating func absorb(_ linkOutputs: [FrameLink.Output], _ outputs: inout [Output]) {
        for output in linkOutputs {
            switch output {
            case .write(let bytes): outputs.append(.send(bytes))
            case .startTimer(let timer, let seconds): outputs.append(.startTimer(.link(timer), seconds: seconds))
            case .stopTimer(let timer): outputs.append(.stopTimer(.link(timer)))
            case .observed(let activity): outputs.append(.activity(.link(activity)))
            case .delivered: messageWasDelivered()
            case .message(let bytes): receive(message: bytes, &outputs)
            case .messageTimeout: messageTimedOut(&outputs)
            case .failed(let failure): end(failure, &outputs)
            }
        }
    }

    mutating func send(_ message: POSMessage, _ outputs: inout [Output]) {
        guard let bytes = encode(message, &outputs) else { return }
        outputs.append(.activity(.messageSent(message)))
        absorb(link.send(bytes), &outputs)
    }

    func encode(_ message: POSMessage, _ outputs: inout [Output]) -> [UInt8]? {
        do throws(WireError) {
            return try message.encoded()
        } catch {
            outputs.append(.activity(.problem(error)))
            return nil
        }
    }

    /// Ends the session: what runs is finished with the failure, and nothing more comes.
    mutating func end(_ failure: LinkFailure, _ outputs: inout [Output]) {
        guard state != .closed else { return }
        if !link.isOver { absorb(link.end(), &outputs) }
        if case .operating(let operation) = state {
            finish(operation, .failed(failure, operation.delivery(atEnd: failure)), &outputs)
        }
        state = .closed
        outputs.append(.over(failure))
    }

    private mutating func messageTimedOut(_ outputs: inout [Output]) {
        switch state {
        case .initialising, .settingLogLevel:
            end(.responseTimeout, &outputs)
        case .operating(let operation):
            if operation.hasTimedOut {
                end(.financeTimeout, &outputs)
            } else if operation.operation.isService {
                // Nothing is on its way to anybody, so the question is simply put once more.
                change { $0.hasTimedOut = true }
                send(operation.operation.message, &outputs)
            } else if operation.isCancelAllowed, !operation.isCancelSent {
                change { $0.hasTimedOut = true }
                sendCancel(&outputs)
                absorb(link.expectMessage(within: ReaderSession.operationSeconds), &outputs)
            } else {
                end(.financeTimeout, &outputs)
            }
        case .idle, .closed:
            break
        }
    }

    /// Seconds to wait for the init response to begin.
    static let initSeconds = 15
    /// Seconds to wait for the next message of an operation to begin.
    static let operationSeconds = 300
    /// Seconds to wait for the answer to a log command to begin.
    static let serviceSeconds = 5
}

/// The operation that runs, and how far it has come.
struct OperationInFlight: Equatable, Sendable {
    var operation: ReaderOperation
    var isAutomatic: Bool
    /// Messages that go before the request and whose acknowledgement has not come; the request is not written yet.
    var messagesAhead = 0
    /// Every frame of the request was acknowledged.
    var isDelivered = false
    var isCancelAllowed = false
    /// A cancel is under way: written, and not yet answered.
    var isCancelSent = false
    /// The reader fell silent once already; it is not waited for a third time.
    var hasTimedOut = false
    var wasRelayedToBank = false
    /// From `H000`: where the coming exchange goes.
    var hostTarget: HostTarget?
    var exchange: Exchange?
    var isSignatureOpen = false

    /// Whether the reader got the request, when the link ends.
    func delivery(atEnd failure: LinkFailure) -> ReaderSession.Delivery {
        if isDelivered { return .delivered }
        return failure == .refusedByPeer || messagesAhead > 0 ? .notDelivered : .unknown
    }

    struct HostTarget: Equatable, Sendable {
        var host: String
        var port: UInt16
        var timeout: Int
    }

    /// A host exchange under way, or done and not yet asked for.
    struct Exchange: Equatable, Sendable {
        var id: Int
        /// `H040` wants its answer unasked; `H010` waits for `H020`.
        var isPost: Bool
        /// The reader waits for the answer now.
        var isAwaited: Bool
        var answer: ReaderSession.HostAnswer?
    }
}
