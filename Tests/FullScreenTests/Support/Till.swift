import Glibc
import PtyHarness
import Testing

/// The real till on a pseudo-terminal behind a terminal emulator.
///
/// Everything waits for what it needs, with a deadline that only a failure reaches.
final class Till {
    let folder: ScratchFolder
    let program: PtyProgram

    /// Starts the till, with a reader whose customers take no time unless `--sim-speed` is given.
    ///
    /// - Parameters:
    ///   - folder: the folders of a till before it, to start on the same books.
    init(
        _ arguments: [String] = [], environment: [String: String] = [:], folder: ScratchFolder = ScratchFolder(),
        rows: Int = 24, columns: Int = 80
    ) throws {
        self.folder = folder
        var speed = arguments.contains("--sim-speed") ? [] : ["--sim-speed", "instant"]
        // What hangs at this machine is no part of a test.
        if !arguments.contains("--reader"), !arguments.contains("--demo") { speed += ["--reader", "sim"] }
        program = try PtyProgram(
            PtyProgram.built("till"), arguments + speed, environment: folder.environment.merging(environment) { $1 },
            rows: rows, columns: columns)
    }

    /// The till that another program runs in its place on a terminal.
    init(on program: PtyProgram, folder: ScratchFolder) {
        self.program = program
        self.folder = folder
    }

    /// Starts the till, connects the simulated reader, and waits for the sale page.
    static func ready(
        _ arguments: String..., environment: [String: String] = [:], folder: ScratchFolder = ScratchFolder(),
        rows: Int = 24, columns: Int = 80
    ) throws -> Till {
        let till = try Till(arguments, environment: environment, folder: folder, rows: rows, columns: columns)
        try till.connect()
        return till
    }

    /// Connects the simulated reader, and waits for the sale page.
    func connect(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try chooseReader(sourceLocation: sourceLocation)
        try see("Typed", sourceLocation: sourceLocation)
    }

    /// Chooses the simulated reader, unless the till remembers it and connects by itself.
    func chooseReader(sourceLocation: SourceLocation = #_sourceLocation) throws {
        if folder.remembersReader { return }
        try see("Choose a card reader", sourceLocation: sourceLocation)
        press("9\r")
    }

    // MARK: Keys

    /// Writes keys as the terminal sends them, all at once, and a person's while after those before: keys that come as
    /// fast as a scanner types are no person's.
    func press(_ keys: String) {
        _ = program.wait(0.04) { false }
        program.send(keys)
    }

    /// Types at the pace of a quick person. A till that is held up would read several keys at once, and take them for a
    /// paste: each is waited for.
    func type(_ keys: String) {
        for key in keys {
            press(String(key))
            _ = program.waitForWholeFrame { true }
        }
    }

    /// Pastes, as a terminal does that brackets what is pasted.
    func paste(_ text: String) {
        press("\u{1B}[200~\(text)\u{1B}[201~")
    }

    /// Types an amount and charges it.
    func charge(_ amount: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        press(amount)
        try see("Press Enter to", sourceLocation: sourceLocation)
        press("\r")
    }

    // MARK: The screen

    var text: String { program.screen.text }
    var header: String { program.screen.line(0) }
    var statusLine: String { program.screen.line(program.screen.rows - 2) }
    var keyRow: String { program.screen.line(program.screen.rows - 1) }

    /// Whether a text stands on the screen, be it that a line ends within it.
    func shows(_ text: String) -> Bool {
        self.text.contains(text) || program.screen.sentences.contains(text)
    }

    /// Whether the page's keys count: one that needs care shows "…" in the row of keys until it was there for a moment.
    var takesKeys: Bool { program.screen.rows < 6 || (keyRow.count > 3) }

    /// Waits until the texts stand on the screen and the page takes keys. Otherwise the test ends here.
    func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isThere = program.waitForWholeFrame { texts.allSatisfy(shows) && takesKeys }
        try #require(isThere, "\(texts) is not on the screen:\n\(text)", sourceLocation: sourceLocation)
    }

    /// Waits until the screen is as it should be. Otherwise the test ends here.
    func see(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
    ) throws {
        let isThere = program.waitForWholeFrame(until: condition)
        try #require(isThere, "\(what) did not come about:\n\(text)", sourceLocation: sourceLocation)
    }

    /// Waits for a text on a page that takes no keys yet.
    func glimpse(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try #require(
            program.wait(for: text), "\(text) is not on the screen:\n\(self.text)", sourceLocation: sourceLocation)
    }

    /// Shows the help and comes back: when it returns, the till has taken every key before.
    func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
        // However late the keys before are read, the "?" must not follow them as fast as a scanner types.
        _ = program.waitForWholeFrame { true }
        press("?")
        try see("Keys on this page", sourceLocation: sourceLocation)
        press("?")
        try see("the help closed", sourceLocation: sourceLocation) { !text.contains("Keys on this page") }
    }

    // MARK: The end

    /// Leaves by the keys.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        press("q")
        try see("Leave the till?", sourceLocation: sourceLocation)
        press("1\r")
        try expectExit(0, sourceLocation: sourceLocation)
    }

    /// Waits for the end.
    func expectExit(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let ended = program.waitForExit()
        try #require(ended == status, "it ended with \(ended ?? -1000):\n\(text)", sourceLocation: sourceLocation)
    }
}
