/// A scenario under way. A value: what the reader shows comes in, what is to be done goes out.
package struct ScenarioRun: Equatable, Sendable {
    /// What a run must know of the reader.
    package enum Event: Equatable, Sendable {
        case screen([String])
        case linked(Bool)
    }

    private var steps: ArraySlice<ScenarioStep>
    private var screen = ""
    private var isLinked = false

    package init(_ scenario: Scenario) {
        steps = scenario.steps[...]
    }

    package var isOver: Bool { steps.isEmpty }

    /// The steps that are due at the start.
    package mutating func begin() -> [ScenarioStep] { due() }

    /// The steps that are due now, in order; none of them is one that waits.
    package mutating func take(_ event: Event) -> [ScenarioStep] {
        switch event {
        case .screen(let lines): screen = lines.joined(separator: " ").lowercased()
        case .linked(let isLinked): self.isLinked = isLinked
        }
        return due()
    }

    private mutating func due() -> [ScenarioStep] {
        var due: [ScenarioStep] = []
        while let step = steps.first {
            switch step {
            case .waitForScreen(let text):
                guard screen.contains(text.lowercased()) else { return due }
                // The same text further down waits for its next showing.
                screen = ""
            case .waitForLink(let wanted):
                guard isLinked == wanted else { return due }
            default: due.append(step)
            }
            steps.removeFirst()
        }
        return due
    }
}
