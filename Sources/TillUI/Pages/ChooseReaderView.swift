import Terminal
import TillCore

/// The readers, and which one Enter connects.
func chooseReaderView(_ state: AppState, marked: Int, on sheet: inout Sheet) {
    let rows = state.listing.rows
    sheet.gap()
    sheet.line("Choose a card reader")
    sheet.gap()
    let notes = readerNotes(state)
    let facts = rows.indices.contains(marked) ? ReaderFacts(rows[marked], state).lines : []
    let hasFacts = sheet.layout == .full || sheet.layout == .compact
    let columns = ReaderColumns(sheet)
    sheet.write("Name", row: sheet.row, columns: columns.name, role: .quiet)
    sheet.write("Address", row: sheet.row, columns: columns.address, role: .quiet)
    sheet.write("Signal", row: sheet.row, columns: columns.signal, role: .quiet)
    sheet.write("State", row: sheet.row, columns: columns.state, role: .quiet)
    sheet.row += 1
    if rows.isEmpty {
        let text =
            state.listing.isSearching
            ? "Looking for readers. Switch yours on, and bring it near."
            : "No reader was found yet. Switch one on, bring it near, then press R."
        sheet.paragraph(text, role: .quiet)
    }
    let below = notes.count + 1 + (hasFacts ? ReaderFacts.linesMax + 1 : 0)
    let room = max(1, sheet.rowsLeft - below)
    let first = max(0, min(marked - room / 2, rows.count - room))
    for index in rows.indices.dropFirst(first).prefix(room) {
        sheet.spot(.row(index))
        draw(rows[index], at: index, state, isMarked: index == marked, columns, on: &sheet)
    }
    sheet.gap()
    if hasFacts, !facts.isEmpty {
        sheet.rule()
        for (name, value) in facts.prefix(ReaderFacts.linesMax) { sheet.fact(name, value, nameColumns: 16) }
        sheet.gap()
    }
    for note in notes { sheet.line(note, role: .unknown) }
}

private struct ReaderColumns {
    let name: Range<Int>
    let address: Range<Int>
    let signal: Range<Int>
    let state: Range<Int>
    let note: Range<Int>

    /// The words for a state and the notes are this wide at most.
    private static let word = 13

    init(_ sheet: Sheet) {
        let all = sheet.columns.dropFirst(5)
        let none = all.upperBound..<all.upperBound
        switch sheet.layout {
        case .full, .compact:
            note = (all.upperBound - ReaderColumns.word)..<all.upperBound
            state = (note.lowerBound - ReaderColumns.word - 1)..<(note.lowerBound - 1)
            signal = (state.lowerBound - 7)..<(state.lowerBound - 1)
            let addressColumns = sheet.layout == .full ? 18 : 0
            address = (signal.lowerBound - addressColumns)..<(signal.lowerBound - min(1, addressColumns))
            name = all.lowerBound..<(address.lowerBound - 1)
        case .list, .tooSmall:
            (note, address, signal) = (none, none, none)
            state = (all.upperBound - ReaderColumns.word)..<all.upperBound
            name = all.lowerBound..<(state.lowerBound - 1)
        }
    }
}

private func draw(
    _ row: ReaderListing.Row, at index: Int, _ state: AppState, isMarked: Bool, _ columns: ReaderColumns,
    on sheet: inout Sheet
) {
    let condition = ReaderState(row, state)
    let role: Role = isMarked ? .focus : condition.isThere ? .text : .quiet
    if isMarked {
        sheet.paint(sheet.columns, role: .focus)
        sheet.focus(column: sheet.columns.lowerBound)
    }
    let digit = number(at: index, state.readers)
    sheet.write("\(isMarked ? ">" : " ") \(digit)", row: sheet.row, columns: sheet.columns.prefix(4), role: role)
    sheet.write(name(of: row, state, columns: columns.name.count), row: sheet.row, columns: columns.name, role: role)
    let isBuiltIn = row.device.kind == .simulated
    sheet.write(
        isBuiltIn ? "built in" : row.device.address, row: sheet.row, columns: columns.address, role: role)
    sheet.write(signalBars(row.sighting?.signal), row: sheet.row, columns: columns.signal, role: role)
    let note = isBuiltIn ? "no real money" : row.isLastUsed ? "last used" : ""
    // Without a column of its own, that no real money moves comes before everything but the link.
    let hidesNote = columns.note.isEmpty && isBuiltIn && !condition.isInUse
    sheet.write(hidesNote ? note : condition.word, row: sheet.row, columns: columns.state, role: role)
    sheet.write(note, row: sheet.row, columns: columns.note, role: role)
    sheet.row += 1
}

/// The name, with the last four of serial number or address where another reader has the same one.
private func name(of row: ReaderListing.Row, _ state: AppState, columns: Int) -> String {
    guard state.listing.rows.count(where: { $0.device.name == row.device.name }) > 1 else { return row.device.name }
    let serial = row.memory?.serialNumber ?? ""
    let mark = (serial.isEmpty ? row.device.address : serial).filter { $0.isLetter || $0.isNumber }.suffix(4)
    return "\(shortened(row.device.name, columns: max(1, columns - 7))) ..\(mark)"
}

