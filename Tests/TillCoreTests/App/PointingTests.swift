import HeftKit
import Testing
import TillJournal

@testable import TillCore

@Suite("Pointing") struct PointingTests {
    private static let targets: [Pointed] =
        (0...9).map(Pointed.choice) + (0...3).map(Pointed.row) + [.choice(42), .row(-1)]

    @Test(
        "whatever is pointed at, and however often, no money moves and no question is answered",
        arguments: EveryPageTests.Start.allCases)
    func harmless(start: EveryPageTests.Start) {
        var started = start.till
        started.advance(by: 1000)
        for first in Self.targets {
            for second in Self.targets {
                var till = started
                let question = till.state.page
                var effects = till.give(AppEvent.pointed(first))
                effects += till.give(.pointed(first))
                effects += till.give(.pointed(second))
                effects += till.give(.wheel(isDown: true)) + till.give(.wheel(isDown: false))
                #expect(effects.intents == 0 && !effects.contains(.quit))
                #expect(!effects.contains { if case .desk(.answerSignature) = $0 { true } else { false } })
                #expect(!effects.contains(.desk(.cancelOperation)) && !effects.contains(.closeDay))
                #expect(till.rules.violations.isEmpty)
                switch question {
                case .askAgain, .anotherCustomer, .void, .closeDay, .quit, .signature, .payment, .sale:
                    #expect(till.state.page.isSameKind(as: question))
                default: break
                }
            }
        }
    }

    @Test("a reader is marked by the first press and connected by the second") func readers() {
        var till = Till()
        #expect(till.give(.pointed(.row(1))).isEmpty)
        #expect(till.state.page == .chooseReader(marked: 1))
        #expect(till.give(.pointed(.row(1))) == [.desk(.connect(.simulated))])
    }

    @Test("pointing at a reader stops the countdown like a key") func countdown() {
        var till = Till()
        till.give(
            .reader(
                .recalled(
                    ReaderMemory(
                        [RememberedReader(.counter, serialNumber: "1", at: .at(0))],
                        lastUsed: ReaderDevice.counter.address))))
        till.give(.pointed(.row(0)))
        till.advance(by: 10_000)
        #expect(!till.effects.contains(.desk(.connect(.counter))))
    }

    @Test("a row of the history is marked, then opened; the wheel moves the mark") func history() {
        var till = Till.showingHistory([.paid(3), .paid(2)])
        till.give(.pointed(.row(1)))
        #expect(till.state.page.openHistory?.marked == 1)
        till.give(.wheel(isDown: false))
        #expect(till.state.page.openHistory?.marked == 0)
        #expect(till.give(.pointed(.row(0))).contains(.loadDetail(sequence: 3)))
    }

    @Test("a choice of a result is marked, then done") func result() {
        var till = Till.showing(.authorised)
        till.give(.pointed(.choice(3)))
        #expect(till.result?.marked == 3)
        till.give(.pointed(.choice(3)))
        guard case .receipt = till.state.page else {
            Issue.record("no receipt: \(till.state.page)")
            return
        }
    }

    @Test("a page that takes no keys yet is not pointed at either") func unarmed() {
        var till = Till.paying()
        till.finish(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid))
        till.give(.pointed(.choice(3)))
        #expect(till.result?.marked == 0)
    }
}

extension Page {
    /// Whether it is the same page, whatever is marked on it.
    fileprivate func isSameKind(as other: Page) -> Bool {
        switch (self, other) {
        case (.askAgain, .askAgain), (.anotherCustomer, .anotherCustomer), (.void, .void), (.closeDay, .closeDay),
            (.quit, .quit), (.signature, .signature), (.payment, .payment), (.sale, .sale):
            true
        default: false
        }
    }
}
