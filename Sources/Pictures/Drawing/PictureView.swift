/// Which part of a picture is shown.
package struct PictureView: Equatable, Sendable {
    /// The largest ``zoom``.
    package static let zoomMax = 16

    /// 1 shows all of it, 2 half of its width and height, and so on.
    package var zoom: Int
    /// The middle of the part, in thousandths of the picture: 500 and 500 are its middle. Held so that the part stays
    /// within the picture.
    package var centerX: Int
    package var centerY: Int

    package init(zoom: Int = 1, centerX: Int = 500, centerY: Int = 500) {
        self.zoom = min(max(zoom, 1), Self.zoomMax)
        self.centerX = centerX
        self.centerY = centerY
        hold()
    }

    package static let whole = PictureView()

    /// The same part at another size: one step larger (1) or smaller (-1) doubles or halves.
    package func zoomed(by steps: Int) -> PictureView {
        let steps = min(max(steps, -Self.zoomMax), Self.zoomMax)
        let zoom = steps >= 0 ? min(Self.zoomMax, zoom << steps) : max(1, zoom >> -steps)
        return PictureView(zoom: zoom, centerX: centerX, centerY: centerY)
    }

    /// Moved by so many quarters of what is shown, to the right and down.
    package func panned(right: Int = 0, down: Int = 0) -> PictureView {
        let step = 250 / zoom
        let limit = 4 * Self.zoomMax
        return PictureView(
            zoom: zoom, centerX: centerX + min(max(right, -limit), limit) * step,
            centerY: centerY + min(max(down, -limit), limit) * step)
    }

    private mutating func hold() {
        let half = 500 / zoom
        centerX = min(max(centerX, half), 1000 - half)
        centerY = min(max(centerY, half), 1000 - half)
    }

    /// The part of `bounds` that is shown.
    func part(of bounds: PictureBounds) -> PictureBounds {
        func span(_ range: Range<Int>, _ center: Int) -> Range<Int> {
            let count = max(1, range.count / zoom)
            let start = range.lowerBound + range.count * center / 1000 - count / 2
            let held = min(max(start, range.lowerBound), range.upperBound - count)
            return held..<(held + count)
        }
        return PictureBounds(columns: span(bounds.columns, centerX), rows: span(bounds.rows, centerY))
    }
}

/// A part of a picture, in points; never empty.
struct PictureBounds: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>
}

extension PictureBounds {
    /// What is darker than the paper by less than this, of 255, is taken for paper: the noise of JPEG.
    private static let contrastMin = 48

    /// Where anything is drawn, with a little paper around it; all of the picture if it is blank.
    ///
    /// A reader's pad is wide and a signature is often small on it: the paper around it only costs the cashier detail.
    init(ofInkIn points: [UInt8], width: Int, height: Int) {
        var first = (column: width, row: height)
        var last = (column: -1, row: -1)
        points.withUnsafeBufferPointer { points in
            let lightest = stride(from: 0, to: points.count, by: 4).reduce(0) { max($0, lightness(points, at: $1)) }
            for row in 0..<height {
                for column in 0..<width
                where lightness(points, at: (row * width + column) * 4) < lightest - Self.contrastMin {
                    first = (min(first.column, column), min(first.row, row))
                    last = (max(last.column, column), max(last.row, row))
                }
            }
        }
        guard last.column >= first.column else {
            self.init(columns: 0..<width, rows: 0..<height)
            return
        }
        let margin = max(1, max(last.column - first.column, last.row - first.row) / 20)
        self.init(
            columns: max(0, first.column - margin)..<min(width, last.column + 1 + margin),
            rows: max(0, first.row - margin)..<min(height, last.row + 1 + margin))
    }
}

/// How light a point looks, 0 to 255, by the eye's weights.
func lightness(_ points: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    (Int(points[start]) * 77 + Int(points[start + 1]) * 150 + Int(points[start + 2]) * 29) >> 8
}
