/// What can be set, by its place in the file: the section, a point, and the key in it.
package enum ConfigurationKey: String, CaseIterable, Sendable {
    case merchantName = "merchant.name"
    case merchantHeader = "merchant.header"
    case merchantFooter = "merchant.footer"
    case merchantLogo = "merchant.logo"
    case tillName = "till.name"
    case currency = "sale.currency"
    case furtherCurrencies = "sale.further-currencies"
    case askAgainFrom = "sale.ask-again-from"
    case taxRate = "tax.rate"
    case taxMode = "tax.mode"
    case tipPresets = "tips.presets"
    case tipCap = "tips.cap"
    case reader = "reader.use"
    case readerNamePattern = "reader.name-pattern"
    case secretFile = "reader.secret-file"
    case secretCommand = "reader.secret-command"
    case hostsAllowed = "host.allowed"
    case hostAuthorities = "host.certificate-authorities"
    case hostFeed = "host.feed"
    case hostFeedKey = "host.feed-key-file"
    case theme = "screen.theme"
    case keypad = "screen.keypad"
    case sounds = "screen.sounds"
    case pictures = "screen.pictures"
    case receiptWidth = "receipts.width"
    case printer = "receipts.printer"
    case codePage = "receipts.code-page"
    case customerCopy = "receipts.customer-copy"
    case merchantCopy = "receipts.merchant-copy"
    case cardWait = "timeouts.card-wait"
    case simulatorSpeed = "simulator.speed"
    case chargeOpener = "charge.opener"
    case chargeSendmail = "charge.sendmail"
    case supervisorPIN = "staff.supervisor-pin"

    /// The section that it stands in, `sale`.
    package var section: String { String(rawValue.prefix { $0 != "." }) }
    /// Its name in the section, `currency`.
    package var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

    /// Every section, in the order of the sample.
    package static let sections = allCases.reduce(into: [String]()) { sections, key in
        if sections.last != key.section { sections.append(key.section) }
    }

    init?(section: String, name: String) { self.init(rawValue: section + "." + name) }
}

extension ConfigurationKey {
    /// The values that it takes; empty where there are too many to list.
    package var choices: [String] {
        switch self {
        case .taxMode: Configuration.Tax.Mode.allCases.map(\.rawValue)
        case .theme: Configuration.Screen.Theme.allCases.map(\.rawValue)
        case .keypad: Configuration.Screen.Keypad.allCases.map(\.rawValue)
        case .sounds: Configuration.Screen.Sounds.allCases.map(\.rawValue)
        case .pictures: Configuration.Screen.Pictures.allCases.map(\.rawValue)
        case .codePage: Configuration.Receipts.CodePage.allCases.map(\.rawValue)
        case .customerCopy, .merchantCopy: Configuration.Receipts.Copies.allCases.map(\.rawValue)
        case .receiptWidth: Configuration.Receipts.Width.allCases.map { String($0.rawValue) }
        case .simulatorSpeed: Configuration.Simulator.Speed.allCases.map(\.rawValue)
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .tillName, .currency, .furtherCurrencies,
            .askAgainFrom, .taxRate, .tipPresets, .tipCap, .reader, .readerNamePattern, .secretFile, .secretCommand,
            .printer, .hostsAllowed, .hostAuthorities, .hostFeed, .hostFeedKey, .cardWait, .chargeOpener,
            .chargeSendmail, .supervisorPIN:
            []
        }
    }

    /// Whether it holds several values.
    package var isList: Bool {
        switch self {
        case .furtherCurrencies, .tipPresets, .secretCommand, .hostsAllowed, .chargeOpener, .chargeSendmail: true
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .tillName, .currency, .askAgainFrom,
            .taxRate, .taxMode, .tipCap, .reader, .readerNamePattern, .secretFile, .hostAuthorities, .hostFeed,
            .hostFeedKey, .theme, .keypad, .sounds, .pictures, .receiptWidth, .printer, .codePage, .customerCopy,
            .merchantCopy, .cardWait, .simulatorSpeed, .supervisorPIN:
            false
        }
    }

    /// Whether it holds lines of text: one text with line ends, or a list.
    var isLines: Bool { self == .merchantHeader || self == .merchantFooter || self == .merchantLogo }

    /// Whether nothing is a value: an empty text stands for none.
    var mayBeEmpty: Bool {
        switch self {
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .secretFile, .hostAuthorities, .hostFeed,
            .hostFeedKey, .supervisorPIN:
            true
        case .tillName, .currency, .furtherCurrencies, .askAgainFrom, .taxRate, .taxMode, .tipPresets, .tipCap,
            .reader, .readerNamePattern, .secretCommand, .hostsAllowed, .theme, .keypad, .sounds, .pictures,
            .receiptWidth, .printer, .codePage, .customerCopy, .merchantCopy, .cardWait, .simulatorSpeed, .chargeOpener,
            .chargeSendmail:
            false
        }
    }
}

/// What a key is set to, as it stands in the file.
package enum ConfigurationValue: Equatable, Sendable {
    case text(String)
    case list([String])
}
