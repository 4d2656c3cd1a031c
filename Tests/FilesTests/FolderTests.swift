import Glibc
import Testing

@testable import Files

@Suite("Folders") struct FolderTests {
    @Test("a folder is made with those above it, for its owner alone, and once") func made() throws {
        let folder = try ScratchFolder()
        for _ in 0..<2 { try Folder.make(folder.path + "/a/b/c/") }
        #expect(try folder.mode(of: "a") == 0o700)
        #expect(try folder.mode(of: "a/b/c") == 0o700)
    }

    @Test("where a file is in the way that is told") func inTheWay() throws {
        let folder = try ScratchFolder()
        try RegularFile.create(folder.path + "/a", [])
        #expect(throws: FileError(call: "mkdir", code: ENOTDIR)) { try Folder.make(folder.path + "/a/b") }
    }

    @Test(
        "the folder of a path is what stands before its last name",
        arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a"), ("./a", ".")])
    func parent(path: String, folder: String) {
        #expect(Folder.of(path) == folder)
    }
}
