/// What the books keep of a text from outside.
enum KeptText {
    /// Bytes. A receipt has a few thousand; a result is never refused for the length of its texts, so longer ones are
    /// cut.
    static let longest = 1_048_576

    /// The text without full card numbers, cut to ``longest`` bytes between two Unicode scalars.
    static func kept(_ text: String) -> String {
        guard text.utf8.count > longest else { return CardNumberMask.masked(text) }
        // Masked before it is cut: the cut may not hide a number from the mask.
        let masked = CardNumberMask.masked(text)
        var end = masked.utf8.index(masked.startIndex, offsetBy: longest - "…".utf8.count)
        while end.samePosition(in: masked.unicodeScalars) == nil { end = masked.utf8.index(before: end) }
        return masked[..<end] + "…"
    }
}

extension ReaderIdentity {
    var kept: ReaderIdentity {
        ReaderIdentity(
            serialNumber: KeptText.kept(serialNumber), name: KeptText.kept(name), address: KeptText.kept(address),
            isSimulated: isSimulated)
    }
}

extension OperationIntent {
    var kept: OperationIntent {
        var kept = self
        kept.reference = KeptText.kept(reference)
        kept.customerReference = KeptText.kept(customerReference)
        kept.ticket = KeptText.kept(ticket)
        kept.description = KeptText.kept(description)
        kept.invoiceNumber = KeptText.kept(invoiceNumber)
        kept.originalTransactionID = originalTransactionID.map(KeptText.kept)
        kept.reader = reader.kept
        kept.bootID = KeptText.kept(bootID)
        return kept
    }
}

extension OperationOutcome {
    var kept: OperationOutcome {
        var kept = self
        kept.message = KeptText.kept(message)
        kept.transactionID = transactionID.map(KeptText.kept)
        kept.readerTransactionID = KeptText.kept(readerTransactionID)
        kept.authorisationCode = KeptText.kept(authorisationCode)
        kept.cardScheme = KeptText.kept(cardScheme)
        kept.maskedCardNumber = KeptText.kept(CardNumberMask.lastFour(maskedCardNumber))
        kept.cardEntry = KeptText.kept(cardEntry)
        kept.verificationMethod = KeptText.kept(verificationMethod)
        kept.cardToken = KeptText.kept(cardToken)
        kept.customerReceipt = KeptText.kept(customerReceipt)
        kept.merchantReceipt = KeptText.kept(merchantReceipt)
        if case .supervisor(let name, let evidence) = settledBy {
            kept.settledBy = .supervisor(name: KeptText.kept(name), evidence: KeptText.kept(evidence))
        }
        return kept
    }
}

extension OperationEvent.Kind.Stored {
    var kept: OperationEvent.Kind.Stored {
        OperationEvent.Kind.Stored(name: KeptText.kept(name), code: code, text: KeptText.kept(text))
    }
}
