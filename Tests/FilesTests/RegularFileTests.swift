import Glibc
import Testing

@testable import Files

@Suite("Files read and written whole") struct RegularFileTests {
    @Test("what was put in a file's place is read again, and belongs to its owner alone") func replaced() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books"
        try RegularFile.replace(path, with: "one".utf8)
        try RegularFile.replace(path, with: "another".utf8)
        #expect(try RegularFile.read(path, limit: 100) == Array("another".utf8))
        #expect(try folder.mode(of: "books") == 0o600)
        #expect(try folder.names() == ["books"])
    }

    @Test("who may read it can be said") func mode() throws {
        let folder = try ScratchFolder()
        try RegularFile.replace(folder.path + "/shared", with: [1], mode: 0o644)
        #expect(try folder.mode(of: "shared") == 0o644)
    }

    @Test("what a power cut left beside it does no harm") func leftover() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books"
        try RegularFile.create(path + ".new", Array(repeating: 7, count: 1000), 0o644)
        try RegularFile.replace(path, with: [1, 2])
        #expect(try RegularFile.read(path, limit: 100) == [1, 2])
        #expect(try folder.mode(of: "books") == 0o600)
        #expect(try folder.names() == ["books"])
    }

    @Test("where the new one cannot be put, the old one stays and nothing is left behind") func refused() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books"
        #expect(mkdir(path, 0o700) == 0)
        #expect(throws: FileError(call: "rename", code: EISDIR)) { try RegularFile.replace(path, with: [1]) }
        #expect(try folder.names() == ["books"])
        #expect(throws: FileError(call: "open", code: ENOENT)) {
            try RegularFile.replace(folder.path + "/none/books", with: [1])
        }
    }

    @Test("a name that is taken is not written over") func taken() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/receipt"
        try RegularFile.create(path, [1])
        #expect(throws: FileError(call: "open", code: EEXIST)) { try RegularFile.create(path, [2]) }
        #expect(try RegularFile.read(path, limit: 10) == [1])
    }

    @Test("what is no file is not read, and holds nobody up") func noFile() throws {
        let folder = try ScratchFolder()
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(throws: RegularFile.Failure.noFile) { try RegularFile.read(folder.path + "/pipe", limit: 10) }
        #expect(throws: RegularFile.Failure.noFile) { try RegularFile.read(folder.path, limit: 10) }
        #expect(throws: RegularFile.Failure.missing) { try RegularFile.read(folder.path + "/none", limit: 10) }
        #expect(throws: RegularFile.Failure.missing) { try RegularFile.read("/dev/null/none", limit: 10) }
    }

    @Test("no more than the limit is read") func limit() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/long"
        try RegularFile.replace(path, with: Array(repeating: 7, count: 200_000))
        #expect(try RegularFile.read(path, limit: 70_000).count == 70_000)
        #expect(try RegularFile.read(path, limit: 300_000).count == 200_000)
    }

    @Test("a symbolic link is followed where that is wanted") func links() throws {
        let folder = try ScratchFolder()
        try RegularFile.replace(folder.path + "/file", with: [1])
        #expect(symlink("file", folder.path + "/link") == 0)
        #expect(try RegularFile.read(folder.path + "/link", limit: 10) == [1])
        #expect(throws: RegularFile.Failure.system(FileError(call: "open", code: ELOOP))) {
            try RegularFile.read(folder.path + "/link", limit: 10, followsLinks: false)
        }
    }

    @Test("a check sees the open file, and can refuse it") func check() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/secret"
        try RegularFile.replace(path, with: [1], mode: 0o640)
        #expect(throws: RegularFile.Failure.noFile) {
            try RegularFile.read(
                path, limit: 10,
                check: { (status) throws(RegularFile.Failure) in if !status.isPrivate { throw .noFile } }, map: { $0 })
        }
    }

    @Test("a full device says so") func full() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let error = #expect(throws: FileError.self) { try Descriptor.writeAll([1], to: descriptor) }
        #expect(error == FileError(call: "write", code: ENOSPC))
        #expect(error?.reason == "No space left on device")
    }
}
