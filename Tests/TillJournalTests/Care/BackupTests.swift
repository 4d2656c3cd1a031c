import Testing

@testable import TillJournal

@Suite("Copies of the books") struct BackupTests {
    let folder = ScratchFolder()

    private var copy: String { folder.path + "/copy.sqlite" }

    private func references(at path: String) throws -> [String] {
        try Journal.open(at: path, access: .reading).sync { store throws(JournalError) in
            try store.history(before: nil, limit: 10).map(\.intent.reference)
        }
    }

    @Test("hold all that stands in them, also while a till writes") func whileWriting() throws {
        let till = try openBooks(at: folder.journal)
        try till.record(.sample("A1"), .approved())
        let reader = try Journal.open(at: folder.journal, access: .reading)
        try till.record(.sample("A2"))
        try reader.backup(to: copy)
        try till.record(.sample("A3"))
        #expect(try references(at: copy) == ["A2", "A1"])
        #expect(mode(of: copy) == 0o600)
        #expect(try Journal.open(at: copy, access: .reading).check() == [])
        try till.backup(to: folder.path + "/own.sqlite")
        #expect(try references(at: folder.path + "/own.sqlite") == ["A3", "A2", "A1"])
    }

    @Test("overwrite nothing", arguments: [[], [1, 2, 3]] as [[UInt8]]) func taken(bytes: [UInt8]) throws {
        let till = try openBooks(at: folder.journal)
        write(bytes, to: copy)
        for path in [copy, folder.journal] {
            #expect(throws: JournalError.alreadyThere(path: path)) { try till.backup(to: path) }
        }
        #expect(contents(of: copy) == bytes)
        #expect(try till.check() == [])
    }

    @Test("leave no file when they fail") func failed() throws {
        let till = try openBooks(at: folder.journal)
        try till.record(.sample("A1"), .approved())
        till.close()
        #expect(throws: JournalError.closed(path: folder.journal)) { try till.backup(to: copy) }
        #expect(contents(of: copy) == nil)
        #expect(throws: JournalError.self) { try till.backup(to: folder.path + "/none/copy.sqlite") }
    }
}

@Suite("Books that are set aside") struct SetAsideTests {
    let folder = ScratchFolder()
    private let time = Timestamp(millisecondsSince1970: 1_700_000_000_000, offsetFromUTC: 3600)

    @Test("keep every byte under a name with the time, and make room for new ones") func renamed() throws {
        let path = folder.path + "/journal.sqlite"
        for (suffix, byte) in [("", 1), ("-wal", 2), ("-shm", 3)] as [(String, UInt8)] {
            write([byte], to: path + suffix)
        }
        let aside = try Journal.setAside(at: path, time: time)
        #expect(aside == path + ".aside-2023-11-14-231320")
        #expect(["", "-wal", "-shm"].map { contents(of: aside + $0) } == [[1], [2], [3]])
        #expect(["", "-wal", "-shm"].map { contents(of: path + $0) } == [nil, nil, nil])
        try openBooks(at: path).record(.sample("A1"))
    }

    @Test("that are sound can still be read with their log") func readable() throws {
        let till = try openBooks(at: folder.journal)
        try till.record(.sample("A1"))
        let path = try folder.copyOfBooks(at: folder.journal)
        let aside = try Journal.setAside(at: path, time: time)
        let found = try Journal.open(at: aside, access: .reading).sync { store throws(JournalError) in
            try store.lastOperation()?.intent.reference
        }
        #expect(found == "A1")
    }

    @Test("may be a log that has lost its file") func orphanedLog() throws {
        let path = folder.path + "/journal.sqlite"
        write([7], to: path + "-wal")
        let aside = try Journal.setAside(at: path, time: time)
        #expect(contents(of: aside + "-wal") == [7])
        try openBooks(at: path).close()
    }

    @Test("take no name that is taken", arguments: ["", "-wal", "-shm"]) func taken(suffix: String) throws {
        let path = folder.path + "/journal.sqlite"
        write([1], to: path)
        let name = path + ".aside-2023-11-14-231320" + suffix
        write([9], to: name)
        #expect(throws: JournalError.alreadyThere(path: name)) { try Journal.setAside(at: path, time: time) }
        #expect(contents(of: path) == [1])
        #expect(contents(of: name) == [9])
    }

    @Test("are not those a till has open, and not those that are not there") func refused() throws {
        let till = try openBooks(at: folder.journal)
        do {
            _ = try Journal.setAside(at: folder.journal, time: time)
            Issue.record("renamed under a till")
        } catch {
            guard case .locked = error else { throw error }
        }
        till.close()
        #expect(throws: JournalError.missing(path: folder.path + "/none")) {
            try Journal.setAside(at: folder.path + "/none", time: time)
        }
    }
}
