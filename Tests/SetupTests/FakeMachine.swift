import FoundationEssentials
import Glibc

/// A machine made of one temporary folder: a copy of the repository's scripts, and a PATH on which stand only the
/// programs that the test puts there. Nothing outside the folder is changed, and nothing is installed.
final class FakeMachine {
    /// What a run of a script left.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
        /// The calls of the programs in order, as `name <argument> <argument>`.
        var calls: [String]
    }

    struct Failure: Error {
        var what: String
        var errorNumber: Int32
    }

    static let packagesForRun = [
        "g++", "libcurl4", "pkg-config", "libncurses-dev", "libxml2-dev", "libsqlite3-dev",
        "libcurl4-openssl-dev", "libssl-dev", "libyaml-dev", "libchafa-dev", "libspng-dev", "libturbojpeg0-dev",
        "libicu-dev", "libsystemd-dev", "libpangocairo-1.0-0", "fonts-dejavu-core",
    ]
    static let packagesForGateway = packagesForRun + ["libmicrohttpd-dev"]
    static let packagesForTest =
        packagesForGateway + [
            "libvterm-dev", "ncurses-term", "openssl", "poppler-utils", "fonts-droid-fallback", "dbus",
            "python3-dbusmock", "xdg-utils", "desktop-file-utils",
        ]
    static let packagesForBluetooth =
        packagesForRun + [
            "qemu-system-x86", "seabios", "busybox-static", "cpio", "kmod", "xz-utils", "dbus", "python3-pip",
            "python3-cryptography",
        ]

    /// The fakes on PATH. What a machine always has (`env`, `find`, …) is there too, the real ones.
    var programs: Set = ["apt-get", "dpkg-query", "id", "sudo", "swift"]
    /// Whether the machine's own programs stand on PATH too, behind the fakes.
    var reachesSystem = false
    /// Whether Swift also stands in `/opt/swift`.
    var hasSwiftInOpt = false
    var installed = FakeMachine.packagesForTest
    /// What the fakes do, by the variables that `Fakes/program` reads.
    var behaviour = [
        "FAKE_UID": "0",
        "FAKE_SWIFT_VERSION": "Swift version 6.3.1 (swift-6.3.1-RELEASE)",
        "FAKE_UPDATE_STATUS": "0",
        "FAKE_INSTALL_STATUS": "0",
        "FAKE_FORMAT_STATUS": "0",
        "FAKE_BUILD_STATUS": "0",
        "FAKE_TEST_STATUS": "0",
    ]
    var standardInput = ""

    /// The folder of it all. Its name has a space, as a user's may.
    let folder: String
    var repository: String { folder + "/the repository" }
    private let files = FileManager.default

    /// - Parameter folderName: how the folder's name begins.
    /// - Throws: ``Failure``, or what `FileManager` throws.
    init(folderName: String = "till setup ") throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/\(folderName)XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp", errorNumber: errno) }
        folder = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }

        for name in [
            "bin", "home", "the repository/Resources/bluetooth-test", "the repository/Sources", "the repository/.ci",
        ] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        // The places outside PATH where the script looks for Swift are moved into the folder.
        let script = try String(contentsOfFile: Self.packageRoot + "/Resources/setup.sh", encoding: .utf8)
        let moved = script.replacing(" /opt/swift/usr/bin/swift ", with: " '\(folder)/opt/swift/usr/bin/swift' ")
        guard moved != script else { throw Failure(what: "setup.sh no longer looks in /opt/swift", errorNumber: 0) }
        try moved.write(toFile: repository + "/Resources/setup.sh", atomically: false, encoding: .utf8)
        for name in ["till.desktop", "charge-demo.desktop"] {
            try files.copyItem(
                atPath: Self.packageRoot + "/Resources/\(name)", toPath: "\(repository)/Resources/\(name)")
        }
        // The virtual machine is not for machines that are made of a folder.
        try "echo \"machine <$1> <$2> in $PWD\"; exit 7\n".write(
            toFile: repository + "/Resources/bluetooth-test/run.sh", atomically: false, encoding: .utf8)
        try files.copyItem(atPath: Self.packageRoot + "/.ci/run", toPath: repository + "/.ci/run")
        try "".write(toFile: repository + "/Package.swift", atomically: false, encoding: .utf8)
    }

    deinit {
        try? files.removeItem(atPath: folder)
    }

    /// Runs the copy of `setup.sh`.
    func setup(_ arguments: String..., from directory: String = "/") throws -> Outcome {
        try runScript(repository + "/Resources/setup.sh", arguments, from: directory)
    }

    /// Runs `script` by `/bin/sh` and waits for its end.
    func runScript(
        _ script: String, _ arguments: [String], from directory: String, input: String? = nil
    ) throws -> Outcome {
        try placePrograms()
        try (input ?? standardInput).write(toFile: folder + "/input", atomically: false, encoding: .utf8)
        try "".write(toFile: folder + "/calls", atomically: false, encoding: .utf8)
        // The first shell changes the directory, which posix_spawn itself can only as a GNU extension.
        let enter = #"cd "$1" && shift && exec /bin/sh "$@""#
        let status = try spawn(["/bin/sh", "-c", enter, "sh", directory, script] + arguments)
        let calls = try contents("calls").split(separator: "\n").map(String.init)
        // Questions change nothing and are not what these tests are about.
        let questions = ["id", "dpkg-query", "swift <--version>"]
        return Outcome(
            status: status,
            output: try contents("output"),
            errors: try contents("errors"),
            calls: calls.filter { call in !questions.contains { call.hasPrefix($0) } })
    }

    /// Adds an empty file to the repository's sources, later than anything that was built.
    func addLaterSource(_ name: String) throws {
        let path = "\(repository)/Sources/\(name)"
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        // The file system's clock may tick too slowly to tell it from a build a moment ago.
        try files.setAttributes([.modificationDate: Date.distantFuture], ofItemAtPath: path)
    }

    private static var packageRoot: String {
        // Tests/SetupTests/FakeMachine.swift
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    }

    private var fakeProgram: String { Self.packageRoot + "/Tests/SetupTests/Fakes/program" }

    private func contents(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    /// A file in the home folder; nil where there is none.
    func homeFile(_ name: String) -> String? {
        try? String(contentsOfFile: "\(folder)/home/\(name)", encoding: .utf8)
    }

    /// Writes a file in the home folder.
    func writeHomeFile(_ name: String, _ text: String) throws {
        let path = "\(folder)/home/\(name)"
        try files.createDirectory(
            atPath: path.split(separator: "/").dropLast().map { "/" + $0 }.joined(),
            withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func placePrograms() throws {
        let bin = folder + "/bin"
        try files.removeItem(atPath: bin)
        try files.createDirectory(atPath: bin, withIntermediateDirectories: true)
        for program in programs {
            try files.createSymbolicLink(atPath: "\(bin)/\(program)", withDestinationPath: fakeProgram)
        }
        for tool in [
            "cat", "chmod", "cp", "cut", "date", "dirname", "env", "find", "grep", "mkdir", "mv", "rm", "sh", "tee",
        ] {
            try files.createSymbolicLink(atPath: "\(bin)/\(tool)", withDestinationPath: "/bin/\(tool)")
        }
        if hasSwiftInOpt {
            let place = folder + "/opt/swift/usr/bin"
            try files.createDirectory(atPath: place, withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: place + "/swift", withDestinationPath: fakeProgram)
        }
    }

    private func spawn(_ words: [String]) throws -> Int32 {
        var environment = behaviour
        environment["PATH"] = folder + "/bin" + (reachesSystem ? ":/usr/bin:/bin" : "")
        environment["HOME"] = folder + "/home"
        environment["FAKE_CALLS"] = folder + "/calls"
        environment["FAKE_PROGRAM"] = fakeProgram
        environment["FAKE_INSTALLED"] = installed.joined(separator: " ")

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, folder + "/input", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, folder + "/output", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", flags, 0o600)

        var process: pid_t = 0
        let failed = withCStrings(words) { arguments in
            withCStrings(environment.map { "\($0)=\($1)" }) { variables in
                posix_spawn(&process, words[0], &actions, nil, arguments, variables)
            }
        }
        guard failed == 0 else { throw Failure(what: "posix_spawn", errorNumber: failed) }
        var ending: Int32 = 0
        while waitpid(process, &ending, 0) < 0 {
            guard errno == EINTR else { throw Failure(what: "waitpid", errorNumber: errno) }
        }
        guard ending & 0x7f == 0 else { throw Failure(what: "ended by a signal", errorNumber: ending & 0x7f) }
        return (ending >> 8) & 0xff
    }
}

/// Lends the strings as the NULL-terminated array that `exec` and its kin take.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("the array holds at least its NULL") }
        return body(base)
    }
}
