import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Taking a payment") struct PaymentPageTests {
    @Test("Esc while a card is awaited cancels; the reader's answer ends it (check 11)") func cancel() {
        var till = Till.paying()
        till.give(.status(status(.waitingForCard, canCancel: true)))
        #expect(till.press(.back).contains(.desk(.cancelOperation)))
        till.give(.cancelSent)
        #expect(till.state.page == .payment)
        #expect(till.state.desk.running?.isCancelling == true)
        #expect(till.press(.back).isEmpty)
        #expect(till.state.hint == .alreadyCancelling)
        till.give(.cancelAnswered)
        #expect(till.state.page == .payment)
        till.finish(answer(.cancelled, .posCancelled), wasRelayed: false)
        #expect(till.result?.record.outcome?.verdict == .cancelled)
    }

    @Test("Esc while the PIN is typed says why not, and sends nothing (check 12)") func cancelAtPIN() {
        var till = Till.paying()
        till.give(.status(status(.pinInput)))
        for _ in 0..<5 { #expect(till.press(.back).isEmpty) }
        #expect(till.state.hint == .cancelNotPossible)
        #expect(till.state.page == .payment)
    }

    @Test("20 times Enter while waiting answers nothing on the next page (check 13)", arguments: [0, 20, 100, 299])
    func entersWhileWaiting(gap: Int64) {
        for end in [answer(.authorised), answer(.declined), answer(.undefined), answer(.failed, .cardReadingFailed)] {
            var till = Till.paying()
            for _ in 0..<10 { till.press(.confirm, after: gap) }
            till.finish(end)
            let page = till.state.page
            let before = till.effects.count
            for _ in 0..<10 { till.press(.confirm, after: gap) }
            #expect(till.state.page == page)
            #expect(till.effects.dropFirst(before).allSatisfy { if case .arm = $0 { true } else { false } })
            // Whoever stops typing can go on.
            till.press(.confirm, after: 1000)
            #expect(till.state.page != page)
            #expect(till.charges == 1)
        }
    }

    @Test("20 times Enter while waiting does not answer a signature (check 13)", arguments: [0, 20, 100, 299])
    func entersBeforeSignature(gap: Int64) {
        var till = Till.paying()
        for _ in 0..<10 { till.press(.confirm, after: gap) }
        till.give(.signatureRequested(aSignature))
        for command in [AppCommand.digit(1), .confirm, .yes, .confirm, .no, .confirm] {
            till.press(command, after: gap)
        }
        #expect(till.signature != nil && till.signature?.accept == nil)
    }

    @Test("Ctrl-Z is refused while money is on its way, and works before and after (check 16)") func suspend() {
        var till = Till.ready()
        #expect(till.give(.suspendWanted(canResume: true)) == [.suspend])
        till.holdsBooks = true
        till.type("1250")
        till.press(.confirm)
        func isRefused(_ till: inout Till) -> Bool {
            let effects = till.give(.suspendWanted(canResume: true))
            return effects == [.bell(1)] && till.state.hint == .notDuringPayment
        }
        #expect(isRefused(&till))
        till.letBooksWork()
        #expect(isRefused(&till))
        till.give(.signatureRequested(aSignature))
        #expect(isRefused(&till))
        till.finish(answer(.authorised))
        #expect(isRefused(&till))
        till.letBooksWork()
        #expect(till.give(.suspendWanted(canResume: true)) == [.suspend])
    }

    @Test("Ctrl-C in a payment is Esc: no stop, no loss (check 16)") func interrupt() {
        var till = Till.paying()
        till.give(.status(status(.waitingHostReceive)))
        #expect(till.press(.back).isEmpty)
        till.finish(answer(.authorised))
        #expect(till.result?.record.outcome?.verdict == .approved)
    }

    @Test("help covers a payment and goes back to it") func help() {
        var till = Till.paying()
        till.press(.help)
        #expect(till.state.page == .help(under: .payment))
        till.press(.back)
        #expect(till.state.page == .payment)
        till.press(.help)
        till.finish(answer(.authorised))
        #expect(till.result != nil)
    }

    @Test("a note that could not be kept does not hide a payment that runs") func booksFailWhileRunning() {
        var till = Till.paying()
        till.books.refusals = 1
        till.give(.unclaimed(answer(.authorised, reference: "T9-9", id: guid)))
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: true))
        #expect(till.state.page == .payment)
    }

    @Test("an outcome that could not be written leads to the unfinished sale, and from there to the result")
    func booksFailAtOutcome() {
        var till = Till.paying()
        till.books.refusals = 1
        till.finish(answer(.authorised, amount: money(1250), id: guid))
        guard case .unfinished(let unfinished) = till.state.page else {
            Issue.record("\(till.state.page)")
            return
        }
        #expect(unfinished.record.sequence == 1)
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: true))
        till.press(.confirm, after: 1000)
        #expect(till.result?.record.outcome?.verdict == .approved)
    }

    // MARK: Signature

    /// A till that shows a signature, and takes keys.
    private func signing() -> Till {
        var till = Till.paying()
        till.give(.status(status(.waitingSignature)))
        till.give(.signatureRequested(aSignature))
        till.advance(by: 1000)
        return till
    }

    @Test("Enter and Esc give no answer to a signature (check 17)") func noAnswer() {
        var till = signing()
        for command in [AppCommand.confirm, .back, .erase, .confirm] {
            #expect(till.press(command).isEmpty)
            #expect(till.signature != nil && till.signature?.accept == nil)
        }
    }

    @Test(
        "1 Enter and y Enter accept; 2 Enter and n Enter reject (check 18)",
        arguments: [(AppCommand.digit(1), true), (.yes, true), (.digit(2), false), (.no, false)])
    func judge(command: AppCommand, isAccepted: Bool) {
        var till = signing()
        #expect(till.press(command).isEmpty)
        #expect(till.signature?.accept == isAccepted)
        #expect(till.press(.confirm).contains(.desk(.answerSignature(isAccepted: isAccepted))))
        #expect(till.state.page == .payment)
    }

    @Test("the choice can be changed, and Esc leaves it unanswered") func change() {
        var till = signing()
        till.press(.digit(1))
        till.press(.digit(2))
        #expect(till.press(.back).isEmpty)
        #expect(till.signature?.accept == false)
        #expect(till.press(.confirm).contains(.desk(.answerSignature(isAccepted: false))))
    }

    @Test("a signature left alone is withdrawn, and the reader's answer stays on the screen (check 19)")
    func leftAlone() {
        var till = signing()
        till.advance(by: 90_000)
        till.give(.signatureWithdrawn)
        #expect(till.state.page == .payment)
        till.finish(answer(.declined, .processingError))
        till.advance(by: 600_000)
        #expect(till.result?.record.outcome?.verdict == .declined)
    }

    @Test("the signature's page ignores keys for 500 ms") func dead() {
        var till = Till.paying()
        till.give(.signatureRequested(aSignature))
        till.press(.digit(1), after: 150)
        #expect(till.signature != nil && till.signature?.accept == nil)
        till.press(.digit(1), after: 360)
        #expect(till.signature?.accept == true)
    }

    @Test("help over a signature goes back to it without an answer, and keys count after a silence again")
    func helpOverSignature() {
        var till = signing()
        till.press(.help)
        till.press(.confirm)
        #expect(till.signature != nil && till.signature?.accept == nil)
        till.press(.digit(1), after: 10)
        #expect(till.signature != nil && till.signature?.accept == nil)
        till.press(.help, after: 1000)
        till.give(.signatureWithdrawn)
        #expect(till.state.page == .payment)
    }
}
