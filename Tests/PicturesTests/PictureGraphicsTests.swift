import Testing

@testable import Pictures

@Suite("Pictures for terminals with graphics") struct PictureGraphicsTests {
    @Test("kitty is sent every point, in the cells that were asked for") func kitty() throws {
        let graphics = try PictureGraphics(
            SampleFile.picture("signature.png"), method: .kitty, columns: 20, rows: 12,
            cell: .init(width: 8, height: 16))
        #expect(graphics.columns == 20)
        #expect(graphics.rows == 4)
        let commands = try kittyCommands(graphics.bytes)
        let first = try #require(commands.first)
        #expect(first.keys["a"] == "T")
        #expect(first.keys["f"] == "32")
        #expect(first.keys["s"] == "160")
        #expect(first.keys["v"] == "64")
        #expect(first.keys["c"] == "20")
        #expect(first.keys["r"] == "4")
        // Each command holds padded base64 of its own.
        let points = try commands.filter { !$0.payload.isEmpty }.flatMap { try Base64Text.bytes(of: $0.payload) }
        #expect(points.count == 160 * 64 * 4)
        // Whatever the theme, the paper is white; next to nothing shines through, and that only at a softened edge.
        #expect(points.prefix(4) == [255, 255, 255, 255])
        #expect(stride(from: 3, to: points.count, by: 4).allSatisfy { points[$0] >= 240 })
        #expect(stride(from: 0, to: points.count, by: 4).contains { points[$0] < 64 })
        #expect(commands.last?.keys["m"] == "0")
    }

