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
