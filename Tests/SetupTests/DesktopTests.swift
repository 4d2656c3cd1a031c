import Glibc
import Testing

/// What desktops open addresses with, on this machine.
enum DesktopPrograms {
    private static let programs = ["xdg-mime", "xdg-open", "update-desktop-database", "desktop-file-validate"]

    /// Empty where all of them are there.
    static let whyNot: String = {
        let missing = programs.filter { access("/usr/bin/" + $0, X_OK) != 0 }
        guard !missing.isEmpty else { return "" }
        return "not here: \(missing.joined(separator: ", ")). apt-get install xdg-utils desktop-file-utils"
    }()
}

/// Installing and uninstalling with the programs that desktops themselves use: the table of what opens what is theirs.
@Suite(
    "setup.sh with the desktop's own programs",
    .enabled(if: DesktopPrograms.whyNot.isEmpty, Comment(rawValue: DesktopPrograms.whyNot)))
struct DesktopTests {
    private static let schemes = [
        ("com-innerfence-ccterminal", "till.desktop"), ("com-innerfence-ChargeDemo", "charge-demo.desktop"),
        ("com-innerfence-chargedemo", "charge-demo.desktop"),
    ]

    private func machine(_ settings: [String: String] = [:], folderName: String) throws -> FakeMachine {
        let machine = try FakeMachine(folderName: folderName)
        machine.reachesSystem = true
        machine.programs.insert("x-terminal-emulator")
        for (name, value) in settings {
            machine.behaviour[name] = value.replacing("HOME", with: machine.folder + "/home")
        }
        return machine
    }

    /// What opens a scheme here; empty for nothing.
    private func handler(_ scheme: String, _ machine: FakeMachine) throws -> String {
        let outcome = try machine.runScript(
            "/usr/bin/xdg-mime", ["query", "default", "x-scheme-handler/" + scheme], from: "/")
        return outcome.output.filter { !$0.isNewline }
    }

    @Test(
        "after install the desktop opens requests and answers with the two programs, and after uninstall with none",
        arguments: [
            [:], ["XDG_DATA_HOME": "HOME/data", "XDG_CONFIG_HOME": "HOME/settings"],
        ])
    func handlers(settings: [String: String]) throws {
        // xdg-mime itself finds nothing below a folder whose name has a space.
        let machine = try machine(settings, folderName: "till-setup-")
        for (scheme, _) in DesktopTests.schemes { #expect(try handler(scheme, machine) == "") }
        let installed = try machine.setup("install")
        #expect(installed.status == 0, "\(installed.errors)")
        for (scheme, entry) in DesktopTests.schemes { #expect(try handler(scheme, machine) == entry, "\(scheme)") }
        // Once more changes nothing.
        #expect(try machine.setup("install").status == 0)
        for (scheme, entry) in DesktopTests.schemes { #expect(try handler(scheme, machine) == entry, "\(scheme)") }
        let uninstalled = try machine.setup("uninstall")
        #expect(uninstalled.status == 0, "\(uninstalled.errors)")
        for (scheme, _) in DesktopTests.schemes { #expect(try handler(scheme, machine) == "", "\(scheme)") }
    }

    @Test("both entries are what the desktop's own check wants", arguments: ["till ", "till"])
    func entries(folderName: String) throws {
        let machine = try machine(folderName: folderName)
        #expect(try machine.setup("install").status == 0)
        for name in ["till", "charge-demo"] {
            let check = try machine.runScript(
                "/dev/stdin", [machine.folder + "/home/.local/share/applications/\(name).desktop"], from: "/",
                input: "exec /usr/bin/desktop-file-validate \"$1\"")
            #expect(check.status == 0, "\(check.output)\(check.errors)")
        }
    }

    @Test("what is opened comes to the program to the byte, also without a desktop environment") func opened() throws {
        let machine = try machine(["DISPLAY": ":99"], folderName: "till-setup-")
        #expect(try machine.setup("install").status == 0)
        let url =
            "com-innerfence-ccterminal://charge/1.0.0/?amount=10.99&returnURL=com-your-app%3A%2F%2Faction%2F%24(id)%3Bx"
        let calls = try machine.runScript("/usr/bin/xdg-open", [url], from: "/").calls
        // In a terminal that there is, else in one that is opened for it.
        let till = "\(machine.folder)/home/.local/bin/till"
        #expect(
            [["x-terminal-emulator <-e> <\(till)> <charge> <\(url)>"], ["till <charge> <\(url)>"]].contains(calls),
            "\(calls)")
    }
}
