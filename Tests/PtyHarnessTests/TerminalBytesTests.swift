import PtyHarness
import Testing

@Suite("Bytes to a terminal") struct TerminalBytesTests {
    @Test("what a screen is made of is not foreign")
    func ours() {
        let text =
            "\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[1;24r\u{1B}[H\u{1B}[2J\u{1B}[38;5;16;48;5;220m £5 寿司 e\u{301}\u{1B}[39;49m\u{1B}(B"
            + "\u{1B}[m\u{1B}[1m\u{1B}[7m│\u{1B}[3;7H\u{1B}[K\u{1B}]52;c;VDE=\u{7}\u{7}\u{1B}[?2004h\u{1B}="
        #expect(TerminalBytes(Array(text.utf8)).foreign == [])
    }

    @Test("the mark behind right-to-left script is ours, and any other one is foreign") func marks() {
        for text in ["שלום\u{200E} 12.50", "א\u{5B0}\u{200E} ٢\u{200E}"] {
            #expect(TerminalBytes(Array(text.utf8)).foreign == [])
        }
        for text in ["a\u{200E}", "\u{200E}", "שלום \u{200E}", "שלום\u{200E}\u{200E}"] {
            #expect(TerminalBytes(Array(text.utf8)).foreign == ["U+200E"])
        }
    }

    @Test(
        "every text that tries to be more than text is seen, when it gets through",
        arguments: HostileText.all.map(\.name))
    func foreign(name: String) throws {
        // These look like text, and are judged by where they stand.
        let plain = [
            "a name of 5,000 characters", "5,000 wide characters", "a flood of marks", "marks without a base",
            "Hebrew and Arabic", "markup",
        ]
        let bytes = try #require(HostileText.all.first { $0.name == name }).bytes
        #expect(TerminalBytes(bytes + Array(" end".utf8)).foreign.isEmpty == plain.contains(name))
    }
}
