import ReaderSimulator

/// A message for whoever typed the command line.
struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What the command line asks for.
struct ReaderOptions {
    /// How a till reaches the reader.
    enum Link: Equatable {
        /// Behind a symbolic link; nil for one in a folder of its own.
        case pseudoTerminal(path: String?)
        case tcp(host: String, port: UInt16)
        case standardStreams
        /// The serial service of this computer's adapter, for a till on another computer.
        case bluetooth
    }

    var link: Link?
    /// Without a screen of its own.
    var isHeadless = false
    var scenarioPath: String?
    /// Nil for the usual place.
    var booksPath: String?
    var model = SimulatedReader.Configuration.Model.hiLite
    var profile = SimulatedReader.Configuration.Profile.current
    var traffic = SimulatedReader.Configuration.HostTraffic.connection
    var speed = SimulatedReader.Speed.brisk
    var isByHand = false
    var seed: UInt64?
    var timeScale = 1
    /// The bank, as the reader names it to the till.
    var bankHost: String?
    var bankPort: UInt16?
    /// Of a reader whose books begin with this run; nil for the usual one.
    var serialNumber: String?
    /// Of a file with another secret than the one that simulated readers share.
    var secretPath: String?
    var asksForHelp = false
    var asksForVersion = false

    /// - Parameter words: without the program's name.
    init(_ words: [String]) throws(UsageError) {
        var words = words[...]
        var bind: String?
        var port: UInt16?
        while let word = words.popFirst() {
            switch word {
            case "--pty": try set(.pseudoTerminal(path: ReaderOptions.optional(&words)))
            case "--tcp": port = UInt16(try ReaderOptions.whole(&words, word, 0...65_535))
            case "--bind": bind = try ReaderOptions.value(&words, word)
            case "--stdio": try set(.standardStreams)
            case "--bluetooth": try set(.bluetooth)
            case "--headless": isHeadless = true
            case "--scenario": scenarioPath = try ReaderOptions.value(&words, word)
            case "--books": booksPath = try ReaderOptions.value(&words, word)
            case "--model": model = try ReaderOptions.choice(&words, word, [("hilite", .hiLite), ("hipro", .hiPro)])
            case "--profile": profile = try ReaderOptions.choice(&words, word, [("current", .current), ("old", .old)])
            case "--host-traffic":
                traffic = try ReaderOptions.choice(&words, word, [("connection", .connection), ("post", .post)])
            case "--speed":
                speed = try ReaderOptions.choice(
                    &words, word, [("instant", .instant), ("brisk", .brisk), ("real", .real)])
            case "--by-hand": isByHand = true
            case "--seed": seed = UInt64(try ReaderOptions.whole(&words, word, 0...999_999_999))
            case "--time-scale": timeScale = try ReaderOptions.whole(&words, word, 1...100_000)
            case "--bank": try setBank(try ReaderOptions.value(&words, word))
            case "--serial": serialNumber = try ReaderOptions.serial(&words, word)
            case "--secret-file": secretPath = try ReaderOptions.value(&words, word)
            case "--help", "-h", "help": asksForHelp = true
            case "--version", "version": asksForVersion = true
            default: throw UsageError("till-reader does not know what to do with \"\(word)\". See till-reader --help.")
            }
        }
        try settle(bind, port)
    }

    private mutating func settle(_ bind: String?, _ port: UInt16?) throws(UsageError) {
        if let port {
            try set(.tcp(host: bind ?? "127.0.0.1", port: port))
        } else if bind != nil {
            throw UsageError("--bind needs a port too: --tcp PORT.")
        }
        guard !asksForHelp, !asksForVersion else { return }
        guard let link else {
            throw UsageError(
                "Say how a till reaches the reader: --pty, --tcp PORT, --bluetooth or --stdio. See till-reader --help.")
        }
        // The screen would stand among the bytes.
        if link == .standardStreams || scenarioPath != nil { isHeadless = true }
    }

