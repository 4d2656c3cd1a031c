import Configuration
import Money
import Testing

/// The text after changes.
private func edited(
    _ text: String, _ changes: [ConfigurationKey: ConfigurationValue]
) throws(ConfigurationEditor.Refusal) -> String {
    var editor: ConfigurationEditor
    do throws(ConfigurationErrors) {
        editor = try ConfigurationEditor(yaml: text.utf8)
    } catch {
        Issue.record("\(error.errors.map(\.sentence))")
        return ""
    }
    try editor.set(changes)
    return String(decoding: editor.bytes, as: UTF8.self)
}

@Suite("Editing a configuration") struct EditorTests {
    @Test(
        "a value is changed where it stands, and nothing else",
        arguments: [
            ("till:\n  name: Bar # ours\n", "till:\n  name: Till 2 # ours\n"),
            ("till:\n  name:   'Bar'   # ours\n", "till:\n  name:   'Till 2'   # ours\n"),
            ("till: {name: \"Bar\"} # ours", "till: {name: \"Till 2\"} # ours"),
            ("\"till\":\n    'name':\n      Bar\n# end\n", "\"till\":\n    'name':\n      Till 2\n# end\n"),
            ("till:\n  name: two\n    words # ours\n", "till:\n  name: Till 2 # ours\n"),
            ("\u{FEFF}till:\r\n  name: Bar\r\n", "\u{FEFF}till:\r\n  name: Till 2\r\n"),
            ("# é\ntill:\n  name: \"Café é\" # é\n", "# é\ntill:\n  name: \"Till 2\" # é\n"),
            ("{till: {name: Bar}, sale: {currency: EUR}}", "{till: {name: Till 2}, sale: {currency: EUR}}"),
            ("---\ntill:\n  name: Bar\n...\n# end\n", "---\ntill:\n  name: Till 2\n...\n# end\n"),
        ])
    func changed(before: String, after: String) throws {
        #expect(try edited(before, [.tillName: .text("Till 2")]) == after)
    }

    @Test(
        "a key that is missing is added at the end of its section, and a section at the end of the file",
        arguments: [
            ("", "till:\n  name: Till 2\n"),
            ("# mine", "# mine\n\ntill:\n  name: Till 2\n"),
            ("till:\n", "till:\n  name: Till 2\n"),
            ("till: # ours\n  # name: Bar\n", "till: # ours\n  name: Till 2\n  # name: Bar\n"),
            ("sale:\n  currency: EUR", "sale:\n  currency: EUR\n\ntill:\n  name: Till 2\n"),
            (
                "till:\r\nsale:\r\n  currency: EUR\r\n",
                "till:\r\n  name: Till 2\r\nsale:\r\n  currency: EUR\r\n"
            ),
        ])
    func added(before: String, after: String) throws {
        #expect(try edited(before, [.tillName: .text("Till 2")]) == after)
    }

    @Test(
        "a key is added behind the last value, however that is written",
        arguments: [
            ("tips:\n    presets: [5] # few\n\n# end\n", "tips:\n    presets: [5] # few\n    cap: 60\n\n# end\n"),
            (
                "tips:\n  presets:\n  - 5\n  - 6 # few\n\ntill:\n",
                "tips:\n  presets:\n  - 5\n  - 6 # few\n  cap: 60\n\ntill:\n"
            ),
            ("tips:\n  presets: [5,\n    6]\n", "tips:\n  presets: [5,\n    6]\n  cap: 60\n"),
        ])
    func addedBehind(before: String, after: String) throws {
        #expect(try edited(before, [.tipCap: .text("60")]) == after)
    }

    @Test("a key is added behind a text of several lines") func addedBehindBlock() throws {
        let before = "merchant:\n  header: |\n    A\n    B\n\n# end\ntill:\n  name: Bar\n"
        let after = try edited(before, [.merchantName: .text("Shop")])
        #expect(after == "merchant:\n  header: |\n    A\n    B\n\n  name: Shop\n# end\ntill:\n  name: Bar\n")
    }

