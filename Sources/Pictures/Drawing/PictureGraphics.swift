import CChafa

/// A picture as one string for a terminal that draws pictures by itself.
package struct PictureGraphics: Equatable, Sendable {
    package enum Method: Equatable, Sendable {
        /// The graphics protocol of the kitty terminal.
        case kitty
        case sixel
    }

    /// The size of one character on the terminal, in points: 4 to 64 wide and 6 to 64 high.
    package struct CellPoints: Equatable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int = 8, height: Int = 16) {
            self.width = min(max(4, width), 64)
            // Sixel comes in bands six points high, and the library divides by their number.
            self.height = min(max(6, height), 64)
        }
    }

    /// No longer string is made: over a slow line it would hold up the screen.
    package static let bytesMax = 8 << 20
    /// What takes every picture off a kitty terminal's screen.
    package static let kittyErase: [UInt8] = Array("\u{1B}_Ga=d,q=2\u{1B}\\".utf8)

    /// The cells the picture covers, from where the cursor stands. Sixel may leave the last row or column in part blank.
    package let columns: Int
    package let rows: Int
    /// Escape sequences; the cursor stands somewhere else afterwards.
    package let bytes: [UInt8]

    /// As large as `columns` and `rows` let it be without changing its shape, on white.
    ///
    /// - Throws: ``PictureError/outOfMemory``, ``PictureError/tooManyBytes(_:limit:)``.
    package init(
        _ picture: Picture, view: PictureView = .whole, method: Method, columns: Int, rows: Int,
        cell: CellPoints = CellPoints()
    ) throws(PictureError) {
        let part = view.part(of: picture.inkBounds)
        let room = CellSize(
            columns: min(max(1, columns), PictureDrawing.columnsMax, Self.sideMax / cell.width),
            rows: min(max(1, rows), PictureDrawing.rowsMax, Self.sideMax / cell.height))
        let size = room.fitting(part, cellAspect: cell.height * 10 / cell.width)
        let scaled = ScaledPicture(
            picture, part: part, widthMax: size.columns * cell.width, heightMax: size.rows * cell.height
        ).onPaper(as: size.columns * cell.width, by: size.rows * cell.height)
        let canvas = try ChafaCanvas(size: size) { configuration in
            chafa_canvas_config_set_pixel_mode(
                configuration, method == .kitty ? CHAFA_PIXEL_MODE_KITTY : CHAFA_PIXEL_MODE_SIXELS)
            chafa_canvas_config_set_cell_geometry(configuration, Int32(cell.width), Int32(cell.height))
            chafa_canvas_config_set_canvas_mode(configuration, CHAFA_CANVAS_MODE_TRUECOLOR)
            chafa_canvas_config_set_bg_color(configuration, 0xFF_FFFF)
        }
        canvas.draw(scaled)
        bytes = try canvas.printed()
        guard bytes.count <= Self.bytesMax else { throw .tooManyBytes(bytes.count, limit: Self.bytesMax) }
        self.columns = size.columns
        self.rows = size.rows
    }

    /// The longest side that is sent, in points.
    private static let sideMax = 1200
}

extension ScaledPicture {
    /// With paper around it, as wide for its height as the place is that it fills: a place of whole cells is not quite of
    /// the picture's shape, and the library would stretch it.
    fileprivate func onPaper(as placeWidth: Int, by placeHeight: Int) -> ScaledPicture {
        let wide = max(width, height * placeWidth / max(1, placeHeight))
        let high = max(height, width * placeHeight / max(1, placeWidth))
        guard wide > width || high > height else { return self }
        var paper = self
        paper.width = wide
        paper.height = high
        paper.points = [UInt8](repeating: 255, count: wide * high * 4)
        let (left, top) = ((wide - width) / 2, (high - height) / 2)
        for row in 0..<height {
            let start = ((top + row) * wide + left) * 4
            paper.points.replaceSubrange(
                start..<(start + width * 4), with: points[(row * width * 4)..<((row + 1) * width * 4)])
        }
        return paper
    }
}
