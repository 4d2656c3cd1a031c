import ChargeURL
import Money
import TillJournal

/// A request of another program that is being looked at, or paid.
package struct ChargeCase: Equatable, Sendable {
    /// Tells it from other requests.
    package let number: Int
    package let request: ChargeRequest
    package let arrivedAt: Timestamp
    /// The operations that were made for it.
    package internal(set) var operations: [OperationRecord] = []
    /// The page of the part that is paid, once the rest is asked for: nothing that does not pay it leads past that page.
    package internal(set) var part: ResultPage?
    /// Its ticket is being paid, or its result is on the screen.
    package internal(set) var isCharging = false

    init(_ number: Int, _ request: ChargeRequest, at now: Timestamp) {
        self.number = number
        self.request = request
        arrivedAt = now
    }

    /// Its ticket in the books, once something was charged.
    package var ticket: String? { operations.first?.intent.ticket }

    /// What its caller would be told now.
    package var wordNow: ChargeAnswer.Word {
        if part != nil { return .error }
        return switch operations.last?.outcome?.verdict {
        case nil, .cancelled: .cancelled
        case .declined: .declined
        case .approved, .processed, .partiallyApproved, .failed, .unknown: .error
        }
    }

    package var appName: String { request.returnAppName ?? "" }

    /// A request that is so old may be for a bill that has changed since, in seconds.
    private static let oldAfterSeconds = 300

    /// How long ago it came in, in seconds.
    package func age(at now: Timestamp) -> Int { now.seconds(since: arrivedAt) }

    /// Whether the cashier should ask whether it still holds.
    package func isOld(at now: Timestamp) -> Bool { age(at: now) >= ChargeCase.oldAfterSeconds }
}

/// Another program asks for a payment.
package struct ChargePage: Equatable, Sendable {
    package var charge: ChargeCase
    /// Digits are the amount; else the question is asked.
    package var isTyping: Bool
    /// What stood before the amount was typed.
    var before: Ticket?
    /// The marked answer.
    package var yes = false
    /// How many lines of what it says are scrolled off.
    package var scroll = 0
    /// No caller may say more lines than these.
    static let scrollMax = 40

    init(_ charge: ChargeCase, isTyping: Bool) {
        self.charge = charge
        self.isTyping = isTyping
    }

    /// Whether the cashier may change what is asked for. What was tried once is tried again as it was.
    package var mayTypeAmount: Bool { !charge.request.isAmountFixed && charge.operations.isEmpty }
}

/// An answer was not handed over.
package struct NotToldPage: Equatable, Sendable {
    package var answer: ChargeAnswer
    /// Why, as a sentence; nil for an answer of an earlier run of the till.
    package var reason: String?
    /// The number of the marked choice.
    package var marked = Choice.again
    /// It is being sent once more.
    package var isBusy = false

    package enum Choice: Int, CaseIterable, Sendable {
        case again = 1
        case letBe = 0
    }

    init(_ answer: ChargeAnswer, reason: String?) {
        self.answer = answer
        self.reason = reason
    }
}

/// The charge requests of other programs.
package struct ChargeState: Equatable, Sendable {
    /// The one that is looked at or paid.
    package internal(set) var current: ChargeCase?
    /// Those that wait for it, oldest first.
    package internal(set) var waiting: [ChargeCase] = []
    /// Answers that were not handed over, oldest first.
    package internal(set) var undelivered: [NotToldPage] = []
    /// Tickets of requests that were not answered.
    var unanswered: Set<String> = []
    /// The one that was answered before its result was acknowledged.
    var told: ChargeCase?

    /// More requests than these are refused.
    package static let waitingMax = 20

    /// Those for which nothing was asked of a reader, in their order.
    package var open: [ChargeCase] {
        (current.map { $0.isCharging || !$0.operations.isEmpty ? [] : [$0] } ?? []) + waiting
    }

    /// How many requests are there.
    package var count: Int { waiting.count + (current == nil ? 0 : 1) }
}
