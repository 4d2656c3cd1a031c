import Configuration

/// What can be set, in sections. Changes stand on the page until they are saved or undone.
package struct SettingsPage: Equatable, Sendable {
    package enum Section: Int, CaseIterable, Sendable {
        case reader = 1
        case sale = 2
        case receipts = 3
        case screen = 4
        case staff = 6
        case charge = 7
        case simulator = 8
        case about = 0

        /// What can be set here, in order.
        package var keys: [ConfigurationKey] {
            switch self {
            case .reader:
                [
                    .reader, .readerNamePattern, .cardWait, .hostsAllowed, .hostAuthorities, .hostFeed,
                    .hostFeedKey, .secretFile, .secretCommand,
                ]
            case .sale:
                [.currency, .furtherCurrencies, .askAgainFrom, .taxRate, .taxMode, .tipPresets, .tipCap]
            case .receipts:
                [
                    .merchantName, .merchantHeader, .merchantFooter, .merchantLogo, .receiptWidth, .printer, .codePage,
                    .customerCopy, .merchantCopy,
                ]
            case .screen: [.tillName, .theme, .keypad, .sounds, .pictures]
            case .staff: [.supervisorPIN]
            case .charge: [.chargeOpener, .chargeSendmail]
            case .simulator: [.simulatorSpeed]
            case .about: []
            }
        }
    }

    package var section = Section.reader
    /// The marked value of the section.
    package var marked = 0
    /// As it is saved.
    package var saved: Configuration
    /// As it stands on the page.
    package var draft: Configuration
    /// What is being typed for the marked value.
    package var typed: String?
    /// The books of the settings are being written.
    package var isSaving = false
    /// Where Esc goes.
    package var under: Page

    package init(_ configuration: Configuration, under: Page) {
        saved = configuration
        draft = configuration
        self.under = under
    }

    /// The value that keys act on; nil where nothing can be set.
    package var markedKey: ConfigurationKey? {
        section.keys.indices.contains(marked) ? section.keys[marked] : nil
    }

    /// What is not saved.
    package var changed: [ConfigurationKey] {
        ConfigurationKey.allCases.filter { saved.value(of: $0) != draft.value(of: $0) }
    }

    /// Whether the page says so of this value.
    package func isChanged(_ key: ConfigurationKey) -> Bool { saved.value(of: key) != draft.value(of: key) }
}

/// What came of saving settings.
package enum SettingsAnswer: Equatable, Sendable {
    /// They are in the file, which sets this now.
    case saved(Configuration)
    /// The file is as it was; a sentence that says why, and what to do.
    case notSaved(String)
}
