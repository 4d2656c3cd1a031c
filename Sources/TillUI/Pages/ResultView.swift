import Money
import Terminal
import TillCore

/// How an operation ended. Words and the character of the frame tell the six kinds apart without colour.
func resultView(_ result: ResultPage, canPrint: Bool, canEmail: Bool, on sheet: inout Sheet) {
    let record = result.record
    let look = OutcomeLook(record, isDisputed: result.contradiction != nil)
    let message = result.message
    outcomeFrame(message.heading, with: look.frame, role: look.role, on: &sheet)
    if let amount = record.shownAmount { sheet.amount(amount) }
    sheet.gap()
    if record.isInDoubt { sheet.line(doNotDoItAgain(record), role: .unknown) }
    let isList = sheet.layout == .list
    let choices = shown(
        AppState.choices(on: result, canPrint: canPrint, canEmail: canEmail), result, room: isList ? 2 : .max)
    let columns = sheet.columns.count
    // What is asked for by a key takes the place of words in a low window; the choices always keep theirs.
    let details = result.showsDetails ? detailLines(record, columns: columns) : []
    var facts = factLines(result, columns: columns)
    if isList, result.showsDetails { facts = details } else { facts += details }
    let room = sheet.rowsLeft - choices.count
    let wordsMax = isList && result.showsDetails ? 0 : isList ? room : max(1, room - facts.count)
    let words = wrapped(message.text, columns: columns, linesMax: wordsMax)
    facts = Array(facts.prefix(max(0, room - words.count)))
    var gaps = isList ? 0 : room - words.count - facts.count
    for line in words { sheet.line(line) }
    if !facts.isEmpty { takeGap(&gaps, on: &sheet) }
    for line in facts { sheet.line(line) }
    takeGap(&gaps, on: &sheet)
    draw(choices, result, on: &sheet)
}

/// The first thing to read about what is in doubt.
func doNotDoItAgain(_ record: OperationRecord) -> String {
    record.intent.kind.takesMoney ? "DO NOT CHARGE THIS CUSTOMER AGAIN." : "DO NOT GIVE THIS MONEY BACK AGAIN."
}

private func takeGap(_ gaps: inout Int, on sheet: inout Sheet) {
    guard gaps > 0 else { return }
    gaps -= 1
    sheet.gap()
}

/// What tells one kind of outcome from another.
struct OutcomeLook: Equatable, Sendable {
    let frame: Character
    let role: Role

    /// - Parameter isDisputed: the reader and the books tell of other money.
    init(_ record: OperationRecord, isDisputed: Bool = false) {
        guard !isDisputed, !record.isContradicted else {
            (frame, role) = ("?", .unknown)
            return
        }
        switch record.outcome?.verdict {
        case .approved, .processed: (frame, role) = ("=", .good)
        case .declined, .cancelled, .failed: (frame, role) = ("x", .refused)
        case .partiallyApproved: (frame, role) = ("~", .needs)
        case .unknown, nil: (frame, role) = ("?", .unknown)
        }
    }
}

/// Draws the heading, with a frame of one character around the page where there is room, and goes on inside it.
func outcomeFrame(_ heading: String, with character: Character, role: Role, on sheet: inout Sheet) {
    guard sheet.layout != .list else {
        let mark = String(repeating: character, count: 2)
        sheet.line("\(mark) \(heading) \(mark)", role: role)
        return
    }
    let width = sheet.canvas.size.columns
    sheet.canvas.frame(
        Area(row: sheet.row, column: 0, rows: sheet.rowsLeft, columns: width), with: character, role: role)
    sheet.canvas.write(" \(heading) ", row: sheet.row, column: 3, role: role, maxColumns: width - 6)
    sheet.row += sheet.layout == .full ? 2 : 1
    sheet.bottom -= 1
    sheet.columns = sheet.columns.dropFirst(1).dropLast(1)
}

extension ResultPage {
    var message: CashierMessage {
        if record.isInDoubt {
            let takesMoney = record.intent.kind.takesMoney
            if inquiry == .noAnswer { return takesMoney ? .stillUnknown : .stillUnknownReturn }
            return takesMoney ? .unknown : .unknownReturn
        }
        if let contradiction { return CashierMessage(record, contradictedBy: contradiction) }
        if isAnswerAwaited { return .awaited(record) }
        if isSignatureLeftAlone { return .signatureLeftAlone }
        if isCardWaitOver { return .cardWaitOver }
        let message = CashierMessage(record, isEarlier: isEarlier)
        guard let besides else { return message }
        return CashierMessage(message.heading, "\(message.text) Also give \(besides.words) back.")
    }
}

// MARK: Parts

