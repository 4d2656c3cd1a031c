/// The looks of the screen, as they are named in settings.
package enum ScreenTheme: String, CaseIterable, Sendable {
    /// Legible on any background.
    case auto
    /// For a dark background.
    case dark
    /// For a light background.
    case light
    case highContrast = "high-contrast"
    /// Without colour.
    case mono
}

/// How the till calls the cashier, as it is named in settings.
package enum Sound: String, CaseIterable, Sendable {
    case off
    /// The terminal's bell.
    case bell
    /// The screen is inverted for a moment.
    case flash
    case both
}
