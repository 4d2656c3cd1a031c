/// A picture as points of colour, what was transparent laid on white paper.
package struct Picture: Equatable, Sendable {
    /// The longest file that is read, in bytes.
    package static let bytesMax = 4 << 20
    /// The longest side that is decoded, in points. Its points take 64 MB.
    package static let sideMax = 4096

    /// In points, from 1 to ``sideMax``.
    package let width: Int
    package let height: Int
    /// Row by row from the top, four bytes a point: red, green, blue, and 255.
    package let points: [UInt8]
    /// Where anything is drawn on it, with a little paper around.
    let inkBounds: PictureBounds

    /// - Parameter given: four bytes a point: red, green, blue, and how much it covers of the paper, 0 to 255. Given away,
    ///   they are not copied.
    init(width: Int, height: Int, points given: consuming [UInt8]) {
        var points = consume given
        precondition(width > 0 && height > 0 && points.count == width * height * 4, "points that are no picture")
        Self.putOnPaper(&points)
        self.width = width
        self.height = height
        inkBounds = PictureBounds(ofInkIn: points, width: width, height: height)
        self.points = points
    }

    /// Reads a PNG or JPEG file. Which of them it is, its first bytes say.
    ///
    /// No file makes it take more memory than the limits allow: size and sides are known before a point is decoded.
    /// - Throws: ``PictureError``.
    package init(file: [UInt8]) throws(PictureError) {
        guard !file.isEmpty else { throw .empty }
        guard file.count <= Self.bytesMax else { throw .tooManyBytes(file.count, limit: Self.bytesMax) }
        switch PictureType(firstBytesOf: file) {
        case .png: self = try PNGDecoder.picture(of: file)
        case .jpeg: self = try JPEGDecoder.picture(of: file)
        case nil: throw .unknownType
        }
    }

    private static func putOnPaper(_ points: inout [UInt8]) {
        points.withUnsafeMutableBufferPointer { points in
            for start in stride(from: 0, to: points.count, by: 4) where points[start + 3] != 255 {
                let cover = Int(points[start + 3])
                for index in start..<(start + 3) {
                    points[index] = UInt8((Int(points[index]) * cover + 255 * (255 - cover) + 127) / 255)
                }
                points[start + 3] = 255
            }
        }
    }
}

/// The kinds of picture file that are read.
package enum PictureType: Equatable, Sendable {
    case png
    case jpeg

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// By the file's signature; its name and what a server calls it say nothing.
    package init?(firstBytesOf file: [UInt8]) {
        if file.starts(with: Self.pngSignature) {
            self = .png
        } else if file.starts(with: Self.jpegSignature) {
            self = .jpeg
        } else {
            return nil
        }
    }
}

/// Why a picture was not read.
package enum PictureError: Error, Equatable, Sendable {
    case empty
    /// The file, or its text in base64, is too long; nothing of it was decoded.
    case tooManyBytes(Int, limit: Int)
    /// Neither PNG nor JPEG by its first bytes.
    case unknownType
    /// A side is longer than ``Picture/sideMax`` points; no point was decoded.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// What is packed in it besides its points grows too large.
    case overLimits(PictureType)
    /// Cut off, or not what its format allows.
    case damaged(PictureType)
    /// The library could not get the memory it needs.
    case outOfMemory
    /// Text that is not base64.
    case notBase64
}
