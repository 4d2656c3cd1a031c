import Glibc
import TillJournal

/// Where standard error goes while the screen is up: whatever a library writes there must not land between the cells.
enum ErrorLog {
    /// Where standard error went before.
    @MainActor private static var before: Int32?

    /// Has what is written there be seen again, once the screen is down.
    @MainActor static func giveBackStandardError() {
        if let before { dup2(before, STDERR_FILENO) }
    }

    /// - Parameter folder: nil for the user's state folder.
    @MainActor static func redirectStandardError(to folder: String?) {
        let path = (folder ?? stateFolder()).map { $0 + "/till.log" } ?? "/dev/null"
        var descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(descriptor, STDERR_FILENO)
        close(descriptor)
    }

    private static func stateFolder() -> String? {
        do throws(JournalError) {
            return try JournalLocation(environment: ReaderArguments.environment).folder
        } catch {
            return nil
        }
    }
}
