import Money
import Terminal
import TillCore

/// Where a copy goes: into a file, or to the printer again that did not take it.
func copyOutView(_ copyOut: CopyOutPage, on sheet: inout Sheet) {
    sheet.gap()
    guard let copy = copyOut.copies.first else { return }
    let record = copy.record
    let amount = record.shownAmount.map { " of \($0.formattedWithCode)" } ?? ""
    let noun = copyOut.copies.count > 1 ? "Both copies" : copy.kind.noun
    if let failure = copyOut.failure {
        sheet.line("NOT PRINTED", role: .refused)
        sheet.gap()
        // The choices keep their room in a low window.
        let room = max(1, sheet.rowsLeft - copyOut.choices.count - 1)
        let doubt = failure.trouble.mayBeOnPaper ? " Some of it may be on paper." : ""
        sheet.paragraph(
            "\(noun)\(amount): \(failure.trouble.sentence)\(doubt)", linesMax: room)
    } else {
        sheet.line("\(noun)\(amount), \(shortened(record.shownReference, columns: 24))")
        sheet.line(copyOut.copies.count > 1 ? "Save each as:" : "Save it as:", role: .quiet)
    }
    sheet.gap()
    for choice in copyOut.choices {
        sheet.choice(choice.number, words(for: choice.action, copyOut), isMarked: choice.number == copyOut.marked)
    }
    sheet.gap()
    if sheet.layout == .full, copyOut.failure != nil {
        sheet.line("The sale stands as it is, whatever you choose.", role: .quiet)
    }
}

private func words(for action: CopyOutPage.Action, _ copyOut: CopyOutPage) -> String {
    switch action {
    case .printAgain: "Print it again  p"
    case .save(let format): copyOut.failure == nil ? format.name : "Save it as a file: \(format.name)"
    case .skip where copyOut.failure != nil: "Go on without it"
    case .skip: copyOut.copies.count > 1 ? "Do not save them" : "Do not save it"
    }
}
