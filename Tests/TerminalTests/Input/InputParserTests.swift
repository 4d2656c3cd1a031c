import SeededRandom
import Terminal
import Testing

/// Bytes and the events they make.
struct InputCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [InputEvent]
    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    init(_ text: String, _ events: [InputEvent]) {
        self.init(Array(text.utf8), events)
    }

    init(_ bytes: [UInt8], _ events: [InputEvent]) {
        self.bytes = bytes
        self.events = events
    }

    init(_ text: String, _ key: Key, _ modifiers: Modifiers = [], keypad: Bool = false) {
        self.init(text, [.key(KeyPress(key, modifiers: modifiers, isKeypad: keypad))])
    }
}

private func typed(_ text: String) -> [InputEvent] {
    text.unicodeScalars.map { .key(KeyPress(.character($0))) }
}

private let escape = InputEvent.key(KeyPress(.escape))

@Suite("Input parser") struct InputParserTests {
    static let plain: [InputCase] = [
        InputCase("1250", typed("1250")),
        InputCase("é日😀", typed("é日😀")),
        InputCase("\r", .enter), InputCase("\n", .enter), InputCase("\t", .tab),
        InputCase("\u{08}", .backspace), InputCase("\u{7F}", .backspace),
        InputCase("\u{03}", .character("c"), .control), InputCase("\u{0C}", .character("l"), .control),
        InputCase("\u{1A}", .character("z"), .control), InputCase("\u{1C}", .character("\\"), .control),
        InputCase("\u{00}", .character(" "), .control),
        InputCase("\u{1B}5", [escape] + typed("5")), InputCase("\u{1B}é", [escape] + typed("é")),
        InputCase("\u{1B}\r", [escape, .key(KeyPress(.enter))]),
        InputCase("\u{1B}\u{1B}[A", [escape, .key(KeyPress(.up))]),
        InputCase("\u{85}a", typed("a")),
    ]

    static let keys: [InputCase] =
        [
            ("A", Key.up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end), ("E", .begin),
        ].flatMap { letter, key in
            [
                InputCase("\u{1B}[\(letter)", key), InputCase("\u{1B}O\(letter)", key),
                InputCase("\u{1B}[1;5\(letter)", key, .control), InputCase("\u{1B}[1;2\(letter)", key, .shift),
                InputCase("\u{1B}[1;8\(letter)", key, [.shift, .alt, .control]),
            ]
        } + [
            InputCase("\u{1B}[1~", .home), InputCase("\u{1B}[7~", .home), InputCase("\u{1B}[4~", .end),
            InputCase("\u{1B}[8~", .end), InputCase("\u{1B}[2~", .insert), InputCase("\u{1B}[3~", .delete),
            InputCase("\u{1B}[5~", .pageUp), InputCase("\u{1B}[6~", .pageDown),
            InputCase("\u{1B}[3;5~", .delete, .control), InputCase("\u{1B}[5^", .pageUp, .control),
            InputCase("\u{1B}[Z", .backTab), InputCase("\u{1B}[1;2Z", .backTab),
        ]

    static let functionKeys: [InputCase] =
        zip(1..., ["P", "Q", "R", "S"]).map { InputCase("\u{1B}O\($1)", .function($0)) }
        + zip(1..., ["11", "12", "13", "14", "15", "17", "18", "19", "20", "21", "23", "24"])
        .flatMap { number, code in
            [
                InputCase("\u{1B}[\(code)~", .function(number)),
                InputCase("\u{1B}[\(code);5~", .function(number), .control),
            ]
        }
        + zip(1..., ["A", "B", "C", "D", "E"]).map { InputCase("\u{1B}[[\($1)", .function($0)) }
        + [InputCase("\u{1B}[1;2P", .function(1), .shift), InputCase("\u{1B}[1;5S", .function(4), .control)]

    static let keypad: [InputCase] =
        zip("pqrstuvwxy", "0123456789".unicodeScalars).map {
            InputCase("\u{1B}O\($0)", .character($1), keypad: true)
        } + [
            InputCase("\u{1B}On", .character("."), keypad: true), InputCase("\u{1B}Ol", .character(","), keypad: true),
            InputCase("\u{1B}Om", .character("-"), keypad: true), InputCase("\u{1B}Ok", .character("+"), keypad: true),
            InputCase("\u{1B}Oj", .character("*"), keypad: true), InputCase("\u{1B}Oo", .character("/"), keypad: true),
            InputCase("\u{1B}OX", .character("="), keypad: true), InputCase("\u{1B}OM", .enter, keypad: true),
            InputCase("\u{1B}O5p", .character("0"), .control, keypad: true),
        ]

