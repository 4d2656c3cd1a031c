import FoundationEssentials
import Testing

extension ScratchFolder {
    /// Where the till looks for its configuration.
    var configuration: String { path + "/.config/till/config.yaml" }

    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/.config/till", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: configuration))
    }
}

@Suite("A configured till", .drivesTill) struct ConfiguredTests {
    @Test("what is set stands on the screen") func applied() throws {
        let folder = ScratchFolder()
        try folder.configure("till:\n  name: Bar 3\nsale:\n  currency: JPY\n  ask-again-from: 500\n")
        let till = try Till.ready(folder: folder)
        #expect(till.header.contains("Bar 3"))
        try till.charge("1250")
        try till.see("1,250 JPY", "No")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()
    }

    @Test("another currency is taken by $, charged, and kept in the books") func furtherCurrency() throws {
        let folder = ScratchFolder()
        try folder.configure("sale:\n  currency: GBP\n  further-currencies: [EUR, JPY]\n")
        let till = try Till.ready(folder: folder)
        till.press("$")
        try till.see("EUR", "This sale is in EUR. The next one is as usual.")
        till.press("$")
        try till.see("JPY", "This sale is in JPY.")
        try till.charge("950")
        try till.see("== APPROVED", "950 JPY was taken.")
        till.press("\r")
        try till.see("Typed", "GBP")
        try till.quit()
        let sale = try #require(try till.folder.history().first)
        #expect(sale.amount == "950" && sale.currency == "JPY")
    }

    @Test("a keypad with a decimal point types whole units") func keypad() throws {
        let folder = ScratchFolder()
        try folder.configure("screen:\n  keypad: decimal-point\n")
        let till = try Till.ready(folder: folder)
        till.type("12.5")
        try till.see("Press Enter to charge 12.50 GBP.")
        till.press("\u{1B}")
        try till.see("(12 = 12.00, 12.5 = 12.50)")
        till.type("12")
        try till.see("Press Enter to charge 12.00 GBP.")
    }

    @Test("a reader that is set is connected without asking") func reader() throws {
        let folder = ScratchFolder()
        try folder.configure("reader:\n  use: sim\n")
        let till = try Till(folder: folder)
        try till.see("Typed", "Ready. Type the amount.")
        till.press("\u{1B}[20~")
        try till.see("Choose a card reader")
    }

    @Test("options of the command line come before it") func options() throws {
        let folder = ScratchFolder()
        try folder.configure("till:\n  name: Bar 3\nsale:\n  currency: JPY\n")
        let till = try Till.ready("--currency", "EUR", folder: folder)
        #expect(till.header.contains("Bar 3"))
        try till.see("EUR")
        try till.quit()
    }

    @Test("a demo is the same everywhere, unless a configuration is named") func demo() throws {
        let folder = ScratchFolder()
        try folder.configure("till:\n  name: Bar 3\nsale:\n  currency: JPY\n")
        let demo = try Till(["--demo"], folder: folder)
        try demo.see("Till 1")
        #expect(!demo.text.contains("Bar 3"))
        let named = try Till(["--demo", "--config", folder.configuration], folder: folder)
        try named.see("Bar 3")
    }

    @Test("a PIN is asked for twice, and not shown") func pin() throws {
        let shell = try Shell(
            #"before=$(stty -g); "$0" pin --save; echo "ended $?"; [ "$before" = "$(stty -g)" ] && echo kept; read -r wait"#
        )
        try shell.see("New PIN:")
        shell.program.send("47\u{7F}711\r")
        try shell.see("The same again:")
        shell.program.send("4711\r")
        try shell.see("was saved in", "ended 0", "kept")
        #expect(!shell.program.screen.text.contains("4711"))
        #expect(FileManager.default.fileExists(atPath: shell.folder.configuration))
    }

    @Test("two different PINs, and Ctrl-C, set none", arguments: [("1234\r", "1235\r", 64), ("1234\r", "\u{3}", 2)])
    func noPIN(first: String, second: String, status: Int) throws {
        let shell = try Shell(#""$0" pin --save; echo "ended $?"; read -r wait"#)
        try shell.see("New PIN:")
        shell.program.send(first)
        try shell.see("The same again:")
        shell.program.send(second)
        try shell.see("ended \(status)")
        #expect(!FileManager.default.fileExists(atPath: shell.folder.configuration))
    }

    @Test("a supervisor's PIN that is set is asked for, and a wrong one changes nothing") func supervisor() throws {
        let folder = ScratchFolder()
        // The hash of 123456.
        let hash =
            "scrypt$14$8$1$000102030405060708090a0b0c0d0e0f"
            + "$53e59f1f9f56c2317d99f7a1e76fd1d43677ccb19c2c125e054f9a81281e0aec"
        try folder.configure("staff:\n  supervisor-pin: \(hash)\n")
        let till = try Till.ready("--time-scale", "60", folder: folder)
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        till.press("w")
        try till.see("SET ASIDE", "Type your name")
        till.type("Ann\r")
        try till.see("Say why")
        till.press("\r")
        try till.see("Type the supervisor's PIN")
        till.type("1234\r")
        try till.see("That is not the PIN. Nothing was changed.")
        till.press(String(repeating: "\u{7F}", count: 6))
        till.type("123456\r")
        try till.see("APPROVED (earlier sale)")
    }
}
