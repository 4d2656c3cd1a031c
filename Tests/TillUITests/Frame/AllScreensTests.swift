import FoundationEssentials
import Glibc
import Terminal
import Testing

/// Pages in three sizes of window, as they are written down in the folder `Screens`, a file a page.
///
/// Who changes a page on purpose has its file written anew with `TILL_RECORD_SCREENS=1 swift test --filter
/// AllScreensTests`, and reads the difference like code. `TILL_RECORD_SCREENS=all` writes down the pages that have no
/// file, too.
@Suite("All screens") struct AllScreensTests {
    private static let sizes = [(120, 40), (80, 24), (40, 12)]
    private static let recording = getenv("TILL_RECORD_SCREENS").map { String(cString: $0) }

    private static let writtenDown = AllPages.names.filter { name in
        recording == "all" || FileManager.default.fileExists(atPath: path(of: name))
    }

    @Test("a page looks as it is written down, in a wide, a usual and the smallest window", arguments: writtenDown)
    func screens(name: String) throws {
        let path = AllScreensTests.path(of: name)
        let now = try AllScreensTests.text(of: name)
        if AllScreensTests.recording != nil { try Data(now.utf8).write(to: URL(filePath: path)) }
        let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard now != written else { return }
        let lines = [now, written].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let differing = zip(lines[0], lines[1]).first { $0 != $1 }
        Issue.record(
            """
            "\(name)" is not as \(path) has it. It differs first here:
            now     \(differing?.0 ?? "(more or fewer lines)")
            written \(differing?.1 ?? "(more or fewer lines)")
            If that is meant: TILL_RECORD_SCREENS=1 swift test --filter AllScreensTests
            """)
    }

    @Test("no role stands on blanks alone, so that nothing is lost without colour", arguments: AllPages.names)
    func withoutColour(name: String) throws {
        for (columns, rows) in AllScreensTests.sizes {
            let canvas = try AllPages.shop(name).picture(columns, rows)
            for row in 0..<rows {
                for role in [Role.good, .refused, .needs, .unknown, .simulated, .title, .focus] {
                    let text = canvas.row(row).filter { $0.role == role }.reduce(into: "") { $0 += $1.text }
                    #expect(text.isEmpty || text.contains { $0 != " " }, "\(role) in row \(row) of \(columns)")
                }
            }
        }
    }

    @Test("outcomes are told apart by word and frame alone", arguments: [(120, 40), (80, 24), (60, 18), (40, 12)])
    func outcomes(columns: Int, rows: Int) throws {
        let expected = [
            ("approved", "== APPROVED ="), ("declined", "x DECLINED x"), ("cancelled", "x CANCELLED x"),
            ("not paid", "x NOT PAID x"), ("partly paid", "~ PARTLY PAID ~"), ("unknown", "? UNKNOWN ?"),
        ]
        for (name, heading) in expected {
            #expect(try AllPages.shop(name).picture(columns, rows).text.contains(heading), "\(name)")
        }
    }

    @Test("no screen is written down of a page that is no more")
    func leftOver() throws {
        let folder = AllScreensTests.path(of: "x").dropLast("x.txt".count)
        let names = try FileManager.default.contentsOfDirectory(atPath: String(folder))
        #expect(Set(names).subtracting(AllPages.names.map { "\($0).txt" }) == ["README.md"])
    }

    private static func path(of name: String) -> String {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(2).joined(separator: "/") + "/Screens/\(name).txt"
    }

    private static func text(of name: String) throws -> String {
        var text = ""
        for (columns, rows) in sizes {
            var shop = try AllPages.shop(name)
            shop.widen(columns, rows)
            let canvas = shop.picture(columns, rows)
            let cursor = canvas.cursor.map { "\($0.row),\($0.column)" } ?? "none"
            text += "\(columns) x \(rows), cursor \(cursor)\n\(canvas.bordered)\n\n"
            if columns == 80 { text += roles(of: canvas) + "\n" }
        }
        return text
    }

    /// Where the roles stand that have a look of their own, a row a line.
    private static func roles(of canvas: Canvas) -> String {
        var text = "Roles at 80 x 24, by row and first and last column:\n"
        for row in 0..<canvas.size.rows {
            var runs: [(role: Role, first: Int, last: Int)] = []
            for (column, cell) in canvas.row(row).enumerated() {
                if let last = runs.last, last.role == cell.role {
                    runs[runs.count - 1].last = column
                } else {
                    runs.append((cell.role, column, column))
                }
            }
            let shown = runs.filter { $0.role != .text }.map { "\($0.role) \($0.first)-\($0.last)" }
            if !shown.isEmpty { text += "\(row): \(shown.joined(separator: ", "))\n" }
        }
        return text
    }
}
