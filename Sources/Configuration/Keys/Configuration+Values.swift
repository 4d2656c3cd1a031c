import Money

extension Configuration {
    /// The most characters of a text.
    package static let textMax = 200
    /// The most lines above or below a receipt.
    package static let linesMax = 10
    /// The most tips that are offered.
    package static let tipPresetsMax = 6
    static let listMax = 20

    /// What a key is set to, as it would stand in the file.
    package func value(of key: ConfigurationKey) -> ConfigurationValue {
        switch key {
        case .merchantName: .text(merchant.name)
        case .merchantHeader: .text(merchant.header.joined(separator: "\n"))
        case .merchantFooter: .text(merchant.footer.joined(separator: "\n"))
        case .merchantLogo: .text(merchant.logo.joined(separator: "\n"))
        case .tillName: .text(tillName)
        case .currency: .text(sale.currency.alphaCode)
        case .furtherCurrencies: .list(sale.furtherCurrencies.map(\.alphaCode))
        case .askAgainFrom: .text(sale.askAgainFrom.decimal)
        case .taxRate: .text(tax.rate.formatted)
        case .taxMode: .text(tax.mode.rawValue)
        case .tipPresets: .list(tips.presets.map { String($0) })
        case .tipCap: .text(String(tips.cap))
        case .reader: .text(reader.choice.text)
        case .readerNamePattern: .text(reader.namePattern)
        case .secretFile: .text(reader.secretFile ?? "")
        case .secretCommand: .list(reader.secretCommand)
        case .hostsAllowed: .list(host.allowed)
        case .hostAuthorities: .text(host.authoritiesFile ?? "")
        case .hostFeed: .text(host.feed ?? "")
        case .hostFeedKey: .text(host.feedKeyFile ?? "")
        case .theme: .text(screen.theme.rawValue)
        case .keypad: .text(screen.keypad.rawValue)
        case .sounds: .text(screen.sounds.rawValue)
        case .pictures: .text(screen.pictures.rawValue)
        case .receiptWidth: .text(String(receipts.width.rawValue))
        case .printer: .text(receipts.printer.text)
        case .codePage: .text(receipts.codePage.rawValue)
        case .customerCopy: .text(receipts.customerCopy.rawValue)
        case .merchantCopy: .text(receipts.merchantCopy.rawValue)
        case .cardWait: .text(String(timeouts.cardWait))
        case .simulatorSpeed: .text(simulator.speed.rawValue)
        case .chargeOpener: .list(charge.opener)
        case .chargeSendmail: .list(charge.sendmail)
        case .supervisorPIN: .text(staff.supervisorPIN?.stored ?? "")
        }
    }

    /// Sets a key to what stands in the file. What one key says against another is found by ``conflicts``.
    ///
    /// - Throws: why that is no value of the key; nothing is changed then.
    package mutating func set(
        _ key: ConfigurationKey, to value: ConfigurationValue
    ) throws(ConfigurationError.Reason) {
        switch value {
        case .list(let items):
            guard key.isList || key.isLines else { throw .listNotText }
            try set(key, items)
        case .text(let text):
            guard !key.isList else { throw .textNotList }
            if key.isLines { return try set(key, Self.cut(text)) }
            if text.isEmpty, !key.mayBeEmpty { throw .noValue }
            try set(key, text)
        }
    }

