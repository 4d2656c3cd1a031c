import Configuration
import TillCore

extension SettingsPage.Section {
    var word: String {
        switch self {
        case .reader: "Reader"
        case .sale: "Sale"
        case .receipts: "Receipts"
        case .screen: "Screen and sound"
        case .charge: "Charge links"
        case .staff: "Staff and PINs"
        case .simulator: "Simulator"
        case .about: "About"
        }
    }
}

extension ConfigurationKey {
    /// The name of a value on the settings' page, 16 columns at most.
    var word: String {
        switch self {
        case .merchantName: "Shop"
        case .merchantHeader: "Lines above"
        case .merchantFooter: "Lines below"
        case .merchantLogo: "Drawing"
        case .tillName: "Till"
        case .currency: "Currency"
        case .furtherCurrencies: "Also"
        case .askAgainFrom: "Ask again from"
        case .taxRate: "Tax per cent"
        case .taxMode: "Tax is"
        case .tipPresets: "Tips per cent"
        case .tipCap: "Tip at most"
        case .reader: "Reader"
        case .readerNamePattern: "Names"
        case .secretFile: "Secret file"
        case .secretCommand: "Secret program"
        case .hostsAllowed: "Hosts also"
        case .hostAuthorities: "Certificates"
        case .hostFeed: "Bank's list"
        case .hostFeedKey: "Key for it"
        case .theme: "Theme"
        case .keypad: "Keypad"
        case .sounds: "Sounds"
        case .pictures: "Pictures"
        case .receiptWidth: "Columns"
        case .printer: "Printer"
        case .codePage: "Its letters"
        case .customerCopy: "Customer copy"
        case .merchantCopy: "Merchant copy"
        case .cardWait: "Wait for card"
        case .simulatorSpeed: "Speed"
        case .chargeOpener: "Opens answers"
        case .chargeSendmail: "Sends e-mail"
        case .supervisorPIN: "Supervisor PIN"
        }
    }

    /// What it is for, and how it is typed.
    var explanation: String {
        switch self {
        case .merchantName: "The shop's name, for receipts."
        case .merchantHeader: "Lines above a receipt. Type \\n for a new line."
        case .merchantFooter: "Lines below a receipt. Type \\n for a new line."
        case .merchantLogo: "A drawing at the top of a receipt. Type \\n for a new line."
        case .tillName: "What stands at the top of the screen."
        case .currency: "What amounts are typed in, such as GBP."
        case .furtherCurrencies: "Other currencies, such as EUR USD."
        case .askAgainFrom: "From this amount on, Enter asks once more."
        case .taxRate: "The rate of tax in per cent; 0 for none."
        case .taxMode: "Whether prices contain the tax."
        case .tipPresets: "Tips in whole per cent, such as 10 15."
        case .tipCap: "A tip above so many per cent is asked about."
        case .reader: "ask, sim, or a Bluetooth address."
        case .readerNamePattern: "Which Bluetooth names are card readers: * is anything, ? one character."
        case .secretFile: "The file with the shared secret, for you alone to read."
        case .secretCommand: "The program that prints the shared secret."
        case .hostsAllowed: "Domains that readers may have the till call, beside the vendor's."
        case .hostAuthorities: "A file of certificates that replace the system's."
        case .hostFeed: "Where the bank's list of payments is asked for: https://HOST."
        case .hostFeedKey: "The file with the key for the bank's list, for you alone to read."
        case .theme: "The colours of the screen. Enter takes the next."
        case .keypad: "Whether 1250 is 12.50 or 1250.00."
        case .sounds: "How the till calls you. Enter takes the next."
        case .receiptWidth: "How many characters a line of a receipt has. Enter takes the next."
        case .pictures: "How signatures are drawn. Enter takes the next."
        case .printer: "none, /dev/usb/lp0, tcp:HOST:9100, cups or cups:NAME."
        case .codePage: "Which letters the printer has. Enter takes the next."
        case .customerCopy: "Printed after every payment, or when asked for."
        case .merchantCopy: "Printed after every payment, or when asked for."
        case .cardWait: "How long a sale waits for a card, in seconds."
        case .simulatorSpeed: "How fast the simulated customer is. Enter takes the next."
        case .chargeOpener: "The program that opens the answers to charge links."
        case .chargeSendmail: "The program that sends receipts by e-mail."
        case .supervisorPIN: "What a supervisor types. till pin --save sets it."
        }
    }
}

extension SettingsPage {
    /// What the status line says when no key called for anything.
    var statusLine: StatusLine {
        if isSaving { return StatusLine(.working, "Saving ...") }
        if typed != nil { return StatusLine(.idle, "Type the value, then press Enter. Esc leaves it as it was.") }
        guard let key = markedKey else { return StatusLine(.idle, "Press a number for another section.") }
        let later = key.countsAtOnce ? "" : " Counts at the next start."
        // In a narrow window the end is cut.
        let unsaved = changed.isEmpty ? "" : "* is not saved: s saves, Esc undoes. "
        return StatusLine(changed.isEmpty ? .idle : .needsYou, unsaved + key.explanation + later)
    }
}
