/// A charge that another program asked for, beside the ticket that it became.
package struct ChargeRecord: Equatable, Sendable {
    /// What is known of a charge before its first operation starts.
    package struct Draft: Equatable, Sendable {
        /// Where the answer goes, to the letter: a changed address would be another one.
        package var returnAddress: String
        /// Whether the answer is in FileMaker's form.
        package var usesFileMakerForm: Bool
        /// What the caller calls itself. Nobody has checked it.
        package var appName: String

        package init(returnAddress: String, usesFileMakerForm: Bool, appName: String) {
            self.returnAddress = returnAddress
            self.usesFileMakerForm = usesFileMakerForm
            self.appName = appName
        }
    }

    /// The name of the ticket, which all attempts at it share. Where nothing was asked of a reader, a reference that no
    /// operation has.
    package var ticket: String
    package var draft: Draft
    package var askedAt: Timestamp
    /// What is opened to give the answer. Nil until there is one; then it stays for ever.
    package var answer: String?
    /// When the answer was handed over.
    package var deliveredAt: Timestamp?

    package init(
        ticket: String, draft: Draft, askedAt: Timestamp, answer: String? = nil, deliveredAt: Timestamp? = nil
    ) {
        self.ticket = ticket
        self.draft = draft
        self.askedAt = askedAt
        self.answer = answer
        self.deliveredAt = deliveredAt
    }
}
