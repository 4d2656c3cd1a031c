import CICU

/// Writes any script in the letters of ASCII, by ICU's rules: Greek, Cyrillic, Arabic, kana, Han and many more.
final class Transliterator {
    private let names: UnsafeMutablePointer<UTransliterator?>?
    private let composing: UnsafeMutablePointer<UTransliterator?>?

    init() {
        names = Self.open("Any-Latin; Latin-ASCII")
        composing = Self.open("NFC")
    }

    deinit {
        if let names { till_icu_close(names) }
        if let composing { till_icu_close(composing) }
    }

    private static func open(_ name: String) -> UnsafeMutablePointer<UTransliterator?>? {
        let units = Array(name.utf16)
        return till_icu_open(units, Int32(units.count))
    }

    /// Letters and marks as one scalar where there is one for both.
    func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : transform(text, composing)
    }

    /// May still hold what is no letter of any script, as a picture.
    func latin(_ text: String) -> String {
        transform(text, names)
    }

    private func transform(_ text: String, _ transliterator: UnsafeMutablePointer<UTransliterator?>?) -> String {
        guard let transliterator else { return text }
        let source = Array(text.utf16)
        // The longest name of a single sign is that of a Hangul syllable or a fraction.
        var units = source + [UInt16](repeating: 0, count: source.count * 12 + 16)
        guard let count = Int32(exactly: source.count), let capacity = Int32(exactly: units.count) else { return text }
        let length = till_icu_transliterate(transliterator, &units, count, capacity)
        guard length >= 0 else { return text }
        return String(decoding: units.prefix(Int(length)), as: UTF16.self)
    }
}
