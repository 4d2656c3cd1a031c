import TillJournal

/// What happens to the charge requests of other programs.
package enum ChargeEvent: Equatable, Sendable {
    /// A request came in, or was taken over from an earlier run of the till that it came in at before. The number tells it
    /// from others; the URL is as it was handed in.
    case arrived(number: Int, url: String, since: Timestamp? = nil)
    /// The answer is durable.
    case answered(ChargeAnswer)
    /// The answer could not be worked out or written down.
    case notAnswered(JournalError)
    /// The answer was handed over.
    case delivered(ChargeAnswer)
    /// The answer was not handed over, with the reason as a sentence.
    case notDelivered(ChargeAnswer, reason: String)
    /// What earlier runs of the till have left: answers that were not handed over, and tickets without an answer.
    case loaded(undelivered: [ChargeAnswer], unanswered: [String])
    /// The answers that were not handed over, newest first.
    case unsent([UnsentAnswer])
    case unsentFailed(JournalError)
    /// Whether a receipt was given to the program that sends it, with the reason as a sentence.
    case emailed(to: String, failure: String?)
}

/// What is to be done about the charge requests of other programs.
package enum ChargeEffect: Equatable, Sendable {
    /// Works the answer out from the books and writes it down; ``ChargeEvent/answered(_:)``, or nothing where the outcome
    /// is not known yet.
    case answer(ticket: String, number: Int?)
    /// Writes an answer down to a request for which nothing was charged; ``ChargeEvent/answered(_:)`` with what it is kept
    /// under, or without where the books do not take it.
    case keep(ChargeAnswer, ChargeRecord.Draft, askedAt: Timestamp)
    /// Hands an answer over; ``ChargeEvent/delivered(_:)`` or ``ChargeEvent/notDelivered(_:reason:)``
    case send(ChargeAnswer)
    /// ``ChargeEvent/loaded(undelivered:unanswered:)``
    case load
    /// ``ChargeEvent/unsent(_:)`` or ``ChargeEvent/unsentFailed(_:)``
    case loadUnsent
    /// Leaves the answer of a ticket undelivered.
    case letBe(ticket: String)
    /// This request is over, for whoever handed it in: with this answer, or as the operations of a ticket stand.
    case ended(number: Int, ChargeEnd)
    /// Puts something about a request into the log.
    case log(number: Int, [String])
    /// Sends a copy of a receipt; ``ChargeEvent/emailed(to:failure:)``
    case email(ReceiptCopy, to: String)
}

/// How a request ended for whoever handed it in.
package enum ChargeEnd: Equatable, Sendable {
    /// It was never charged: it was refused, or nobody wanted it.
    case refused
    case cancelled
    /// As the last operation of the charge stands.
    case settled(OperationRecord)
}
