import Terminal
import TillCore

/// The last row: the keys that count, as many as have room. Those without which one is stuck come first.
struct KeyRow {
    let entries: [KeyEntry]
    /// Keys typed now are thrown away, since nobody can have read the page yet.
    let isWaiting: Bool

    func draw(on canvas: inout Canvas, row: Int) {
        let columns = canvas.size.columns
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: columns))
        guard !isWaiting else {
            canvas.write("…", row: row, column: 1, role: .quiet)
            return
        }
        var column = 1
        for entry in shown(columns: columns) {
            column += canvas.write(entry.keys, row: row, column: column, role: .key) + 1
            column += canvas.write(entry.label, row: row, column: column) + 2
        }
    }

    private func shown(columns: Int) -> [KeyEntry] {
        let candidates = entries.filter { !$0.label.isEmpty }
        var left = columns - 1
        var kept: Set<String> = []
        for entry in candidates.filter(\.isEssential) + candidates.filter({ !$0.isEssential }) {
            let width = entry.keys.count + 1 + entry.label.count
            guard width <= left else { continue }
            left -= width + 2
            kept.insert(entry.keys)
        }
        return candidates.filter { kept.contains($0.keys) }
    }
}
