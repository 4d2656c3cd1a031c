/// Text from anywhere as lines of whole words, each at most so many columns wide. A longer word is broken.
///
/// - Parameter linesMax: what does not fit in so many lines is cut behind a whole word, and the last line ends in `…`.
package func wrapped(_ text: String, columns: Int, linesMax: Int = 100) -> [String] {
    guard columns > 0, linesMax > 0 else { return [] }
    // Nobody reads more; without a limit a hostile text would be measured to its end.
    let printable = PrintableText(text.prefix(4000)).string
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in printable.split(separator: " ") {
        let width = PrintableText(word).columns
        if used > 0, used + 1 + width > columns {
            lines.append(line)
            (line, used) = ("", 0)
        }
        if used > 0 {
            line += " "
            used += 1
        }
        for piece in pieces(of: String(word), width: width, columns: columns) {
            let width = PrintableText(piece).columns
            if used > 0, used + width > columns {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line += piece
            used += width
        }
    }
    if used > 0 { lines.append(line) }
    guard lines.count > linesMax else { return lines }
    return lines.prefix(linesMax - 1) + [ended(lines[linesMax - 1], columns: columns)]
}

/// A line that is not the end, with `…` behind its last whole word: half an amount would be a wrong amount.
private func ended(_ line: String, columns: Int) -> String {
    var words = line.split(separator: " ")
    while words.count > 1, PrintableText(words.joined(separator: " ")).columns + 2 > columns { words.removeLast() }
    return shortened(words.joined(separator: " ") + " …", columns: columns)
}

/// A word as it is, or its characters where it is wider than a line.
private func pieces(of word: String, width: Int, columns: Int) -> [String] {
    width <= columns ? [word] : word.map { String($0) }
}

/// Text from anywhere in at most so many columns: what is cut ends in `…`.
package func shortened(_ text: String, columns: Int) -> String {
    PrintableText(text.prefix(4000)).cut(to: columns).string
}
