import HeftKit
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The pages of the reader") struct ReaderPageTests {
    // MARK: The scanner

    @Test("b opens the scanner's page, and Enter switches it on as it was chosen") func scan() throws {
        var till = Till.ready()
        till.press(.barcode)
        for digit in 1...3 { till.press(.digit(digit)) }
        let effects = till.press(.confirm)
        var mode = ReaderService.ScannerMode()
        (mode.isMultiScan, mode.isButtonMode, mode.timeoutSeconds) = (false, false, 120)
        #expect(effects.contains(.desk(.start(ReaderService.scan(mode).operation))))
        #expect(try #require(till.scanner).state == .on)
        till.press(.digit(1))
        #expect(try #require(till.scanner).mode == mode)
    }

    @Test("each code is listed, also under the help") func codes() throws {
        var till = Till.ready()
        till.press(.barcode)
        till.press(.confirm)
        till.give(code("4006381333931"))
        till.press(.help)
        till.give(code("5012345678900"))
        till.press(.back)
        #expect(try #require(till.scanner).codes.map(\.text) == ["4006381333931", "5012345678900"])
    }

    @Test("Esc switches it off, and leaves once it is off") func off() throws {
        var till = Till.ready()
        till.press(.barcode)
        till.press(.confirm)
        #expect(till.press(.back).contains(.desk(.cancelOperation)))
        #expect(till.press(.back).isEmpty)
        #expect(try #require(till.scanner).state == .ending)
        till.end(.xml(.posCancelled, PayloadXML.Element("enableScannerResponse")))
        #expect(try #require(till.scanner).state == .off)
        #expect(till.state.hint == nil)
        till.press(.back)
        #expect(till.state.page == .sale)
    }

    @Test("a scanner that switches itself off says so, and one that is not there too") func itself() throws {
        var till = Till.ready()
        till.press(.barcode)
        till.press(.confirm)
        till.end(.xml(.success, PayloadXML.Element("enableScannerResponse")))
        #expect(till.state.hint == .scannerWentOff)
        till.press(.confirm)
        till.end(.xml(.scannerIsNotSupported, PayloadXML.Element("enableScannerResponse")))
        #expect(try #require(till.scanner).state == .missing)
    }

    @Test("neither the menu nor the palette covers a scanner that is on") func covered() {
        var till = Till.ready()
        till.press(.barcode)
        till.press(.confirm)
        till.press(.palette)
        #expect(till.scanner != nil)
        #expect(till.state.hint == .answerFirst)
    }

    // MARK: Long texts

    @Test("the log is asked for as its page opens, and set in lines for the window") func log() throws {
        var till = Till.readingLog("one\n" + String(repeating: "x", count: 100))
        #expect(try #require(till.text).lines.map(\.count) == [3, 76, 24])
        till.give(.window(WindowSize(columns: 40, rows: 12)))
        #expect(try #require(till.text).lines.map(\.count) == [3, 38, 38, 24])
    }

    @Test("a document without line ends is broken between its elements") func report() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("16")
        till.press(.confirm)
        let data = PayloadXML.Element("Data", text: "<A><B>1</B></A>")
        till.end(.xml(.success, PayloadXML.Element("getReportResponse", children: [data])))
        #expect(try #require(till.text).lines == ["<A>", "<B>1</B>", "</A>"])
    }

    @Test("it is scrolled to its last line and no further") func scroll() throws {
        var till = Till.readingLog((1...50).map { "\($0)" }.joined(separator: "\n"))
        till.press(.bottom)
        let last = try #require(till.text).scroll
        #expect(last == 32)
        till.press(.down)
        #expect(try #require(till.text).scroll == last)
        till.press(.up)
        #expect(try #require(till.text).scroll == last - 1)
        till.press(.top)
        #expect(try #require(till.text).scroll == 0)
    }

    @Test("what is looked for is found, and the next place and the one before") func find() throws {
        var till = Till.readingLog("Card read\nPIN\ncard removed\nend")
        till.press(.find)
        till.write("CARD")
        till.press(.confirm)
        #expect(try #require(till.text).match == 0)
        till.press(.no)
        #expect(try #require(till.text).match == 2)
        till.press(.previousMatch)
        #expect(try #require(till.text).match == 0)
        till.press(.back)
        #expect(try #require(till.text).find.isEmpty)
        till.press(.find)
        till.write("nothing")
        till.press(.confirm)
        #expect(till.state.hint == .notInText("nothing"))
    }

    @Test("it is saved as it prints, among the logs") func save() throws {
        var till = Till.readingLog("one\u{1B}[2J\ntwo")
        let effects = till.press(.save)
        guard case .saveReceipt(let saved)? = effects.first else {
            Issue.record("nothing was saved: \(effects)")
            return
        }
        #expect(saved.text == "one[2J\ntwo\n")
        #expect(saved.folder == .logs)
        #expect(saved.name.hasPrefix("reader-log-"))
        #expect(saved.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" })
    }

    @Test("a digit sets how much is logged", arguments: ReaderService.LogLevel.allCases)
    func level(level: ReaderService.LogLevel) throws {
        var till = Till.readingLog("one")
        let effects = till.press(.digit(level.rawValue))
        #expect(effects.contains(.desk(.start(ReaderService.setLogLevel(level).operation))))
        till.end(.plain(.success))
        #expect(try #require(till.text).level == level)
    }

    @Test("the log is emptied after a question, and read again") func empty() throws {
        var till = Till.readingLog("one")
        till.press(.forget)
        #expect(till.press(.confirm, after: 1000).isEmpty)
        till.press(.forget)
        till.press(.yes, after: 1000)
        #expect(till.press(.confirm).contains(.desk(.start(.resetLog))))
        let again = till.end(.plain(.success))
        #expect(again.contains(.desk(.start(.getLog))))
        till.end(.log(.noDataAvailable, text: []))
        #expect(try #require(till.text).lines.isEmpty)
    }

    @Test("a reader that does not give it says so, and can be asked again") func refused() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("15")
        till.press(.confirm)
        till.end(.log(.invalidData, text: []))
        #expect(till.state.hint == .readerRefused)
        #expect(till.press(.refresh).contains(.desk(.start(.getLog))))
        till.give(.linkEnded(.broken))
        #expect(try #require(till.text).isWaiting == false)
        #expect(till.state.hint == .notConnected)
    }

    @Test("a reader that was away is asked when it is back") func away() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("15")
        till.press(.confirm)
        till.give(.linkEnded(.broken))
        till.give(.reconnectDue)
        till.give(.connected(.counter, isResultPending: false))
        #expect(try #require(till.text).isWaiting)
        #expect(till.state.hint == nil)
        till.end(.log(.success, text: Array("one".utf8)))
        #expect(try #require(till.text).lines == ["one"])
    }

    @Test("the log is offered after an update") func afterUpdate() {
        var till = Till.ready()
        till.press(.menu)
        till.write("12")
        till.press(.confirm)
        till.press(.yes, after: 1000)
        till.press(.confirm)
        till.finish(answer(.processed), wasRelayed: false)
        till.press(.digit(1), after: 1000)
        #expect(till.press(.confirm).contains(.desk(.start(.getLog))))
        #expect(till.text != nil)
    }

    private func code(_ text: String) -> DeskEvent {
        var event = StatusEvent(unreadable: .scannerEvent)
        event.scannedCode = text
        return .status(event)
    }
}

extension Till {
    fileprivate var scanner: ScannerPage? {
        if case .scanner(let scanner) = state.page { scanner } else { nil }
    }

    fileprivate var text: ReaderTextPage? {
        if case .readerText(let text) = state.page { text } else { nil }
    }

    /// The reader's answer to what it was asked beside the books.
    @discardableResult
    fileprivate mutating func end(_ result: ReaderSession.OperationResult) -> [AppEffect] {
        guard case .serving(_, let service) = state.desk.phase else { return [] }
        return give(.finished(completion(result, of: service.operation)))
    }

    fileprivate static func readingLog(_ text: String) -> Till {
        var till = Till.ready()
        till.press(.menu)
        till.write("15")
        till.press(.confirm)
        till.end(.log(.success, text: Array(text.utf8)))
        return till
    }
}
