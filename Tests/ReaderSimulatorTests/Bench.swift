import HeftWire
import Money
import ReaderSimulator
import SeededRandom
import Testing

/// A till and a reader on one wire, under a virtual clock, without threads.
struct Bench {
    static let secretText = "0102030405060708091011121314151617181920212223242526272829303132"
    static let start = "20261004143205"

    /// What the cashier does with a signature.
    enum Cashier {
        case accepts
        case rejects
        case isAway
        /// Away, with a till whose own timer does not end the wait.
        case isAwayAtFrozenTill
    }

    private enum Owner: Hashable {
        case till(ReaderSession.TimerID)
        case reader(SimulatedReader.TimerID)
        case bank(exchange: Int)
    }

    private enum Delivery {
        case toReader([UInt8])
        case toTill([UInt8])
        case hostRequest(ReaderSession.HostExchange)
        case linkGone
        case powerGone
        case press(SimulatedReader.CardholderAction)
        case cancel
        case signature(isAccepted: Bool)
    }

    var session: ReaderSession
    var reader: SimulatedReader
    /// What a disk would hold.
    var saved: ReaderBooks
    var persists = 0
    /// The power goes as soon as the books were written so often.
    var cutAfterPersists: Int?
    private(set) var isCut = false

    var cashier = Cashier.accepts
    /// The till cancels at this status.
    var cancelsAt: Status?
    /// The till cancels as soon as it has started an operation.
    var cancelsAtOnce = false
    /// The cardholder's doing at a status.
    var presses: [Status: SimulatedReader.CardholderAction] = [:]
    /// The cardholder's doings at the first such statuses, before those of ``presses``.
    var pressesInOrder: [(Status, SimulatedReader.CardholderAction)] = []
    /// The reader's power fails for a moment at this status.
    var restartsAt: Status?
    /// Whether the till's timers run.
    var isTillTimed = true
    /// Bytes arrive in pieces of this size.
    var pieceSize: Int?
    /// Whether the till's relay to the host works.
    var isBankReachable = true
    /// A bank with books of its own; nil for that of the reader's books.
    var bank: TestHost?
    /// The bank decides, and its answer is lost on the way.
    var losesBankAnswers = false
    /// From this status on it is.
    var losesBankAnswersAt: Status?

    private(set) var clock = Duration.zero
    private(set) var isLinkOpen = false
    private(set) var statuses: [StatusEvent] = []
    private(set) var completions: [ReaderSession.Completion] = []
    private(set) var unclaimed: [FinanceResult] = []
    private(set) var signatures: [SignatureRequest] = []
    private(set) var failure: LinkFailure?
    private(set) var screens: [[String]] = []
    private(set) var cancelAnswers = 0
    private(set) var naks = 0
    /// Every byte that the reader sent, write by write.
    private(set) var readerWrites: [[UInt8]] = []

    private var timers: [Owner: Duration] = [:]
    /// What the bank's timers bring in place of a time-out.
    private var delayedAnswers: [Int: [UInt8]] = [:]
    private var deliveries: [Delivery] = []

