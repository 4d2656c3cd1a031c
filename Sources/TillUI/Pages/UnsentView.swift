import Money
import Terminal
import TillCore

/// The answers that no program has taken, newest first.
func unsentView(_ page: UnsentPage, _ state: AppState, on sheet: inout Sheet) {
    let answers = page.answers ?? []
    sheet.paragraph(
        answers.isEmpty
            ? "There is no answer that was not delivered."
            : "These programs were not told. Sending an answer again charges nothing: it is the same to the letter.",
        role: .quiet, linesMax: sheet.layout == .list ? 1 : 2)
    sheet.gap()
    let columns = UnsentColumns(sheet)
    for index in window(of: answers.count, around: page.marked, room: sheet.rowsLeft) {
        let isMarked = index == page.marked
        if isMarked {
            sheet.paint(sheet.columns, role: .focus)
            sheet.focus(column: sheet.columns.lowerBound)
        }
        sheet.spot(.row(index))
        draw(answers[index], isMarked: isMarked, state.now, columns, on: &sheet)
    }
}

/// Where the parts of a row stand. An amount is never cut; what the caller calls itself goes in a narrow window.
private struct UnsentColumns {
    let mark: Range<Int>
    let age: Range<Int>
    let amount: Range<Int>
    let word: Range<Int>
    let name: Range<Int>
    let reference: Range<Int>

    init(_ sheet: Sheet) {
        let start = sheet.columns.lowerBound
        let end = sheet.columns.upperBound
        let isList = sheet.layout == .list
        let ageEnd = start + (isList ? 10 : 13)
        let amountEnd = start + (isList ? 28 : 31)
        mark = start..<(start + 2)
        age = (start + 2)..<ageEnd
        amount = ageEnd..<amountEnd
        word = (amountEnd + 1)..<min(end, amountEnd + 10)
        let isFull = sheet.columns.count >= 67
        let nameEnd = isFull ? end - 18 : end
        name = min(nameEnd, amountEnd + 12)..<nameEnd
        reference = min(end, nameEnd + 2)..<end
    }
}

private func draw(
    _ unsent: UnsentAnswer, isMarked: Bool, _ now: Timestamp, _ columns: UnsentColumns, on sheet: inout Sheet
) {
    let answer = unsent.answer
    let role: Role = isMarked ? .focus : .text
    let row = sheet.row
    sheet.write(isMarked ? ">" : " ", row: row, columns: columns.mark, role: role)
    let age = ago(now.seconds(since: unsent.askedAt))
    let isShort = sheet.layout == .list && age.hasSuffix(" ago")
    sheet.write(isShort ? String(age.dropLast(" ago".count)) : age, row: row, columns: columns.age, role: role)
    if let amount = answer.amount ?? unsent.asked, sheet.isInside(row) {
        sheet.canvas.writeTrailing(
            amount.formattedWithCode, row: row, endColumn: columns.amount.upperBound,
            startColumn: columns.amount.lowerBound, role: role)
    }
    sheet.write(answer.word.rawValue, row: row, columns: columns.word, role: role)
    sheet.write(answer.appName.callerName, row: row, columns: columns.name, role: role)
    sheet.write(answer.ticket ?? "", row: row, columns: columns.reference, role: role)
    sheet.row += 1
}

extension UnsentPage {
    var statusLine: StatusLine {
        if isBusy { return StatusLine(.working, "Sending the answer ...") }
        if let failure { return StatusLine(.refused, "The answer was not delivered. \(failure)") }
        guard answers != nil else { return StatusLine(.working, "Looking into the books ...") }
        guard let marked = markedAnswer else {
            return StatusLine(.good, "Every answer to another program was delivered. Esc goes back.")
        }
        let name = marked.answer.appName.callerName
        return StatusLine(
            .needsYou, "\(name) was not told: \(marked.answer.word.rawValue). Enter sends the answer again (safe).")
    }
}
