import CCurses
import Dispatch
import Glibc

/// The terminal's screen, and the only user of ncurses. One can be open at a time.
///
/// Showing a canvas never waits. While the terminal takes no more bytes only the latest canvas is kept, and it is
/// painted when the terminal is ready. When the terminal has gone, showing does nothing: the hang-up signal tells.
@MainActor
package final class CursesScreen {
    package private(set) var size: Size
    package private(set) var theme: Theme
    package let glyphs: GlyphSet
    /// True after the terminal went away.
    package private(set) var isGone = false

    private let output: Int32
    private let depth: ColorDepth
    /// Terminals within a terminal take the command to invert, and do nothing.
    private let invertsByItself: Bool
    private var isInverted = false
    private let mayCopy: Bool
    private let mayShowGraphics: Bool
    /// The picture that the terminal shows.
    private var shownGraphics: CanvasGraphics?
    private var isOpen = true
    private var isSuspended = false
    /// What the terminal shows, or will when it has taken the bytes on their way.
    private var shown: Canvas?
    /// The latest canvas that could not be painted yet.
    private var waiting: Canvas?
    private var writable: (any DispatchSourceWrite)?

    /// Opens the screen: alternate screen, raw modes, application keypad and bracketed paste.
    ///
    /// Open ``SignalPipe`` first, so that no signal ends the process with the terminal in disorder.
    ///
    /// - Throws: any ``TerminalError``; the terminal is then as it was.
    package init(input: Int32 = 0, output: Int32 = 1, options: ScreenOptions) throws(TerminalError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        guard options.term != "dumb" else { throw .unusableTerminal(term: options.term) }
        let color = options.allowsColor
        var result = cc_open(options.term, options.locale, input, output, color, options.mouse)
        if result == CC_UNKNOWN_TERMINAL {
            result = cc_open("xterm-256color", options.locale, input, output, color, options.mouse)
        }
        switch result {
        case CC_OPENED: break
        case CC_BUSY: throw .alreadyOpen
        case CC_UNKNOWN_TERMINAL: throw .unknownTerminal(term: options.term)
        default: throw .system(errno: errno)
        }
        self.output = output
        depth = ColorDepth(count: Int(cc_colors()))
        theme = Theme(options.theme, depth: depth)
        glyphs = options.glyphs
        mayCopy = options.mayCopy
        mayShowGraphics = options.mayShowGraphics && cc_can_invert()
        invertsByItself = cc_can_invert() && !["tmux", "screen"].contains { options.term.hasPrefix($0) }
        size = CursesScreen.windowSize(output)
    }

    isolated deinit {
        close()
    }

    // MARK: Painting

    /// Brings the terminal to a canvas by writing what differs from the last one. A canvas of another size than the
    /// window's is shown from the top left.
    package func show(_ canvas: Canvas) {
        guard isOpen, !isSuspended, !isGone, writable == nil else {
            waiting = canvas
            return
        }
        waiting = nil
        takeGraphicsOff(before: canvas)
        paint(canvas)
        var state = cc_present()
        if let graphics = canvas.graphics, graphics != shownGraphics {
            shownGraphics = graphics
            state = cc_draw(
                Int32(clamping: graphics.position.row), Int32(clamping: graphics.position.column), graphics.bytes,
                graphics.bytes.count)
        }
        handle(state)
    }

    /// ncurses knows nothing of a picture: where one goes or changes, all is painted anew.
    private func takeGraphicsOff(before canvas: Canvas) {
        guard let old = shownGraphics, old != canvas.graphics else { return }
        shownGraphics = nil
        _ = cc_send(old.erase, old.erase.count)
        cc_redraw_all()
        shown = nil
    }

    /// Sends a question to the terminal, whose answer comes among the keys.
    ///
    /// - Returns: false for a terminal that is not to be asked.
    package func ask(_ query: [UInt8]) -> Bool {
        guard isOpen, !isSuspended, !isGone, mayShowGraphics else { return false }
        handle(cc_send(query, query.count))
        return true
    }

    /// Paints everything anew, for when something else wrote to the terminal.
    package func redrawAll() {
        guard isOpen, !isSuspended, let canvas = waiting ?? shown else { return }
        cc_redraw_all()
        shown = nil
        shownGraphics = nil
        show(canvas)
    }

    private func paint(_ canvas: Canvas) {
        let fits = shown?.size == canvas.size
        let rows = fits ? canvas.size.rows : max(size.rows, canvas.size.rows)
        for row in 0..<rows {
            let cells = canvas.row(row)
            if fits, let shown, shown.row(row) == cells { continue }
            put(row, cells)
        }
        if let cursor = canvas.cursor, canvas.contains(row: cursor.row, column: cursor.column),
            cursor.row < size.rows, cursor.column < size.columns
        {
            cc_set_cursor(Int32(cursor.row), Int32(cursor.column))
        } else {
            cc_set_cursor(-1, -1)
        }
        shown = canvas
    }

    /// Puts a row into the next frame; beyond the canvas it is blank.
    private func put(_ row: Int, _ cells: ArraySlice<Cell>) {
        var encoded = cells.prefix(size.columns).map { encode($0) }
        // A window that has become narrower may cut the last glyph in two.
        if encoded.count == size.columns, let last = encoded.last, last.width == 2 {
            encoded[encoded.count - 1] = encode(.blank)
        }
        while encoded.count < size.columns { encoded.append(encode(.blank)) }
        for column in RightToLeftRuns(cells.prefix(size.columns)).ends { encoded[column].append(RightToLeftRuns.mark) }
        // A terminal may take another width for some characters than we do. What stands behind them is placed anew, so
        // that an amount keeps its columns.
        for column in cells.prefix(size.columns).columnsBehindDoubt where column < encoded.count {
            cc_put_row(Int32(row), encoded, column)
            cc_stage(Int32(row))
        }
        cc_put_row(Int32(row), encoded, encoded.count)
    }

    private func encode(_ cell: Cell) -> cc_cell {
        var encoded = cc_cell()
        guard case .glyph(let glyph) = cell.content else { return encoded }
        var style = theme.style(for: cell.role)
        if isInverted, !invertsByItself { style.attributes.formSymmetricDifference(.reverse) }
        encoded.base = glyphs.shown(glyph.base).value
        encoded.marks = glyph.marks.values
        encoded.width = UInt8(glyph.columns)
        encoded.foreground = style.foreground.map(Int16.init) ?? -1
        encoded.background = style.background.map(Int16.init) ?? -1
        encoded.attributes = style.attributes.rawValue
        return encoded
    }

    /// Shows the latest canvas, and all after it, in another theme. Without colour every theme is `mono`.
    package func use(theme name: Theme.Name) {
        let theme = Theme(name, depth: depth)
        guard theme != self.theme else { return }
        self.theme = theme
        repaint()
    }

    /// Shows the latest canvas with other looks.
    private func repaint() {
        guard let canvas = waiting ?? shown else { return }
        shown = nil
        show(canvas)
    }

    // MARK: Signals to the cashier

    /// Rings the terminal's bell once.
    package func bell() {
        guard isOpen, !isSuspended, !isGone else { return }
        handle(cc_bell())
    }

    /// Inverts the screen for a tenth of a second. The terminal does it by itself where it can; elsewhere the cells are
    /// painted so.
    package func flash() {
        guard isOpen, !isSuspended, !isGone, !isInverted else { return }
        setInverted(true)
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
            MainActor.assumeIsolated { self?.setInverted(false) }
        }
    }

    private func setInverted(_ inverted: Bool) {
        guard isOpen, isInverted != inverted else { return }
        isInverted = inverted
        if !invertsByItself {
            repaint()
        } else if !isSuspended {
            handle(cc_invert(inverted))
        }
    }

    // MARK: Copying

    /// The longest text that is given away, in bytes: terminals drop what is much longer.
    package static let copyMax = 512

    /// Gives the terminal a text to paste elsewhere, by OSC 52.
    ///
    /// - Returns: false when the terminal takes none, or the text is empty or too long.
    package func copy(_ text: String) -> Bool {
        let bytes = Array(PrintableText(text).string.utf8)
        guard isOpen, !isSuspended, !isGone, mayCopy, cc_can_copy(), (1...CursesScreen.copyMax).contains(bytes.count)
        else { return false }
        handle(cc_copy(Base64.text(of: bytes)))
        return true
    }

    // MARK: A slow terminal

    private func handle(_ state: cc_output_state) {
        switch state {
        case CC_DRAINED:
            stopWaiting()
            if let canvas = waiting { show(canvas) }
        case CC_BACKLOG:
            startWaiting()
        default:
            stopWaiting()
            isGone = true
        }
    }

    private func startWaiting() {
        guard writable == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: cc_output_descriptor(), queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handle(cc_flush()) }
        }
        source.activate()
        writable = source
    }

    private func stopWaiting() {
        writable?.cancel()
        writable = nil
    }

    // MARK: The window

    /// Asks the kernel for the window's size, after SIGWINCH, and paints everything anew at the next ``show(_:)``.
    ///
    /// - Returns: the new size.
    @discardableResult
    package func resize() -> Size {
        guard isOpen else { return size }
        size = CursesScreen.windowSize(output)
        cc_resize(Int32(size.rows), Int32(size.columns))
        shown = nil
        forgetGraphics()
        return size
    }

    /// Whatever became of the picture, it is drawn anew where it is wanted.
    private func forgetGraphics() {
        if let old = shownGraphics { _ = cc_send(old.erase, old.erase.count) }
        shownGraphics = nil
    }

    /// The size of a window; 80 × 24 when the kernel does not know, as on a serial line.
    private static func windowSize(_ descriptor: Int32) -> Size {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard cc_window_size(descriptor, &rows, &columns) else { return Size(columns: 80, rows: 24) }
        return Size(columns: Int(columns), rows: Int(rows))
    }

    // MARK: Coming and going

    /// Gives the terminal back to the shell, before the process stops itself. Canvases are kept until ``resume()``.
    package func suspend() {
        guard isOpen, !isSuspended else { return }
        stopWaiting()
        forgetGraphics()
        cc_suspend()
        isSuspended = true
    }

    /// Takes the terminal again, after SIGCONT, and paints the latest canvas. The window may have another size now.
    package func resume() {
        guard isOpen, isSuspended else { return }
        isSuspended = false
        cc_resume()
        let canvas = waiting ?? shown
        resize()
        if let canvas { show(canvas) }
    }

    /// Restores the terminal as it was before `init`. Waits half a second at most for a slow one.
    package func close() {
        guard isOpen else { return }
        stopWaiting()
        cc_close()
        isOpen = false
    }

    /// From now on a crash of this process restores the terminal before it ends the process.
    package static func installCrashHandlers() {
        cc_install_crash_handlers()
    }
}