    private mutating func set(_ key: ConfigurationKey, _ text: String) throws(ConfigurationError.Reason) {
        switch key {
        case .merchantName: merchant.name = try Self.printable(text)
        case .tillName: tillName = try Self.printable(text, max: 20)
        case .currency:
            sale.currency = try Self.currency(text)
            sale.askAgainFrom.currency = sale.currency
        case .askAgainFrom:
            do throws(AmountError) {
                sale.askAgainFrom = try Amount(decimal: text, currency: sale.currency)
            } catch {
                throw .notAnAmount(error)
            }
        case .taxRate:
            let rate: Percentage
            do throws(AmountError) { rate = try Percentage(text) } catch { throw .notARate(error) }
            guard rate <= Percentage(thousandths: 100_000) else { throw .rateTooLarge }
            tax.rate = rate
        case .taxMode: tax.mode = try Self.choice(text, key)
        case .tipCap: tips.cap = try Self.number(text, 0...100)
        case .reader:
            guard let choice = ReaderChoice(text) else { throw .notAReader(text) }
            reader.choice = choice
        case .readerNamePattern: reader.namePattern = try Self.printable(text, max: 40)
        case .secretFile: reader.secretFile = try Self.path(text)
        case .hostAuthorities: host.authoritiesFile = try Self.path(text)
        case .hostFeedKey: host.feedKeyFile = try Self.path(text)
        case .hostFeed:
            guard text.isEmpty || text.hasPrefix("https://") || text.hasPrefix("http://") else {
                throw .notAnAddress(text)
            }
            host.feed = text.isEmpty ? nil : try Self.printable(text, max: 300)
        case .theme: screen.theme = try Self.choice(text, key)
        case .keypad: screen.keypad = try Self.choice(text, key)
        case .sounds: screen.sounds = try Self.choice(text, key)
        case .receiptWidth:
            guard let number = Int(text), let width = Receipts.Width(rawValue: number) else {
                throw .notAChoice(text, key.choices)
            }
            receipts.width = width
        case .pictures: screen.pictures = try Self.choice(text, key)
        case .printer:
            guard let printer = PrinterChoice(try Self.printable(text, max: 4096)) else { throw .notAPrinter(text) }
            receipts.printer = printer
        case .codePage: receipts.codePage = try Self.choice(text, key)
        case .customerCopy: receipts.customerCopy = try Self.choice(text, key)
        case .merchantCopy: receipts.merchantCopy = try Self.choice(text, key)
        case .cardWait: timeouts.cardWait = try Self.number(text, 10...600)
        case .simulatorSpeed: simulator.speed = try Self.choice(text, key)
        case .supervisorPIN:
            if text.isEmpty {
                staff.supervisorPIN = nil
            } else {
                guard let pin = SupervisorPIN(stored: text) else { throw .notAPIN }
                staff.supervisorPIN = pin
            }
        case .merchantHeader, .merchantFooter, .merchantLogo, .furtherCurrencies, .tipPresets, .secretCommand,
            .hostsAllowed, .chargeOpener, .chargeSendmail:
            throw .textNotList
        }
    }

    private mutating func set(_ key: ConfigurationKey, _ items: [String]) throws(ConfigurationError.Reason) {
        guard items.count <= Self.listMax else { throw .tooMany(max: Self.listMax) }
        switch key {
        case .merchantHeader: merchant.header = try Self.lines(items)
        case .merchantFooter: merchant.footer = try Self.lines(items)
        case .merchantLogo: merchant.logo = try Self.lines(items)
        case .furtherCurrencies:
            try Self.checkNoneTwice(items)
            sale.furtherCurrencies = try items.map { (code) throws(ConfigurationError.Reason) in
                try Self.currency(code)
            }
        case .tipPresets:
            guard items.count <= Self.tipPresetsMax else { throw .tooMany(max: Self.tipPresetsMax) }
            try Self.checkNoneTwice(items)
            tips.presets = try items.map { (text) throws(ConfigurationError.Reason) in
                try Self.number(text, 1...100)
            }
        case .secretCommand: reader.secretCommand = try Self.program(items)
        case .chargeOpener: charge.opener = try Self.program(items)
        case .chargeSendmail: charge.sendmail = try Self.program(items)
        case .hostsAllowed:
            try Self.checkNoneTwice(items)
            host.allowed = try items.map { (name) throws(ConfigurationError.Reason) in
                guard Self.isDomain(name) else { throw .notADomain(name) }
                return name.lowercased()
            }
        case .merchantName, .tillName, .currency, .askAgainFrom, .taxRate, .taxMode, .tipCap, .reader,
            .readerNamePattern, .secretFile, .hostAuthorities, .hostFeed, .hostFeedKey, .theme, .keypad, .sounds,
            .pictures, .receiptWidth, .printer, .codePage, .customerCopy, .merchantCopy, .cardWait, .simulatorSpeed,
            .supervisorPIN:
            throw .listNotText
        }
    }

