import Money
import TillJournal

/// How a command prints what stands in the books.
enum BooksForm: Equatable {
    case plain
    case json
    case csv
}

/// `till history`
struct HistoryArguments: Equatable {
    var query: HistoryQuery
    var form = BooksForm.plain
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "history",
            options: ReaderArguments.options + [.flag("json"), .flag("csv"), .value("currency", "CODE")])
        if scanner.has("json"), scanner.has("csv") {
            throw UsageError("--json and --csv do not go together. Leave one of them out.")
        }
        if scanner.has("json") { form = .json }
        if scanner.has("csv") { form = .csv }
        let currency = try scanner.value("currency").map { (code) throws(UsageError) in
            try Currency(argument: code)
        }
        do throws(HistoryQueryError) {
            query = try HistoryQuery(
                scanner.operands.joined(separator: " "), now: SystemClock.now(), currencies: [currency ?? .gbp])
        } catch {
            throw UsageError(error.sentence)
        }
        reader = try ReaderArguments(scanner)
    }
}

/// `till show`
struct ShowArguments: Equatable {
    var id: String
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "show", options: ReaderArguments.options + [.flag("json")])
        id = try scanner.operands("an operation's number or reference")[0]
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

/// `till refund` and `till reverse`
struct ReturnArguments: Equatable {
    enum Kind: Equatable {
        /// Of this amount, as it was typed; nil for all that is left.
        case refund(String?)
        case reversal
    }

    var kind: Kind
    var id: String
    var signature = SaleArguments.Signature.ask
    var json: Bool
    var reader: ReaderArguments

    init(refund words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "refund",
            options: ReaderArguments.options + [.flag("json"), .value("signature", "accept|reject|ask")])
        let isWhole = scanner.operands.count < 2
        let name = "a sale's number or reference"
        let operands = isWhole ? try scanner.operands(name) : try scanner.operands(name, "an amount")
        kind = .refund(isWhole ? nil : operands[1])
        id = operands[0]
        signature = try SaleArguments.Signature(scanner)
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }

    init(reversal words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "reverse", options: ReaderArguments.options + [.flag("json")])
        kind = .reversal
        id = try scanner.operands("an operation's number or reference")[0]
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

/// `till tip`
struct TipArguments: Equatable {
    var id: String
    /// As it was typed.
    var amount: String
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "tip", options: ReaderArguments.options + [.flag("json")])
        let operands = try scanner.operands("a sale's number or reference", "the new tip")
        id = operands[0]
        amount = operands[1]
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

/// `till report`
struct ReportArguments: Equatable {
    enum Kind: Equatable {
        /// What was done since the last close.
        case open
        case day(Day)
        /// Ends the day on the reader and in the books.
        case close(by: String)
        /// The report of an earlier close, as it was kept.
        case closed(Int)
    }

    var kind = Kind.open
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "report",
            options: ReaderArguments.options + [
                .flag("json"), .value("day", "D"), .flag("close"), .value("by", "NAME"), .value("closed", "N"),
            ])
        _ = try scanner.operands()
        let given = [scanner.value("day") != nil, scanner.has("close"), scanner.value("closed") != nil]
        guard given.count(where: { $0 }) < 2 else {
            throw UsageError("--day, --close and --closed do not go together. Give one of them.")
        }
        guard scanner.value("by") == nil || scanner.has("close") else {
            throw UsageError("--by says who closes the day. Give it with --close.")
        }
        if let text = scanner.value("day") { kind = .day(try Day(argument: text, of: "day")) }
        if scanner.has("close") { kind = .close(by: scanner.value("by") ?? "cashier") }
        if let number = try scanner.number("closed", 1...Int(Int32.max)) { kind = .closed(number) }
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

