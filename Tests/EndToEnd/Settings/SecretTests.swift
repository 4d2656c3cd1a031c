import FoundationEssentials
import Glibc
import Testing

@Suite("The shared secret") struct SecretTests {
    private static let secret = String(repeating: "0A1b", count: 16)
    private static let good = "The shared secret is there and has the right form.\n"

    /// Runs `till secret`, and looks that nothing of the secret is said or kept.
    private func run(
        _ shop: Shop, configuration: String = "", settings: [String: String] = [:], arguments: [String] = []
    ) throws -> TillProcess.End {
        try shop.write(configuration, to: shop.configuration)
        let end = try shop.run(["secret"] + arguments, settings: settings)
        for text in [end.output, end.error] { #expect(!text.contains("0A1b") && !text.contains("0a1b")) }
        return end
    }

    private func secretFile(_ shop: Shop, _ text: String = secret, mode: mode_t = 0o600) throws -> String {
        let path = shop.folder + "/secret"
        try shop.write(text, to: path)
        chmod(path, mode)
        return path
    }

    @Test(
        "a file that its owner alone can read is used, with spaces and line ends in it",
        arguments: [
            secret, secret + "\n", secret.lowercased(),
            "0A1b0A1b0A1b0A1b 0A1b0A1b0A1b0A1b\n0A1b0A1b0A1b0A1b\t0A1b0A1b0A1b0A1b\r\n",
        ])
    func file(text: String) throws {
        let shop = try Shop()
        let path = try secretFile(shop, text)
        let configuration = "reader:\n  secret-file: \(path)\n"
        #expect(try run(shop, configuration: configuration).output == Self.good)
        let settings = ["TILL_SHARED_SECRET_FILE": path]
        #expect(try run(shop, settings: settings).output == Self.good)
        // The environment comes first.
        let wrong = "reader:\n  secret-file: /nowhere\n"
        #expect(try run(shop, configuration: wrong, settings: settings).status == 0)
    }

    @Test("a file in the home folder can be named by ~") func home() throws {
        let shop = try Shop()
        try shop.write(Self.secret, to: shop.folder + "/home/secret")
        chmod(shop.folder + "/home/secret", 0o400)
        #expect(try run(shop, configuration: "reader:\n  secret-file: ~/secret\n").status == 0)
    }

    @Test(
        "a file that others can read is refused with the remedy",
        arguments: [0o604, 0o640, 0o620, 0o660, 0o777] as [mode_t])
    func readableByOthers(mode: mode_t) throws {
        let shop = try Shop()
        let path = try secretFile(shop, mode: mode)
        let end = try run(shop, configuration: "reader:\n  secret-file: \(path)\n")
        #expect(end.status == 69)
        #expect(
            end.error
                == "till: Others can read the shared secret in \(path), so it is not used. Do: chmod 600 \(path)\n")
    }

