import PtyHarness
import Testing

/// A scanner is a keyboard: what a code holds comes as keys, all at once, whoever printed it.
@Suite("Hostile codes from a scanner", .drivesTill) struct HostileScannerTests {
    /// F1, as a terminal sends it.
    private let f1 = "\u{1B}OP"

    /// Where a code can be scanned, the keys that lead there, and what then stands on the screen.
    private static let places = [
        (name: "the sale", keys: "", text: "Typed"), (name: "a field", keys: "d", text: "Description"),
        (name: "the search", keys: "/", text: "Find:"),
    ]

    /// The help opens once all keys before it are taken; a code that looks like the beginning of a key may cost one F1.
    private func takeAll(_ till: Till) throws {
        for _ in 0..<10 {
            till.press(f1)
            if till.program.wait(2, until: { till.shows("Keys on this page") }) { return }
        }
        try till.see("Keys on this page")
    }

    @Test(
        "reach the terminal as text or not at all, and charge nothing",
        arguments: places.map(\.name), [false, true])
    func codes(place: String, endsWithEnter: Bool) throws {
        let place = try #require(Self.places.first { $0.name == place })
        // A machine that is held up in the middle of a code cuts it in two: then Enter asks, and charges nothing either.
        let folder = ScratchFolder()
        try folder.configure("sale:\n  ask-again-from: 0\n")
        let till = try Till.ready(folder: folder)
        for hostile in HostileText.all {
            till.press(place.keys)
            // Ctrl+Z hands the terminal to the shell, from a scanner too; there is none here.
            let code = hostile.bytes.filter { $0 != 0x1A }
            // Enough digits before it to be a scanner's by themselves, where it swallows those behind it.
            till.program.send(Array("400638".utf8) + code + Array("333393".utf8) + (endsWithEnter ? [0x0D] : []))
            till.program.read(within: .milliseconds(2))
        }
        try takeAll(till)
        try till.expectNothingForeign()
        #expect(try till.folder.history().isEmpty)
        #expect(try till.folder.taken().isEmpty)
    }
}
