/// What the screen is about. One page at a time; overlays remember the page under them.
package indirect enum Page: Equatable, Sendable {
    /// F9: the readers, and which is marked.
    case chooseReader(marked: Int)
    case sale
    /// A large amount: charge it? `yes` is the marked choice.
    case askAgain(SaleRequest, yes: Bool)
    /// The same amount is in doubt: is this another customer?
    case anotherCustomer(SaleRequest, OperationRecord, yes: Bool)
    case payment
    /// Nothing is marked until a digit or letter chooses; `accept` is what was chosen.
    case signature(accept: Bool?)
    case result(ResultPage)
    case receipt(ReceiptPage)
    /// Something is in doubt: it comes before any new sale.
    case unfinished(OperationRecord)
    case history(HistoryPage)
    /// Leave the till? `yes` is the marked choice.
    case quit(under: Page, yes: Bool)
    case help(under: Page)
}

extension Page {
    /// The result that is shown or covered, and was not acknowledged yet.
    var openResult: ResultPage? {
        switch self {
        case .result(let result): result
        case .receipt(let receipt): receipt.under.openResult
        case .help(let under), .quit(let under, _): under.openResult
        case .chooseReader, .sale, .askAgain, .anotherCustomer, .payment, .signature, .unfinished, .history: nil
        }
    }

    /// What the overlays, if any, lie on.
    var base: Page {
        switch self {
        case .receipt(let receipt): receipt.under.base
        case .help(let under), .quit(let under, _): under.base
        case .chooseReader, .sale, .askAgain, .anotherCustomer, .payment, .signature, .result, .unfinished,
            .history:
            self
        }
    }

    /// Changes the result that is shown or covered.
    mutating func changeResult(_ body: (inout ResultPage) -> Void) {
        switch self {
        case .result(var result):
            body(&result)
            self = .result(result)
        case .receipt(var receipt):
            receipt.under.changeResult(body)
            self = .receipt(receipt)
        case .help(var under):
            under.changeResult(body)
            self = .help(under: under)
        case .quit(var under, let yes):
            under.changeResult(body)
            self = .quit(under: under, yes: yes)
        case .chooseReader, .sale, .askAgain, .anotherCustomer, .payment, .signature, .unfinished, .history: break
        }
    }

    /// Changes the history that is shown or covered.
    mutating func changeHistory(_ body: (inout HistoryPage) -> Void) {
        switch self {
        case .history(var history):
            body(&history)
            self = .history(history)
        case .receipt(var receipt):
            receipt.under.changeHistory(body)
            self = .receipt(receipt)
        case .help(var under):
            under.changeHistory(body)
            self = .help(under: under)
        case .quit(var under, let yes):
            under.changeHistory(body)
            self = .quit(under: under, yes: yes)
        case .chooseReader, .sale, .askAgain, .anotherCustomer, .payment, .signature, .result, .unfinished: break
        }
    }
}

/// How an operation ended. The page stays until it is acknowledged.
package struct ResultPage: Equatable, Sendable {
    package var record: OperationRecord
    /// It is the answer to an earlier sale, not to the one at hand.
    package var isEarlier: Bool
    /// The numbered choice that Enter runs.
    package var marked: Int
    /// For an unknown outcome: what came of asking the reader.
    package var inquiry = Inquiry.notAsked
    /// It was declined because nobody judged the signature in time; the reader says only that it was not accepted.
    package var isSignatureLeftAlone = false
    /// Whether the small print is shown.
    package var showsDetails = false

    package enum Inquiry: Equatable, Sendable {
        case notAsked
        case asking
        /// The reader holds nothing, or gave no clear answer.
        case noAnswer
    }

    package init(_ record: OperationRecord, isEarlier: Bool) {
        self.record = record
        self.isEarlier = isEarlier
        let isPart = record.outcome?.verdict == .partiallyApproved
        marked = record.isInDoubt || isPart ? 1 : 0
    }
}

/// A receipt on the screen.
package struct ReceiptPage: Equatable, Sendable {
    package enum Copy: Equatable, Sendable {
        case customer
        case merchant
    }

    package var record: OperationRecord
    package var copy: Copy
    /// The first line that is shown.
    package var scroll: Int
    /// Where Esc goes.
    package var under: Page
    /// The copy as lines of text.
    package var lines: [String]
}

/// A sentence for the status line that a key called for. It goes with the next key.
package enum Hint: Equatable, Sendable {
    case amountRefused(AmountEntry.Refusal)
    case nothingTyped
    case barcodeIgnored
    case pasteIgnored
    case numLockOff
    case nothingToRepeat
    case cancelNotPossible
    case alreadyCancelling
    case notDuringPayment
    /// Ctrl-Z where no shell would wake the till again.
    case noShell
    case notYet
    case notConnected
    case noPrinter
    case noEmail
    case noReceipt
    case notStarted(DeskNotice.Refusal)
    case booksFailed(JournalError, moneyMayHaveMoved: Bool)
    case recoveryUndecided(String)
    case unclaimedKept
    case unknownFirst
    case historyFailed(JournalError)
    /// A part was paid: Esc does not leave, a choice does.
    case dueFirst
}
