/// What is known about a terminal before it is opened.
package struct ScreenOptions: Equatable, Sendable {
    /// terminfo name; an unknown one is treated as xterm-256color.
    package var term: String
    /// Locale name for the characters the terminal takes.
    package var locale: String
    package var glyphs: GlyphSet
    package var theme: Theme.Name
    /// False when the user wants no colour at all, whatever theme is chosen, now or later.
    package var allowsColor: Bool
    package var mouse: Bool
    /// False for a terminal that calls itself by the name of one that copies, and does not.
    package var mayCopy = true
    /// False within a terminal in a terminal, which answers for itself and passes no picture on, and on a console.
    package var mayShowGraphics = true
    /// How long a lone Esc may be the start of a longer key: 1 ms to 1 s.
    package var escapeDelay = Duration.milliseconds(50)

    package init(
        term: String = "xterm-256color", locale: String = "C.UTF-8", glyphs: GlyphSet = .lines,
        theme: Theme.Name = .auto, allowsColor: Bool = true, mouse: Bool = false
    ) {
        self.term = term
        self.locale = locale
        self.glyphs = glyphs
        self.theme = theme
        self.allowsColor = allowsColor
        self.mouse = mouse
    }

    /// Reads `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG`, `NO_COLOR`, `NCURSES_NO_UTF8_ACS`, `ESCDELAY`,
    /// `VTE_VERSION`, `TMUX`, `STY`.
    ///
    /// - Parameters:
    ///   - ascii: never draw line characters, whatever the environment says.
    ///   - theme: `NO_COLOR` wins over it.
    package init(
        environment: [String: String], ascii: Bool = false, theme: Theme.Name = .auto, mouse: Bool = false
    ) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        term = value("TERM") ?? "xterm-256color"
        locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
        let noLineCharacters = value("NCURSES_NO_UTF8_ACS").map { $0 != "0" } ?? false
        // The font of a Linux console is unknown, and many have no lines.
        let plain = ascii || noLineCharacters || term == "linux" || !ScreenOptions.isUTF8(locale)
        glyphs = plain ? .ascii : .lines
        allowsColor = value("NO_COLOR") == nil
        self.theme = allowsColor ? theme : .mono
        self.mouse = mouse
        // VTE takes the name of xterm, and leaves its clipboard alone. Within tmux it is tmux that copies.
        mayCopy = value("VTE_VERSION") == nil || term.hasPrefix("tmux") || term.hasPrefix("screen")
        mayShowGraphics =
            value("TMUX") == nil && value("STY") == nil
            && !["tmux", "screen", "linux"].contains { term.hasPrefix($0) }
        if let delay = value("ESCDELAY").flatMap({ Int($0) }) {
            escapeDelay = .milliseconds(min(max(1, delay), 1000))
        }
    }

    private static func isUTF8(_ locale: String) -> Bool {
        let codeset = locale.split(separator: ".", maxSplits: 1).dropFirst().first ?? ""
        let name = codeset.prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
        return name == "utf8"
    }
}
