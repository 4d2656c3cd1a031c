/// What a person did at the terminal. Events carry no time: the application knows when it read the bytes.
package enum InputEvent: Equatable, Sendable {
    case key(KeyPress)
    /// Pasted text as it came, line ends included; at most ``InputParser/pasteMax`` bytes of it.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal window got or lost the keyboard.
    case focus(Bool)
}

package struct KeyPress: Hashable, Sendable {
    package var key: Key
    package var modifiers: Modifiers
    /// True for a key known to be on the numeric keypad. False says nothing: with Num Lock many terminals send the
    /// keypad as plain characters.
    package var isKeypad: Bool

    package init(_ key: Key, modifiers: Modifiers = [], isKeypad: Bool = false) {
        self.key = key
        self.modifiers = modifiers
        self.isKeypad = isKeypad
    }
}

package enum Key: Hashable, Sendable {
    /// A printable character, or with ``Modifiers/control`` the lower-case letter or sign of the key.
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    /// The middle of the keypad without Num Lock.
    case begin
    /// F1...F12.
    case function(Int)
}

package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    package static let meta = Modifiers(rawValue: 8)
}

package struct MouseEvent: Hashable, Sendable {
    package enum Button: Hashable, Sendable {
        case left, middle, right, wheelUp, wheelDown
        /// Movement without a button.
        case none
    }
    package enum Action: Hashable, Sendable {
        case press, release, move
    }

    package var action: Action
    package var button: Button
    /// The cell: row 0, column 0 is the top left. It may lie outside a window that has just become smaller.
    package var position: Position
    package var modifiers: Modifiers

    package init(_ action: Action, _ button: Button, at position: Position, modifiers: Modifiers = []) {
        self.action = action
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }
}