extension cc_cell {
    /// Adds a mark behind the glyph's own, in place of the last of them where there is no room.
    fileprivate mutating func append(_ mark: Unicode.Scalar) {
        if marks.0 == 0 {
            marks.0 = mark.value
        } else if marks.1 == 0 {
            marks.1 = mark.value
        } else if marks.2 == 0 {
            marks.2 = mark.value
        } else {
            marks.3 = mark.value
        }
    }
}

extension ArraySlice<Cell> {
    /// The columns that follow a character, or several, on whose width terminals do not agree.
    fileprivate var columnsBehindDoubt: [Int] {
        var columns: [Int] = []
        var isDoubted = false
        for (column, cell) in enumerated() {
            switch cell.content {
            case .glyph(let glyph) where glyph.isWidthDoubted: isDoubted = true
            case .continuation: break
            case .glyph:
                if isDoubted { columns.append(column) }
                isDoubted = false
            }
        }
        return columns
    }
}

extension Glyph {
    /// Letters of the Latin alphabets, lines and blocks are one column wide everywhere.
    fileprivate var isWidthDoubted: Bool {
        switch base.value {
        case ..<0x250, 0x2010...0x2027, 0x2500...0x259F, 0x20A0...0x20BF: !marks.isEmpty
        default: true
        }
    }
}
