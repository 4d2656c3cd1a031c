import Configuration
import SeededRandom
import Testing

/// Reads a configuration that is wrong.
func faults(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    faults(bytes: Array(text.utf8), sourceLocation: sourceLocation)
}

func faults(bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try Configuration(yaml: bytes)
        Issue.record("it was read", sourceLocation: sourceLocation)
        return []
    } catch {
        return error.errors.map(\.sentence)
    }
}

@Suite("What is wrong in a configuration") struct ErrorTests {
    @Test(
        "names that are unknown are named, with what may be meant",
        arguments: [
            ("sale:\n  curency: EUR\n", "2:3: sale.curency: There is no such key. sale.currency may be meant."),
            ("sales:\n  currency: EUR\n", "1:1: sales: There is no such section. sale may be meant."),
            ("sale:\n  theme: dark\n", "2:3: sale.theme: There is no such key. screen.theme may be meant."),
            ("sale:\n  colour: red\n", "2:3: sale.colour: There is no such key. The sample lists all keys."),
            ("currency: EUR\n", "1:1: currency: There is no such section. The sample lists all sections."),
            ("sale:\n  \"\\e[2J\": 1\n", "2:3: sale.?[2J: There is no such key. The sample lists all keys."),
        ])
    func unknown(text: String, fault: String) {
        #expect(faults(text) == [fault])
    }

    @Test(
        "what is given twice is told, with the line of the first",
        arguments: [
            (
                "sale:\n  currency: EUR\n  currency: GBP\n",
                "3:3: sale.currency: This stands in line 2 already. Leave one of them."
            ),
            (
                "sale:\n  currency: EUR\ntill:\nsale:\n",
                "4:1: sale: This stands in line 1 already. Leave one of them."
            ),
        ])
    func duplicates(text: String, fault: String) {
        #expect(faults(text) == [fault])
    }

    @Test(
        "a value of the wrong shape is told",
        arguments: [
            ("GBP\n", "1:1: There is a value where sections are due. Begin with a section, such as sale:."),
            ("- sale\n", "1:1: There is a value where sections are due. Begin with a section, such as sale:."),
            ("sale: GBP\n", "1:7: sale: There is a value where keys are due. Put keys below the section, indented."),
            (
                "sale:\n  currency: [GBP]\n",
                "2:13: sale.currency: There is a list where one value is due. Write one value."
            ),
            (
                "sale:\n  currency:\n    code: GBP\n",
                "3:5: sale.currency: There are keys where a value is due. Write one value."
            ),
            (
                "tips:\n  presets: 10\n",
                "2:12: tips.presets: There is one value where a list is due. Write it in brackets: [a, b]."
            ),
            ("tips:\n  presets: [[10]]\n", "2:13: tips.presets: There are keys where a value is due. Write one value."),
            ("sale:\n  currency:\n", "2:12: sale.currency: There is no value. Write one, or take the line out."),
            ("sale:\n  currency: \"\"\n", "2:13: sale.currency: There is no value. Write one, or take the line out."),
            (
                "sale:\n  ? [a]\n  : b\n",
                "2:5: sale: There is a list or a group where a key is due. Write it as key: value."
            ),
        ])
    func shapes(text: String, fault: String) {
        #expect(faults(text) == [fault])
    }

