import Glibc

/// Hands a charge request to the till that runs already.
enum ChargeHandover {
    /// What the running till says of a request, in lines.
    enum Reply: Equatable {
        /// So many are before it.
        case queued(Int)
        /// The exit status, and the answer where it is to be printed.
        case ended(Int32, answer: String)

        var line: String {
            switch self {
            case .queued(let count): "queued \(count)"
            case .ended(let status, let answer): "ended \(status) \(answer)"
            }
        }

        init?(_ line: Substring) {
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            switch words.first {
            case "queued":
                guard words.count == 2, let count = Int(words[1]), count >= 0 else { return nil }
                self = .queued(count)
            case "ended":
                guard words.count == 3, let status = Int32(words[1]), (0...255).contains(status) else { return nil }
                self = .ended(status, answer: String(words[2]))
            default: return nil
            }
        }
    }

    /// Hands the request over.
    ///
    /// - Returns: the exit status; nil where no till runs that would take it.
    static func run(_ arguments: ChargeArguments, to path: String) -> Int32? {
        let descriptor = ChargeSocket.open()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard ChargeSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0, ChargeSocket.isOwn(descriptor)
        else { return nil }
        let waits = arguments.isHeadless || arguments.printsAnswer
        let message = ChargeMessage(url: arguments.url, waits: waits, printsAnswer: arguments.printsAnswer)
        guard message.text.utf8.count <= ChargeSocket.bytesMax else {
            StandardStreams.error("till: The charge request is too long. Nothing was charged.")
            return ExitStatus.wrongUsage.rawValue
        }
        ChargeSocket.write(message.text, to: descriptor)
        shutdown(descriptor, Int32(SHUT_WR))
        return listen(descriptor, waits: waits)
    }

    private static func listen(_ descriptor: Int32, waits: Bool) -> Int32 {
        var reader = LineReader(descriptor)
        while let line = reader.next(bytesMax: 2 * ChargeSocket.bytesMax) {
            switch Reply(line) {
            case .queued(let count):
                let before = count == 0 ? "" : count == 1 ? " 1 waits before it." : " \(count) wait before it."
                StandardStreams.error("The till that runs has taken the request.\(before)")
                if !waits { return ExitStatus.success.rawValue }
            case .ended(let status, let answer):
                if !answer.isEmpty { StandardStreams.output(answer) }
                return status
            case nil: break
            }
        }
        StandardStreams.error(
            "till: The till that runs gave no answer. Look there whether the request was charged before asking again.")
        return waits ? ExitStatus.unknown.rawValue : ExitStatus.unavailable.rawValue
    }

    /// Reads lines from a descriptor.
    private struct LineReader {
        private let descriptor: Int32
        private var bytes: [UInt8] = []

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        /// Nil at the end, and for a line that is too long.
        mutating func next(bytesMax: Int) -> Substring? {
            while true {
                if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: bytes[..<end], as: UTF8.self)
                    bytes.removeFirst(end + 1)
                    return line[...]
                }
                guard bytes.count <= bytesMax else { return nil }
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                bytes += buffer[..<count]
            }
        }
    }
}
