import Terminal
import TillCore

/// A reader that is being paired: what is asked, and what to do on it.
func pairingView(_ pairing: PairingPage, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line("Pairing \(pairing.device.name)")
    sheet.line(pairing.device.address, role: .quiet)
    sheet.gap()
    guard let question = pairing.question else {
        sheet.paragraph(
            pairing.isStopping
                ? "Stopping ..." : "Wait. The reader and this computer talk to each other. Look at the reader too.")
        return
    }
    sheet.paragraph(PairingWords.sentence(question))
    sheet.gap()
    if pairing.isTyping {
        // A PIN is shown to nobody.
        let shown = question.kind == .enterPIN ? String(repeating: "*", count: pairing.typed.count) : pairing.typed
        sheet.line("> \(shown)", role: .focus)
        sheet.canvas.cursor = Position(
            row: sheet.row - 1, column: sheet.columns.lowerBound + 2 + pairing.typed.count)
    } else if pairing.isChoosing {
        sheet.choice(0, "No", isMarked: !pairing.yes)
        sheet.choice(1, "Yes", isMarked: pairing.yes)
    }
}

extension AppState {
    func status(of pairing: PairingPage) -> StatusLine {
        if pairing.isStopping { return StatusLine(.working, "Stopping the pairing ...") }
        guard pairing.question != nil else { return StatusLine(.working, "Pairing ... Esc stops it.") }
        if pairing.isTyping { return StatusLine(.needsYou, "Type it, then press Enter. Esc stops the pairing.") }
        if pairing.isChoosing { return StatusLine(.needsYou, "Press 1, then Enter for yes. Esc is No.") }
        return StatusLine(.needsYou, "Do it on the reader. Esc stops the pairing.")
    }
}
