import Money
import Terminal
import TillCore

extension OperationKind {
    /// One word for a cashier.
    var word: String {
        switch self {
        case .sale, .saleAndTokenize: "Sale"
        case .refund: "Refund"
        case .saleReversal, .refundReversal: "Void"
        case .tokenize: "Token"
        case .startOfDay: "Start"
        case .endOfDay: "Day end"
        case .update: "Update"
        }
    }

    /// As it stands in a sentence.
    var noun: String {
        switch self {
        case .sale, .saleAndTokenize: "sale"
        case .refund: "refund"
        case .saleReversal, .refundReversal: "void"
        case .tokenize: "token"
        case .startOfDay: "start of day"
        case .endOfDay: "end of day"
        case .update: "update"
        }
    }
}

extension OperationRecord {
    /// The till's name and the running number, `T1-000418`, without the tag of these books.
    var shortReference: String {
        let parts = intent.reference.split(separator: "-")
        return shortened(parts.count == 3 ? "\(parts[0])-\(parts[1])" : intent.reference, columns: 20)
    }

    /// The number alone, `000418`.
    var runningNumber: String {
        let parts = intent.reference.split(separator: "-")
        return shortened(parts.count >= 2 ? String(parts[1]) : intent.reference, columns: 20)
    }
}

extension OperationOutcome {
    /// `Visa ..1111`
    var shortCard: String {
        let digits = maskedCardNumber.filter { $0.isASCII && $0.isNumber }.suffix(4)
        let scheme = OperationOutcome.shortSchemes[cardScheme.lowercased()] ?? shortened(cardScheme, columns: 4)
        guard digits.count == 4 else { return scheme }
        return scheme.isEmpty ? "..\(digits)" : "\(scheme) ..\(digits)"
    }

    private static let shortSchemes = ["mastercard": "MC", "american express": "Amex", "maestro": "Mae"]
}

extension HistoryRow {
    /// One or two words in capitals: what became of it.
    var word: String {
        if record.isInDoubt { return "UNKNOWN" }
        if voidedBy != nil { return "VOIDED" }
        if !refunds.isEmpty { return isGivenBack ? "REFUNDED" : "PART BACK" }
        if record.isContradicted {
            // A payment is told at a glance; all else is read on the operation's own page.
            return record.intent.kind.takesMoney && record.amount(movedBy: record.readersAnswer) != nil
                ? "READER: PAID" : "TO CHECK"
        }
        return CashierMessage(record).heading
    }

    /// Whether refunds have given all of it back.
    private var isGivenBack: Bool {
        guard let paid = record.moved else { return false }
        var left = paid.minorUnits
        for refund in refunds {
            guard let amount = refund.moved, amount.currency == paid.currency else { return false }
            left = left.subtractingReportingOverflow(amount.minorUnits).0
        }
        return left <= 0
    }

    /// What undid it, what it undoes, or what is to be done.
    var note: String {
        if record.isInDoubt { return "to check" }
        if let voidedBy { return "by \(voidedBy.runningNumber)" }
        if let refund = refunds.last { return "by \(refund.runningNumber)" }
        if let tip = record.changedTip { return "tip \(tip.formatted)" }
        return original.map { "of \($0.runningNumber)" } ?? ""
    }

    /// The time of a row of today, else its day.
    func moment(_ now: Timestamp) -> String {
        let at = record.intent.startedAt
        return at.day == now.day ? at.clock : String(at.day.dropFirst(5))
    }
}

extension HistoryPage {
    /// How many are shown of those that were found.
    var count: String {
        if problem != nil { return "" }
        if awaited != nil, query == nil || found.isEmpty { return "looking ..." }
        return "\(found.count)\(isComplete ? "" : "+") found"
    }
}

extension AppState {
    func status(of history: HistoryPage) -> StatusLine {
        if let problem = history.problem { return StatusLine(.needsYou, problem.sentence) }
        if history.isTyping {
            return StatusLine(
                .idle, "Type an amount, a reference, card:1111, today or declined. Enter goes to the list.")
        }
        if history.rows.isEmpty {
            if history.awaited != nil { return StatusLine(.working, "Looking into the books ...") }
            return StatusLine(
                .idle, history.find.isEmpty ? "Nothing was charged yet." : "Nothing was found. Esc clears.")
        }
        let count = history.pinned.count
        guard count > 0 else { return StatusLine(.idle, "Newest first. / finds, Esc goes back.") }
        return StatusLine(.unknown, "\(count) unknown, at the top: money may have moved. Enter shows it.")
    }
}
