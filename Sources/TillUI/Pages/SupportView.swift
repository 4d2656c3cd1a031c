import Money
import Terminal
import TillCore

/// What to read to the help desk: enough to find the payment, and nothing of the card but its last four digits.
func supportView(_ support: SupportPage, on sheet: inout Sheet) {
    let lines = support.lines(columns: sheet.columns.count)
    sheet.line("WHAT TO TELL THE HELP DESK", role: .money)
    sheet.gap()
    let room = max(1, sheet.rowsLeft)
    let first = max(0, min(support.scroll, lines.count - room))
    sheet.focus(column: sheet.columns.lowerBound)
    for line in lines.dropFirst(first).prefix(room) { sheet.line(line) }
}

extension SupportPage {
    /// The sheet as lines of so many columns.
    package func lines(columns: Int) -> [String] {
        let intent = record.intent
        let reader = intent.reader
        var facts: [(name: String, value: String)] = [
            ("What", intent.kind.noun), ("Amount", record.shownAmount?.formattedWithCode ?? "none"),
            ("Started", intent.startedAt.localTimeWithOffset), ("Reference", intent.reference),
            ("Sent as", intent.customerReference == intent.reference ? "" : intent.customerReference),
            ("Reader", "\(reader.name), serial \(reader.serialNumber)"), ("Address", reader.address),
        ]
        if let outcome = record.outcome {
            facts += [
                ("Card", outcome.card), ("Bank's number", outcome.transactionID ?? ""),
                ("Reader's number", outcome.readerTransactionID), ("Authorisation", outcome.authorisationCode),
            ]
        }
        facts.append(("Result", record.isInDoubt ? "not known; money may have moved" : record.knownResult))
        let nameColumns = columns >= 60 ? 17 : 11
        var lines = facts.filter { !$0.value.isEmpty }.flatMap { name, value in
            let wrappedValue = wrapped(value, columns: max(8, columns - nameColumns), linesMax: 3)
            return wrappedValue.enumerated().map { index, line in
                padded(index == 0 ? shortened(name, columns: nameColumns - 1) : "", columns: nameColumns) + line
            }
        }
        lines += [""] + wrapped(proof, columns: columns, linesMax: 3)
        lines += (detail?.events ?? []).flatMap { event in
            wrapped(
                "\(event.at.clockWithSeconds)  \(event.kind.words(isInDoubt: record.isInDoubt))", columns: columns,
                linesMax: 2)
        }
        return lines
    }

    /// How often the reader was asked for money, and what came back.
    private var proof: String {
        guard let detail else { return "Looking into the books ..." }
        let kinds = detail.events.map(\.kind)
        let sent = kinds.count { $0 == .requestSent }
        let relayed = kinds.count { $0 == .relayedToBank }
        let empty = kinds.count { $0 == .nothingPending }
        let asked = sent == 1 ? "1 request" : "\(sent) requests"
        let bank = relayed > 0 ? "data went to the bank" : "no data is known to have gone to the bank"
        let held =
            empty == 0 ? "" : " The reader was asked later and held nothing, \(empty == 1 ? "once" : "\(empty) times")."
        return "Proof so far: \(asked) to the reader, \(bank).\(held)"
    }
}

private func padded(_ text: String, columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - PrintableText(text).columns))
}

extension OperationRecord {
    /// The heading of a result that is known, in small letters.
    fileprivate var knownResult: String { CashierMessage(self).heading.lowercased() }
}

extension Timestamp {
    /// Local time with what it is ahead of UTC, `2026-11-30 14:02:00 +00:00`.
    var localTimeWithOffset: String {
        let minutes = abs(offsetFromUTC) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(localTime) \(offsetFromUTC < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
