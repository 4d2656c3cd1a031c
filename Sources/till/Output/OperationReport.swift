import Money
import TillCore
import TillJournal

/// All that the books hold of an operation, as `till show` prints it. The names of the document's fields are stable.
struct OperationReport: Encodable, Equatable {
    struct Event: Encodable, Equatable {
        var at: String
        var name: String
        var code: Int
        var text: String
    }

    struct Decision: Encodable, Equatable {
        var at: String
        var kind: String
        var supervisor: String
        var evidence: String
    }

    /// What became of a sale's money.
    struct Balance: Encodable, Equatable {
        var currency: String
        var paid: String
        var refunded: String
        var refundedInDoubt: String
        var left: String
        /// Why nothing can be refunded now.
        var refundObstacle: String?
        /// Why it cannot be reversed now.
        var reversalObstacle: String?
    }

    /// In the currency of the operation.
    struct Parts: Encodable, Equatable {
        var subtotal: String
        var tax: String?
        /// In per cent.
        var taxRate: String?
        var taxIncluded: Bool?
        var tip: String

        init(_ parts: SaleParts) {
            subtotal = parts.subtotal.decimal
            tax = parts.tax?.amount.decimal
            taxRate = parts.tax?.rate.formatted
            taxIncluded = parts.tax?.isIncluded
            tip = parts.tip.decimal
        }
    }

    var operation: ResultReport
    var ticket: String
    var attempt: Int
    var description: String
    var invoiceNumber: String
    /// What the amount is made of; absent where it is one sum without tax and tip.
    var parts: Parts?
    var cardToken: String
    var readerSerial: String
    var readerTransactionID: String
    var settledBy: String?
    /// The tip as it was last changed at the bank after the sale; left out when it was not.
    var changedTip: String?
    /// What the reader itself said moved, where somebody else's word came first; left out where it said nothing.
    var readersAnswer: ReadersAnswer?
    /// The number of the operation that this one refunds or reverses.
    var original: Int64?
    var events: [Event]
    var decisions: [Decision]
    /// Its refunds and reversals, oldest first.
    var undoneBy: [ResultReport]
    /// For a sale.
    var balance: Balance?
    /// HTML.
    var customerReceipt: String
    /// HTML.
    var merchantReceipt: String
    private var heading: String

    struct ReadersAnswer: Encodable, Equatable {
        var isContradiction: Bool
        var verdict: String
        /// Left out for nothing.
        var moved: String?
        var transactionID: String?
        var heardAt: String
    }

    private enum CodingKeys: String, CodingKey {
        case operation, ticket, attempt, description, invoiceNumber, parts, cardToken, readerSerial,
            readerTransactionID, settledBy, changedTip, readersAnswer, original, events, decisions
        case undoneBy, balance, customerReceipt, merchantReceipt
    }

    /// - Parameter now: decides whether it can still be reversed.
    init(_ record: OperationRecord, in store: JournalStore, at now: Timestamp) throws(JournalError) {
        let outcome = record.outcome
        operation = ResultReport(record)
        ticket = record.intent.ticket
        attempt = record.attempt
        description = record.intent.description
        invoiceNumber = record.intent.invoiceNumber
        parts = record.intent.parts.map(Parts.init)
        cardToken = outcome?.cardToken ?? ""
        readerSerial = record.intent.reader.serialNumber
        readerTransactionID = outcome?.readerTransactionID ?? ""
        settledBy = outcome?.settledBy.name
        changedTip = record.changedTip?.decimal
        readersAnswer = record.readersAnswer.map { answer in
            ReadersAnswer(
                isContradiction: record.isContradicted, verdict: answer.verdict.rawValue,
                moved: record.amount(movedBy: answer)?.decimal, transactionID: answer.transactionID,
                heardAt: answer.finishedAt.iso8601)
        }
        original = record.originalSequence
        events = try store.events(of: record.sequence).map { event in
            let kind = event.kind.words
            return Event(at: event.at.iso8601, name: kind.name, code: kind.code, text: kind.text)
        }
        decisions = try store.decisions(of: record.sequence).map { decision in
            Decision(
                at: decision.at.iso8601, kind: decision.kind.rawValue, supervisor: decision.supervisor,
                evidence: decision.evidence)
        }
        undoneBy = try store.linked(to: record.sequence).map { ResultReport($0) }
        customerReceipt = outcome?.customerReceipt ?? ""
        merchantReceipt = outcome?.merchantReceipt ?? ""
        heading = "\(record.sequence)  \(record.intent.startedAt.localTime)  \(operation.line)"
        guard record.intent.kind == .sale || record.intent.kind == .saleAndTokenize, record.intent.amount != nil else {
            return
        }
        let found = try store.balance(of: record.sequence, at: now)
        balance = Balance(
            currency: found.paid.currency.alphaCode, paid: found.paid.decimal, refunded: found.refunded.decimal,
            refundedInDoubt: found.refundedInDoubt.decimal, left: found.rest.decimal,
            refundObstacle: found.refundObstacle?.sentence, reversalObstacle: found.reversalObstacle?.sentence)
    }

    /// For people: one fact a line, then what happened.
    var text: String {
        var lines = [heading, operation.text]
        func add(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            lines.append("  " + name.padded(to: 22) + value)
        }
        add("kind", operation.kind)
        add("reference", operation.reference)
        if ticket != operation.reference { add("ticket", "\(ticket)/\(attempt)") }
        add("description", description)
        add("invoice", invoiceNumber)
        if let parts {
            add("subtotal", parts.subtotal)
            if let tax = parts.tax, let rate = parts.taxRate {
                add("tax", "\(tax) (\(rate) %\(parts.taxIncluded == true ? ", included" : ""))")
            }
            add("tip", parts.tip)
        }
        add("bank's number", operation.transactionID)
        add("reader's number", readerTransactionID)
        add("authorised", operation.authorisedAmount)
        add("gratuity", operation.gratuity)
        add("tip changed to", changedTip)
        add("still due", operation.due)
        add("card token", cardToken)
        add("read by", operation.cardEntry)
        add("verified by", operation.verificationMethod)
        add("reader", readerSerial)
        add("reader's words", operation.message)
        add("settled by", settledBy)
        if let answer = readersAnswer {
            let moved = answer.moved.map { "\($0) moved" } ?? "no money moved"
            add("reader itself says", "\(moved)\(answer.isContradiction ? ": that is not what was decided" : "")")
        }
        add("gives back", original.map { "operation \($0)" })
        if let balance {
            add("paid", balance.paid)
            if balance.refunded != balance.paid || !undoneBy.isEmpty { add("refunded", balance.refunded) }
            add("left to refund", balance.left)
            add("void", balance.reversalObstacle ?? "possible today")
        }
        for record in undoneBy { lines.append("  given back by         \(record.sequence)  \(record.line)") }
        for decision in decisions {
            lines.append("  \(decision.at)  \(decision.kind), decided by \(decision.supervisor): \(decision.evidence)")
        }
        for event in events {
            lines.append("  \(event.at)  \(event.name)\(event.text.isEmpty ? "" : ": " + event.text)")
        }
        return lines.map { PlainText.printable($0) + "\n" }.joined()
    }
}

extension String {
    /// With spaces behind it, up to a number of columns of plain letters.
    func padded(to columns: Int) -> String { self + String(repeating: " ", count: max(1, columns - count)) }

    /// With spaces before it.
    func aligned(to columns: Int) -> String { String(repeating: " ", count: max(0, columns - count)) + self }
}
