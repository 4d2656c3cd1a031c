import HeftKit
import TillJournal

/// What the till does about its reader by itself.
package struct ReaderPursuit: Equatable, Sendable {
    /// The readers that were connected before.
    package internal(set) var memory = ReaderMemory()
    /// When the remembered reader is connected to, unless a key stops it.
    package internal(set) var autoConnectAt: Timestamp?
    /// The reader that is connected to as soon as the search has stopped: a search holds the radio.
    package internal(set) var wanted: ReaderDevice?
    /// When the search was asked to stop for it.
    var wantedAt: Timestamp?
    /// Counts what was to happen by itself: what was stopped does not happen late.
    var number = 0
    /// Something came before the readers' page; when that is back, the countdown begins anew.
    var isHeld = false
    /// The cashier was offered to pair the reader anew since it was asked for.
    var wasPairingOffered = false
    /// The connection that is made, or was made last, was nobody's wish.
    var isByItself = false
    /// Forgotten by the cashier while it was connected: it is not remembered for coming back by itself.
    var forgotten: Set<String> = []

    /// Seconds between the start and connecting to the remembered reader.
    package static let autoConnectSeconds = 5
    /// A search that does not stop for so many seconds is not waited for.
    static let stopSeconds = 3
}

extension AppState {
    /// The readers that can be connected to.
    package var readers: [ReaderDevice] { listing.rows.map(\.device) }

    /// Whether a reader was connected since the till began, so that there is a sale to go back to.
    package var hasSale: Bool { desk.reader != nil || desk.lastReader != nil }

    /// Whether the readers' page changes from second to second.
    var readersCountSeconds: Bool {
        if choice.autoConnectAt != nil || choice.wanted != nil { return true }
        switch page.base {
        case .chooseReader: return listing.isSearching || listing.isFading
        case .pairing(let pairing): return pairing.stage == .searching && listing.isSearching
        default: return false
        }
    }

    // MARK: What sources and memory say

    mutating func take(_ event: ReaderEvent) -> [AppEffect] {
        switch event {
        case .listed(let sightings): changeListing { $0.list(sightings) }
        case .seen(let sighting):
            let now = now
            changeListing { $0.see(sighting, at: now) }
            return pairSeen(sighting)
        case .lost(let device):
            let now = now
            changeListing { $0.lose(device, at: now) }
        case .problem(let problem): listing.meet(problem)
        case .notStarted(let sentence):
            hint = .notPaired(sentence)
            return [.bell(1)]
        case .searchEnded:
            listing.endSearch()
            return connectWanted()
        case .recalled(let memory): return recall(memory)
        case .autoConnectDue(let number):
            guard number == choice.number, choice.autoConnectAt != nil else { return [] }
            return connectRemembered()
        }
        return []
    }

    private mutating func recall(_ memory: ReaderMemory) -> [AppEffect] {
        choice.memory = memory
        changeListing { $0.recall(memory) }
        guard case .chooseReader = page.base, desk.device == nil else { return [] }
        page.markReader(listing.index(of: memory.lastUsed) ?? 0)
        guard let last = memory.lastUsedDevice, settings.scope.includes(last), !isEnding else { return search() }
        return beginAutoConnect()
    }

    private mutating func beginAutoConnect() -> [AppEffect] {
        choice.number += 1
        choice.isHeld = false
        choice.autoConnectAt = now.advanced(bySeconds: ReaderPursuit.autoConnectSeconds)
        return [.autoConnect(choice.number, afterSeconds: ReaderPursuit.autoConnectSeconds)]
    }

    /// What must be read first is not overtaken by a reader that connects by itself.
    mutating func holdAutoConnect() {
        guard choice.autoConnectAt != nil else { return }
        stopAutoConnect()
        choice.isHeld = true
    }

    mutating func resumeAutoConnect() -> [AppEffect] {
        choice.isHeld && desk.device == nil && !isEnding ? beginAutoConnect() : []
    }

    private mutating func connectRemembered() -> [AppEffect] {
        choice.autoConnectAt = nil
        guard !isEnding, desk.device == nil, let reader = choice.memory.lastUsed.flatMap(choice.memory.reader(at:)),
            let device = reader.device, settings.scope.includes(device)
        else { return [] }
        choice.isByItself = true
        return connect(device)
    }

    /// Rows fade and waits end.
    mutating func ageReaders() -> [AppEffect] {
        let now = now
        changeListing { $0.age(at: now) }
        if let wantedAt = choice.wantedAt, now.seconds(since: wantedAt) >= ReaderPursuit.stopSeconds {
            return connectWanted()
        }
        return []
    }

    /// Changes the list; the mark stays on its reader when rows move.
    private mutating func changeListing(_ body: (inout ReaderListing) -> Void) {
        let marked = page.markedReader.flatMap { listing.rows.indices.contains($0) ? listing.rows[$0] : nil }
        body(&listing)
        guard let before = page.markedReader else { return }
        page.markReader(
            listing.index(of: marked?.device.address) ?? min(before, max(0, listing.rows.count - 1)))
    }

    /// Keeps a reader that was reached, for the next start.
    mutating func rememberReader() -> [AppEffect] {
        guard !settings.isDemo, let device = desk.device, let reader = desk.reader,
            !choice.forgotten.contains(device.address)
        else { return [] }
        var memory = choice.memory
        memory.remember(
            RememberedReader(
                device, serialNumber: reader.serialNumber, software: condition.software,
                batteryPercent: condition.batteryPercent, at: now))
        choice.memory = memory
        changeListing { $0.recall(memory) }
        return [.keepReaders(memory)]
    }

