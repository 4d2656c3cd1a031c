@testable import Pictures

/// What a terminal that draws pictures by itself has on its screen: the points, read back from the string that it was sent.
struct TerminalPicture {
    enum Fault: Error, Equatable {
        case noPicture
        case unknownCommand(String)
        case noColour(Int)
        case outside(column: Int, row: Int)
        case wrongCount(Int)
    }

    let width: Int
    let height: Int
    /// How light each point is, 0 to 255, row by row; nil where nothing was drawn.
    private(set) var points: [Int?]

    init(_ graphics: PictureGraphics, _ method: PictureGraphics.Method) throws {
        switch method {
        case .kitty: try self.init(kitty: graphics.bytes)
        case .sixel: try self.init(sixel: graphics.bytes)
        }
    }

    private init(width: Int, height: Int) throws {
        guard width > 0, height > 0, width * height <= 4_000_000 else { throw Fault.noPicture }
        self.width = width
        self.height = height
        points = [Int?](repeating: nil, count: width * height)
    }

    func point(_ column: Int, _ row: Int) -> Int? { points[row * width + column] }

    /// The columns and rows between the outermost points that are darker than this.
    func ink(darkerThan limit: Int = 128) -> (columns: Range<Int>, rows: Range<Int>)? {
        let dark = points.indices.filter { (points[$0] ?? 255) < limit }
        guard let first = dark.first, let last = dark.last else { return nil }
        let columns = dark.map { $0 % width }
        guard let left = columns.min(), let right = columns.max() else { return nil }
        return (left..<(right + 1), (first / width)..<(last / width + 1))
    }

    // MARK: kitty

    /// Commands `ESC _ G keys ; base64 ESC \`, the picture's points in RGBA over all of them.
    private init(kitty bytes: [UInt8]) throws {
        var data: [UInt8] = []
        var size: (width: Int, height: Int)?
        for command in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}_G") {
            guard let body = command.split(separator: "\u{1B}\\", omittingEmptySubsequences: false).first else {
                throw Fault.noPicture
            }
            let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            var keys: [Substring: Substring] = [:]
            for key in parts[0].split(separator: ",") {
                let pair = key.split(separator: "=")
                guard pair.count == 2 else { throw Fault.unknownCommand(String(key)) }
                keys[pair[0]] = pair[1]
            }
            if keys["a"] == "T" {
                guard keys["f"] == "32", let width = keys["s"].flatMap({ Int($0) }),
                    let height = keys["v"].flatMap({ Int($0) })
                else { throw Fault.unknownCommand(String(parts[0])) }
                size = (width, height)
            }
            if parts.count > 1, !parts[1].isEmpty { data += try Base64Text.bytes(of: String(parts[1])) }
        }
        guard let size else { throw Fault.noPicture }
        try self.init(width: size.width, height: size.height)
        guard data.count == points.count * 4 else { throw Fault.wrongCount(data.count) }
        data.withUnsafeBufferPointer { data in
            for index in points.indices where data[index * 4 + 3] >= 128 {
                points[index] = lightness(data, at: index * 4)
            }
        }
    }

    // MARK: Sixel

    /// `ESC P … q "1;1;width;height` and then: `#n;2;r;g;b` colours in per cent, `#n` chooses one, `?` to `~` six points
    /// below each other, `!n` n times the next, `$` back to the left, `-` to the next six rows; `ESC \` ends it.
    private init(sixel bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("\u{1B}P"), text.hasSuffix("\u{1B}\\"), let start = text.firstIndex(of: "q") else {
            throw Fault.noPicture
        }
        var reader = SixelReader(text[text.index(after: start)...].dropLast(2))
        guard reader.take("\"") else { throw Fault.noPicture }
        let raster = reader.numbers()
        guard raster.count == 4, raster[0] == raster[1] else { throw Fault.noPicture }
        try self.init(width: raster[2], height: raster[3])
        var colours: [Int: Int] = [:]
        var colour = 0
        var (column, top) = (0, 0)
        while let sign = reader.next() {
            switch sign {
            case "#":
                let numbers = reader.numbers()
                colour = numbers.first ?? 0
                if numbers.count == 5, numbers[1] == 2 {
                    let parts = numbers[2...].map { UInt8(clamping: $0 * 255 / 100) } + [255]
                    colours[colour] = Array(parts).withUnsafeBufferPointer { lightness($0, at: 0) }
                } else if numbers.count != 1 {
                    throw Fault.unknownCommand("#\(numbers)")
                }
            case "!":
                let count = reader.numbers().first ?? 0
                guard let bits = reader.next().flatMap(Self.bits) else { throw Fault.unknownCommand("!") }
                for _ in 0..<count { try draw(bits, colours[colour], colour, &column, top) }
            case "$": column = 0
            case "-": (column, top) = (0, top + 6)
            case "\n", "\r": break
            default:
                guard let bits = Self.bits(sign) else { throw Fault.unknownCommand(String(sign)) }
                try draw(bits, colours[colour], colour, &column, top)
            }
        }
    }

    private static func bits(_ sign: Character) -> Int? {
        guard let value = sign.asciiValue, (0x3F...0x7E).contains(value) else { return nil }
        return Int(value) - 0x3F
    }

    private mutating func draw(
        _ bits: Int, _ lightness: Int?, _ colour: Int, _ column: inout Int, _ top: Int
    ) throws {
        for bit in 0..<6 where bits & (1 << bit) != 0 {
            guard let lightness else { throw Fault.noColour(colour) }
            guard column < width, top + bit < height else { throw Fault.outside(column: column, row: top + bit) }
            points[(top + bit) * width + column] = lightness
        }
        column += 1
    }
}

private struct SixelReader {
    private var rest: Substring

    init(_ text: Substring) {
        rest = text
    }

    mutating func next() -> Character? { rest.popFirst() }

    mutating func take(_ sign: Character) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    /// Numbers with `;` between them.
    mutating func numbers() -> [Int] {
        let text = rest.prefix { $0.isASCII && $0.isNumber || $0 == ";" }
        rest = rest[text.endIndex...]
        return text.split(separator: ";").compactMap { Int($0) }
    }
}
