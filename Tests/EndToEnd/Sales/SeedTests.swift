import FoundationEssentials
import Testing

@Suite("A simulation with a seed") struct SeedTests {
    /// Sales of all outcomes, a refund and a reversal on fresh books: what each printed, and what was exported; without
    /// times.
    private func day(seed: String) throws -> [String] {
        let shop = try Shop()
        var told: [String] = []
        for words in [
            ["sale", "12.50", "--currency", "GBP", "--reference", "Table 4"], ["sale", "10.00", "--currency", "GBP"],
            ["sale", "3.00", "--currency", "GBP", "--tokenize"], ["refund", "1", "2.50"], ["reverse", "3"],
        ] {
            let end = try shop.run(words + ["--sim-seed", seed, "--json"])
            told.append("\(words[0]) ended with \(end.status)")
            told += parts(end.output)
        }
        told += parts(try shop.run("export", "--format", "json").output)
        return told
    }

    private func parts(_ output: String) -> [String] {
        let times = ["_at\":", "At\":"]
        return output.split { $0 == "," || $0.isNewline }.map(String.init).filter { part in
            !times.contains { part.contains($0) }
        }
    }

    @Test("is the same each time, references and outcomes and all, and another with another seed")
    func repeated() throws {
        let first = try day(seed: "7")
        #expect(first.contains("sale ended with 0") && first.contains("sale ended with 1"))
        #expect(first.contains { $0.contains("T1-000001-") } && first.contains { $0.contains("T1-000005-") })
        #expect(try day(seed: "7") == first)
        #expect(try day(seed: "8") != first)
    }

    /// The tag of the books of real readers, which `till` begins before it looks for the reader.
    private func realTag(seed: String) throws -> String {
        let shop = try Shop()
        let end = try shop.run("sale", "1", "--currency", "GBP", "--reader", "tcp:127.0.0.1:1", "--sim-seed", seed)
        #expect(end.status == 69)
        let word = Array("real".utf8)
        let alphabet = Set("23456789ABCDEFGHJKMNPQRSTWXYZ".utf8)
        for suffix in ["", "-wal"] {
            let path = shop.stateFolder + "/journal.sqlite" + suffix
            let bytes = FileManager.default.contents(atPath: path).map(Array.init) ?? []
            for start in bytes.indices.dropLast(7) where bytes[start..<(start + 4)].elementsEqual(word) {
                let tag = bytes[(start + 4)..<(start + 8)]
                if tag.allSatisfy(alphabet.contains) { return String(decoding: tag, as: UTF8.self) }
            }
        }
        try #require(Bool(false), "the books have no tag")
        return ""
    }

    @Test("foretells nothing of real readers' books") func real() throws {
        #expect(try realTag(seed: "7") != realTag(seed: "7"))
    }
}
