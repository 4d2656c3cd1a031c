import HeftKit
import Money
import TestBooks
import TillJournal

@testable import HeftWire
@testable import TillCore

/// The application with its books and a clock; timers run when time passes. Whoever drives it plays the reader, and
/// presses keys.
struct Till {
    var state: AppState
    var books: Books
    private(set) var rules = RulesOfTheBooks()
    /// All that was wanted so far.
    private(set) var effects: [AppEffect] = []
    /// Milliseconds.
    private(set) var clock: Int64 = 0
    /// The books take work and do not do it.
    var holdsBooks = false
    /// The tickets that the books keep.
    private(set) var parked: [ParkedTicket] = []
    /// The books refuse to set tickets aside.
    var parkingFails = false
    private var due: [(at: Int64, event: AppEvent)] = []

    init(
        _ records: [OperationRecord] = [], currency: Currency = .gbp, askAgainFromMinor: Int64 = 100_000,
        asksForPIN: Bool = false, _ change: (inout AppSettings) -> Void = { _ in }
    ) {
        books = Books(records)
        var settings = AppSettings(
            currency: currency, askAgainFromMinor: askAgainFromMinor, asksForPIN: asksForPIN,
            measure: TextMeasure { _ in 1 })
        change(&settings)
        state = AppState(settings: settings, bootID: books.bootID, now: .at(0))
        take(state.startEffects)
        give(.readers([.counter, .simulated]))
    }

    /// A till whose reader is connected and takes sales.
    static func ready(currency: Currency = .gbp, _ change: (inout AppSettings) -> Void = { _ in }) -> Till {
        var till = Till(currency: currency, change)
        till.connect()
        return till
    }

    /// A till whose reader is the simulated one.
    static func simulated() -> Till {
        var till = Till()
        till.press(.digit(9))
        till.press(.confirm)
        till.give(.connected(.simulator, isResultPending: false))
        till.give(.simulator(.setup(SimulatorSetup())))
        return till
    }

    /// A till whose reader works on a sale of 12.50.
    static func paying() -> Till {
        var till = Till.ready()
        till.type("1250")
        till.press(.confirm)
        return till
    }

    /// A till that shows how a sale of 12.50 ended, and takes keys.
    static func showing(_ outcome: FinancialStatus, _ status: Status = .success, wasRelayed: Bool = true) -> Till {
        var till = Till.paying()
        till.finish(
            answer(
                outcome, status, amount: money(1250), reference: "T1-1", id: outcome == .authorised ? guid : "",
                customerReceipt: "<p>Customer copy</p>", merchantReceipt: "<p>Merchant copy</p><p>Total</p>"),
            wasRelayed: wasRelayed)
        till.advance(by: 1000)
        return till
    }

    // MARK: Driving

    @discardableResult
    mutating func give(_ event: AppEvent) -> [AppEffect] {
        if case .desk(let event) = event { rules.see(event, books) }
        let effects = state.handle(event, at: .at(clock))
        take(effects)
        return effects + (holdsBooks ? [] : letBooksWork())
    }

    @discardableResult
    mutating func give(_ event: DeskEvent) -> [AppEffect] { give(.desk(event)) }

    @discardableResult
    mutating func letBooksWork() -> [AppEffect] {
        var effects: [AppEffect] = []
        while !books.isIdle {
            if let event = books.next(at: .at(clock)) { effects += give(.desk(event)) }
        }
        return effects
    }

    private mutating func take(_ effects: [AppEffect]) {
        self.effects += effects
        for effect in effects {
            switch effect {
            case .desk(let effect):
                rules.see(effect, books)
                books.take(effect)
                if case .reconnect(let seconds) = effect {
                    due.append((clock + Int64(seconds) * 1000, .desk(.reconnectDue)))
                }
            case .autoConnect(let number, let seconds):
                due.append((clock + Int64(seconds) * 1000, .reader(.autoConnectDue(number))))
            case .arm(let page, let milliseconds): due.append((clock + Int64(milliseconds), .armed(page)))
            case .loadParked: due.append((clock, .parked(parked)))
            case .park(let draft): due.append((clock, parkingFails ? failed : .ticketParked(park(draft))))
            case .resume(let number, let other):
                due.append((clock, parkingFails ? failed : resume(number, settingAside: other)))
            case .bell, .loadDay, .loadHistory, .loadDetail, .loadReport, .closeDay, .recordTender,
                .adjustTip, .checkPIN, .acknowledge,
                .recallReaders, .listReaders, .findReaders, .stopSearch, .keepReaders,
                .forgetReader, .saveReceipt, .saveCopy, .print, .readSignature, .drawPicture, .copy, .simulator,
                .charge,
                .saveSettings, .startAnew, .askPower, .pair, .answerPairing, .stopPairing, .suspend, .quit:
                break
            }
        }
    }

