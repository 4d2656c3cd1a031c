import Receipts
import Testing

@testable import Printing

@Suite("Receipt printers") struct ESCPOSStreamTests {
    private func printed(
        _ receipt: PrintedReceipt, _ printer: PrinterProfile = PrinterProfile()
    ) throws -> (reader: ESCPOSReader, substitutions: [Substitution]) {
        let stream = try ESCPOSStream(receipt, for: printer)
        let reader = try ESCPOSReader(stream.bytes, columns: printer.columns, page: printer.codePage)
        return (reader, stream.substitutions)
    }

    @Test("a copy of a simulated sale, with all that stands around it") func complete() throws {
        let receipt = PrintedReceipt(
            try Sample.document("visa-chip-pin"), shop: Sample.shop,
            reprint: .init(number: 2, printedAt: "2026-10-05 09:00"), isSimulated: true, code: "f0edc393-d458")
        let (reader, substitutions) = try printed(receipt)
        #expect(
            reader.text == #"""
                                  /\_/\
                                 ( o.o )
                                  > ^ <

                             The Corner Shop
                              12 High Street

                [double]       COPY 2
                [double]      SIMULATED
                         Printed 2026-10-05 09:00

                             The Corner Shop
                              12 High Street
                              London SE1 9GF
                            Tel. 020 7946 0000
                ------------------------------------------
                                   SALE
                AMOUNT                           GBP 12.50
                TOTAL                            GBP 12.50
                CARD              VISA **** **** **** 1111
                APPLICATION                     VISA DEBIT
                ENTRY                                 CHIP
                                 APPROVED
                AID                         A0000000031010
                VERIFIED                      PIN VERIFIED
                AUTH CODE                           091824
                REFERENCE                        T1-000418
                ID           f0edc393-d458-4c14-8944-9d70d
                                                   98f2be1
                DATE                            2026-10-04
                TIME                              14:32:05
                MID                             1234567890
                TID                               00012345
                TRANSACTION                            418
                              CUSTOMER COPY
                         Please keep this receipt

                            *** SIMULATED ***
                              NO MONEY MOVED

                                Thank you
                                Come again

                [code f0edc393-d458]
                [cut]
                """#)
        #expect(substitutions == [])
        #expect(reader.centered == ["f0edc393-d458"])
    }

    @Test("the printer is told the code page and that letters are single bytes of ASCII's kind") func set() throws {
        for page in CodePage.allCases {
            let (reader, _) = try printed(Sample.receipt("<p>a"), PrinterProfile(codePage: page))
            #expect(reader.codePageNumber == page.standardNumber)
            #expect(reader.isASCIIBase)
        }
        let (reader, _) = try printed(
            Sample.receipt("<p>a"), PrinterProfile(codePage: .cp1252, codePageNumber: 71))
        #expect(reader.codePageNumber == 71)
    }

    @Test("no two code pages have the same number") func numbers() {
        let pages = CodePage.allCases.filter { $0.doubleByteSet == nil }
        #expect(Set(pages.map(\.standardNumber)).count == pages.count)
    }

    @Test("a printer for Japan prints kanji and kana as they are, in columns of half and of full width")
    func japanese() throws {
        let receipt = PrintedReceipt(
            try Sample.document("japanese"), shop: ShopLines(header: "寿司処 さくら"),
            reprint: .init(number: 1, printedAt: "2026-10-05 09:00"), isSimulated: false)
        let (reader, substitutions) = try printed(receipt, PrinterProfile(codePage: .shiftJIS, columns: 32))
        #expect(reader.isShiftJIS && reader.codePageNumber == 1)
        #expect(substitutions == [])
        #expect(reader.text == Sample.japaneseOnPaper)
    }

    @Test("letters of two bytes are underlined by a command of their own") func underlinedDoubles() throws {
        let (reader, _) = try printed(
            Sample.receipt("<p><u>a寿司b</u> <b>寿</b>"), PrinterProfile(codePage: .shiftJIS))
        #expect(reader.underlined == ["a寿司b "])
        #expect(reader.bold == ["寿"])
    }

    @Test("a receipt in Chinese or Korean comes out in its own letters", arguments: [CodePage.gbk, .big5, .eucKR])
    func eastAsia(page: CodePage) throws {
        let word = page == .eucKR ? "영수증" : page == .gbk ? "银联支付" : "銀聯發票"
        let html = "<table><tr><td>\(word)<td align=right>12.50</table>"
        let (reader, substitutions) = try printed(Sample.receipt(html), PrinterProfile(codePage: page, columns: 20))
        let gap = String(repeating: " ", count: 20 - 2 * word.count - 5)
        #expect(reader.output.first == .line("\(word)\(gap)12.50"))
        #expect(substitutions == [] && !reader.isShiftJIS)
    }

    @Test("bold and underlined words are switched on and off around them") func emphasis() throws {
        let (reader, _) = try printed(Sample.receipt("<p>a <b>b</b> <u>c</u> <i>d</i> <b><u>e</u></b>"))
        #expect(reader.bold == ["b ", "e"])
        #expect(reader.underlined == ["c ", "d ", "e"])
        #expect(reader.output == [.line("a b c d e"), .cut])
    }

    @Test("a printer without a knife feeds the paper out, one without codes prints their text") func lesser() throws {
        let (reader, _) = try printed(
            Sample.receipt("<p>a", code: "T1-000418"), PrinterProfile(hasCutter: false, hasCodes: false))
        #expect(reader.output == [.line("a"), .line(""), .line("T1-000418"), .feed(5)])
        #expect(reader.centered == ["T1-000418"])
    }

    @Test("room for a signature is left above its line, never in two prints alike", arguments: [1, 2])
    func signature(number: Int) throws {
        let receipt = PrintedReceipt(
            try Sample.document("amex-swiped-signature"), reprint: .init(number: number, printedAt: "now"),
            isSimulated: false)
        let (reader, _) = try printed(receipt, PrinterProfile(columns: 32))
        let start = try #require(reader.output.firstIndex(of: .line("SIGN BELOW")))
        let rule = String(repeating: "-", count: 32)
        #expect(reader.output[(start + 1)...].prefix(4) == [.line(""), .line(""), .line(""), .line(rule)])
        #expect(reader.output.contains(.doubleLine("     COPY \(number)")))
    }

    @Test(
        "a place to sign is added where one is needed and the reader's receipt has none",
        arguments: [
            ("visa-chip-pin", true, 1), ("visa-chip-pin", false, 0), ("amex-swiped-signature", true, 0),
            ("tip-line-to-fill-in", true, 0),
        ])
    func signatureAdded(name: String, isToBeSigned: Bool, added: Int) throws {
        let receipt = PrintedReceipt(
            try Sample.document(name), shop: Sample.shop, isSimulated: false, isToBeSigned: isToBeSigned)
        let (reader, _) = try printed(receipt)
        let label = reader.output.firstIndex(of: .line("           Customer's signature"))
        #expect((label == nil ? 0 : 1) == added)
        guard let label else { return }
        let rule = String(repeating: "-", count: 42)
        #expect(reader.output[..<label].suffix(4) == [.line(""), .line(""), .line(""), .line(rule)])
    }

    @Test("every receipt comes out within the paper on every code page", arguments: Sample.names)
    func corpus(name: String) throws {
        let receipt = PrintedReceipt(try Sample.document(name), shop: Sample.shop, isSimulated: true, code: "T1")
        let papers = CodePage.allCases.map { PrinterProfile(codePage: $0) }
        for printer in papers + [32, 48].map({ PrinterProfile(columns: $0) }) {
            let (reader, _) = try printed(receipt, printer)
            #expect(reader.output.contains(.code("T1")))
            #expect(reader.output.last == .cut)
        }
    }

    @Test("no line of a receipt is missing on a printer that has not one of its letters", arguments: Sample.names)
    func noLineLost(name: String) throws {
        // The same number of lines that hold text, in the same order: what has letters has some on paper.
        let document = try Sample.document(name)
        let receipt = PrintedReceipt(document, isSimulated: false)
        let (reader, _) = try printed(receipt, PrinterProfile(codePage: .cp437, columns: 1000))
        let lines = ReceiptLayout(columns: 1000, signingRows: 3, width: displayWidth).lines(of: document)
        let text = reader.output.compactMap { output -> String? in
            if case .line(let line) = output { line } else { nil }
        }
        #expect(text.count == lines.count)
        for (line, original) in zip(text, lines) where !original.isEmpty {
            #expect(line.contains { $0 != " " }, "\(original)")
        }
    }

    @Test(
        "a code that is too long, or no plain text, is left out rather than cut",
        arguments: ["", "a b", "é", "a\n", String(repeating: "1", count: 257)])
    func oddCode(code: String) throws {
        #expect(try Sample.receipt("<p>a", code: code).code == nil)
        let longest = String(repeating: "1", count: 256)
        let (reader, _) = try printed(Sample.receipt("<p>a", code: longest))
        #expect(reader.output.contains(.code(longest)))
    }

    @Test("a receipt without end takes some paper, and says what is missing") func endless() throws {
        let html = String(repeating: "<hr>", count: 65_000)
        let (reader, _) = try printed(Sample.receipt(html), PrinterProfile(columns: 32))
        #expect(reader.output.count == PrintJob.rowsMax + 3)
        #expect(reader.output.suffix(3) == [.line("(64000 more lines are not"), .line("printed)"), .cut])
    }

    @Test("there are receipts to try") func samples() {
        #expect(Sample.names.count >= 25)
    }

    @Test("commands in the shop's lines or the receipt are text on paper at most") func injected() throws {
        let receipt = PrintedReceipt(
            try ReceiptDocument(html: "<p>a\u{1B}@b\u{1D}V\u{0}&#29;V&#0; \u{1B}p\u{0}"),
            shop: ShopLines(header: "x\u{1B}@y\u{1D}V\u{0}"), reprint: .init(number: 1, printedAt: "\u{1B}@now"),
            isSimulated: false)
        let (reader, _) = try printed(receipt)
        #expect(reader.output.filter { $0 == .cut }.count == 1)
        #expect(reader.text.contains("x@yV"))
        #expect(reader.text.contains("Printed @now"))
    }
}