    private mutating func set(_ link: Link) throws(UsageError) {
        guard self.link == nil else {
            throw UsageError("A reader has one link. Use one of --pty, --tcp, --bluetooth and --stdio.")
        }
        self.link = link
    }

    private mutating func setBank(_ text: String) throws(UsageError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 253, let port = UInt16(parts[1]), port > 0
        else { throw UsageError("\"\(text)\" is no bank. Use --bank HOST:PORT.") }
        bankHost = String(parts[0])
        bankPort = port
    }

    // MARK: Words

    private static func value(_ words: inout ArraySlice<String>, _ name: String) throws(UsageError) -> String {
        guard let value = words.popFirst(), !value.isEmpty else { throw UsageError("\(name) needs a value.") }
        return value
    }

    /// A value that may be left out.
    private static func optional(_ words: inout ArraySlice<String>) -> String? {
        guard let next = words.first, !next.hasPrefix("-") else { return nil }
        return words.popFirst()
    }

    private static func whole(
        _ words: inout ArraySlice<String>, _ name: String, _ range: ClosedRange<Int>
    ) throws(UsageError) -> Int {
        let text = try value(&words, name)
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private static func serial(_ words: inout ArraySlice<String>, _ name: String) throws(UsageError) -> String {
        let text = try value(&words, name)
        guard text.utf8.count == 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw UsageError("\(name) takes 12 digits, such as 000012348422.")
        }
        return text
    }

    private static func choice<Value>(
        _ words: inout ArraySlice<String>, _ name: String, _ choices: [(String, Value)]
    ) throws(UsageError) -> Value {
        let text = try value(&words, name)
        guard let found = choices.first(where: { $0.0 == text }) else {
            throw UsageError("\(name) takes \(choices.map(\.0).joined(separator: " or ")).")
        }
        return found.1
    }

    /// What `till-reader --help` prints.
    static let helpText = """
        till-reader: a simulated card reader as a program of its own. No money moves.

          till-reader --pty [LINK]           a serial line: till --reader tty:LINK --simulated
          till-reader --tcp PORT             a TCP port: till --reader tcp:HOST:PORT --simulated; 0 for a free one
              --bind ADDRESS                 the address of this computer to wait at (127.0.0.1)
          till-reader --bluetooth            this computer's Bluetooth, for a till on another: till --reader bt:ADDRESS
                                             --simulated. It can be found and paired for 3 minutes; its PIN is 0000
          till-reader --stdio                the wire on standard input and output; what it says goes to standard error

              --headless                     no screen: it says on standard output what happens
              --scenario FILE                plays a file of steps, without a screen
              --books FILE                   what the reader must not forget ($XDG_STATE_HOME/till-reader/reader.json)
              --model hilite|hipro           which reader it plays (hilite; a hipro has a scanner)
              --profile current|old          its generation (current)
              --speed instant|brisk|real     the customer's pace (brisk)
              --by-hand                      every step of the customer is yours
              --seed N                       what its random numbers begin with: same seed and serial number, same run
              --serial NUMBER                its serial number, 12 digits, as its books begin (000012348421)
              --time-scale N                 divides all delays by N, also how long it has the bank
                                             waited for; give till the same
              --bank HOST:PORT               the bank that it has the till call
              --host-traffic connection|post how it calls it (connection)
              --secret-file FILE             64 hexadecimal digits, readable by you alone; else the development secret

        A scenario has one step a line: wait TEXT, wait linked, insert, swipe, tap, green, red, remove, no-pin, wrong-pin,
        give 10%, scan CODE, next declined, card visa chip, tip 10%, hand manual, fault drop-link bank-send,
        fault corrupt, battery 15, drop, freeze, restart, quit. Lines that begin with # say nothing.

        Exit status: 0 when it is ended or a scenario says quit, 1 when a scenario stopped in its middle as the wire of
        --stdio ended, 64 wrong usage, 69 what cannot be used: a port, a file, a terminal.

        """
}
