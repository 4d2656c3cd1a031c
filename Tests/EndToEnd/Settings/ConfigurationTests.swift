import FoundationEssentials
import Glibc
import Testing

extension Shop {
    /// Where the till looks for its configuration.
    var configuration: String { folder + "/home/.config/till/config.yaml" }
}

@Suite("The configuration of a till") struct ConfigurationTests {
    private let sale = ["sale", "1.00", "--currency", "GBP"]

    @Test("without a configuration everything works, and none is made") func none() throws {
        let shop = try Shop()
        #expect(try shop.run(sale).status == 0)
        #expect(!FileManager.default.fileExists(atPath: shop.folder + "/home"))
    }

    @Test(
        "a configuration that can be read lets a sale go on",
        arguments: [
            "", "\u{FEFF}till:\r\n  name: Bar\r\n", "# as an older till wrote it\ntill:\n  name: Bar\n",
        ])
    func readable(text: String) throws {
        let shop = try Shop()
        try shop.write(text, to: shop.configuration)
        // Nothing is written into its folder, so that may be read-only.
        chmod(shop.folder + "/home/.config/till", 0o500)
        #expect(try shop.run(sale).status == 0)
        #expect(shop.contents(of: shop.configuration) == Array(text.utf8))
    }

    @Test("the sample is a configuration") func sampleFile() throws {
        let shop = try Shop()
        let sample = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Resources/config.yaml"
        #expect(try shop.run(sale + ["--config", sample]).status == 0)
    }

    @Test(
        "what is wrong is told with file, line and column, and nothing is done",
        arguments: [["sale", "1.00", "--currency", "GBP"], ["recover"], ["report", "--close"], [], ["--ascii"]])
    func wrong(arguments: [String]) throws {
        let shop = try Shop()
        try shop.write("sale:\n  curency: EUR\ntips:\n\tcap: 5\n", to: shop.configuration)
        var end = try shop.run(arguments)
        #expect(end.status == 69)
        #expect(
            end.error == """
                till: The configuration cannot be used. Nothing was done.
                  \(shop.configuration):4:1: There is a tab. Indent with spaces.

                """)
        try shop.write("sale:\n  curency: EUR\ntips:\n  cap: 500\n", to: shop.configuration)
        end = try shop.run(arguments)
        #expect(end.status == 69)
        #expect(
            end.error == """
                till: The configuration cannot be used. Nothing was done.
                  \(shop.configuration):2:3: sale.curency: There is no such key. sale.currency may be meant.
                  \(shop.configuration):4:8: tips.cap: "500" is not possible. Write a whole number from 0 to 100.

                """)
        #expect(end.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: shop.stateFolder))
    }

    @Test("what is no file is told, and a pipe does not hold the till up") func noFile() throws {
        let shop = try Shop()
        try FileManager.default.createDirectory(atPath: shop.configuration, withIntermediateDirectories: true)
        let sentence =
            "till: The configuration \(shop.configuration) is no file. Nothing was done."
            + " Put a file in its place, or take it away.\n"
        var end = try shop.run(sale)
        #expect(end.status == 69)
        #expect(end.error == sentence)
        rmdir(shop.configuration)
        mkfifo(shop.configuration, 0o600)
        end = try shop.run(sale)
        #expect(end.status == 69)
        #expect(end.error == sentence)
    }

    @Test("a configuration that is named must be there") func named() throws {
        let shop = try Shop()
        let end = try shop.run(sale + ["--config", "/nowhere/till.yaml"])
        #expect(end.status == 64)
        #expect(end.error == "till: There is no file /nowhere/till.yaml. Name a configuration that is there.\n")
    }

    @Test("XDG_CONFIG_HOME comes before the home folder, unless it is no whole path") func places() throws {
        let shop = try Shop()
        try shop.write("nothing: 1\n", to: shop.configuration)
        try shop.write("", to: shop.folder + "/xdg/till/config.yaml")
        #expect(try shop.run(sale, settings: ["XDG_CONFIG_HOME": shop.folder + "/xdg"]).status == 0)
        #expect(try shop.run(sale, settings: ["XDG_CONFIG_HOME": "xdg"]).status == 69)
        #expect(try shop.run(sale + ["--config", shop.folder + "/xdg/till/config.yaml"]).status == 0)
    }

    @Test("a real reader that is set is never replaced by the simulated one unasked") func realReader() throws {
        let shop = try Shop()
        try shop.write("reader:\n  use: \"00:07:80:AB:84:21\"\n", to: shop.configuration)
        let end = try shop.run(sale)
        #expect(end.status == 69)
        #expect(
            end.error == "till: No shared secret is set. Set reader.secret-file or reader.secret-command in the"
                + " configuration. Nothing was charged.\n")
        #expect(try shop.run(sale + ["--reader", "sim"]).status == 0)
    }

    @Test("what looks into the books needs no configuration") func books() throws {
        let shop = try Shop()
        #expect(try shop.run(sale).status == 0)
        try shop.write("nothing: 1\n", to: shop.configuration)
        #expect(try shop.run("history").status == 0)
    }
}
