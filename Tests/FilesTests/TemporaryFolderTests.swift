import Glibc
import Testing

@testable import Files

@Suite("Temporary folders") struct TemporaryFolderTests {
    @Test("each is another one, for its owner alone") func made() throws {
        let folder = try ScratchFolder()
        let made = try (0..<2).map { _ in try TemporaryFolder(in: folder.path, prefix: "demo-") }
        #expect(made[0].path != made[1].path)
        #expect(try folder.names().allSatisfy { $0.hasPrefix("demo-") })
        #expect(try folder.names().map { try folder.mode(of: $0) } == [0o700, 0o700])
    }

    @Test("it goes with all that is in it, and nothing that links point to") func removed() throws {
        let folder = try ScratchFolder()
        try Folder.make(folder.path + "/kept")
        try RegularFile.create(folder.path + "/kept/file", [1])
        let made = try TemporaryFolder(in: folder.path, prefix: "demo-")
        try Folder.make(made.path + "/state/till")
        try RegularFile.create(made.path + "/state/till/books", [1])
        #expect(symlink(folder.path + "/kept", made.path + "/state/link") == 0)
        made.remove()
        #expect(try folder.names() == ["kept"])
        #expect(try RegularFile.read(folder.path + "/kept/file", limit: 10) == [1])
    }

    @Test("where there is no place for it that is told") func noPlace() throws {
        let folder = try ScratchFolder()
        #expect(throws: FileError(call: "mkdtemp", code: ENOENT)) {
            try TemporaryFolder(in: folder.path + "/none", prefix: "demo-")
        }
    }
}