    @Test(
        "a text is quoted where it must be",
        arguments: [
            ("Bar", "Bar"), ("Bar: 1", "\"Bar: 1\""), ("#1", "\"#1\""), ("a # b", "\"a # b\""), ("", "\"\""),
            (" a", "\" a\""), ("a ", "\"a \""), ("- a", "\"- a\""), ("say \"x\"", "\"say \\\"x\\\"\""),
            ("a\\b", "\"a\\\\b\""), ("Café", "\"Café\""), ("a, b", "\"a, b\""), ("[a]", "\"[a]\""),
            ("don't", "\"don't\""), ("*", "\"*\""), ("a\u{1F600}", "\"a\u{1F600}\""),
        ])
    func quoted(value: String, written: String) throws {
        let after = try edited("merchant:\n  name: X\n", [.merchantName: .text(value)])
        #expect(after == "merchant:\n  name: \(written)\n")
        #expect(try configuration(after).merchant.name == value)
    }

    @Test("lines and lists are written in one line") func lists() throws {
        let before = "merchant: {header: [A]}\ntips:\n  presets: [ 10, 15 ] # offered\n"
        let after = try edited(before, [.merchantHeader: .text("B\nC"), .tipPresets: .list(["5"])])
        #expect(after == "merchant: {header: \"B\\nC\"}\ntips:\n  presets: [5] # offered\n")
        #expect(try edited(before, [.tipPresets: .list([])]).hasSuffix("presets: [] # offered\n"))
    }

    @Test("values that go together only when both are changed are changed together") func together() throws {
        let before = "sale: {currency: GBP, ask-again-from: 100.00}\ntips: {presets: [10], cap: 10}\n"
        let after = try edited(
            before,
            [
                .currency: .text("JPY"), .askAgainFrom: .text("10000"), .tipPresets: .list(["20"]),
                .tipCap: .text("20"),
            ])
        #expect(after == "sale: {currency: JPY, ask-again-from: 10000}\ntips: {presets: [20], cap: 20}\n")
    }

    @Test(
        "what cannot be changed safely is refused with the reason, and nothing is changed",
        arguments: [
            (
                "tips:\n  presets:\n    - 10 # first\n    - 15\n",
                "tips.presets is written over several lines. Change it in the file, from line 3 on."
            ),
            (
                "tips:\n  presets: [10, # first\n    15]\n",
                "tips.presets is written over several lines. Change it in the file, from line 2 on."
            ),
            ("tips: {cap: 50}\n", "tips is written in braces. Add presets in the file, in line 1."),
            (
                "{sale: {currency: GBP}}\n",
                "The file has no place for the section tips. Add tips.presets in the file."
            ),
            (
                "sale:\n  currency: GBP\n...\n",
                "The file has no place for the section tips. Add tips.presets in the file."
            ),
        ])
    func refused(text: String, sentence: String) throws {
        var editor = try ConfigurationEditor(yaml: text.utf8)
        do throws(ConfigurationEditor.Refusal) {
            try editor.set([.tipPresets: .list(["20"])])
            Issue.record("it was changed")
        } catch {
            #expect(error.sentence == sentence)
        }
        #expect(String(decoding: editor.bytes, as: UTF8.self) == text)
    }

    @Test("what no file could say is refused") func impossible() throws {
        var editor = try ConfigurationEditor(yaml: sample.utf8)
        for changes in [
            [.currency: .text("POUND")], [.tipCap: .text("5")], [.tipPresets: .text("5")],
        ] as [[ConfigurationKey: ConfigurationValue]] {
            #expect(throws: ConfigurationEditor.Refusal.notSafe) { try editor.set(changes) }
        }
        #expect(String(decoding: editor.bytes, as: UTF8.self) == sample)
    }
}
