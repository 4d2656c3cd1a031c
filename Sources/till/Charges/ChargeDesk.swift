import ChargeURL
import Configuration
import Dispatch
import Glibc
import TillCore
import TillJournal
import TillUI

/// Carries out what is to be done about the charge requests of other programs: in the books, over sockets, and by opening
/// answers. Confined to the main queue; whatever waits for another program waits elsewhere.
@MainActor final class ChargeDesk {
    /// Whoever handed a request in and wants to hear of it.
    private struct Client {
        var url: String
        /// Nil for the request that this program was started with.
        var sender: LocalConnection?
        var printsAnswer: Bool
        /// It wants an answer of the books once more.
        var isAgain = false
        var status: ExitStatus?
        /// What is to be printed.
        var answer: ChargeAnswer?
    }

    private var post: @MainActor (ChargeEvent) -> Void = { _ in }
    /// The answers that are printed when the screen is closed, and what the program ends with then.
    private(set) var printed: [String] = []
    private(set) var status: ExitStatus?
    private var onPrinted: @MainActor () -> Void = {}

    private let journal: Journal
    private var opener: @MainActor () -> any URLOpening = { URLOpener(Configuration()) }
    private var mail: @MainActor () -> [String] = { [] }
    private var listeners: [LocalListener] = []
    private var clients: [Int: Client] = [:]
    private var number = 0
    /// Answers that are being worked out, written down and opened.
    private let underWay = DispatchGroup()
    /// How long the till waits at its end for them.
    private static let endSeconds = 5

    init(_ journal: Journal) {
        self.journal = journal
    }

    /// - Parameters:
    ///   - opener: opens an answer.
    ///   - mail: the program that sends e-mail.
    ///   - post: takes what comes of effects.
    ///   - onPrinted: the request that this program was started with is over, and its answer is to be printed.
    func connect(
        opener: @escaping @MainActor () -> any URLOpening, mail: @escaping @MainActor () -> [String],
        post: @escaping @MainActor (ChargeEvent) -> Void, onPrinted: @escaping @MainActor () -> Void
    ) {
        self.opener = opener
        self.mail = mail
        self.post = post
        self.onPrinted = onPrinted
    }

    // MARK: Requests

