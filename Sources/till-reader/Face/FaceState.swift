import ReaderSimulator
import Terminal

/// What the reader's own screen shows, and what its keys do. A value.
struct FaceState: Equatable {
    /// How a till is started for this reader.
    let address: String
    var screen: [String] = []
    var isLinked = false
    var isFrozen = false
    var setup: SimulatedReader.Setup?
    var batteryPercent = 87
    var isCharging = false
    /// The wire, oldest first.
    private(set) var log: [String] = []
    /// What came of the last key, in a sentence; nil for what the link says.
    private(set) var said: String?
    var showsHelp = false

    enum Effect: Equatable {
        case step(ScenarioStep)
        case quit
    }

    /// So many lines of the wire are kept.
    private static let logMax = 500

    init(address: String) {
        self.address = address
    }

    mutating func note(_ line: String) {
        log.append(line)
        if log.count > FaceState.logMax { log.removeFirst(log.count - FaceState.logMax) }
    }

    mutating func say(_ sentence: String) { said = sentence }

    // MARK: Keys

    mutating func press(_ key: KeyPress) -> [Effect] {
        said = nil
        if showsHelp {
            showsHelp = false
            return []
        }
        switch key.key {
        case .character(let scalar) where key.modifiers.isEmpty: return press(Character(scalar))
        case .character("c") where key.modifiers == .control: return [.quit]
        case .enter: return [.step(.press(.greenKey))]
        case .escape: return [.step(.press(.redKey))]
        case .function(1):
            showsHelp = true
            return []
        default: return []
        }
    }

    private mutating func press(_ character: Character) -> [Effect] {
        switch character {
        case "1": return [.step(.press(.insertCard))]
        case "2": return [.step(.press(.swipeCard))]
        case "3": return [.step(.press(.tapCard))]
        case "4": return [.step(.press(.greenKey))]
        case "5": return [.step(.press(.redKey))]
        case "6": return [.step(.press(.removeCard))]
        case "w": return [.step(.press(.wrongPIN))]
        case "p": return [.step(.press(.bypassPIN))]
        case "g": return giveTip()
        case "n": return [.step(.next(Choices.after(setup?.nextPayment, in: Choices.outcomes)))]
        case "c": return [.step(.card(Choices.after(setup?.card, in: Choices.cards) ?? TestCard()))]
        case "t": return [.step(.tip(Choices.after(setup?.tip, in: Choices.tips) ?? .notAsked))]
        case "h": return [.step(.byHand(setup?.cardholder != .manual))]
        case "-", "+": return changeBattery(by: character == "-" ? -10 : 10)
        case "l":
            isCharging.toggle()
            return [.step(.charging(isCharging))]
        case "d": return breakLink()
        case "x": return arm(.corruptChecksum, "The next frame goes out with a wrong checksum.")
        case "f":
            isFrozen = true
            said = "Frozen: the reader answers nothing. z restarts it."
            return [.step(.freeze)]
        case "z":
            isFrozen = false
            return [.step(.restart)]
        case "q": return [.quit]
        case "?":
            showsHelp = true
            return []
        default: return []
        }
    }

    private mutating func giveTip() -> [Effect] {
        let tip = setup?.tip ?? .notAsked
        return [.step(.press(tip == .notAsked || tip == .none ? .greenKey : .giveTip(tip)))]
    }

    private mutating func changeBattery(by percent: Int) -> [Effect] {
        batteryPercent = min(100, max(0, batteryPercent + percent))
        return [.step(.battery(batteryPercent))]
    }

    private mutating func breakLink() -> [Effect] {
        guard isLinked else {
            said = "No till is linked. Start one: till --reader \(address) --simulated"
            return []
        }
        return [.step(.dropLink)]
    }

    private mutating func arm(_ fault: ScenarioFault, _ sentence: String) -> [Effect] {
        said = sentence
        return [.step(.fault(fault))]
    }
}

/// What the keys that change something go through, in order.
enum Choices {
    static let outcomes: [NextPayment?] = [nil] + NextPayment.allCases
    static let cards: [TestCard] = [
        TestCard(), TestCard(scheme: .mastercard), TestCard(scheme: .maestro), TestCard(scheme: .amex),
        TestCard(entry: .contactless), TestCard(scheme: .mastercard, entry: .contactless), TestCard(entry: .stripe),
        TestCard(entry: .typed),
    ]
    static let tips: [Tip] = [.notAsked, .none, .percentage(10), .percentage(15), .amount(100)]

    /// The one behind, or the first.
    static func after<Value: Equatable>(_ value: Value, in choices: [Value]) -> Value {
        let index = choices.firstIndex(of: value).map { ($0 + 1) % choices.count } ?? 0
        return choices[index]
    }

    static func after<Value: Equatable>(_ value: Value?, in choices: [Value]) -> Value? {
        let index = value.flatMap(choices.firstIndex).map { ($0 + 1) % choices.count } ?? 0
        return choices[index]
    }
}
