import Terminal
import Testing

@Suite("Screen options") struct ScreenOptionsTests {
    @Test(
        "lines are drawn only where the environment promises them",
        arguments: [
            (["LANG": "en_GB.UTF-8", "TERM": "xterm"], GlyphSet.lines),
            (["LC_ALL": "C.utf8", "LANG": "C"], .lines), (["LC_CTYPE": "de_DE.UTF-8@euro", "LANG": "C"], .lines),
            ([:], .ascii), (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii),
            (["LANG": "is_IS.ISO-8859-1"], .ascii), (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], .ascii),
            (["LANG": "en_GB.UTF-8", "NCURSES_NO_UTF8_ACS": "1"], .ascii),
            (["LANG": "en_GB.UTF-8", "NCURSES_NO_UTF8_ACS": "0"], .lines),
            (["LANG": "en_GB.UTF-8", "TERM": "linux"], .ascii), (["LC_ALL": "", "LANG": "en_GB.UTF-8"], .lines),
        ] as [([String: String], GlyphSet)])
    func glyphs(environment: [String: String], expected: GlyphSet) {
        #expect(ScreenOptions(environment: environment).glyphs == expected)
        #expect(ScreenOptions(environment: environment, ascii: true).glyphs == .ascii)
    }

    @Test("an empty TERM is an xterm")
    func term() {
        #expect(ScreenOptions(environment: [:]).term == "xterm-256color")
        #expect(ScreenOptions(environment: ["TERM": ""]).term == "xterm-256color")
        #expect(ScreenOptions(environment: ["TERM": "vt100"]).term == "vt100")
    }

    @Test("NO_COLOR wins over the theme, unless it is empty")
    func noColor() {
        #expect(ScreenOptions(environment: ["NO_COLOR": "1"], theme: .dark).theme == .mono)
        #expect(ScreenOptions(environment: ["NO_COLOR": ""], theme: .dark).theme == .dark)
    }

    @Test("a terminal that only claims to copy is known by its environment, but not through tmux")
    func mayCopy() {
        #expect(ScreenOptions(environment: ["TERM": "xterm-256color"]).mayCopy)
        #expect(!ScreenOptions(environment: ["TERM": "xterm-256color", "VTE_VERSION": "6800"]).mayCopy)
        #expect(ScreenOptions(environment: ["TERM": "tmux-256color", "VTE_VERSION": "6800"]).mayCopy)
    }

    @Test(
        "ESCDELAY sets the wait for the rest of a key, within a second",
        arguments: [("", 50), ("25", 25), ("0", 1), ("-7", 1), ("999999999999", 1000), ("soon", 50)])
    func escapeDelay(text: String, milliseconds: Int) {
        #expect(ScreenOptions(environment: ["ESCDELAY": text]).escapeDelay == .milliseconds(milliseconds))
    }

    @Test(
        "every error is one line without control characters",
        arguments: [
            TerminalError.notATerminal, .unusableTerminal(term: "dumb\u{1B}[2J\n"),
            .unknownTerminal(term: String(repeating: "x", count: 5000)), .alreadyOpen, .system(errno: 5),
        ])
    func suggestions(error: TerminalError) {
        #expect(PrintableText(error.suggestion).string == error.suggestion)
        #expect(error.suggestion.utf8.count < 140)
    }
}
