import Money

/// Something wrong in a configuration, and where.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Error, Equatable, Sendable {
        // The file.
        case tooLarge(limit: Int)
        case notUTF8
        case controlCharacter(UInt32)

        // YAML.
        case tab
        case noColon
        case colonInValue
        case quoteNotClosed
        case bracketNotClosed
        case indentation
        case quotesNeeded
        case anchorOrTag
        case secondDocument
        case tooDeep
        /// In libyaml's words.
        case notYAML(String)

        // Keys.
        case notSections
        case unknownSection(nearest: String?)
        case unknownKey(nearest: String?)
        case duplicate(line: Int)
        case sectionWithoutKeys
        case keyNotText

        // Values.
        case groupNotValue
        case listNotText
        case textNotList
        case noValue
        case tooLong(max: Int)
        case tooMany(max: Int)
        case notPrintable
        case listedTwice(String)
        case notAChoice(String, [String])
        case notANumber(String, ClosedRange<Int>)
        case notAnAmount(AmountError)
        case notARate(AmountError)
        case rateTooLarge
        case notACurrency(String)
        case notAReader(String)
        case notAPrinter(String)
        case notAPath(String)
        case notAnAddress(String)
        case notADomain(String)
        case notAPIN
        case aboveCap(preset: Int, cap: Int)
        case twoSecrets
    }

    package var place: TextPlace
    /// The section and the key, `sale.currency`, as they stand in the file; nil where it is not about one.
    package var path: String?
    package var reason: Reason

    init(at place: TextPlace, path: String? = nil, _ reason: Reason) {
        self.place = place
        self.path = path
        self.reason = reason
    }

    /// Line, column, key, what is wrong and what to do: `3:13: sale.currency: "POUND" is no currency. ...`
    package var sentence: String {
        let path = path.map { Self.quotable($0) + ": " } ?? ""
        return "\(place.line):\(place.column): \(path)\(reason.sentence)"
    }

    /// Foreign text that may stand in a sentence: printable, and not too long.
    static func quotable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(60).map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                ? "?" : scalar
        }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 60 ? "…" : "")
    }
}

/// All that is wrong in a configuration, in the order of the file. Never empty.
package struct ConfigurationErrors: Error, Equatable, Sendable {
    /// More than these are not told: who mends those sees the others then.
    static let most = 20

    package let errors: [ConfigurationError]

    init(_ errors: [ConfigurationError]) {
        self.errors = Array(errors.sorted { $0.place < $1.place }.prefix(Self.most))
    }
}

extension ConfigurationError.Reason {
    /// What is wrong, and what to do.
    package var sentence: String {
        switch self {
        case .tooLarge(let limit): "The file is larger than \(limit) bytes. A configuration is much smaller."
        case .notUTF8: "This is no UTF-8 text. Save the file as UTF-8."
        case .controlCharacter(let value):
            "There is a control character, U+\(Self.hexadecimal(value)). Take it out."
        case .tab: "There is a tab. Indent with spaces."
        case .noColon: "There is no colon behind the key. Write it as key: value."
        case .colonInValue: "There is a colon in the value, or the line is indented too far. Put the value in quotes."
        case .quoteNotClosed: "A quote is opened here and not closed. Close it."
        case .bracketNotClosed: "A bracket is opened here and not closed. Close it, and put commas between values."
        case .indentation: "The line is indented like none above it. Indent it as the lines around it."
        case .quotesNeeded: "A value cannot begin with this character. Put the value in quotes."
        case .anchorOrTag: "Anchors (&), aliases (*) and tags (!) are not used here. Put the value in quotes."
        case .secondDocument: "A second document begins here. Take it out."
        case .tooDeep: "This is nested too deep. Write sections with keys in them."
        case .notYAML(let problem): "This is no YAML: \(problem). Look at this line and the one above it."
        case .notSections: "There is a value where sections are due. Begin with a section, such as sale:."
        case .unknownSection(let nearest):
            "There is no such section. " + (nearest.map { "\($0) may be meant." } ?? "The sample lists all sections.")
        case .unknownKey(let nearest):
            "There is no such key. " + (nearest.map { "\($0) may be meant." } ?? "The sample lists all keys.")
        case .duplicate(let line): "This stands in line \(line) already. Leave one of them."
        case .sectionWithoutKeys: "There is a value where keys are due. Put keys below the section, indented."
        case .keyNotText: "There is a list or a group where a key is due. Write it as key: value."
        case .groupNotValue: "There are keys where a value is due. Write one value."
        case .listNotText: "There is a list where one value is due. Write one value."
        case .textNotList: "There is one value where a list is due. Write it in brackets: [a, b]."
        case .noValue: "There is no value. Write one, or take the line out."
        case .tooLong(let max): "The text is too long. It has \(max) characters at most."
        case .tooMany(let max): "There are too many. There are \(max) at most."
        case .notPrintable: "The text holds a character that cannot be shown. Take it out."
        case .listedTwice(let text): "\(Self.quoted(text)) is listed twice. Leave one of them."
        case .notAChoice(let text, let choices):
            "\(Self.quoted(text)) cannot be chosen. Choose \(Self.listed(choices))."
        case .notANumber(let text, let range):
            "\(Self.quoted(text)) is not possible. Write a whole number from \(range.lowerBound) to"
                + " \(range.upperBound)."
        case .notAnAmount(let error): error.description
        case .notARate(let error): error.description
        case .rateTooLarge: "The rate is above 100. Write per cent, such as 20."
        case .notACurrency(let text):
            "\(Self.quoted(text)) is no currency. Use a code of ISO 4217 in capitals, such as GBP."
        case .notAReader(let text):
            "\(Self.quoted(text)) is no reader. Write ask, sim, or an address such as 00:07:80:AB:84:21."
        case .notAPrinter(let text):
            "\(Self.quoted(text)) is no printer. Write none, /dev/usb/lp0, tcp:HOST:9100 or cups:NAME."
        case .notAPath(let text): "\(Self.quoted(text)) is no whole path. Begin it with / or ~/."
        case .notAnAddress(let text):
            "\(Self.quoted(text)) is no address of a host. Begin it with https://."
        case .notADomain(let text): "\(Self.quoted(text)) is no domain. Write one such as bank.example."
        case .notAPIN: "This is not what till pin prints. Run till pin, and copy the whole line."
        case .aboveCap(let preset, let cap): "\(preset) % is above tips.cap, \(cap) %. Change one of them."
        case .twoSecrets: "reader.secret-file is given too. Leave one of them."
        }
    }

    private static func quoted(_ text: String) -> String { "\"\(ConfigurationError.quotable(text))\"" }

    private static func listed(_ choices: [String]) -> String {
        choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
