import Terminal
import Testing

@Suite("Canvas") struct CanvasTests {
    private func canvas(_ columns: Int, _ rows: Int) -> Canvas {
        Canvas(size: Size(columns: columns, rows: rows))
    }

    @Test("text stands where it is written, aligned in the row or in columns of it") func alignment() {
        var canvas = canvas(20, 4)
        canvas.write("£10.00", row: 0, align: .center, role: .money)
        canvas.write("left", row: 1, align: .leading)
        canvas.write("right", row: 1, align: .trailing)
        canvas.write("mid", row: 2, in: 10..<20, align: .center)
        canvas.write("at 3", row: 3, column: 3)
        #expect(
            canvas.bordered == """
                       £10.00       |
                left           right|
                             mid    |
                   at 3             |
                """)
        #expect(canvas[0, 7]?.role == .money)
        #expect(canvas[0, 6]?.role == .text)
    }

    @Test("boxes, frames and lines are drawn inside their areas") func lines() {
        var canvas = canvas(20, 6)
        canvas.box(Area(row: 0, column: 0, rows: 3, columns: 12), title: "Card")
        canvas.frame(Area(row: 0, column: 13, rows: 3, columns: 7), with: "=", role: .good)
        canvas.rule(row: 3)
        canvas.rule(row: 4, in: 2..<6)
        canvas.fill(Area(row: 5, column: 15, rows: 9, columns: 9), with: "#", role: .needs)
        #expect(
            canvas.bordered == """
                ┌─ Card ───┐ =======|
                │          │ =     =|
                └──────────┘ =======|
                ────────────────────|
                  ────              |
                               #####|
                """)
        #expect(
            canvas.lines(in: .ascii) == [
                "+- Card ---+ =======", "|          | =     =", "+----------+ =======", "--------------------",
                "  ----", "               #####",
            ])
        #expect(canvas[1, 0]?.role == .frame)
        #expect(canvas[1, 13]?.role == .good)
    }

    @Test("full blocks and ellipses have stand-ins where a font lacks them") func standIns() {
        var canvas = canvas(13, 1)
        canvas.write("██ 1… “’” – —", row: 0, column: 0)
        #expect(canvas.lines(in: .ascii) == ["## 1~ \"'\" - -"])
        #expect(canvas.lines(in: .lines) == ["██ 1… “’” – —"])
    }

    @Test(
        "long text is cut with an ellipsis, and a wide character never in two",
        arguments: [
            ("Filter coffee", 13, "Filter coffee"), ("Filter coffee", 12, "Filter coff…"), ("Filter", 1, "…"),
            ("Filter", 0, ""), ("Filter", -3, ""), ("寿司 三枚", 9, "寿司 三枚"), ("寿司 三枚", 8, "寿司 三…"),
            ("寿司 三枚", 7, "寿司 …"), ("寿司", 3, "寿…"), ("寿司", 2, "…"), ("e\u{301}tude", 5, "e\u{301}tude"),
            ("e\u{301}tude", 2, "e\u{301}…"), ("☕ Kaffi", 4, "☕ …"),
        ])
    func cutting(text: String, columns: Int, expected: String) {
        var canvas = canvas(20, 1)
        let used = canvas.write(text, row: 0, column: 2, maxColumns: columns)
        #expect(canvas.lines == [expected.isEmpty ? "" : "  " + expected])
        #expect(used <= max(0, columns))
    }

    @Test("text is cut at the canvas's edge too") func edge() {
        var canvas = canvas(8, 2)
        canvas.write("reference", row: 0, column: 4)
        canvas.write("reference", row: 1, in: 0..<40, align: .trailing)
        #expect(
            canvas.bordered == """
                    ref…|
                referen…|
                """)
    }

    @Test("amounts end in the same column behind any text") func amounts() {
        var canvas = canvas(24, 4)
        let names = ["寿司 三枚", "e\u{301}tude", "☕ Kaffi", "👨\u{200D}👩\u{200D}👧 family"]
        for (row, name) in names.enumerated() {
            canvas.write(name, row: row, column: 0, maxColumns: 14)
            canvas.writeTrailing("5.00", row: row, endColumn: 24, startColumn: 15)
        }
        for row in 0..<4 {
            #expect(canvas.row(row).suffix(5).map(\.text) == [" ", "5", ".", "0", "0"])
        }
    }

    @Test("an amount without room becomes number signs, never a shorter amount") func amountWithoutRoom() {
        var canvas = canvas(10, 3)
        let written = [
            canvas.writeTrailing("1,234.56", row: 0, endColumn: 10, startColumn: 4),
            canvas.writeTrailing("12.50", row: 1, endColumn: 12),
            canvas.writeTrailing("123,456.78", row: 2, endColumn: 10),
        ]
        #expect(written == [false, false, true])
        #expect(
            canvas.bordered == """
                    ######|
                ##########|
                123,456.78|
                """)
    }

    @Test("half a wide character never stays behind") func halves() {
        var canvas = canvas(6, 3)
        for row in 0..<3 { canvas.write("日本語", row: row, column: 0) }
        canvas.write("x", row: 0, column: 1)
        canvas.write("x", row: 1, column: 2)
        canvas.write("語", row: 2, column: 1)
        #expect(
            canvas.bordered == """
                 x本語|
                日x 語|
                 語 語|
                """)
    }

    @Test("painting changes the role and keeps the text") func paint() {
        var canvas = canvas(4, 2)
        canvas.write("日a", row: 1, column: 0)
        canvas.paint(Area(row: 1, column: 0, rows: 1, columns: 4), role: .focus)
        #expect(canvas.lines == ["", "日a"])
        #expect(canvas.row(1).allSatisfy { $0.role == .focus })
        #expect(canvas.row(0).allSatisfy { $0.role == .text })
    }

    @Test(
        "drawing outside the canvas does nothing, at any size",
        arguments: [(0, 0), (1, 1), (2, 1), (1, 2), (3, 3), (80, 24)])
    func anySize(columns: Int, rows: Int) {
        var canvas = canvas(columns, rows)
        let near = -1000...1000
        let places = [Int.min, -1000, -2, -1, 0, 1, 2, 79, 80, 1000, Int.max]
        for row in places {
            for column in places {
                canvas.write("日本 text", row: row, column: column, maxColumns: 5)
                canvas.writeTrailing("12.50", row: row, endColumn: column)
                for extent in [-1, 0, 1, 2, 5, 100] where near.contains(row) && near.contains(column) {
                    let area = Area(row: row, column: column, rows: extent, columns: extent)
                    canvas.box(area, title: "title")
                    canvas.frame(area, with: "x", role: .refused)
                    canvas.fill(area, with: "日", role: .quiet)
                    canvas.paint(area.inside, role: .focus)
                }
            }
            canvas.write("日本 text", row: row, align: .center)
            canvas.rule(row: row, in: -5..<500)
        }
        #expect(canvas.lines.count == rows)
        #expect(canvas.lines.allSatisfy { PrintableText($0).columns <= columns })
        #expect(canvas[rows, 0] == nil)
        #expect(canvas[0, columns] == nil)
        #expect(canvas[-1, -1] == nil)
    }

    @Test("a size is never negative nor without bound") func sizes() {
        #expect(Size(columns: -1, rows: -5) == Size(columns: 0, rows: 0))
        #expect(Size(columns: 65_535, rows: 65_535).columns == Size.sideMax)
    }

    @Test("escape sequences in text leave no trace on the canvas") func escapes() {
        var canvas = canvas(20, 1)
        canvas.write("A\u{1B}[2J\u{1B}]0;title\u{07}B\u{9B}31mC\u{202E}D", row: 0, column: 0)
        #expect(canvas.lines == ["ABCD"])
    }
}
