import FoundationEssentials

@testable import Pictures

/// The picture files beside these tests, made by other programs than ours.
enum SampleFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try [UInt8](Data(contentsOf: folder.appending(path: "Files/\(name)")))
    }

    static func picture(_ name: String) throws -> Picture {
        try Picture(file: bytes(name))
    }
}

/// A picture of a few points: `#` is black, anything else white.
func picture(_ rows: String...) -> Picture {
    let points = rows.flatMap { row in
        row.flatMap { point -> [UInt8] in point == "#" ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    }
    return Picture(width: rows.first?.count ?? 0, height: rows.count, points: points)
}

extension Picture {
    /// So many points for one, across and down.
    func enlarged(_ factor: Int) -> Picture {
        var many: [UInt8] = []
        for row in 0..<(height * factor) {
            for column in 0..<(width * factor) {
                let start = (row / factor * width + column / factor) * 4
                many += points[start..<(start + 4)]
            }
        }
        return Picture(width: width * factor, height: height * factor, points: many)
    }
}

extension PictureDrawing {
    /// The drawing with `|` at its right edge.
    var text: String {
        rows.map { row in String(row.map(\.character)) + "|" }.joined(separator: "\n")
    }
}
