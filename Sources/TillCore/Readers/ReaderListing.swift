import HeftKit
import TillJournal

/// The readers that can be chosen: those that sources list, that a search sees, and that are remembered, each once by
/// its address. A value; the clock is handed in.
package struct ReaderListing: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
        package internal(set) var device: ReaderDevice
        /// What a source says of it; nil where none does, and only the memory knows it.
        package internal(set) var sighting: ReaderSighting?
        package internal(set) var memory: RememberedReader?
        /// It is the reader that the next start connects to by itself.
        package internal(set) var isLastUsed = false
        /// A source lists it without a search.
        var isListed = false
        /// When a search saw it last.
        var seenAt: Timestamp?
        /// Since when it is out of sight.
        package internal(set) var lostAt: Timestamp?

        /// Whether anything but a search vouches for it, so that it stays when it is out of sight.
        var isKept: Bool { isListed || memory != nil }
    }

    package private(set) var rows: [Row] = []
    /// When the search that runs began.
    package private(set) var searchStartedAt: Timestamp?
    /// Whether a search has ended since the till began.
    package private(set) var hasSearched = false
    /// Why a source cannot search.
    package private(set) var problem: SearchProblem?

    /// A search takes so many seconds.
    package static let searchSeconds = 20
    /// A search whose end nobody tells is over after so many more.
    private static let searchGrace = 5
    /// A reader that a running search has not seen for so many seconds is out of sight, and is dropped after as many
    /// again.
    package static let sightSeconds = 15

    package init() {}

    package var isSearching: Bool { searchStartedAt != nil }

    /// Seconds until the search ends; 0 without one.
    package func searchSecondsLeft(at now: Timestamp) -> Int {
        guard let searchStartedAt else { return 0 }
        return max(0, ReaderListing.searchSeconds - now.seconds(since: searchStartedAt))
    }

    /// Whether a row is about to be dropped.
    var isFading: Bool { rows.contains { $0.lostAt != nil && !$0.isKept } }

    package func index(of address: String?) -> Int? {
        address.flatMap { address in rows.firstIndex { $0.device.address == address } }
    }

    // MARK: Sources

    /// What the sources list without a search, in place of what they listed before.
    mutating func list(_ sightings: [ReaderSighting]) {
        for index in rows.indices { rows[index].isListed = false }
        for sighting in sightings {
            merge(sighting) { row in
                row.isListed = true
                row.lostAt = nil
            }
        }
        for index in rows.indices where !rows[index].isListed && rows[index].seenAt == nil {
            rows[index].sighting = nil
        }
        settle()
    }

    mutating func see(_ sighting: ReaderSighting, at now: Timestamp) {
        merge(sighting) { row in
            row.seenAt = now
            row.lostAt = nil
        }
        settle()
    }

    mutating func lose(_ device: ReaderDevice, at now: Timestamp) {
        guard let index = index(of: device.address), !rows[index].isListed, rows[index].lostAt == nil else { return }
        rows[index].lostAt = now
    }

    private mutating func merge(_ sighting: ReaderSighting, _ change: (inout Row) -> Void) {
        let index: Int
        if let known = self.index(of: sighting.device.address) {
            index = known
        } else {
            index = rows.count
            rows.append(Row(device: sighting.device))
        }
        var sighting = sighting
        // What one source measured is not undone by another that measures nothing.
        if let before = rows[index].sighting {
            sighting.signal = sighting.signal ?? before.signal
            sighting.batteryPercent = sighting.batteryPercent ?? before.batteryPercent
        }
        if sighting.device.name.isEmpty { sighting.device.name = rows[index].device.name }
        rows[index].device = sighting.device
        rows[index].sighting = sighting
        change(&rows[index])
    }

    // MARK: Search

    mutating func beginSearch(at now: Timestamp) {
        searchStartedAt = now
        problem = nil
        // What an earlier search saw must be seen anew.
        for index in rows.indices where rows[index].seenAt != nil { rows[index].seenAt = now }
    }

    mutating func endSearch() {
        searchStartedAt = nil
        hasSearched = true
    }

    mutating func meet(_ problem: SearchProblem) {
        self.problem = problem
    }

    /// Lets what was not seen fade, and drops what has faded. Without a search nothing is seen, so nothing fades by
    /// itself.
    mutating func age(at now: Timestamp) {
        for index in rows.indices {
            let row = rows[index]
            if isSearching, row.lostAt == nil, !row.isListed, let seenAt = row.seenAt,
                now.seconds(since: seenAt) >= ReaderListing.sightSeconds
            {
                rows[index].lostAt = now
            }
        }
        for index in rows.indices where rows[index].isKept && ReaderListing.isGone(rows[index], at: now) {
            rows[index].sighting = nil
            rows[index].seenAt = nil
            rows[index].lostAt = nil
        }
        rows.removeAll { !$0.isKept && ReaderListing.isGone($0, at: now) }
        if let searchStartedAt,
            now.seconds(since: searchStartedAt) >= ReaderListing.searchSeconds + ReaderListing.searchGrace
        {
            endSearch()
        }
    }

    private static func isGone(_ row: Row, at now: Timestamp) -> Bool {
        guard let lostAt = row.lostAt else { return false }
        return now.seconds(since: lostAt) >= ReaderListing.sightSeconds
    }

    // MARK: Memory

    mutating func recall(_ memory: ReaderMemory) {
        for index in rows.indices {
            rows[index].memory = memory.reader(at: rows[index].device.address)
        }
        for reader in memory.readers where index(of: reader.address) == nil {
            guard let device = reader.device else { continue }
            var row = Row(device: device)
            row.memory = reader
            rows.append(row)
        }
        for index in rows.indices { rows[index].isLastUsed = rows[index].device.address == memory.lastUsed }
        settle()
    }

    // MARK: Order

    /// Drops what nobody vouches for, and sorts: the last used first, the simulated last, the others as they came.
    private mutating func settle() {
        rows.removeAll { !$0.isKept && $0.sighting == nil }
        rows = rows.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }
}

extension ReaderListing.Row {
    fileprivate var rank: Int {
        if device.kind == .simulated { return 2 }
        return isLastUsed ? 0 : 1
    }
}
