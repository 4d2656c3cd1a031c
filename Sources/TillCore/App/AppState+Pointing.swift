/// What was pointed at.
package enum Pointed: Equatable, Sendable {
    /// A choice by its number.
    case choice(Int)
    /// A row of a list, counted from 0.
    case row(Int)
}

// Everything here can be done by keys. A pointer marks, and on what is marked already it opens; it answers no question,
// begins no payment and judges no signature.
extension AppState {
    /// Lines that one notch of the wheel scrolls a text by.
    private static let wheelLines = 3

    mutating func point(at pointed: Pointed) -> [AppEffect] {
        guard isArmed else { return [] }
        switch (page, pointed) {
        case (.chooseReader(let marked), .row(let index)):
            guard listing.rows.indices.contains(index) else { return [] }
            if index == marked, choice.autoConnectAt == nil { return take(.confirm) }
            stopAutoConnect()
            hint = nil
            page = .chooseReader(marked: index)
            return []
        case (.history(let history), .row(let index)):
            guard history.rows.indices.contains(index) else { return [] }
            return index == history.marked && !history.isTyping ? take(.confirm) : markRow(index, history)
        case (.unsent(let unsent), .row(let index)):
            guard unsent.answers?.indices.contains(index) == true else { return [] }
            if index == unsent.marked { return take(.confirm) }
            hint = nil
            page.changeUnsent { $0.mark(index) }
            return []
        case (.result(let result), .choice(let number)):
            return number == result.marked ? take(.confirm) : choose(number)
        case (.inDoubt(let list), .choice(let number)):
            return number == list.marked + 1 ? take(.confirm) : choose(number)
        case (_, .choice(let number)): return choose(number)
        case (_, .row): return []
        }
    }

    /// A digit marks a choice on every page that has numbered ones. Where it is typed into a field, it is none.
    private mutating func choose(_ number: Int) -> [AppEffect] {
        guard (0...9).contains(number), !wantsText, !typesAmount else { return [] }
        return take(.digit(number))
    }

    private var typesAmount: Bool {
        switch page {
        case .sale: true
        case .refund(let refund): !refund.isChoosing
        case .charge(let charge): charge.isTyping
        default: false
        }
    }

    /// The wheel moves the mark of a list, and scrolls what is longer than the window.
    mutating func turnWheel(isDown: Bool) -> [AppEffect] {
        guard isArmed else { return [] }
        let command = isDown ? AppCommand.down : .up
        switch page {
        case .chooseReader, .history, .inDoubt, .unsent: return take(command)
        case .receipt, .detail, .day:
            return (0..<AppState.wheelLines).flatMap { _ in take(command) }
        default: return []
        }
    }
}
