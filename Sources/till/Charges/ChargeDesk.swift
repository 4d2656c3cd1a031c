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
        var status: ExitStatus?
        var answer: String?
    }

    private var post: @MainActor (ChargeEvent) -> Void = { _ in }
    /// The answers that are printed when the screen is closed, and what the program ends with then.
    private(set) var printed: [String] = []
    private(set) var status: ExitStatus?
    private var onPrinted: @MainActor () -> Void = {}

    private let journal: Journal
    private var opener: @MainActor () -> any URLOpening = { URLOpener(Configuration()) }
    private var mail: @MainActor () -> [String] = { [] }
    private var listener: LocalListener?
    private var clients: [Int: Client] = [:]
    private var number = 0
    /// Answers that are being opened.
    private let opening = DispatchGroup()
    /// How long the till waits at its end for what is being opened.
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
    func listen(at path: String?) {
        guard let path else { return }
        // A till with other books beside this one has the place already.
        if let other = LocalSocket.connect(to: path) { return other.close() }
        listener = LocalListener(at: path, bytesMax: ChargeSocket.bytesMax) { [weak self] bytes, sender in
            guard let message = ChargeMessage(bytes) else { return sender.close() }
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(message, sender) } }
        }
    }

    /// Takes the request that this program was started with.
    func begin(_ url: String, printsAnswer: Bool) {
        number += 1
        clients[number] = Client(url: url, printsAnswer: printsAnswer)
        post(.arrived(number: number, url: url))
    }

    private func take(_ message: ChargeMessage, _ sender: LocalConnection) {
        number += 1
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

    // MARK: Effects

    func run(_ effect: ChargeEffect) {
        switch effect {
        case .answer(let ticket, let number): answer(ticket, number)
        case .send(let answer): send(answer)
        case .load:
            work { (store) throws(JournalError) in
                let left = try store.leftCharges()
                return .loaded(undelivered: left.undelivered, unanswered: left.unanswered)
            }
        case .letBe(let ticket):
            work { (store) throws(JournalError) in
                try store.letBe(ticket: ticket)
                return nil
            }
        case .ended(let number, let end): ended(number, end)
        case .email(let record, let address): email(record, to: address)
        }
    }

    private func answer(_ ticket: String, _ number: Int?) {
        work { (store) throws(JournalError) in
            do throws(JournalError) {
                return try store.answer(ofTicket: ticket, number: number).map(ChargeEvent.answered)
            } catch {
                return .notAnswered(error)
            }
        }
    }

    private func send(_ answer: ChargeAnswer) {
        if let number = answer.number, clients[number]?.printsAnswer == true {
            clients[number]?.answer = answer.url
            finish(number)
            delivered(answer)
            return
        }
        let opener = opener()
        opening.enter()
        DispatchQueue.global(qos: .userInitiated).async { [weak self, opening] in
            let failure: String?
            do throws(URLOpenerError) {
                try opener.open(answer.url)
                failure = nil
            } catch {
                failure = error.description
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    if let failure {
                        self?.post(.notDelivered(answer, reason: failure))
                    } else {
                        self?.delivered(answer)
                    }
                }
                opening.leave()
            }
        }
    }

    private func delivered(_ answer: ChargeAnswer) {
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
        if status == .unknown { clients[number]?.answer = "" }
        finish(number)
    }

    /// Tells whoever waits, once there is all to tell.
    private func finish(_ number: Int) {
        guard let client = clients[number], let status = client.status else { return }
        let hasAddress = ChargeRequest.returnAddress(of: client.url) != nil
        guard !client.printsAnswer || !hasAddress || client.answer != nil else { return }
        clients[number] = nil
        if let sender = client.sender {
            sender.say(ChargeHandover.Reply.ended(status.rawValue, answer: client.answer ?? "").line + "\n")
            sender.close()
        } else if client.printsAnswer {
            if let answer = client.answer, !answer.isEmpty { printed.append(answer) }
            self.status = status
            onPrinted()
        }
    }

    private func work(_ body: @escaping @Sendable (JournalStore) throws(JournalError) -> ChargeEvent?) {
        journal.async { (store) throws(JournalError) in
            Strain.slowDisk()
            return try body(store)
        } then: { [weak self] result in
            guard case .success(let event?) = result else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.post(event) }
            }
        }
    }

    private func email(_ record: OperationRecord, to address: String) {
        let words = mail()
        guard !words.isEmpty else {
            return post(.emailed(to: address, failure: "No program is set that sends e-mail."))
        }
        let shop = ReceiptMail(record, to: address)
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let failure = MailProgram.send(shop.message, by: words)
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.post(.emailed(to: address, failure: failure)) }
            }
        }
    }

    // MARK: The end

    /// Takes no more requests.
    func close() {
        listener?.close()
        listener = nil
        for client in clients.values { client.sender?.close() }
    }

    /// Calls `then` when nothing is being opened any more, or was for too long.
    func end(then: @escaping @MainActor @Sendable () -> Void) {
        close()
        let isOver = OneTime(then)
        opening.notify(queue: .main) { MainActor.assumeIsolated { isOver.run() } }
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
