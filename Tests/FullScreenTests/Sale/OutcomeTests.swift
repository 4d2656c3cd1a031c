import Glibc
import Testing

/// How payments end, each with its words and its frame, in the books as on the screen.
@Suite("Outcomes on the full screen", .drivesTill) struct OutcomeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var amount: String
        var heading: String
        var text: String
        var result: String

        var testDescription: String { "\(amount) \(heading)" }
    }

    static let cases = [
        Case(
            amount: "12.50", heading: "== APPROVED ==", text: "12.50 GBP was taken. Give the receipt.",
            result: "approved"),
        Case(
            amount: "10.00", heading: "xx DECLINED xx",
            text: "Not paid. No money was taken. Ask for another card or another way to pay.", result: "declined"),
        Case(
            amount: "20.00", heading: "xx CANCELLED xx",
            text: "The customer pressed the red key. No money was taken.", result: "cancelled"),
        Case(
            amount: "37.57", heading: "~~ PARTLY PAID ~~",
            text: "Asked 37.57 GBP  Paid now 20.00 GBP  STILL DUE 17.57 GBP", result: "partiallyApproved"),
    ]

    @Test("an outcome has its words, its frame, and one row in the books", arguments: cases)
    func outcome(expected: Case) throws {
        let till = try Till.ready()
        try till.charge(expected.amount)
        try till.see(expected.heading, expected.text)
        till.program.signal(SIGTERM)
        try till.expectExit(0)
        let history = try till.folder.history()
        #expect(history.map(\.result) == [expected.result])
        #expect(history.map(\.amount) == [expected.amount])
        #expect(try till.folder.ledger().paymentNumber == 1)
    }

    @Test("check 21: without colours the outcomes are told apart by word and frame", arguments: cases)
    func withoutColour(expected: Case) throws {
        let till = try Till.ready(environment: ["NO_COLOR": "1"])
        try till.charge(expected.amount)
        try till.see(expected.heading, expected.text)
        #expect(till.colourCodes == [])
    }

    @Test("check 21: without colours an unknown outcome has its word and frame too")
    func unknownWithoutColour() throws {
        let till = try Till.ready("--time-scale", "60", environment: ["NO_COLOR": "1"])
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??", "DO NOT CHARGE THIS CUSTOMER AGAIN.")
        #expect(till.colourCodes == [])
    }

    @Test("with colours there are colours, so that their absence can be seen")
    func withColour() throws {
        #expect(try Till.ready().colourCodes.isEmpty == false)
    }

    @Test("check 23: Esc does not leave a sale that was paid in part, and another card pays the rest")
    func partlyPaidHolds() throws {
        let till = try Till.ready()
        try till.charge("37.57")
        try till.see("~~ PARTLY PAID ~~")
        till.press("\u{1B}")
        try till.see("A part is still due.", "~~ PARTLY PAID ~~", "STILL DUE 17.57 GBP")
        till.press("c")
        try till.see("Press Enter to charge 17.57 GBP.")
        #expect(try till.folder.ledger().paymentNumber == 1)
        till.press("\r")
        try till.see("== APPROVED ==", "17.57 GBP was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.taken() == [2000, 1757])
    }

    @Test("check 22: the approved page stays until it is acknowledged")
    func approvedStays() throws {
        let till = try Till.ready()
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.type("xmfuz/9\u{0C}")
        till.program.resize(rows: 30, columns: 100)
        try till.settle()
        #expect(till.text.contains("== APPROVED =="))
        till.press("\u{1B}")
        try till.see("Typed")
    }

    @Test("after a decline c fills in the amount for another card, and charges nothing by itself")
    func anotherCard() throws {
        let till = try Till.ready()
        try till.charge("1000")
        try till.see("xx DECLINED xx")
        till.press("c")
        try till.see("Typed  1 0 0 0", "Press Enter to charge.")
        try till.quit()
        #expect(try till.folder.history().count == 1)
    }

    @Test("twenty times Enter charges once")
    func manyEnters() throws {
        let till = try Till.ready("--sim-speed", "brisk", "--time-scale", "4")
        till.press("1250")
        try till.see("charge 12.50 GBP")
        till.press(String(repeating: "\r", count: 20))
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed", "Today  1 sale")
        till.press(String(repeating: "\r", count: 20))
        try till.settle()
        try till.quit()
        #expect(try till.folder.history().count == 1)
        #expect(try till.folder.ledger().paymentNumber == 1)
    }

    @Test("check 13: Enter while waiting answers nothing on the next page", arguments: ["12.50", "30.00"])
    func entersWhileWaiting(amount: String) throws {
        let till = try Till.ready("--sim-speed", "brisk", "--time-scale", "4")
        try till.charge(amount)
        let next = amount == "30.00" ? "Choose 1 or 2, then press Enter." : "== APPROVED =="
        var count = 0
        while count < 2000, !till.text.contains(next) {
            till.press("\r\r\r\r")
            till.program.read(within: .milliseconds(20))
            count += 4
        }
        #expect(count > 19)
        till.press(String(repeating: "\r", count: 20))
        try till.see(next)
        try till.settle()
        #expect(till.text.contains(next))
    }

    @Test("help lists the page's keys, and Esc returns to the page")
    func help() throws {
        let till = try Till.ready()
        try till.expectHelp(on: "Sale")
        try till.charge("1250")
        try till.see("== APPROVED ==")
        try till.expectHelp(on: "Result")
        till.press("v")
        try till.see("Customer copy")
        try till.expectHelp(on: "Receipt")
    }
}

extension Till {
    /// The codes of colours in everything that was written: 30–47 and 90–107.
    fileprivate var colourCodes: Set<Int> {
        var codes: Set<Int> = []
        for piece in program.screen.raw.split(separator: 0x1B).dropFirst() where piece.first == UInt8(ascii: "[") {
            let body = piece.dropFirst().prefix { (0x30...0x3F).contains($0) }
            guard piece.dropFirst(1 + body.count).first == UInt8(ascii: "m") else { continue }
            let numbers = String(decoding: body, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
            codes.formUnion(
                numbers.filter { (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0) })
        }
        return codes
    }

    /// Opens the help, finds every key of the row of keys in it, and comes back.
    fileprivate func expectHelp(on page: String) throws {
        let row = keyRow.split(separator: " ").map(String.init)
        press("?")
        try see("Keys on this page: \(page)")
        var text = self.text
        // A long help has parts.
        if text.contains(" part 1 of ") {
            press("\u{1B}[6~")
            try see("the next part") { !self.text.contains(" part 1 of ") }
            text += "\n" + self.text
        }
        let keys = program.screen.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        // Keys begin with a capital or are a single sign; their labels are words.
        let missing = row.filter { word in
            (word.count == 1 || ["Enter", "Esc", "Tab", "F9", "PgDn"].contains(word)) && !text.contains(" \(word) ")
        }
        #expect(missing == [], "\(keys)")
        press("\u{1B}")
        try see("the help closed") { !self.text.contains("Keys on this page") }
        #expect(header.contains(page))
    }
}