    private var failed: AppEvent { .parkingFailed(Books.full) }

    private mutating func park(_ draft: ParkedTicket.Draft) -> [ParkedTicket] {
        parked.append(ParkedTicket(number: (parked.last?.number ?? 0) + 1, draft: draft))
        return parked
    }

    private mutating func resume(_ number: Int64, settingAside other: ParkedTicket.Draft?) -> AppEvent {
        guard let index = parked.firstIndex(where: { $0.number == number }) else { return .ticketResumed(nil, parked) }
        if let other { _ = park(other) }
        let taken = parked.remove(at: index)
        return .ticketResumed(taken, parked)
    }

    /// Lets time pass; what becomes due happens at its moment.
    mutating func advance(by milliseconds: Int64) {
        let end = clock + milliseconds
        while let next = due.indices.min(by: { due[$0].at < due[$1].at }), due[next].at <= end {
            let timer = due.remove(at: next)
            clock = max(clock, timer.at)
            give(timer.event)
        }
        clock = end
    }

    /// Presses a key so long after what came before.
    @discardableResult
    mutating func press(_ command: AppCommand, after milliseconds: Int64 = 100) -> [AppEffect] {
        advance(by: milliseconds)
        return give(.command(command))
    }

    /// Presses the keys of a keypad, `0` to `9`, `.`, `+`, `*` and `-`; any other character is a key without a meaning.
    mutating func type(_ keys: String, every milliseconds: Int64 = 100) {
        let commands: [Character: AppCommand] = [".": .point, "+": .add, "*": .times, "-": .erase]
        for key in keys {
            press(key.wholeNumberValue.map(AppCommand.digit) ?? commands[key] ?? .other, after: milliseconds)
        }
    }

    /// Types into a field.
    mutating func write(_ text: String) {
        for scalar in text.unicodeScalars { press(.text(scalar)) }
    }

    mutating func connect(isResultPending: Bool = false) {
        press(.confirm)
        give(.connected(.counter, isResultPending: isResultPending))
    }

    mutating func finish(_ result: FinanceResult, wasRelayed: Bool = true) {
        if wasRelayed, let running = state.desk.running { books.relay(running.record.sequence) }
        give(.finished(completion(.finance(result), wasRelayed: wasRelayed)))
    }

    /// The link breaks while data is with the bank.
    mutating func loseLink() {
        if let running = state.desk.running { books.relay(running.record.sequence) }
        give(.finished(completion(.failed(.broken, .delivered), wasRelayed: true)))
        give(.linkEnded(.broken))
    }

    /// The link comes back by itself.
    mutating func comeBack(isResultPending: Bool = true) {
        advance(by: 1000)
        give(.connected(.counter, isResultPending: isResultPending))
    }

    // MARK: What came of it

    /// The sales that the reader was asked for.
    var charges: Int { effects.charges }

    var signature: SignaturePage? {
        if case .signature(let signature) = state.page { signature } else { nil }
    }

    var result: ResultPage? {
        if case .result(let result) = state.page { result } else { nil }
    }
}

extension [AppEffect] {
    var charges: Int {
        reduce(0) { count, effect in
            if case .desk(.start(.finance)) = effect { count + 1 } else { count }
        }
    }

    var questions: Int { filter { $0 == .desk(.start(.recoverPendingResult)) }.count }

    var intents: Int {
        reduce(0) { count, effect in
            if case .desk(.recordIntent) = effect { count + 1 } else { count }
        }
    }

    var bells: Int {
        reduce(0) { count, effect in
            if case .bell(let times) = effect { count + times } else { count }
        }
    }
}

extension AppEvent {
    /// Readers that are there without a search.
    static func readers(_ devices: [ReaderDevice]) -> AppEvent {
        .reader(.listed(devices.map { ReaderSighting($0) }))
    }
}
