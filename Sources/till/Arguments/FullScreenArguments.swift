import Money
import TillCore

/// `till` without a command: the full screen.
struct FullScreenArguments: Equatable {
    /// A throw-away till with a simulated reader.
    var isDemo = false
    /// Nil when none was given.
    var currency: Currency?
    /// No line characters, whatever the terminal can draw.
    var isASCII = false
    /// The terminal keeps its mouse to itself, as for selecting text.
    var leavesMouse = false
    /// Nil when none was given.
    var theme: ScreenTheme?
    /// Nil when none was given.
    var sound: Sound?
    /// The simulated customer's pace was given.
    var isSpeedGiven = false
    var reader = ReaderArguments()

    init() {}

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(words, command: "", options: FullScreenArguments.options)
        _ = try scanner.operands()
        try self.init(scanner)
    }

    static let options =
        ReaderArguments.options + [
            .flag("demo"), .flag("ascii"), .flag("no-mouse"), .value("currency", "CODE"), .value("theme", "NAME"),
            .value("sound", "KIND"),
        ]

    init(_ scanner: ArgumentScanner) throws(UsageError) {
        isDemo = scanner.has("demo")
        isASCII = scanner.has("ascii")
        leavesMouse = scanner.has("no-mouse")
        theme = try FullScreenArguments.named(scanner.value("theme"), "theme")
        sound = try FullScreenArguments.named(scanner.value("sound"), "sound")
        if let code = scanner.value("currency") {
            currency = try Currency(argument: code)
        }
        reader = try ReaderArguments(scanner)
        isSpeedGiven = scanner.value("sim-speed") != nil
        if isDemo, reader.journalPath != nil {
            throw UsageError("--demo keeps no books, so --journal makes no sense with it. Leave one of them out.")
        }
    }

    /// A choice by its name; nil without one.
    private static func named<Choice: RawRepresentable & CaseIterable>(
        _ name: String?, _ what: String
    ) throws(UsageError) -> Choice? where Choice.RawValue == String {
        guard let name else { return nil }
        guard let choice = Choice(rawValue: name) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\"\(name)\" is no \(what). Use one of: \(names).")
        }
        return choice
    }
}

extension Currency {
    /// A currency as it is given on a command line.
    init(argument code: String) throws(UsageError) {
        guard let currency = Currency(alphaCode: code) else {
            throw UsageError("\"\(code)\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.")
        }
        self = currency
    }
}
