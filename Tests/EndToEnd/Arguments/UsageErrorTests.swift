import Testing

/// A command line that makes no sense, and what is said about it.
struct UsageCase: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    var testDescription: String { arguments.map { $0.debugDescription }.joined(separator: " ") }

    init(_ arguments: [String], _ message: String) {
        self.arguments = arguments
        self.message = message
    }

    /// An amount that cannot be charged.
    static func amount(_ text: String, _ message: String, currency: String = "GBP") -> UsageCase {
        UsageCase(["sale", text, "--currency", currency], message)
    }

    /// A sale that is right but for these words.
    static func sale(_ words: String..., message: String) -> UsageCase {
        UsageCase(["sale", "12.34", "--currency", "GBP"] + words, message)
    }

    private static let longestReference = String(repeating: "x", count: 26)
    private static let tooMuch = "is too much: 42,949,672.95 GBP is the most that a reader can take."

    static let amounts: [UsageCase] = [
        amount("10.999", "10.999 has 3 decimals; GBP has 2."),
        amount("10.5", "10.5 has 1 decimal; JPY has none.", currency: "JPY"),
        amount("0", "An amount of 0 cannot be charged. Give an amount above 0."),
        amount("0.00", "An amount of 0 cannot be charged. Give an amount above 0."),
        amount("-5", "There is “-” at position 1; type only digits and one decimal point."),
        amount("-.50", "There is “-” at position 1; type only digits and one decimal point."),
        amount("42949672.96", "42949672.96 \(tooMuch)"),
        amount("", "Nothing was typed; type a number."),
        amount("ten", "There is “t” at position 1; type only digits and one decimal point."),
        amount("1e3", "There is “e” at position 2; type only digits and one decimal point."),
        amount("1,234", "1,234 may mean thousands or decimals; type it without a comma."),
        amount("1.2.3", "There is a second separator “.” at position 4; type one at most."),
        amount(".50", "There is no digit before “.”; type 0 before it."),
        amount("5.", "There is no digit after “.”; type one or leave “.” out."),
        amount("5 GBP", "There is a space at position 2; type only digits and one decimal point."),
        amount(
            "5\u{1B}[31m",
            "There is a character that is not a digit at position 2; type only digits and one decimal point."),
        amount("99999999999999999999", "99999999999999999999 is too large; type a smaller number."),
    ]

    static let currencies: [UsageCase] = [
        amount("5", "\"XXQ\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.", currency: "XXQ"),
        amount("5", "\"gbp\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.", currency: "gbp"),
        amount("5", "\"\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.", currency: ""),
        amount("5", "\"0826\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.", currency: "0826"),
        // What would steer a terminal is left out.
        amount(
            "5", "\"[2J\" is no currency. Use a code of ISO 4217 in capitals, such as GBP.",
            currency: "\u{1B}[2J\u{7}"),
        UsageCase(["sale", "5"], "till sale needs a currency: --currency GBP."),
        UsageCase(["--currency", "gbp"], "\"gbp\" is no currency. Use a code of ISO 4217 in capitals, such as GBP."),
        UsageCase(
            ["--theme", "pink"], "\"pink\" is no theme. Use one of: auto, dark, light, high-contrast, mono."),
        UsageCase(["--sound", "Bell"], "\"Bell\" is no sound. Use one of: off, bell, flash, both."),
    ]

    static let sales: [UsageCase] = [
        UsageCase(["sale", "--currency", "GBP"], "till sale needs an amount, such as 12.34. See till help."),
        sale("13", message: "till sale does not know what to do with \"13\"."),
        sale("--", "--json", message: "till sale does not know what to do with \"--json\"."),
        sale("--gratuity", "5", message: "--gratuity is no option of till sale. See till help."),
        sale("-j", message: "-j is no option of till sale. See till help."),
        sale("--json", "--json", message: "--json is given twice. Give it once."),
        sale("--currency", "EUR", message: "--currency is given twice. Give it once."),
        sale("--json=yes", message: "--json takes no value."),
        sale("--reference", message: "--reference needs a value: --reference R."),
        sale("--reference", "", message: "--reference takes 1 to 25 characters."),
        sale("--reference", longestReference, message: "--reference takes 1 to 25 characters."),
        sale(
            "--reference", "A\tB",
            message: "--reference takes letters, digits and signs, no control characters."),
        sale(
            "--reference", "\u{1B}[31m",
            message: "--reference takes letters, digits and signs, no control characters."),
        sale("--signature", "maybe", message: "--signature takes accept, reject or ask."),
        sale("--sim-speed", "slow", message: "--sim-speed takes instant, brisk or real."),
        sale("--time-scale", "0", message: "--time-scale takes a whole number from 1 to 100000."),
        sale("--time-scale", "100001", message: "--time-scale takes a whole number from 1 to 100000."),
        sale("--time-scale", "1.5", message: "--time-scale takes a whole number from 1 to 100000."),
        sale(
            "--reader", "bt:00:11:22:33:44",
            message:
                "\"00:11:22:33:44\" is no Bluetooth address. Use six bytes in hexadecimal, such as bt:00:07:80:AB:84:21."
        ),
        sale(
            "--reader", "tty:ttyACM0", message: "\"ttyACM0\" is no whole path. Use one such as tty:/dev/ttyACM0."),
        sale(
            "--reader", "tcp:localhost",
            message: "\"localhost\" is no computer with a port. Use one such as tcp:localhost:4000."),
        sale(
            "--simulated",
            message: "--simulated says that a reader outside is a simulated one. Name it with --reader."),
        sale("--journal", message: "--journal needs a value: --journal FILE."),
    ]

    static let commands: [UsageCase] = [
        UsageCase(["pay"], "\"pay\" is no command of till. See till help."),
        UsageCase(["SALE", "5"], "\"SALE\" is no command of till. See till help."),
        UsageCase([""], "\"\" is no command of till. See till help."),
        UsageCase(["recover", "now"], "till recover does not know what to do with \"now\"."),
        UsageCase(["recover", "--currency", "GBP"], "--currency is no option of till recover. See till help."),
        UsageCase(
            ["devices", "--reader", "usb"],
            "\"usb\" is no reader. Use sim, bt:00:07:80:AB:84:21, tty:/dev/ttyACM0 or tcp:HOST:PORT."),
        UsageCase(["--demo", "--demo"], "--demo is given twice. Give it once."),
        UsageCase(["--demo", "sale"], "till does not know what to do with \"sale\"."),
        UsageCase(["--colour"], "--colour is no option of till. See till help."),
        UsageCase(
            ["--demo", "--journal", "books"],
            "--demo keeps no books, so --journal makes no sense with it. Leave one of them out."),
    ]

    static let wire: [UsageCase] = [
        UsageCase(["wire"], "till wire needs to know what: decode, frames, crc or bcd. See till help."),
        UsageCase(
            ["wire", "sniff"], "\"sniff\" is no command of till wire: decode, frames, crc or bcd. See till help."),
        UsageCase(
            ["wire", "decode", "10", "06"], "till wire decode takes one run of hexadecimal digits. Put it in quotes."),
        UsageCase(["wire", "frames", "0102"], "till wire frames needs the longest frame: --max 200."),
        UsageCase(
            ["wire", "frames", "--max", "200"], "till wire frames needs a message in hexadecimal. See till help."),
        UsageCase(["wire", "frames", "--max", "-1", "01"], "--max takes a whole number from 0 to 65535."),
        UsageCase(["wire", "crc"], "till wire crc needs bytes in hexadecimal. See till help."),
        UsageCase(["wire", "crc", "--seed", "65536", "01"], "--seed takes a whole number from 0 to 65535."),
        UsageCase(["wire", "bcd"], "till wire bcd needs encode or decode. See till help."),
        UsageCase(["wire", "bcd", "encode", "12"], "till wire bcd needs a size in bytes. See till help."),
        UsageCase(
            ["wire", "bcd", "encode", "12", "1025"],
            "The size of a BCD field is a whole number of bytes from 0 to 1024."),
        UsageCase(["wire", "bcd", "decode"], "till wire bcd needs bytes in hexadecimal. See till help."),
    ]
}

