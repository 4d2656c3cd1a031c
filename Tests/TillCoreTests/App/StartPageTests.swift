import HeftKit
import Money
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The start") struct StartPageTests {
    private let settled = OperationRecord.sample(outcome: .sample(.approved))

    @Test("the till looks for readers and reads the day's books") func effects() {
        #expect(Till().effects == [.recallReaders, .loadDay, .loadParked, .charge(.load)])
    }

    @Test("a result that nobody saw comes first, and is acknowledged once (check 15)") func unseen() {
        var till = Till()
        till.give(.day(DayBooks(last: settled, isLastUnseen: true)))
        #expect(till.result == ResultPage(settled, isEarlier: true))
        till.press(.confirm, after: 10)
        #expect(till.result != nil)
        #expect(till.press(.confirm, after: 1000).contains(.acknowledge(sequence: 1)))
        #expect(till.state.page == .chooseReader(marked: 0))
    }

    @Test("a result that was seen, or is in doubt, does not come first") func seen() {
        var till = Till()
        till.give(.day(DayBooks(last: settled)))
        till.give(.day(DayBooks(last: .inDoubt(), isLastUnseen: true)))
        till.give(.day(DayBooks(last: .sample(), isLastUnseen: true)))
        #expect(till.state.page == .chooseReader(marked: 0))
    }

    @Test("a sale that was cut off comes before any new one, and only Enter asks for it (check 15)")
    func unfinished() {
        var till = Till([.sample(wasRelayed: true)])
        till.connect(isResultPending: true)
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
        till.advance(by: 1000)
        for command in [AppCommand.back, .sale, .digit(1), .digit(0), .yes, .repeatAmount] { till.press(command) }
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
        #expect(till.effects.questions == 0)
        #expect(till.press(.confirm).questions == 1)
        till.give(recovery(answer(.authorised, amount: money(1250), reference: "T1-1", isRecovered: true, id: guid)))
        till.give(recovery(nothingHeld))
        #expect(till.result?.isEarlier == true)
        #expect(till.result?.record.outcome?.verdict == .approved)
        #expect(till.rules.violations.isEmpty)
    }

    @Test("who goes round the unfinished sale by the readers' page still sells nothing") func goingRound() {
        var till = Till([.inDoubt()])
        till.connect()
        till.press(.chooseReader, after: 1000)
        till.press(.back)
        #expect(till.state.page == .sale)
        till.type("3300")
        till.press(.confirm)
        #expect(till.state.hint == .notStarted(.readerNotAsked))
        #expect(till.charges == 0)
        till.press(.attention)
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
    }

    @Test("the unfinished sale says still unknown when the reader holds nothing, and can be left then")
    func stillUnknown() {
        var till = Till([.inDoubt()])
        till.connect()
        till.press(.confirm, after: 1000)
        till.give(recovery(nothingHeld))
        #expect(till.result?.inquiry == .noAnswer)
        till.press(.back, after: 1000)
        #expect(till.state.page == .sale)
    }

    @Test("of two unfinished sales the one that stays unknown is shown after the one that was answered")
    func twoUnfinished() {
        var till = Till([.inDoubt(1), .inDoubt(2, .sample("T1-2", amount: money(3300)))])
        till.connect()
        till.press(.confirm, after: 1000)
        till.give(recovery(answer(.declined, amount: money(1250), reference: "T1-1", isRecovered: true)))
        till.give(recovery(nothingHeld))
        #expect(till.result?.record.sequence == 1)
        till.press(.confirm, after: 1000)
        #expect(till.result?.record.sequence == 2)
        #expect(till.result?.inquiry == .noAnswer)
    }

    @Test("books that could not be read are read again by !") func booksFailed() {
        var till = Till([.inDoubt()])
        till.books.refusals = 1
        till.connect()
        #expect(till.state.hint == .booksFailed(Books.full, moneyMayHaveMoved: true))
        till.press(.attention)
        #expect(till.state.page == .unfinished(UnfinishedPage(till.books.records[0])))
    }

    @Test("a pending result that nobody misses is fetched without a word, and the sale comes then") func silent() {
        var till = Till()
        till.connect(isResultPending: true)
        #expect(till.state.page == .chooseReader(marked: 0))
        #expect(till.effects.questions == 1)
        till.give(recovery(nothingHeld))
        #expect(till.state.page == .sale)
    }

    // MARK: Choosing

    @Test("a digit marks a reader, 9 the simulated one, and Enter connects") func choosing() {
        var till = Till()
        till.press(.digit(9))
        #expect(till.state.page == .chooseReader(marked: 1))
        till.press(.digit(1))
        #expect(till.state.page == .chooseReader(marked: 0))
        #expect(till.press(.digit(7)).bells == 1)
        till.press(.down)
        till.press(.down)
        #expect(till.state.page == .chooseReader(marked: 1))
        #expect(till.press(.confirm) == [.desk(.connect(.simulated))])
    }

    @Test("no readers, nothing to connect to") func noReaders() {
        var till = Till()
        till.press(.down)
        till.give(.readers([]))
        #expect(till.state.page == .chooseReader(marked: 0))
        #expect(till.press(.confirm).bells == 1)
        #expect(till.press(.refresh) == [.findReaders])
    }

    @Test("without a reader Esc does not lead to the sale") func escape() {
        var till = Till()
        #expect(till.press(.back).isEmpty)
        #expect(till.state.page == .chooseReader(marked: 0))
    }

    @Test("a lost link says so until the reader is back, and counts the seconds") func lostLink() {
        var till = Till.ready()
        till.give(.linkEnded(.broken))
        #expect(till.state.lostLink == .broken)
        #expect(till.state.countsSeconds)
        till.comeBack(isResultPending: false)
        #expect(till.state.lostLink == nil)
        #expect(!till.state.countsSeconds)
    }
}
