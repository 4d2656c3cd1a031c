extension AppState {
    // MARK: The scanner

    mutating func openScanner(under: Page) -> [AppEffect] { turn(to: .scanner(ScannerPage(under: under))) }

    mutating func takeScanner(_ command: AppCommand, _ scanner: ScannerPage) -> [AppEffect] {
        var scanner = scanner
        let isOff = scanner.state == .off || scanner.state == .missing
        switch command {
        case .confirm, .barcode:
            guard isOff else { return [] }
            return startScanner(scanner)
        case .digit(1) where isOff: scanner.mode.isMultiScan.toggle()
        case .digit(2) where isOff: scanner.mode.isButtonMode.toggle()
        case .digit(3) where isOff:
            let index = ScannerPage.timeouts.firstIndex(of: scanner.mode.timeoutSeconds) ?? 0
            scanner.mode.timeoutSeconds = ScannerPage.timeouts[(index + 1) % ScannerPage.timeouts.count]
        case .up: scanner.scroll = min(max(0, scanner.codes.count - 1), scanner.scroll + 1)
        case .down: scanner.scroll = max(0, scanner.scroll - 1)
        case .top: scanner.scroll = max(0, scanner.codes.count - 1)
        case .bottom: scanner.scroll = 0
        case .back, .erase:
            switch scanner.state {
            case .off, .missing: return turnBack(to: scanner.under)
            case .ending: return []
            case .on:
                scanner.state = .ending
                page = .scanner(scanner)
                return pass(.cancel)
            }
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .scanner(scanner)
        return []
    }

    private mutating func startScanner(_ scanner: ScannerPage) -> [AppEffect] {
        var scanner = scanner
        let effects = pass(.serve(.scan(scanner.mode)))
        guard case .serving = desk.phase else { return effects }
        scanner.state = .on
        scanner.scroll = 0
        page = .scanner(scanner)
        return effects
    }

    /// A code of the scanner: it is listed, whatever lies over the list.
    mutating func scanned(_ code: String) -> [AppEffect] {
        var isListed = false
        let at = now
        page.changeScanner { scanner in
            isListed = true
            scanner.codes.append(ScannerPage.Code(at: at, text: String(code.prefix(200))))
            if scanner.codes.count > ScannerPage.codesMax { scanner.codes.removeFirst() }
        }
        return isListed ? [.bell(1)] : []
    }

    // MARK: Long texts

    mutating func openText(_ kind: ReaderTextPage.Kind, under: Page) -> [AppEffect] {
        turn(to: .readerText(ReaderTextPage(kind, under: under))) + fetchText()
    }

    /// A reader that was away when its text was asked for is asked when it is back.
    mutating func fetchMissingText() -> [AppEffect] {
        guard case .readerText(let text) = page, text.text == nil, !text.isWaiting else { return [] }
        hint = nil
        return fetchText()
    }

    private mutating func fetchText() -> [AppEffect] {
        guard case .readerText(let text) = page else { return [] }
        return serve(text.service)
    }

    /// Asks the reader; the page shows that it waits.
    private mutating func serve(_ service: ReaderService) -> [AppEffect] {
        guard desk.reader != nil else {
            hint = .notConnected
            return [.bell(1)]
        }
        let effects = pass(.serve(service))
        if case .serving = desk.phase { page.changeText { $0.isWaiting = true } }
        return effects
    }

    mutating func takeText(_ command: AppCommand, _ text: ReaderTextPage) -> [AppEffect] {
        if text.isTyping, let effects = takeTextField(command, text) { return effects }
        var text = text
        let last = max(0, text.lines.count - textRows)
        switch command {
        case .down: text.scroll = min(last, text.scroll + 1)
        case .up: text.scroll = max(0, min(last, text.scroll) - 1)
        case .pageDown: text.scroll = min(last, text.scroll + textRows)
        case .pageUp: text.scroll = max(0, min(last, text.scroll) - textRows)
        case .top: text.scroll = 0
        case .bottom: text.scroll = last
        case .find: text.isTyping = true
        case .no, .previousMatch: return goToMatch(command, text)
        case .refresh: return fetchText()
        case .save:
            guard let saved = text.saved(at: now) else { return [.bell(1)] }
            return [.saveReceipt(saved)]
        case .digit(let digit):
            guard text.kind == .log, let level = ReaderService.LogLevel(rawValue: digit) else { return [.bell(1)] }
            return serve(.setLogLevel(level))
        case .forget where text.kind == .log:
            return turn(to: .service(ServiceQuestion(kind: .emptyLog, under: page)))
        case .back where !text.find.isEmpty:
            text.find = ""
            text.match = nil
        case .back, .erase, .confirm: return turnBack(to: text.under)
        default: return takeAnywhere(command)
        }
        page = .readerText(text)
        return []
    }

    /// Rows of the window that a long text of the reader has.
    package var textRows: Int { max(1, window.rows - 6) }
    private var textColumns: Int { max(1, window.columns - (window.columns >= 60 ? 4 : 2)) }

    private mutating func takeTextField(_ command: AppCommand, _ text: ReaderTextPage) -> [AppEffect]? {
        var text = text
        switch command {
        case .text(let scalar):
            guard text.find.count < ReaderTextPage.findMax, scalar.properties.generalCategory != .control else {
                return [.bell(1)]
            }
            text.look(for: text.find + String(scalar))
        case .erase where text.find.isEmpty: text.isTyping = false
        case .erase: text.look(for: String(text.find.dropLast()))
        case .confirm:
            text.isTyping = false
            if !text.find.isEmpty, text.match == nil { hint = .notInText(text.find) }
        case .back:
            text.isTyping = false
            text.look(for: "")
        case .up, .down, .pageUp, .pageDown, .top, .bottom, .help: return nil
        default: return []
        }
        page = .readerText(text)
        return []
    }

    /// The next line that holds what is looked for, or the one before; at the end it begins again.
    private mutating func goToMatch(_ command: AppCommand, _ text: ReaderTextPage) -> [AppEffect] {
        var text = text
        let matches = text.matches
        guard !text.find.isEmpty else { return [.bell(1)] }
        guard let first = matches.first, let last = matches.last else {
            hint = .notInText(text.find)
            return [.bell(1)]
        }
        let from = text.match ?? -1
        let next =
            command == .previousMatch ? matches.last { $0 < from } ?? last : matches.first { $0 > from } ?? first
        text.match = next
        text.scroll = next
        page = .readerText(text)
        return []
    }

    /// The window has another size: the text is set anew for it.
    mutating func resizeText() {
        let columns = textColumns
        page.changeText { $0.set(columns: columns) }
    }

    /// Empties the reader's log, and reads it again.
    mutating func emptyLog(under: Page) -> [AppEffect] { turnBack(to: under) + serve(.emptyLog) }

    // MARK: Answers

    mutating func served(_ service: ReaderService, _ answer: ReaderService.Answer) -> [AppEffect] {
        switch service {
        case .scan: return scannerEnded(answer)
        case .readLog, .readEMVReport: return textCame(answer)
        case .emptyLog, .setLogLevel: return logChanged(service, answer)
        }
    }

    private mutating func scannerEnded(_ answer: ReaderService.Answer) -> [AppEffect] {
        var wasEnding = false
        page.changeScanner { scanner in
            wasEnding = scanner.state == .ending
            scanner.state = answer == .noScanner ? .missing : .off
        }
        switch answer {
        case .noScanner: return [.bell(1)]
        case .scannerOff:
            if !wasEnding { hint = .scannerWentOff }
        case .linkLost: hint = .notConnected
        case .done, .text, .notDone: hint = .readerRefused
        }
        return []
    }

    private mutating func textCame(_ answer: ReaderService.Answer) -> [AppEffect] {
        let columns = textColumns
        var isShown = false
        page.changeText { page in
            isShown = true
            page.isWaiting = false
            guard case .text(let text) = answer else { return }
            page.text = String(text.prefix(ReaderTextPage.textMax))
            page.set(columns: columns)
        }
        guard isShown else { return [] }
        return failed(answer)
    }

    private mutating func logChanged(_ service: ReaderService, _ answer: ReaderService.Answer) -> [AppEffect] {
        page.changeText { page in
            page.isWaiting = false
            if case .setLogLevel(let level) = service, answer == .done { page.level = level }
        }
        guard answer == .done else { return failed(answer) }
        // The page shows what is in the log now.
        return service == .emptyLog ? fetchText() : []
    }

    private mutating func failed(_ answer: ReaderService.Answer) -> [AppEffect] {
        switch answer {
        case .done, .text, .scannerOff, .noScanner: return []
        case .linkLost: hint = .notConnected
        case .notDone: hint = .readerRefused
        }
        return [.bell(1)]
    }
}

extension ReaderTextPage {
    fileprivate mutating func look(for wanted: String) {
        find = wanted
        match = matches.first { $0 >= scroll } ?? matches.first
        if let match { scroll = match }
    }

    /// The text as a file: what prints, and nothing else.
    fileprivate func saved(at now: Timestamp) -> SavedText? {
        guard text != nil else { return nil }
        let stamp = now.localTime.prefix(19).map { $0.isNumber ? String($0) : "-" }.joined()
        let printable = lines.map { line in
            String(
                String.UnicodeScalarView(
                    line.unicodeScalars.filter { scalar in
                        switch scalar.properties.generalCategory {
                        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
                        default: true
                        }
                    }))
        }
        return SavedText(
            name: "\(kind == .log ? "reader-log" : "emv-report")-\(stamp)",
            text: printable.joined(separator: "\n") + "\n", folder: .logs)
    }
}
