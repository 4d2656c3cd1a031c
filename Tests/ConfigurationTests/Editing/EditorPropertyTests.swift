import Configuration
import SeededRandom
import Testing

@Suite("Editing any configuration") struct EditorPropertyTests {
    @Test("what is set is read again, everything else stays, and every comment survives", arguments: 0..<400)
    func roundTrip(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let text = AnyFile.text(&random)
        let before = try configuration(text)
        let key = random.pick(ConfigurationKey.allCases)
        let value = AnyFile.value(of: key, &random)
        var wanted = before
        try wanted.set(key, to: value)
        guard wanted.conflicts.isEmpty else { return }
        var editor = try ConfigurationEditor(yaml: text.utf8)
        do throws(ConfigurationEditor.Refusal) {
            try editor.set([key: value])
        } catch {
            // Only what is written over several lines, or in braces, may be refused.
            #expect(error != .notSafe, "\(key) to \(value) in:\n\(text)")
            #expect(editor.bytes == Array(text.utf8))
            return
        }
        let after = String(decoding: editor.bytes, as: UTF8.self)
        let read = try configuration(after)
        // When the currency is changed alone, the amount keeps its text and is another amount.
        for other in ConfigurationKey.allCases where other != key && key != .currency {
            #expect(read.value(of: other) == before.value(of: other))
        }
        #expect(read.value(of: key) == wanted.value(of: key))
        #expect(AnyFile.comments(after) == AnyFile.comments(text))
        expectOneChange(text, after)
    }

    /// All that is in front of the change and all that is behind it is the same, byte for byte.
    private func expectOneChange(_ before: String, _ after: String) {
        let old = Array(before.utf8)
        let new = Array(after.utf8)
        let front = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - front
        let back = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let taken = old[front..<(old.count - back)]
        #expect(!taken.contains(0x0A), "more than one value went in:\n\(before)\n\(after)")
    }

    @Test("most files can be changed") func notVacuous() throws {
        var changed = 0
        for seed in 0..<400 {
            var random = SplitMix64(seed: UInt64(seed))
            let text = AnyFile.text(&random)
            let key = random.pick(ConfigurationKey.allCases)
            let value = AnyFile.value(of: key, &random)
            var editor = try ConfigurationEditor(yaml: text.utf8)
            do throws(ConfigurationEditor.Refusal) {
                try editor.set([key: value])
                changed += 1
            } catch {}
        }
        #expect(changed > 300)
    }
}

/// Configurations as people write them.
private enum AnyFile {
    static func text(_ random: inout SplitMix64) -> String {
        let lineBreak = random.chance(20) ? "\r\n" : "\n"
        var lines: [String] = []
        for section in ConfigurationKey.sections.shuffled(using: &random) where random.chance(70) {
            if random.chance(40) { lines += ["", "# about \(section): \"a\" [b] {c}"] }
            lines += self.section(section, &random)
        }
        let text = lines.map { $0 + lineBreak }.joined()
        return (random.chance(10) ? "\u{FEFF}" : "") + (random.chance(10) ? String(text.dropLast()) : text)
    }

    private static func section(_ section: String, _ random: inout SplitMix64) -> [String] {
        let keys = ConfigurationKey.allCases.filter { $0.section == section }.shuffled(using: &random)
            .filter { _ in random.chance(70) }
        if random.chance(15) {
            let inside = keys.map { "\($0.name): \(flow(value(of: $0, &random)))" }.joined(separator: ", ")
            return ["\(section): {\(inside)}" + comment(&random)]
        }
        let indentation = String(repeating: " ", count: Int.random(in: 1...6, using: &random))
        var lines = ["\(section):" + comment(&random)]
        for key in keys {
            if random.chance(30) { lines.append("\(indentation)# on \(key.name)") }
            if random.chance(15) { lines.append("") }
            lines += entry(key, indentation, &random)
        }
        return lines
    }

