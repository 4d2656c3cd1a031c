import HeftKit
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("The menu and the command palette") struct MenuPageTests {
    /// What the reader does without money, by its number in the menu.
    struct Service: Sendable {
        let number: String
        let kind: OperationKind

        init(_ number: String, _ kind: OperationKind) {
            self.number = number
            self.kind = kind
        }
    }

    @Test("Enter where no amount was typed opens the menu, at the sale") func emptyAmount() throws {
        var till = Till.ready()
        till.press(.confirm)
        #expect(try #require(till.menu).marked == .sale)
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.charges == 0)
    }

    @Test("no two entries have one number, and none lacks a name", arguments: AppAction.allCases)
    func names(action: AppAction) {
        #expect(!action.name.isEmpty && !action.phrase.isEmpty && !action.explanation.isEmpty)
        #expect(AppAction.allCases.filter { $0.number == action.number && $0.number != nil }.count <= 1)
        #expect(AppAction.allCases.filter { $0.command == action.command && $0.command != nil }.count <= 1)
        #expect((action.command == nil) == action.keys.isEmpty)
    }

    @Test("a number marks its entry, also one of two digits", arguments: AppAction.menu)
    func number(action: AppAction) throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("\(action.number ?? 0)")
        #expect(try #require(till.menu).marked == action)
    }

    @Test("a second digit that makes no number begins a new one") func newNumber() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("8")
        till.write("1")
        #expect(try #require(till.menu).marked == .sale)
        till.write("4")
        #expect(try #require(till.menu).marked == .endOfDay)
        till.write("4")
        #expect(try #require(till.menu).marked == .refund)
    }

    @Test("a number that the menu does not have rings, and marks nothing else") func noSuchNumber() throws {
        var till = Till.ready()
        till.press(.menu)
        #expect(till.press(.digit(0)).bells == 1)
        #expect(try #require(till.menu).marked == .sale)
    }

    @Test("the first letters of a name mark it", arguments: AppAction.menu)
    func letters(action: AppAction) throws {
        var till = Till.ready()
        till.press(.menu)
        till.write(action.name)
        #expect(try #require(till.menu).marked == action)
    }

    @Test("j and k move the mark as long as no name begins so") func moves() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("j")
        #expect(try #require(till.menu).marked == AppAction.menu[1])
        till.write("k")
        #expect(try #require(till.menu).marked == .sale)
        till.press(.bottom)
        #expect(try #require(till.menu).marked == .quit)
    }

    @Test("a barcode that is read in the menu opens nothing", arguments: [AppCommand.menu, .palette])
    func barcode(opening: AppCommand) {
        var till = Till.ready()
        till.press(opening)
        for digit in [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 1, 2] { till.press(.digit(digit), after: 5) }
        till.press(.confirm, after: 5)
        #expect(till.state.hint == .barcodeIgnored)
        #expect(till.state.page.base == .sale)
    }

    @Test(
        "every action runs from the palette by its phrase, and none moves money at once", arguments: AppAction.allCases)
    func palette(action: AppAction) throws {
        var till = Till.showing(.authorised)
        till.press(.back)
        till.press(.palette)
        till.write(action.phrase)
        #expect(try #require(till.palette).found.first == action)
        let effects = till.press(.confirm)
        #expect(effects.intents == 0 && !effects.contains(.quit))
        if action == .simulator {
            #expect(till.state.hint == .notSimulated)
        } else if action == .currency {
            #expect(till.state.hint == .oneCurrency(.gbp))
        } else if action != .attention {
            #expect(till.palette == nil)
            #expect(till.state.hint == nil || action == .fetchResult || action == .saleAndToken)
        }
    }

    @Test("the sale that asks for a token too keeps what is typed") func saleAndToken() {
        var till = Till.ready()
        till.type("12")
        for _ in 0..<2 {
            till.press(.menu)
            till.write("2")
            till.press(.confirm)
            #expect(till.state.page == .sale)
            #expect(till.state.ticket.contents.tokenizesCard)
            #expect(till.state.ticket.sums.total.minorUnits == 12)
        }
    }

    @Test(
        "what is done to the sale is found by name too, and goes back to it",
        arguments: ["Add a tip", "Describe", "Set the sale aside"])
    func onSale(phrase: String) {
        var till = Till.ready()
        till.type("1250")
        till.press(.find)
        till.press(.back)
        till.press(.palette)
        till.write(phrase)
        till.press(.confirm)
        #expect(till.palette == nil && till.state.page != .sale)
        till.press(.back)
        #expect(till.state.page == .sale)
        #expect(till.state.ticket.sums.total.minorUnits == 1250)
    }

    @Test("a name is found by the beginnings of its words, in any order") func words() throws {
        var till = Till.ready()
        till.press(.palette)
        till.write("day cl")
        #expect(try #require(till.palette).found == [.endOfDay])
        for _ in 0..<3 { till.press(.erase) }
        #expect(try #require(till.palette).found.contains(.startOfDay))
    }

    @Test("what cannot be done now stays in the list and says why") func obstacle() throws {
        var till = Till.ready()
        till.give(.linkEnded(.broken))
        till.press(.menu)
        till.write("13")
        #expect(till.press(.confirm).bells == 1)
        #expect(till.state.hint == .notConnected)
        #expect(till.menu != nil)
    }

    @Test("neither covers what must be answered or seen first") func covered() {
        let pages: [(Till, Hint)] = [
            (.paying(), .notDuringPayment), (.showing(.authorised), .resultFirst),
            (.showing(.undefined), .unknownFirst),
        ]
        for (till, hint) in pages {
            for command in [AppCommand.menu, .palette] {
                var till = till
                let before = till.state.page
                till.press(command, after: 1000)
                #expect(till.state.page == before)
                #expect(till.state.hint == hint)
            }
        }
        var till = Till.ready()
        till.press(.quit)
        till.press(.palette)
        #expect(till.state.hint == .answerFirst)
    }

    @Test("fetching a waiting result asks the reader, and says when it holds none") func fetch() {
        var till = Till.ready()
        till.press(.menu)
        till.write("7")
        let effects = till.press(.confirm)
        #expect(effects.questions == 1)
        till.give(recovery(nothingHeld))
        #expect(till.state.hint == .nothingWaiting)
        #expect(till.state.page == .sale)
    }

    @Test(
        "a service at the reader is asked about, and stands in the books",
        arguments: [Service("3", .tokenize), Service("12", .update), Service("13", .startOfDay)])
    func service(service: Service) throws {
        let (number, kind) = (service.number, service.kind)
        var till = Till.ready()
        till.press(.menu)
        till.write(number)
        till.press(.confirm)
        #expect(till.press(.confirm, after: 1000).intents == 0)
        #expect(till.state.page == .sale)
        till.press(.menu)
        till.write(number)
        till.press(.confirm)
        till.press(.yes, after: 1000)
        #expect(till.press(.confirm).intents == 1)
        #expect(try #require(till.books.records.last).intent.kind == kind)
        #expect(till.charges == 0)
        till.finish(answer(kind == .tokenize ? .authorised : .processed, .success, id: ""), wasRelayed: false)
        #expect(try #require(till.result).record.outcome?.verdict == .processed)
        till.press(.back, after: 1000)
        #expect(till.state.page == .sale)
    }

    @Test("before an update the power is looked at, and a battery warned of") func battery() throws {
        var till = Till.ready()
        till.press(.menu)
        till.write("12")
        #expect(till.press(.confirm).contains(.askPower))
        for (isExternal, isWarned) in [(nil, false), (true, false), (false, true)] as [(Bool?, Bool)] {
            till.give(.power(isExternal: isExternal))
            guard case .service(let question) = till.state.page else {
                Issue.record("the question is gone")
                return
            }
            #expect(question.isOnBattery == isWarned)
        }
        till.press(.back, after: 1000)
        // An answer that comes late changes nothing.
        #expect(till.give(.power(isExternal: false)).isEmpty)
        #expect(till.state.page == .sale)
    }

    @Test("the day is closed from the menu as from its page") func endOfDay() {
        var till = Till.ready()
        till.press(.menu)
        till.write("14")
        let effects = till.press(.confirm)
        #expect(effects.contains(.loadReport))
        till.press(.yes, after: 1000)
        #expect(till.press(.confirm).intents == 1)
    }
}

extension Till {
    fileprivate var menu: MenuPage? {
        if case .menu(let menu) = state.page { menu } else { nil }
    }

    fileprivate var palette: PalettePage? {
        if case .palette(let palette) = state.page { palette } else { nil }
    }
}
