import ChargeURL

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

        init?(_ line: String) {
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

    /// Hands over a request that was read without a fault.
    ///
    /// - Returns: the exit status; nil where no till runs that would take it.
    static func run(_ arguments: ChargeArguments, to path: String) -> Int32? {
        guard let connection = LocalSocket.connect(to: path) else { return nil }
        defer { connection.close() }
        let waits = arguments.isHeadless || arguments.printsAnswer
        let message = ChargeMessage(url: arguments.url, waits: waits, printsAnswer: arguments.printsAnswer)
        connection.say(message.text)
        connection.endSaying()
        return listen(connection, waits: waits)
    }

    /// Leaves a request that is refused to the till that runs, which tells its caller.
    ///
    /// - Returns: whether it was taken. One whose answer is printed is not left, nor one that is too long: no caller is
    ///   known of that.
    static func leave(_ arguments: ChargeArguments, at path: String?) -> Bool {
        guard !arguments.printsAnswer, arguments.url.utf8.count <= ChargeProtocol.requestBytesMax, let path,
            let connection = LocalSocket.connect(to: path)
        else { return false }
        defer { connection.close() }
        connection.say(ChargeMessage(url: arguments.url, waits: false, printsAnswer: false).text)
        connection.endSaying()
        var rest: [UInt8] = []
        guard let line = connection.nextLine(&rest, bytesMax: ChargeSocket.replyBytesMax) else { return false }
        if case .queued = Reply(line) { return true }
        return false
    }

    /// Has the till that runs give an answer of its books once more.
    ///
    /// - Returns: the exit status; nil where no till runs.
    static func again(_ name: String, printsAnswer: Bool, at path: String) -> ExitStatus? {
        guard let connection = LocalSocket.connect(to: path) else { return nil }
        defer { connection.close() }
        connection.say(ChargeMessage(url: name, isAgain: true, waits: true, printsAnswer: printsAnswer).text)
        connection.endSaying()
        var rest: [UInt8] = []
        while let line = connection.nextLine(&rest, bytesMax: ChargeSocket.replyBytesMax) {
            guard case .ended(let status, let answer) = Reply(line) else { continue }
            if !answer.isEmpty { StandardStreams.output(answer) }
            return ExitStatus(rawValue: status) ?? .unavailable
        }
        return .unavailable
    }

    private static func listen(_ connection: LocalConnection, waits: Bool) -> Int32 {
        var rest: [UInt8] = []
        while let line = connection.nextLine(&rest, bytesMax: ChargeSocket.replyBytesMax) {
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
}
