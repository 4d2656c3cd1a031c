import Testing

@testable import Pictures

@Suite("Picture files") struct PictureTests {
    @Test(
        "PNG and JPEG are read, whatever way they are packed",
        arguments: ["signature.png", "transparent.png", "signature.jpg", "progressive.jpg"])
    func kinds(name: String) throws {
        let picture = try SampleFile.picture(name)
        #expect(picture.width == 320)
        #expect(picture.height == 120)
        #expect(picture.points.count == 320 * 120 * 4)
        // Ink on the stroke, paper beside it.
        #expect(lightness(picture, column: 130, row: 93) < 100)
        #expect(lightness(picture, column: 300, row: 10) > 240)
    }

    @Test("what is transparent is white, what is half so is half as dark") func transparency() throws {
        let points: [UInt8] = [0, 0, 0, 0, 10, 20, 30, 255, 0, 100, 200, 128]
        let picture = Picture(width: 3, height: 1, points: points)
        #expect(picture.points == [255, 255, 255, 255, 10, 20, 30, 255, 127, 177, 227, 255])
    }

    @Test("a picture at the limit is read, one point more is refused before a point is decoded") func sides() throws {
        #expect(try SampleFile.picture("largest.png").height == 4096)
        #expect(throws: PictureError.tooLarge(width: 20000, height: 300, limit: 4096)) {
            try SampleFile.picture("wide.png")
        }
        #expect(throws: PictureError.tooLarge(width: 65500, height: 65500, limit: 4096)) {
            try SampleFile.picture("vast.jpg")
        }
    }

    @Test("text packed beside the points does not unpack without end") func hiddenText() throws {
        #expect(throws: PictureError.overLimits(.png)) { try SampleFile.picture("hidden-text.png") }
    }

    @Test("a JPEG that draws the same points over and over is refused", arguments: [1, 600])
    func scans(times: Int) throws {
        let file = try SampleFile.bytes("progressive.jpg").repeatingLastScan(times)
        #expect(throws: PictureError.damaged(.jpeg)) { try Picture(file: file) }
    }

    @Test("a JPEG in the colours of print is refused") func printColours() throws {
        #expect(throws: PictureError.damaged(.jpeg)) { try SampleFile.picture("cmyk.jpg") }
    }

    @Test("a file of too many bytes is refused with their number") func bytes() {
        let limit = Picture.bytesMax
        let file = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: limit - 2)
        #expect(throws: PictureError.tooManyBytes(limit + 1, limit: limit)) { try Picture(file: file) }
        #expect(throws: PictureError.damaged(.jpeg)) { try Picture(file: file.dropLast()) }
    }

    @Test(
        "the first bytes say what a file is",
        arguments: [
            ([], .empty), (Array("GIF89a".utf8), .unknownType), (Array("<html>".utf8), .unknownType),
            ([0x89, 0x50, 0x4E, 0x47], .unknownType),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .damaged(.png)),
            ([0xFF, 0xD8], .unknownType), ([0xFF, 0xD8, 0xFF], .damaged(.jpeg)),
        ] as [([UInt8], PictureError)])
    func signature(file: [UInt8], error: PictureError) {
        #expect(throws: error) { try Picture(file: file) }
    }

    @Test(
        "a file that was cut off anywhere is damaged", arguments: ["signature.png", "signature.jpg", "progressive.jpg"])
    func truncated(name: String) throws {
        let file = try SampleFile.bytes(name)
        let type = try #require(PictureType(firstBytesOf: file))
        // The last chunk of a PNG, and the mark at the end of a JPEG, carry no points.
        for count in stride(from: 8, to: file.count - 16, by: 37) {
            #expect(throws: PictureError.damaged(type)) { try Picture(file: Array(file.prefix(count))) }
        }
    }

    @Test(
        "a changed byte never does worse than an error",
        arguments: ["signature.png", "signature.jpg", "progressive.jpg"])
    func corrupt(name: String) throws {
        let file = try SampleFile.bytes(name)
        for index in stride(from: 0, to: file.count, by: 11) {
            var changed = file
            changed[index] ^= 0x5A
            do throws(PictureError) {
                let picture = try Picture(file: changed)
                #expect(picture.points.count == picture.width * picture.height * 4)
            } catch {
                #expect(error != .empty)
            }
        }
    }

    private func lightness(_ picture: Picture, column: Int, row: Int) -> Int {
        picture.points.withUnsafeBufferPointer { Pictures.lightness($0, at: (row * picture.width + column) * 4) }
    }
}

extension [UInt8] {
    /// A progressive JPEG with the last of its scans so many times more.
    fileprivate func repeatingLastScan(_ times: Int) throws -> [UInt8] {
        let starts = indices.dropLast().filter { self[$0] == 0xFF && self[$0 + 1] == 0xDA }
        let scan = try Array(self[#require(starts.last)..<(count - 2)])
        return dropLast(2) + Array(repeatElement(scan, count: times).joined()) + suffix(2)
    }
}