    @Test("a secret of the wrong length or with other characters is refused, and not shown") func wrongSecret() throws {
        let shop = try Shop()
        let configuration = "reader:\n  secret-file: \(shop.folder)/secret\n"
        var path = try secretFile(shop, String(Self.secret.dropLast()))
        var end = try run(shop, configuration: configuration)
        #expect(end.status == 69)
        #expect(
            end.error
                == "till: The shared secret has 63 characters where 64 hexadecimal digits are due. It is the file \(path).\n"
        )
        path = try secretFile(shop, Self.secret.dropLast() + "g")
        end = try run(shop, configuration: configuration)
        #expect(
            end.error
                == "till: The shared secret holds a character that is no hexadecimal digit (0-9, A-F). It is the file \(path).\n"
        )
        _ = try secretFile(shop, "")
        #expect(try run(shop, configuration: configuration).error.contains("has 0 characters"))
    }

    @Test("a file that is missing or none, and no file at all, are told") func missing() throws {
        let shop = try Shop()
        #expect(
            try run(shop).error
                == "till: No shared secret is set. Set reader.secret-file or reader.secret-command in the configuration.\n"
        )
        let configuration = "reader:\n  secret-file: \(shop.folder)/none\n"
        #expect(
            try run(shop, configuration: configuration).error
                == "till: There is no file \(shop.folder)/none with the shared secret. Make it, readable by you alone.\n"
        )
        #expect(
            try run(shop, configuration: "reader:\n  secret-file: \(shop.folder)\n").error
                == "till: \(shop.folder) is no file. Name a file with the shared secret.\n")
    }

    @Test("a command's output is used, and its words reach it as they are, without a shell") func command() throws {
        let shop = try Shop()
        let script = shop.folder + "/keyring"
        try shop.write("#!/bin/sh\n[ \"$1\" = 'a $(b) *' ] || exit 3\necho \(Self.secret)\n", to: script)
        chmod(script, 0o700)
        let end = try run(shop, configuration: "reader:\n  secret-command: [\(script), \"a $(b) *\"]\n")
        #expect(end.output == Self.good, "\(end.error)")
    }

    @Test("a command gets no descriptor, no terminal and no secrets of the environment") func clean() throws {
        let shop = try Shop()
        let script = shop.folder + "/keyring"
        try shop.write(
            """
            #!/bin/sh
            [ -z "$TILL_TEST" ] || exit 3
            [ "$(ls /proc/self/fd | wc -l)" -le 4 ] || exit 4
            read -r line && exit 5
            echo said in vain >&2
            echo \(Self.secret)

            """, to: script)
        chmod(script, 0o700)
        let end = try run(
            shop, configuration: "reader:\n  secret-command: [\(script)]\n",
            settings: ["TILL_TEST": "1", "PATH": "/usr/bin:/bin"])
        #expect(end.output == Self.good, "\(end.error)")
        #expect(end.error.isEmpty)
    }

    @Test(
        "a command that gives none is told, with what to do",
        arguments: [
            (
                ["/nowhere/keyring"],
                "/nowhere/keyring for the shared secret cannot be started: No such file or directory."
            ),
            (
                ["/bin/sh", "-c", "exit 7"],
                "/bin/sh gave no shared secret and ended with status 7. Run it by hand to see why."
            ),
            (
                ["/bin/sh", "-c", "echo 0A1b; kill -9 $$"],
                "/bin/sh gave no shared secret and ended with status 137. Run it by hand to see why."
            ),
            (
                ["/bin/sh", "-c", "echo 0A1b"],
                "The shared secret has 4 characters where 64 hexadecimal digits are due. It is what /bin/sh printed."
            ),
            (
                ["/bin/sh", "-c", "while :; do echo 0A1b0A1b0A1b0A1b; done"],
                "/bin/sh printed more than a shared secret. Print the secret alone."
            ),
            (
                ["/bin/sh", "-c", "sleep 1000"],
                "/bin/sh gave no shared secret in time. Unlock the keyring, then start again."
            ),
            (
                ["/bin/sh", "-c", "exec >&-; sleep 1000"],
                "/bin/sh gave no shared secret in time. Unlock the keyring, then start again."
            ),
        ])
    func commandFails(words: [String], sentence: String) throws {
        let list = words.map { "'\($0)'" }.joined(separator: ", ")
        // What waits for the time-out waits a hundredth of it.
        let scale = words.contains { $0.contains("sleep") } ? ["--time-scale", "100"] : []
        let end = try run(
            Shop(), configuration: "reader:\n  secret-command: [\(list)]\n", settings: ["PATH": "/usr/bin:/bin"],
            arguments: scale)
        #expect(end.status == 69)
        #expect(end.error == "till: \(sentence)\n")
    }

    @Test("it is never taken from an argument, and not repeated") func argument() throws {
        let end = try run(Shop(), arguments: [Self.secret])
        #expect(end.status == 64)
        #expect(end.error.contains("is not given as an argument"))
    }

    @Test("no file holds it after a sale with it configured") func nowhere() throws {
        let shop = try Shop()
        let path = try secretFile(shop)
        try shop.write("reader:\n  secret-file: \(path)\n", to: shop.configuration)
        #expect(try shop.run("sale", "1.00", "--currency", "GBP").status == 0)
        for (name, bytes) in try shop.everyFile() where shop.folder + "/" + name != path {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains(Self.secret) && !text.contains(Self.secret.lowercased()), "\(name) holds it")
            #expect(Secrets.found(in: bytes, of: name).filter { !$0.contains("card") }.isEmpty)
        }
    }
}
