/// Everything that can be done by name. The menu, the command palette and the keys of the sale all draw on this table,
/// so that none of them can lack what another one has.
package enum AppAction: Hashable, CaseIterable, Sendable {
    case sale
    case saleAndToken
    case history
    case tokenize
    case refund
    case void
    case changeTip
    case fetchResult
    case lastReceipt
    case totals
    case readers
    case update
    case startOfDay
    case endOfDay
    case readerLogs
    case emvReport
    case scanner
    case settings
    case simulator
    case refundWithoutSale
    case attention
    case repeatAmount
    case ticketTip
    case ticketDetails
    case setAside
    case currency
    case unsentAnswers
    case help
    case quit

    /// Its place in the menu; nil for what is not there.
    package var number: Int? {
        switch self {
        case .sale: 1
        case .saleAndToken: 2
        case .tokenize: 3
        case .refund: 4
        case .void: 5
        case .changeTip: 6
        case .fetchResult: 7
        case .history: 8
        case .lastReceipt: 9
        case .totals: 10
        case .readers: 11
        case .update: 12
        case .startOfDay: 13
        case .endOfDay: 14
        case .readerLogs: 15
        case .emvReport: 16
        case .scanner: 17
        case .settings: 18
        case .simulator: 20
        case .quit: 22
        case .attention, .repeatAmount, .ticketTip, .ticketDetails, .setAside, .currency, .refundWithoutSale,
            .unsentAnswers, .help:
            nil
        }
    }

    /// What the menu calls it.
    package var name: String {
        switch self {
        case .sale: "Sale"
        case .saleAndToken: "Sale and tokenize"
        case .tokenize: "Tokenize"
        case .refund: "Refund"
        case .void: "Void"
        case .changeTip: "Change a tip"
        case .fetchResult: "Fetch a waiting result"
        case .history: "History"
        case .lastReceipt: "Last receipt"
        case .totals: "Totals"
        case .readers: "Readers"
        case .update: "Update reader"
        case .startOfDay: "Start of day"
        case .endOfDay: "End of day"
        case .readerLogs: "Reader logs"
        case .emvReport: "EMV report"
        case .scanner: "Barcode scanner"
        case .settings: "Settings"
        case .simulator: "Simulator"
        case .refundWithoutSale: "Refund without a sale"
        case .attention: "What needs you"
        case .repeatAmount: "Repeat amount"
        case .ticketTip: "Tip"
        case .ticketDetails: "Details"
        case .setAside: "Tickets set aside"
        case .currency: "Currency"
        case .unsentAnswers: "Answers not sent"
        case .help: "Help"
        case .quit: "Quit"
        }
    }

    /// What is done, as one says it: the name in the command palette.
    package var phrase: String {
        switch self {
        case .sale: "Take a payment"
        case .saleAndToken: "Take a payment and get a token"
        case .tokenize: "Get a token for a card"
        case .refund: "Refund a sale"
        case .void: "Void a sale"
        case .changeTip: "Change the tip of a sale"
        case .fetchResult: "Fetch a waiting result"
        case .history: "Show the history"
        case .lastReceipt: "Show the last receipt"
        case .totals: "Show the totals of the day"
        case .readers: "Choose a card reader"
        case .update: "Update the reader"
        case .startOfDay: "Start the day"
        case .endOfDay: "Close the day"
        case .readerLogs: "Show the reader's log"
        case .emvReport: "Show the EMV report of the reader"
        case .scanner: "Scan barcodes"
        case .settings: "Change the settings"
        case .simulator: "Set the simulated reader"
        case .refundWithoutSale: "Give money back without a sale"
        case .attention: "Show what is unknown"
        case .repeatAmount: "Fill in the last amount"
        case .ticketTip: "Add a tip to the sale"
        case .ticketDetails: "Describe the sale"
        case .setAside: "Set the sale aside or take one up"
        case .currency: "Sell in another currency"
        case .unsentAnswers: "Send an answer to a program again"
        case .help: "Show the keys of this page"
        case .quit: "Leave the till"
        }
    }

    /// What comes of it, in a sentence.
    package var explanation: String {
        switch self {
        case .sale: "Back to the sale, to type an amount."
        case .saleAndToken: "The next sale asks for a token of the card too. T does the same."
        case .tokenize: "The reader reads a card and gives a token for it; asks first. No money is taken."
        case .refund: "Shows the paid sales, to choose which to give back."
        case .void: "Shows the paid sales of today, to choose which to void."
        case .changeTip: "Shows the paid sales, to choose whose tip to change."
        case .fetchResult: "Asks the reader for a result that it may hold. Charges nothing."
        case .history: "Shows what was charged, to find and give back."
        case .lastReceipt: "Shows the last receipt."
        case .totals: "Shows the day's counts and totals."
        case .readers: "Chooses a card reader."
        case .update: "The reader fetches new software and settings; asks first. It may restart."
        case .startOfDay: "Starts the day on the reader; asks first."
        case .endOfDay: "Ends the day on the reader and in the books; asks first."
        case .readerLogs: "Shows what the reader has written down, for the help desk."
        case .emvReport: "Shows how the reader is set up for chip cards."
        case .scanner: "Reads barcodes with the scanner of the reader."
        case .settings: "Shows the settings, to change and save them."
        case .simulator: "Sets what the simulated reader and its customer do."
        case .refundWithoutSale: "Gives money back without a sale; a supervisor confirms it."
        case .attention: "Shows what is in doubt."
        case .repeatAmount: "Fills in the last amount; charges nothing."
        case .ticketTip: "Adds a tip to what is being sold. t does the same."
        case .ticketDetails: "What is sold, the invoice number, your reference. d does the same."
        case .setAside: "Sets the ticket aside, or takes up one that was. w does the same."
        case .currency: "The sale at hand is priced in the next currency. $ does the same."
        case .unsentAnswers: "Shows the answers that no program has taken, to send them again. Charges nothing."
        case .help: "Lists every key of the page."
        case .quit: "Leaves the till; asks first."
        }
    }

    /// The key that does the same on the sale's page.
    package var command: AppCommand? {
        switch self {
        case .refund: .refund
        case .void: .void
        case .history: .find
        case .lastReceipt: .receipt
        case .readers: .chooseReader
        case .settings: .settings
        case .simulator: .simulator
        case .attention: .attention
        case .repeatAmount: .repeatAmount
        case .help: .help
        case .quit: .quit
        case .sale: .sale
        case .scanner: .barcode
        case .tokenize, .changeTip, .fetchResult, .totals, .update, .startOfDay, .endOfDay, .readerLogs,
            .emvReport, .refundWithoutSale, .unsentAnswers:
            nil
        // Their keys mean something else on other pages: the sale's page reads them itself.
        case .saleAndToken, .ticketTip, .ticketDetails, .setAside, .currency: nil
        }
    }

    /// How that key is written.
    package var keys: String {
        switch self {
        case .refund: "f F5"
        case .void: "u F6"
        case .history: "/ F3"
        case .lastReceipt: "v F4"
        case .readers: "F9"
        case .settings: "F12"
        case .simulator: "F7"
        case .attention: "!"
        case .repeatAmount: "r"
        case .help: "? F1"
        case .quit: "q"
        case .sale: "F2"
        case .scanner: "b"
        case .tokenize, .changeTip, .fetchResult, .totals, .update, .startOfDay, .endOfDay, .readerLogs,
            .emvReport, .refundWithoutSale, .saleAndToken, .ticketTip, .ticketDetails, .setAside, .currency,
            .unsentAnswers:
            ""
        }
    }

    /// The function key among them.
    package var functionKey: String? { keys.split(separator: " ").first { $0.hasPrefix("F") }.map(String.init) }

    /// The menu, in the order of its numbers.
    package static let menu = allCases.filter { $0.number != nil }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }

    /// Whether what was typed finds it: each word begins a word of one of its names.
    func isFound(by words: [Substring]) -> Bool {
        let own = "\(phrase) \(name)".lowercased().split(separator: " ")
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}
