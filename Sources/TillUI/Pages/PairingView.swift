import Terminal
import TillCore

/// A reader that is being paired: what is asked, and what to do on it.
func pairingView(_ pairing: PairingPage, _ state: AppState, on sheet: inout Sheet) {
    sheet.gap()
    sheet.line("\(pairing.isOffered ? "Pair" : "Pairing") \(pairing.device.name)")
    sheet.line(pairing.device.address, role: .quiet)
    sheet.gap()
    switch pairing.stage {
    case .offered(let obstacle): offerView(obstacle, on: &sheet)
    case .searching: searchView(state, on: &sheet)
    case .pairing: dialogueView(pairing, on: &sheet)
    }
}

/// Why the reader is not there, and both steps of what helps: what is to be done on the reader, and what Enter does.
private func offerView(_ obstacle: LinkFailure.Obstacle, on sheet: inout Sheet) {
    guard obstacle != .notPaired else {
        sheet.paragraph("The reader is not paired with this computer.")
        sheet.gap()
        sheet.paragraph(PairingWords.letItBeFound)
        sheet.paragraph("2. Here: press Enter. The two are paired.")
        return
    }
    sheet.paragraph(
        obstacle == .turnedAway
            ? "The reader refuses. Another telephone or computer may have it: disconnect it there, and the till connects "
                + "by itself. Or the reader does not know this computer any more:"
            : "The reader does not know this computer any more. That happens when it was paired with another telephone "
                + "or computer, or was reset.")
    sheet.gap()
    sheet.paragraph(PairingWords.letItBeFound)
    sheet.paragraph("2. Here: press Enter. The old pairing is forgotten, and a new one is made.")
    sheet.gap()
    sheet.paragraph("What it was paid with stays in the books; nothing of that is forgotten.", role: .quiet)
}

private func searchView(_ state: AppState, on sheet: inout Sheet) {
    sheet.paragraph("The old pairing is forgotten here.")
    sheet.gap()
    if let problem = state.listing.problem {
        sheet.paragraph(LinkWords.advice(problem))
    } else if state.listing.isSearching {
        sheet.paragraph("Looking for the reader. Switch it on, bring it near, and let it be found.")
    } else {
        sheet.paragraph("The reader was not found. Switch it on, bring it near, and let it be found.")
    }
}

private func dialogueView(_ pairing: PairingPage, on sheet: inout Sheet) {
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
        switch pairing.stage {
        case .offered(.pairingLost), .offered(.turnedAway):
            return StatusLine(.needsYou, "Press Enter to forget the pairing and pair again. Esc leaves it.")
        case .offered: return StatusLine(.needsYou, "Press Enter to pair it. Esc leaves it.")
        case .searching where listing.isSearching:
            return StatusLine(
                .working,
                "Looking for \(shortened(pairing.device.name, columns: 20)) ... "
                    + "\(listing.searchSecondsLeft(at: now)) s left. Esc stops.")
        case .searching: return StatusLine(.needsYou, "It was not found. Press Enter to look again. Esc leaves it.")
        case .pairing: break
        }
        if pairing.isStopping { return StatusLine(.working, "Stopping the pairing ...") }
        guard pairing.question != nil else { return StatusLine(.working, "Pairing ... Esc stops it.") }
        if pairing.isTyping { return StatusLine(.needsYou, "Type it, then press Enter. Esc stops the pairing.") }
        if pairing.isChoosing { return StatusLine(.needsYou, "Press 1, then Enter for yes. Esc is No.") }
        return StatusLine(.needsYou, "Do it on the reader. Esc stops the pairing.")
    }
}
