/// What the reader, and the test host behind it, must not forget: one value, written as a whole.
///
/// Reader and host stand in one value so that a decision of the host and the reader's knowledge of it are durable in one
/// step, and a kill at any instant leaves both sides of one truth.
package struct ReaderBooks: Codable, Equatable, Sendable {
    /// The layout of the file; a file of another one is refused.
    package static let currentVersion = 1
    /// How many finished payments the reader lists; the host remembers more.
    package static let paymentsKept = 100

    package var version = ReaderBooks.currentVersion
    /// 12 digits.
    package var serialNumber = "000012348421"
    /// The reader's own counter of payments.
    package var paymentNumber: UInt32 = 0
    /// Goes up at each end of day.
    package var batch = 1
    /// Finished payments, the oldest first.
    package var payments: [FinishedPayment] = []
    /// The payment under way, from before its first sign to its result.
    package var inFlight: PaymentInFlight?
    /// A result that the till has not acknowledged.
    package var pending: StoredResult?
    package var host = TestHost()

    package init() {}

    mutating func record(_ payment: FinishedPayment) {
        payments.append(payment)
        if payments.count > ReaderBooks.paymentsKept {
            payments.removeFirst(payments.count - ReaderBooks.paymentsKept)
        }
    }
}

/// One line of the reader's list of payments.
package struct FinishedPayment: Codable, Equatable, Sendable {
    package var id: String
    package var number: UInt32
    package var batch: Int
    package var order: PaymentOrder
    package var verdict: Verdict
    package var finishedAt: String
}