    static let mouse: [InputCase] = [
        InputCase("\u{1B}[<0;11;6M", [.mouse(MouseEvent(.press, .left, at: Position(row: 5, column: 10)))]),
        InputCase("\u{1B}[<0;11;6m", [.mouse(MouseEvent(.release, .left, at: Position(row: 5, column: 10)))]),
        InputCase("\u{1B}[<64;1;1M", [.mouse(MouseEvent(.press, .wheelUp, at: Position(row: 0, column: 0)))]),
        InputCase("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.press, .wheelDown, at: Position(row: 0, column: 0)))]),
        InputCase(
            "\u{1B}[<18;300;200M",
            [.mouse(MouseEvent(.press, .right, at: Position(row: 199, column: 299), modifiers: .control))]),
        InputCase("\u{1B}[<35;2;2M", [.mouse(MouseEvent(.move, .none, at: Position(row: 1, column: 1)))]),
        InputCase("\u{1B}[<0;0;6M", []), InputCase("\u{1B}[<99999999999999999999;1;1M", []),
        InputCase("\u{1B}[<0;1M", []), InputCase("\u{1B}[M !!a", typed("a")),
    ]

    static let pastes: [InputCase] = [
        InputCase("\u{1B}[200~12.50\n99.00\n\u{1B}[201~7", [.paste("12.50\n99.00\n")] + typed("7")),
        InputCase("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        InputCase("\u{1B}[200~a\u{1B}[20x\u{1B}\u{1B}[201~b", [.paste("a\u{1B}[20x\u{1B}")] + typed("b")),
        InputCase("\u{1B}[200~é日\u{1B}[201~", [.paste("é日")]),
        InputCase(
            Array("\u{1B}[200~x".utf8) + [0xFF] + Array("y\u{1B}[201~".utf8), [.paste("x\u{FFFD}y")]),
        InputCase("\u{1B}[201~a", typed("a")),
    ]

    static let swallowed: [InputCase] = [
        InputCase("\u{1B}[I", [.focus(true)]), InputCase("\u{1B}[O", [.focus(false)]),
        InputCase("\u{1B}[?62;1;4cx", typed("x")), InputCase("\u{1B}[12;40Rx", typed("x")),
        InputCase("\u{1B}[97;5ux", typed("x")), InputCase("\u{1B}[27;5;9~x", typed("x")),
        InputCase("\u{1B}[99~x", typed("x")), InputCase("\u{1B}Ozx", typed("x")),
        InputCase("\u{1B}[>0;276;0cx", typed("x")), InputCase("\u{1B}[ qx", typed("x")),
        InputCase("\u{1B}]11;rgb:ffff/ffff/ffff\u{07}x", typed("x")),
        InputCase("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\x", typed("x")),
        InputCase("\u{1B}P1+r544e=787465726d\u{1B}\\x", typed("x")),
        InputCase("\u{1B}_Gi=1;OK\u{1B}\\x", typed("x")), InputCase("\u{1B}^x\u{1B}\\y", typed("y")),
        // A sequence that another one cuts short is dropped, and the other one counts.
        InputCase("\u{1B}[1;\u{1B}[A", .up), InputCase("\u{1B}]0;t\u{1B}[A", .up),
        InputCase("\u{1B}[1\r", .enter), InputCase("\u{1B}[1é", typed("é")),
        InputCase("\u{1B}O\r", [escape] + typed("O") + [.key(KeyPress(.enter))]),
    ]

    static let invalid: [InputCase] = [
        InputCase([0xFF, 0xFE, 0x61], typed("\u{FFFD}\u{FFFD}a")),
        InputCase([0xE6, 0x97, 0x61], typed("\u{FFFD}a")),
        InputCase([0xE6, 0x97, 0x0D], typed("\u{FFFD}") + [.key(KeyPress(.enter))]),
        InputCase([0xC3, 0x1B, 0x5B, 0x41], typed("\u{FFFD}") + [.key(KeyPress(.up))]),
        InputCase([0xC0, 0x80, 0x61], typed("\u{FFFD}\u{FFFD}a")),
        InputCase([0xED, 0xA0, 0x80, 0x61], typed("\u{FFFD}\u{FFFD}\u{FFFD}a")),
        InputCase([0xF4, 0x90, 0x61], typed("\u{FFFD}\u{FFFD}a")),
        InputCase([0xC3, 0xC3, 0xA9], typed("\u{FFFD}é")),
    ]

    static let all = plain + keys + functionKeys + keypad + mouse + pastes + swallowed + invalid

    @Test("bytes make the same events however they are split into reads", arguments: all)
    func table(_ item: InputCase) {
        var whole = InputParser()
        #expect(whole.feed(item.bytes) == item.events)
        #expect(!whole.needsFlush)
        for first in 0...item.bytes.count {
            for second in first...item.bytes.count {
                var parser = InputParser()
                var events = parser.feed(Array(item.bytes[..<first]))
                events += parser.feed(Array(item.bytes[first..<second]))
                events += parser.feed(Array(item.bytes[second...]))
                #expect(events == item.events, "split at \(first) and \(second)")
            }
        }
    }

    @Test("a lone Esc is a key once the timer has fired") func loneEscape() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.needsFlush)
        #expect(parser.flush() == [escape])
        #expect(!parser.needsFlush)
        #expect(parser.flush().isEmpty)
    }

    @Test(
        "the start of a sequence is Esc and a character when nothing follows",
        arguments: [("[", "["), ("O", "O"), ("O5", "O5"), ("]", "]"), ("P", "P"), ("_", "_")])
    func escapeThenCharacter(bytes: String, characters: String) {
        var parser = InputParser()
        #expect(parser.feed([0x1B] + Array(bytes.utf8)).isEmpty)
        #expect(parser.flush() == [escape] + typed(characters))
        #expect(parser.feed(Array("5".utf8)) == typed("5"))
    }

    @Test("a slow line does not turn the tail of a sequence into digits") func slowSequence() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[1".utf8)).isEmpty)
        #expect(parser.flush().isEmpty)
        #expect(parser.feed(Array("5~".utf8)) == [.key(KeyPress(.function(5)))])
    }

    @Test(
        "what never ends is given up after some silence",
        arguments: ["\u{1B}[1;", "\u{1B}]11;rgb", "\u{1B}P1\u{1B}", "\u{1B}[M!", "\u{1B}[["])
    func abandoned(_ start: String) {
        var parser = InputParser()
        #expect(parser.feed(Array(start.utf8)).isEmpty)
        var flushes = 0
        while parser.needsFlush, flushes < 100 {
            #expect(parser.flush().isEmpty)
            flushes += 1
        }
        #expect(flushes == 4)
        #expect(parser.feed(Array("7".utf8)) == typed("7"))
    }

    @Test("a paste without an end is delivered after a second of silence") func unfinishedPaste() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~12.50\r".utf8)).isEmpty)
        for _ in 0..<19 { #expect(parser.flush().isEmpty) }
        #expect(parser.feed(Array("9".utf8)).isEmpty)
        for _ in 0..<19 { #expect(parser.flush().isEmpty) }
        #expect(parser.flush() == [.paste("12.50\r9")])
        #expect(parser.feed(Array("7".utf8)) == typed("7"))
    }

    @Test("a long paste is cut, and its end is still found") func longPaste() {
        var parser = InputParser()
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: InputParser.pasteMax + 10)
        let events = parser.feed(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~z".utf8))
        #expect(events == [.paste(String(repeating: "a", count: InputParser.pasteMax))] + typed("z"))
    }

    @Test("a paste without an end does not go on for ever") func endlessPaste() {
        var parser = InputParser()
        var events = parser.feed(Array("\u{1B}[200~".utf8))
        let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
        for _ in 0..<65 where events.isEmpty { events = parser.feed(chunk) }
        #expect(events.first == .paste(String(repeating: "a", count: InputParser.pasteMax)))
    }

    @Test("random bytes never trap, and reads make no difference", arguments: 0..<40 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = InputParserTests.all.map(\.bytes)
        var bytes: [UInt8] = []
        for _ in 0..<300 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
            case 1: bytes += Array("\u{1B}[".utf8)
            default:
                let piece = pieces.randomElement(using: &random) ?? []
                bytes += piece.prefix(Int.random(in: 0...piece.count, using: &random))
            }
        }
        var whole = InputParser()
        let expected = whole.feed(bytes)
        var split = InputParser()
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 0...7, using: &random))
            events += split.feed(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(events == expected)
        #expect(split.needsFlush == whole.needsFlush)
        for _ in 0..<40 where whole.needsFlush { _ = whole.flush() }
        #expect(!whole.needsFlush)
        #expect(whole.feed(Array("x".utf8)).last == typed("x").last)
    }
}
