import Glibc

/// The system's words.
enum SystemText {
    /// What a code of `errno` means.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
