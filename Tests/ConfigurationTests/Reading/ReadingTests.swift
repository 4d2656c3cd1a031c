import Configuration
import Money
import Testing

/// Reads a configuration that is right.
func configuration(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Configuration {
    do throws(ConfigurationErrors) {
        return try Configuration(yaml: text.utf8)
    } catch {
        Issue.record("\(error.errors.map(\.sentence))", sourceLocation: sourceLocation)
        throw error
    }
}

@Suite("Reading a configuration") struct ReadingTests {
    @Test(
        "a file that says nothing gives the defaults",
        arguments: [
            "", "\n", "# nothing\n", "---\n", "sale:\n", "sale:\n  # currency: EUR\n", "{}", "sale: {}", "\u{FEFF}",
        ])
    func defaults(text: String) throws {
        #expect(try configuration(text) == Configuration())
    }

    @Test("every key is read") func everyKey() throws {
        let pin = "scrypt$14$8$1$" + String(repeating: "0a", count: 16) + "$" + String(repeating: "f1", count: 32)
        let read = try configuration(
            """
            merchant: {name: "Café Ole", header: "A\\nB", footer: [Thank you, ""], logo: ["|_|"]}
            till: {name: Till 7}
            sale: {currency: JPY, further-currencies: [EUR, KWD], ask-again-from: 5000}
            tax: {rate: 8.125, mode: added}
            tips: {presets: [5, 12], cap: 20}
            reader: {use: "00:07:80:ab:84:21", name-pattern: "HiLite ?*", secret-file: ~/secret}
            screen: {theme: high-contrast, keypad: decimal-point, sounds: both, pictures: sixel}
            receipts: {width: 32, printer: "tcp:10.0.0.7:9101", code-page: cp852, customer-copy: print, merchant-copy: print}
            timeouts: {card-wait: 60}
            simulator: {speed: real}
            staff: {supervisor-pin: \(pin)}

            """)
        var expected = Configuration()
        expected.merchant.name = "Café Ole"
        expected.merchant.header = ["A", "B"]
        expected.merchant.footer = ["Thank you", ""]
        expected.merchant.logo = ["|_|"]
        expected.tillName = "Till 7"
        expected.sale.currency = .jpy
        expected.sale.furtherCurrencies = [.eur, .kwd]
        expected.sale.askAgainFrom = Amount(minorUnits: 5000, currency: .jpy)
        expected.tax.rate = Percentage(thousandths: 8125)
        expected.tax.mode = .added
        expected.tips.presets = [5, 12]
        expected.tips.cap = 20
        expected.reader.choice = .address("00:07:80:AB:84:21")
        expected.reader.namePattern = "HiLite ?*"
        expected.reader.secretFile = "~/secret"
        expected.screen.theme = .highContrast
        expected.screen.keypad = .decimalPoint
        expected.screen.sounds = .both
        expected.screen.pictures = .sixel
        expected.receipts.width = .narrow
        expected.receipts.printer = .network(host: "10.0.0.7", port: 9101)
        expected.receipts.codePage = .cp852
        expected.receipts.customerCopy = .print
        expected.receipts.merchantCopy = .print
        expected.timeouts.cardWait = 60
        expected.simulator.speed = .real
        expected.staff.supervisorPIN = SupervisorPIN(stored: pin)
        #expect(expected.staff.supervisorPIN != nil)
        #expect(read == expected)
        let command = try configuration("reader:\n  secret-command: [secret-tool, lookup, till, 'my reader']\n")
        #expect(command.reader.secretCommand == ["secret-tool", "lookup", "till", "my reader"])
        let charge = try configuration("charge:\n  opener: [handler, -x]\n  sendmail: [sendmail, -t]\n").charge
        #expect(charge.opener == ["handler", "-x"])
        #expect(charge.sendmail == ["sendmail", "-t"])
        #expect(Configuration().charge.opener.isEmpty && Configuration().charge.sendmail.isEmpty)
    }

    @Test("an amount is read in the currency, wherever that stands") func currencyFirst() throws {
        let read = try configuration("sale:\n  ask-again-from: 1.500\n  currency: KWD\n")
        #expect(read.sale.askAgainFrom == Amount(minorUnits: 1500, currency: .kwd))
    }

    @Test(
        "a line of a receipt ends where a text has a line end, or where one is written as \\n",
        arguments: [
            #"header: "A\nB""#, #"header: 'A\nB'"#, #"header: A\nB"#, #"header: "A\\r\\nB""#, #"header: "A\r\nB""#,
            #"header: [A, B]"#, "header: |\n    A\n    B", "header:\n    - A\n    - B", #"header: "A\nB\n\n""#,
        ])
    func lines(line: String) throws {
        #expect(try configuration("merchant:\n  \(line)\n").merchant.header == ["A", "B"])
    }

    @Test("a byte order mark and line ends of other systems are read") func otherSystems() throws {
        let read = try configuration("\u{FEFF}sale:\r\n  currency: EUR\r\n# end\r\ntill:\r\n  name: Bar\r\n")
        #expect(read.sale.currency == .eur)
        #expect(read.tillName == "Bar")
    }

    @Test("a file of a time when fewer keys were known is read, with defaults for the others") func olderFile() throws {
        let read = try configuration("till:\n  name: Bar\nsale:\n  currency: EUR\n")
        var expected = Configuration()
        expected.tillName = "Bar"
        expected.sale.currency = .eur
        expected.sale.askAgainFrom.currency = .eur
        #expect(read == expected)
    }

    @Test("every value is written as it is read", arguments: ConfigurationKey.allCases)
    func values(key: ConfigurationKey) throws {
        let value = Configuration().value(of: key)
        var copy = Configuration()
        try copy.set(key, to: value)
        #expect(copy == Configuration())
        if case .list = value { #expect(key.isList) } else { #expect(!key.isList) }
    }
}
