import Configuration
import Money

extension AppSettings {
    /// Takes over what a configuration sets, at the start.
    package mutating func take(_ configuration: Configuration) {
        self.configuration = configuration
        currency = configuration.sale.currency
        for key in ConfigurationKey.allCases { take(key, of: configuration) }
    }

    /// Takes over one value, if it can count while the till runs.
    mutating func take(_ key: ConfigurationKey, of configuration: Configuration) {
        switch key {
        case .tillName: tillName = configuration.tillName
        case .askAgainFrom: askAgainFromMinor = configuration.sale.askAgainFrom.minorUnits
        case .theme: theme = ScreenTheme(configuration.screen.theme)
        case .supervisorPIN: asksForPIN = configuration.staff.supervisorPIN != nil
        case .sounds: sound = Sound(configuration.screen.sounds)
        // A ticket keeps the rules that it was begun with.
        case .taxRate, .taxMode:
            let rate = configuration.tax.rate
            tax = rate.thousandths == 0 ? nil : TaxRule(rate: rate, isIncluded: configuration.tax.mode == .included)
        case .tipPresets: tipPresets = configuration.tips.presets.map(Percentage.init(wholePercent:))
        case .tipCap: tipCap = Percentage(wholePercent: configuration.tips.cap)
        case .keypad:
            switch configuration.screen.keypad {
            case .penceFirst: keypad = .minorUnitsFirst
            case .decimalPoint: keypad = .decimalPoint
            }
        // Read where they are used, or at the next start.
        case .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .currency, .furtherCurrencies, .reader,
            .readerNamePattern, .secretFile, .secretCommand, .hostsAllowed, .hostAuthorities, .hostFeed, .hostFeedKey,
            .pictures, .receiptWidth, .printer, .codePage, .customerCopy, .merchantCopy, .cardWait, .simulatorSpeed,
            .chargeOpener, .chargeSendmail:
            break
        }
    }
}

extension ScreenTheme {
    fileprivate init(_ theme: Configuration.Screen.Theme) {
        switch theme {
        case .auto: self = .auto
        case .dark: self = .dark
        case .light: self = .light
        case .highContrast: self = .highContrast
        case .mono: self = .mono
        }
    }
}

extension Sound {
    fileprivate init(_ sounds: Configuration.Screen.Sounds) {
        switch sounds {
        case .off: self = .off
        case .bell: self = .bell
        case .flash: self = .flash
        case .both: self = .both
        }
    }
}

extension ReceiptPage.Width {
    init(_ width: Configuration.Receipts.Width) {
        switch width {
        case .narrow: self = .roll32
        case .usual: self = .roll42
        case .wide: self = .roll48
        }
    }
}

extension Percentage {
    /// - Parameter wholePercent: 0 to 100, as a configuration has it.
    fileprivate init(wholePercent: Int) {
        self.init(thousandths: UInt32(min(max(0, wholePercent), 100)) * 1000)
    }
}
