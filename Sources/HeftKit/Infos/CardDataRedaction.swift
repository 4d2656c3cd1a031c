/// Takes card data out of text before it is logged.
///
/// Hidden are
/// - card numbers: 13 to 19 digits with a right check digit, in one piece or in groups with a space or a dash between,
///   all but their last four digits. A longer run of digits is hidden where a part of it is such a number;
/// - track data: what stands behind a card number and `=`, `^` or `D`;
/// - the values of the EMV tags 57 and 5A, as `5A 4111…`, `5A=4111…` or `5A084111…` inside a run of hexadecimal digits.
///
/// Hidden characters become `*`, so that the text keeps its layout. A number that is no card's, such as an invoice's,
/// stays, and so does a GUID, whatever its groups look like: it is what the host knows a transaction by. Numbers that
/// begin with zeros are looked at without them, as no card number does.
public enum CardDataRedaction {
    private static let lengths = 13...19
    private static let visibleDigits = 4
    private static let guidLength = 36
    private static let guidHyphens = [8, 13, 18, 23]

    /// The text without card data; the same text where there is none.
    public static func redacted(_ text: String) -> String {
        var bytes = Array(text.utf8)
        hideTags(in: &bytes)
        hideCardNumbers(in: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Card numbers and tracks

    private static func hideCardNumbers(in bytes: inout [UInt8]) {
        // What is hidden on the way is no digit any more, so everything is looked for in the text as it was.
        let text = bytes
        let runs = digitRuns(in: text)
        var index = 0
        while index < runs.count {
            let (found, next) = cardNumber(startingAt: index, of: runs, in: text)
            if let found, !isInsideGUID(found, of: text) {
                let digits = found.filter { isDigit(text[$0]) }
                hideTrack(after: found.upperBound, in: &bytes)
                for position in digits.dropLast(visibleDigits) { bytes[position] = UInt8(ascii: "*") }
            }
            index = next
        }
    }

    /// The card number that begins with this run, and the run to look at next.
    private static func cardNumber(
        startingAt first: Int, of runs: [Range<Int>], in bytes: [UInt8]
    ) -> (found: Range<Int>?, next: Int) {
        let run = runs[first].drop { bytes[$0] == UInt8(ascii: "0") }
        if run.count > lengths.upperBound {
            return (holdsCardNumber(run.map { bytes[$0] }) ? runs[first] : nil, first + 1)
        }
        if isCardNumber(run.map { bytes[$0] }) { return (runs[first], first + 1) }
        var digits = run.map { bytes[$0] }
        var last = first
        while !run.isEmpty, last + 1 < runs.count, isSeparated(runs[last], runs[last + 1], in: bytes),
            digits.count + runs[last + 1].count <= lengths.upperBound
        {
            last += 1
            digits += bytes[runs[last]]
            if isCardNumber(digits), isAlone(runs[first].lowerBound, runs[last].upperBound, in: bytes) {
                return (runs[first].lowerBound..<runs[last].upperBound, last + 1)
            }
        }
        return (nil, first + 1)
    }

    private static func hideTrack(after end: Int, in bytes: inout [UInt8]) {
        let marks: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: "^"), UInt8(ascii: "D")]
        guard end + 1 < bytes.count, marks.contains(bytes[end]) else { return }
        let isName = bytes[end] == UInt8(ascii: "^")
        guard isName || isDigit(bytes[end + 1]) else { return }
        var position = end + 1
        while position < bytes.count, bytes[position] >= 0x20, !ends(bytes[position], isName: isName) {
            bytes[position] = UInt8(ascii: "*")
            position += 1
        }
    }

