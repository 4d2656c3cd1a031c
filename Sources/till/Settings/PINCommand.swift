import Configuration
import Files
import Glibc

/// `till pin`: asks for a supervisor's new PIN, and prints what is to stand in the configuration or writes it there.
struct PINArguments: Equatable {
    /// Writes it into the configuration.
    var saves: Bool
    var configPath: String?

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "pin", options: [.flag("save"), .value("config", "FILE")])
        guard scanner.operands.isEmpty else {
            throw UsageError("A PIN is not given as an argument, where others can see it. till pin asks for it.")
        }
        saves = scanner.has("save")
        configPath = scanner.value("config")
    }
}

enum PINCommand {
    /// - Throws: ``CommandFailure``; nothing was changed then.
    static func run(_ arguments: PINArguments) throws(CommandFailure) {
        let file = ConfigurationFile(named: arguments.configPath)
        let typed = try typed()
        var random = SystemRandomNumberGenerator()
        let pin: SupervisorPIN
        do throws(SupervisorPIN.Refusal) {
            pin = try SupervisorPIN.hashed(typed, random: &random)
        } catch {
            throw CommandFailure(.wrongUsage, error.sentence)
        }
        guard arguments.saves else {
            StandardStreams.output("staff:\n  supervisor-pin: \(pin.stored)")
            return
        }
        do throws(ConfigurationFile.SaveFailure) {
            _ = try file.save([.supervisorPIN: .text(pin.stored)])
        } catch {
            throw CommandFailure(.unavailable, error.sentence)
        }
        StandardStreams.error("The PIN was saved in \(file.path ?? "the configuration").")
    }

    private static func typed() throws(CommandFailure) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let bytes = try? Descriptor.readAll(STDIN_FILENO, limit: 256) else {
                throw CommandFailure(.unavailable, "The PIN cannot be read from standard input.")
            }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
            guard lines.count == 1 else {
                throw CommandFailure(.wrongUsage, "Standard input holds no PIN. Give it as one line.")
            }
            return String(decoding: lines[0], as: UTF8.self)
        }
        let first = try HiddenLine.ask("New PIN: ")
        if let refusal = SupervisorPIN.refusal(of: first) { throw CommandFailure(.wrongUsage, refusal.sentence) }
        guard try HiddenLine.ask("The same again: ") == first else {
            throw CommandFailure(.wrongUsage, "These were two different PINs. Run till pin again.")
        }
        return first
    }
}

/// A line that is typed on the terminal and not shown.
enum HiddenLine {
    private static let charactersMax = 64

    /// - Throws: ``CommandFailure`` when the person gives up, or the terminal is gone.
    static func ask(_ question: String) throws(CommandFailure) -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw gone }
        var hidden = before
        // Ctrl-C comes as a character: whoever presses it must not be left with a terminal that shows nothing.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        var signals = sigset_t()
        var signalsBefore = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGTSTP] { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, &signalsBefore)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { throw gone }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            sigprocmask(SIG_SETMASK, &signalsBefore, nil)
            StandardStreams.write("\n", to: STDERR_FILENO)
        }
        StandardStreams.write(question, to: STDERR_FILENO)
        var line: [UInt8] = []
        while true {
            guard let byte = nextByte() else { throw gone }
            switch byte {
            case 0x0A, 0x0D: return String(decoding: line, as: UTF8.self)
            case 0x03, 0x04, 0x1B: throw CommandFailure(.cancelled, "No PIN was set.")
            case 0x08, 0x7F: _ = line.popLast()
            case 0x15: line.removeAll()
            default: if line.count < charactersMax { line.append(byte) }
            }
        }
    }

    private static let gone = CommandFailure(.unavailable, "The terminal is gone. No PIN was set.")

    private static func nextByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}
