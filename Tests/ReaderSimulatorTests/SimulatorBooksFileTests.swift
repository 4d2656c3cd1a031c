import Glibc
import HeftWire
import ReaderSimulator
import Testing

@Suite("The simulator's books in a file") struct SimulatorBooksFileTests {
    /// A folder of its own, gone with the test.
    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/simulator-books-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw SimulatorBooksError.system(call: "mkdtemp", path: "", errno: errno)
            }
            path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        var names: [String] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            return names
        }

        deinit {
            for name in names { unlink(path + "/" + name) }
            rmdir(path)
        }
    }

    private func put(_ text: String, at path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    private func books() throws -> ReaderBooks {
        var bench = try Bench()
        try bench.connect()
        for amount: UInt32 in [1250, 1000, 3757] { _ = try bench.pay(amount) }
        bench.reader.nextPayment = .linkLost
        _ = try bench.pay(999)
        return bench.saved
    }

    @Test("what was saved is loaded, again and again, by its owner alone") func roundTrip() throws {
        let folder = try Folder()
        let file = SimulatorBooksFile(path: folder.path + "/simulator.json")
        #expect(try file.load() == nil)
        let books = try books()
        #expect(books.inFlight != nil)
        try file.save(ReaderBooks())
        try file.save(books)
        #expect(try file.load() == books)
        #expect(folder.names == ["simulator.json"])
        var information = stat()
        #expect(stat(file.path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test("books without tips, rules and balances are read") func earlierBooks() throws {
        let folder = try Folder()
        let file = SimulatorBooksFile(path: folder.path + "/simulator.json")
        put(
            """
            {"version":1,"serialNumber":"000012348421","paymentNumber":1,"batch":1,"payments":[],
            "host":{"transactions":[],"decisions":0},
            "inFlight":{"order":{"kind":"sale","amountMinor":1250,"currency":826,"originalID":"",
            "customerReference":"","budgetNumber":"","tokenisesCard":false,"merchantID":"","terminalID":""},
            "id":"A","number":1,"startedAt":"20261004143205","batch":1,
            "card":{"scheme":"VISA","entry":"ICC"},"stage":"started"}}
            """, at: file.path)
        let books = try #require(try file.load())
        #expect(books.inFlight?.card == TestCard())
        #expect(books.inFlight?.gratuity == nil)
        var bench = try Bench(books: books)
        try bench.connect()
        #expect(try bench.recover()?.1.outcome == .cancelled)
    }

    @Test(
        "a damaged file is an error and stays as it is",
        arguments: ["", "{", "[]", "{\"version\":1}", "{\"version\":\"1\"}"])
    func damaged(text: String) throws {
        let folder = try Folder()
        let file = SimulatorBooksFile(path: folder.path + "/simulator.json")
        put(text, at: file.path)
        #expect(throws: SimulatorBooksError.corrupt(path: file.path)) { try file.load() }
        #expect(throws: SimulatorBooksError.corrupt(path: file.path)) { try file.load() }
    }

    @Test("a file of another version is told apart") func version() throws {
        let folder = try Folder()
        let file = SimulatorBooksFile(path: folder.path + "/simulator.json")
        put("{\"version\":99}", at: file.path)
        #expect(throws: SimulatorBooksError.unknownVersion(99, path: file.path)) { try file.load() }
    }

    @Test("a folder that is not there is an error that names the path") func noFolder() throws {
        let folder = try Folder()
        let file = SimulatorBooksFile(path: folder.path + "/missing/simulator.json")
        #expect(throws: SimulatorBooksError.system(call: "open", path: file.path, errno: ENOENT)) {
            try file.save(ReaderBooks())
        }
    }
}
