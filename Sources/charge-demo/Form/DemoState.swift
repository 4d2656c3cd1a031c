import Terminal

/// The program without its screen: a form with one button, and what came of pressing it. An event in, effects out.
struct DemoState: Equatable, Sendable {
    enum Event: Equatable {
        case key(KeyPress)
        case paste(String)
        /// The request was handed over.
        case submitted
        /// It was not, with the reason as a sentence.
        case notSubmitted(String)
        /// An answer that is shown now. So many are kept besides.
        case answered(DemoAnswer, more: Int)
        /// Whether this screen hears of answers by itself.
        case hears(Bool)
        /// So many are kept while an answer is looked at.
        case kept(Int)
        /// What is kept cannot be shown, with the reason as a sentence.
        case notShown(String)
    }

    enum Effect: Equatable {
        /// Hands a request over, made of what stands on the form.
        case submit([DemoField: String])
        /// Shows the next answer, if one is kept.
        case look
        case quit
    }

    enum Phase: Equatable, Sendable {
        case form
        /// The request is being handed over.
        case submitting
        /// The answer has not come yet.
        case waiting
        case result(DemoAnswer)
    }

    private(set) var values: [String] = DemoField.allCases.map(\.first)
    /// The row that keys act on; the one behind the last field is the button.
    private(set) var marked = DemoField.allCases.count
    private(set) var phase = Phase.form
    /// What the status line says besides.
    private(set) var note = ""
    private(set) var hears = true
    /// How many answers are kept behind the one that is shown.
    private(set) var more = 0

    /// No answer is being looked at, so that the next one can be shown.
    var canShow: Bool {
        switch phase {
        case .form, .submitting, .waiting: true
        case .result: false
        }
    }

    /// The row of the button.
    static let button = DemoField.allCases.count

    func value(of field: DemoField) -> String { values.indices.contains(field.rawValue) ? values[field.rawValue] : "" }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .key(let press): return take(press)
        case .paste(let text):
            for scalar in (text.split(whereSeparator: \.isNewline).first ?? "").unicodeScalars { type(scalar) }
        case .submitted: if phase == .submitting { phase = .waiting }
        case .notSubmitted(let reason):
            if phase == .submitting { phase = .form }
            note = reason
        case .answered(let answer, let more):
            phase = .result(answer)
            self.more = more
            note = ""
        case .hears(let hears): self.hears = hears
        case .kept(let more): self.more = more
        case .notShown(let reason): note = reason
        }
        return []
    }

    private mutating func take(_ press: KeyPress) -> [Effect] {
        if press.modifiers.contains(.control), press.key == .character("c") { return [.quit] }
        guard press.modifiers.isDisjoint(with: [.control, .alt, .meta]) else { return [] }
        switch phase {
        case .form: return takeForm(press.key)
        case .submitting: return []
        case .waiting, .result:
            switch press.key {
            case .enter, .escape:
                phase = .form
                return [.look]
            case .character("q"): return [.quit]
            default: break
            }
            return []
        }
    }

    private mutating func takeForm(_ key: Key) -> [Effect] {
        note = ""
        switch key {
        case .up, .backTab: marked = max(0, marked - 1)
        case .down, .tab: marked = min(DemoState.button, marked + 1)
        case .enter:
            guard marked == DemoState.button else {
                marked += 1
                return []
            }
            phase = .submitting
            return [.submit(Dictionary(uniqueKeysWithValues: DemoField.allCases.map { ($0, value(of: $0)) }))]
        case .escape: marked = DemoState.button
        case .backspace: edit { $0 = String($0.dropLast()) }
        case .character("q") where marked == DemoState.button: return [.quit]
        case .character(let scalar): type(scalar)
        default: break
        }
        return []
    }

    private mutating func type(_ scalar: Unicode.Scalar) {
        guard let field = DemoField(rawValue: marked) else { return }
        guard !field.isFlag else {
            edit { $0 = $0 == "yes" ? "no" : "yes" }
            return
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return
        default: edit { if $0.count < DemoField.charactersMax { $0.unicodeScalars.append(scalar) } }
        }
    }

    private mutating func edit(_ body: (inout String) -> Void) {
        if phase == .form, values.indices.contains(marked) { body(&values[marked]) }
    }
}
