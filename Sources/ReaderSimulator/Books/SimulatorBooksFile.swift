import Files
import FoundationEssentials
import Glibc

/// Why the simulator's books could not be read or written.
package enum SimulatorBooksError: Error, Equatable, Sendable {
    /// A call of the system failed; the path and the system's error number.
    case system(call: String, path: String, errno: Int32)
    /// The file is there and makes no sense. It is left as it is.
    case corrupt(path: String)
    /// The file has the layout of another version of this program.
    case unknownVersion(Int, path: String)
    /// The books could not be turned into JSON.
    case unwritable(path: String)
    /// Another program has them, the one with this process number where it is known.
    case inUse(path: String, by: Int32?)
}

extension SimulatorBooksError: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .system(let call, let path, let errno):
            "The simulated reader's books at \(path) cannot be used: \(call) says \"\(String(cString: strerror(errno)))\"."
        case .corrupt(let path):
            "The simulated reader's books at \(path) are damaged. Move the file away to start with empty books."
        case .unknownVersion(let version, let path):
            "The simulated reader's books at \(path) are of version \(version), which this program does not know."
        case .unwritable(let path):
            "The simulated reader's books for \(path) could not be put into words."
        case .inUse(let path, let owner):
            "Another program\(owner.map { ", process \($0)," } ?? "") uses the simulated reader \(path)."
                + " Close it first, or go on there."
        }
    }
}

/// The simulated reader's books in a JSON file.
///
/// Every write is whole: into a new file beside it, made durable, then renamed over it. A power cut leaves the old books
/// or the new ones. The file can be read and written by its owner alone.
package struct SimulatorBooksFile: Sendable {
    package let path: String

    /// - Parameter path: absolute or relative to the working folder; its folder must exist.
    package init(path: String) {
        self.path = path
    }

    /// The books; nil where there is no file yet.
    ///
    /// - Throws: ``SimulatorBooksError``. The file is never changed.
    package func load() throws(SimulatorBooksError) -> ReaderBooks? {
        guard let bytes = try read() else { return nil }
        let version: Int
        do {
            version = try JSONDecoder().decode(Layout.self, from: Data(bytes)).version
        } catch {
            throw .corrupt(path: path)
        }
        guard version == ReaderBooks.currentVersion else { throw .unknownVersion(version, path: path) }
        do {
            return try JSONDecoder().decode(ReaderBooks.self, from: Data(bytes))
        } catch {
            throw .corrupt(path: path)
        }
    }

    /// Makes the books durable: when this returns, a power cut no longer harms them.
    ///
    /// - Throws: ``SimulatorBooksError``; the file is as it was then.
    package func save(_ books: ReaderBooks) throws(SimulatorBooksError) {
        let bytes = try encoded(books)
        do throws(FileError) {
            try RegularFile.replace(path, with: bytes)
        } catch {
            throw failure(error)
        }
    }

    /// Keeps other programs away from the books, as long as what is returned lives: they are written whole, so the one
    /// who writes last would undo what the other has written.
    ///
    /// - Throws: ``SimulatorBooksError`` when another program holds it, or it cannot be made.
    package func lock() throws(SimulatorBooksError) -> FileLock {
        do throws(FileLock.Refusal) {
            return try FileLock(path: path)
        } catch {
            switch error {
            case .held(let owner): throw .inUse(path: path, by: owner)
            case .system(let error): throw failure(error)
            }
        }
    }

    private struct Layout: Decodable {
        var version: Int
    }

    private func encoded(_ books: ReaderBooks) throws(SimulatorBooksError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return [UInt8](try encoder.encode(books))
        } catch {
            throw .unwritable(path: path)
        }
    }

    // MARK: The system

    private func failure(_ error: FileError) -> SimulatorBooksError {
        .system(call: error.call, path: path, errno: error.code)
    }

    private func read() throws(SimulatorBooksError) -> [UInt8]? {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: .max)
        } catch {
            switch error {
            case .missing: return nil
            case .noFile: throw .corrupt(path: path)
            case .system(let error): throw failure(error)
            }
        }
    }
}
