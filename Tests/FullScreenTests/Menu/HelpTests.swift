import Testing

/// The help of the real program against its keys.
@Suite("Help on the full screen", .drivesTill) struct HelpTests {
    /// How a page is reached from the sale's, and what tells that it is there.
    struct Route: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is pressed, and what must stand on the screen before the next.
        let steps: [(keys: String, text: String)]

        /// Keys that do something only where there is more than the window holds.
        let silent: Set<String>

        var testDescription: String { name }

        init(_ name: String, silent: Set<String> = [], _ steps: (keys: String, text: String)...) {
            self.name = name
            self.silent = silent
            self.steps = steps
        }
    }

    static let routes: [Route] = [
        Route("sale", ("12", "Press Enter to")),
        Route("menu", ("m", ">  1  Sale")),
        Route("commands", (":", "Command:")),
        Route("result", ("1250", "Press Enter to"), ("\r", "== APPROVED ==")),
        Route(
            "receipt", ("1250", "Press Enter to"), ("\r", "== APPROVED =="), ("v", "Customer copy")),
        Route(
            "history", ("1250", "Press Enter to"), ("\r", "== APPROVED =="), ("\u{1B}", "Last"),
            ("900", "Press Enter to"),
            ("\r", "== APPROVED =="), ("\u{1B}", "2 sales"), ("/", "2 found")),
        Route(
            "operation", ("1250", "Press Enter to"), ("\r", "== APPROVED =="), ("\u{1B}", "Last"), ("/", "1 found"),
            ("\r", "Can be given back")),
        Route("day", silent: ["PgDn", "g G"], ("/", "found"), ("\t", "Close the day")),
        Route("quit", ("q", "Leave the till?")),
        Route("scanner", ("b", "The scanner is off.")),
        Route("reader log", ("m", ">  1  Sale"), ("15", "> 15"), ("\r", "Lines 1-")),
        Route("update?", ("m", ">  1  Sale"), ("12", "> 12"), ("\r", "Update the reader?")),
    ]

    @Test("check 37: every key listed by ? works on every screen, none is missing", arguments: routes)
    func keys(route: Route) throws {
        let till = try Till.ready()
        try till.go(route)
        let listed = try till.keysOfHelp()
        #expect(!listed.isEmpty)
        // What is not listed does nothing: the page stays as it is.
        let known = Set(listed.flatMap(Key.bytes))
        let page = till.page
        // A field takes letters as they are.
        let takesText = listed.contains("F1") || listed.contains("a-z")
        for key in Key.all where !takesText && !known.contains(key) && !Key.isUnreadable(key) {
            till.press(key)
        }
        try till.see("the page after keys that are not listed") { till.page == page }
        // What is listed does something, here or where another choice is marked.
        for name in listed where !Key.silent.contains(name) && !route.silent.contains(name) {
            #expect(try works(name, route), "\(name) does nothing on \(route.name)")
        }
    }

    private func works(_ name: String, _ route: Route) throws -> Bool {
        for before in ["", "\u{1B}[B", "\u{1B}[F", "1"] {
            for key in Key.bytes(of: name) {
                let till = try Till.ready()
                try till.go(route)
                till.press(before)
                till.rest()
                let picture = till.text
                till.press(key)
                if till.program.wait(2, until: { till.text != picture }) { return true }
            }
        }
        return false
    }
}

/// The keys as the help writes them, and as a terminal sends them.
private enum Key {
    /// They do something that cannot be seen: the books are read again, and are the same.
    static let silent: Set<String> = ["R"]

    private static let named: [String: [String]] = [
        "Enter": ["\r"], "Esc": ["\u{1B}"], "Tab": ["\t"], "Backspace": ["\u{7F}"], "Up": ["\u{1B}[A"],
        "Down": ["\u{1B}[B"], "PgUp": ["\u{1B}[5~"], "PgDn": ["\u{1B}[6~"], "Home": ["\u{1B}[H"], "End": ["\u{1B}[F"],
        "Ctrl-P": ["\u{10}"], "F1": ["\u{1B}OP"], "F2": ["\u{1B}OQ"], "F3": ["\u{1B}OR"], "F4": ["\u{1B}OS"],
        "F5": ["\u{1B}[15~"], "F6": ["\u{1B}[17~"], "F7": ["\u{1B}[18~"], "F9": ["\u{1B}[20~"], "F12": ["\u{1B}[24~"],
        "a-z": ["r"],
    ]

    /// What is tried where nothing is listed: letters and signs, which have no meaning of a terminal's own.
    static let all: [String] = "abcdefghijklmnopqrstuvwxyzDFJPTWXYNZR.+*/!,".map(String.init)

    /// The same key as one that is listed, by another name: `n` is No, and `y` Yes.
    static func isUnreadable(_ key: String) -> Bool { ["j", "k", "g", "G", "n", "y", ","].contains(key) }

    static func bytes(of name: String) -> [String] {
        if let bytes = named[name] { return bytes }
        let parts = name.split(separator: "-")
        if parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first <= last {
            return (first...last).map(String.init)
        }
        return name.split(separator: " ").flatMap { named[String($0)] ?? [String($0)] }
    }
}

extension Till {
    fileprivate func go(_ route: HelpTests.Route) throws {
        for step in route.steps {
            if step.keys.count > 1 { type(step.keys) } else { press(step.keys) }
            try see(step.text)
        }
    }

    /// The page without the status line and the clock.
    fileprivate var page: [String] {
        (1..<(program.screen.rows - 3)).map(program.screen.line)
    }

    /// Lets what was pressed take effect.
    fileprivate func rest() { _ = program.wait(0.08) { false } }

    /// The keys that the help of the page lists, through all its parts.
    fileprivate func keysOfHelp() throws -> [String] {
        press("\u{1B}OP")
        try see("Keys on this page")
        var keys: [String] = []
        var first = ""
        repeat {
            let title = program.screen.line(1)
            if first.isEmpty { first = title }
            for row in 3..<(program.screen.rows - 3) {
                let name = program.screen.line(row).prefix(12).trimmed
                if !name.isEmpty { keys.append(name) }
            }
            guard title.contains(" part ") else { break }
            press("\u{1B}[6~")
            try see("another part") { program.screen.line(1) != title }
        } while program.screen.line(1) != first
        press("\u{1B}")
        try see("the help closed") { !text.contains("Keys on this page") }
        return keys
    }
}

extension Substring {
    fileprivate var trimmed: String {
        split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
