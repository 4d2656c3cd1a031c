import Configuration
import Money

extension AppSettings {
    /// Takes over what a configuration sets.
    package mutating func take(_ configuration: Configuration) {
        currency = configuration.sale.currency
        takeAtOnce(configuration)
    }

    /// Takes over what can change while the till runs.
    mutating func takeAtOnce(_ configuration: Configuration) {
        tillName = configuration.tillName
        askAgainFromMinor = configuration.sale.askAgainFrom.minorUnits
        theme = ScreenTheme(configuration.screen.theme)
        sound = Sound(configuration.screen.sounds)
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
