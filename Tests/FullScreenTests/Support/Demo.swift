import PtyHarness
import Testing

/// The real charge-demo on a pseudo-terminal of its own. As with ``Till``, everything waits for what it needs.
final class Demo {
    let program: PtyProgram

    /// A shop that takes what the form asks for at first.
    static let settings = "sale:\n  currency: USD"

    /// - Parameters:
    ///   - arguments: by default, hand requests to the till.
    ///   - environment: in place of the shop's.
    init(
        _ shop: ChargeShop, _ arguments: [String] = ["--till", PtyProgram.built("till")],
        environment: [String: String]? = nil
    ) throws {
        program = try PtyProgram(
            PtyProgram.built("charge-demo"), arguments,
            environment: shop.folder.environment.merging(environment ?? shop.environment) { $1 })
    }

    /// Starts the program, and waits for its form.
    static func ready(_ shop: ChargeShop, environment: [String: String]? = nil) throws -> Demo {
        let demo = try Demo(shop, environment: environment)
        try demo.see("> [ Charge ]")
        return demo
    }

    /// Runs the program as a till opens it: without a terminal.
    ///
    /// - Returns: what it ended with, after what it said.
    static func open(_ url: String, _ shop: ChargeShop) throws -> (said: String, status: Int32?) {
        let shell = try PtyProgram(
            "/bin/sh",
            ["-c", "said=$(\"$0\" \"$1\" 2>&1 </dev/null); status=$?; echo \"$said\"; exit $status"]
                + [PtyProgram.built("charge-demo"), url],
            environment: shop.folder.environment.merging(shop.environment) { $1 })
        let status = shell.waitForExit()
        return (shell.screen.sentences, status)
    }

    // MARK: Keys

    func press(_ keys: String) {
        _ = program.wait(0.04) { false }
        program.send(keys)
    }

    /// Writes values into fields of the form, named as they stand there.
    func fill(
        _ values: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for (name, value) in values {
            try mark(name, sourceLocation: sourceLocation)
            let before = String(marked.dropFirst(Demo.valueColumn))
            if ["yes", "no"].contains(before) {
                if before != value { press("y") }
            } else {
                press(String(repeating: "\u{7F}", count: before.count))
                try see("\(name) is empty", sourceLocation: sourceLocation) {
                    marked == " > " + name
                }
                press(value)
            }
            try see("\(name): \(value)", sourceLocation: sourceLocation) {
                marked.dropFirst(Demo.valueColumn) == value
            }
        }
        press("\u{1B}")
        try see("> [ Charge ]", sourceLocation: sourceLocation)
    }

    private static let valueColumn = 22
    private static let up = "\u{1B}[A"

    /// The row that keys act on.
    private var marked: String { program.screen.lines.first { $0.hasPrefix(" > ") } ?? "" }

    private func mark(_ name: String, sourceLocation: SourceLocation) throws {
        press("\u{1B}")
        try see("> [ Charge ]", sourceLocation: sourceLocation)
        while marked != " > " + name, !marked.hasPrefix(" > " + name + "  ") {
            let before = marked
            press(Demo.up)
            try see("the row above \(before)", sourceLocation: sourceLocation) { marked != before && marked != "" }
        }
    }

    // MARK: The screen

    func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try see("\(texts)", sourceLocation: sourceLocation) { texts.allSatisfy(shows) }
    }

    /// Waits until the screen is as it should be. Otherwise the test ends here.
    func see(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
    ) throws {
        let isThere = program.waitForWholeFrame(until: condition)
        try #require(isThere, "\(what) is not there:\n\(program.screen.text)", sourceLocation: sourceLocation)
    }

    /// Whether a text stands on the screen, be it that a line ends within it.
    private func shows(_ text: String) -> Bool {
        program.screen.text.contains(text) || program.screen.sentences.contains(text)
    }

    // MARK: The end

    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        press("q")
        let status = program.waitForExit()
        try #require(status == 0, "it goes on:\n\(program.screen.text)", sourceLocation: sourceLocation)
    }
}
