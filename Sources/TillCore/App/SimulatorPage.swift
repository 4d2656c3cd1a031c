/// The panel of the simulated reader.
package struct SimulatorPage: Equatable, Sendable {
    package enum Panel: Int, CaseIterable, Sendable {
        /// How the next payment ends: the mark is the choice.
        case outcome
        /// The customer's side of the reader.
        case reader
        case faults
        case setup
        /// The amounts with a meaning, to look at.
        case amounts
    }

    /// The lines of ``Panel/setup``. The raw value is the number on the panel.
    package enum Line: Int, CaseIterable, Sendable {
        case customer = 1
        case card
        case tip
        case speed
        case seed
        case signature
    }

    package var panel = Panel.outcome
    package var key = CardholderKey.insert
    package var fault = SimulatorSetup.Fault.dropLink
    package var line = Line.customer
    /// The digits of a seed that is being typed.
    package var typedSeed: String?
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }

    /// The most digits of a seed.
    static let longestSeed = 15
}

extension AppState {
    /// Whether the reader at hand is a simulated one.
    package var hasSimulatedReader: Bool {
        desk.reader?.isSimulated ?? (desk.device?.kind == .simulated)
    }

    /// Whether F7 shows the panel.
    package var canSimulate: Bool { hasSimulatedReader && simulator.setup != nil }

    /// How the next payment ends by the panel's choice; nil where its amount decides.
    package var chosenOutcome: SimulatorSetup.Outcome? { hasSimulatedReader ? simulator.setup?.outcome : nil }

    // MARK: What the reader says

    mutating func take(_ event: SimulatorEvent) -> [AppEffect] {
        switch event {
        case .screen(let lines): simulator.screen = lines
        case .setup(let setup): simulator.setup = setup
        case .carriedOut(let faults):
            simulator.carriedOut = faults
            simulator.carriedOutAt = now
        case .passedOver:
            guard case .simulator = page else { return [] }
            hint = .keyPassedOver
            return [.bell(1)]
        }
        return []
    }

    // MARK: Keys

    /// Only a simulated reader can be told what to do.
    mutating func openSimulator() -> [AppEffect] {
        guard canSimulate else {
            hint = .notSimulated
            return [.bell(1)]
        }
        var panel = SimulatorPage(under: page)
        // During a payment it is the customer's turn.
        if case .payment = page { panel.panel = .reader }
        return turn(to: .simulator(panel))
    }

    mutating func takeSimulator(_ command: AppCommand, _ panel: SimulatorPage) -> [AppEffect] {
        guard let setup = simulator.setup else { return turnBack(to: panel.under) }
        if let typed = panel.typedSeed { return takeSeed(command, typed, panel) }
        var panel = panel
        switch command {
        case .back, .erase, .simulator: return turnBack(to: panel.under)
        case .otherPanel: panel.panel = panel.panel.next
        case .digit(let digit): return choose(digit, panel)
        case .up: return choose(panel.number(setup) - 1, panel, isStep: true)
        case .down: return choose(panel.number(setup) + 1, panel, isStep: true)
        case .top: return choose(panel.panel.numbers.first ?? 0, panel)
        case .bottom: return choose(panel.panel.numbers.last ?? 0, panel)
        case .times:
            guard panel.panel == .faults else { return [] }
            return arm(panel.fault, setup)
        case .confirm: return confirm(panel, setup)
        default: return takeAnywhere(command)
        }
        page = .simulator(panel)
        return []
    }

    /// Marks by number. A step beyond the end goes nowhere.
    private mutating func choose(_ number: Int, _ panel: SimulatorPage, isStep: Bool = false) -> [AppEffect] {
        guard panel.panel.numbers.contains(number) else {
            if panel.panel == .outcome, number == SimulatorPage.scriptNumber { hint = .noScript }
            return isStep ? [] : [.bell(1)]
        }
        var panel = panel
        switch panel.panel {
        case .outcome: return change(.nextPayment(SimulatorSetup.Outcome(rawValue: number)))
        case .reader: panel.key = CardholderKey(rawValue: number) ?? panel.key
        case .faults: panel.fault = SimulatorSetup.Fault(rawValue: number) ?? panel.fault
        case .setup: panel.line = SimulatorPage.Line(rawValue: number) ?? panel.line
        case .amounts: break
        }
        page = .simulator(panel)
        return []
    }

    private mutating func confirm(_ panel: SimulatorPage, _ setup: SimulatorSetup) -> [AppEffect] {
        switch panel.panel {
        case .outcome, .amounts: return turnBack(to: panel.under)
        case .reader: return [.simulator(.press(panel.key))]
        case .faults:
            switch panel.fault {
            case .dropLink: return [.simulator(.dropLinkNow)]
            case .restart: return [.simulator(.restartNow)]
            case .corruptChecksum, .delayBank, .answerTwice:
                hint = .faultComes(panel.fault)
                return setup.armed.contains(panel.fault) ? [] : change(.arm(panel.fault, true))
            }
        case .setup: return change(panel, setup)
        }
    }

