/// What happens at a simulated reader, step by step: a text with one step a line.
///
/// | line | what it does |
/// |------|--------------|
/// | `wait TEXT` | waits until the reader's screen shows the text |
/// | `wait linked`, `wait unlinked` | waits for a till's link, or for its end |
/// | `insert` `swipe` `tap` `type` `green` `red` `remove` `no-pin` `wrong-pin` | the cardholder does it |
/// | `give 10%`, `give 150` | the cardholder gives a tip, in per cent or minor units |
/// | `scan CODE` | a barcode is held before the scanner |
/// | `next approved` … `next by-amount` | how the next payment ends |
/// | `card visa chip` | what the cardholder holds: a scheme, and how it is read |
/// | `tip not-asked`, `tip none`, `tip 10%`, `tip 150` | whether a tip is asked for, and what is given |
/// | `hand manual`, `hand automatic` | whether each step of the cardholder is waited for |
/// | `fault drop-link STEP` … `fault pin-bypassed` | what goes wrong, once |
/// | `battery 15`, `charging on`, `charging off` | the reader's battery |
/// | `drop` `freeze` `restart` `quit` | the link, the reader, the program |
///
/// Lines that are blank or begin with `#` say nothing.
package struct Scenario: Equatable, Sendable {
    /// Why a text is no scenario.
    package struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        /// Counted from 1.
        package var line: Int
        package var problem: Problem

        package enum Problem: Equatable, Sendable {
            case unknownStep(String)
            case missing(String)
            case notOne(of: [String], String)
            case notANumber(String, Int, Int)
        }

        /// What is wrong and what is right.
        package var description: String {
            let what =
                switch problem {
                case .unknownStep(let word): "\"\(word)\" is no step of a scenario."
                case .missing(let what): "\(what) is missing."
                case .notOne(let choices, let word): "\"\(word)\" is none of \(choices.joined(separator: ", "))."
                case .notANumber(let word, let least, let most):
                    "\"\(word)\" is no whole number from \(least) to \(most)."
                }
            return "line \(line): \(what)"
        }
    }

    package let steps: [ScenarioStep]

    /// The most steps, and the longest line.
    private static let linesMax = 10_000

    package init(_ text: String) throws(Refusal) {
        var steps: [ScenarioStep] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Scenario.linesMax)
        for (index, line) in lines.enumerated() {
            var words = ScenarioWords(line, number: index + 1)
            if let step = try words.step() { steps.append(step) }
        }
        self.steps = steps
    }
}

/// The words of one line, taken from the left.
private struct ScenarioWords {
    private let number: Int
    private var words: ArraySlice<Substring>

