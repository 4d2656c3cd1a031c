/// Keeps card numbers out of the books. Every text passes through here on its way to the file.
///
/// Two things count as a card number:
/// - 13 or more ASCII digits in a row, leading zeros not counted. No payment card number starts with a zero, and the
///   application identifiers on receipts (`A0000000031010`) must stay readable. Longer than 19 is track data or a number
///   with something attached, so it is not let through either.
/// - Digits in the groups that are printed on cards (4-4-4-4, 4-6-5 and their like), with a space, a no-break space, a
///   hyphen or a full stop between them, whose check digit is right. The groups of a date or a telephone number are
///   none of these.
///
/// A GUID stays as it is, although some of its groups can look like a card number: it is what the host knows a
/// transaction by.
///
/// All digits but the last four become `*`, so that the text keeps its layout.
enum CardNumberMask {
    static let shortest = 13
    static let longest = 19
    static let visibleDigits = 4
    private static let guidLength = 36
    private static let guidHyphens = [8, 13, 18, 23]

    /// The text without full card numbers; the same text where there are none.
    static func masked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let runs = digitRuns(in: bytes)
        var hidden: [Range<Int>] = []
        for (index, run) in runs.enumerated() {
            let significant = run.drop { bytes[$0] == UInt8(ascii: "0") }
            if significant.count >= shortest {
                hidden.append(run)
            } else if let grouped = groupedCardNumber(startingAt: index, of: runs, in: bytes),
                !isInsideGUID(grouped, of: bytes)
            {
                hidden.append(grouped)
            }
        }
        guard !hidden.isEmpty else { return text }
        for range in hidden {
            let digits = range.filter { isDigit(bytes[$0]) }
            for position in digits.dropLast(visibleDigits) { bytes[position] = UInt8(ascii: "*") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A card number as it is shown: all but the last four digits hidden, however few there are.
    static func lastFour(_ cardNumber: String) -> String {
        var bytes = Array(cardNumber.utf8)
        let digits = bytes.indices.filter { isDigit(bytes[$0]) }
        for position in digits.dropLast(visibleDigits) { bytes[position] = UInt8(ascii: "*") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// The longest stretches of digits, in order.
    private static func digitRuns(in bytes: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            if isDigit(byte) {
                start = start ?? index
            } else if let begun = start {
                runs.append(begun..<index)
                start = nil
            }
        }
        if let begun = start { runs.append(begun..<bytes.count) }
        return runs
    }

    private static func groupedCardNumber(
        startingAt first: Int, of runs: [Range<Int>], in bytes: [UInt8]
    ) -> Range<Int>? {
        guard runs[first].count == 4 else { return nil }
        var lengths = [4]
        for index in (first + 1)..<min(first + 5, runs.count) {
            guard isSeparator(bytes[runs[index - 1].upperBound..<runs[index].lowerBound]) else { return nil }
            lengths.append(runs[index].count)
            let number = runs[first].lowerBound..<runs[index].upperBound
            if isPrinted(lengths), hasRightCheckDigit(number.lazy.map { bytes[$0] }.filter(isDigit)) {
                return number
            }
        }
        return nil
    }

    /// Whether these bytes belong to a GUID: 8-4-4-4-12 hexadecimal digits that stand alone.
    private static func isInsideGUID(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        let first = max(0, range.upperBound - guidLength)
        return first <= range.lowerBound && (first...range.lowerBound).contains { isGUID(at: $0, in: bytes) }
    }

    private static func isGUID(at start: Int, in bytes: [UInt8]) -> Bool {
        let end = start + guidLength
        guard end <= bytes.count else { return false }
        guard start == 0 || !isLetterOrDigit(bytes[start - 1]), end == bytes.count || !isLetterOrDigit(bytes[end])
        else {
            return false
        }
        return (0..<guidLength).allSatisfy { offset in
            let byte = bytes[start + offset]
            return guidHyphens.contains(offset) ? byte == UInt8(ascii: "-") : isHexadecimal(byte)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func isSeparator(_ bytes: ArraySlice<UInt8>) -> Bool {
        let between = Array(bytes)
        return between == [UInt8(ascii: " ")] || between == [UInt8(ascii: "-")] || between == [UInt8(ascii: ".")]
            || between == Array("\u{A0}".utf8) || between == Array("&nbsp;".utf8)
    }

    private static func isPrinted(_ lengths: [Int]) -> Bool {
        let digits = lengths.reduce(0, +)
        guard digits >= shortest, digits <= longest, let last = lengths.last else { return false }
        let isInFours = lengths.dropLast().allSatisfy { $0 == 4 } && last <= 4
        return isInFours || lengths == [4, 6, 4] || lengths == [4, 6, 5]
    }

    /// The Luhn check of ISO/IEC 7812.
    private static func hasRightCheckDigit(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0"))
            return sum + (digit.offset.isMultiple(of: 2) ? value : value * 2 - (value > 4 ? 9 : 0))
        }
        return sum.isMultiple(of: 10)
    }
}