    /// - Parameter secretText: the till's; the reader has ``secretText``.
    init(
        seed: UInt64 = 1, books: ReaderBooks = ReaderBooks(), secretText: String = Bench.secretText,
        now: String = Bench.start, configure: (inout SimulatedReader.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = SimulatedReader.Configuration(secret: try SharedSecret(Bench.secretText))
        configure(&configuration)
        saved = books
        reader = SimulatedReader(
            configuration: configuration, books: books, random: SplitMix64(seed: seed), now: { now })
        session = try Bench.newSession(secretText, seed: seed)
        carryOut(reader.powerOn())
    }

    private static func newSession(_ secretText: String, seed: UInt64) throws -> ReaderSession {
        ReaderSession(
            configuration: .init(secret: try SharedSecret(secretText)), random: SplitMix64(seed: seed &+ 1000))
    }

    // MARK: The till's doings

    /// Opens the link and runs the init to its end.
    mutating func connect(secretText: String = Bench.secretText, seed: UInt64 = 1) throws {
        if isLinkOpen { closeLink() }
        session = try Bench.newSession(secretText, seed: seed)
        failure = nil
        isLinkOpen = true
        carryOut(session.open(date: Bench.start))
        run { $0.session.isIdle || $0.failure != nil }
    }

    /// Runs an operation to its end and gives back what came of it.
    @discardableResult
    mutating func perform(_ operation: ReaderOperation) throws -> ReaderSession.Completion? {
        let before = completions.count
        carryOut(try session.submit(operation))
        if cancelsAtOnce { deliveries.append(.cancel) }
        run { $0.completions.count > before }
        return completions.count > before ? completions[before] : nil
    }

    /// Starts an operation and lets it run until something waits for time to pass.
    mutating func start(_ operation: ReaderOperation) throws {
        carryOut(try session.submit(operation))
        run { _ in true }
    }

    /// A payment's result; nil where it ended otherwise.
    mutating func pay(
        _ amountMinor: UInt32, _ kind: ReaderOperation.FinanceKind = .sale, currency: Currency = .gbp, id: String = "",
        options: FinanceOptions = FinanceOptions()
    ) throws -> FinanceResult? {
        let order = ReaderOperation.FinanceOrder(
            amountMinor: amountMinor, currency: CurrencyNumber(currency), transactionID: id, options: options)
        return try perform(.finance(kind, order))?.financeResult
    }

    /// What a recovery request brings.
    mutating func recover() throws -> (FinanceResult.Recovery, FinanceResult)? {
        guard case .recovery(let recovery, let result)? = try perform(.recoverPendingResult)?.result else { return nil }
        return (recovery, result)
    }

    /// Someone does something at the reader while nothing else happens.
    mutating func press(_ action: SimulatedReader.CardholderAction) {
        carryOut(reader.press(action))
        run { _ in true }
    }

    mutating func closeLink() {
        isLinkOpen = false
        carryOut(session.closed("test"))
        deliveries = []
        timers = [:]
        carryOut(reader.linkClosed())
    }

    /// Lets everything happen that happens by itself.
    mutating func settle() {
        run { _ in false }
    }

    var isPending: Bool { session.isResultPending }

    var codes: [UInt16] { statuses.map(\.status.code) }

    // MARK: The machine

    private mutating func run(until isDone: (Bench) -> Bool) {
        while !isDone(self), !isCut {
            if !deliveries.isEmpty {
                deliver(deliveries.removeFirst())
            } else if let next = timers.min(by: { $0.value < $1.value }) {
                clock = max(clock, next.value)
                timers[next.key] = nil
                fire(next.key)
            } else {
                return
            }
        }
        // What is under way arrives, time stands still.
        while !deliveries.isEmpty, !isCut { deliver(deliveries.removeFirst()) }
    }

    private mutating func deliver(_ delivery: Delivery) {
        switch delivery {
        case .toReader(let bytes): if isLinkOpen { carryOut(reader.receive(bytes)) }
        case .toTill(let bytes): if isLinkOpen { carryOut(session.receive(bytes)) }
        case .hostRequest(let exchange): relay(exchange)
        case .linkGone: if isLinkOpen { closeLink() }
        case .powerGone:
            if isLinkOpen { closeLink() }
            carryOut(reader.restart())
        case .press(let action): carryOut(reader.press(action))
        case .cancel: carryOut(session.cancel())
        case .signature(let isAccepted): carryOut(session.answerSignature(isAccepted: isAccepted))
        }
    }

    private mutating func fire(_ owner: Owner) {
        switch owner {
        case .till(let timer): carryOut(session.timerFired(timer))
        case .reader(let timer): carryOut(reader.timerFired(timer))
        case .bank(let exchange):
            let answer = delayedAnswers.removeValue(forKey: exchange)
            carryOut(session.answer(host: exchange, answer.map(ReaderSession.HostAnswer.response) ?? .timedOut))
        }
    }

    private mutating func relay(_ exchange: ReaderSession.HostExchange) {
        guard isBankReachable else {
            carryOut(session.answer(host: exchange.id, .failed))
            return
        }
        if bank != nil {
            let answer = bank?.respond(to: exchange.request)
            guard case .response(let bytes)? = answer, !losesBankAnswers else {
                timers[.bank(exchange: exchange.id)] = clock + .seconds(exchange.timeout)
                return
            }
            carryOut(session.answer(host: exchange.id, .response(bytes)))
            return
        }
        let (outputs, answer, delay) = reader.respondAsHost(to: exchange.request)
        carryOut(outputs)
        guard !isCut else { return }
        switch answer {
        case .response(let bytes) where delay > .zero && delay < .seconds(exchange.timeout):
            delayedAnswers[exchange.id] = bytes
            timers[.bank(exchange: exchange.id)] = clock + delay
        case .response(let bytes) where delay == .zero:
            carryOut(session.answer(host: exchange.id, .response(bytes)))
        case .response, .neverAnswers: timers[.bank(exchange: exchange.id)] = clock + .seconds(exchange.timeout)
        }
    }

    private mutating func carryOut(_ outputs: [SimulatedReader.Output]) {
        var hasSent = false
        for output in outputs where !isCut {
            switch output {
            case .send(let bytes):
                hasSent = true
                readerWrites.append(bytes)
                deliveries += pieces(bytes).map(Delivery.toTill)
            case .startTimer(let timer, let duration): timers[.reader(timer)] = clock + duration
            case .stopTimer(let timer): timers[.reader(timer)] = nil
            case .dropLink: deliveries.append(.linkGone)
            case .persist(let books):
                #expect(!hasSent, "the books are written before anything leaves")
                saved = books
                persists += 1
                if persists == cutAfterPersists { isCut = true }
            case .display(let lines): screens.append(lines)
            case .activity(.link(.controlReceived(.nak))): naks += 1
            case .activity: break
            }
        }
    }

    private mutating func carryOut(_ outputs: [ReaderSession.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes): deliveries += pieces(bytes).map(Delivery.toReader)
            case .startTimer(let timer, let seconds):
                if isTillTimed { timers[.till(timer)] = clock + .seconds(seconds) }
            case .stopTimer(let timer): timers[.till(timer)] = nil
            case .status(let event): take(event)
            case .hostRequest(let exchange): deliveries.append(.hostRequest(exchange))
            case .abandonHostRequest(let id): timers[.bank(exchange: id)] = nil
            case .signatureRequest(let request):
                signatures.append(request)
                switch cashier {
                case .accepts, .rejects: deliveries.append(.signature(isAccepted: cashier == .accepts))
                case .isAway: break
                case .isAwayAtFrozenTill: timers[.till(.signature)] = nil
                }
            case .cancelAnswered: cancelAnswers += 1
            case .finished(let completion): completions.append(completion)
            case .unclaimed(let result): unclaimed.append(result)
            case .over(let failure):
                self.failure = failure
                deliveries.append(.linkGone)
            case .connected, .signatureWithdrawn, .cancelSent, .activity: break
            }
        }
    }

    private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        guard let pieceSize else { return [bytes] }
        return stride(from: 0, to: bytes.count, by: pieceSize).map {
            Array(bytes[$0..<min($0 + pieceSize, bytes.count)])
        }
    }

    private mutating func take(_ event: StatusEvent) {
        statuses.append(event)
        if event.status == losesBankAnswersAt { losesBankAnswers = true }
        if event.status == restartsAt {
            restartsAt = nil
            deliveries.append(.powerGone)
        }
        if event.status == cancelsAt { deliveries.append(.cancel) }
        if let next = pressesInOrder.first, next.0 == event.status {
            pressesInOrder.removeFirst()
            deliveries.append(.press(next.1))
        } else if let action = presses[event.status] {
            deliveries.append(.press(action))
        }
    }
}

extension ReaderSession.Completion {
    var financeResult: FinanceResult? {
        guard case .finance(let result) = self.result else { return nil }
        return result
    }

    var failure: LinkFailure? {
        guard case .failed(let failure, _) = result else { return nil }
        return failure
    }
}
