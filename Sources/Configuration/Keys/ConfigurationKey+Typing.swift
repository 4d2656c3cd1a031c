extension ConfigurationKey {
    /// What somebody means who types a value in one line: lists are separated by spaces or commas, and `\n` begins a
    /// line of a receipt.
    package func value(typed text: String) -> ConfigurationValue {
        switch self {
        case .furtherCurrencies: .list(Self.words(text).map { $0.uppercased() })
        case .tipPresets, .hostsAllowed: .list(Self.words(text))
        case .currency: .text(text.uppercased())
        // As one says it.
        case .printer: .text(text.replacing("tcp ", with: "tcp:").replacing("cups ", with: "cups:"))
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .tillName, .askAgainFrom, .taxRate,
            .taxMode, .tipCap, .reader, .readerNamePattern, .secretFile, .secretCommand, .hostAuthorities, .hostFeed,
            .hostFeedKey, .theme, .keypad, .sounds, .pictures, .receiptWidth, .codePage, .customerCopy, .merchantCopy,
            .cardWait, .simulatorSpeed, .chargeOpener, .chargeSendmail, .supervisorPIN:
            .text(text)
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init)
    }

    /// Whether a value that is set while the till runs counts at once, tax, tips and
    /// keypad for the next ticket; else at the next start.
    package var countsAtOnce: Bool {
        switch self {
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .tillName, .askAgainFrom, .taxRate,
            .taxMode, .tipPresets, .tipCap, .theme, .keypad, .sounds, .pictures, .receiptWidth, .chargeOpener,
            .chargeSendmail, .printer, .codePage,
            .customerCopy, .merchantCopy, .cardWait, .supervisorPIN:
            true
        case .currency, .furtherCurrencies, .reader, .readerNamePattern, .secretFile, .secretCommand, .hostsAllowed,
            .hostAuthorities, .hostFeed, .hostFeedKey, .simulatorSpeed:
            false
        }
    }
}

extension Configuration {
    /// A value in one line, as ``ConfigurationKey/value(typed:)`` reads it.
    package func line(of key: ConfigurationKey) -> String {
        switch value(of: key) {
        case .list(let items): items.joined(separator: " ")
        case .text(let text): text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        }
    }
}
