import Money

/// What a shop has set: the file `config.yaml` as values. A file that says nothing gives the defaults.
package struct Configuration: Equatable, Sendable {
    /// What stands on receipts and on the screen.
    package struct Merchant: Equatable, Sendable {
        package var name = ""
        /// Lines above a receipt.
        package var header: [String] = []
        /// Lines below a receipt.
        package var footer: [String] = []
        /// A drawing in characters at the top of a receipt.
        package var logo: [String] = []
    }

    package struct Sale: Equatable, Sendable {
        package var currency = Currency.gbp
        /// What can be charged beside ``currency``, in this order.
        package var furtherCurrencies: [Currency] = []
        /// From this amount on, Enter asks once more. In ``currency``.
        package var askAgainFrom = Amount(minorUnits: 100_000, currency: .gbp)
    }

    package struct Tax: Equatable, Sendable {
        /// Whether prices contain the tax.
        package enum Mode: String, CaseIterable, Sendable {
            case included
            case added
        }

        /// 0 for no tax.
        package var rate = Percentage(thousandths: 0)
        package var mode = Mode.included
    }

    package struct Tips: Equatable, Sendable {
        /// In whole per cent of the amount, in the order in which they are offered.
        package var presets = [10, 15, 20]
        /// The largest tip that is taken without a question, in whole per cent of the amount.
        package var cap = 50
    }

    package struct Reader: Equatable, Sendable {
        package var choice = ReaderChoice.ask
        /// Which Bluetooth names are card readers: `*` stands for any characters, `?` for one.
        package var namePattern = "*"
        /// Where the shared secret stands; nil when it is in no file.
        package var secretFile: String?
        /// A program and its arguments that print the shared secret; empty for none.
        package var secretCommand: [String] = []
    }

    /// Which hosts are reached over the network.
    package struct Host: Equatable, Sendable {
        /// Domains that readers may have the till call, beside the vendor's.
        package var allowed: [String] = []
        /// A file of certificates in PEM that replace the system's; nil for none.
        package var authoritiesFile: String?
        /// Where the bank's list of transactions is asked for; nil where it is not.
        package var feed: String?
        /// A file with the key for it.
        package var feedKeyFile: String?
    }

    package struct Screen: Equatable, Sendable {
        package enum Theme: String, CaseIterable, Sendable {
            case auto
            case dark
            case light
            case highContrast = "high-contrast"
            case mono
        }

        package enum Keypad: String, CaseIterable, Sendable {
            /// 1250 is 12.50.
            case penceFirst = "pence-first"
            /// 1250 is 1250.00.
            case decimalPoint = "decimal-point"
        }

        package enum Sounds: String, CaseIterable, Sendable {
            case off
            case bell
            case flash
            case both
        }

        /// How pictures are drawn.
        package enum Pictures: String, CaseIterable, Sendable {
            /// As well as the terminal says that it can.
            case auto
            case kitty
            case sixel
            case blocks
            case ascii
            case off
        }

        package var theme = Theme.auto
        package var pictures = Pictures.auto
        package var keypad = Keypad.penceFirst
        package var sounds = Sounds.bell
    }

    package struct Receipts: Equatable, Sendable {
        /// How many characters a line of a receipt has.
        package enum Width: Int, CaseIterable, Sendable {
            case narrow = 32
            case usual = 42
            case wide = 48
        }

        /// When a copy is printed.
        package enum Copies: String, CaseIterable, Sendable {
            /// When somebody asks for it.
            case ask
            /// After every payment.
            case print
        }

        package var width = Width.usual
        package var printer = PrinterChoice.none
        package var codePage = CodePage.cp858
        package var customerCopy = Copies.ask
        package var merchantCopy = Copies.ask
    }

    package struct Timeouts: Equatable, Sendable {
        /// How long a sale waits for a card, in seconds.
        package var cardWait = 120
    }

    package struct Simulator: Equatable, Sendable {
        /// How fast the simulated reader's customer is on the full screen.
        package enum Speed: String, CaseIterable, Sendable {
            case instant
            case brisk
            case real
        }

        package var speed = Speed.brisk
    }

    /// Charges that other programs ask for.
    package struct Charge: Equatable, Sendable {
        /// The program and its arguments that open the address of an answer, which is appended; empty for the desktop's own.
        package var opener: [String] = []
        /// The program and its arguments that send the e-mail on their standard input; empty for no e-mail.
        package var sendmail: [String] = []
    }

    package struct Staff: Equatable, Sendable {
        /// Nil when what a supervisor does is confirmed by typing a word.
        package var supervisorPIN: SupervisorPIN?
    }

    package var merchant = Merchant()
    package var tillName = "Till 1"
    package var sale = Sale()
    package var tax = Tax()
    package var tips = Tips()
    package var reader = Reader()
    package var host = Host()
    package var screen = Screen()
    package var receipts = Receipts()
    package var timeouts = Timeouts()
    package var simulator = Simulator()
    package var charge = Charge()
    package var staff = Staff()

    package init() {}

    /// Larger files are refused.
    package static let bytesMax = SourceText.bytesMax
}

/// Which reader the till uses.
package enum ReaderChoice: Equatable, Sendable {
    /// The cashier chooses at the start.
    case ask
    case simulated
    /// A Bluetooth address in capitals, `00:07:80:AB:84:21`.
    case address(String)
    /// A serial line or a TCP port: `tty:/dev/ttyACM0`, `tcp:localhost:4000`.
    case wired(String)

    /// How it stands in a configuration.
    package var text: String {
        switch self {
        case .ask: "ask"
        case .simulated: "sim"
        case .address(let address): address
        case .wired(let place): place
        }
    }

    /// Nil for a text that names no reader.
    package init?(_ text: String) {
        switch text {
        case "ask": self = .ask
        case "sim": self = .simulated
        case _ where text.hasPrefix("tty:/") || text.hasPrefix("tcp:"): self = .wired(text)
        default:
            let pairs = text.uppercased().split(separator: ":", omittingEmptySubsequences: false)
            let isAddress =
                pairs.count == 6
                && pairs.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
            guard isAddress else { return nil }
            self = .address(text.uppercased())
        }
    }
}
