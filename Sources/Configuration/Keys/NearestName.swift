/// Finds what somebody meant who mistyped a name.
enum NearestName {
    /// The most similar of the names; nil when none is similar.
    static func of(_ typed: String, among names: [String]) -> String? {
        let typed = Array(typed.lowercased().unicodeScalars.prefix(64))
        let near = names.map { (name: $0, distance: distance(typed, Array($0.unicodeScalars))) }
            .min { $0.distance < $1.distance }
        guard let near, near.distance <= max(2, near.name.unicodeScalars.count / 3) else { return nil }
        return near.name
    }

    /// How many characters were added, left out, changed, or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let change = last[column] + (scalar == other ? 0 : 1)
                var least = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
