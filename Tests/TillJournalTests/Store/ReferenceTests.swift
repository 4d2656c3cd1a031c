import Testing

@testable import TillJournal

@Suite("References") struct ReferenceTests {
    let folder = ScratchFolder()

    private func mint(_ journal: Journal) throws -> String {
        try journal.sync { store throws(JournalError) in try store.mintReference() }
    }

    @Test("count on under one tag, also after the books were closed") func restart() throws {
        let first = try openBooks(at: folder.journal)
        let tag = writer().tagOfNewBooks
        #expect(try mint(first) == "T1-000001-\(tag)")
        #expect(try mint(first) == "T1-000002-\(tag)")
        first.close()
        // Another draw of the tag: the file has its own already.
        let second = try openBooks(at: folder.journal, as: writer("Bar", seed: 2))
        #expect(try mint(second) == "Bar-000003-\(tag)")
    }

    @Test("count on after the program was killed") func killed() throws {
        let journal = try openBooks(at: folder.journal)
        let before = try mint(journal)
        let after = try mint(try openBooks(at: folder.copyOfBooks(at: folder.journal)))
        #expect(before.hasPrefix("T1-000001-"))
        #expect(after.hasPrefix("T1-000002-"))
    }

    @Test("of two books never meet") func twoBooks() throws {
        let one = try openBooks(at: folder.path + "/one.sqlite", as: writer(seed: 1))
        let other = try openBooks(at: folder.path + "/other.sqlite", as: writer(seed: 2))
        let ours = try (0..<50).map { _ in try mint(one) }
        let theirs = try (0..<50).map { _ in try mint(other) }
        #expect(Set(ours + theirs).count == 100)
    }

    @Test("fit the reader's field to the last number, and then end") func longest() throws {
        let journal = try openBooks(at: folder.journal, as: writer("Terrace8"))
        runSQL("UPDATE journal SET last_number = 999999998", at: folder.journal)
        let longest = try mint(journal)
        #expect(longest.hasPrefix("Terrace8-999999999-"))
        #expect(longest.utf8.count <= JournalStore.referenceLengthMax)
        #expect(throws: JournalError.self) { try mint(journal) }
    }

    @Test("begin with a name of letters and digits", arguments: ["", "T 1", "Kassé", "T-1", "ninechars"])
    func names(text: String) {
        #expect(TillName(text) == nil)
    }
}
