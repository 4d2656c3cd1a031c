import HeftKit
import Testing
import TillJournal

@testable import TillCore

@Suite("Choosing among readers") struct ReaderChoiceTests {
    private let other = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)

    /// A till that remembers a reader, before anything else happened.
    private func remembering(_ device: ReaderDevice = .counter) -> Till {
        var till = Till()
        var memory = ReaderMemory()
        memory.remember(RememberedReader(device, serialNumber: "000012348421", at: .at(0)))
        till.give(.reader(.recalled(memory)))
        return till
    }

    private func connects(_ effects: [AppEffect]) -> [ReaderDevice] {
        effects.compactMap { if case .desk(.connect(let device)) = $0 { device } else { nil } }
    }

    private func marked(_ till: Till) -> String? {
        till.state.page.markedReader.map { till.state.listing.rows[$0].device.address }
    }

    // MARK: Other books

    @Test("a reader whose sales go into other books has the till begin anew, but never by itself") func otherBooks() {
        var till = remembering()
        till.state.settings.scope = .builtIn
        till.advance(by: 60_000)
        #expect(connects(till.effects).isEmpty)
        till.give(.reader(.listed([ReaderSighting(other)])))
        till.press(.digit(till.state.readers.firstIndex(of: other).map { $0 + 1 } ?? 0))
        #expect(till.press(.confirm) == [.startAnew(other)])
        #expect(till.state.desk.phase == .offline)
    }

    @Test("why the till cannot begin anew is said, and the readers stay") func notStarted() {
        var till = remembering()
        till.give(.reader(.notStarted("No shared secret is set.")))
        #expect(till.state.hint == .notPaired("No shared secret is set."))
        #expect(till.state.page.markedReader != nil)
    }

    @Test("a ticket at hand is not lost to other books") func ticketAtHand() {
        var till = Till.ready()
        till.state.settings.scope = .builtIn
        till.type("1250")
        till.press(.chooseReader)
        till.give(.reader(.listed([ReaderSighting(other)])))
        till.press(.digit(till.state.readers.firstIndex(of: other).map { $0 + 1 } ?? 0))
        till.press(.confirm)
        #expect(till.state.hint == .ticketAtHand)
        #expect(!till.effects.contains(.startAnew(other)))
    }

    /// A request came in, and the readers are shown with one of other books marked.
    private func asked(
        _ till: Till, arriving numbers: ClosedRange<Int> = 1...2
    ) -> Till {
        var till = till
        till.state.settings.scope = .builtIn
        for number in numbers {
            let query = "amount=\(number).00&returnURL=com-\(number)%3A"
            till.give(.charge(.arrived(number: number, url: ChargePageTests.base + query)))
        }
        till.advance(by: 1000)
        till.press(.chooseReader)
        till.give(.reader(.listed([ReaderSighting(other)])))
        till.press(.digit(till.state.readers.firstIndex(of: other).map { $0 + 1 } ?? 0))
        return till
    }

    @Test("requests that nothing was tried for go on at the other books, in their order") func requestsGoOn() {
        var till = asked(.ready())
        #expect(till.press(.confirm) == [.startAnew(other)])
        #expect(till.state.charges.open.map(\.number) == [1, 2])
        #expect(till.effects.answers.isEmpty)
    }

    @Test("a request that was tried is answered before other books are opened") func triedRequest() {
        var till = ChargePageTests.answered(.declined)
        till.press(.anotherCard)
        till.advance(by: 1000)
        till = asked(till, arriving: 2...2)
        till.press(.confirm)
        #expect(till.state.hint == .chargeFirst)
        #expect(!till.effects.contains(.startAnew(other)))
        #expect(till.state.charges.open.map(\.number) == [2])
    }

    // MARK: Connecting by itself

    @Test("the remembered reader is connected to by itself, after a countdown that can be seen") func autoConnect() {
        var till = remembering()
        #expect(till.state.choice.autoConnectAt == .at(5000))
        #expect(till.state.countsSeconds)
        till.advance(by: 4999)
        #expect(connects(till.effects).isEmpty)
        till.advance(by: 1)
        #expect(connects(till.effects) == [.counter])
    }

    @Test("without a remembered reader the till searches and connects to nothing") func nothingRemembered() {
        var till = Till()
        #expect(till.give(.reader(.recalled(ReaderMemory()))) == [.findReaders])
        till.advance(by: 60_000)
        #expect(connects(till.effects).isEmpty)
    }

    @Test("only the remembered address is connected to, not another reader of the same name") func sameName() {
        let twin = ReaderDevice(name: ReaderDevice.counter.name, address: "00:00:00:00:00:99", kind: .bluetooth)
        var till = remembering()
        till.give(.readers([twin]))
        till.advance(by: 5000)
        #expect(connects(till.effects) == [.counter])
    }

    @Test(
        "any key stops the countdown", arguments: [AppCommand.back, .erase, .down, .other, .digit(9), .refresh, .help])
    func stopped(command: AppCommand) {
        var till = remembering()
        till.press(command)
        #expect(till.state.choice.autoConnectAt == nil)
        till.advance(by: 60_000)
        #expect(connects(till.effects).isEmpty)
    }

    @Test("a countdown that was stopped and began anew does not end early") func lateCountdown() {
        var till = remembering()
        till.press(.back, after: 2000)
        till.give(.reader(.recalled(till.state.choice.memory)))
        till.advance(by: 4999)
        #expect(connects(till.effects).isEmpty)
        till.advance(by: 1)
        #expect(connects(till.effects) == [.counter])
    }

    @Test("a result that nobody saw comes before the countdown, which begins anew behind it") func held() {
        var till = remembering()
        till.advance(by: 2000)
        till.give(.day(DayBooks(last: .sample(outcome: .sample(.approved)), isLastUnseen: true)))
        till.advance(by: 60_000)
        #expect(connects(till.effects).isEmpty)
        #expect(!till.state.readersCountSeconds)
        till.press(.confirm)
        #expect(till.state.page == .chooseReader(marked: 0))
        till.advance(by: 4999)
        #expect(connects(till.effects).isEmpty)
        till.advance(by: 1)
        #expect(connects(till.effects) == [.counter])
    }

    @Test("keys meant for the readers' page do not become an amount when the reader connects by itself")
    func typedAhead() {
        var till = remembering()
        till.advance(by: 5000)
        till.give(.connected(.counter, isResultPending: false))
        #expect(till.state.page == .sale)
        till.press(.digit(9), after: 10)
        till.press(.confirm, after: 10)
        #expect(till.state.entry.amount.minorUnits == 0)
        #expect(till.effects.intents == 0)
        till.press(.digit(9), after: 1000)
        #expect(till.state.entry.amount.minorUnits == 9)
    }

    @Test("Enter connects at once, and once") func enter() {
        var till = remembering()
        #expect(connects(till.press(.confirm)) == [.counter])
        till.advance(by: 10_000)
        #expect(connects(till.effects) == [.counter])
    }

    @Test("a till that ends connects to nothing") func ending() {
        var till = remembering()
        till.give(.terminalGone)
        till.advance(by: 10_000)
        #expect(connects(till.effects).isEmpty)
    }

    @Test("a reader that was reached is kept for the next start, in a demo it is not") func kept() {
        var till = Till()
        till.connect()
        let kept = till.effects.compactMap { effect -> ReaderMemory? in
            if case .keepReaders(let memory) = effect { memory } else { nil }
        }
        #expect(kept.last?.lastUsed == ReaderDevice.counter.address)
        #expect(kept.last?.readers.first?.serialNumber == ReaderIdentity.counter.serialNumber)
        var demo = AppState(
            settings: AppSettings(isDemo: true, measure: TextMeasure { _ in 1 }), bootID: "b", now: .at(0))
        _ = demo.handle(.readers([.simulated]), at: .at(0))
        _ = demo.handle(.command(.confirm), at: .at(0))
        _ = demo.handle(.desk(.connected(.counter, isResultPending: false)), at: .at(0))
        let effects = demo.handle(.desk(.inDoubtLoaded([])), at: .at(0))
        #expect(demo.page == .sale)
        #expect(!effects.contains { if case .keepReaders = $0 { true } else { false } })
    }

    // MARK: The list

    @Test("the mark stays on its reader when rows come and go") func cursor() {
        var till = Till()
        till.give(.readers([]))
        till.press(.refresh)
        till.give(.reader(.seen(ReaderSighting(.counter))))
        till.give(.reader(.seen(ReaderSighting(other))))
        till.press(.down)
        #expect(marked(till) == other.address)
        let third = ReaderDevice(name: "HiLite 3", address: "C", kind: .bluetooth)
        for second in 1...32 {
            till.advance(by: 1000)
            till.give(.reader(.seen(ReaderSighting(other))))
            if second > 5 { till.give(.reader(.seen(ReaderSighting(third)))) }
            till.give(.tick)
            if second == 20 { #expect(till.state.listing.rows[0].lostAt != nil) }
            #expect(marked(till) == other.address)
        }
        #expect(till.state.readers == [other, third])
    }

    @Test("a search is asked for once, ends by itself, and can be asked for again") func search() {
        var till = Till()
        till.give(.readers([]))
        #expect(till.press(.refresh) == [.findReaders])
        #expect(till.press(.refresh).isEmpty)
        #expect(till.state.countsSeconds)
        till.give(.reader(.searchEnded))
        #expect(till.state.listing.hasSearched && !till.state.countsSeconds)
        #expect(till.press(.refresh) == [.findReaders])
    }

    @Test("a problem of a source is kept until the next search") func problem() {
        var till = Till()
        till.press(.refresh)
        till.give(.reader(.problem(.adapterOff)))
        till.give(.reader(.searchEnded))
        #expect(till.state.listing.problem == .adapterOff)
        till.press(.refresh)
        #expect(till.state.listing.problem == nil)
    }

    // MARK: Connecting and leaving

    @Test("a search is stopped before anything is connected to") func connectDuringSearch() {
        var till = Till()
        till.press(.refresh)
        #expect(till.press(.confirm) == [.stopSearch])
        #expect(till.give(.reader(.searchEnded)) == [.desk(.connect(.counter))])
        #expect(till.give(.reader(.searchEnded)).isEmpty)
    }

    @Test("a search that does not stop is not waited for longer than three seconds") func stuckSearch() {
        var till = Till()
        till.press(.refresh)
        till.press(.confirm)
        till.advance(by: 2900)
        #expect(till.give(.tick).isEmpty)
        till.advance(by: 100)
        #expect(till.give(.tick) == [.desk(.connect(.counter))])
    }

    @Test("Esc while the search is stopped connects to nothing") func escapeDuringStop() {
        var till = Till()
        till.press(.refresh)
        till.press(.confirm)
        till.press(.back)
        #expect(till.state.hint == .connectingStopped)
        #expect(till.give(.reader(.searchEnded)).isEmpty)
    }

    @Test("Esc while connecting stops it, and what comes late does nothing") func escapeWhileConnecting() {
        var till = Till()
        till.press(.confirm)
        #expect(till.press(.back) == [.desk(.disconnect)])
        #expect(till.state.hint == .connectingStopped)
        till.give(.connected(.counter, isResultPending: false))
        till.give(.linkEnded(.broken))
        till.advance(by: 60_000)
        #expect(till.state.desk.phase == .offline)
        #expect(till.state.page == .chooseReader(marked: 0))
        #expect(connects(till.effects) == [.counter])
    }

    @Test("another reader can be chosen while one is looked for") func another() {
        var till = Till()
        till.press(.confirm)
        till.give(.linkEnded(.notOpened("another program has the reader")))
        till.press(.digit(9))
        #expect(till.press(.confirm) == [.desk(.connect(.simulated))])
        let before = connects(till.effects).count
        till.advance(by: 60_000)
        #expect(connects(till.effects).count == before)
    }

    @Test("a reader in use can be changed for another, and is not while it answers for money") func change() {
        var till = Till.ready()
        till.press(.chooseReader)
        till.press(.digit(9))
        #expect(connects(till.press(.confirm)) == [.simulated])
        var asking = Till()
        asking.connect(isResultPending: true)
        asking.press(.digit(9))
        #expect(connects(asking.press(.confirm)).isEmpty)
        #expect(asking.state.hint == .notStarted(.busy))
    }

    @Test("a reader that the cashier left does not come back until it is asked for") func disconnected() {
        var till = Till.ready()
        till.press(.chooseReader)
        #expect(till.press(.forget) == [.desk(.disconnect)])
        #expect(till.state.hint == .disconnected("HiLite"))
        till.advance(by: 60_000)
        till.give(.reconnectDue)
        #expect(connects(till.effects) == [.counter])
        till.press(.back)
        #expect(till.state.page == .sale)
        till.type("1250")
        till.press(.confirm)
        #expect(till.state.hint == .notStarted(.notConnected))
        till.press(.chooseReader)
        #expect(connects(till.press(.confirm)) + connects(till.give(.reader(.searchEnded))) == [.counter])
    }

    @Test("a lost reader is looked for while its page is looked at") func lost() {
        var till = Till.ready()
        till.give(.linkEnded(.broken))
        #expect(till.press(.chooseReader) == [.listReaders])
        till.press(.back)
        #expect(till.state.page == .sale)
        till.advance(by: 1000)
        #expect(connects(till.effects).count == 2)
    }

    @Test("X a second time forgets, also a reader that is not there, and it is not remembered again") func forget() {
        var till = remembering(other)
        till.press(.back)
        #expect(marked(till) == other.address)
        let effects = till.press(.forget)
        #expect(effects == [.forgetReader(other), .keepReaders(ReaderMemory())])
        #expect(!till.state.readers.contains(other))
        var connected = Till.ready()
        connected.press(.chooseReader)
        connected.press(.forget)
        #expect(connected.press(.forget).contains(.keepReaders(ReaderMemory())))
        #expect(connected.state.desk.device == nil)
    }

    @Test("there is nothing to forget of a reader that is built in") func nothingToForget() {
        var till = Till()
        till.press(.digit(9))
        #expect(till.press(.forget).bells == 1)
        #expect(till.state.hint == .nothingToForget)
    }

    @Test("after the computer stood still the link is made anew before the next sale, and a payment is left alone")
    func stoodStill() {
        var till = Till.ready()
        #expect(till.give(.stoodStill).contains(.desk(.reconnect(afterSeconds: 0))))
        till.comeBack(isResultPending: false)
        till.type("1250")
        #expect(till.press(.confirm).intents == 1)
        #expect(till.give(.stoodStill).isEmpty)
        #expect(till.state.desk.isBusyWithMoney)
        var offline = Till()
        #expect(offline.give(.stoodStill).isEmpty)
    }

    @Test("a reader that is being paid with can be neither left nor changed") func busy() {
        var till = Till.paying()
        let before = till.state.desk
        _ = till.state.pass(.disconnect)
        _ = till.state.pass(.connect(.simulated))
        #expect(till.state.desk == before)
    }
}