@Suite("Wrong usage") struct UsageErrorTests {
    @Test(
        "is told in one line on standard error, ends with 64 and changes nothing",
        arguments: UsageCase.amounts + UsageCase.currencies + UsageCase.sales + UsageCase.commands
            + UsageCase.wire + UsageCase.reading + UsageCase.returns + UsageCase.care)
    func wrongUsage(test: UsageCase) throws {
        let shop = try Shop()
        let end = try shop.run(test.arguments)
        #expect(end.status == 64)
        #expect(end.error == "till: \(test.message)\n")
        #expect(end.output == "")
        #expect(try shop.everyFile().isEmpty)
    }

    @Test("an amount may be the largest that the wire carries, and a reference as long as a receipt's line")
    func limits() throws {
        let shop = try Shop()
        let reference = String(repeating: "x", count: 25)
        let end = try shop.run("sale", "42949672.95", "--currency", "GBP", "--reference", reference, "--json")
        #expect(end.status == 0)
        let document = try JSONValue(end.output)
        #expect(document["amount"] == "42949672.95")
        #expect(document["customerReference"]?.string == reference)
    }

    @Test("options may stand anywhere, with their value behind = or behind a space")
    func optionPlaces() throws {
        let shop = try Shop()
        let end = try shop.run("sale", "--json", "--currency=JPY", "--reference", "A B", "--", "500")
        #expect(end.status == 0)
        let document = try JSONValue(end.output)
        #expect(document["amount"] == "500")
        #expect(document["currency"] == "JPY")
        #expect(document["customerReference"] == "A B")
    }

    @Test(
        "help and version are printed and change nothing", arguments: ["help", "--help", "-h", "version", "--version"])
    func help(word: String) throws {
        let shop = try Shop()
        let end = try shop.run(word)
        #expect(end.status == 0)
        #expect(end.error == "")
        #expect(end.output.hasPrefix(word.contains("v") ? "till 0.1\n" : "till: a point of sale"))
        #expect(try shop.everyFile().isEmpty)
    }
}
