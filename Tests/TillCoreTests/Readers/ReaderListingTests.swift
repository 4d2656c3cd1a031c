import HeftKit
import Testing
import TillJournal

@testable import TillCore

@Suite("The list of readers") struct ReaderListingTests {
    private let first = ReaderDevice(name: "HiLite 8421", address: "A", kind: .bluetooth)
    private let second = ReaderDevice(name: "HiLite 1177", address: "B", kind: .bluetooth)
    private let third = ReaderDevice(name: "HiLite 2290", address: "C", kind: .bluetooth)

    private func seconds(_ seconds: Int64) -> Timestamp { .at(seconds * 1000) }
    private func names(_ listing: ReaderListing) -> [String] { listing.rows.map(\.device.address) }

    @Test("what is listed, found and remembered is one row for each address") func merged() {
        var listing = ReaderListing()
        listing.list([ReaderSighting(first, isPaired: false), ReaderSighting(second, isHeld: true)])
        listing.see(ReaderSighting(first, signal: -60, isPaired: true), at: seconds(1))
        var memory = ReaderMemory()
        memory.remember(RememberedReader(first, serialNumber: "000012348421", at: seconds(0)))
        listing.recall(memory)
        #expect(names(listing) == ["A", "B"])
        #expect(listing.rows[0].sighting == ReaderSighting(first, signal: -60, isPaired: true))
        #expect(listing.rows[0].memory?.serialNumber == "000012348421")
        #expect(listing.rows[0].isLastUsed && !listing.rows[1].isLastUsed)
        #expect(listing.rows[1].sighting?.isHeld == true)
    }

    @Test("a reader that is held elsewhere, and so silent in the search, stays listed") func held() {
        var listing = ReaderListing()
        listing.list([ReaderSighting(first, isHeld: true)])
        listing.beginSearch(at: seconds(0))
        listing.age(at: seconds(19))
        #expect(names(listing) == ["A"])
        #expect(listing.rows[0].lostAt == nil)
    }

    @Test("a signal that was measured is kept when another source measures none") func signal() {
        var listing = ReaderListing()
        listing.see(ReaderSighting(first, signal: -50, batteryPercent: 80), at: seconds(0))
        listing.see(ReaderSighting(ReaderDevice(name: "", address: "A", kind: .bluetooth)), at: seconds(1))
        #expect(listing.rows[0].sighting?.signal == -50)
        #expect(listing.rows[0].sighting?.batteryPercent == 80)
        #expect(listing.rows[0].device.name == "HiLite 8421")
    }

    @Test("what a search has not seen for 15 seconds is out of sight, and gone after 15 more") func fades() {
        var listing = ReaderListing()
        listing.beginSearch(at: seconds(0))
        listing.see(ReaderSighting(first), at: seconds(1))
        listing.see(ReaderSighting(second), at: seconds(1))
        for second in 2...15 {
            listing.see(ReaderSighting(self.second), at: seconds(Int64(second)))
            listing.age(at: seconds(Int64(second)))
        }
        #expect(listing.rows.allSatisfy { $0.lostAt == nil })
        listing.age(at: seconds(16))
        #expect(listing.rows.map { $0.lostAt != nil } == [true, false])
        #expect(listing.isFading)
        listing.see(ReaderSighting(first), at: seconds(17))
        #expect(listing.rows[0].lostAt == nil)
        listing.lose(first, at: seconds(18))
        listing.age(at: seconds(32))
        #expect(names(listing) == ["A", "B"])
        listing.age(at: seconds(33))
        #expect(names(listing) == ["B"])
    }

    @Test("after a search nothing fades by itself, and a new one must see it again") func afterSearch() {
        var listing = ReaderListing()
        listing.beginSearch(at: seconds(0))
        listing.see(ReaderSighting(first), at: seconds(1))
        listing.endSearch()
        listing.age(at: seconds(3600))
        #expect(names(listing) == ["A"])
        listing.beginSearch(at: seconds(3600))
        listing.age(at: seconds(3614))
        #expect(listing.rows[0].lostAt == nil)
        listing.age(at: seconds(3615))
        #expect(listing.rows[0].lostAt != nil)
    }

