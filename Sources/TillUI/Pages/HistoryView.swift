import Money
import Terminal
import TillCore

/// What was charged, newest first; what is in doubt stands above whatever is looked for.
func historyView(_ history: HistoryPage, _ state: AppState, on sheet: inout Sheet) {
    if sheet.isWide, let row = history.markedRow {
        sheet.beside(max(40, sheet.columns.count / 3)) { sheet in
            let isKnown = history.beside?.row.record.sequence == row.record.sequence
            besideList(row, isKnown ? history.beside : nil, on: &sheet)
        }
    }
    drawFind(history, on: &sheet)
    let rows = history.rows
    let room = max(1, sheet.rowsLeft)
    let first = max(0, min(history.marked - room / 2, rows.count - room))
    let columns = HistoryColumns(sheet)
    for (index, row) in rows.enumerated().dropFirst(first).prefix(room) {
        let isMarked = index == history.marked
        if isMarked, !history.isTyping { sheet.focus(column: sheet.columns.lowerBound) }
        sheet.spot(.row(index))
        draw(row, isMarked: isMarked, state.now, columns, on: &sheet)
    }
}

/// All that is known of the marked one, as far as it has room.
func besideList(_ row: HistoryRow, _ detail: OperationDetail?, on sheet: inout Sheet) {
    let amount = row.record.shownAmount?.formattedWithCode ?? ""
    sheet.write(row.word, row: sheet.row, columns: sheet.columns, align: .trailing, role: OutcomeLook(row.record).role)
    sheet.line(fitting([row.record.intent.kind.word.uppercased(), amount], columns: sheet.columns.count - 12))
    sheet.gap()
    for line in detailLines(row, detail, columns: sheet.columns.count).prefix(sheet.rowsLeft) { sheet.line(line) }
}

private func drawFind(_ history: HistoryPage, on sheet: inout Sheet) {
    let count = history.count
    let name = 6
    let field = sheet.columns.dropFirst(name).lowerBound..<(sheet.columns.upperBound - count.count - 2)
    sheet.write("Find:", row: sheet.row, columns: sheet.columns.prefix(name), role: .quiet)
    // The end of a long text is what is being typed.
    let room = max(1, field.count - 1)
    let text = String(PrintableText(history.find).string.suffix(room))
    sheet.write(text, row: sheet.row, columns: field, role: history.isTyping ? .focus : .text)
    if history.isTyping { sheet.focus(column: field.lowerBound + min(room, PrintableText(text).columns)) }
    sheet.write(count, row: sheet.row, columns: sheet.columns, align: .trailing, role: .quiet)
    sheet.row += 1
}

/// Where the parts of a row stand. An amount is never cut; other parts go in a narrow window.
private struct HistoryColumns {
    let mark: Range<Int>
    let moment: Range<Int>
    let kind: Range<Int>
    let amount: Range<Int>
    let card: Range<Int>
    let word: Range<Int>
    let reference: Range<Int>

    init(_ sheet: Sheet) {
        let start = sheet.columns.lowerBound
        let isList = sheet.layout == .list
        let isFull = sheet.columns.count >= 67
        mark = start..<(start + 2)
        moment = (start + 2)..<(start + 7)
        kind = (start + 8)..<(start + 15)
        let amountEnd = start + (isList ? 27 : 30)
        amount = (start + (isList ? 14 : 15))..<amountEnd
        let cardEnd = isFull ? amountEnd + 13 : amountEnd
        card = min(cardEnd, amountEnd + 2)..<cardEnd
        word = (cardEnd + 1)..<min(sheet.columns.upperBound, cardEnd + 13)
        reference = min(sheet.columns.upperBound, cardEnd + 14)..<sheet.columns.upperBound
    }
}

private func draw(
    _ row: HistoryRow, isMarked: Bool, _ now: Timestamp, _ columns: HistoryColumns, on sheet: inout Sheet
) {
    let record = row.record
    let role: Role = isMarked ? .focus : record.isInDoubt ? .unknown : .text
    if isMarked { sheet.paint(sheet.columns, role: .focus) }
    let mark = (isMarked ? ">" : record.isInDoubt ? "?" : " ") + (record.isInDoubt ? "!" : " ")
    sheet.write(mark, row: sheet.row, columns: columns.mark, role: role)
    sheet.write(row.moment(now), row: sheet.row, columns: columns.moment, role: role)
    sheet.write(record.intent.kind.word, row: sheet.row, columns: columns.kind, role: role)
    if let amount = record.shownAmount, sheet.isInside(sheet.row) {
        sheet.canvas.writeTrailing(
            amount.formattedWithCode, row: sheet.row, endColumn: columns.amount.upperBound,
            startColumn: columns.amount.lowerBound, role: role)
    }
    sheet.write(record.outcome?.shortCard ?? "", row: sheet.row, columns: columns.card, role: role)
    sheet.write(row.word, row: sheet.row, columns: columns.word, role: role)
    let noted = "\(record.shortReference) \(row.note)"
    let hasRoom = !row.note.isEmpty && PrintableText(noted).columns <= columns.reference.count
    let reference = hasRoom ? noted : record.shortReference
    sheet.write(reference, row: sheet.row, columns: columns.reference, role: role)
    sheet.row += 1
}