/// The digit that chooses a reader; none for those that only the arrows reach.
private func number(at index: Int, _ readers: [ReaderDevice]) -> String {
    (1...9).first { AppState.readerIndex(10 - $0, readers) == index }.map { "\(10 - $0)" } ?? " "
}

/// Five steps between the edge of what can be received and beside the adapter.
private func signalBars(_ signal: Int?) -> String {
    guard let signal else { return "-----" }
    let bars = [-90, -80, -70, -60, -50].count { signal >= $0 }
    return String(repeating: "#", count: bars) + String(repeating: "-", count: 5 - bars)
}

/// What can be said of a reader in a word or two.
private enum ReaderState {
    case connected, connecting, notReached, left
    case ready, needsPairing, held, lost, notSeen

    init(_ row: ReaderListing.Row, _ state: AppState) {
        if row.device.address == state.desk.device?.address {
            switch state.desk.phase {
            case .offline: self = state.desk.isLeft ? .left : .notReached
            case .connecting: self = .connecting
            default: self = .connected
            }
            return
        }
        guard let sighting = row.sighting else {
            self = .notSeen
            return
        }
        if row.lostAt != nil {
            self = .lost
        } else if sighting.isHeld {
            self = .held
        } else {
            self = sighting.isPaired ? .ready : .needsPairing
        }
    }

    var word: String {
        switch self {
        case .connected: "Connected"
        case .connecting: "Connecting"
        case .notReached: "Not reached"
        case .left: "Disconnected"
        case .ready: "Ready"
        case .needsPairing: "Needs pairing"
        case .held: "In use"
        case .lost: "Out of sight"
        case .notSeen: "Not seen"
        }
    }

    var isThere: Bool {
        switch self {
        case .connected, .connecting, .ready, .needsPairing: true
        case .notReached, .left, .held, .lost, .notSeen: false
        }
    }

    /// Whether it is the till's own reader just now.
    var isInUse: Bool {
        switch self {
        case .connected, .connecting, .notReached, .left: true
        case .ready, .needsPairing, .held, .lost, .notSeen: false
        }
    }
}

/// What is known of the marked reader.
private struct ReaderFacts {
    static let linesMax = 5

    let lines: [(name: String, value: String)]

    init(_ row: ReaderListing.Row, _ state: AppState) {
        let isConnected = state.desk.reader != nil && row.device == state.desk.device
        var lines: [(name: String, value: String)] = []
        let isInUse = row.device == state.desk.device && !state.desk.isLeft && state.desk.wasReached
        if isInUse, let minutes = state.condition.heardMinutesAgo(at: state.now) {
            lines.append(("Last heard", LinkWords.age(minutes: minutes)))
        } else if isConnected {
            lines.append(("Last connected", "now"))
        } else if let memory = row.memory {
            lines.append(("Last connected", "\(memory.lastConnected.day) \(memory.lastConnected.clock)"))
        } else {
            lines.append(("Last connected", "never from this till"))
        }
        let battery =
            isConnected ? state.condition.batteryPercent : row.sighting?.batteryPercent ?? row.memory?.batteryPercent
        if let battery {
            let isOld = !isConnected && row.sighting?.batteryPercent == nil
            let charging = isConnected && state.condition.isCharging == true ? ", charging" : ""
            lines.append(("Battery", "\(battery)%\(charging)\(isOld ? " at that time" : "")"))
        }
        let serial = isConnected ? state.desk.reader?.serialNumber ?? "" : row.memory?.serialNumber ?? ""
        if !serial.isEmpty { lines.append(("Serial number", serial)) }
        let software =
            isConnected && !state.condition.software.isEmpty ? state.condition.software : row.memory?.software
        if let software, !software.isEmpty { lines.append(("Software", software)) }
        if isConnected, let clock = state.desk.bankClock {
            let difference = clock.isSame ? "the same as here" : "\(clock.difference): \(BankClock.tolerance)"
            lines.append(("Bank's clock", difference))
        }
        if !isConnected, row.sighting?.isHeld == true {
            lines.append(("In use", "Another program or device holds it. End that first."))
        }
        self.lines = lines
    }
}

private func readerNotes(_ state: AppState) -> [String] {
    var notes: [String] = []
    if state.desk.reader != nil, let clock = state.desk.bankClock, clock.isWrong {
        notes.append("[!] The bank's clock is \(clock.difference). Check this computer's clock.")
    }
    guard let record = state.desk.firstInDoubt else { return notes }
    let amount = record.shownAmount?.formattedWithCode ?? "no amount"
    let reader = shortened(record.intent.reader.name, columns: 20)
    return notes + ["[!] Unfinished: \(amount) of \(record.intent.startedAt.clock) on \(reader)"]
}
