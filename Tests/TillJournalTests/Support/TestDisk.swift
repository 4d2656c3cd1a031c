import CSQLite
import Dispatch
import Glibc

/// A layer under SQLite that knows what a power cut would leave of a file: what it held when it was last synced, or,
/// never synced, when it was opened. It can also run out of space for a file. It serves the whole process; files are
/// told apart by their paths.
enum TestDisk {
    /// The name to open a database with.
    static let layer: String = {
        let name = "test-disk"
        guard let usual = sqlite3_vfs_find("unix") else { preconditionFailure("SQLite has no file layer") }
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: usual.pointee)
        layer.pointee.pNext = nil
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.xOpen = { _, path, file, flags, outFlags in
            TestDisk.open(path, file, flags, outFlags)
        }
        sqlite3_vfs_register(layer, 0)
        return name
    }()

    /// What is left of a file.
    static func remains(of path: String) -> [UInt8] {
        queue.sync { files.remains[path] ?? [] }
    }

    /// How often a file has been synced.
    static func syncs(of path: String) -> Int {
        queue.sync { files.syncs[path] ?? 0 }
    }

    /// Lets a file grow no further than this many bytes; nil for no limit.
    static func limit(_ path: String, to bytes: Int64?) {
        queue.sync { files.limits[path] = bytes }
    }

    private struct Files {
        var remains: [String: [UInt8]] = [:]
        var syncs: [String: Int] = [:]
        var limits: [String: Int64] = [:]
        /// By the address of SQLite's file object: its path, and the address of the methods below ours.
        var open: [UInt: (path: String, methods: UInt)] = [:]
    }

    // A queue and not a `Mutex`, of which the thread sanitizer knows nothing.
    private static let queue = DispatchQueue(label: "test-disk")
    // Unchecked because it is touched in blocks on `queue` only.
    nonisolated(unsafe) private static var files = Files()

    private static func open(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let usual = sqlite3_vfs_find("unix")
        guard let code = usual?.pointee.xOpen(usual, name, file, flags, outFlags) else { return SQLITE_ERROR }
        guard code == SQLITE_OK, let name, let file, let below = file.pointee.pMethods else { return code }
        let path = String(cString: name)
        queue.sync {
            files.open[UInt(bitPattern: file)] = (path, UInt(bitPattern: below))
            files.remains[path] = contents(of: path)
        }
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: below.pointee)
        methods.pointee.xSync = { file, flags in
            let (path, below) = TestDisk.opened(file)
            let code = below.pointee.xSync(file, flags)
            if code == SQLITE_OK {
                TestDisk.queue.sync {
                    TestDisk.files.remains[path] = contents(of: path)
                    TestDisk.files.syncs[path, default: 0] += 1
                }
            }
            return code
        }
        methods.pointee.xWrite = { file, bytes, count, offset in
            let (path, below) = TestDisk.opened(file)
            let limit = TestDisk.queue.sync { TestDisk.files.limits[path] } ?? .max
            return offset + Int64(count) > limit ? SQLITE_FULL : below.pointee.xWrite(file, bytes, count, offset)
        }
        file.pointee.pMethods = UnsafePointer(methods)
        return code
    }

    private static func opened(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> (path: String, below: UnsafePointer<sqlite3_io_methods>) {
        let entry = queue.sync { files.open[UInt(bitPattern: file)] }
        guard let entry, let below = UnsafePointer<sqlite3_io_methods>(bitPattern: entry.methods) else {
            preconditionFailure("SQLite syncs what it has opened")
        }
        return (entry.path, below)
    }
}
