import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// A till whose answers to charge requests are opened by a script that writes them down, and fails while it is told to.
final class ChargeShop {
    let folder = ScratchFolder()

    static let base = "com-innerfence-ccterminal://charge/1.0.0/?"

    /// - Parameters:
    ///   - opener: in place of the script.
    ///   - handler: a program that the script hands each answer to.
    init(opener: String? = nil, handler: String? = nil, settings: String = "") throws {
        mkdir(folder.path + "/run", 0o700)
        let script = folder.path + "/open.sh"
        try Data(
            """
            printf '%s\\n' "$1" >>"$HOME/attempts"
            if [ -e "$HOME/broken" ]; then exit 1; fi
            printf '%s\\n' "$1" >>"$HOME/opened"
            \(handler.map { "exec \($0) \"$1\"" } ?? "")

            """.utf8
        ).write(to: URL(filePath: script))
        try folder.configure(
            """
            reader:
              use: sim
            charge:
              opener: \(opener ?? "[/bin/sh, \(script)]")
            \(settings)
            """)
    }

    var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path + "/run"] }

    /// Starts a till on the whole screen with a request.
    func till(charging query: String) throws -> Till {
        try Till(["charge", ChargeShop.base + query], environment: environment, folder: folder)
    }

    /// Starts a till on the whole screen without one.
    func till() throws -> Till { try Till(environment: environment, folder: folder) }

    /// Runs `till charge` while a till runs.
    func handOver(_ query: String, _ options: String...) throws -> PtyProgram { try handOver(query, options) }

    func handOver(_ query: String, _ options: [String]) throws -> PtyProgram {
        try PtyProgram(
            PtyProgram.built("till"), ["charge"] + options + [ChargeShop.base + query],
            environment: folder.environment.merging(environment) { $1 })
    }

    /// Runs `till charge --again`.
    func again(_ options: String...) throws -> PtyProgram {
        try PtyProgram(
            PtyProgram.built("till"), ["charge", "--again"] + options,
            environment: folder.environment.merging(environment) { $1 })
    }

    /// Writes a program in the shell's words.
    ///
    /// - Returns: its path.
    func write(_ script: String, as name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data("#!/bin/sh\n\(script)".utf8).write(to: URL(filePath: path))
        try #require(chmod(path, 0o700) == 0)
        return path
    }

    /// The answers that were opened, oldest first.
    var opened: [String] { lines("opened") }
    /// Also those of which the script said that it failed.
    var attempts: [String] { lines("attempts") }

    /// Whether the script fails.
    func breakOpener(_ isBroken: Bool) throws {
        let path = folder.path + "/broken"
        if isBroken { try Data().write(to: URL(filePath: path)) } else { unlink(path) }
    }

    private func lines(_ file: String) -> [String] {
        folder.contents(of: file).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").map(String.init) ?? []
    }
}
