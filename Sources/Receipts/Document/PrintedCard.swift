/// A card as a receipt names it: `VISA **** 1111`.
package struct PrintedCard: Equatable, Sendable {
    /// The scheme, where the receipt has it beside the number; else empty.
    package var name: String
    /// The last four digits, all that may be known of the number.
    package var lastDigits: String

    package init(name: String, lastDigits: String) {
        self.name = name
        self.lastDigits = lastDigits
    }
}

extension ReceiptDocument {
    /// The card that it tells of: the first number that is masked but for its end. Nil where there is none.
    package var card: PrintedCard? {
        let texts = blocks.flatMap { block -> [String] in
            switch block {
            case .line(let line): [line.text]
            case .table(let rows): rows.flatMap { $0.cells.flatMap { $0.lines.map(\.text) } }
            case .rule, .blank: []
            }
        }
        for (index, text) in texts.enumerated() {
            guard let number = MaskedNumber(in: text) else { continue }
            let beside = index > 0 ? [text, texts[index - 1]] : [text]
            let name = PrintedCard.scheme(in: beside) ?? PrintedCard.name(in: number.before)
            return PrintedCard(name: name, lastDigits: number.lastDigits)
        }
        return nil
    }
}

extension PrintedCard {
    /// The longest name of a scheme that is not known, in characters.
    private static let nameMax = 24

    /// As schemes write themselves, the longer ones before those that stand in them.
    private static let schemes = [
        "Visa Electron", "V PAY", "Visa", "Mastercard", "Maestro", "American Express", "Amex", "Discover",
        "Diners Club",
        "JCB", "UnionPay", "Interac", "Dankort", "girocard", "Isracard", "Carte Bancaire", "Bancontact", "EFTPOS",
    ]

    /// The scheme that the first of these texts names.
    fileprivate static func scheme(in texts: [String]) -> String? {
        for text in texts {
            let words = text.lowercased()
            if let scheme = schemes.first(where: { words.contains($0.lowercased()) }) { return scheme }
        }
        return nil
    }

    /// What stands before the number, without a label that ends in a colon.
    fileprivate static func name(in before: Substring) -> String {
        let name = before[
            (before.lastIndex { $0 == ":" || $0 == "：" }.map { before.index(after: $0) } ?? before.startIndex)...]
        let words = name.split { $0 == " " || $0 == "\u{A0}" }.joined(separator: " ")
        return words.count <= nameMax && words.contains(where: \.isLetter) ? words : ""
    }
}

/// A card's number, all of it but its ends hidden by signs.
private struct MaskedNumber {
    let lastDigits: String
    /// What the text says before it.
    let before: Substring

    /// So many signs hide a number; fewer are an ornament, or the end of a sentence.
    private static let signsMin = 4

    init?(in text: String) {
        var start = text.startIndex
        while let sign = text[start...].firstIndex(where: Self.isSign) {
            // The end of AMEX hides nothing.
            if sign > text.startIndex, text[text.index(before: sign)].isLetter {
                start = text[sign...].firstIndex { !$0.isLetter } ?? text.endIndex
                if start == sign { start = text.index(after: sign) }
                continue
            }
            var end = sign
            var signs = 0
            var last = sign
            while end < text.endIndex, Self.isSign(text[end]) || text[end] == " " || text[end] == "-" {
                if Self.isSign(text[end]) {
                    signs += 1
                    last = end
                }
                end = text.index(after: end)
            }
            let digits = text[end...].prefix { $0.isASCII && $0.isNumber }
            let behind = text[digits.endIndex...].first
            if signs >= Self.signsMin, digits.count == 4, behind.map({ " -)–".contains($0) }) ?? true {
                lastDigits = String(digits)
                before = Self.name(before: text[..<sign])
                return
            }
            start = text.index(after: last)
        }
        return nil
    }

    private static func isSign(_ character: Character) -> Bool { "*xX•●#".contains(character) }

    /// Without the number's first digits, which some receipts show.
    private static func name(before text: Substring) -> Substring {
        var text = text
        while let last = text.last, last == " " || last == "-" || last == "\u{A0}" || last.isASCII && last.isNumber {
            text.removeLast()
        }
        return text
    }
}