    /// The next value of the marked line.
    private mutating func change(_ panel: SimulatorPage, _ setup: SimulatorSetup) -> [AppEffect] {
        switch panel.line {
        case .customer: return change(.byHand(!setup.isByHand))
        case .card: return change(.card(next(after: setup.card)))
        case .tip: return change(.tip(next(after: setup.tip)))
        case .speed: return change(.speed(next(after: setup.speed)))
        case .signature: return change(.signature(next(after: setup.signature)))
        case .seed:
            var panel = panel
            panel.typedSeed = ""
            page = .simulator(panel)
            return []
        }
    }

    /// Arms or disarms; dropping the link goes through its steps before it is off again.
    private mutating func arm(_ fault: SimulatorSetup.Fault, _ setup: SimulatorSetup) -> [AppEffect] {
        let isArmed = setup.armed.contains(fault)
        guard fault == .dropLink else { return change(.arm(fault, !isArmed)) }
        guard isArmed else { return change(.dropLink(at: SimulatorSetup.Step.allCases.first)) }
        return change(.dropLink(at: SimulatorSetup.Step(rawValue: setup.dropStep.rawValue + 1)))
    }

    /// Has the reader changed, and shows it at once: keys that are typed fast count from what was typed before.
    private mutating func change(_ effect: SimulatorEffect) -> [AppEffect] {
        simulator.setup?.apply(effect)
        return [.simulator(effect)]
    }

    // MARK: Seed

    private mutating func takeSeed(
        _ command: AppCommand, _ typed: String, _ panel: SimulatorPage
    ) -> [AppEffect] {
        var panel = panel
        var effects: [AppEffect] = []
        switch command {
        case .digit(let digit):
            guard typed.count < SimulatorPage.longestSeed else { return [.bell(1)] }
            panel.typedSeed = typed + "\(digit)"
        case .erase: panel.typedSeed = String(typed.dropLast())
        case .back, .otherPanel, .simulator: panel.typedSeed = nil
        case .confirm:
            panel.typedSeed = nil
            // Enter alone begins the same run once more.
            if let seed = UInt64(typed) ?? simulator.setup?.seed { effects = change(.seed(seed)) }
        default: return takeAnywhere(command)
        }
        page = .simulator(panel)
        return effects
    }
}

/// The value after this one, round and round.
private func next<Value: CaseIterable & Equatable>(after value: Value?) -> Value where Value.AllCases == [Value] {
    let all = Value.allCases
    let index = all.firstIndex { $0 == value }.map { $0 + 1 } ?? 0
    return all[index % all.count]
}

extension SimulatorPage {
    /// The number of what cannot be chosen yet: a script.
    package static let scriptNumber = 9

    /// The number that is marked on the panel.
    package func number(_ setup: SimulatorSetup) -> Int {
        switch panel {
        case .outcome: setup.outcome?.rawValue ?? 0
        case .reader: key.rawValue
        case .faults: fault.rawValue
        case .setup: line.rawValue
        case .amounts: 0
        }
    }
}

extension SimulatorPage.Panel {
    /// The numbers that can be marked.
    package var numbers: [Int] {
        switch self {
        case .outcome: [0] + SimulatorSetup.Outcome.allCases.map(\.rawValue)
        case .reader: CardholderKey.allCases.map(\.rawValue)
        case .faults: SimulatorSetup.Fault.allCases.map(\.rawValue)
        case .setup: SimulatorPage.Line.allCases.map(\.rawValue)
        case .amounts: []
        }
    }

    /// The panel that Tab goes to.
    var next: Self { Self(rawValue: rawValue + 1) ?? .outcome }
}

extension SimulatorSetup {
    fileprivate mutating func apply(_ effect: SimulatorEffect) {
        switch effect {
        case .nextPayment(let outcome): self.outcome = outcome
        case .arm(let fault, true): armed.insert(fault)
        case .arm(let fault, false): armed.remove(fault)
        case .dropLink(let step?):
            armed.insert(.dropLink)
            dropStep = step
        case .dropLink(nil): armed.remove(.dropLink)
        case .card(let card): self.card = card
        case .tip(let tip): self.tip = tip
        case .speed(let speed): self.speed = speed
        case .signature(let form): signature = form
        case .byHand(let isByHand): self.isByHand = isByHand
        case .seed(let seed): self.seed = seed
        case .dropLinkNow, .restartNow, .press: break
        }
    }
}
