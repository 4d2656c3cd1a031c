import Glibc

/// A call of the system that did not do what it was asked for.
package struct FileError: Error, Equatable, Sendable {
    /// The call's name, such as `open`.
    package var call: String
    /// Its `errno`.
    package var code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// In the system's words, such as "No space left on device".
    package var reason: String { String(cString: strerror(code)) }

    /// What the call that was made last has left in `errno`.
    static func last(_ call: String) -> FileError { FileError(call: call, code: errno) }
}