    /// Takes the requests that other runs of the till hand over.
    func listen(at places: [String]) {
        // A till with other books beside this one has the places already.
        guard LocalSocket.firstHeard(places) == nil else { return }
        listeners = places.compactMap { place in
            LocalListener(at: place, bytesMax: ChargeSocket.bytesMax) { [weak self] bytes, sender in
                guard let message = ChargeMessage(bytes) else { return sender.close() }
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(message, sender) } }
            }
        }
        guard listeners.isEmpty else { return }
        StandardStreams.error("There is no folder where other programs could hand charge requests to this till.")
    }

    /// Takes the request that this program was started with.
    func begin(_ url: String, printsAnswer: Bool) {
        number += 1
        clients[number] = Client(url: url, printsAnswer: printsAnswer)
        post(.arrived(number: number, url: url))
    }

    /// Takes the requests that waited at the till with other books, which this program was before.
    func resume(_ carried: [CarriedCharge]) {
        for charge in carried {
            number += 1
            clients[number] = Client(
                url: charge.url, sender: charge.connection.flatMap { LocalConnection(inherited: $0) },
                printsAnswer: charge.printsAnswer)
            let since = Timestamp(millisecondsSince1970: charge.since, offsetFromUTC: charge.sinceOffset)
            post(.arrived(number: number, url: charge.url, since: since))
        }
    }

    /// Gives away the requests that nobody has answered; whoever waits for one stays connected.
    func carry(_ charges: [ChargeCase]) -> [CarriedCharge] {
        charges.compactMap { charge in
            guard let client = clients.removeValue(forKey: charge.number) else { return nil }
            return CarriedCharge(
                url: client.url, since: charge.arrivedAt.millisecondsSince1970,
                sinceOffset: charge.arrivedAt.offsetFromUTC, connection: client.sender?.bequeath(),
                printsAnswer: client.printsAnswer)
        }
    }

    private func take(_ message: ChargeMessage, _ sender: LocalConnection) {
        number += 1
        if message.isAgain {
            clients[number] = Client(
                url: "", sender: sender, printsAnswer: message.printsAnswer, isAgain: true)
            return sendAgain(message.url, number)
        }
        let before = clients.values.count { $0.status == nil }
        sender.say(ChargeHandover.Reply.queued(before).line + "\n")
        if message.waits {
            clients[number] = Client(url: message.url, sender: sender, printsAnswer: message.printsAnswer)
        } else {
            sender.close()
            clients[number] = Client(url: message.url, printsAnswer: false)
        }
        post(.arrived(number: number, url: message.url))
    }

    /// Gives an answer of the books once more.
    private func sendAgain(_ name: String, _ number: Int) {
        work { [weak self] (store) throws(JournalError) in
            guard let charge = try store.charge(named: name),
                let answer = try store.answer(ofTicket: charge.ticket, number: number)
            else {
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.endAgain(number, .wrongUsage) } }
                return nil
            }
            return .answered(answer)
        } failing: { [weak self] _ in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.endAgain(number, .unavailable) } }
            return nil
        }
    }

    private func endAgain(_ number: Int, _ status: ExitStatus) {
        guard clients[number]?.isAgain == true else { return }
        clients[number]?.status = status
        finish(number)
    }

    // MARK: Effects

    func run(_ effect: ChargeEffect) {
        switch effect {
        case .answer(let ticket, let number):
            work { (store) throws(JournalError) in
                try store.answer(ofTicket: ticket, number: number).map(ChargeEvent.answered)
            } failing: {
                .notAnswered($0)
            }
        case .keep(let answer, let draft, let askedAt): keep(answer, draft, askedAt)
        case .send(let answer): send(answer)
        case .load:
            work { (store) throws(JournalError) in
                let left = try store.leftCharges()
                return .loaded(undelivered: left.undelivered, unanswered: left.unanswered)
            }
        case .loadUnsent:
            work { (store) throws(JournalError) in
                .unsent(try store.unsentAnswers())
            } failing: {
                .unsentFailed($0)
            }
        case .letBe(let ticket):
            work { (store) throws(JournalError) in
                try store.letBe(ticket: ticket)
                return nil
            }
        case .ended(let number, let end): ended(number, end)
        case .log(let number, let sentences):
            let moment = SystemClock.now().localTime
            for sentence in sentences {
                StandardStreams.error(PlainText.printable("\(moment) Charge request \(number): \(sentence)"))
            }
        case .email(let copy, let address): email(copy, to: address)
        }
    }

    /// Whoever asked is told also where the books take nothing: nothing was charged.
    private func keep(_ answer: ChargeAnswer, _ draft: ChargeRecord.Draft, _ askedAt: Timestamp) {
        work { (store) throws(JournalError) in
            var kept = answer
            kept.ticket = try store.recordAnswer(answer.url, to: draft, askedAt: askedAt).ticket
            return .answered(kept)
        } failing: { _ in
            .answered(answer)
        }
    }

    private func send(_ answer: ChargeAnswer) {
        if let number = answer.number, clients[number]?.printsAnswer == true {
            clients[number]?.answer = answer
            if clients[number]?.isAgain == true { clients[number]?.status = .success }
            return finish(number)
        }
        let opener = opener()
        underWay.enter()
        DispatchQueue.global(qos: .userInitiated).async { [weak self, underWay] in
            let failure: String?
            do throws(URLOpenerError) {
                try opener.open(answer.url)
                failure = nil
            } catch {
                failure = error.description
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.sent(answer, failure) }
                underWay.leave()
            }
        }
    }

    /// - Parameter failure: why it was not handed over, as a sentence.
    private func sent(_ answer: ChargeAnswer, _ failure: String?) {
        if let number = answer.number { endAgain(number, failure == nil ? .success : .unavailable) }
        if let failure { return post(.notDelivered(answer, reason: failure)) }
        if let ticket = answer.ticket {
            let now = SystemClock.now()
            work { (store) throws(JournalError) in
                try store.noteDelivery(ofTicket: ticket, at: now)
                return nil
            }
        }
        post(.delivered(answer))
    }

    private func ended(_ number: Int, _ end: ChargeEnd) {
        let status: ExitStatus =
            switch end {
            case .refused: .failed
            case .cancelled: .cancelled
            case .settled(let record): ExitStatus(record)
            }
        clients[number]?.status = status
        finish(number)
    }

    /// Tells whoever waits, once there is all to tell.
    private func finish(_ number: Int) {
        guard let client = clients[number], let status = client.status else { return }
        let hasAddress = ChargeRequest.returnAddress(of: client.url) != nil
        // An outcome that is not known has no answer.
        guard !client.printsAnswer || !hasAddress || client.answer != nil || status == .unknown else { return }
        clients[number] = nil
        var isTaken = true
        if let sender = client.sender {
            let reply = ChargeHandover.Reply.ended(status.rawValue, answer: client.answer?.url ?? "")
            isTaken = sender.say(reply.line + "\n")
            sender.close()
        } else if client.printsAnswer {
            if let answer = client.answer { printed.append(answer.url) }
            self.status = status
            onPrinted()
        }
        if let answer = client.answer { sent(answer, isTaken ? nil : "Whoever waited for it is gone.") }
    }

    /// Has the books do something, and takes what comes of it. What fails stands in the log.
    private func work(
        _ body: @escaping @Sendable (JournalStore) throws(JournalError) -> ChargeEvent?,
        failing: @escaping @Sendable (JournalError) -> ChargeEvent? = { _ in nil }
    ) {
        underWay.enter()
        journal.async { (store) throws(JournalError) in
            Strain.slowDisk()
            return try body(store)
        } then: { [weak self, underWay] result in
            let event: ChargeEvent?
            switch result {
            case .success(let found): event = found
            case .failure(let error):
                StandardStreams.error(PlainText.printable("The books did not take a charge request: \(error)"))
                event = failing(error)
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { if let event { self?.post(event) } }
                underWay.leave()
            }
        }
    }

    private func email(_ copy: ReceiptCopy, to address: String) {
        let words = mail()
        guard !words.isEmpty else {
            return post(.emailed(to: address, failure: "No program is set that sends e-mail."))
        }
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let receipt = ReceiptMail(copy, to: address, measure: .terminal)
            let failure = MailProgram.send(receipt.message.bytes, by: words)
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.post(.emailed(to: address, failure: failure)) }
            }
        }
    }

    // MARK: The end

    /// Hangs up on whoever still waits.
    func close() {
        for client in clients.values { client.sender?.close() }
        clients = [:]
    }

    /// Takes no more requests, and calls `then` when no answer is under way any more, or was for too long.
    func end(then: @escaping @MainActor @Sendable () -> Void) {
        for listener in listeners { listener.close() }
        listeners = []
        let isOver = OneTime(then)
        underWay.notify(queue: .main) { MainActor.assumeIsolated { isOver.run() } }
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(ChargeDesk.endSeconds)) {
            MainActor.assumeIsolated { isOver.run() }
        }
    }

    /// Does something once, whoever asks first.
    @MainActor private final class OneTime {
        private var body: (@MainActor () -> Void)?

        init(_ body: @escaping @MainActor () -> Void) {
            self.body = body
        }

        func run() {
            let body = body
            self.body = nil
            body?()
        }
    }
}