    /// What keys say against each other, each with the key that is to be changed.
    package var conflicts: [(key: ConfigurationKey, reason: ConfigurationError.Reason)] {
        var conflicts: [(key: ConfigurationKey, reason: ConfigurationError.Reason)] = []
        if let preset = tips.presets.first(where: { $0 > tips.cap }) {
            conflicts.append((.tipPresets, .aboveCap(preset: preset, cap: tips.cap)))
        }
        if sale.furtherCurrencies.contains(sale.currency) {
            conflicts.append((.furtherCurrencies, .listedTwice(sale.currency.alphaCode)))
        }
        if reader.secretFile != nil, !reader.secretCommand.isEmpty {
            conflicts.append((.secretCommand, .twoSecrets))
        }
        return conflicts
    }
}

// MARK: - Values of a kind

extension Configuration {
    /// A whole path, or one in the home folder; nil for none.
    private static func path(_ text: String) throws(ConfigurationError.Reason) -> String? {
        guard text.isEmpty || text.hasPrefix("/") || text.hasPrefix("~/") else { throw .notAPath(text) }
        return text.isEmpty ? nil : try printable(text, max: 4096)
    }

    /// Two or more labels of letters, digits and hyphens with points between.
    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }

    private static func choice<Choice: RawRepresentable<String>>(
        _ text: String, _ key: ConfigurationKey
    ) throws(ConfigurationError.Reason) -> Choice {
        guard let choice = Choice(rawValue: text) else { throw .notAChoice(text, key.choices) }
        return choice
    }

    /// ASCII digits without a sign and without a zero before others, which some read as octal.
    private static func number(
        _ text: String, _ range: ClosedRange<Int>
    ) throws(ConfigurationError.Reason) -> Int {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) } && (text == "0" || text.first != "0")
        guard isPlain, let number = Int(text), range.contains(number) else { throw .notANumber(text, range) }
        return number
    }

    private static func currency(_ text: String) throws(ConfigurationError.Reason) -> Currency {
        guard let currency = Currency(alphaCode: text) else { throw .notACurrency(text) }
        return currency
    }

    /// Text that a screen and a printer can show.
    private static func printable(
        _ text: String, max: Int = textMax
    ) throws(ConfigurationError.Reason) -> String {
        guard text.count <= max else { throw .tooLong(max: max) }
        let isPrintable = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
        guard isPrintable else { throw .notPrintable }
        return text
    }

    /// Cuts a text into lines at line ends, and at `\n` and `\r\n` as people write them where nothing reads escapes.
    private static func cut(_ text: String) -> [String] {
        var lines = [""]
        var rest = text.unicodeScalars[...]
        let ends = ["\\r\\n", "\\n", "\r\n", "\n", "\r"].map(\.unicodeScalars)
        while let scalar = rest.first {
            if let end = ends.first(where: { rest.starts(with: $0) }) {
                lines.append("")
                rest = rest.dropFirst(end.count)
            } else {
                lines[lines.count - 1].unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func lines(_ items: [String]) throws(ConfigurationError.Reason) -> [String] {
        let lines = items.flatMap { $0.isEmpty ? [""] : cut($0) }
        guard lines.count <= linesMax else { throw .tooMany(max: linesMax) }
        return try lines.map { (line) throws(ConfigurationError.Reason) in try printable(line, max: 48) }
    }

    /// A program and its arguments.
    private static func program(_ words: [String]) throws(ConfigurationError.Reason) -> [String] {
        guard words.first?.isEmpty != true else { throw .noValue }
        return try words.map { (word) throws(ConfigurationError.Reason) in try printable(word, max: 1024) }
    }

    private static func checkNoneTwice(_ items: [String]) throws(ConfigurationError.Reason) {
        for (index, item) in items.enumerated() where items[..<index].contains(item) { throw .listedTwice(item) }
    }
}