private func factLines(_ result: ResultPage, columns: Int) -> [String] {
    let record = result.record
    guard let outcome = record.outcome else {
        return [fitting(["Ref \(record.shownReference)", record.intent.startedAt.clock], columns: columns)]
    }
    var money: [String] = []
    switch outcome.verdict {
    case .approved:
        if let total = outcome.total, let tip = outcome.gratuity, tip.minorUnits > 0 {
            money = ["Tip \(tip.formatted)", "Total \(total.formattedWithCode)"]
        }
    case .partiallyApproved:
        money = [
            outcome.requested.map { "Asked \($0.formattedWithCode)" } ?? "",
            record.shownAmount.map { "Paid now \($0.formattedWithCode)" } ?? "",
            result.due.map { "STILL DUE \($0.formattedWithCode)" } ?? "",
        ]
    case .declined, .cancelled, .failed, .processed, .unknown: break
    }
    let code = shortened(outcome.authorisationCode, columns: 12)
    if record.intent.kind == .tokenize, let token = outcome.transactionID {
        money = ["Token \(shortened(token, columns: 36))"]
    }
    return packed(money, columns: columns) + packed([outcome.card], columns: columns)
        + packed([code.isEmpty ? "" : "Auth \(code)", "Ref \(record.shownReference)"], columns: columns)
}

/// In a low window those around the mark, and the way out: the words about what is in doubt are read first.
private func shown(
    _ choices: [AppState.ResultChoice], _ result: ResultPage, room: Int
) -> [AppState.ResultChoice] {
    guard result.record.isInDoubt else { return choices }
    let back = choices.filter { $0.action == .backToSale }
    let others = choices.filter { $0.action != .backToSale }
    let marked = others.firstIndex { $0.number == result.marked } ?? others.count - 1
    return others[window(of: others.count, around: marked, room: room)] + back
}

private func draw(_ choices: [AppState.ResultChoice], _ result: ResultPage, on sheet: inout Sheet) {
    // Without a choice of that number Enter goes back, so that is where the mark stands.
    let marked =
        choices.first { $0.number == result.marked } ?? choices.first { $0.action == .backToSale } ?? choices.first
    for choice in choices {
        sheet.choice(
            choice.number, words(for: choice, result, isShort: sheet.layout == .list),
            isMarked: choice == marked,
            isQuiet: choice.obstacle != nil || (choice.action == .showReceipt && !result.record.hasReceipt))
    }
}

private func words(for choice: AppState.ResultChoice, _ result: ResultPage, isShort: Bool) -> String {
    let record = result.record
    let verdict = record.outcome?.verdict
    let text =
        switch choice.action {
        case .printReceipt: "Print customer copy\(choice.obstacle == nil ? "  p" : "")"
        case .emailReceipt:
            result.charge?.email.map { "E-mail it to \(shortened($0, columns: 40))  e" } ?? "E-mail it  e"
        case .showReceipt where !record.hasReceipt: "Show the receipt  (there is none)"
        case .showReceipt: verdict == .declined ? "Declined receipt  v" : "Show the receipt  v"
        case .anotherCard: verdict == .declined ? "Try another card  c" : "Same amount again  c"
        case .askReader:
            isShort ? "Ask the reader (charges nothing)" : "Ask the reader for the answer (safe, charges nothing)"
        case .setAside: isShort ? "Set aside  w" : "Set aside: a new sale may erase the reader's answer  w"
        case .supportSheet: isShort ? "Support sheet  h" : "Support sheet: what to tell the help desk  h"
        case .decide: isShort ? "Decide by hand  o" : "Decide by hand, with proof from the bank  o"
        case .takeRest: "Take \(result.due?.formatted ?? "the rest") with another card  c"
        case .restOtherwise: "The rest in cash or otherwise  o"
        case .giveBack: "Give the \(record.shownAmount?.formatted ?? "money") back  u"
        case .readerLog: "Show what the reader has written down"
        case .backToSale where result.charge?.isTold == false:
            "Tell \(result.charge?.appName.callerName ?? ""): \(result.charge?.word.rawValue ?? "")"
        case .backToSale: record.intent.kind.takesMoney ? "Back to the sale" : "Go back"
        }
    switch choice.obstacle {
    case nil: return text
    case .noPrinter: return "\(text)  (no printer)"
    default: return "\(text)  (not yet)"
    }
}

/// The small print. A sale in doubt shows none of the reader's words: they may say what nobody knows.
private func detailLines(_ record: OperationRecord, columns: Int) -> [String] {
    var pieces = ["Started \(record.intent.startedAt.localTime)"]
    if let outcome = record.outcome {
        pieces.append("Ended \(outcome.finishedAt.localTime)")
        pieces.append(
            "Status \(statusNumber(outcome.statusCode))"
                + (record.isInDoubt ? "" : " \(shortened(outcome.message, columns: 24))"))
        if !outcome.readerTransactionID.isEmpty {
            pieces.append("Number \(shortened(outcome.readerTransactionID, columns: 20))")
        }
        if let id = outcome.transactionID { pieces.append("EFT \(shortened(id, columns: 36))") }
    }
    pieces.append("Reader \(shortened(record.intent.reader.serialNumber, columns: 20))")
    return packed(pieces, columns: columns)
}
