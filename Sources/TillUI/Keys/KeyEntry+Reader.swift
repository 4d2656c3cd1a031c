import TillCore

extension KeyEntry {
    static func scanner(_ scanner: ScannerPage) -> [KeyEntry] {
        var table: [KeyEntry] = []
        let isOff = scanner.state == .off || scanner.state == .missing
        if isOff {
            table = [
                KeyEntry(
                    "Enter b", "Scan", "Switches the scanner on.", [.confirm, .barcode], essential: true),
                KeyEntry("1", "One or many", "Whether it goes on after a code.", [.digit(1)]),
                KeyEntry("2", "Button", "Whether it scans only while its button is pressed.", [.digit(2)]),
                KeyEntry("3", "Time", "After how long without a code it switches itself off.", [.digit(3)]),
            ]
        }
        if scanner.codes.count > 1 {
            table += [
                KeyEntry("j k", "Scroll", "Shows later or earlier codes, like the arrows.", [.down, .up]),
                KeyEntry("g G", "", "To the first or last code, like Home and End.", [.top, .bottom]),
            ]
        }
        if scanner.state != .ending {
            table.append(
                KeyEntry(
                    "Esc", isOff ? "Back" : "Off",
                    isOff
                        ? "Back to where you came from. - does the same."
                        : "Switches the scanner off. - does the same.",
                    [.back, .erase], essential: true))
        }
        return table + [help]
    }

    static func readerText(_ text: ReaderTextPage, _ state: AppState) -> [KeyEntry] {
        let scrolls = text.lines.count > state.textRows
        if text.isTyping { return textField(scrolls: scrolls) }
        var table: [KeyEntry] = []
        if scrolls {
            table = [
                KeyEntry("j k", "Scroll", "Scroll by a line, like the arrows.", [.down, .up]),
                KeyEntry("PgDn", "", "Scrolls on by a screen; PgUp back.", [.pageDown, .pageUp]),
                KeyEntry("g G", "", "To the first or last line, like Home and End.", [.top, .bottom]),
            ]
        }
        table.append(KeyEntry("/", "Find", "Types what to look for. F3 does the same.", [.find]))
        if !text.find.isEmpty {
            table.append(KeyEntry("n N", "", "To the next place, or the one before.", [.no, .previousMatch]))
        }
        if text.text != nil { table.append(KeyEntry("s", "Save", "Saves it as a file, for the help desk.", [.save])) }
        table.append(KeyEntry("R", "Read again", "Asks the reader again.", [.refresh]))
        if text.kind == .log {
            table += [
                KeyEntry("0-4", "", "How much is logged: 0 nothing, 1 errors, 3 everything, 4 all.", digitsOfLevels),
                KeyEntry("X", "", "Empties the reader's log; asks first.", [.forget]),
            ]
        }
        let back: KeyEntry =
            text.find.isEmpty
            ? KeyEntry(
                "Esc", "Back", "Back to where you came from. Enter and - too.", [.back, .confirm, .erase],
                essential: true)
            : KeyEntry(
                "Esc", "Clear", "Looks for nothing. Enter and - go back.", [.back, .confirm, .erase], essential: true)
        return table + [back, help]
    }

    private static let digitsOfLevels = Set(ReaderService.LogLevel.allCases.map { AppCommand.digit($0.rawValue) })

    private static func textField(scrolls: Bool) -> [KeyEntry] {
        var table = [
            KeyEntry("Enter", "To the text", "Leaves the field; the place stays marked.", [.confirm], essential: true)
        ]
        if scrolls {
            table += [
                KeyEntry("Down", "", "Scrolls on by a line; Up back.", [.down, .up]),
                KeyEntry("PgDn", "", "Scrolls on by a screen; PgUp back.", [.pageDown, .pageUp]),
                KeyEntry("Home", "", "To the first line; End to the last.", [.top, .bottom]),
            ]
        }
        return table + [
            KeyEntry("Backspace", "", "Takes back the last character.", [.erase]),
            KeyEntry("Esc", "Clear", "Looks for nothing, and leaves the field.", [.back], essential: true),
            KeyEntry("F1", "Help", "This page.", [.help], essential: true),
        ]
    }
}
