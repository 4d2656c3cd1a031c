import Glibc

/// The numbers of the records that this program has asked to be charged. They come back with the answer, and one that was
/// never given is none of ours.
struct DemoRecords: Sendable {
    /// The parameter of the return address.
    static let parameter = "record_id"

    private let path: String
    private static let digitsMax = 12

    init(path: String) {
        self.path = path
    }

    /// A new number, above all before it; nil where it cannot be kept.
    func next() -> String? {
        let number = last + 1
        let descriptor = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        let text = Array("\(number)\n".utf8)
        let isWritten = write(descriptor, text, text.count) == text.count
        guard close(descriptor) == 0, isWritten, rename(path + ".new", path) == 0 else { return nil }
        return String(number)
    }

    func isOurs(_ record: String) -> Bool {
        guard let number = DemoRecords.number(record) else { return false }
        return (1...max(1, last)).contains(number) && last > 0
    }

    private var last: Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return 0 }
        return DemoRecords.number(String(decoding: buffer[..<count].prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
    }

    private static func number(_ text: String) -> Int? {
        guard (1...digitsMax).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
