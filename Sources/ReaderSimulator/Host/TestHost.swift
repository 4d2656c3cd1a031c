internal import HeftWire

/// What comes of a request to the test host.
package enum TestHostAnswer: Equatable, Sendable {
    /// `HTTP/1.1 <code> <reason>`, an empty line and the body.
    case response([UInt8])
    /// The host keeps silent: the caller's own time-out ends the exchange.
    case neverAnswers
}

/// The acquirer's test host, as a value: it decides by amount, keeps books and moves no money.
///
/// A request with a GUID that it knows is the same payment once more and gets the same answer; nothing is taken twice.
/// Source: `ReaderProtocol.md` §7.
package struct TestHost: Codable, Equatable, Sendable {
    /// How many payments it remembers; what is older can be neither reversed nor returned.
    package static let transactionsKept = 1000

    /// One payment in its books.
    package struct Transaction: Codable, Equatable, Sendable {
        package var id: String
        package var kind: PaymentOrder.Kind
        package var amountMinor: UInt32
        package var currency: Int
        package var originalID: String
        package var batch: Int
        /// `yyyyMMddHHmmss`
        package var date: String
        package var terminal: String
        /// Nil where none was sent, and in books of earlier programs.
        package var customerReference: String?
        package var result: HostReply.Result
        package var authorisedMinor: UInt32
        package var authorisationCode: String
        package var reason: String
        /// How much of it was given back by refunds that stand.
        package var refundedMinor: UInt32 = 0
        package var isReversed = false
        /// The tip, where it was changed after the sale; nil where it was not, and in books of earlier programs.
        package var adjustedTipMinor: UInt32?
        /// The day that it belongs to was closed; nil where it was not, and in books of earlier programs.
        package var isSettled: Bool?

        package init(
            id: String, kind: PaymentOrder.Kind, amountMinor: UInt32, currency: Int, originalID: String, batch: Int,
            date: String, terminal: String, customerReference: String?, result: HostReply.Result,
            authorisedMinor: UInt32, authorisationCode: String, reason: String
        ) {
            self.id = id
            self.kind = kind
            self.amountMinor = amountMinor
            self.currency = currency
            self.originalID = originalID
            self.batch = batch
            self.date = date
            self.terminal = terminal
            self.customerReference = customerReference
            self.result = result
            self.authorisedMinor = authorisedMinor
            self.authorisationCode = authorisationCode
            self.reason = reason
        }

        /// Whether money moved by it and has not moved back as a whole.
        package var stands: Bool { !isReversed && (result == .approved || result == .partlyApproved) }

        var reply: HostReply {
            var reply = HostReply(result)
            reply.id = id
            reply.authorisedMinor = authorisedMinor
            reply.authorisationCode = authorisationCode
            reply.reason = reason
            return reply
        }
    }

    package private(set) var transactions: [Transaction] = []
    /// How often it has decided; whoever keeps the books sees by it whether they changed.
    package private(set) var decisions = 0

    package init() {}

    /// A host that has decided before, for a keeper of larger books than its own.
    ///
    /// - Parameters:
    ///   - transactions: those that a request has to do with; at most ``transactionsKept``.
    ///   - decisions: how many came before; authorisation codes are told apart by it.
    package init(transactions: [Transaction], decisions: Int) {
        self.transactions = transactions
        self.decisions = decisions
    }

    /// The payment of that GUID; nil when the host has never heard of it.
    package func transaction(_ id: String) -> Transaction? {
        index(of: id).map { transactions[$0] }
    }

    // MARK: Requests

    /// Answers a whole HTTP/1.1 request.
    package mutating func respond(to httpRequest: [UInt8]) -> TestHostAnswer {
        guard let (line, body) = HTTPText.split(httpRequest) else { return TestHost.refusal(.badRequest) }
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "POST" else { return TestHost.refusal(.badRequest) }
        return respond(path: String(words[1]), body: body)
    }

    /// Answers a request that a web server has taken apart.
    package mutating func respond(path: String, body: [UInt8]) -> TestHostAnswer {
        do throws(HostRequest.Refusal) {
            guard let reply = decide(try HostRequest(path: path, body: body)) else { return .neverAnswers }
            return .response(reply.http)
        } catch {
            return TestHost.refusal(error)
        }
    }

    private static func refusal(_ refusal: HostRequest.Refusal) -> TestHostAnswer {
        .response(Array("HTTP/1.1 \(refusal.rawValue)\r\n\r\n".utf8))
    }

    /// Decides and writes it down; nil where the host keeps silent.
    package mutating func decide(_ request: HostRequest) -> HostReply? {
        let kind: PaymentOrder.Kind
        switch request.kind {
        case .day:
            if request.closesBatch { settleDay(of: request) }
            return HostReply(.approved)
        case .update: return HostReply(.approved)
        case .sale: kind = .sale
        case .refund: kind = .refund
        case .saleReversal: kind = .saleReversal
        case .refundReversal: kind = .refundReversal
        }
        if let known = transaction(request.id) { return request.choice == .bankSilent ? nil : known.reply }
        let isByAmount = request.choice == nil
        // The host never got round to this one, so it is in no book.
        if isByAmount, kind == .sale, request.amountMinor == TestAmount.hostTimeout { return nil }
        var decision = Decision(.approved, authorisedMinor: request.totalMinor)
        if let refusal = refusal(of: kind, request) {
            decision = Decision(declined: refusal)
        } else if kind.takesCard {
            decision = Decision(kind, request)
        }
        let transaction = enter(decision, kind, request)
        return request.choice == .bankSilent ? nil : transaction.reply
    }

    /// What the terminal took in this batch can no longer be reversed.
    private mutating func settleDay(of request: HostRequest) {
        for index in transactions.indices
        where transactions[index].terminal == request.terminal && transactions[index].batch <= request.batch {
            transactions[index].isSettled = true
        }
        decisions += 1
    }

    private mutating func enter(_ decision: Decision, _ kind: PaymentOrder.Kind, _ request: HostRequest) -> Transaction
    {
        var transaction = Transaction(
            id: request.id, kind: kind, amountMinor: request.amountMinor, currency: request.currency,
            originalID: request.originalID, batch: request.batch, date: request.date, terminal: request.terminal,
            customerReference: request.customerReference.isEmpty ? nil : request.customerReference,
            result: decision.result, authorisedMinor: decision.authorisedMinor, authorisationCode: "",
            reason: decision.reason)
        if transaction.stands {
            transaction.authorisationCode = nextAuthorisationCode
            apply(transaction)
        }
        append(transaction)
        decisions += 1
        return transaction
    }

    private mutating func append(_ transaction: Transaction) {
        transactions.append(transaction)
        if transactions.count > TestHost.transactionsKept {
            transactions.removeFirst(transactions.count - TestHost.transactionsKept)
        }
    }

    /// Six digits that look drawn, never the same twice in a million.
    private var nextAuthorisationCode: String {
        let digits = String((5354 + decisions * 7919) % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    // MARK: Reversals and refunds

    /// Why the request cannot be, in a sentence; nil when it can.
    private func refusal(of kind: PaymentOrder.Kind, _ request: HostRequest) -> String? {
        if kind == .sale || kind == .refund && request.originalID.isEmpty { return nil }
        guard let original = transaction(request.originalID), original.result != .abandoned else {
            return "No payment with this transaction id is known."
        }
        let wanted: PaymentOrder.Kind = kind == .refundReversal ? .refund : .sale
        guard original.kind == wanted else { return "The transaction id is not that of a \(wanted.rawValue)." }
        guard original.result != .declined else { return "The payment was declined: there is nothing to give back." }
        guard !original.isReversed else { return "The payment is reversed already." }
        guard original.currency == request.currency else { return "The payment was in another currency." }
        return kind == .refund ? refundRefusal(original, request) : reversalRefusal(original, request)
    }

    private func refundRefusal(_ original: Transaction, _ request: HostRequest) -> String? {
        let left = original.authorisedMinor - original.refundedMinor
        guard request.amountMinor > left else { return nil }
        return "Only \(TestHost.text(left, original.currency)) of this payment can still be given back."
    }

    private func reversalRefusal(_ original: Transaction, _ request: HostRequest) -> String? {
        let isToday = original.batch == request.batch && original.date.prefix(8) == request.date.prefix(8)
        if !isToday || original.isSettled == true {
            return "The payment's day is over: it can no longer be reversed, only refunded."
        }
        if original.refundedMinor > 0 { return "A part of the payment was refunded: it can no longer be reversed." }
        if original.authorisedMinor != request.amountMinor {
            let amount = TestHost.text(original.authorisedMinor, original.currency)
            return "A payment is reversed as a whole: its amount is \(amount)."
        }
        return nil
    }

    private static func text(_ minorUnits: UInt32, _ currency: Int) -> String {
        PaymentOrder(kind: .sale, amountMinor: minorUnits, currency: currency).text(minorUnits: minorUnits)
    }

    /// Marks the original of a reversal or refund.
    private mutating func apply(_ transaction: Transaction) {
        guard let original = index(of: transaction.originalID) else { return }
        switch transaction.kind {
        case .sale: break
        case .refund: transactions[original].refundedMinor += transaction.authorisedMinor
        case .saleReversal, .refundReversal: undo(original)
        }
    }

    /// A payment that no longer stands; a refund gives the original sale its amount back.
    private mutating func undo(_ index: Int) {
        transactions[index].isReversed = true
        let undone = transactions[index]
        if undone.kind == .refund, let sale = self.index(of: undone.originalID) {
            transactions[sale].refundedMinor -= min(transactions[sale].refundedMinor, undone.authorisedMinor)
        }
    }

    func index(of id: String) -> Int? {
        id.isEmpty ? nil : transactions.lastIndex { $0.id == id }
    }

    /// Changes a payment, and counts it as a decision.
    mutating func change(_ index: Int, _ body: (inout Transaction) -> Void) {
        body(&transactions[index])
        decisions += 1
    }

    // MARK: What a reader settles later

    /// Tells what became of a payment whose answer did not arrive.
    ///
    /// A payment that the host does not know is abandoned for good: should its request arrive after all, it is refused.
    /// So the answer given here stays true.
    package mutating func settle(_ payment: PaymentInFlight, terminal: String) -> HostReply {
        if let known = transaction(payment.id) { return known.reply }
        let request = HostRequest(payment, terminal: terminal)
        let abandoned = Decision(.abandoned, reason: "The reader gave this payment up.")
        return enter(abandoned, payment.order.kind, request).reply
    }

    /// Takes a payment back that the reader could not finish, as after a rejected signature.
    package mutating func reverse(_ id: String) {
        guard let index = index(of: id), transactions[index].stands else { return }
        undo(index)
    }
}

/// What the host makes of a request.
private struct Decision {
    var result: HostReply.Result
    var authorisedMinor: UInt32 = 0
    var reason = ""

    init(_ result: HostReply.Result, authorisedMinor: UInt32 = 0, reason: String = "") {
        self.result = result
        self.authorisedMinor = authorisedMinor
        self.reason = reason
    }

    init(declined reason: String) {
        self.init(.declined, reason: reason)
    }

    /// By the panel's choice, else by the amount.
    init(_ kind: PaymentOrder.Kind, _ request: HostRequest) {
        switch request.choice {
        case .approved, .approvedWithSignature, .linkLost, .bankSilent:
            self.init(.approved, authorisedMinor: request.totalMinor)
        case .declined, .cancelledByCardholder, .batteryTooLow:
            self.init(declined: "Declined by the test panel.")
        case .partlyApproved where kind == .sale && request.amountMinor > 1:
            self.init(.partlyApproved, authorisedMinor: TestAmount.part(of: request.amountMinor))
        case .partlyApproved:
            self.init(.approved, authorisedMinor: request.totalMinor)
        case nil:
            self.init(byAmount: request, kind)
        }
    }

    private init(byAmount request: HostRequest, _ kind: PaymentOrder.Kind) {
        let amount = request.amountMinor
        if let reason = TestAmount.declineReason(amount, isSale: kind == .sale) {
            self.init(declined: reason)
        } else if kind == .sale, amount == TestAmount.partialApproval {
            self.init(.partlyApproved, authorisedMinor: TestAmount.part(of: amount))
        } else {
            self.init(.approved, authorisedMinor: request.totalMinor)
        }
    }
}
