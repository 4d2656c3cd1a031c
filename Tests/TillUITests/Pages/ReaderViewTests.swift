import Testing
import TillCore

@testable import TillUI

@Suite("The reader's pages on the screen") struct ReaderViewTests {
    @Test("the codes of the scanner") func scanner() throws {
        expectScreen(
            try AllPages.shop("scanning").picture(80, 24),
            """
            |
            """)
    }

    @Test("the codes of the scanner in a small window") func scannerSmall() throws {
        expectScreen(
            try AllPages.shop("scanning").picture(40, 12),
            """
            |
            """)
    }

    @Test("the codes of the scanner in a large window") func scannerLarge() throws {
        expectScreen(
            try AllPages.shop("scanning").picture(120, 40),
            """
            |
            """)
    }

    @Test("the reader's log") func log() throws {
        expectScreen(
            try AllPages.shop("reader log found").picture(80, 24),
            """
            |
            """)
    }

    @Test("the reader's log in a small window") func logSmall() throws {
        expectScreen(
            try AllPages.shop("reader log found").picture(40, 12),
            """
            |
            """)
    }

    @Test("the reader's log in a large window") func logLarge() throws {
        expectScreen(
            try AllPages.shop("reader log found").picture(120, 40),
            """
            |
            """)
    }

    @Test("the EMV report") func report() throws {
        expectScreen(
            try AllPages.shop("EMV report").picture(80, 24),
            """
            |
            """)
    }

    @Test("the EMV report in a small window") func reportSmall() throws {
        expectScreen(
            try AllPages.shop("EMV report").picture(40, 12),
            """
            |
            """)
    }

    @Test("the EMV report in a large window") func reportLarge() throws {
        expectScreen(
            try AllPages.shop("EMV report").picture(120, 40),
            """
            |
            """)
    }

    @Test("a token is shown where it was asked for") func token() throws {
        let text = try AllPages.shop("tokenized").picture().text
        #expect(text.contains("Token 11111111-2222-3333-4444-555555555555"))
        #expect(text.contains("No money was taken."))
    }

    @Test("after an update the log is offered") func update() throws {
        #expect(try AllPages.shop("updated").picture().text.contains("1  Show what the reader has written down"))
    }

    @Test("control characters of a reader are no part of the screen") func hostile() {
        var shop = AllPages.text("15")
        shop.answer(.log(.success, text: Array("bell\u{7} \u{1B}[2J clear \u{202E} turned".utf8)))
        let text = shop.picture().text
        #expect(text.contains("bell"))
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{202E}" })
    }
}
