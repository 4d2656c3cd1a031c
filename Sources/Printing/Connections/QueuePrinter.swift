import Glibc
import Spawning

/// A queue of the printing system, reached by its program without a shell in between.
struct QueuePrinter {
    let queue: String?
    let program: String

    /// What of the program's own words is kept, in bytes.
    private static let wordsMax = 2048
    /// The longest title, in characters.
    private static let titleMax = 80

    func send(_ bytes: [UInt8], title: String, _ deadline: PrintingDeadline) throws(PrintingError) {
        let inputs = try Self.connectedSockets()
        let input = Descriptor(inputs.ours)
        let theirInput = Descriptor(inputs.theirs)
        let outputs = try Self.connectedSockets()
        let output = Descriptor(outputs.ours)
        let theirOutput = Descriptor(outputs.theirs)
        let process = try spawn(arguments(title), input: theirInput.number, output: theirOutput.number)
        // The program has its own by now; while we hold these too, neither side would see the other's end.
        _ = consume theirInput
        _ = consume theirOutput
        let end: (status: Int32, words: String, failure: PrintingError?)
        do throws(PrintingError) {
            let failure = try Self.feed(bytes, to: input, deadline)
            let words = try Self.words(from: output, of: bytes.count, deadline)
            end = (try Self.wait(for: process, of: bytes.count, deadline), words, failure)
        } catch {
            // It leads a session of its own: what it has started goes with it.
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
            throw error
        }
        guard end.status == 0 else { throw .programFailed(status: end.status, said: end.words) }
        // It ended well, though it left some of the receipt unread.
        if let failure = end.failure { throw failure }
    }

    private func arguments(_ title: String) -> [String] {
        let title = title.filter { !$0.isNewline && $0 != "\0" }.prefix(Self.titleMax)
        return [program, "-s", "-t", String(title)] + (queue.map { ["-d", $0] } ?? []) + ["-"]
    }

    /// Two ends of a connection. A pair of sockets and not a pipe: what is written to one that nobody reads fails without
    /// a signal.
    private static func connectedSockets() throws(PrintingError) -> (ours: Int32, theirs: Int32) {
        var numbers: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw .failed(errorNumber: errno) }
        // Ours alone: a program does not expect its input to say "later".
        _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
        return (numbers[0], numbers[1])
    }

    // MARK: The program

    private func spawn(_ words: [String], input: Int32, output: Int32) throws(PrintingError) -> pid_t {
        do throws(SpawnFailure) {
            return try SpawnedProgram.start(words, input: input, errors: output, environment: Self.environment)
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: throw .programMissing(program)
            case EACCES, EPERM: throw .notAllowed(program)
            default: throw .failed(errorNumber: error.code)
            }
        }
    }

    /// What the printing system goes by, and no more.
    private static var environment: [String: String] {
        let names = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "CUPS_SERVER", "CUPS_ENCRYPTION"]
        return names.reduce(into: [:]) { values, name in
            values[name] = getenv(name).map { String(cString: $0) }
        }
    }

    // MARK: Its input, its words, its end

    /// Returns why it did not take all, for it may say so better itself.
    private static func feed(
        _ bytes: [UInt8], to input: consuming Descriptor, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> PrintingError? {
        let number = input.number
        do throws(PrintingError) {
            try input.writeAll(bytes, deadline) {
                Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            return nil
        } catch {
            if case .timedOut = error { throw error }
            return error
        }
    }

    /// What it says until it closes its end.
    private static func words(
        from output: consuming Descriptor, of count: Int, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> String {
        var words: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            guard try output.wait(for: POLLIN, deadline) else { throw .timedOut(sent: count, of: count) }
            let count = recv(output.number, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            words += buffer.prefix(count).prefix(max(0, wordsMax - words.count))
        }
        let text = String(decoding: words, as: UTF8.self).split { $0.isNewline }.joined(separator: " ")
        return String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    }

    private static func wait(
        for process: pid_t, of count: Int, _ deadline: PrintingDeadline
    ) throws(PrintingError) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            guard ended == 0 || errno == EINTR else { throw .failed(errorNumber: errno) }
            guard deadline.millisecondsLeft > 0 else { throw .timedOut(sent: count, of: count) }
            // It has closed its output, so its end is near.
            poll(nil, 0, 5)
        }
        // As the shell has it: the exit status, or 128 and the signal's number.
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
