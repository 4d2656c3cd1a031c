/// Words that end the program where an error should be thrown.
enum TrapRule {
    /// The places where `word` stands in code by itself, as `path:line`.
    static func lines(with word: String, in source: SwiftSource) -> [String] {
        source.code.indices.filter { contains(word, source.code[$0]) }.map { "\(source.path):\($0 + 1)" }
    }

    private static func contains(_ word: String, _ line: String) -> Bool {
        line.ranges(of: word).contains { range in
            guard let before = line[..<range.lowerBound].last else { return true }
            return !before.isLetter && !before.isNumber && before != "_"
        }
    }
}