    @Test(
        "a value that is not possible is told, with what is",
        arguments: [
            (
                "sale: {currency: POUND}",
                "sale.currency: \"POUND\" is no currency. Use a code of ISO 4217 in capitals, such as GBP."
            ),
            ("sale: {ask-again-from: 1.005}", "sale.ask-again-from: 1.005 has 3 decimals; GBP has 2."),
            (
                "sale: {ask-again-from: -1}",
                "sale.ask-again-from: There is “-” at position 1; type only digits and one decimal point."
            ),
            (
                "sale: {further-currencies: [EUR, EUR]}",
                "sale.further-currencies: \"EUR\" is listed twice. Leave one of them."
            ),
            (
                "sale: {further-currencies: [GBP]}",
                "sale.further-currencies: \"GBP\" is listed twice. Leave one of them."
            ),
            (
                "tax: {rate: 20%}",
                "tax.rate: There is “%” at position 3; type only digits and one decimal point."
            ),
            ("tax: {rate: 100.001}", "tax.rate: The rate is above 100. Write per cent, such as 20."),
            ("tax: {mode: net}", "tax.mode: \"net\" cannot be chosen. Choose included or added."),
            ("tips: {cap: 101}", "tips.cap: \"101\" is not possible. Write a whole number from 0 to 100."),
            ("tips: {cap: 050}", "tips.cap: \"050\" is not possible. Write a whole number from 0 to 100."),
            ("tips: {cap: 12.5}", "tips.cap: \"12.5\" is not possible. Write a whole number from 0 to 100."),
            ("tips: {presets: [60]}", "tips.presets: 60 % is above tips.cap, 50 %. Change one of them."),
            ("tips: {presets: [1, 2, 3, 4, 5, 6, 7]}", "tips.presets: There are too many. There are 6 at most."),
            (
                "reader: {use: bluetooth}",
                "reader.use: \"bluetooth\" is no reader. Write ask, sim, or an address such as 00:07:80:AB:84:21."
            ),
            (
                "reader: {secret-file: secret}",
                "reader.secret-file: \"secret\" is no whole path. Begin it with / or ~/."
            ),
            (
                "reader: {secret-file: /s, secret-command: [pass]}",
                "reader.secret-command: reader.secret-file is given too. Leave one of them."
            ),
            (
                "screen: {theme: blue}",
                "screen.theme: \"blue\" cannot be chosen. Choose auto, dark, light, high-contrast or mono."
            ),
            ("receipts: {width: 40}", "receipts.width: \"40\" cannot be chosen. Choose 32, 42 or 48."),
            (
                "timeouts: {card-wait: 5}",
                "timeouts.card-wait: \"5\" is not possible. Write a whole number from 10 to 600."
            ),
            (
                "timeouts: {card-wait: 99999999999999999999}",
                "timeouts.card-wait: \"99999999999999999999\" is not possible. Write a whole number from 10 to 600."
            ),
            (
                "staff: {supervisor-pin: 1234}",
                "staff.supervisor-pin: This is not what till pin prints. Run till pin, and copy the whole line."
            ),
            (
                "till: {name: \"\\e[2J\"}",
                "till.name: The text holds a character that cannot be shown. Take it out."
            ),
            (
                "till: {name: a name that is far too long}",
                "till.name: The text is too long. It has 20 characters at most."
            ),
        ])
    func values(text: String, fault: String) {
        let found = faults(text)
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(" " + fault) == true, "\(found)")
    }

    @Test(
        "what is no YAML is told where it begins",
        arguments: [
            ("sale:\n\tcurrency: EUR\n", "2:1: There is a tab. Indent with spaces."),
            ("sale:\n  \tcurrency: EUR\n", "2:3: There is a tab. Indent with spaces."),
            (
                "till:\n  name: a: b\n",
                "2:10: There is a colon in the value, or the line is indented too far. Put the value in quotes."
            ),
            ("till:\n  name: \"Bar\n", "2:9: A quote is opened here and not closed. Close it."),
            (
                "tips:\n  presets: [10, 15\n  cap: 50\n",
                "2:12: A bracket is opened here and not closed. Close it, and put commas between values."
            ),
            (
                "till:\n  name\nsale:\n",
                "2:3: till: There is a value where keys are due. Put keys below the section, indented."
            ),
            ("till:\n  name: Bar\n  stray\n", "3:3: There is no colon behind the key. Write it as key: value."),
            (
                "sale:\n  currency: EUR\n tax:\n",
                "3:2: The line is indented like none above it. Indent it as the lines around it."
            ),
            ("till:\n  name: @home\n", "2:9: A value cannot begin with this character. Put the value in quotes."),
            (
                "till:\n  name: &a Bar\n",
                "2:9: Anchors (&), aliases (*) and tags (!) are not used here. Put the value in quotes."
            ),
            (
                "till:\n  name: !!str Bar\n",
                "2:9: Anchors (&), aliases (*) and tags (!) are not used here. Put the value in quotes."
            ),
            ("till:\n  name: Bar\n---\nsale:\n", "3:1: A second document begins here. Take it out."),
            (
                "till:\n  name: a\u{7}b\n",
                "2:10: There is a control character, U+0007. Take it out."
            ),
            (
                "till:\n  name: a\u{85}b\n",
                "2:10: There is a control character, U+0085. Take it out."
            ),
        ])
    func notYAML(text: String, fault: String) {
        #expect(faults(text) == [fault])
    }

    @Test("aliases that grow without end are refused before they grow") func aliasBomb() {
        var text = "a: &a [x, x]\n"
        for letter in "bcdefghijklmnopqrstuvwxyz" {
            let before = Unicode.Scalar(letter.unicodeScalars.first!.value - 1)!
            text += "\(letter): &\(letter) [*\(before), *\(before)]\n"
        }
        #expect(
            faults(text) == [
                "1:4: Anchors (&), aliases (*) and tags (!) are not used here. Put the value in quotes."
            ])
    }

    @Test("a document that is nested without end is refused") func nested() {
        let deep = String(repeating: "[", count: 20_000)
        #expect(faults(deep) == ["1:10: This is nested too deep. Write sections with keys in them."])
    }

    @Test("a file that is too large is refused; the largest is read") func large() throws {
        let line = "# " + String(repeating: "x", count: 61) + "\n"
        let most = String(repeating: line, count: 1024)
        #expect(most.utf8.count == 65_536)
        #expect(try configuration(most) == Configuration())
        #expect(
            faults(most + "\n") == ["1:1: The file is larger than 65536 bytes. A configuration is much smaller."])
    }

    @Test("text that is no UTF-8 is refused where it begins") func notUTF8() {
        let bytes = Array("till:\n  name: B".utf8) + [0xE9] + Array("b\n".utf8)
        #expect(faults(bytes: bytes) == ["2:10: This is no UTF-8 text. Save the file as UTF-8."])
        // As a system with two bytes a character writes it.
        #expect(faults(bytes: [0xFF, 0xFE, 0x61, 0]) == ["1:1: This is no UTF-8 text. Save the file as UTF-8."])
    }

    @Test("several faults are told together, in the order of the file") func several() {
        let found = faults("tips:\n  cap: x\nsale:\n  currency: y\n  colour: z\nnothing: 1\n")
        #expect(found.map { $0.prefix { $0 != " " } } == ["2:8:", "4:13:", "5:3:", "6:1:"])
        let many = "sale:\n" + (1...50).map { "  key\($0): 1\n" }.joined()
        #expect(faults(many).count == 20)
    }

    @Test("no bytes of any kind do harm", arguments: 0..<300) func anyBytes(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var bytes = Array(sample.utf8)
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(random.pick(Array("[]{}:,&*!|>'\"#-?%@\t \n\r".utf8)), at: place)
            default: bytes.removeSubrange(place...)
            }
            if bytes.isEmpty { bytes = [0x0A] }
        }
        do throws(ConfigurationErrors) {
            _ = try Configuration(yaml: bytes)
        } catch {
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            #expect(!error.errors.isEmpty)
            #expect(error.errors.allSatisfy { (1...lines).contains($0.place.line) && $0.place.column >= 1 })
            #expect(error.errors.allSatisfy { !$0.reason.sentence.isEmpty })
        }
    }
}
