import Glibc
import PtyHarness
import SeededRandom
import Terminal
import Testing

/// The real screen on a pseudo-terminal, with a terminal emulator at its other end.
@Suite("Curses screen", .serialized) @MainActor struct CursesScreenTests {
    private func open(_ line: PtyPair, _ options: ScreenOptions = ScreenOptions()) throws -> CursesScreen {
        try CursesScreen(input: line.terminal, output: line.terminal, options: options)
    }

    private func sample(_ size: Size = Size(columns: 80, rows: 24)) -> Canvas {
        var canvas = Canvas(size: size)
        canvas.write("Till 1   Sale", row: 0, align: .leading, role: .title)
        canvas.box(Area(row: 2, column: 0, rows: 4, columns: 20), title: "Card")
        canvas.write("寿司 e\u{301} 😀 £5", row: 3, column: 2)
        canvas.writeTrailing("12.50", row: 3, endColumn: size.columns, role: .money)
        canvas.frame(Area(row: 8, column: 0, rows: 3, columns: 12), with: "=", role: .good)
        canvas.write("APPROVED", row: 9, column: 2, role: .good)
        canvas.write("Enter", row: size.rows - 1, column: 1, role: .key)
        canvas.cursor = Position(row: 9, column: 2)
        return canvas
    }

    private func shows(_ canvas: Canvas, _ line: PtyPair, in glyphs: GlyphSet = .lines) -> Bool {
        line.wait { line.screen.lines == canvas.lines(in: glyphs) }
    }