/// `till export`
struct ExportArguments: Equatable {
    /// The first day; nil for the first in the books.
    var from: Day?
    /// The last day; nil for the last in the books.
    var to: Day?
    var format: ExportFormat
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "export",
            options: ReaderArguments.options + [
                .value("from", "D"), .value("to", "D"), .value("format", "csv|json"),
            ])
        _ = try scanner.operands()
        from = try scanner.value("from").map { (text) throws(UsageError) in try Day(argument: text, of: "from") }
        to = try scanner.value("to").map { (text) throws(UsageError) in try Day(argument: text, of: "to") }
        if let from, let to, to.first < from.first { throw UsageError("--to is before --from. Turn them round.") }
        switch scanner.value("format") ?? "csv" {
        case "csv": format = .csv
        case "json": format = .jsonLines
        default: throw UsageError("--format takes csv or json.")
        }
        reader = try ReaderArguments(scanner)
    }
}

/// `till reconcile`
struct ReconcileArguments: Equatable {
    /// The first and the last day.
    var from: Day
    var to: Day
    /// A file of the bank's list; nil to ask the bank.
    var list: String?
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "reconcile",
            options: ReaderArguments.options + [
                .flag("json"), .value("day", "D"), .value("from", "D"), .value("to", "D"), .value("list", "FILE.csv"),
            ])
        _ = try scanner.operands()
        let day = try scanner.value("day").map { (text) throws(UsageError) in try Day(argument: text, of: "day") }
        let from = try scanner.value("from").map { (text) throws(UsageError) in try Day(argument: text, of: "from") }
        let to = try scanner.value("to").map { (text) throws(UsageError) in try Day(argument: text, of: "to") }
        guard day == nil || (from == nil && to == nil) else {
            throw UsageError("--day does not go with --from and --to. Leave one of them out.")
        }
        guard let today = Day(SystemClock.now().localDate) else {
            throw UsageError("The clock of this machine shows no date. Give one: --day 2026-11-01.")
        }
        self.from = day ?? from ?? to ?? today
        self.to = day ?? to ?? today
        if self.to.first < self.from.first { throw UsageError("--to is before --from. Turn them round.") }
        list = scanner.value("list")
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

/// `till journal`
struct JournalArguments: Equatable {
    enum Kind: Equatable {
        case check
        case backup(to: String)
        case setAside
    }

    var kind: Kind
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        guard let word = words.first else {
            throw UsageError("till journal needs to know what: check, backup or set-aside. See till help.")
        }
        let command = "journal \(word)"
        let isSettingAside = word == "set-aside"
        let scanner = try ArgumentScanner(
            words.dropFirst(), command: command,
            options: ReaderArguments.options + (isSettingAside ? [.flag("yes")] : []))
        switch word {
        case "check":
            _ = try scanner.operands()
            kind = .check
        case "backup": kind = .backup(to: try scanner.operands("a file that is not there yet")[0])
        case "set-aside":
            _ = try scanner.operands()
            guard scanner.has("yes") else {
                throw UsageError("till journal set-aside takes the books out of use. Say so with --yes.")
            }
            kind = .setAside
        default:
            throw UsageError("\"\(word)\" is no command of till journal: check, backup or set-aside. See till help.")
        }
        reader = try ReaderArguments(scanner)
    }
}

/// `till decide`
struct DecideArguments: Equatable {
    var id: String
    var kind: SupervisorDecision.Kind
    var supervisor: String
    var evidence: String
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "decide",
            options: ReaderArguments.options + [.flag("json"), .value("by", "NAME"), .value("evidence", "TEXT")])
        let operands = try scanner.operands("an operation's number or reference", "approved or failed")
        id = operands[0]
        switch operands[1] {
        case "approved": kind = .approved
        case "failed": kind = .failed
        default: throw UsageError("\"\(operands[1])\" is no decision. Use approved or failed.")
        }
        guard let supervisor = scanner.value("by"), supervisor.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("till decide needs the name of who decides: --by NAME.")
        }
        guard let evidence = scanner.value("evidence"), evidence.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("till decide needs what the decision rests on: --evidence TEXT.")
        }
        self.supervisor = supervisor
        self.evidence = evidence
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
    }
}

extension Day {
    /// A day as it is given on a command line.
    fileprivate init(argument text: String, of option: String) throws(UsageError) {
        guard let day = Day(text) else {
            throw UsageError("--\(option) takes a day as year, month and day: --\(option) 2026-11-01.")
        }
        self = day
    }
}
