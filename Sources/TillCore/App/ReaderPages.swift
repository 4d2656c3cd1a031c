import TillJournal

/// The scanner of the reader, and the codes that it has read.
package struct ScannerPage: Equatable, Sendable {
    package struct Code: Equatable, Sendable {
        package var at: Timestamp
        package var text: String
    }

    package enum State: Equatable, Sendable {
        case off
        case on
        /// The reader was told to switch it off, and has not said so yet.
        case ending
        /// The reader has none.
        case missing
    }

    package var mode = ReaderService.ScannerMode()
    package var state = State.off
    /// Oldest first.
    package var codes: [Code] = []
    /// How many of the last codes are below those that are shown.
    package var scroll = 0
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }

    /// So many codes are kept.
    static let codesMax = 1000
    /// The times without a code that can be chosen, in seconds.
    static let timeouts: [UInt16] = [30, 60, 120, 300]
}

/// A long text of the reader: its log, or the report of its chip configuration.
package struct ReaderTextPage: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case log
        case emvReport
    }

    package var kind: Kind
    /// As it came; nil until the reader has given it.
    package var text: String?
    /// The text, set for the window.
    package var lines: [String] = []
    /// The first line that is shown.
    package var scroll = 0
    /// What is looked for; empty for nothing.
    package var find = ""
    package var isTyping = false
    /// The line that was found and is shown.
    package var match: Int?
    /// How much the reader logs, as far as it was told from here.
    package var level: ReaderService.LogLevel?
    /// The reader works on it.
    package var isWaiting = false
    /// Where Esc goes.
    package var under: Page

    package init(_ kind: Kind, under: Page) {
        self.kind = kind
        self.under = under
    }

    static let findMax = 60
    /// A text is kept up to so many characters.
    static let textMax = 400_000

    /// The lines that hold what is looked for.
    package var matches: [Int] {
        if find.isEmpty { return [] }
        let wanted = find.lowercased()
        return lines.indices.filter { lines[$0].lowercased().contains(wanted) }
    }

    var service: ReaderService {
        switch kind {
        case .log: .readLog
        case .emvReport: .readEMVReport
        }
    }

    /// Sets the text in lines of at most so many characters. A document without line ends is broken between its elements.
    mutating func set(columns: Int) {
        guard let text else { return }
        let broken = kind == .emvReport ? text.split(separator: "><").joined(separator: ">\n<") : text
        lines = broken.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            line -> [String] in
            guard line.count > columns else { return [String(line)] }
            var pieces: [String] = []
            var rest = line
            while !rest.isEmpty {
                pieces.append(String(rest.prefix(columns)))
                rest = rest.dropFirst(columns)
            }
            return pieces
        }
        if lines.last == "" { lines.removeLast() }
        match = match.flatMap { _ in matches.first }
        scroll = min(scroll, max(0, lines.count - 1))
    }
}
