import Money

/// What to look for in the history, from a line of words; all of them must hold.
///
/// | word | finds |
/// |---|---|
/// | `amount:10.00`, `amount:500JPY`, `amount:500 JPY` | amounts asked for or authorised |
/// | `card:1111` | the card's last four digits |
/// | `ref:T1-000418` | the till's reference, the customer reference, the ticket |
/// | `auth:991122` | the authorisation code |
/// | `id:…` | the till's reference, the `eFTTransactionID`, the reader's own number |
/// | `after:2026-11-01` | from the beginning of that day on |
/// | `before:2026-11-02` | until the beginning of that day |
/// | `on:2026-11-01`, `today` | that day |
/// | `approved` `declined` `cancelled` `failed` `unknown` `partly` `voided` `refunded` | results; several: any of them |
/// | `sale` `refund` `void` | kinds; several: any of them |
/// | anything else | what `ref:`, `auth:` and `id:` find, and an amount if it is one |
///
/// `is:` may stand before results and kinds. References and ids are found whole or by their last six or more
/// characters, in large or small letters, and the till's by its name and number too. Quotation marks keep spaces.
package struct HistoryQuery: Equatable, Sendable {
    package enum Result: String, CaseIterable, Sendable {
        case approved
        case declined
        case cancelled
        case failed
        /// In doubt.
        case unknown
        case partly
        /// A sale that was reversed, or a refund.
        case voided
        /// A sale of which something was refunded.
        case refunded
    }

    package enum Kind: String, CaseIterable, Sendable {
        case sale
        case refund
        case void
    }

    package enum Term: Hashable, Sendable {
        /// Any of these: what was typed without a currency may be one of several.
        case amount([Amount])
        case card(lastFour: String)
        case reference(String)
        case authorisation(String)
        case id(String)
        /// With what the text is as an amount, in any of these.
        case text(String, [Amount])
    }

    package static let lengthMax = 200
    package static let wordsMax = 16
    static let stateWords = Result.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue)

    package private(set) var terms: [Term] = []
    /// Any of these; empty for all.
    package private(set) var results: [Result] = []
    /// Any of these; empty for all.
    package private(set) var kinds: [Kind] = []
    /// The first moment that counts.
    package private(set) var since: Timestamp?
    /// The first moment that no longer counts.
    package private(set) var until: Timestamp?

    /// - Parameters:
    ///   - now: the shop's clock, for `today`; its offset from UTC is that of all days.
    ///   - currencies: of amounts without a code, the usual one first.
    package init(_ text: String, now: Timestamp, currencies: [Currency]) throws(HistoryQueryError) {
        guard text.count <= Self.lengthMax else { throw .tooLong }
        let words = Self.joined(try Self.words(of: text))
        guard words.count <= Self.wordsMax else { throw .tooManyWords }
        for word in words { try add(word, now, currencies) }
    }

    /// Nothing to look for: everything is found.
    package var isEmpty: Bool { self == HistoryQuery() }

    private init() {}

    /// A word, and whether it is to be taken as it stands.
    private struct Word {
        var text = ""
        /// How many characters stood before the first quotation mark; nil without one.
        var quotedFrom: Int?
    }

    private static func words(of text: String) throws(HistoryQueryError) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                var begun = word ?? Word()
                begun.quotedFrom = begun.quotedFrom ?? begun.text.count
                word = begun
            } else if character.isWhitespace && !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = word ?? Word()
                word?.text.append(character)
            }
        }
        guard !isQuoted else { throw .openQuote }
        if let word { words.append(word) }
        return words
    }

    /// A currency behind an amount, as both are shown, belongs to it.
    private static func joined(_ words: [Word]) -> [Word] {
        var joined: [Word] = []
        for word in words {
            if let before = joined.last, before.quotedFrom == nil, word.quotedFrom == nil,
                let currency = Currency(alphaCode: word.text.uppercased()),
                let typed = before.text.split(separator: ":", omittingEmptySubsequences: false).last,
                (try? Amount(typed: String(typed), currency: currency)) != nil
            {
                joined[joined.count - 1].text += word.text
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private mutating func add(_ word: Word, _ now: Timestamp, _ currencies: [Currency]) throws(HistoryQueryError) {
        let plain = word.quotedFrom.map { word.text.prefix($0) } ?? word.text[...]
        guard let colon = plain.firstIndex(of: ":") else {
            if word.quotedFrom == nil, addState(word.text, now) { return }
            if word.text.isEmpty { return }
            terms.append(.text(word.text, (try? Self.amounts(word.text, currencies)) ?? []))
            return
        }
        let name = Self.lowercased(String(plain[..<colon]))
        let value = String(word.text[word.text.index(after: colon)...])
        guard Self.names.contains(name) else { throw .unknownWord(String(plain[..<colon])) }
        guard !value.isEmpty else { throw .nothingBehind(word: name) }
        switch name {
        case "amount":
            do throws(AmountError) {
                terms.append(.amount(try Self.amounts(value, currencies)))
            } catch {
                throw .noAmount(text: value, error)
            }
        case "card":
            let isFour =
                value.utf8.count == 4 && value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            guard isFour else { throw .noLastFour(text: value) }
            terms.append(.card(lastFour: value))
        case "ref": terms.append(.reference(value))
        case "auth": terms.append(.authorisation(value))
        case "id": terms.append(.id(value))
        case "is":
            guard addState(value, now) else { throw .noState(text: value) }
        default:
            guard let day = Timestamp(firstOf: value, offsetFromUTC: now.offsetFromUTC) else {
                throw .noDay(word: name, text: value)
            }
            if name != "before" { narrow(since: day) }
            if name != "after" { narrow(until: name == "on" ? day.nextDay : day) }
        }
    }

    private static let names: Set = ["amount", "card", "ref", "auth", "id", "is", "after", "before", "on"]

    /// False when the text is none of the words for results, kinds and today.
    private mutating func addState(_ text: String, _ now: Timestamp) -> Bool {
        let word = Self.lowercased(text)
        if let result = Result(rawValue: word) {
            results.append(result)
        } else if let kind = Kind(rawValue: word) {
            kinds.append(kind)
        } else if word == "today",
            let day = Timestamp(firstOf: now.localDate, offsetFromUTC: now.offsetFromUTC)
        {
            narrow(since: day)
            narrow(until: day.nextDay)
        } else {
            return false
        }
        return true
    }

    private mutating func narrow(since day: Timestamp) { since = since.map { max($0, day) } ?? day }

    private mutating func narrow(until day: Timestamp) { until = until.map { min($0, day) } ?? day }

    /// As a person types it, with a currency's code behind it or not.
    ///
    /// - Throws: what is wrong with it in the usual currency, where it is no amount in any.
    private static func amounts(_ text: String, _ currencies: [Currency]) throws(AmountError) -> [Amount] {
        if let code = Currency(alphaCode: text.suffix(3).uppercased()) {
            return [try Amount(typed: String(text.dropLast(3)), currency: code)]
        }
        let amounts = currencies.compactMap { try? Amount(typed: text, currency: $0) }
        if amounts.isEmpty, let usual = currencies.first { return [try Amount(typed: text, currency: usual)] }
        return amounts
    }

    /// As SQLite's `lower` does it: ASCII letters only.
    static func lowercased(_ text: String) -> String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(decoding: text.utf8.map { capitals.contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
