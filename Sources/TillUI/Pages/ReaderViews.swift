import Terminal
import TillCore

/// The scanner of the reader: how it works, and the codes that it has read, the last one lowest.
func scannerView(_ scanner: ScannerPage, on sheet: inout Sheet) {
    let isOff = scanner.state == .off || scanner.state == .missing
    if scanner.state == .missing {
        sheet.paragraph("This reader has no scanner. A HiPro on a cable has one.", role: .needs, linesMax: 2)
    }
    let role: Role = isOff ? .text : .quiet
    sheet.line("1  \(scanner.mode.isMultiScan ? "Goes on after each code" : "Stops after one code")", role: role)
    sheet.line(
        "2  \(scanner.mode.isButtonMode ? "Scans while its button is pressed" : "Scans all the time")", role: role)
    sheet.line("3  Switches itself off after \(scanner.mode.timeoutSeconds) s without a code", role: role)
    sheet.gap()
    sheet.line(scanner.heading, role: .quiet)
    sheet.focus(column: sheet.columns.lowerBound)
    let room = max(1, sheet.rowsLeft)
    let end = max(min(room, scanner.codes.count), scanner.codes.count - scanner.scroll)
    let first = max(0, end - room)
    for index in first..<max(first, end) {
        let code = scanner.codes[index]
        let number = String(repeating: " ", count: max(0, 4 - "\(index + 1)".count)) + "\(index + 1)"
        sheet.line("\(number)  \(code.at.clockWithSeconds)  \(shortened(code.text, columns: 200))")
    }
}

extension ScannerPage {
    fileprivate var heading: String {
        let count = codes.count == 1 ? "1 code" : "\(codes.count) codes"
        return switch state {
        case .off, .missing: codes.isEmpty ? "The scanner is off." : "The scanner is off. \(count) so far:"
        case .on: codes.isEmpty ? "The scanner is ON. No code yet." : "The scanner is ON. \(count):"
        case .ending: "Switching the scanner off ..."
        }
    }
}

/// A long text of the reader, a part of it at a time.
func readerTextView(_ text: ReaderTextPage, on sheet: inout Sheet) {
    let rows = max(1, sheet.rowsLeft - 2)
    let first = max(0, min(text.scroll, text.lines.count - rows))
    let shown = first..<min(text.lines.count, first + rows)
    let level = text.level.map { "   Logs \($0.words)" } ?? ""
    let place = text.lines.isEmpty ? "" : "Lines \(shown.lowerBound + 1)-\(shown.upperBound) of \(text.lines.count)"
    sheet.line("\(text.kind.title)   \(place)\(level)", role: .quiet)
    sheet.focus(column: sheet.columns.lowerBound)
    if text.text != nil, text.lines.isEmpty { sheet.line("The reader has written nothing down.", role: .quiet) }
    for index in shown {
        let isMatch = index == text.match
        if isMatch { sheet.focus(column: sheet.columns.lowerBound) }
        sheet.line(text.lines[index], role: isMatch ? .focus : .text)
    }
    guard text.isTyping || !text.find.isEmpty else { return }
    sheet.row = sheet.bottom - 1
    let matches = text.matches
    let index = text.match.flatMap { matches.firstIndex(of: $0) }
    let count = text.find.isEmpty ? "" : matches.isEmpty ? "not found" : "\((index ?? 0) + 1) of \(matches.count)"
    let field = sheet.columns.dropFirst(6).prefix(max(1, sheet.columns.count - 6 - count.count - 2))
    sheet.write("Find:", row: sheet.row, columns: sheet.columns.prefix(6), role: .quiet)
    let typed = String(PrintableText(text.find).string.suffix(max(1, field.count - 1)))
    sheet.write(typed, row: sheet.row, columns: field, role: text.isTyping ? .focus : .text)
    sheet.write(count, row: sheet.row, columns: sheet.columns, align: .trailing, role: .quiet)
    if text.isTyping { sheet.focus(column: field.lowerBound + min(field.count - 1, PrintableText(typed).columns)) }
}

extension ReaderTextPage.Kind {
    var title: String {
        switch self {
        case .log: "Reader log"
        case .emvReport: "EMV report"
        }
    }
}

extension ReaderService.LogLevel {
    var words: String {
        switch self {
        case .nothing: "nothing"
        case .errors: "errors"
        case .events: "what happens"
        case .everything: "everything"
        case .debugging: "all for its makers"
        }
    }
}

extension AppState {
    func status(of scanner: ScannerPage) -> StatusLine {
        switch scanner.state {
        case .missing: StatusLine(.refused, "This reader has no scanner. Esc goes back.")
        case .off: StatusLine(.idle, "Press Enter to switch the scanner on. Esc goes back.")
        case .on where scanner.mode.isButtonMode:
            StatusLine(.working, "Hold a code before the reader and press its button. Esc switches it off.")
        case .on: StatusLine(.working, "Hold a code before the reader. Esc switches it off.")
        case .ending: StatusLine(.working, "Wait until the reader has switched its scanner off.")
        }
    }

    func status(of text: ReaderTextPage) -> StatusLine {
        if text.isTyping {
            return StatusLine(.idle, "Type what to look for. Enter goes to the text; n is the next place.")
        }
        if text.isWaiting { return StatusLine(.working, "Asking the reader ...") }
        if text.text == nil { return StatusLine(.idle, "Press R to ask the reader for it.") }
        return text.kind == .log
            ? StatusLine(.good, "/ finds, s saves it, R reads it again, 0-4 how much is logged, X empties it.")
            : StatusLine(.good, "/ finds, s saves it, R reads it again. Esc goes back.")
    }
}