    init(_ line: Substring, number: Int) {
        self.number = number
        words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }[...]
    }

    private func refusal(_ problem: Scenario.Refusal.Problem) -> Scenario.Refusal {
        Scenario.Refusal(line: number, problem: problem)
    }

    private mutating func word(_ what: String) throws(Scenario.Refusal) -> String {
        guard let word = words.popFirst() else { throw refusal(.missing(what)) }
        return String(word)
    }

    private mutating func rest(_ what: String) throws(Scenario.Refusal) -> String {
        guard !words.isEmpty else { throw refusal(.missing(what)) }
        defer { words = [] }
        return words.joined(separator: " ")
    }

    private mutating func whole(_ least: Int, _ most: Int, _ what: String) throws(Scenario.Refusal) -> Int {
        let word = try word(what)
        guard let value = Int(word), (least...most).contains(value) else {
            throw refusal(.notANumber(word, least, most))
        }
        return value
    }

    private mutating func choice<Value>(
        _ choices: [(String, Value)], _ what: String
    ) throws(Scenario.Refusal) -> Value {
        let word = try word(what)
        guard let found = choices.first(where: { $0.0 == word }) else {
            throw refusal(.notOne(of: choices.map(\.0), word))
        }
        return found.1
    }

    /// Nil for a line that says nothing.
    mutating func step() throws(Scenario.Refusal) -> ScenarioStep? {
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        words.removeFirst()
        switch first {
        case "wait": return try wait()
        case "give": return .press(.giveTip(try gift()))
        case "scan": return .press(.scan(try rest("the code")))
        case "next": return .next(try choice(Self.outcomes, "how the next payment ends"))
        case "card": return .card(try card())
        case "tip": return .tip(try tip())
        case "hand": return .byHand(try choice([("manual", true), ("automatic", false)], "manual or automatic"))
        case "fault": return .fault(try fault())
        case "battery": return .battery(try whole(0, 100, "the charge in per cent"))
        case "charging": return .charging(try choice([("on", true), ("off", false)], "on or off"))
        case "drop": return .dropLink
        case "freeze": return .freeze
        case "restart": return .restart
        case "quit": return .quit
        default:
            guard let action = Self.actions.first(where: { $0.0 == first }) else {
                throw refusal(.unknownStep(String(first)))
            }
            return .press(action.1)
        }
    }

    private mutating func wait() throws(Scenario.Refusal) -> ScenarioStep {
        switch try rest("what is waited for") {
        case "linked": .waitForLink(true)
        case "unlinked": .waitForLink(false)
        case let text: .waitForScreen(text)
        }
    }

    private mutating func tip() throws(Scenario.Refusal) -> Tip {
        switch words.first {
        case "not-asked":
            words = []
            return .notAsked
        case "none":
            words = []
            return .none
        default: return try gift()
        }
    }

    /// `10%` or minor units.
    private mutating func gift() throws(Scenario.Refusal) -> Tip {
        let word = try word("the tip")
        let digits = word.hasSuffix("%") ? word.dropLast() : word[...]
        let most: UInt32 = word.hasSuffix("%") ? 100 : 100_000_000
        guard let value = UInt32(digits), value > 0, value <= most else {
            throw refusal(.notANumber(word, 1, Int(most)))
        }
        return word.hasSuffix("%") ? .percentage(value) : .amount(value)
    }

    private mutating func card() throws(Scenario.Refusal) -> TestCard {
        let scheme = try choice(TestCard.Scheme.allCases.map { ($0.rawValue.lowercased(), $0) }, "the card's scheme")
        guard !words.isEmpty else { return TestCard(scheme: scheme) }
        return TestCard(scheme: scheme, entry: try choice(Self.entries, "how the card is read"))
    }

    private mutating func fault() throws(Scenario.Refusal) -> ScenarioFault {
        let name = try word("the fault")
        switch name {
        case "drop-link":
            return .dropLink(at: try choice(LinkStep.allCases.map { ($0.rawValue, $0) }, "where the link is dropped"))
        case "bank-delay": return .bankDelay(try whole(1, 600, "the seconds"))
        default:
            guard let fault = Self.faults.first(where: { $0.0 == name }) else {
                throw refusal(.notOne(of: ["drop-link", "bank-delay"] + Self.faults.map(\.0), name))
            }
            return fault.1
        }
    }

    private static let actions: [(String, SimulatedReader.CardholderAction)] = [
        ("insert", .insertCard), ("swipe", .swipeCard), ("tap", .tapCard), ("type", .typeCard), ("green", .greenKey),
        ("red", .redKey), ("remove", .removeCard), ("no-pin", .bypassPIN), ("wrong-pin", .wrongPIN),
    ]

    private static let outcomes: [(String, NextPayment?)] = [
        ("approved", .approved), ("signature", .approvedWithSignature), ("declined", .declined),
        ("partly", .partlyApproved), ("cancelled", .cancelledByCardholder), ("link-lost", .linkLost),
        ("bank-silent", .bankSilent), ("battery-too-low", .batteryTooLow), ("by-amount", nil),
    ]

    private static let entries: [(String, TestCard.Entry)] = [
        ("chip", .chip), ("contactless", .contactless), ("stripe", .stripe), ("typed", .typed),
    ]

    private static let faults: [(String, ScenarioFault)] = [
        ("corrupt", .corruptChecksum), ("answer-twice", .answerTwice), ("restart", .restartAfterPayment),
        ("card-left", .cardLeftInSlot), ("chip-unreadable", .chipUnreadable), ("chip-swiped", .chipCardSwiped),
        ("card-pulled", .cardPulledAtPIN), ("pin-bypassed", .pinBypassed),
    ]
}
