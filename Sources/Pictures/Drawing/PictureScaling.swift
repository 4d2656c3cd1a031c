/// Points made fewer, for a drawing that has room for no more.
struct ScaledPicture: Equatable {
    var width: Int
    var height: Int
    /// Four bytes a point, as in ``Picture/points``.
    var points: [UInt8]

    /// The part of the picture in at most so many points; a part that has fewer keeps its own.
    ///
    /// The mean of many points would turn a thin stroke into a grey haze, and with two colours into nothing. So each point
    /// leans to the darkest of those it stands for.
    init(_ picture: Picture, part: PictureBounds, widthMax: Int, heightMax: Int) {
        width = min(max(1, widthMax), part.columns.count)
        height = min(max(1, heightMax), part.rows.count)
        points = []
        points.reserveCapacity(width * height * 4)
        let (width, height) = (width, height)
        func slice(_ range: Range<Int>, _ index: Int, of count: Int) -> Range<Int> {
            let start = range.lowerBound + range.count * index / count
            return start..<(range.lowerBound + range.count * (index + 1) / count)
        }
        points = picture.points.withUnsafeBufferPointer { source in
            var points: [UInt8] = []
            for row in 0..<height {
                let rows = slice(part.rows, row, of: height)
                for column in 0..<width {
                    let columns = slice(part.columns, column, of: width)
                    points += Self.point(of: source, columns, rows, rowLength: picture.width)
                }
            }
            return points
        }
    }

    private static func point(
        of source: UnsafeBufferPointer<UInt8>, _ columns: Range<Int>, _ rows: Range<Int>, rowLength: Int
    ) -> [UInt8] {
        var sums = (0, 0, 0)
        var darkest = (start: 0, lightness: 256)
        for row in rows {
            for column in columns {
                let start = (row * rowLength + column) * 4
                sums.0 += Int(source[start])
                sums.1 += Int(source[start + 1])
                sums.2 += Int(source[start + 2])
                let lightness = lightness(source, at: start)
                if lightness < darkest.lightness { darkest = (start, lightness) }
            }
        }
        let count = columns.count * rows.count
        func blend(_ sum: Int, _ offset: Int) -> UInt8 {
            UInt8((sum / count + 3 * Int(source[darkest.start + offset])) / 4)
        }
        return [blend(sums.0, 0), blend(sums.1, 1), blend(sums.2, 2), 255]
    }
}
