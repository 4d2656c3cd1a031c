/// Finds what must stand in no output and no file.
enum Secrets {
    /// The secret that simulated readers and development tills share.
    private static let development = "0102030405060708091011121314151617181920212223242526272829303132"

    /// What was found, one line each; nothing when all is well.
    ///
    /// - Parameter known: harmless texts. A database writes its texts one behind the other without anything between, so
    ///   that the end of an id and a code may look like a card's number together.
    static func found(in bytes: [UInt8], of name: String, apartFrom known: Set<String> = []) -> [String] {
        let bytes = known.sorted().reduce(bytes) { removing(Array($1.utf8), from: $0) }
        var found: [String] = []
        if contains(bytes, Array(development.utf8)) { found.append("\(name) holds the secret as text") }
        if contains(bytes, rawSecret) { found.append("\(name) holds the secret's bytes") }
        found += cardNumbers(in: bytes).map { "\(name) holds the card number \($0)" }
        return found
    }

    private static var rawSecret: [UInt8] {
        let digits = development.utf8.map { $0 - 0x30 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The bytes with a space in place of each byte of the text.
    private static func removing(_ text: [UInt8], from bytes: [UInt8]) -> [UInt8] {
        guard let first = text.first, bytes.count >= text.count else { return bytes }
        var bytes = bytes
        for start in 0...(bytes.count - text.count)
        where bytes[start] == first && bytes[start..<(start + text.count)].elementsEqual(text) {
            for place in start..<(start + text.count) { bytes[place] = 0x20 }
        }
        return bytes
    }

    private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }

    /// Runs of 13 to 19 digits that begin like a card's number and whose check digit is right.
    private static func cardNumbers(in bytes: [UInt8]) -> [String] {
        let runs = bytes.split { !(0x30...0x39).contains($0) }
        return runs.filter { run in
            (13...19).contains(run.count) && (0x33...0x36).contains(run[run.startIndex]) && hasRightCheckDigit(run)
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func hasRightCheckDigit(_ digits: ArraySlice<UInt8>) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit - 0x30) * (place % 2 == 1 ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }
}