    private static func entry(_ key: ConfigurationKey, _ indentation: String, _ random: inout SplitMix64) -> [String] {
        let value = value(of: key, &random)
        if case .list(let items) = value, !items.isEmpty, random.chance(30) {
            let items = items.map { "\(indentation)- \(flow(.text($0)))" + comment(&random) }
            return ["\(indentation)\(key.name):"] + items
        }
        if key == .merchantHeader, random.chance(50) {
            return ["\(indentation)\(key.name): |", "\(indentation)  Line # 1", "\(indentation)  Line 2"]
        }
        let gap = String(repeating: " ", count: Int.random(in: 1...4, using: &random))
        return ["\(indentation)\(key.name):\(gap)\(flow(value))" + comment(&random)]
    }

    private static func comment(_ random: inout SplitMix64) -> String {
        random.chance(30) ? "   # so: 'x' \(random.next() % 100)" : ""
    }

    private static func flow(_ value: ConfigurationValue) -> String {
        switch value {
        case .list(let items): "[" + items.map { flow(.text($0)) }.joined(separator: " , ") + "]"
        case .text(let text):
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) && !text.isEmpty
                ? text
                : text.contains("\n")
                    ? "\"" + text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
                    : "'" + text.replacing("'", with: "''") + "'"
        }
    }

    /// A value that the key takes, whatever the others are.
    static func value(of key: ConfigurationKey, _ random: inout SplitMix64) -> ConfigurationValue {
        let words = ["Bar", "Café 7", "a: b", "x # y", "it's", "[z]", "a, b", "{c}", "say \"x\"", "*&!|>%@`"]
        switch key {
        case .merchantName, .tillName, .readerNamePattern: return .text(random.pick(words))
        case .merchantHeader, .merchantFooter, .merchantLogo:
            return .text(random.chance(40) ? "\(random.pick(words))\nend" : random.pick(words))
        case .currency: return .text(random.pick(["GBP", "EUR", "USD"]))
        case .furtherCurrencies: return .list(random.pick([[], ["SEK"], ["SEK", "NOK"]]))
        case .askAgainFrom: return .text(random.pick(["0.00", "5.50", "20.00"]))
        case .taxRate: return .text(random.pick(["0", "20", "8.125"]))
        case .tipPresets: return .list(random.pick([[], ["5"], ["1", "2", "3"]]))
        case .tipCap: return .text(random.pick(["20", "50", "100"]))
        case .reader: return .text(random.pick(["ask", "sim", "00:07:80:AB:84:21"]))
        case .secretFile, .hostAuthorities, .hostFeed, .hostFeedKey: return .text("")
        case .hostsAllowed: return .list(["bank.example"])
        case .secretCommand, .chargeOpener, .chargeSendmail:
            return .list(random.pick([[], ["pass", "till reader"], ["/bin/x", "-a", "it's"]]))
        case .cardWait: return .text(random.pick(["10", "60", "600"]))
        case .supervisorPIN:
            return .text(
                random.chance(50)
                    ? ""
                    : "scrypt$14$8$1$" + String(repeating: "0", count: 32) + "$" + String(repeating: "a", count: 64))
        case .printer:
            return .text(random.pick(["none", "/dev/usb/lp0", "tcp:10.0.0.7:9100", "cups", "cups:Bar_2"]))
        case .taxMode, .theme, .keypad, .sounds, .pictures, .receiptWidth, .codePage, .customerCopy, .merchantCopy,
            .simulatorSpeed:
            return .text(random.pick(key.choices))
        }
    }

    /// The comments: what stands behind a # that is in no text, as every # in the texts here is in quotes or in a line
    /// that begins with "Line".
    static func comments(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard !line.contains("Line #"),
                let start = line.firstRange(of: "   # so: ")?.lowerBound ?? line.firstRange(of: "# on ")?.lowerBound
                    ?? line.firstRange(of: "# about ")?.lowerBound
            else { return nil }
            return String(line[start...])
        }
    }
}
