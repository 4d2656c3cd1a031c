import FoundationEssentials
import Glibc

/// A folder of this run alone, and for this user alone.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// - Parameters:
    ///   - parent: where it is made.
    ///   - prefix: how its name begins.
    package init(in parent: String, prefix: String) throws(FileError) {
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes the folder with all that is in it. A symbolic link goes, and what it points to stays.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
