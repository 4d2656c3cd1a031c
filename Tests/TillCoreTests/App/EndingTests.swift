import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The end") struct EndingTests {
    private let ends = [AppEvent.terminalGone, .terminate]

    @Test("a till without a payment ends at once", arguments: [AppEvent.terminalGone, .terminate]) func idle(
        end: AppEvent
    ) {
        for till in [Till(), .ready(), .showing(.authorised), .showing(.undefined)] {
            var till = till
            #expect(till.give(end) == [.quit])
        }
    }

    @Test(
        "a till whose terminal is gone, or that is told to end, ends when the result is durable",
        arguments: [AppEvent.terminalGone, .terminate])
    func duringPayment(end: AppEvent) {
        var till = Till.ready()
        till.holdsBooks = true
        till.type("1250")
        till.press(.confirm)
        #expect(!till.give(end).contains(.quit))
        till.letBooksWork()
        till.give(.status(status(.waitingHostReceive)))
        till.give(.signatureRequested(aSignature))
        till.give(.signatureWithdrawn)
        till.finish(answer(.authorised, id: guid))
        #expect(!till.effects.contains(.quit))
        #expect(till.letBooksWork().contains(.quit))
        #expect(till.books[1]?.outcome?.verdict == .approved)
        #expect(till.charges == 1)
    }

    @Test("in each phase of a payment the end waits", arguments: 0..<4) func eachPhase(phase: Int) {
        for end in ends {
            var till = Till.ready()
            till.holdsBooks = true
            till.type("1250")
            till.press(.confirm)
            if phase > 0 { till.letBooksWork() }
            if phase > 1 { till.give(.signatureRequested(aSignature)) }
            if phase > 2 { till.finish(answer(.undefined)) }
            #expect(till.state.desk.isBusyWithMoney)
            #expect(!till.give(end).contains(.quit))
            if phase == 0 { till.letBooksWork() }
            if phase < 3 { till.give(.linkEnded(.broken)) }
            #expect(till.letBooksWork().contains(.quit))
            #expect(till.books[1]?.outcome != nil)
        }
    }

    @Test("an answer of the reader is on its way: the end waits for it to be durable") func whileAsking() {
        for end in ends {
            var till = Till([.inDoubt()])
            till.connect()
            till.press(.confirm, after: 1000)
            #expect(!till.give(end).contains(.quit))
            till.holdsBooks = true
            till.give(
                recovery(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
            #expect(!till.effects.contains(.quit))
            till.letBooksWork()
            #expect(till.give(recovery(nothingHeld)).contains(.quit))
            #expect(till.books[1]?.outcome?.verdict == .approved)
        }
    }

    @Test("a cashier who quits while the reader is asked waits for its answer") func quitWhileAsking() {
        var till = Till()
        till.connect(isResultPending: true)
        till.press(.quit)
        till.press(.digit(1))
        #expect(!till.press(.confirm).contains(.quit))
        #expect(till.give(recovery(nothingHeld)).contains(.quit))
    }

    @Test("the system's request cancels a payment once the reader allows it, the vanished terminal does not")
    func cancels() {
        for end in ends {
            var till = Till.paying()
            till.give(.status(status(.waitingForCard, canCancel: true)))
            #expect(till.give(end).contains(.desk(.cancelOperation)) == (end == .terminate))
            var later = Till.paying()
            #expect(!later.give(end).contains(.desk(.cancelOperation)))
            let effects = later.give(.status(status(.waitingForCard, canCancel: true)))
            #expect(effects.contains(.desk(.cancelOperation)) == (end == .terminate))
            later.give(.cancelSent)
            #expect(!later.give(.status(status(.cardInserted, canCancel: true))).contains(.desk(.cancelOperation)))
        }
    }

    @Test("a till that is to end charges nothing more") func chargesNothing() {
        for end in ends {
            var till = Till.ready()
            till.type("1250")
            till.give(end)
            till.press(.confirm)
            #expect(till.books.records.isEmpty)
        }
    }
}
