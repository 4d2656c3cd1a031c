import CTurboJPEG

enum JPEGDecoder {
    static func picture(of file: [UInt8]) throws(PictureError) -> Picture {
        guard let decoder = tjInitDecompress() else { throw .outOfMemory }
        defer { tjDestroy(decoder) }
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colours: Int32 = 0
        let size = UInt(file.count)
        guard tjDecompressHeader3(decoder, file, size, &width, &height, &subsampling, &colours) == 0, width > 0,
            height > 0
        else { throw .damaged(.jpeg) }
        guard width <= Picture.sideMax, height <= Picture.sideMax else {
            throw .tooLarge(width: Int(width), height: Int(height), limit: Picture.sideMax)
        }
        var points = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
        // A file may ask for the same points thousands of times over, and may end before its last point.
        let flags = TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
        guard
            tjDecompress2(decoder, file, size, &points, width, 0, height, Int32(TJPF_RGBA.rawValue), flags) == 0
        else { throw .damaged(.jpeg) }
        return Picture(width: Int(width), height: Int(height), points: points)
    }
}
