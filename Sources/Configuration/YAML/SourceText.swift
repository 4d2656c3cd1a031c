/// The text of a configuration file, looked at before YAML is read from it.
struct SourceText: Sendable {
    /// Larger files are refused: a configuration has some hundred lines.
    static let bytesMax = 65_536

    private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

    /// Whether the file begins with a byte order mark, as editors of other systems write it.
    let hasByteOrderMark: Bool
    /// What follows it.
    let scalars: [Unicode.Scalar]

    /// - Throws: what YAML cannot be read from, with its place.
    init(_ bytes: some Collection<UInt8>) throws(ConfigurationError) {
        guard bytes.count <= Self.bytesMax else {
            throw ConfigurationError(at: .start, .tooLarge(limit: Self.bytesMax))
        }
        var scalars = try Self.decode(bytes)
        hasByteOrderMark = scalars.first == Self.byteOrderMark
        if hasByteOrderMark { scalars.removeFirst() }
        self.scalars = scalars
        if let offset = scalars.firstIndex(where: { !Self.isAllowed($0) }) {
            throw ConfigurationError(at: place(of: offset), .controlCharacter(scalars[offset].value))
        }
    }

    private static func decode(_ bytes: some Collection<UInt8>) throws(ConfigurationError) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: return scalars
            case .error:
                if scalars.first == byteOrderMark { scalars.removeFirst() }
                throw ConfigurationError(at: place(of: scalars.count, in: scalars), .notUTF8)
            }
        }
    }

    /// Line ends and tabs are characters of YAML; what else steers a terminal is not. The line ends of Unicode beyond
    /// those are refused as well: no two programs count lines alike where they stand.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x85, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: scalar.properties.generalCategory != .control
        }
    }

    /// The characters as UTF-8, without a byte order mark.
    var utf8: [UInt8] { Array(string.utf8) }

    private var string: String { String(String.UnicodeScalarView(scalars)) }

    /// The file as it is written.
    var wholeFile: String { (hasByteOrderMark ? "\u{FEFF}" : "") + string }

    // MARK: Places

    func place(of offset: Int) -> TextPlace { Self.place(of: offset, in: scalars) }

    private static func place(of offset: Int, in scalars: [Unicode.Scalar]) -> TextPlace {
        var place = TextPlace.start
        for (index, scalar) in scalars.prefix(offset).enumerated() {
            place.offset += 1
            let isBreak = scalar == "\n" || scalar == "\r" && !scalars[(index + 1)...].starts(with: ["\n"])
            place.line += isBreak ? 1 : 0
            place.column = isBreak ? 1 : place.column + 1
        }
        return place
    }

    /// Where the line of an offset ends: the offset of its line end, or of the end of the text.
    func lineEnd(from offset: Int) -> Int {
        scalars[offset...].firstIndex { $0 == "\n" || $0 == "\r" } ?? scalars.count
    }

    /// Where the line after an offset begins.
    func nextLine(from offset: Int) -> Int {
        let end = lineEnd(from: offset)
        guard end < scalars.count else { return end }
        let isPair = scalars[end] == "\r" && end + 1 < scalars.count && scalars[end + 1] == "\n"
        return end + (isPair ? 2 : 1)
    }

    /// Where the line of an offset begins.
    func lineStart(of offset: Int) -> Int {
        scalars[..<offset].lastIndex { $0 == "\n" || $0 == "\r" }.map { $0 + 1 } ?? 0
    }

    /// How this text ends its lines.
    var lineBreak: String {
        guard let first = scalars.firstIndex(where: { $0 == "\n" || $0 == "\r" }) else { return "\n" }
        guard scalars[first] == "\r" else { return "\n" }
        return first + 1 < scalars.count && scalars[first + 1] == "\n" ? "\r\n" : "\r"
    }
}
