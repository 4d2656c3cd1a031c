import Configuration
import Money
import Testing

@testable import TillCore

@Suite("Settings") struct SettingsPageTests {
    /// A till on the settings' page, with a file to keep them in unless it is nil.
    private func opened(path: String? = "/home/till/config.yaml") -> Till {
        var till = Till.ready()
        till.state.settings.configurationPath = path
        till.press(.settings)
        return till
    }

    private func page(_ till: Till, sourceLocation: SourceLocation = #_sourceLocation) throws -> SettingsPage {
        try #require(till.state.page.openSettings, sourceLocation: sourceLocation)
    }

    private func type(_ text: String, _ till: inout Till) {
        for scalar in text.unicodeScalars { till.press(.text(scalar)) }
    }

    /// Empties the field that is open.
    private func erase(_ till: inout Till) throws {
        while try page(till).typed?.isEmpty == false { till.press(.erase) }
    }

    @Test("a comma opens them where no amount is typed, and is a point where one is") func comma() {
        var till = Till.ready()
        till.press(.comma)
        #expect(till.state.page.openSettings != nil)
        till.press(.back)
        #expect(till.state.page == .sale)
        till.type("12")
        till.press(.comma)
        till.type("5")
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(1250))
    }

    @Test("F12 opens them and leaves the amount, and Esc goes back") func open() {
        var till = Till.ready()
        till.type("1250")
        till.press(.settings)
        till.press(.back)
        #expect(till.state.page == .sale)
        #expect(till.state.entry.amount == money(1250))
    }

    @Test("Enter takes the next of the choices, and after the last the first") func choices() throws {
        var till = opened()
        till.press(.digit(4))
        till.press(.down)
        var themes: [Configuration.Screen.Theme] = []
        for _ in 0..<5 {
            till.press(.confirm)
            themes.append(try page(till).draft.screen.theme)
        }
        #expect(themes == [.dark, .light, .highContrast, .mono, .auto])
        #expect(till.state.settings.theme == .auto, "nothing counts before it is saved")
    }

    @Test("what is changed is saved by s, and counts at once") func save() throws {
        var till = opened()
        till.press(.digit(4))
        till.press(.down)
        till.press(.confirm)
        #expect(try page(till).changed == [.theme])
        #expect(till.press(.save) == [.saveSettings([.theme: .text("dark")])])
        #expect(till.state.settings.theme == .auto)
        // While it is written nothing can be changed.
        till.press(.confirm)
        #expect(try page(till).changed == [.theme])
        var configuration = Configuration()
        configuration.screen.theme = .dark
        till.give(.settings(.saved(configuration)))
        #expect(till.state.settings.theme == .dark)
        #expect(till.state.settings.configuration == configuration)
        #expect(till.state.hint == .settingsSaved(needsStart: false))
        #expect(try page(till).changed.isEmpty)
    }

    @Test("what was not set on the page stays as the command line gave it") func onlyChanges() throws {
        var till = opened()
        till.state.settings.theme = .mono
        till.press(.digit(4))
        for _ in 0..<3 { till.press(.down) }
        till.press(.confirm)
        var configuration = Configuration()
        configuration.screen.sounds = .flash
        #expect(till.press(.save) == [.saveSettings([.sounds: .text("flash")])])
        till.give(.settings(.saved(configuration)))
        #expect(till.state.settings.sound == .flash)
        #expect(till.state.settings.theme == .mono)
    }

    @Test("what counts later says so") func later() throws {
        var till = opened()
        till.press(.digit(8))
        till.press(.confirm)
        till.press(.save)
        till.give(.settings(.saved(try page(till).draft)))
        #expect(till.state.hint == .settingsSaved(needsStart: true))
    }

    @Test("Esc undoes what is not saved first, and then goes back") func undo() throws {
        var till = opened()
        till.press(.digit(8))
        till.press(.confirm)
        till.press(.back)
        #expect(till.state.hint == .settingsUndone)
        #expect(try page(till).changed.isEmpty)
        till.press(.back)
        #expect(till.state.page == .sale)
    }

    @Test("a value is typed, and taken by Enter") func typed() throws {
        var till = opened()
        till.press(.digit(2))
        till.press(.down)
        till.press(.down)
        till.press(.confirm)
        #expect(try page(till).typed == "1000.00")
        try erase(&till)
        type(" 250.00 ", &till)
        till.press(.confirm)
        #expect(try page(till).draft.sale.askAgainFrom == money(25000))
        till.press(.save)
        till.give(.settings(.saved(try page(till).draft)))
        #expect(till.state.settings.askAgainFromMinor == 25000)
    }

    @Test("a typed value that cannot be is told, and nothing of it is lost") func refused() throws {
        var till = opened()
        till.press(.digit(2))
        till.press(.confirm)
        type("X", &till)
        #expect(till.press(.confirm).contains(.bell(1)))
        #expect(till.state.hint == .settingRefused(.notACurrency("GBPX")))
        #expect(try page(till).typed == "GBPX")
        till.press(.erase)
        till.press(.confirm)
        #expect(try page(till).typed == nil)
        #expect(try page(till).changed.isEmpty)
    }

    @Test("another currency takes the amounts with it, so that both are saved") func currency() throws {
        var till = opened()
        till.press(.digit(2))
        till.press(.confirm)
        try erase(&till)
        type("jpy", &till)
        till.press(.confirm)
        #expect(
            till.press(.save) == [.saveSettings([.currency: .text("JPY"), .askAgainFrom: .text("100000")])])
    }

    @Test("values that do not go together are told, and not saved") func conflict() throws {
        var till = opened()
        till.press(.digit(2))
        till.press(.bottom)
        till.press(.confirm)
        try erase(&till)
        type("12", &till)
        till.press(.confirm)
        let conflict = Hint.settingRefused(.aboveCap(preset: 15, cap: 12))
        #expect(till.state.hint == conflict)
        #expect(try page(till).draft.tips.cap == 12)
        #expect(till.press(.save) == [.bell(1)])
        #expect(till.state.hint == conflict)
        till.press(.up)
        till.press(.confirm)
        try erase(&till)
        type("5, 10", &till)
        till.press(.confirm)
        #expect(
            till.press(.save) == [.saveSettings([.tipCap: .text("12"), .tipPresets: .list(["5", "10"])])])
    }

    @Test("a file that could not be written is told, and the changes stay") func notSaved() throws {
        var till = opened()
        till.press(.digit(8))
        till.press(.confirm)
        till.press(.save)
        till.give(.settings(.notSaved("The disk is full.")))
        #expect(till.state.hint == .settingsNotSaved("The disk is full."))
        #expect(try page(till).changed == [.simulatorSpeed])
        #expect(till.press(.save).count == 1)
    }

    @Test("where nothing is kept, what can count at once does until the end") func demo() throws {
        var till = opened(path: nil)
        till.press(.digit(4))
        till.press(.down)
        till.press(.confirm)
        #expect(till.press(.save).isEmpty)
        #expect(till.state.settings.theme == .dark)
        #expect(till.state.hint == .settingsNotKept)
    }

    @Test("a PIN and a program are not typed here") func elsewhere() throws {
        var till = opened()
        till.press(.digit(6))
        till.press(.confirm)
        #expect(till.state.hint == .setElsewhere(.supervisorPIN))
        till.press(.digit(1))
        for _ in 0..<4 { till.press(.down) }
        till.press(.confirm)
        #expect(till.state.hint == .setElsewhere(.secretCommand))
        #expect(try page(till).typed == nil)
    }

    @Test("a paste goes into the open field, without what steers a terminal") func paste() throws {
        var till = opened()
        till.give(.paste("ignored"))
        #expect(try page(till).typed == nil)
        till.press(.digit(3))
        till.press(.confirm)
        till.give(.paste("Caf\u{7}é\nsecond"))
        #expect(try page(till).typed == "Café")
    }

    @Test("every key is on the page once") func everyKey() {
        let shown = SettingsPage.Section.allCases.flatMap(\.keys)
        #expect(Set(shown) == Set(ConfigurationKey.allCases))
        #expect(shown.count == ConfigurationKey.allCases.count)
    }

    @Test("the rules of a ticket are as they are set") func ticketRules() throws {
        var configuration = Configuration()
        var settings = AppSettings(measure: TextMeasure { _ in 1 })
        settings.take(configuration)
        #expect(settings.ticketRules.tax == nil)
        #expect(settings.ticketRules.keypad == .minorUnitsFirst)
        try configuration.set(.taxRate, to: .text("8.125"))
        try configuration.set(.taxMode, to: .text("added"))
        try configuration.set(.tipPresets, to: .list(["5", "12"]))
        try configuration.set(.tipCap, to: .text("30"))
        try configuration.set(.keypad, to: .text("decimal-point"))
        try configuration.set(.currency, to: .text("USD"))
        settings.take(configuration)
        #expect(
            settings.ticketRules
                == TicketRules(
                    currency: .usd, keypad: .decimalPoint,
                    tax: TaxRule(rate: Percentage(thousandths: 8125), isIncluded: false),
                    tipCap: Percentage(thousandths: 30_000),
                    tipPresets: [Percentage(thousandths: 5000), Percentage(thousandths: 12_000)]))
    }

    @Test("tax counts for the next ticket, and not for what is being rung up", arguments: [false, true])
    func nextTicket(isBegun: Bool) throws {
        var till = Till.ready()
        till.state.settings.configurationPath = "/config.yaml"
        if isBegun { till.type("1250") }
        till.press(.settings)
        till.press(.digit(2))
        for _ in 0..<3 { till.press(.down) }
        till.press(.confirm)
        try erase(&till)
        type("20", &till)
        till.press(.confirm)
        till.press(.save)
        till.give(.settings(.saved(try page(till).draft)))
        #expect(till.state.hint == .settingsSaved(needsStart: false))
        #expect((till.state.ticket.rules.tax == nil) == isBegun)
        #expect(till.state.settings.tax?.rate == Percentage(thousandths: 20_000))
    }

    @Test("the reader that is set is connected once, when nothing comes before") func connects() {
        func start(_ choice: ReaderChoice, _ day: DayBooks = DayBooks()) -> Till {
            var till = Till()
            till.state.settings.configuration.reader.choice = choice
            till.give(.day(day))
            return till
        }
        #expect(start(.simulated).state.desk.device == .simulated)
        #expect(start(.address(ReaderDevice.counter.address.uppercased())).state.desk.device == .counter)
        #expect(start(.address("00:00:00:00:00:00")).state.desk.device == nil)
        #expect(start(.ask).state.desk.device == nil)
        var unseen = DayBooks(isLastUnseen: true)
        unseen.last = .paid(1)
        #expect(start(.simulated, unseen).state.desk.device == nil)
        var till = start(.ask)
        till.state.settings.configuration.reader.choice = .simulated
        till.give(.day(DayBooks()))
        #expect(till.state.desk.device == nil, "only at the start")
    }
}
