/// What the compiler is told not to check has its proof written above it.
enum UncheckedRule {
    private static let proof = "// Unchecked because "

    /// The lines, counted from 1, that switch a check off and have no line above that says why that is right.
    static func unprovenLines(in source: SwiftSource) -> [Int] {
        source.code.indices.filter { index in
            let code = source.code[index]
            return (code.contains("@unchecked") || code.contains("nonisolated(unsafe)"))
                && !hasProof(above: index, in: source)
        }.map { $0 + 1 }
    }

    /// Climbs over the comment that belongs to the line, its attributes, and the lines that it continues.
    private static func hasProof(above index: Int, in source: SwiftSource) -> Bool {
        for above in source.lines[..<index].reversed() {
            let line = above.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix(proof) {
                return true
            }
            let isComment = line.hasPrefix("//")
            let isAttribute = line.hasPrefix("@")
            let goesOn = line.last.map { ",:(&".contains($0) } ?? false
            guard isComment || isAttribute || goesOn else { return false }
        }
        return false
    }
}
