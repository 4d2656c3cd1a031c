import Files

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
        do throws(FileError) {
            try RegularFile.replace(path, with: "\(number)\n".utf8)
            return String(number)
        } catch {
            return nil
        }
    }

    func isOurs(_ record: String) -> Bool {
        guard let number = DemoRecords.number(record) else { return false }
        return (1...max(1, last)).contains(number) && last > 0
    }

    private var last: Int {
        guard let bytes = try? RegularFile.read(path, limit: 64, followsLinks: false) else { return 0 }
        return DemoRecords.number(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
    }

    private static func number(_ text: String) -> Int? {
        guard (1...digitsMax).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
