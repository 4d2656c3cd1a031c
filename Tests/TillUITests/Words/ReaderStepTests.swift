import Testing
import TillCore

@testable import HeftWire
@testable import TillUI

@Suite("What the reader says") struct ReaderStepTests {
    @Test("the table has every status of the protocol") func whole() {
        let codes = Array(UInt16(0x01)...0x3A) + [0x40, 0x41, 0x9999]
        #expect(Status.all.map(\.code) == codes)
    }

    @Test("every status has a plain sentence, something to do, and what the cardholder sees", arguments: Status.all)
    func words(status: Status) throws {
        let event = try StatusEvent(status: status, xml: [])
        let step = ReaderStep(event)
        #expect(step != .other)
        #expect(step.advice.hasSuffix("."))
        #expect((1...26).contains(step.mirror.top.count))
        #expect(step.mirror.top == step.mirror.top.uppercased())
        for text in [event.sentence, step.advice, step.mirror.top, step.mirror.bottom] {
            #expect(!text.contains("0x") && !text.contains("!") && !text.lowercased().contains("retry"))
        }
        // The longest answer to "can it be cancelled" fits behind it on the status line's two rows.
        let line = StatusLine(.working, "\(event.sentence) \(CancelState.customerOnly.sentence)")
        #expect(line.lines(columns: 60).last?.hasSuffix("…") == false)
    }

    @Test("every status is shown in the mirror while an operation runs", arguments: Status.all)
    func mirror(status: Status) throws {
        var shop = Shop.ready()
        shop.charge()
        try shop.status(status.code)
        let step = ReaderStep(try StatusEvent(status: status, xml: []))
        #expect(shop.picture().text.contains("│    \(step.mirror.top) "))
        #expect(shop.picture(60, 18).text.contains("Reader shows: \(step.mirror.top)"))
        #expect(shop.picture(40, 12).text.contains("Reader: \(step.mirror.top)"))
    }

    @Test("an unknown status shows the reader's own words and its number") func ownWords() throws {
        var shop = Shop.ready()
        shop.charge()
        try shop.status(0x7777, "Please hold the line")
        let text = shop.picture().text
        #expect(text.contains("Please hold the line (0x7777). It cannot be cancelled now."))
        #expect(text.contains("│    Please hold the line "))
        #expect(text.contains("│    status 0x7777 "))
        #expect(text.contains("14:02:05  Please hold the line"))
        try shop.status(0x07F3)
        #expect(shop.picture().lines[22].contains("Unknown status 0x07F3. It cannot"))
    }

    // MARK: Warnings

    private func warned() throws -> Shop {
        var shop = Shop.ready()
        shop.charge()
        shop.wait()
        try shop.status(0x14, cancel: true)
        try shop.status(0x0F, cancel: true)
        try shop.status(0x2D, cancel: true)
        try shop.status(0x14, cancel: true)
        return shop
    }

    private func line(_ shop: Shop) -> String { shop.picture().lines[22] }

    @Test("a warning stays three seconds, then the next one, and all stand in the list") func held() throws {
        var shop = try warned()
        #expect(line(shop) == " !!  The card could not be read. Esc cancels.")
        #expect(shop.picture().text.contains("TAP, INSERT OR SWIPE CARD"))
        for text in ["The card could not be read", "The card has a chip", "Waiting for card"] {
            #expect(shop.picture().lines.contains { $0.contains("14:02:06  \(text)") })
        }
        shop.wait(seconds: 2)
        #expect(line(shop).contains("could not be read"))
        shop.wait()
        #expect(line(shop) == " !!  The card has a chip: insert it. Esc cancels.")
        shop.wait(seconds: 2)
        #expect(line(shop).contains("insert it"))
        shop.wait()
        #expect(line(shop) == " ..  Waiting for card. Esc cancels.")
    }

    @Test("a key goes on from a warning") func key() throws {
        var shop = try warned()
        shop.wait()
        shop.press(.other)
        #expect(line(shop) == " ..  Waiting for card. Esc cancels.")
    }

    @Test("a reader that chatters does not keep the status line behind for long") func chatter() throws {
        var shop = try warned()
        for _ in 0..<50 { try shop.status(0x0F) }
        try shop.status(0x21)
        shop.wait(seconds: 9)
        #expect(line(shop).contains("Asking the bank."))
    }
}
