import ChargeURL
import Glibc

/// Hands requests to a till without a desktop: `till charge URL` in this very terminal. A till that runs elsewhere takes
/// the request at once; else the till has the terminal until it is left.
struct LocalTill: URLOpening {
    let path: String
    /// Gives the terminal away, and takes it back. Both wait until it is done.
    let giveTerminal: @Sendable () -> Void
    let takeTerminal: @Sendable () -> Void

    func hasHandler(forScheme scheme: String) throws(URLOpenerError) -> Bool { true }

    func open(_ url: String) throws(URLOpenerError) {
        giveTerminal()
        defer { takeTerminal() }
        let words = [path, "charge", url]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let code = posix_spawnp(&process, path, nil, &attributes, &arguments, environ)
        guard code == 0 else { throw .notStarted(program: path, code: code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status & 0x7F == 0 else { throw .killed(program: path, signal: status & 0x7F) }
        guard status >> 8 & 0xFF == 0 else { throw .failed(program: path, status: status >> 8 & 0xFF) }
    }
}
