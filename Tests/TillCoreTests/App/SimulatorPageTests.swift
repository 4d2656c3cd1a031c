import Testing
import TillJournal

@testable import TillCore

@Suite("The panel of the simulated reader") struct SimulatorPageTests {
    private func panel(_ till: Till) -> SimulatorPage? {
        if case .simulator(let panel) = till.state.page { panel } else { nil }
    }

    private func wishes(_ effects: [AppEffect]) -> [SimulatorEffect] {
        effects.compactMap { if case .simulator(let effect) = $0 { effect } else { nil } }
    }

    /// A till whose panel is open, on the panel that so many Tabs lead to.
    private func open(tabs: Int = 0) -> Till {
        var till = Till.simulated()
        till.press(.simulator)
        for _ in 0..<tabs { till.press(.otherPanel) }
        return till
    }

    @Test("F7 opens it from the sale, a payment and a result, and Esc goes back to each")
    func opens() {
        var paying = Till.simulated()
        paying.type("1250")
        let typed = paying
        paying.press(.confirm)
        var result = paying
        result.finish(answer(.declined, amount: money(1250), reference: "T1-1"))
        result.advance(by: 1000)
        for before in [Till.simulated(), typed, paying, result] {
            var till = before
            #expect(wishes(till.press(.simulator)) == [])
            #expect(panel(till)?.under == before.state.page)
            till.press(.back)
            #expect(till.state.page == before.state.page)
            #expect(till.state.entry == before.state.entry)
        }
    }

    @Test("during a payment the customer's side of the reader comes first") func customersSide() {
        var till = Till.simulated()
        till.type("1250")
        till.press(.confirm)
        till.press(.simulator)
        #expect(panel(till)?.panel == .reader)
    }

    @Test("with a real reader it stays shut, and a sentence says why") func realReader() {
        var till = Till.ready()
        till.give(.simulator(.setup(SimulatorSetup())))
        #expect(till.press(.simulator) == [.bell(1)])
        #expect(till.state.page == .sale)
        #expect(till.state.hint == .notSimulated)
    }

    @Test("a number chooses how the next payment ends, 0 leaves it to the amount", arguments: 0...8)
    func outcome(number: Int) {
        var till = open()
        let wanted = SimulatorSetup.Outcome(rawValue: number)
        #expect(wishes(till.press(.digit(number))) == [.nextPayment(wanted)])
        #expect(till.state.chosenOutcome == wanted)
        till.press(.confirm)
        #expect(till.state.page == .sale)
        #expect(till.state.chosenOutcome == wanted)
    }

    @Test("the arrows choose as well, and end at the ends") func arrows() {
        var till = open()
        #expect(till.press(.up) == [])
        #expect(wishes(till.press(.down)) == [.nextPayment(.approved)])
        #expect(wishes(till.press(.bottom)) == [.nextPayment(.batteryTooLow)])
        #expect(till.press(.down) == [])
        #expect(wishes(till.press(.top)) == [.nextPayment(nil)])
    }

    @Test("a script cannot be chosen yet, and a sentence says so") func script() {
        var till = open()
        #expect(till.press(.digit(9)) == [.bell(1)])
        #expect(till.state.hint == .noScript)
    }

    @Test("what the reader says is what counts: a choice that was used up is gone") func usedUp() {
        var till = open()
        till.press(.digit(3))
        till.press(.back)
        till.give(.simulator(.setup(SimulatorSetup())))
        #expect(till.state.chosenOutcome == nil)
    }

    @Test("the customer's keys are marked by a number and pressed by Enter", arguments: CardholderKey.allCases)
    func keys(key: CardholderKey) {
        var till = open(tabs: 1)
        #expect(till.press(.digit(key.rawValue)) == [])
        #expect(wishes(till.press(.confirm)) == [.press(key)])
    }

    @Test("a key that the reader does not wait for is said to be passed over") func passedOver() {
        var till = open(tabs: 1)
        #expect(till.give(.simulator(.passedOver)) == [.bell(1)])
        #expect(till.state.hint == .keyPassedOver)
        // Whoever has left the panel is told nothing.
        till.press(.back)
        #expect(till.give(.simulator(.passedOver)) == [])
        #expect(till.state.hint == nil)
    }

    @Test(
        "Space arms a fault and takes that back",
        arguments: [SimulatorSetup.Fault.corruptChecksum, .delayBank, .answerTwice, .restart])
    func arms(fault: SimulatorSetup.Fault) {
        var till = open(tabs: 2)
        till.press(.digit(fault.rawValue))
        #expect(wishes(till.press(.times)) == [.arm(fault, true)])
        #expect(till.state.simulator.setup?.armed == [fault])
        #expect(wishes(till.press(.times)) == [.arm(fault, false)])
        #expect(till.state.simulator.setup?.armed == [])
    }

