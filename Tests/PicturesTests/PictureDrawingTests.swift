import Testing

@testable import Pictures

@Suite("Pictures as characters") struct PictureDrawingTests {
    @Test("a signature in half blocks") func halfBlocks() throws {
        let drawing = try PictureDrawing(SampleFile.picture("signature.png"), style: .halfBlocks, columns: 40, rows: 12)
        #expect(
            drawing.text == """
                    ▄                                   |
                   ▐█▌   ▄                              |
                   █▀█  ██▌   ▄▄   █▌                   |
                  ▐█ ██▄█▐█ ▄███  █▀█▌   ▄▄▄      ▄▄█▌  |
                  █▌  ██▌ █▄█▀ ▐███ ▐█ ▄██▀▀█▄▄▄▄█▀▀    |
                 ▐█   ▀▀  ▐█▌   ▀▀   ▐█▀      ▀▀        |
                  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█ |
                  ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  |
                """)
        #expect(drawing.rows.joined().allSatisfy { $0.ink == .dark && $0.paper == .light })
    }

    @Test("a signature in ASCII") func ascii() throws {
        let drawing = try PictureDrawing(SampleFile.picture("signature.png"), style: .ascii, columns: 40, rows: 12)
        #expect(
            drawing.text == #"""
                                                        |
                    H    _                              |
                   J %  _M    _    a,                   |
                   F `_ F L  a~L  J t    ___       ,=   |
                  s   tf  ? a   Ly`  \ _*^ ~=L__-f~     |
                  `        F     `   `=~      ~         |
                  ______________,wwwwwww--------------  |
                                                        |
                """#)
        #expect(drawing.rows.joined().allSatisfy { $0.character.isASCII })
    }

    @Test("strokes one point wide are still there when hundreds of points share a cell") func thinStrokes() throws {
        let rows = (0..<600).map { row in
            String((0..<900).map { column in row == 0 || column == 0 || row == 599 || column == 899 ? "#" : " " })
        }
        let drawing = try PictureDrawing(
            Picture(width: 900, height: 600, points: points(rows)), style: .halfBlocks, columns: 12, rows: 4)
        #expect(
            drawing.text == """
                ▀▀▀▀▀▀▀▀▀▀▀▀|
                ▌          ▐|
                ▌          ▐|
                ▄▄▄▄▄▄▄▄▄▄▄▄|
                """)
    }

    @Test("no style draws with anything but blocks, spaces or ASCII", arguments: ["signature.jpg", "transparent.png"])
    func characters(name: String) throws {
        let picture = try SampleFile.picture(name)
        let blocks: Set<Character> = [" ", "█", "▀", "▄", "▌", "▐"]
        for style in [PictureDrawing.Style.halfBlocks, .halfBlocksInColour] {
            let drawing = try PictureDrawing(picture, style: style, columns: 36, rows: 10)
            #expect(Set(drawing.rows.joined().map(\.character)).isSubset(of: blocks))
        }
    }

    @Test("in colour, ink is what it was and paper white, in colours that no theme changes") func colours() throws {
        let points = (0..<64).flatMap { index -> [UInt8] in index % 8 < 4 ? [0, 0, 255, 255] : [0, 0, 0, 0] }
        let drawing = try PictureDrawing(
            Picture(width: 8, height: 8, points: points), style: .halfBlocksInColour, columns: 8, rows: 4)
        let shown = Set(drawing.rows.joined().map { $0.character == " " ? $0.paper : $0.ink })
        #expect(shown.contains(.palette(21)))
        for colour in drawing.rows.joined().flatMap({ [$0.ink, $0.paper] }) {
            if case .palette(let index) = colour { #expect(index >= 16) }
        }
    }

    @Test(
        "the shape of what is drawn is kept, whatever the room",
        arguments: [(40, 12), (12, 40), (80, 24), (3, 1), (1, 1)])
    func shape(columns: Int, rows: Int) throws {
        let drawing = try PictureDrawing(
            picture("####", "#  #", "#  #", "####"), style: .halfBlocks, columns: columns, rows: rows)
        #expect(drawing.rows.count <= rows)
        let width = try #require(drawing.rows.first).count
        #expect(width <= columns)
        #expect(width == min(columns, 2 * rows))
    }

    @Test("room that makes no sense is a drawing all the same", arguments: [Int.min, -1, 0, Int.max])
    func oddRoom(size: Int) throws {
        let drawing = try PictureDrawing(
            picture("#"), style: .ascii, columns: size, rows: size, cellAspect: size)
        #expect((1...PictureDrawing.rowsMax).contains(drawing.rows.count))
        let graphics = try PictureGraphics(
            picture("#"), method: .sixel, columns: size, rows: size, cell: .init(width: size, height: size))
        #expect(graphics.rows >= 1)
    }

    @Test("a blank picture is white paper") func blank() throws {
        let drawing = try PictureDrawing(SampleFile.picture("blank.png"), style: .halfBlocks, columns: 8, rows: 4)
        #expect(drawing.rows.joined().allSatisfy { $0.character == " " && $0.paper == .light })
    }

    @Test("the paper around a small signature is cut off") func margins() throws {
        var rows = [String](repeating: String(repeating: " ", count: 100), count: 100)
        rows[70] = String(repeating: " ", count: 60) + "##########" + String(repeating: " ", count: 30)
        let picture = Picture(width: 100, height: 100, points: points(rows))
        #expect(picture.inkBounds == PictureBounds(columns: 59..<71, rows: 69..<72))
    }

    // MARK: Zoom and pan

    @Test("zoomed in twice, half of the width and height fills the room") func zoom() throws {
        let sample = picture("##      ", "##      ", "        ", "       #")
        let corner = PictureView(zoom: 2, centerX: 0, centerY: 0)
        let drawing = try PictureDrawing(sample, view: corner, style: .halfBlocks, columns: 8, rows: 2)
        #expect(
            drawing.text == """
                ████    |
                ████    |
                """)
    }

    @Test("what is shown stays within the picture") func held() {
        #expect(PictureView(zoom: 1, centerX: 0, centerY: 999) == .whole)
        #expect(PictureView(zoom: 4, centerX: -7, centerY: 5000) == PictureView(zoom: 4, centerX: 125, centerY: 875))
        #expect(PictureView(zoom: 99).zoom == PictureView.zoomMax)
        #expect(PictureView(zoom: -1).zoom == 1)
        #expect(PictureView.whole.panned(right: .max, down: .min) == .whole)
        #expect(PictureView.whole.zoomed(by: .max).zoomed(by: .min) == .whole)
    }

    @Test("a step moves by a quarter of what is shown, and back") func steps() {
        let view = PictureView.whole.zoomed(by: 1)
        #expect(view.zoom == 2)
        #expect(view.panned(right: 1) == PictureView(zoom: 2, centerX: 625))
        #expect(view.panned(right: 1, down: -1).panned(right: -1, down: 1) == view)
        #expect(view.panned(right: 9).centerX == 750)
        #expect(view.panned(right: 9).zoomed(by: -1) == .whole)
    }

    @Test("every part of every small picture is a part of it", arguments: 1...9)
    func parts(side: Int) {
        let bounds = PictureBounds(columns: 3..<(3 + side), rows: 2..<4)
        for zoom in 1...PictureView.zoomMax {
            for center in stride(from: 0, through: 1000, by: 125) {
                let part = PictureView(zoom: zoom, centerX: center, centerY: center).part(of: bounds)
                #expect(!part.columns.isEmpty && !part.rows.isEmpty)
                #expect(part.columns.clamped(to: bounds.columns) == part.columns)
                #expect(part.rows.clamped(to: bounds.rows) == part.rows)
            }
        }
    }

    private func points(_ rows: [String]) -> [UInt8] {
        rows.flatMap { row in row.flatMap { $0 == "#" ? [0, 0, 0, 255] : [255, 255, 255, 255] as [UInt8] } }
    }
}
