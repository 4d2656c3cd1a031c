/// Why a command line cannot be carried out. Nothing was changed.
struct UsageError: Error, Equatable {
    /// What was wrong, and what to do.
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Splits the words behind a command into options and operands. Options may stand anywhere; `--` ends them.
struct ArgumentScanner {
    /// An option that a command knows.
    struct Option {
        var name: String
        /// What stands for its value in messages; nil for an option without one.
        var value: String?

        /// An option without a value, `--json`.
        static func flag(_ name: String) -> Option { Option(name: name, value: nil) }
        /// An option with a value, `--currency CODE`.
        static func value(_ name: String, _ placeholder: String) -> Option { Option(name: name, value: placeholder) }
    }

    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []
    private let command: String

    /// - Throws: for an option that is unknown, repeated, or lacks its value.
    init(_ words: some Sequence<String>, command: String, options: [Option]) throws(UsageError) {
        self.command = command
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                return
            }
            guard ArgumentScanner.isOption(word) else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { "--" + $0.name == parts[0] }) else {
                throw UsageError(
                    "\(parts[0]) is no option of \(ArgumentScanner.name(of: command)). See till help.")
            }
            try take(option, inline: parts.count > 1 ? parts[1] : nil, &words)
        }
    }

    /// A negative number is an operand: it gets the message for numbers.
    private static func isOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
        return !("0"..."9").contains(second) && second != "." && second != ","
    }

    private mutating func take(
        _ option: Option, inline: String?, _ words: inout ArraySlice<String>
    ) throws(UsageError) {
        guard values[option.name] == nil, !flags.contains(option.name) else {
            throw UsageError("--\(option.name) is given twice. Give it once.")
        }
        guard let placeholder = option.value else {
            guard inline == nil else { throw UsageError("--\(option.name) takes no value.") }
            flags.insert(option.name)
            return
        }
        guard let value = inline ?? words.popFirst() else {
            throw UsageError("--\(option.name) needs a value: --\(option.name) \(placeholder).")
        }
        values[option.name] = value
    }

    /// A command as it is typed.
    private static func name(of command: String) -> String { command.isEmpty ? "till" : "till \(command)" }

    func has(_ flag: String) -> Bool { flags.contains(flag) }
    func value(_ name: String) -> String? { values[name] }

    /// A whole number in a range.
    func number(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// The operands by position.
    ///
    /// - Throws: when there are fewer or more than the names.
    func operands(_ names: String...) throws(UsageError) -> [String] {
        if operands.count < names.count {
            throw UsageError("\(ArgumentScanner.name(of: command)) needs \(names[operands.count]). See till help.")
        }
        if operands.count > names.count {
            throw UsageError(
                "\(ArgumentScanner.name(of: command)) does not know what to do with \"\(operands[names.count])\".")
        }
        return operands
    }
}
