import Terminal
import TillCore

extension ScreenTheme {
    /// What the terminal calls the theme.
    package var name: Theme.Name {
        switch self {
        case .auto: .auto
        case .dark: .dark
        case .light: .light
        case .highContrast: .highContrast
        case .mono: .mono
        }
    }
}
