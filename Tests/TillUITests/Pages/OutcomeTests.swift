import Testing
import TillCore
import TillJournal

@testable import TillUI

@Suite("Outcomes on the screen") struct OutcomeTests {
    private static let forbidden = ["retry", "try again", "repeat", "failed", "declined", "not charged"]

    @Test(
        "no page of a sale in doubt invites to charge again, whatever the reader says",
        arguments: ["unknown", "still unknown", "unfinished"])
    func unknownPages(name: String) throws {
        var shop = try AllPages.shop(name)
        for command in [AppCommand.other, .details, .help] {
            shop.press(command)
            for (columns, rows) in [(80, 24), (60, 18), (40, 12), (30, 8)] {
                let words = shop.picture(columns, rows).words.lowercased()
                for word in Self.forbidden { #expect(!words.contains(word)) }
            }
        }
    }

    @Test("no hint on such a page does, nor says that no money was taken", arguments: WordsTests.hints)
    func unknownHints(hint: Hint) {
        let line = hint.line(isInDoubt: true).text.lowercased()
        for word in Self.forbidden + ["no money was taken"] { #expect(!line.contains(word)) }
    }

    @Test("asking the reader says so, and sounds no different") func asking() throws {
        var shop = try AllPages.result(.unknown)
        shop.press(.confirm)
        let words = shop.picture().words.lowercased()
        #expect(words.contains("asking hilite 8421 for the result it may hold. this charges nothing."))
        for word in Self.forbidden { #expect(!words.contains(word)) }
    }

    @Test("a link that broke is told on the page of an unknown sale, with a countdown") func lost() throws {
        var shop = try AllPages.result(.unknown)
        shop.send(.desk(.linkEnded(.broken)))
        shop.send(.desk(.reconnectDue))
        shop.send(.desk(.linkEnded(.broken)))
        #expect(shop.picture().words.contains("Unknown: 12.50 GBP. Looking for HiLite 8421 ... next in 1 s."))
    }

    @Test("word and frame tell the outcomes apart without colour") func apart() throws {
        let looks = try ["approved", "declined", "partly paid", "cancelled", "not paid", "unknown"].map { name in
            String(try AllPages.shop(name).picture().lines[1].prefix(15))
        }
        #expect(
            looks == [
                "=== APPROVED ==", "xxx DECLINED xx", "~~~ PARTLY PAID", "xxx CANCELLED x", "xxx NOT PAID xx",
                "??? UNKNOWN ???",
            ])
    }

    @Test("an answer to an earlier sale names that sale") func earlier() throws {
        var shop = AllPages.unfinished()
        shop.press(.confirm)
        var record = try #require(shop.state.desk.inDoubt.first)
        record.outcome = shop.outcome(.approved, record.intent.amount)
        shop.send(.desk(.outcomeRecorded(record)))
        shop.wait()
        let canvas = shop.picture()
        #expect(canvas.lines[1].hasPrefix("=== APPROVED (earlier sale) ="))
        #expect(canvas.words.contains("the answer to the sale of 14:02, not to a new one. Nothing more to take."))
    }

    @Test("Esc does not leave a sale that was paid in part; a choice does") func due() throws {
        var shop = try AllPages.partlyPaid()
        shop.press(.back)
        #expect(shop.picture().lines[22] == " !!  A part is still due. Choose how it is paid, then press Enter.")
        shop.press(.digit(2), .confirm)
        #expect(shop.picture().lines[1].contains("STILL DUE 17.57 GBP"))
    }

    @Test("the rest of a sale that was paid in part is filled in for another card, and not charged") func rest() throws
    {
        var shop = try AllPages.partlyPaid()
        shop.press(.anotherCard)
        #expect(shop.state.page == .sale)
        #expect(shop.state.entry.amount.decimal == "17.57")
    }
}
