import Terminal

extension ScreenOptions {
    /// What the environment says of the terminal and of how the till is to look on it.
    static var environment: [String: String] {
        Environment.values(of: [
            "TERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "NCURSES_NO_UTF8_ACS", "ESCDELAY",
            "VTE_VERSION", "TMUX", "STY",
        ])
    }
}
