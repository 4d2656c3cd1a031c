/// Ends the attribute values whose closing quote was forgotten.
///
/// HTML reads such a value up to the next quote, wherever that is: `<td align="right>12.50</td>` would take the amount
/// along with it, and all the rest of the receipt where no other quote comes. A receipt may be ugly but not short of a line.
struct UnclosedQuotes {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var result: [Unicode.Scalar] = []
    /// From where on there is no such quote: who has looked once need not look again.
    private var lastQuotes: [Unicode.Scalar: Int] = [:]

    private init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    static func closed(in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var reader = UnclosedQuotes(scalars)
        reader.result.reserveCapacity(scalars.count)
        reader.read()
        return reader.result
    }

    private mutating func read() {
        while index < scalars.count {
            guard scalars[index] == "<" else {
                take(1)
                continue
            }
            if starts(with: "<!--") {
                take(upTo: "-->")
            } else if starts(with: "<script") {
                takeTag()
                take(upTo: "</script")
            } else if starts(with: "<style") {
                takeTag()
                take(upTo: "</style")
            } else if index + 1 < scalars.count, scalars[index + 1].isASCII, scalars[index + 1].properties.isAlphabetic
            {
                takeTag()
            } else {
                take(1)
            }
        }
    }

    /// Takes a start tag with its `>`.
    private mutating func takeTag() {
        take(1)
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "<" { return }
            if scalar == ">" { return take(1) }
            if scalar == "\"" || scalar == "'", lastTaken == "=" {
                takeValue(quote: scalar)
            } else {
                take(1)
            }
        }
    }

    private mutating func takeValue(quote: Unicode.Scalar) {
        let start = index + 1
        let end = closingQuote(quote, from: start)
        // A quote behind an equals sign opens the next value; so this one was never closed.
        if let end, !isBehindEqualsSign(end, from: start) { return take(end + 1 - index) }
        guard let tagEnd = scalars[start..<(end ?? scalars.count)].firstIndex(of: ">") else {
            return take((end ?? start - 1) + 1 - index)
        }
        take(tagEnd - index)
        result.append(quote)
    }

    private mutating func closingQuote(_ quote: Unicode.Scalar, from start: Int) -> Int? {
        if let none = lastQuotes[quote], start >= none { return nil }
        if let end = scalars[start...].firstIndex(of: quote) { return end }
        lastQuotes[quote] = start
        return nil
    }

    private func isBehindEqualsSign(_ end: Int, from start: Int) -> Bool {
        scalars[start..<end].last { !isHTMLSpace($0) } == "="
    }

    // MARK: Taking

    private var lastTaken: Unicode.Scalar? { result.last { !isHTMLSpace($0) } }

    private mutating func take(_ count: Int) {
        let end = min(scalars.count, index + count)
        result += scalars[index..<end]
        index = end
    }

    private func starts(with text: String, at start: Int? = nil) -> Bool {
        let start = start ?? index
        return scalars.dropFirst(start).prefix(text.unicodeScalars.count).lazy.map { lowercase($0) }
            .elementsEqual(text.unicodeScalars)
    }

    private func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
    }

    /// Takes everything up to and with `text`, or all there is.
    private mutating func take(upTo text: String) {
        while index < scalars.count, !starts(with: text) { take(1) }
        take(text.unicodeScalars.count)
    }
}
