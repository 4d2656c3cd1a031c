/// Texts that try to be more than text.
package struct HostileText: Sendable {
    /// What it tries.
    package let name: String
    package let bytes: [UInt8]

    private init(_ name: String, _ text: String) {
        self.name = name
        bytes = Array(text.utf8)
    }

    private init(_ name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    package static let all: [HostileText] = controls + sequences + invisible + invalid + long

    /// Control characters by themselves.
    private static let controls: [HostileText] = [
        HostileText("every C0 control", bytes: range(0x01, 0x1F)),
        HostileText("delete", "a\u{7F}b"),
        HostileText("every C1 control in UTF-8", bytes: range(0x80, 0x9F).flatMap { [0xC2, $0] }),
        HostileText("every C1 control as a byte", bytes: range(0x80, 0x9F)),
        HostileText("a line that turns back", "12.50\r99.99\u{8}\u{8}\u{8}\n\t\u{B}\u{C}"),
        HostileText("separators of lines and paragraphs", "a\u{2028}b\u{2029}c\u{85}d"),
    ]

    /// Sequences that a terminal obeys.
    private static let sequences: [HostileText] = [
        HostileText("a window's title", "\u{1B}]0;OWNED\u{7}paid"),
        HostileText("a title behind a C1 byte", bytes: [0x9D, 0x30, 0x3B, 0x58, 0x9C]),
        HostileText("a clipboard", "\u{1B}]52;c;!!!!\u{1B}\\"),
        HostileText("a device control string", "\u{1B}P+q544e\u{1B}\\"),
        HostileText("an unending control string", "\u{1B}P" + String(repeating: "x", count: 500)),
        HostileText("a report of the cursor", "\u{1B}[6n\u{1B}[c\u{1B}[>0q"),
        HostileText("mouse and other modes", "\u{1B}[?1003h\u{1B}[?1002h\u{1B}[20h"),
        HostileText("a full reset", "\u{1B}c\u{1B}#8"),
        HostileText("blinking and hidden text", "\u{1B}[5mPAID\u{1B}[8m12.50\u{1B}[0m"),
        HostileText("another character set", "\u{0E}xxx\u{0F}\u{1B}(0lxk\u{1B}(B\u{1B}%G"),
        HostileText("the cursor far away", "\u{1B}[2000;2000H\u{1B}[9999A\u{1B}[2J"),
        HostileText("a C1 cursor movement", "\u{9B}2000;2000H"),
        HostileText("markup", "<script>alert(1)</script>&#27;[5m&#x9b;5m&#8238;<b"),
    ]

    /// What has no place of its own on a screen, and changes the places of others.
    private static let invisible: [HostileText] = [
        HostileText("bidi overrides", "\u{202E}05.21 PBG\u{202C}\u{202D}\u{202A}\u{202B}"),
        HostileText("bidi isolates and marks", "\u{2066}a\u{2067}b\u{2068}c\u{2069}\u{200E}\u{200F}\u{61C}"),
        HostileText("zero-width characters", "1\u{200B}2\u{200C}.\u{200D}5\u{2060}0\u{FEFF}\u{AD}"),
        HostileText("tags and variation selectors", "x\u{E0041}\u{E007F}\u{FE0F}\u{E0100}y"),
        HostileText("marks without a base", "\u{301}\u{302}\u{20DD}a"),
        HostileText("emoji of many parts", "👩‍👩‍👧‍👦🇬🇧👍🏽☕\u{FE0F}1\u{FE0F}\u{20E3}"),
        HostileText("Hebrew and Arabic", "שלום 12.50 مرحبا"),
    ]

    /// Bytes and characters that are none.
    private static let invalid: [HostileText] = [
        HostileText("private and unassigned characters", "\u{E000}\u{F8FF}\u{F0000}\u{FFFF}\u{1FFFE}\u{378}"),
        HostileText("invalid UTF-8", bytes: [0x61, 0xFF, 0xFE, 0xC0, 0x80, 0xE2, 0x28, 0xA1, 0xF5, 0x80, 0x80, 0x62]),
        HostileText("an overlong escape", bytes: [0x61, 0xC0, 0x9B, 0xE0, 0x80, 0x9B, 0x5B, 0x35, 0x6D]),
        HostileText("a surrogate", bytes: [0x61, 0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80, 0x62]),
        HostileText("a cut character", bytes: [0x61, 0xE5, 0xAF]),
    ]

    private static let long: [HostileText] = [
        HostileText("a name of 5,000 characters", String(repeating: "W", count: 5000)),
        HostileText("5,000 wide characters", String(repeating: "寿", count: 5000)),
        HostileText("a flood of marks", "e" + String(repeating: "\u{301}", count: 5000)),
    ]

    private static func range(_ first: UInt8, _ last: UInt8) -> [UInt8] { Array(first...last) }
}
