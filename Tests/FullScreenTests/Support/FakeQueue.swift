import FoundationEssentials
import Glibc

/// A program in the place of the printing system's `lp`: it writes down its arguments and what it is to print.
final class FakeQueue {
    private let folder: ScratchFolder

    /// - Parameter script: what it does beside; `exit 1` has it fail.
    init(_ folder: ScratchFolder, _ script: String = "") throws {
        self.folder = folder
        mkdir(programs, 0o700)
        let path = programs + "/lp"
        try Data(
            """
            #!/bin/sh
            printf '%s\\n' "$@" >"$HOME/lp.arguments"
            cat >"$HOME/lp.file"
            \(script)

            """.utf8
        ).write(to: URL(filePath: path))
        chmod(path, 0o700)
    }

    private var programs: String { folder.path + "/bin" }

    /// What a till finds it by.
    var environment: [String: String] { ["PATH": "\(programs):/usr/bin:/bin"] }

    var arguments: [String] {
        let text = folder.contents(of: "lp.arguments").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The path of what was printed last.
    var file: String { folder.path + "/lp.file" }
}
