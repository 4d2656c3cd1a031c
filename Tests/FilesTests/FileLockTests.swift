import Glibc
import Testing

@testable import Files

@Suite("Locks on files") struct FileLockTests {
    @Test("it is held once, says by whom, and is free when its holder has gone") func held() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books"
        do {
            let lock = try FileLock(path: path)
            #expect(throws: FileLock.Refusal.held(by: getpid())) { try FileLock(path: path) }
            withExtendedLifetime(lock) {}
        }
        _ = try FileLock(path: path)
        #expect(try folder.names() == ["books.lock"])
    }

    @Test("one that waits gets it when its holder lets go") func waits() async throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/books"
        var lock: FileLock? = try FileLock(path: path)
        let thread = Task.detached { try FileLock(path: path, waits: true) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try await thread.value
        #expect(lock == nil)
    }

    @Test("a link in the lock's place is not followed, and a folder that is missing is told") func refused() throws {
        let folder = try ScratchFolder()
        #expect(symlink("elsewhere", folder.path + "/books.lock") == 0)
        #expect(throws: FileLock.Refusal.system(FileError(call: "open", code: ELOOP))) {
            try FileLock(path: folder.path + "/books")
        }
        #expect(throws: FileLock.Refusal.system(FileError(call: "open", code: ENOENT))) {
            try FileLock(path: folder.path + "/none/books")
        }
    }
}
