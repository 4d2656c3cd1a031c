import ChargeURL
import Glibc

/// Where a till takes the charge requests of other programs: sockets for each books.
enum ChargeSocket {
    /// The longest message: the longest request behind the longest first line.
    static let bytesMax =
        ChargeMessage(url: "", waits: true, printsAnswer: true).text.utf8.count + ChargeProtocol.requestBytesMax
    /// The longest reply: the longest answer and the words before it.
    static let replyBytesMax =
        ChargeHandover.Reply.ended(255, answer: "").line.utf8.count + ChargeProtocol.answerBytesMax

    /// None without a folder that is this user's alone.
    ///
    /// - Parameters:
    ///   - books: the file or folder of the books, which tells one till from another; nil for a demo.
    ///   - folder: the till's own.
    static func places(books: String?, environment: [String: String], folder: String?) -> [String] {
        LocalSocket.places(
            "till-charge-\(books.map(name) ?? "demo").sock", environment: environment, folder: folder)
    }

    /// A short name for a path, the same for whoever asks.
    private static func name(of path: String) -> String {
        let whole = path.hasPrefix("/") ? path : workingFolder + "/" + path
        // FNV-1a: two paths that get the same name would share a socket, and nothing worse.
        let hash = whole.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static var workingFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        return String(cString: folder)
    }
}

/// What is handed to the till that runs: what the sender waits for, and the URL.
struct ChargeMessage: Equatable {
    /// Of a request; of an answer that is wanted once more, its name.
    var url: String
    /// An answer of the books is wanted once more.
    var isAgain = false
    /// The sender waits for the result.
    var waits: Bool
    /// The sender prints the answer, so that nobody opens it.
    var printsAnswer: Bool

    var text: String {
        "\(isAgain ? "again1" : "charge1") \(waits ? "wait" : "go") \(printsAnswer ? "print" : "open")\n\(url)"
    }

    init(url: String, isAgain: Bool = false, waits: Bool, printsAnswer: Bool) {
        self.url = url
        self.isAgain = isAgain
        self.waits = waits
        self.printsAnswer = printsAnswer
    }

    /// Nil for bytes that no till has sent.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), let end = text.firstIndex(of: "\n") else {
            return nil
        }
        let words = text[..<end].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, ["charge1", "again1"].contains(words[0]), ["wait", "go"].contains(words[1]),
            ["print", "open"].contains(words[2])
        else { return nil }
        self.init(
            url: String(text[text.index(after: end)...]), isAgain: words[0] == "again1", waits: words[1] == "wait",
            printsAnswer: words[2] == "print")
    }
}
