import Files
import Glibc

/// The program's standard output and error.
enum StandardStreams {
    /// How a write ended.
    enum End: Equatable {
        case written
        /// Whoever read it has gone away; what was left is not missed.
        case readerGone
        /// `code` is an `errno`.
        case failed(code: Int32)
    }

    /// Writes all of the text; a reader that went away is not waited for.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> End {
        do throws(FileError) {
            try Descriptor.writeAll(text.utf8, to: descriptor)
            return .written
        } catch {
            return error.code == EPIPE ? .readerGone : .failed(code: error.code)
        }
    }

    @discardableResult
    static func output(_ line: String) -> End { write(line + "\n", to: STDOUT_FILENO) }
    static func error(_ line: String) { write(line + "\n", to: STDERR_FILENO) }
}

/// A long output in pieces. It ends early when nobody reads it any more, and notices a disk that is full.
struct LongOutput {
    private var end = StandardStreams.End.written

    /// - Returns: whether more is wanted.
    mutating func write(_ text: String) -> Bool {
        guard end == .written else { return false }
        end = StandardStreams.write(text, to: STDOUT_FILENO)
        return end == .written
    }

    /// - Throws: ``CommandFailure`` when what was written is not all that there is.
    func finish() throws(CommandFailure) {
        guard case .failed(let code) = end else { return }
        throw CommandFailure(
            .unavailable, "The output could not be written in full: \(String(cString: strerror(code))). Try again.")
    }
}
