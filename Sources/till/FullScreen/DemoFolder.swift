import Files
import Glibc

extension FullScreen {
    /// Where a demo keeps its books and its receipts.
    ///
    /// - Throws: ``Failure`` when there is no place for it.
    static func demoFolder() throws(Failure) -> TemporaryFolder {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        do throws(FileError) {
            return try TemporaryFolder(in: parent, prefix: "till-demo-")
        } catch {
            throw Failure(
                sentence: "The demo found no place for its throw-away books in \(parent). Set TMPDIR to a folder.")
        }
    }
}
