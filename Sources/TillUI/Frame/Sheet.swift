import Money
import Terminal
import TillCore

/// What a page is drawn on: the rows between the header and the status line, and where the next line goes. Lines that
/// find no room are not drawn.
struct Sheet {
    var canvas: Canvas
    let layout: Layout
    /// Where the next line goes.
    var row: Int
    /// The row below the last that may be drawn on.
    var bottom: Int
    /// The columns that text stands in.
    var columns: Range<Int>

    init(canvas: Canvas, layout: Layout, rows: Range<Int>) {
        self.canvas = canvas
        self.layout = layout
        row = rows.lowerBound
        bottom = rows.upperBound
        let margin = layout == .list ? 1 : 2
        columns = margin..<max(margin, canvas.size.columns - margin)
    }

    /// The rows of a page. Those of a long status line are kept free, so that a sentence never covers anything.
    static func rows(of size: Size) -> Range<Int> { 1..<max(1, size.rows - 1 - StatusLine.rowsMax) }

    /// Whether details stand beside lists.
    var isWide: Bool { WindowSize(columns: canvas.size.columns, rows: canvas.size.rows).isWide }

    /// Cuts so many columns off the right, behind a line down the page, and draws there. The next line stays where it
    /// was.
    mutating func beside(_ count: Int, _ draw: (inout Sheet) -> Void) {
        let split = columns.upperBound - count
        canvas.fill(Area(row: row, column: split - 2, rows: rowsLeft, columns: 1), with: "│", role: .frame)
        aside(split..<columns.upperBound, draw)
        columns = columns.lowerBound..<(split - 3)
    }

    var rowsLeft: Int { max(0, bottom - row) }

    // MARK: Lines

    /// One line, cut where the columns end.
    mutating func line(_ text: String, role: Role = .text) {
        write(text, row: row, columns: columns, role: role)
        row += 1
    }

    /// As many lines as the text needs, and at most `linesMax`.
    mutating func paragraph(_ text: String, role: Role = .text, linesMax: Int = 100) {
        for line in wrapped(text, columns: columns.count, linesMax: min(linesMax, rowsLeft)) {
            self.line(line, role: role)
        }
    }

    /// An empty line, where the window has room for such.
    mutating func gap() {
        if layout != .list { row += 1 }
    }

    /// A name and its value, the values one below the other.
    mutating func fact(_ name: String, _ value: String, role: Role = .text, nameColumns: Int = 13) {
        write(name, row: row, columns: columns.prefix(nameColumns), role: .quiet)
        write(value, row: row, columns: columns.dropFirst(nameColumns), role: role)
        row += 1
    }

    /// A line that keys act on: it has the focus and the cursor when it is marked.
    mutating func choice(_ number: Int, _ text: String, isMarked: Bool, isQuiet: Bool = false) {
        spot(.choice(number))
        let mark = isMarked ? ">" : " "
        let role: Role = isMarked ? .focus : isQuiet ? .quiet : .text
        if isMarked {
            paint(columns, role: .focus)
            focus(column: columns.lowerBound)
        }
        line("\(mark) \(number)  \(text)", role: role)
    }

    /// The next line can be pointed at.
    mutating func spot(_ target: Spot.Target) {
        if isInside(row) { canvas.spots.append(Spot(target, row: row, columns: columns)) }
    }

    mutating func rule() {
        if row < bottom { canvas.rule(row: row, in: columns) }
        row += 1
    }

    // MARK: Places

    func isInside(_ row: Int) -> Bool { row < bottom }

    /// Writes within columns of a row, if the row is the page's.
    mutating func write(
        _ text: String, row: Int, columns: Range<Int>, align: Alignment = .leading, role: Role = .text
    ) {
        guard isInside(row) else { return }
        canvas.write(String(text.prefix(4000)), row: row, in: columns, align: align, role: role)
    }

    mutating func paint(_ columns: Range<Int>, role: Role) {
        guard isInside(row) else { return }
        canvas.fill(Area(row: row, column: columns.lowerBound, rows: 1, columns: columns.count), role: role)
    }

    /// The hardware cursor stands in the next line.
    mutating func focus(column: Int) {
        if isInside(row) { canvas.cursor = Position(row: row, column: column) }
    }

    /// Draws something in columns of its own, from the next line on, and leaves the next line where it was.
    mutating func aside(_ columns: Range<Int>, bottom: Int? = nil, _ draw: (inout Sheet) -> Void) {
        var sheet = self
        sheet.columns = columns
        sheet.bottom = min(self.bottom, bottom ?? self.bottom)
        draw(&sheet)
        canvas = sheet.canvas
    }

    // MARK: Amounts

    /// An amount with its currency: in large letters where the window has room for them, and never cut.
    mutating func amount(_ amount: Amount, align: Alignment = .leading) {
        let code = amount.currency.alphaCode
        let room = columns.count - code.count - 2
        guard layout == .full, rowsLeft >= BigDigits.rows, let digits = BigDigits(amount.formatted, columns: room)
        else { return plainAmount(amount, align: align) }
        let width = digits.columns + 2 + code.count
        let start = align == .trailing ? columns.upperBound - width : columns.lowerBound
        digits.draw(on: &canvas, row: row, column: start)
        canvas.write(code, row: row + BigDigits.rows - 1, column: start + digits.columns + 2, role: .money)
        row += BigDigits.rows
    }

    private mutating func plainAmount(_ amount: Amount, align: Alignment) {
        let text = amount.formattedWithCode
        if isInside(row) {
            let end = align == .trailing ? columns.upperBound : min(columns.upperBound, columns.lowerBound + text.count)
            canvas.writeTrailing(text, row: row, endColumn: end, startColumn: columns.lowerBound, role: .money)
        }
        row += 1
    }
}

/// Which of so many rows are shown where there is room for fewer: those around the marked one.
func window(of count: Int, around marked: Int, room: Int) -> Range<Int> {
    let shown = min(count, max(0, room))
    let first = max(0, min(marked - shown / 2, count - shown))
    return first..<(first + shown)
}

extension Range<Int> {
    /// The first so many columns.
    func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }

    /// The columns after the first so many.
    func dropFirst(_ count: Int) -> Range<Int> { Swift.min(upperBound, lowerBound + count)..<upperBound }
}
