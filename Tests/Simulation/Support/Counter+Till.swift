import HeftKit
import HeftWire
import ReaderSimulator
import SeededRandom
import TillCore
import TillJournal

@testable import HeftKit

extension Counter {
    // MARK: The desk

    mutating func handle(_ event: DeskEvent) {
        if case .intentRecorded(let record) = event { relayingFor = record.sequence }
        rules.see(event, books)
        for effect in desk.handle(event, at: now) {
            rules.see(effect, books)
            books.take(effect)
            run(effect)
        }
    }

    private mutating func run(_ effect: DeskEffect) {
        switch effect {
        case .connect: connect()
        case .disconnect: leave()
        case .dropLink: closeAtTill("closed by the till")
        case .start(let operation): start(operation)
        case .cancelOperation: carryOut(session?.cancel() ?? [])
        case .answerSignature(let isAccepted): carryOut(session?.answerSignature(isAccepted: isAccepted) ?? [])
        case .recordIntent, .recordOutcome, .recordLate, .loadInDoubt, .recordDecision: queue.append(.booksWork)
        case .note: break
        case .askFeed(let serial, let from, let to, let sequence):
            let answer = FeedAnswer(host, readerSerial: serial, from: from, to: to)
            queue.append(.desk(.feedAnswered(answer, for: sequence, claimed: claimed(by: sequence))))
        case .askFeedAgain(let seconds): timers.start(.askFeedAgain, due: clock + Int64(seconds) * 1000)
        case .askAgain(let seconds): timers.start(.askAgain, due: clock + Int64(seconds) * 1000)
        case .reconnect(let seconds): timers.start(.reconnect, due: clock + Int64(seconds) * 1000)
        case .notify(.signatureRequested): give(.judgeSignature(isAccepted: acceptsSignatures))
        case .notify(.notStarted(let refusal)): refusals.append(refusal)
        case .notify: break
        }
    }

    /// The numbers of transactions that other operations of the books ended with.
    private func claimed(by sequence: Int64) -> Set<String> {
        Set(books.records.filter { $0.sequence != sequence }.compactMap { $0.outcome?.transactionID })
    }

    // MARK: The connection

    private mutating func connect() {
        leave()
        timers.stop(.reconnect)
        // The reader takes one link at a time: an earlier one ends here at the latest.
        closeAtReader()
        line.connect()
        guard attemptsThatFail == 0 else {
            attemptsThatFail -= 1
            line.isTillEndOpen = false
            line.isReaderEndOpen = false
            queue.append(.report(.linkEnded(.notOpened("the reader does not answer")), connection: line.connection))
            return
        }
        session = ReaderSession(
            configuration: ReaderSession.Configuration(secret: secret),
            random: SplitMix64(seed: seed &+ UInt64(line.connection)))
        queue.append(.tillOpened(connection: line.connection))
    }

    mutating func openSession() {
        let date = WallClock.digits(now)
        carryOut(session?.open(date: date) ?? [])
    }

    /// Ends the connection without a word of it to the desk.
    private mutating func leave() {
        session = nil
        closeTillEnd()
    }

    private mutating func closeTillEnd() {
        timers.stop { $0.isConnections }
        calls = []
        guard line.isTillEndOpen else { return }
        line.isTillEndOpen = false
        if line.carriesClosing { queue.append(.closedAtReader(connection: line.connection)) }
    }

    mutating func closeAtTill(_ reason: String) {
        guard line.isTillEndOpen else { return }
        carryOut(session?.closed(reason) ?? [])
    }

    private mutating func start(_ operation: ReaderOperation) {
        guard session != nil else {
            queue.append(.desk(.startRefused(.notConnected)))
            return
        }
        do throws(ReaderSession.Refusal) {
            carryOut(try session?.submit(operation) ?? [])
        } catch {
            queue.append(.desk(.startRefused(HeftError(error))))
        }
    }

    /// The program is killed at any instant and started again: what was not written is lost.
    mutating func killTill() {
        books.crash()
        rules.crash()
        session = nil
        closeTillEnd()
        timers.stop(.reconnect)
        timers.stop(.askAgain)
        timers.stop(.askFeedAgain)
        queue.removeAll { $0.isTills }
        relayingFor = nil
        desk = Desk(bootID: books.bootID)
        give(.connect(Counter.device))
    }

    // MARK: The session

    mutating func receiveAtTill(_ bytes: [UInt8]) {
        guard line.isTillEndOpen else { return }
        carryOut(session?.receive(bytes) ?? [])
    }

    mutating func fire(_ timer: ReaderSession.TimerID) {
        carryOut(session?.timerFired(timer) ?? [])
    }

    mutating func answer(host id: Int, _ answer: ReaderSession.HostAnswer) {
        timers.stop(.hostExchange(id))
        calls.remove(id)
        carryOut(session?.answer(host: id, answer) ?? [])
    }

    private mutating func carryOut(_ outputs: [ReaderSession.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes): queue.append(.bytes(bytes, .toReader, connection: line.connection))
            case .startTimer(let timer, let seconds):
                timers.start(.session(timer), due: clock + Int64(seconds) * 1000)
            case .stopTimer(let timer): timers.stop(.session(timer))
            case .connected(let body): connected(body)
            case .status(let event): report(.status(event))
            case .hostRequest(let exchange): ask(exchange)
            case .abandonHostRequest(let id):
                timers.stop(.hostExchange(id))
                calls.remove(id)
            case .signatureRequest(let request): report(.signatureRequested(request))
            case .signatureWithdrawn: report(.signatureWithdrawn)
            case .cancelSent: report(.cancelSent)
            case .cancelAnswered: report(.cancelAnswered)
            case .finished(let completion): report(.finished(completion))
            case .unclaimed(let result): report(.unclaimed(result))
            case .activity: break
            case .over(let failure):
                session = nil
                closeTillEnd()
                report(.linkEnded(failure))
            }
        }
    }

    private mutating func ask(_ exchange: ReaderSession.HostExchange) {
        timers.start(.hostExchange(exchange.id), due: clock + Int64(max(1, exchange.timeout)) * 1000)
        calls.insert(exchange.id)
        queue.append(.relay(exchange, connection: line.connection))
    }

    private mutating func connected(_ body: InitResponse.Body) {
        let identity = ReaderIdentity(
            serialNumber: body.serialNumber, name: Counter.device.name, address: Counter.device.address,
            isSimulated: true)
        report(.connected(identity, isResultPending: session?.isResultPending ?? false))
    }

    private mutating func report(_ event: DeskEvent) {
        queue.append(.report(event, connection: line.connection))
    }
}
