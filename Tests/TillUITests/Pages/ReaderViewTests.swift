import Testing
import TillCore

@testable import TillUI

@Suite("The reader's pages on the screen") struct ReaderViewTests {
    @Test("a token is shown where it was asked for") func token() throws {
        let text = try AllPages.shop("tokenized").picture().text
        #expect(text.contains("Token 11111111-2222-3333-4444-555555555555"))
        #expect(text.contains("No money was taken."))
    }

    @Test("an update that does not move says so, and how to leave it") func still() throws {
        var shop = AllPages.service("12")
        shop.press(.yes, .confirm)
        shop.recordService(.update)
        shop.wait(seconds: 170)
        #expect(shop.picture().lines.last?.hasPrefix(" Esc Cancel") == true)
        shop.wait(seconds: 20)
        #expect(shop.picture().text.contains("No change for 3 min. Esc leaves it"))
        #expect(shop.picture().lines.last?.hasPrefix(" Esc Leave it") == true)
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