    /// A name in track 1 may hold spaces; the digits of track 2 do not.
    private static func ends(_ byte: UInt8, isName: Bool) -> Bool {
        let marks: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: "<"), UInt8(ascii: ";"), UInt8(ascii: "\"")]
        return marks.contains(byte) || (!isName && byte == UInt8(ascii: " "))
    }

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

    private static func isSeparated(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Bool {
        let between = Array(bytes[left.upperBound..<right.lowerBound])
        return between == [UInt8(ascii: " ")] || between == [UInt8(ascii: "-")] || between == Array("\u{A0}".utf8)
            || between == Array("&nbsp;".utf8)
    }

    /// Groups of digits inside a GUID have letters or more groups beside them.
    private static func isAlone(_ start: Int, _ end: Int, in bytes: [UInt8]) -> Bool {
        let isBegun = start > 0 && (isLetter(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-"))
        let goesOn = end < bytes.count && bytes[end] != UInt8(ascii: "D") && isLetter(bytes[end])
        return !isBegun && !goesOn
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

    private static func isCardNumber(_ digits: [UInt8]) -> Bool {
        guard lengths.contains(digits.count), digits.first != UInt8(ascii: "0") else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0"))
            return sum + (digit.offset.isMultiple(of: 2) ? value : value * 2 - (value > 4 ? 9 : 0))
        }
        return sum.isMultiple(of: 10)
    }

    private static func holdsCardNumber(_ digits: [UInt8]) -> Bool {
        digits.indices.contains { start in
            lengths.contains { length in
                start + length <= digits.count && isCardNumber(Array(digits[start..<start + length]))
            }
        }
    }

    // MARK: EMV tags

    /// The tags whose values are a card's number and its track 2.
    private static let tags: [[UInt8]] = ["57", "5A", "5a"].map { Array($0.utf8) }
    /// The shortest value that can be a card number, in hexadecimal digits.
    private static let shortestValue = 12

    private static func hideTags(in bytes: inout [UInt8]) {
        var position = 0
        while position < bytes.count {
            guard isLetter(bytes[position]) || isDigit(bytes[position]) else {
                position += 1
                continue
            }
            let end = bytes[position...].firstIndex { !isLetter($0) && !isDigit($0) } ?? bytes.count
            let word = position..<end
            position = end
            if tags.contains(Array(bytes[word])) {
                hideValue(after: end, in: &bytes)
            } else if word.count > shortestValue, word.allSatisfy({ isHexadecimal(bytes[$0]) }) {
                hideTags(inside: word, of: &bytes)
            }
        }
    }

    /// Hides the groups of hexadecimal digits behind a tag until a whole value is hidden or something else stands there.
    private static func hideValue(after tagEnd: Int, in bytes: inout [UInt8]) {
        let ends: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|"), 0x0A, 0x0D]
        var position = tagEnd
        var hidden: [Int] = []
        while position < bytes.count, !ends.contains(bytes[position]) {
            let word = bytes[position...].prefix { isLetter($0) || isDigit($0) }.indices
            guard !word.isEmpty else {
                position += 1
                continue
            }
            guard word.allSatisfy({ isHexadecimal(bytes[$0]) }) else { break }
            hidden += word
            position = word.upperBound
            if word.count >= shortestValue { break }
        }
        guard hidden.count >= shortestValue else { return }
        for index in hidden { bytes[index] = UInt8(ascii: "*") }
    }

    /// Finds tag and length inside a run of hexadecimal digits; the value must be long enough and begin with a digit.
    private static func hideTags(inside word: Range<Int>, of bytes: inout [UInt8]) {
        var position = word.lowerBound
        while position + 4 + shortestValue <= word.upperBound {
            let tag = Array(bytes[position..<position + 2])
            let length = Int(String(decoding: bytes[position + 2..<position + 4], as: UTF8.self), radix: 16) ?? 0
            let value = position + 4..<position + 4 + 2 * length
            if tags.contains(tag), 2 * length >= shortestValue, value.upperBound <= word.upperBound,
                length <= 19, isDigit(bytes[value.lowerBound])
            {
                for index in value { bytes[index] = UInt8(ascii: "*") }
                position = value.upperBound
            } else {
                position += 2
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