    @Test("a remembered reader stays when it is out of sight, without what was seen of it") func remembered() {
        var listing = ReaderListing()
        var memory = ReaderMemory()
        memory.remember(RememberedReader(first, serialNumber: "1", at: seconds(0)))
        listing.recall(memory)
        listing.see(ReaderSighting(first, signal: -50), at: seconds(1))
        listing.lose(first, at: seconds(2))
        listing.age(at: seconds(17))
        #expect(names(listing) == ["A"])
        #expect(listing.rows[0].sighting == nil)
        memory.forget("A")
        listing.recall(memory)
        #expect(listing.rows.isEmpty)
    }

    @Test("the last used reader comes first and the simulated one last") func order() {
        var listing = ReaderListing()
        listing.list([ReaderSighting(.simulated), ReaderSighting(first), ReaderSighting(second)])
        #expect(names(listing) == ["A", "B", "sim"])
        var memory = ReaderMemory()
        memory.remember(RememberedReader(second, serialNumber: "1", at: seconds(0)))
        listing.recall(memory)
        #expect(names(listing) == ["B", "A", "sim"])
        memory.remember(RememberedReader(.simulated, serialNumber: "1", at: seconds(0)))
        listing.recall(memory)
        #expect(names(listing).last == "sim")
    }

    @Test("a search lasts 20 seconds, and one whose end nobody tells is given up") func search() {
        var listing = ReaderListing()
        listing.beginSearch(at: seconds(100))
        #expect(listing.searchSecondsLeft(at: seconds(106)) == 14)
        listing.age(at: seconds(124))
        #expect(listing.isSearching)
        listing.age(at: seconds(125))
        #expect(!listing.isSearching && listing.hasSearched)
        #expect(listing.searchSecondsLeft(at: seconds(126)) == 0)
    }

    // MARK: Memory

    @Test("the memory keeps the last used reader first, and so many at most") func memoryOrder() {
        var memory = ReaderMemory()
        for number in 0..<30 {
            let device = ReaderDevice(name: "R\(number)", address: "a\(number)", kind: .bluetooth)
            memory.remember(RememberedReader(device, serialNumber: "", at: seconds(0)))
        }
        #expect(memory.readers.count == 20)
        #expect(memory.readers[0].address == "a29" && memory.lastUsed == "a29")
        memory.forget("a29")
        #expect(memory.lastUsed == nil)
        #expect(memory.readers[0].address == "a28")
    }

    @Test("what a reader does not say this time stays as it was") func memoryKeeps() {
        var memory = ReaderMemory()
        memory.remember(
            RememberedReader(first, serialNumber: "1", software: "HPEFT 1.7", batteryPercent: 80, at: seconds(0)))
        memory.remember(RememberedReader(first, serialNumber: "1", at: seconds(9)))
        #expect(memory.readers[0].software == "HPEFT 1.7")
        #expect(memory.readers[0].batteryPercent == 80)
        #expect(memory.readers[0].lastConnected == seconds(9))
    }

    @Test("what cannot be a reader is not remembered, whoever wrote it") func memoryChecked() {
        var bad = RememberedReader(first, serialNumber: "1", at: seconds(0))
        bad.kind = "carrier pigeon"
        var long = RememberedReader(second, serialNumber: "1", at: seconds(0))
        long.name = String(repeating: "x", count: 5000)
        var old = RememberedReader(third, serialNumber: "1", at: seconds(0))
        old.connectedAt = .min
        let good = RememberedReader(first, serialNumber: "1", at: seconds(0))
        let memory = ReaderMemory([bad, long, old, good, good], lastUsed: "B").checked
        #expect(memory == ReaderMemory([good], lastUsed: nil))
    }
}