    /// A link that was silent over a sleep is made anew before the next sale. What is with the reader is left to the
    /// link's own time-outs: its answer may come still.
    mutating func stoodStill() -> [AppEffect] {
        guard desk.reader != nil, desk.mayEnd else { return [] }
        return pass(.linkEnded(.closed("the computer stood still")))
    }

    // MARK: Keys

    mutating func takeChooseReader(_ command: AppCommand, _ marked: Int) -> [AppEffect] {
        if choice.autoConnectAt != nil {
            stopAutoConnect()
            if [.back, .erase, .sale].contains(command) {
                hint = .connectingStopped
                return []
            }
        }
        switch command {
        case .up: return mark(max(0, marked - 1))
        case .down: return mark(min(max(0, readers.count - 1), marked + 1))
        case .top: return mark(0)
        case .bottom: return mark(max(0, readers.count - 1))
        case .digit(let digit):
            guard let index = AppState.readerIndex(digit, readers) else { return [.bell(1)] }
            return mark(index)
        case .confirm: return connectMarked(marked)
        case .refresh: return search()
        case .forget: return forget(marked)
        case .settings: return openSettings()
        case .back, .erase, .sale: return leaveReaders()
        case .quit: return turn(to: .quit(under: page, yes: false))
        default: return takeAnywhere(command)
        }
    }

    mutating func stopAutoConnect() {
        choice.autoConnectAt = nil
        choice.number += 1
    }

    private mutating func mark(_ index: Int) -> [AppEffect] {
        page = .chooseReader(marked: index)
        return []
    }

    /// 9 is the simulated reader, wherever it stands in the list.
    package static func readerIndex(_ digit: Int, _ readers: [ReaderDevice]) -> Int? {
        if digit == 9, let index = readers.firstIndex(where: { $0.kind == .simulated }) { return index }
        return readers.indices.contains(digit - 1) ? digit - 1 : nil
    }

    /// Shows the readers, with the mark on the one in use. A link that is there or looked for is not disturbed.
    mutating func openReaders() -> [AppEffect] {
        let effects = turn(to: .chooseReader(marked: listing.index(of: desk.device?.address) ?? 0))
        return effects + (desk.device == nil || desk.isLeft ? search() : [.listReaders])
    }

    mutating func search() -> [AppEffect] {
        guard !listing.isSearching else { return [] }
        listing.beginSearch(at: now)
        return [.findReaders]
    }

    private mutating func connectMarked(_ marked: Int) -> [AppEffect] {
        guard readers.indices.contains(marked) else { return [.bell(1)] }
        let device = readers[marked]
        if desk.reader != nil, device == desk.device { return turn(to: .sale) }
        choice.forgotten.remove(device.address)
        choice.isByItself = false
        guard listing.isSearching else { return connect(device) }
        choice.wanted = device
        choice.wantedAt = now
        return [.stopSearch]
    }

    private mutating func connectWanted() -> [AppEffect] {
        guard let device = choice.wanted else { return [] }
        choice.wanted = nil
        choice.wantedAt = nil
        return isEnding ? [] : connect(device)
    }

    private mutating func connect(_ device: ReaderDevice) -> [AppEffect] {
        guard settings.scope.includes(device) else {
            // Its sales go into other books, which a new start opens. A request that nothing was tried for goes on there;
            // one that was is answered by the books that have the attempt.
            let isCarried = charges.current.map { $0.operations.isEmpty && !$0.isCharging }
            guard desk.mayEnd, isCarried ?? ticket.isEmpty else {
                hint = desk.mayEnd ? (isCarried == nil ? .ticketAtHand : .chargeFirst) : .notDuringPayment
                return [.bell(1)]
            }
            return [.startAnew(device)]
        }
        if needsPairing(device) { return openPairing(device) }
        return connectPaired(device)
    }

    /// Connects a reader that needs no pairing any more.
    mutating func connectPaired(_ device: ReaderDevice) -> [AppEffect] {
        choice.wasPairingOffered = false
        let effects = pass(.connect(device))
        if case .connecting = desk.phase {
            lostLink = nil
            reconnectAt = nil
        }
        return effects
    }

    /// A reader in use is left; one that is not in use is forgotten.
    private mutating func forget(_ marked: Int) -> [AppEffect] {
        guard listing.rows.indices.contains(marked) else { return [.bell(1)] }
        let row = listing.rows[marked]
        if row.device.address == desk.device?.address, !desk.isLeft {
            return disconnect(.disconnected(row.device.name))
        }
        guard row.memory != nil || row.device.kind == .bluetooth else {
            hint = .nothingToForget
            return [.bell(1)]
        }
        choice.forgotten.insert(row.device.address)
        if row.device.address == desk.device?.address { desk.device = nil }
        var memory = choice.memory
        memory.forget(row.device.address)
        choice.memory = memory
        changeListing { $0.recall(memory) }
        hint = .forgotten(row.device.name)
        return [.forgetReader(row.device), .keepReaders(memory)]
    }

    private mutating func disconnect(_ said: Hint) -> [AppEffect] {
        let effects = pass(.disconnect)
        guard desk.isLeft else { return effects }
        lostLink = nil
        reconnectAt = nil
        hint = said
        return effects
    }

    /// Esc stops what is being tried; else it goes back to the sale, where there was a reader for one.
    private mutating func leaveReaders() -> [AppEffect] {
        if choice.wanted != nil {
            choice.wanted = nil
            choice.wantedAt = nil
            hint = .connectingStopped
            return []
        }
        if desk.device != nil, !desk.isLeft, !desk.wasReached { return disconnect(.connectingStopped) }
        guard hasSale else { return [] }
        return turn(to: .sale) + (listing.isSearching ? [.stopSearch] : [])
    }
}

extension Page {
    /// Which reader is marked on the readers' page, shown or covered.
    var markedReader: Int? {
        if case .chooseReader(let marked) = base { return marked }
        return nil
    }
}
