/// Text from outside, made fit for a screen, a receipt and a log.
enum PlainText {
    /// The most scalars of a name that errors and logs repeat.
    static let nameScalarsMax = 40

    /// `text` without what prints nothing or rearranges what does: control characters, line and paragraph separators,
    /// and format characters, which can turn an amount around. The two joiners stay, for scripts and emoji need them.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.filter { !isUnprintable($0) })
        return String(scalars)
    }

    /// At most `scalarsMax` Unicode scalars of `text`; what is cut off leaves an ellipsis. Nothing is cut inside a
    /// character. Scalars are counted because one character may be made of any number of them.
    static func shortened(_ text: String, scalarsMax: Int) -> String {
        guard text.unicodeScalars.count > scalarsMax else { return text }
        var result = ""
        var count = 1
        for character in text {
            count += character.unicodeScalars.count
            guard count <= scalarsMax else { break }
            result.append(character)
        }
        return result + "…"
    }

    /// A parameter's name as an error or a log repeats it.
    static func name(_ bytes: [UInt8]) -> String {
        shortened(cleaned(String(decoding: bytes, as: UTF8.self)), scalarsMax: nameScalarsMax)
    }

    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }
}