    @Test("Space goes through the steps at which the link is dropped, then takes it back") func dropSteps() {
        var till = open(tabs: 2)
        var steps: [SimulatorSetup.Step?] = []
        for _ in 0...SimulatorSetup.Step.allCases.count {
            guard case .dropLink(let step)? = wishes(till.press(.times)).first else { continue }
            steps.append(step)
        }
        #expect(steps == SimulatorSetup.Step.allCases.map(Optional.some) + [nil])
        #expect(till.state.simulator.setup?.armed == [])
    }

    @Test("Enter breaks it now, or arms what needs something to break") func now() {
        var till = open(tabs: 2)
        #expect(wishes(till.press(.confirm)) == [.dropLinkNow])
        till.press(.digit(5))
        #expect(wishes(till.press(.confirm)) == [.restartNow])
        till.press(.digit(4))
        #expect(wishes(till.press(.confirm)) == [.arm(.answerTwice, true)])
        #expect(till.state.hint == .faultComes(.answerTwice))
        #expect(wishes(till.press(.confirm)) == [])
        #expect(till.state.hint == .faultComes(.answerTwice))
    }

    @Test("Enter sets the next value of a line, round and round") func lines() {
        var till = open(tabs: 3)
        #expect(wishes(till.press(.confirm)) == [.byHand(true)])
        #expect(wishes(till.press(.confirm)) == [.byHand(false)])
        till.press(.digit(2))
        var cards: [SimulatorSetup.Card] = []
        for _ in SimulatorSetup.Card.allCases {
            if case .card(let card)? = wishes(till.press(.confirm)).first { cards.append(card) }
        }
        #expect(cards == Array(SimulatorSetup.Card.allCases.dropFirst()) + [.visaChip])
        till.press(.down)
        #expect(wishes(till.press(.confirm)) == [.tip(.none)])
        till.press(.down)
        #expect(wishes(till.press(.confirm)) == [.speed(.real)])
    }

    @Test("a seed is typed, taken by Enter, and left by Esc") func seed() {
        var till = open(tabs: 3)
        till.press(.digit(5))
        #expect(wishes(till.press(.confirm)) == [])
        till.press(.digit(4))
        till.press(.digit(2))
        till.press(.erase)
        #expect(panel(till)?.typedSeed == "4")
        #expect(wishes(till.press(.confirm)) == [.seed(4)])
        #expect(panel(till)?.typedSeed == nil)
        // Enter alone begins the same run once more.
        till.press(.confirm)
        #expect(wishes(till.press(.confirm)) == [.seed(4)])
        till.press(.confirm)
        till.press(.digit(9))
        #expect(wishes(till.press(.back)) == [])
        #expect(panel(till)?.typedSeed == nil)
        #expect(till.state.simulator.setup?.seed == 4)
    }

    @Test("a seed that is too long is refused at the limit") func longSeed() {
        var till = open(tabs: 3)
        till.press(.digit(5))
        till.press(.confirm)
        for _ in 0..<15 { #expect(till.press(.digit(9)) == []) }
        #expect(till.press(.digit(9)) == [.bell(1)])
        #expect(wishes(till.press(.confirm)) == [.seed(999_999_999_999_999)])
    }

    @Test("Tab goes round all panels") func tabs() {
        var till = open()
        var panels: [SimulatorPage.Panel?] = []
        for _ in SimulatorPage.Panel.allCases {
            panels.append(panel(till)?.panel)
            till.press(.otherPanel)
        }
        #expect(panels == SimulatorPage.Panel.allCases)
        #expect(panel(till)?.panel == .outcome)
    }

    @Test("a payment that ends turns from the panel to its result, and nothing of it is lost") func endsUnderneath() {
        var till = Till.simulated()
        till.type("1250")
        till.press(.confirm)
        till.press(.simulator)
        till.finish(answer(.authorised, amount: money(1250), reference: "T1-1", id: guid))
        #expect(till.result?.record.outcome?.verdict == .approved)
        #expect(till.rules.violations.isEmpty)
    }

    @Test("a result under the panel stays there until it is acknowledged") func resultUnderneath() {
        var till = Till.simulated()
        till.type("1250")
        till.press(.confirm)
        till.finish(answer(.declined, amount: money(1250), reference: "T1-1"))
        till.advance(by: 1000)
        till.press(.simulator)
        #expect(till.state.page.openResult != nil)
        till.press(.simulator)
        #expect(till.result != nil)
    }

    @Test("what went wrong as it was told to is remembered with its time") func carriedOut() {
        var till = open()
        till.advance(by: 5000)
        till.give(.simulator(.carriedOut([.answerTwice])))
        #expect(till.state.simulator.carriedOut == [.answerTwice])
        #expect(till.state.simulator.carriedOutAt == .at(till.clock))
    }
}
