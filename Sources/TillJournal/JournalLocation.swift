/// Where a till keeps its books, by the XDG base directory rules.
package struct JournalLocation: Equatable, Sendable {
    /// Absolute, without a slash at the end.
    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// `$XDG_STATE_HOME/till`, or `$HOME/.local/state/till`. A value that is not an absolute path is not used, as the
    /// rules ask.
    ///
    /// - Throws: ``JournalError/noStateFolder``.
    package init(environment: [String: String]) throws(JournalError) {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            folder = Self.withoutTrailingSlashes(state) + "/till"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = Self.withoutTrailingSlashes(home) + "/.local/state/till"
        } else {
            throw .noStateFolder
        }
    }

    /// The file of the given books.
    package func path(of books: Books) -> String {
        switch books {
        case .real: folder + "/journal.sqlite"
        case .simulated: folder + "/simulated-journal.sqlite"
        }
    }

    private static func withoutTrailingSlashes(_ path: String) -> Substring {
        var path = Substring(path)
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
