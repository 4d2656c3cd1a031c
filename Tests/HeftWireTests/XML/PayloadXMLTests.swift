import HeftWire
import SeededRandom
import Testing

@Suite("The XML of a message") struct PayloadXMLTests {
    private func parse(_ text: String) throws -> PayloadXML.Element {
        try PayloadXML.parse(Array(text.utf8))
    }

    @Test(
        "gives every text back that XML can carry",
        arguments: ["", "a", "Borð 5 & <bar> \"x\" #7", "&amp;", "]]>", "<![CDATA[x]]>", "😀 þ €", "a\tb", "'"])
    func roundTrip(text: String) throws {
        let root = PayloadXML.Element(
            "R", children: [.init("A", text: text), .init("B", children: [.init("C", text: text)])])
        #expect(try PayloadXML.parse(PayloadXML.document(root)) == root)
    }

    @Test("replaces what XML cannot carry") func controls() throws {
        let bytes = PayloadXML.Element("R", text: "a\u{0}\u{1B}\u{FFFF}b").bytes
        #expect(try PayloadXML.parse(bytes).text == "a\u{FFFD}\u{FFFD}\u{FFFD}b")
    }

    @Test("ignores white space around values, comments, attributes and an encoding that it does not have")
    func lenient() throws {
        let root = try parse(
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<R a=\"1\"> <A>\n þ \t</A><!-- c --><B/> </R>")
        #expect(root.value(of: "A") == "þ" && root.value(of: "B") == "" && root.value(of: "C") == nil)
        #expect(root.text.isEmpty)
    }

    @Test("of repeated elements counts the last") func repeated() throws {
        #expect(try parse("<R><A>1</A><A>2</A></R>").value(of: "A") == "2")
    }

    @Test(
        "that does not parse whole is an error",
        arguments: [
            "", " ", "x", "<R>", "<R><A></R>", "<R/><S/>", "<R>&</R>", "<R>&unknown;</R>", "<R>\u{1}</R>", "<R", "</R>",
            "<R><A>1</A>", "<?xml version=\"1.0\"?>", "<R/>junk",
        ])
    func broken(text: String) {
        #expect(throws: WireError.self) { try parse(text) }
    }

    @Test("that is not UTF-8 is an error") func notUTF8() {
        #expect(throws: WireError.self) { try PayloadXML.parse(Array("<R>".utf8) + [0xFF, 0xFE] + Array("</R>".utf8)) }
    }

    @Test("with a document type is refused, and so nothing expands or is fetched") func documentType() {
        let bomb = "<!DOCTYPE R [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><R>&b;</R>"
        let fetch = "<!DOCTYPE R SYSTEM \"file:///etc/hostname\"><R/>"
        for text in [bomb, fetch] {
            #expect(throws: WireError.malformedXML("a document type is not allowed")) { try parse(text) }
        }
    }

    @Test("that nests without end is refused") func deep() {
        for depth in [17, 10_000] {
            let text = String(repeating: "<R>", count: depth) + String(repeating: "</R>", count: depth)
            #expect(throws: WireError.self) { try parse(text) }
        }
    }

    @Test("may be large") func large() throws {
        let text = String(repeating: "0123456789", count: 100_000)
        #expect(try parse("<R><A>\(text)</A></R>").value(of: "A")?.utf8.count == 1_000_000)
    }

    @Test("or noise in its place never traps the parser", arguments: Noise.allCases) func noise(noise: Noise) {
        var random = SplitMix64(seed: 31)
        let document = Array("<?xml version=\"1.0\"?><R><A>1&amp;2</A><B/><C><D>þ</D></C></R>".utf8)
        var parsed = 0
        var bytes = 0
        while bytes < 1_000_000 {
            var text = document
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            if Bool.random(using: &random) { text = noise.bytes(4000, using: &random) }
            bytes += text.count
            if (try? PayloadXML.parse(text)) != nil { parsed += 1 }
            _ = PayloadXML.escapingRawAmpersands(text)
        }
        #expect(parsed > 0)
    }
}