    @Test("sixel is one string with the size in points, in bands of six") func sixel() throws {
        let graphics = try PictureGraphics(
            SampleFile.picture("signature.png"), method: .sixel, columns: 20, rows: 12,
            cell: .init(width: 8, height: 16))
        let text = String(decoding: graphics.bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}P0;1;0q\"1;1;160;60#"))
        #expect(text.hasSuffix("\u{1B}\\"))
        #expect(text.dropFirst().dropLast(2).allSatisfy { $0.isASCII && $0 >= " " || $0 == "\n" })
    }

    /// A frame with a mark in each corner, all of them different, and a stroke from one to the other.
    private static let framed = picture(
        "##############################",
        "#####........................#",
        "#####........................#",
        "##......................######",
        "#...####................######",
        "#.......######..........######",
        "#.............######.........#",
        "#...................####.....#",
        "#............................#",
        "#..........................###",
        "########...................###",
        "##############################"
    ).enlarged(10)

    private static let methods = [PictureGraphics.Method.kitty, .sixel]

    @Test("the terminal has the whole picture, dark on light, nothing of it cut or blank", arguments: methods)
    func wholePicture(method: PictureGraphics.Method) throws {
        let graphics = try PictureGraphics(
            Self.framed, method: method, columns: 30, rows: 12, cell: .init(width: 10, height: 24))
        let shown = try TerminalPicture(graphics, method)
        #expect(shown.width <= graphics.columns * 10 && shown.height <= graphics.rows * 24)
        #expect(shown.width > (graphics.columns - 1) * 10 && shown.height > (graphics.rows - 1) * 24 - 6)
        // Every point is there, and like the point of the picture that it stands for.
        var (difference, count) = (0, 0)
        for row in 0..<shown.height {
            for column in 0..<shown.width {
                let point = try #require(shown.point(column, row), "nothing at \(column), \(row)")
                let original =
                    (row * Self.framed.height / shown.height) * Self.framed.width + column * Self.framed.width
                    / shown.width
                difference += abs(point - Int(Self.framed.points[original * 4]))
                count += 1
            }
        }
        #expect(difference / count < 12, "\(difference / count) of 255")
        let ink = try #require(shown.ink())
        #expect(ink.columns.lowerBound <= 3 && ink.columns.upperBound >= shown.width - 3)
        #expect(ink.rows.lowerBound <= 3 && ink.rows.upperBound >= shown.height - 3)
    }

    @Test(
        "a signature keeps its shape on the terminal, in any room", arguments: methods, [(40, 12), (70, 8), (24, 20)])
    func shape(method: PictureGraphics.Method, room: (Int, Int)) throws {
        let original = try SampleFile.picture("signature.png")
        let shown = try TerminalPicture(
            PictureGraphics(
                original, method: method, columns: room.0, rows: room.1, cell: .init(width: 9, height: 18)), method)
        let ink = try #require(shown.ink(darkerThan: 160))
        let wanted = try #require(Self.ink(of: original, darkerThan: 160))
        // As wide for its height as it was, but for the points that a cell may round away.
        let across = ink.columns.count * wanted.rows.count
        let along = ink.rows.count * wanted.columns.count
        #expect(abs(across - along) * 100 <= 12 * max(across, along), "\(ink) of \(wanted)")
        let paper = shown.points.filter { ($0 ?? 0) > 200 }.count
        #expect(paper * 2 > shown.points.count, "the paper is light, and most of it is paper")
        #expect(shown.points.contains { ($0 ?? 255) < 80 }, "the ink is dark")
    }

    @Test("a part that is looked at closely fills the place of the whole", arguments: methods)
    func part(method: PictureGraphics.Method) throws {
        let cell = PictureGraphics.CellPoints(width: 10, height: 24)
        let left = try PictureGraphics(
            Self.framed, view: PictureView(zoom: 2, centerX: 0, centerY: 0), method: method, columns: 30, rows: 12,
            cell: cell)
        let shown = try TerminalPicture(left, method)
        let (width, height) = (shown.width, shown.height)
        // The mark in the upper left corner, five of thirty points wide, is a third of what is left of them.
        #expect(shown.point(width / 4, height / 3).map { $0 < 60 } == true)
        #expect(shown.point(width - 2, height / 3).map { $0 > 200 } == true)
        #expect(shown.point(width / 2, height - 3).map { $0 > 200 } == true)
    }

    /// Where anything is drawn on a picture.
    private static func ink(of picture: Picture, darkerThan limit: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
        let dark = (0..<(picture.width * picture.height)).filter { picture.points[$0 * 4] < limit }
        let columns = dark.map { $0 % picture.width }
        guard let left = columns.min(), let right = columns.max(), let first = dark.first, let last = dark.last else {
            return nil
        }
        return (left..<(right + 1), (first / picture.width)..<(last / picture.width + 1))
    }

    @Test(
        "the largest picture in the largest room stays under the limit",
        arguments: [PictureGraphics.Method.kitty, .sixel])
    func limit(method: PictureGraphics.Method) throws {
        let rows = (0..<300).map { row in String((0..<300).map { ($0 * row) % 7 == 0 ? "#" : " " }) }
        let points = rows.flatMap { row in
            row.flatMap { $0 == "#" ? [0, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] }
        }
        let picture = Picture(width: 300, height: 300, points: points)
        let graphics = try PictureGraphics(
            picture, method: method, columns: 999, rows: 999, cell: .init(width: 64, height: 64))
        #expect(graphics.bytes.count <= PictureGraphics.bytesMax)
        #expect(graphics.columns == 18)
    }

    private func kittyCommands(_ bytes: [UInt8]) throws -> [(keys: [String: String], payload: String)] {
        let text = String(decoding: bytes, as: UTF8.self)
        return try text.split(separator: "\u{1B}_G").map { command in
            let body = try #require(command.split(separator: "\u{1B}\\").first)
            let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let keys = try #require(parts.first).split(separator: ",").map { $0.split(separator: "=").map(String.init) }
            return (
                Dictionary(uniqueKeysWithValues: keys.map { ($0[0], $0[1]) }), parts.count > 1 ? String(parts[1]) : ""
            )
        }
    }
}