    @Test("a canvas stands on the terminal as it was drawn, with attributes and cursor")
    func draw() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        #expect(screen.size == Size(columns: 80, rows: 24))
        let canvas = sample()
        screen.show(canvas)
        #expect(shows(canvas, line), "\(line.screen.text)")
        #expect(line.wait { line.screen.cursor == (9, 2) && line.screen.isCursorVisible })
        #expect(line.screen.isOnAlternateScreen)
        #expect(line.screen.cell(row: 3, column: 2).columns == 2)
        #expect(line.screen.cell(row: 3, column: 7).text == "e\u{301}")
        #expect(line.screen.cell(row: 0, column: 0).isReverse)
        #expect(line.screen.cell(row: 3, column: 79).isBold)
        #expect(line.screen.cell(row: 9, column: 2).backgroundIndex == 22)
        #expect(line.screen.cell(row: 9, column: 2).foregroundIndex == 231)
        #expect(line.screen.cell(row: 3, column: 75).background == nil)
    }

    @Test("a second canvas costs only its difference, and the same one nothing")
    func difference() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        var canvas = sample()
        screen.show(canvas)
        #expect(shows(canvas, line))
        let painted = line.screen.raw.count
        #expect(painted < 3000)
        screen.show(canvas)
        canvas.write("Waiting for the bank.", row: 22, column: 5)
        canvas.cursor = Position(row: 22, column: 5)
        screen.show(canvas)
        #expect(shows(canvas, line))
        #expect(line.wait { line.screen.cursor == (22, 5) })
        #expect(line.screen.raw.count - painted < 60, "\(line.screen.raw.count - painted)")
    }

    @Test("wide and narrow characters replace each other without remains")
    func replacement() throws {
        let line = try PtyPair(rows: 3, columns: 10)
        let screen = try open(line)
        defer { screen.close() }
        var random = SplitMix64(seed: 11)
        let texts = ["日本語", "abc", "é😀x", "e\u{301}e\u{301}", "寿 司", "          ", "£12.50"]
        for _ in 0..<120 {
            var canvas = Canvas(size: Size(columns: 10, rows: 3))
            for row in 0..<3 {
                for _ in 0..<2 {
                    let column = Int.random(in: 0..<10, using: &random)
                    canvas.write(texts.randomElement(using: &random) ?? "", row: row, column: column)
                }
            }
            // Marks are not drawn in the last cell of all.
            if canvas[2, 9]?.text == "e\u{301}" { canvas.write("x", row: 2, column: 9) }
            screen.show(canvas)
            guard shows(canvas, line) else {
                Issue.record("\(canvas.text)\ndiffers from\n\(line.screen.text)")
                return
            }
        }
    }

    @Test(
        "amounts keep their columns on a terminal that takes another width for what stands before them",
        arguments: [("寿", "x"), ("☕", "x"), ("e\u{301}", "ex"), ("é", "é"), ("❤", "xx"), ("👩", "xxxx")])
    func otherWidths(character: String, asShown: String) throws {
        let line = try PtyPair(rows: 6, columns: 80)
        let screen = try open(line)
        defer { screen.close() }
        for round in 0..<4 {
            var canvas = Canvas(size: screen.size)
            for row in 0..<6 where row != 3 {
                let name = String(repeating: character, count: row + 1) + " Kaffi \(round) " + character
                canvas.write(name, row: row, column: (row + round) % 4, maxColumns: 20)
                canvas.writeTrailing("\(row)\(round).50", row: row, endColumn: 60, role: row == 2 ? .focus : .text)
                canvas.write("paid", row: row, column: 62)
            }
            canvas.cursor = Position(row: round, column: 5)
            screen.show(canvas)
            if round == 2 { screen.redrawAll() }
            #expect(shows(canvas, line), "\(line.screen.text)")
        }
        // The same bytes on a terminal that has the character in other columns.
        let sent = String(decoding: line.screen.raw, as: UTF8.self).replacing(character, with: asShown)
        let other = TerminalEmulator(rows: 6, columns: 80)
        _ = other.feed(Array(sent.utf8))
        for row in 0..<6 where row != 3 {
            let amount = (50..<60).map { other.cell(row: row, column: $0).text }.joined().filter { $0 != " " }
            let word = (62..<66).map { other.cell(row: row, column: $0).text }.joined()
            #expect(amount == "\(row)3.50" && word == "paid", "\(other.text)")
        }
    }

    @Test(
        "behind right-to-left script stands a mark that keeps what follows in its columns, and nowhere else",
        arguments: [
            ("קפה       12.50 ILS", "קפה|       12.50 ILS"), ("│קפה 2│לחם 12.50│", "│קפה| 2│לחם| 12.50│"),
            ("שלום, עולם   5", "שלום, עולם|   5"), ("תה  קפה (חם)", "תה|  קפה| (חם|)"),
            ("שולחן 12 בחוץ", "שולחן| 12 בחוץ|"), ("א\u{5B0} 5", "א\u{5B0}| 5"),
            ("المقهى 12.50 KWD", "المقهى| 12.50 KWD"),
            ("شاي ٢   ١٫٥٠٠", "شاي| ٢|   ١٫٥٠٠|"), ("a א b", "a א| b"), ("寿司 קפה 寿", "寿司 קפה| 寿"),
            ("Café 12.50", "Café 12.50"), ("א\u{200E}\u{202E}\u{200F}ב 5", "אב| 5"), ("\u{200E}5 \u{200F}6", "5 6"),
        ])
    func rightToLeft(text: String, expected: String) throws {
        let line = try PtyPair(rows: 3, columns: 40)
        let screen = try open(line)
        defer { screen.close() }
        var canvas = Canvas(size: screen.size)
        canvas.write(text, row: 1, column: 2)
        canvas.writeTrailing("9.75", row: 1, endColumn: 39)
        // Nothing of it is on the canvas: what is looked for, copied and measured is the text.
        #expect(!canvas.text.contains("\u{200E}"))
        screen.show(canvas)
        func shown() -> String { line.screen.lines[1].replacing("\u{200E}", with: "|") }
        let isShown = line.wait {
            shown().hasPrefix("  \(expected) ")
                && shown().dropFirst(expected.count + 2).allSatisfy { " 9.75".contains($0) }
        }
        #expect(isShown, "\(shown())")
        #expect((35..<39).map { line.screen.cell(row: 1, column: $0).text }.joined() == "9.75")
        let sent = String(decoding: line.screen.raw, as: UTF8.self).unicodeScalars
        #expect(sent.count { $0 == "\u{200E}" } >= expected.count { $0 == "|" })
        #expect(TerminalBytes(line.screen.raw).foreign == [])
    }

    @Test("an amount keeps its columns on a terminal that gives the mark a place of its own") func markWithWidth()
        throws
    {
        let line = try PtyPair(rows: 3, columns: 40)
        let screen = try open(line)
        defer { screen.close() }
        var canvas = Canvas(size: screen.size)
        canvas.write("שלום עולם", row: 1, column: 2)
        canvas.writeTrailing("12.50", row: 1, endColumn: 39)
        screen.show(canvas)
        #expect(line.wait { line.screen.text.contains("12.50") })
        let sent = String(decoding: line.screen.raw, as: UTF8.self).unicodeScalars.map { $0 == "\u{200E}" ? "x" : $0 }
        let other = TerminalEmulator(rows: 3, columns: 40)
        _ = other.feed(Array(String(String.UnicodeScalarView(sent)).utf8))
        #expect((34..<39).map { other.cell(row: 1, column: $0).text }.joined() == "12.50", "\(other.text)")
    }

    @Test("a glyph that has all the marks it can have gives up its last one") func marksFull() throws {
        let line = try PtyPair(rows: 3, columns: 40)
        let screen = try open(line)
        defer { screen.close() }
        var canvas = Canvas(size: screen.size)
        canvas.write("א\u{5B0}\u{5B1}\u{5B2}\u{5B3} 5", row: 1, column: 2)
        screen.show(canvas)
        #expect(line.wait { line.screen.cell(row: 1, column: 4).text == "5" })
        #expect(line.screen.cell(row: 1, column: 2).text.unicodeScalars.last == "\u{200E}")
    }

    @Test("a resized window is painted anew, at its new size")
    func resize() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        for (columns, rows) in [(100, 30), (40, 12), (1, 1), (80, 24)] {
            line.resize(rows: rows, columns: columns)
            let size = screen.resize()
            #expect(size == Size(columns: columns, rows: rows))
            screen.show(sample(size))
            #expect(shows(sample(size), line), "\(columns) × \(rows)\n\(line.screen.text)")
        }
    }

    @Test("a canvas of another size than the window's is clipped or surrounded by blanks")
    func otherSize() throws {
        let line = try PtyPair(rows: 4, columns: 9)
        let screen = try open(line)
        defer { screen.close() }
        var large = Canvas(size: Size(columns: 20, rows: 9))
        for row in 0..<9 { large.write("日本語日本語", row: row, column: 0) }
        screen.show(large)
        #expect(line.wait { line.screen.lines == Array(repeating: "日本語日", count: 4) }, "\(line.screen.text)")
        var small = Canvas(size: Size(columns: 3, rows: 1))
        small.write("abc", row: 0, column: 0)
        screen.show(small)
        #expect(line.wait { line.screen.lines == ["abc", "", "", ""] }, "\(line.screen.text)")
    }

    @Test("modes are taken while the screen is open and given back when it closes")
    func modes() throws {
        let line = try PtyPair()
        var before = termios()
        tcgetattr(line.terminal, &before)
        let screen = try open(line, ScreenOptions(mouse: true))
        screen.show(sample())
        #expect(shows(sample(), line))
        var raw = termios()
        tcgetattr(line.terminal, &raw)
        #expect(raw.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
        #expect(raw.c_iflag & tcflag_t(IXON | ICRNL) == 0)
        #expect(line.screen.reportsMouse)
        let opening = String(decoding: line.screen.raw, as: UTF8.self)
        #expect(opening.contains("\u{1B}[?2004h"))
        #expect(opening.contains("\u{1B}="))

        screen.close()
        #expect(line.wait { !line.screen.isOnAlternateScreen && !line.screen.reportsMouse })
        #expect(line.screen.isCursorVisible)
        let closing = String(decoding: line.screen.raw, as: UTF8.self)
        #expect(closing.contains("\u{1B}[?2004l"))
        #expect(closing.contains("\u{1B}>"))
        var after = termios()
        tcgetattr(line.terminal, &after)
        #expect(after.c_lflag == before.c_lflag)
        #expect(after.c_iflag == before.c_iflag)
        #expect(after.c_oflag == before.c_oflag)
        #expect(after.c_cflag == before.c_cflag)
    }

    @Test("suspending gives the terminal back, and resuming paints the latest canvas")
    func suspension() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        screen.suspend()
        #expect(line.isCooked)
        #expect(line.wait { !line.screen.isOnAlternateScreen })
        let quiet = line.screen.raw.count
        var later = sample()
        later.write("later", row: 20, column: 0)
        screen.show(later)
        #expect(line.screen.raw.count == quiet)
        line.resize(rows: 24, columns: 70)
        screen.resume()
        #expect(!line.isCooked)
        #expect(line.wait { line.screen.isOnAlternateScreen && line.screen.line(20) == "later" })
        #expect(screen.size.columns == 70)
    }

    @Test("redrawing repairs what something else wrote")
    func redraw() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        _ = line.screen.feed(Array("\u{1B}[5;5Hgarbage".utf8))
        #expect(line.screen.text.contains("garbage"))
        screen.redrawAll()
        #expect(shows(sample(), line))
    }

    @Test(
        "every terminal type that can move its cursor shows the same text",
        arguments: ["xterm-256color", "tmux-256color", "screen-256color", "linux", "vt100", "nosuch"])
    func types(term: String) throws {
        let line = try PtyPair()
        let options = ScreenOptions(environment: ["TERM": term, "LANG": "C.UTF-8"])
        let screen = try open(line, options)
        screen.show(sample())
        #expect(shows(sample(), line, in: options.glyphs), "\(term)\n\(line.screen.text)")
        let colors: [String: ColorDepth] = ["linux": .eight, "vt100": .none]
        #expect(screen.theme.depth == colors[term] ?? .palette256)
        screen.close()
        #expect(line.isCooked)
    }

    @Test("without colour no colour is sent", arguments: ["xterm-256color", "tmux-256color", "linux"])
    func noColor(term: String) throws {
        let line = try PtyPair()
        let environment = ["TERM": term, "LANG": "C.UTF-8", "NO_COLOR": "1"]
        let screen = try open(line, ScreenOptions(environment: environment, theme: .dark))
        var canvas = sample()
        for (row, role) in Role.allCases.enumerated() { canvas.write("\(role)", row: row, column: 30, role: role) }
        screen.show(canvas)
        #expect(shows(canvas, line, in: screen.glyphs))
        screen.close()
        #expect(line.wait { line.isCooked })
        line.read(within: .milliseconds(20))
        let codes = selectGraphicRendition(line.screen.raw)
        #expect(!codes.isEmpty)
        #expect(codes.allSatisfy { !(30...47).contains($0) && !(90...107).contains($0) }, "\(codes)")
    }

    @Test("a locale without UTF-8 gets ASCII lines")
    func asciiLocale() throws {
        let line = try PtyPair()
        let options = ScreenOptions(environment: ["TERM": "xterm-256color", "LANG": "C"])
        let screen = try open(line, options)
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line, in: .ascii), "\(line.screen.text)")
        #expect(line.screen.line(2).hasPrefix("+- Card -"))
    }

    @Test("what is no terminal, or a dumb one, or in use, is refused")
    func refusals() throws {
        let line = try PtyPair()
        #expect(throws: TerminalError.unusableTerminal(term: "dumb")) { _ = try open(line, .init(term: "dumb")) }
        let file = Glibc.open("/dev/null", O_RDWR)
        defer { close(file) }
        let options = ScreenOptions()
        #expect(throws: TerminalError.notATerminal) {
            _ = try CursesScreen(input: file, output: line.terminal, options: options)
        }
        #expect(throws: TerminalError.notATerminal) {
            _ = try CursesScreen(input: line.terminal, output: file, options: options)
        }
        let screen = try open(line)
        #expect(throws: TerminalError.alreadyOpen) { _ = try open(line) }
        screen.close()
        #expect(line.isCooked)
    }

    @Test("another theme repaints the same canvas")
    func anotherTheme() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        screen.use(theme: .light)
        #expect(line.wait { line.screen.cell(row: 9, column: 2).background == nil })
        #expect(line.wait { line.screen.cell(row: 9, column: 2).foregroundIndex == 22 })
        screen.use(theme: .mono)
        #expect(line.wait { line.screen.cell(row: 9, column: 2).foreground == nil })
        #expect(shows(sample(), line))
    }

    @Test("where colour is not wanted, no theme brings it back")
    func themeWithoutColor() throws {
        let line = try PtyPair()
        let screen = try open(line, ScreenOptions(environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"]))
        defer { screen.close() }
        screen.show(sample())
        for name in Theme.Name.allCases { screen.use(theme: name) }
        #expect(screen.theme == Theme(.mono, depth: .none))
        #expect(shows(sample(), line))
        #expect(selectGraphicRendition(line.screen.raw).allSatisfy { $0 < 30 })
    }

    @Test("a screen that was opened without colour takes a theme with colour later")
    func colorLater() throws {
        let line = try PtyPair()
        let screen = try open(line, ScreenOptions(theme: .mono))
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        #expect(line.screen.cell(row: 9, column: 2).backgroundIndex == nil)
        screen.use(theme: .auto)
        #expect(line.wait { line.screen.cell(row: 9, column: 2).backgroundIndex == 22 })
    }

    @Test("a terminal that cannot invert itself is painted inverted, and back", arguments: ["tmux-256color", "vt100"])
    func paintedFlash(term: String) async throws {
        let line = try PtyPair()
        let screen = try open(line, ScreenOptions(term: term))
        defer { screen.close() }
        screen.show(sample())
        #expect(shows(sample(), line))
        screen.flash()
        #expect(line.wait { line.screen.cell(row: 20, column: 5).isReverse })
        #expect(!line.screen.cell(row: 0, column: 0).isReverse)
        #expect(!String(decoding: line.screen.raw, as: UTF8.self).contains("\u{1B}[?5h"))
        var turns = 0
        while line.screen.cell(row: 20, column: 5).isReverse, turns < 5000 {
            line.read(within: .milliseconds(2))
            await Task.yield()
            turns += 1
        }
        #expect(!line.screen.cell(row: 20, column: 5).isReverse)
        #expect(line.screen.lines == sample().lines)
    }

    @Test("the bell rings and the screen flashes once each")
    func bell() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        let heard = { line.screen.raw.filter { $0 == 7 }.count }
        screen.bell()
        #expect(line.wait { heard() == 1 })
        screen.flash()
        let output = { String(decoding: line.screen.raw, as: UTF8.self) }
        #expect(line.wait { output().contains("\u{1B}[?5h") })
        #expect(!output().contains("\u{1B}[?5l"))
        screen.suspend()
        #expect(line.wait { output().contains("\u{1B}[?5l") })
        #expect(heard() == 1)
    }

    @Test("a text to copy is sent as base64, without anything that does not print, and never a long one")
    func copy() throws {
        let line = try PtyPair()
        let screen = try open(line)
        defer { screen.close() }
        let output = { String(decoding: line.screen.raw, as: UTF8.self) }
        for (text, base64) in [
            ("T1-000418", "VDEtMDAwNDE4"), ("a", "YQ=="), ("ab\u{1B}[2J\u{7}", "YWI="), ("£5é", "wqM1w6k="),
        ] {
            #expect(screen.copy(text))
            #expect(line.wait { output().hasSuffix("\u{1B}]52;c;\(base64)\u{7}") })
        }
        let count = line.screen.raw.count
        #expect(!screen.copy(""))
        #expect(!screen.copy("\u{1B}\u{7}"))
        #expect(!screen.copy(String(repeating: "a", count: CursesScreen.copyMax + 1)))
        line.read(within: .milliseconds(10))
        #expect(line.screen.raw.count == count)
    }

    @Test("a terminal that takes no text to copy is not sent any", arguments: ["linux", "vt100"])
    func copiesNothing(term: String) throws {
        let line = try PtyPair()
        let screen = try open(line, ScreenOptions(term: term))
        defer { screen.close() }
        #expect(!screen.copy("T1-000418"))
    }

    @Test("a terminal that does not read holds nothing up, and shows the latest canvas afterwards")
    func slowTerminal() async throws {
        let line = try PtyPair(rows: 50, columns: 200)
        let screen = try open(line)
        defer { screen.close() }
        var canvas = Canvas(size: screen.size)
        for number in 0..<200 {
            canvas.fill(canvas.area, with: number.isMultiple(of: 2) ? "a" : "b")
            canvas.write("frame \(number)", row: 0, column: 0)
            screen.show(canvas)
        }
        // Only now does the other end read, while the main queue takes turns.
        var turns = 0
        while line.screen.lines != canvas.lines, turns < 5000 {
            line.read(within: .milliseconds(2))
            await Task.yield()
            turns += 1
        }
        #expect(line.screen.lines == canvas.lines)
        #expect(line.screen.raw.count < 200 * 2000)
    }

    @Test("a terminal that went away is noticed, and showing goes on without it")
    func hangUp() throws {
        let line = try PtyPair()
        let screen = try open(line)
        screen.show(sample())
        line.hangUp()
        var canvas = sample()
        canvas.write("nobody sees this", row: 20, column: 0)
        screen.show(canvas)
        #expect(screen.isGone)
        screen.show(sample())
        screen.close()
    }

    /// The numbers of all `ESC [ … m` in the output.
    private func selectGraphicRendition(_ bytes: [UInt8]) -> [Int] {
        var codes: [Int] = []
        for piece in bytes.split(separator: 0x1B).dropFirst() where piece.first == UInt8(ascii: "[") {
            let body = piece.dropFirst().prefix { (0x30...0x3F).contains($0) }
            guard piece.dropFirst(1 + body.count).first == UInt8(ascii: "m") else { continue }
            let text = String(decoding: body, as: UTF8.self)
            codes += text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        }
        return codes
    }
}
