/// The numbered menu.
package struct MenuPage: Equatable, Sendable {
    /// What Enter opens.
    package var marked = AppAction.sale
    /// The digits of a number, or the first letters of a name, as far as they were typed.
    package var typed = ""
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }

    /// Whether another digit may follow the one that was typed.
    package var awaitsDigit: Bool {
        typed.count == 1 && AppAction.menu.contains { "\($0.number ?? 0)".isLonger(typed) }
    }
}

/// Every action by its name, as far as it was typed.
package struct PalettePage: Equatable, Sendable {
    package var typed = ""
    /// Which of ``found`` Enter runs.
    package var marked = 0
    /// Where Esc goes.
    package var under: Page

    package init(under: Page) {
        self.under = under
    }

    /// The longest text that is looked for, in characters.
    static let lengthMax = 40

    /// What fits the text, in the order of the table.
    package var found: [AppAction] {
        let words = typed.lowercased().split(separator: " ")
        return AppAction.allCases.filter { $0.isFound(by: words) }
    }
}

/// Have the reader do something that moves no money?
package struct ServiceQuestion: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case tokenize
        case startOfDay
        case update
        case emptyLog

        /// Under which name it stands in the books; nil for what stands in none.
        var operation: OperationKind? {
            switch self {
            case .tokenize: .tokenize
            case .startOfDay: .startOfDay
            case .update: .update
            case .emptyLog: nil
            }
        }
    }

    package var kind: Kind
    /// The marked choice.
    package var yes = false
    /// The computer is known to run on its battery.
    package internal(set) var isOnBattery = false
    /// Where No goes.
    package var under: Page

    init(kind: Kind, under: Page) {
        self.kind = kind
        self.under = under
    }
}

extension String {
    fileprivate func isLonger(_ beginning: String) -> Bool { count > beginning.count && hasPrefix(beginning) }
}
