import CVTerm

/// A terminal's screen as libvterm keeps it. Not `Sendable`: it stays in the test that made it.
package final class TerminalEmulator {
    package struct Color: Equatable, Sendable {
        package let red: UInt8
        package let green: UInt8
        package let blue: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    package struct Cell: Equatable, Sendable {
        /// Empty for a cell that nothing was written to.
        package let text: String
        package let columns: Int
        package let isBold: Bool
        package let isUnderlined: Bool
        package let isReverse: Bool
        package let isBlinking: Bool
        /// `nil` for the terminal's own colour.
        package let foreground: Color?
        package let background: Color?
        /// The palette's index, when the colour is one of the palette's.
        package let foregroundIndex: UInt8?
        package let backgroundIndex: UInt8?
    }

    package private(set) var rows: Int
    package private(set) var columns: Int
    /// Every byte that came, in order.
    package private(set) var raw: [UInt8] = []

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let state = EmulatorState()
    private var programCommands = ProgramCommands()

    package init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        guard let terminal = vterm_new(Int32(rows), Int32(columns)), let screen = vterm_obtain_screen(terminal) else {
            preconditionFailure("libvterm makes no screen of \(columns) by \(rows)")
        }
        self.terminal = terminal
        self.screen = screen
        vterm_set_utf8(terminal, 1)
        vterm_screen_set_callbacks(
            screen, &EmulatorState.callbacks, Unmanaged.passUnretained(state).toOpaque())
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
    }

    // MARK: Input

    /// Takes output of a program.
    ///
    /// - Returns: what the terminal answers, such as its cursor's position, for the program to read.
    package func feed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        raw += bytes
        programCommands.taken(from: bytes).withUnsafeBytes { buffer in
            guard let start = buffer.bindMemory(to: CChar.self).baseAddress else { return }
            _ = vterm_input_write(terminal, start, buffer.count)
        }
        vterm_screen_flush_damage(screen)
        var answer = [CChar](repeating: 0, count: 1024)
        let count = vterm_output_read(terminal, &answer, answer.count)
        return answer[..<count].map { UInt8(bitPattern: $0) }
    }

    package func resize(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        vterm_set_size(terminal, Int32(rows), Int32(columns))
    }

    // MARK: What is on the screen

    package var isOnAlternateScreen: Bool { state.isOnAlternateScreen }
    package var isCursorVisible: Bool { state.isCursorVisible }
    /// True while the program wants mouse events.
    package var reportsMouse: Bool { state.mouse != 0 }

    package var cursor: (row: Int, column: Int) {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return (Int(position.row), Int(position.col))
    }

    package func cell(row: Int, column: Int) -> Cell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let text = withUnsafeBytes(of: cell.chars) { chars in
            let scalars = chars.bindMemory(to: UInt32.self).prefix { $0 != 0 && $0 != .max }
            return scalars.compactMap(Unicode.Scalar.init).reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        return Cell(
            text: text, columns: Int(cell.width),
            isBold: cell.attrs.bold != 0, isUnderlined: cell.attrs.underline != 0,
            isReverse: cell.attrs.reverse != 0, isBlinking: cell.attrs.blink != 0,
            foreground: color(cell.fg, default: VTERM_COLOR_DEFAULT_FG),
            background: color(cell.bg, default: VTERM_COLOR_DEFAULT_BG),
            foregroundIndex: index(cell.fg, default: VTERM_COLOR_DEFAULT_FG),
            backgroundIndex: index(cell.bg, default: VTERM_COLOR_DEFAULT_BG))
    }

    /// The rows' text, without blanks at the end.
    package var lines: [String] { (0..<rows).map(line) }

    package var text: String { lines.joined(separator: "\n") }

    package func line(_ row: Int) -> String {
        var line = ""
        var column = 0
        while column < columns {
            let cell = cell(row: row, column: column)
            line += cell.text.isEmpty ? " " : cell.text
            column += max(1, cell.columns)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    private func color(_ color: VTermColor, default standard: VTermColorType) -> Color? {
        guard UInt32(color.type) & standard.rawValue == 0 else { return nil }
        var color = color
        vterm_screen_convert_color_to_rgb(screen, &color)
        return Color(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
    }

    private func index(_ color: VTermColor, default standard: VTermColorType) -> UInt8? {
        guard UInt32(color.type) & standard.rawValue == 0 else { return nil }
        guard UInt32(color.type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue else { return nil }
        return color.indexed.idx
    }
}

/// What libvterm tells by callback.
private final class EmulatorState {
    var isOnAlternateScreen = false
    var isCursorVisible = true
    var mouse: Int32 = 0

    // Unchecked because it is written once, before any use, and libvterm only reads it.
    nonisolated(unsafe) static var callbacks: VTermScreenCallbacks = {
        var callbacks = VTermScreenCallbacks()
        callbacks.settermprop = { property, value, user in
            guard let user, let value else { return 0 }
            let state = Unmanaged<EmulatorState>.fromOpaque(user).takeUnretainedValue()
            switch property {
            case VTERM_PROP_ALTSCREEN: state.isOnAlternateScreen = value.pointee.boolean != 0
            case VTERM_PROP_CURSORVISIBLE: state.isCursorVisible = value.pointee.boolean != 0
            case VTERM_PROP_MOUSE: state.mouse = value.pointee.number
            default: break
            }
            return 1
        }
        return callbacks
    }()
}

/// Takes what is meant for programs of the terminal's own, `ESC _ … ESC \`, out of the output: terminals that have none
/// pass over it, but the library writes it down.
private struct ProgramCommands {
    private var hasEscape = false
    private var isInside = false

    mutating func taken(from bytes: some Collection<UInt8>) -> [UInt8] {
        var rest: [UInt8] = []
        for byte in bytes {
            switch (isInside, hasEscape) {
            case (true, true) where byte == UInt8(ascii: "\\"):
                (isInside, hasEscape) = (false, false)
            case (true, _):
                hasEscape = byte == 0x1B
            case (false, true) where byte == UInt8(ascii: "_"):
                (isInside, hasEscape) = (true, false)
            case (false, let followsEscape):
                if followsEscape { rest.append(0x1B) }
                hasEscape = byte == 0x1B
                if !hasEscape { rest.append(byte) }
            }
        }
        return rest
    }
}
