import FoundationEssentials
import Glibc

/// A folder that goes with the test.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/till-printing-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp", errorNumber: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    struct Failure: Error {
        var what: String
        var errorNumber: Int32
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    /// A program in the shell's language.
    ///
    /// Another program writes it: while a test beside this one starts a program, that has all our files open for a moment,
    /// and a file that is open for writing cannot be run.
    func program(_ name: String, _ script: String) throws {
        try write(Array("#!/bin/sh\n\(script)\n".utf8), to: "\(name).text")
        _ = try output(of: ["install", "-m", "755", file("\(name).text"), file(name)])
        try FileManager.default.removeItem(atPath: file("\(name).text"))
        try FileManager.default.removeItem(atPath: file("output"))
    }

    func read(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: file(name))))
    }

    /// What a program of the system prints; it has to end well.
    func output(of words: [String]) throws -> [UInt8] {
        let name = file("output")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(what: words[0], errorNumber: code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Failure(what: words[0], errorNumber: status) }
        return try read("output")
    }
}
