import Testing

@Suite("setup.sh") struct SetupTests {
    private let machine: FakeMachine

    init() throws {
        machine = try FakeMachine()
    }

    // MARK: Packages

    @Test("with every package installed, apt-get is not called", arguments: ["run", "test"])
    func nothingMissing(command: String) throws {
        let outcome = try machine.setup(command)
        #expect(!outcome.calls.contains { $0.hasPrefix("apt-get") })
        #expect(!outcome.errors.contains("installing"))
    }

    @Test("exactly the missing packages are installed, after they have been named")
    func missing() throws {
        let missing = ["libxml2-dev", "libsqlite3-dev"]
        machine.installed = FakeMachine.packagesForRun.filter { !missing.contains($0) } + ["libxml2-dev:removed"]
        let outcome = try machine.setup("run")
        #expect(
            outcome.calls.prefix(2) == [
                "apt-get <-o> <DPkg::Lock::Timeout=300> <update>",
                "apt-get <-o> <DPkg::Lock::Timeout=300> <install> <-y> <--no-install-recommends>"
                    + " <libxml2-dev> <libsqlite3-dev>",
            ])
        let said = "setup: installing these Debian packages: libxml2-dev libsqlite3-dev\n"
        #expect(outcome.errors.hasPrefix(said + "apt-get at work\n"))
        #expect(outcome.status == 5, "till did not run")
    }

    @Test(
        "each command has its packages",
        arguments: [
            ("run", FakeMachine.packagesForRun), ("reader", FakeMachine.packagesForRun),
            ("gateway", FakeMachine.packagesForGateway),
            ("test", FakeMachine.packagesForTest), ("test-bluetooth", FakeMachine.packagesForBluetooth),
        ])
    func packagesOfCommand(command: String, packages: [String]) throws {
        machine.installed = []
        let outcome = try machine.setup(command)
        #expect(outcome.calls.count > 2)
        #expect(outcome.calls.dropFirst().first?.hasSuffix(packages.map { " <\($0)>" }.joined()) == true)
    }

    @Test("someone who is not root installs by sudo, and is told so")
    func bySudo() throws {
        machine.behaviour["FAKE_UID"] = "1000"
        machine.installed.removeAll { $0 == "libssl-dev" }
        let outcome = try machine.setup("run")
        let sudo = outcome.calls.filter { $0.hasPrefix("sudo") }
        #expect(
            sudo == [
                "sudo <env> <DEBIAN_FRONTEND=noninteractive> <apt-get> <-o> <DPkg::Lock::Timeout=300> <update>",
                "sudo <env> <DEBIAN_FRONTEND=noninteractive> <apt-get> <-o> <DPkg::Lock::Timeout=300>"
                    + " <install> <-y> <--no-install-recommends> <libssl-dev>",
            ])
        #expect(outcome.errors.hasPrefix("setup: installing these Debian packages by sudo: libssl-dev\n"))
        #expect(outcome.status == 5)
    }

    @Test("root does not need sudo")
    func rootWithoutSudo() throws {
        machine.programs.remove("sudo")
        machine.installed = []
        #expect(try machine.setup("run").status == 5)
    }

    @Test("without root and sudo the packages are named, and it stops with status 69")
    func neitherRootNorSudo() throws {
        machine.programs.remove("sudo")
        machine.behaviour["FAKE_UID"] = "1000"
        machine.installed.removeAll { $0 == "libssl-dev" }
        let outcome = try machine.setup("run")
        #expect(outcome.status == 69)
        #expect(outcome.calls == [])
        #expect(
            outcome.errors
                == "setup: these packages are missing: libssl-dev. As root: apt-get install libssl-dev\n")
    }

    @Test("without apt-get the packages are named, and it stops with status 69", arguments: ["run", "test"])
    func noAptGet(command: String) throws {
        machine.programs.subtract(["apt-get", "dpkg-query"])
        let outcome = try machine.setup(command)
        let packages = command == "run" ? FakeMachine.packagesForRun : FakeMachine.packagesForTest
        #expect(outcome.status == 69)
        #expect(outcome.calls == [])
        #expect(outcome.output == "")
        #expect(
            outcome.errors == "setup: these packages are missing (Debian's names): \(packages.joined(separator: " "))."
                + " There is no apt-get here to install them: install them yourself, then try again.\n")
    }

    @Test("without apt-get but with every package it goes on")
    func noAptGetNeeded() throws {
        machine.programs.remove("apt-get")
        #expect(try machine.setup("run").status == 5)
    }

    @Test("lists that cannot be renewed do not stop the installation")
    func updateFails() throws {
        machine.installed = []
        machine.behaviour["FAKE_UPDATE_STATUS"] = "100"
        let outcome = try machine.setup("run")
        #expect(outcome.errors.contains("setup: apt-get could not renew its lists. Trying with those it has.\n"))
        #expect(outcome.status == 5)
    }

    @Test("a failed installation stops with status 69", arguments: ["run", "test"])
    func installFails(command: String) throws {
        machine.installed.removeAll { $0 == "libssl-dev" }
        machine.behaviour["FAKE_INSTALL_STATUS"] = "100"
        let outcome = try machine.setup(command)
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasSuffix("setup: apt-get could not install: libssl-dev.\n"))
        #expect(!outcome.calls.contains { $0.hasPrefix("swift") })
    }

    // MARK: Swift

    @Test("without Swift it says where Swift comes from and stops with status 69", arguments: ["run", "test"])
    func noSwift(command: String) throws {
        machine.programs.remove("swift")
        let outcome = try machine.setup(command)
        #expect(outcome.status == 69)
        #expect(outcome.calls == [])
        #expect(
            outcome.errors == "setup: Till needs Swift 6.0 or later."
                + " Install it from https://www.swift.org/install/linux/ and have swift on your PATH.\n")
    }

    @Test(
        "a Swift that is too old is named, and it stops with status 69",
        arguments: [
            ("Swift version 5.10.1 (swift-5.10.1-RELEASE)", "5.10.1"),
            ("swift-driver version: 1.90.11 Apple Swift version 5.9 (swiftlang-5.9.0)", "5.9"),
        ])
    func oldSwift(version: String, number: String) throws {
        machine.behaviour["FAKE_SWIFT_VERSION"] = version
        let outcome = try machine.setup("run")
        #expect(outcome.status == 69)
        #expect(outcome.calls == [])
        #expect(outcome.errors.hasPrefix("setup: Till needs Swift 6.0 or later ("))
        #expect(outcome.errors.contains("/bin/swift is \(number)). Install it from https://www.swift.org/"))
    }

    @Test("a program that calls itself swift and is not the compiler is passed over")
    func otherSwift() throws {
        machine.behaviour["FAKE_SWIFT_VERSION"] = "python-swiftclient 4.1"
        let outcome = try machine.setup("run")
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("setup: Till needs Swift 6.0 or later. Install"))
    }

    @Test(
        "a Swift that is new enough is used",
        arguments: [
            "Swift version 6.0 (swift-6.0-RELEASE)", "Swift version 6.3-dev (LLVM 1, Swift 2)", "Swift version 10.1",
        ])
    func newSwift(version: String) throws {
        machine.behaviour["FAKE_SWIFT_VERSION"] = version
        #expect(try machine.setup("run").status == 5)
    }

    @Test("Swift is found in its usual place when it is not on the PATH")
    func swiftInOpt() throws {
        machine.programs.remove("swift")
        machine.hasSwiftInOpt = true
        #expect(try machine.setup("run").status == 5)
    }

    // MARK: Running

    @Test("the program gets its arguments unchanged, from any directory")
    func arguments() throws {
        let arguments = ["sale", "12.34", "", "a  b", "$HOME", "*", "it's \"so\"", "-x", "two\\n"]
        for directory in ["/", machine.repository, machine.repository + "/Resources"] {
            let outcome = try machine.runScript(
                machine.repository + "/Resources/setup.sh", ["run"] + arguments, from: directory)
            #expect(outcome.calls.last == "till" + arguments.map { " <\($0)>" }.joined())
        }
    }

    @Test(
        "the script may be named relative to where one is",
        arguments: [
            ("", "Resources/setup.sh"), ("/Resources", "setup.sh"), ("/Sources", "../Resources/setup.sh"),
        ])
    func relativePath(place: String, script: String) throws {
        let outcome = try machine.runScript(script, ["run"], from: machine.repository + place)
        #expect(outcome.calls == ["swift <build> <-c> <release> <--product> <till>", "till"])
    }

    @Test("reader builds and starts the simulated reader, in the same manner") func reader() throws {
        let outcome = try machine.setup("reader", "--tcp", "0")
        #expect(
            outcome.calls == [
                "swift <build> <-c> <release> <--product> <till-reader>", "till-reader <--tcp> <0>",
            ])
        #expect(outcome.errors.hasPrefix("setup: building till-reader; the first time takes a few minutes.\n"))
    }

    @Test("gateway builds and starts the bank to test with, in the same manner") func gateway() throws {
        machine.standardInput = "some bytes"
        let outcome = try machine.setup("gateway", "--port", "0")
        #expect(
            outcome.calls == [
                "swift <build> <-c> <release> <--product> <till-gateway>", "till-gateway <--port> <0>",
            ])
        #expect(outcome.errors.hasPrefix("setup: building till-gateway; the first time takes a few minutes.\n"))
        #expect(outcome.output == "till-gateway in / reads some bytes\n")
        #expect(outcome.status == 5)
        // What was built for one is no word on the other.
        #expect(try machine.setup("run").calls == ["swift <build> <-c> <release> <--product> <till>", "till"])
    }

    @Test("standard input and output belong to the program, and its status is the script's")
    func clean() throws {
        machine.installed = []
        machine.standardInput = "some bytes"
        let outcome = try machine.setup("run", "history")
        #expect(outcome.output == "till in / reads some bytes\n")
        #expect(outcome.errors.contains("Build complete!\n"))
        #expect(outcome.status == 5)
    }

    @Test("a second run builds quietly, until a source has changed")
    func quiet() throws {
        let first = try machine.setup("run")
        #expect(first.errors.hasPrefix("setup: building till"))
        let second = try machine.setup("run")
        #expect(second.calls.first == "swift <build> <-c> <release> <--product> <till> <--quiet>")
        #expect(!second.errors.contains("setup:"))
        try machine.addLaterSource("New.swift")
        #expect(try machine.setup("run").errors.hasPrefix("setup: building till"))
    }

    @Test("a failed build is not taken for a sale's outcome")
    func buildFails() throws {
        machine.behaviour["FAKE_BUILD_STATUS"] = "1"
        let outcome = try machine.setup("run", "sale", "12.34")
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasSuffix("setup: till could not be built.\n"))
        #expect(!outcome.calls.contains { $0.hasPrefix("till") })
    }

    // MARK: Testing

    @Test("test checks the format, builds once, runs the tests, and ends on the runner's words")
    func test() throws {
        let outcome = try machine.setup("test")
        #expect(
            outcome.calls == [
                "swift <format> <lint> <--strict> <--recursive> <--parallel> <Package.swift> <Sources> <Tests>",
                "swift <build> <--build-tests> <-Xswiftc> <-warnings-as-errors>",
                "swift <test> <--skip-build> <--disable-xctest>",
            ])
        let stages = outcome.output.split(separator: "\n").filter { $0.hasPrefix("setup: ") }
        #expect(stages.map { $0.split(separator: ":")[1] } == [" packages", " format check", " build"])
        #expect(stages.allSatisfy { $0.wholeMatch(of: /setup: [a-z ]+: \d+ s/) != nil })
        #expect(outcome.output.hasSuffix("\n✔ Test run with 3 tests passed.\n"))
        #expect(outcome.status == 0)
    }

    @Test(
        "the status of a check that fails is the script's, and later checks do not run",
        arguments: [
            ("FAKE_FORMAT_STATUS", 1), ("FAKE_BUILD_STATUS", 2), ("FAKE_TEST_STATUS", 3),
        ])
    func checkFails(check: String, calls: Int) throws {
        machine.behaviour[check] = "42"
        let outcome = try machine.setup("test")
        #expect(outcome.status == 42)
        #expect(outcome.calls.count == calls)
    }

    @Test("what did not pass is told once more at the end, and the runner's words stay the last")
    func testsFail() throws {
        machine.behaviour["FAKE_TEST_STATUS"] = "1"
        let outcome = try machine.setup("test")
        #expect(
            outcome.output.hasSuffix(
                """
                ✔ Test "a refund" passed.
                ✘ Test run with 3 tests failed with 1 issue.
                ✘ Test "a sale" recorded an issue: Expectation failed: 1 == 2
                ↳ one is two
                ✘ Test run with 3 tests failed with 1 issue.

                """))
        #expect(outcome.errors.hasSuffix("setup: not every test passed. Once more, what did not:\n"))
        #expect(outcome.status == 1)
    }

    @Test("test-bluetooth says that it is no part of test, builds as test does, and starts the machine")
    func testBluetooth() throws {
        machine.installed = FakeMachine.packagesForBluetooth
        let outcome = try machine.setup("test-bluetooth")
        #expect(outcome.errors.hasPrefix("setup: test-bluetooth is no part of test."))
        #expect(
            outcome.calls == [
                "swift <build> <--product> <till> <-Xswiftc> <-warnings-as-errors>",
                "swift <build> <--product> <till-reader> <-Xswiftc> <-warnings-as-errors>",
            ])
        #expect(
            outcome.output.hasSuffix(
                "\nmachine <.build/debug> <.build/bluetooth-test> in \(machine.repository)\n"))
        #expect(outcome.status == 7)
    }

    @Test("without its programs no machine is started") func testBluetoothFailsToBuild() throws {
        machine.installed = FakeMachine.packagesForBluetooth
        machine.behaviour["FAKE_BUILD_STATUS"] = "1"
        let outcome = try machine.setup("test-bluetooth")
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("machine"))
    }

    @Test(".ci/run does what the README's test command does, from any directory")
    func continuousIntegration() throws {
        let expected = try machine.setup("test")
        let outcome = try machine.runScript(machine.repository + "/.ci/run", [], from: "/")
        #expect(outcome.calls == expected.calls)
        #expect(outcome.output.hasSuffix("\n✔ Test run with 3 tests passed.\n"))
        #expect(outcome.status == 0)
    }

    // MARK: Installing

    @Test("install builds both programs, puts them in the user's place, and has the desktop open requests")
    func install() throws {
        machine.programs.formUnion(["xdg-mime", "update-desktop-database"])
        let outcome = try machine.setup("install")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let applications = machine.folder + "/home/.local/share/applications"
        #expect(
            outcome.calls == [
                "swift <build> <-c> <release> <--product> <till>",
                "swift <build> <-c> <release> <--product> <charge-demo>",
                "update-desktop-database <\(applications)>",
                "xdg-mime <default> <till.desktop> <x-scheme-handler/com-innerfence-ccterminal>",
                "xdg-mime <default> <charge-demo.desktop> <x-scheme-handler/com-innerfence-ChargeDemo>",
                "xdg-mime <default> <charge-demo.desktop> <x-scheme-handler/com-innerfence-chargedemo>",
            ])
        #expect(machine.homeFile(".local/bin/till")?.isEmpty == false)
        #expect(machine.homeFile(".local/bin/charge-demo")?.isEmpty == false)
        let entry = try #require(machine.homeFile(".local/share/applications/till.desktop"))
        #expect(entry.contains("\nExec=\"\(machine.folder)/home/.local/bin/till\" charge %u\n"))
        #expect(entry.contains("\nMimeType=x-scheme-handler/com-innerfence-ccterminal;\n"))
        let demo = try #require(machine.homeFile(".local/share/applications/charge-demo.desktop"))
        #expect(demo.contains("\nExec=\"\(machine.folder)/home/.local/bin/charge-demo\" %u\n"))
    }

    @Test("without a desktop install says so, and puts the programs in place")
    func installWithoutDesktop() throws {
        let outcome = try machine.setup("install")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("There is no xdg-mime here"))
        #expect(machine.homeFile(".local/bin/till") != nil)
    }

    @Test("uninstall takes away what install has put there, and nothing else")
    func uninstall() throws {
        _ = try machine.setup("install")
        let others = "[Default Applications]\nx-scheme-handler/https=browser.desktop\n"
        try machine.writeHomeFile(
            ".config/mimeapps.list",
            others + "x-scheme-handler/com-innerfence-ccterminal=till.desktop\n"
                + "x-scheme-handler/com-innerfence-chargedemo=charge-demo.desktop;\n")
        try machine.writeHomeFile(".config/till/config.yaml", "till:\n  name: Bar\n")
        let outcome = try machine.setup("uninstall")
        #expect(outcome.status == 0)
        #expect(outcome.calls == [])
        for name in ["bin/till", "bin/charge-demo", "share/applications/till.desktop"] {
            #expect(machine.homeFile(".local/\(name)") == nil)
        }
        #expect(machine.homeFile(".config/mimeapps.list") == others)
        #expect(machine.homeFile(".config/till/config.yaml") != nil)
    }

    @Test("a build that fails installs nothing")
    func installFailsToBuild() throws {
        machine.behaviour["FAKE_BUILD_STATUS"] = "1"
        let outcome = try machine.setup("install")
        #expect(outcome.status == 69)
        #expect(machine.homeFile(".local/bin/till") == nil)
    }

    // MARK: Usage

    @Test(
        "anything but its commands is answered with the usage and status 64",
        arguments: [
            [], [""], ["help"], ["Run"], ["test", "more"], ["test-bluetooth", "more"], ["install", "more"],
            ["uninstall", "more"],
        ])
    func usage(arguments: [String]) throws {
        let outcome = try machine.runScript(machine.repository + "/Resources/setup.sh", arguments, from: "/")
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("usage: sh Resources/setup.sh run [arguments] "))
        #expect(outcome.calls == [])
    }
}
