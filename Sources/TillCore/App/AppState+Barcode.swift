extension AppState {
    /// Looks whether a key is a scanner's, and takes back what its characters did. Nil for a key that counts.
    mutating func takeBurst(_ command: AppCommand) -> [AppEffect]? {
        let at = now.millisecondsSince1970
        let isFast = burst.isFast(at: at)
        if wantsText {
            // A code that is scanned into a field belongs there, unless its own first character opened the field.
            if isFast, burst.lastPageNumber != pageNumber { burst.isInField = true }
            guard isFast, burst.isInField else {
                burst = KeyBurst()
                return nil
            }
        }
        if command == .confirm {
            guard burst.endsBarcode(at: at) else { return nil }
            let effects = takeBack()
            hint = .barcodeIgnored
            return effects + [.bell(1)]
        }
        guard command.isTyped else {
            burst = KeyBurst()
            return nil
        }
        let start = KeyBurst.Start(page: page, pageNumber: pageNumber, ticket: ticket)
        burst.type(at: at, start: start, isCommand: !command.isAmountKey)
        if burst.isTakenBack { return [] }
        guard burst.isCode else { return nil }
        let effects = takeBack()
        burst.isTakenBack = true
        return effects
    }

    /// Puts back what stood before the burst. A page that something else turned to meanwhile stays.
    private mutating func takeBack() -> [AppEffect] {
        guard let start = burst.start else { return [] }
        guard start.pageNumber == pageNumber || page.isOpenedByKeys else { return [] }
        ticket = start.ticket
        guard start.pageNumber != pageNumber else {
            if page.isQuestion { page = start.page }
            return []
        }
        let effects = turnBack(to: start.page)
        burst.start?.pageNumber = pageNumber
        return effects
    }
}

extension AppCommand {
    /// A key of the keypad that builds an amount, or marks a numbered choice.
    fileprivate var isAmountKey: Bool {
        switch self {
        case .digit, .point, .erase, .add, .times: true
        default: false
        }
    }
}

extension Page {
    /// Whether keys mark an answer on it, and nothing but keys changes it.
    fileprivate var isQuestion: Bool {
        switch self {
        case .askAgain, .anotherCustomer, .signature, .quit, .closeDay, .void, .refund, .saleTip, .tip, .decision,
            .rest, .tender, .copyOut, .service, .menu, .palette, .simulator, .settings, .unlinkedRefund, .pairing,
            .charge, .notTold:
            true
        case .chooseReader, .sale, .saleFields, .tickets, .payment, .result, .receipt, .unfinished, .history, .detail,
            .inDoubt, .day, .support, .help, .scanner, .readerText, .unsent, .email:
            false
        }
    }

    /// Whether keys turn to it. A page of the reader's own, such as a payment or its result, is never left for what a
    /// scanner typed.
    fileprivate var isOpenedByKeys: Bool {
        switch self {
        case .payment, .signature, .result, .unfinished, .pairing, .charge, .notTold: false
        case .chooseReader, .sale, .saleTip, .saleFields, .tickets, .askAgain, .anotherCustomer, .receipt, .copyOut,
            .history,
            .detail, .inDoubt, .day, .closeDay, .refund, .void, .decision, .support, .rest, .tender, .tip, .quit, .help,
            .menu, .palette, .service, .simulator, .settings, .unlinkedRefund, .scanner, .readerText, .unsent, .email:
            true
        }
    }
}
