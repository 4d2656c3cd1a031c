import Money
import Testing
import TillJournal

@testable import TillCore

@Suite("Scanned at the till") struct BarcodeTests {
    /// What the keyboard of a scanner sends, as the keys mean it.
    private static let letters: [Character: AppCommand] = [
        "q": .quit, "m": .menu, "d": .details, "t": .tip, "T": .tokenize, "r": .repeatAmount, "w": .setAside,
        "f": .refund, "v": .receipt, "u": .void, "y": .yes, "n": .no, "+": .add, "*": .times, "-": .erase,
        ".": .point, "/": .find, "!": .attention, "?": .help, "Z": .closeDay,
    ]

    /// Sends a code as a scanner does; in a field a character is itself.
    private func scan(_ code: String, _ till: inout Till, every gap: Int64 = 5) -> [AppEffect] {
        var effects: [AppEffect] = []
        for character in code {
            var command = character.wholeNumberValue.map(AppCommand.digit) ?? BarcodeTests.letters[character] ?? .other
            if till.state.wantsText, let scalar = character.unicodeScalars.first { command = .text(scalar) }
            effects += till.press(command, after: gap)
        }
        return effects + till.press(.confirm, after: gap)
    }

    @Test(
        "letters open no page, answer nothing and charge nothing",
        arguments: [
            "q1m14", "d1234567", "t1111", "T123456", "r000000", "w1111", "f1f1f1", "v4006381333931", "4006381333931",
            "12q1m14", "y1y1y1", "/1250", "!1111", "?1234", "u1111111", "Z1Z1Z1Z1", "A-12+3*4.5", "5*5+5+5", "d1234",
        ])
    func letters(code: String) {
        for typed in ["", "1250", "500+3*250+"] {
            var till = Till.ready()
            till.type(typed)
            let before = till.state
            till.advance(by: 500)
            _ = scan(code, &till)
            #expect(till.state.page == .sale, "\(code) after \(typed)")
            #expect(till.state.ticket == before.ticket, "\(code) after \(typed)")
            #expect(till.state.hint == .barcodeIgnored)
            #expect(till.charges == 0)
            #expect(!till.effects.contains(.quit))
        }
    }

    @Test("a question is not answered by a code that ends in 1") func question() {
        for code in ["4006381333931", "y1y1y1", "1y1y1", "111111"] {
            var till = Till.ready()
            till.type("125000")
            till.press(.confirm)
            till.advance(by: 1000)
            _ = scan(code, &till)
            #expect(till.state.page == .askAgain(SaleRequest(amount: money(125_000)), yes: false), "\(code)")
            #expect(till.charges == 0)
            till.press(.confirm)
            #expect(till.charges == 0)
        }
    }

    @Test("a code that is scanned into a field stands in it") func field() {
        var till = Till.ready()
        till.press(.details)
        till.advance(by: 500)
        for scalar in "4006381333931".unicodeScalars { till.press(.text(scalar), after: 5) }
        till.press(.confirm, after: 5)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.contents.nextDescription == "4006381333931")
    }

    @Test("a letter and the next key count, however quickly they come") func person() {
        var till = Till.ready()
        till.press(.quit)
        till.press(.digit(1), after: 0)
        #expect(till.state.page == .quit(under: .sale, yes: true))
    }

    @Test("digits that come at once are an amount, with Enter behind them too") func fewDigits() {
        var till = Till.ready()
        till.type("1250", every: 0)
        till.press(.confirm, after: 0)
        #expect(till.charges == 1)
    }

    @Test("a page that an event turned to stays, whatever a scanner had begun") func event() {
        var till = Till.paying()
        till.press(.help, after: 500)
        till.finish(answer(.declined, amount: money(1250), reference: "T1-1"))
        for _ in 0..<3 {
            till.press(.quit, after: 5)
            till.press(.digit(1), after: 5)
        }
        till.press(.confirm, after: 5)
        #expect(till.result?.record.sequence == 1)
    }
}
