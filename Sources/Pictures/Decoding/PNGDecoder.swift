import CSpng

enum PNGDecoder {
    /// What one chunk beside the points may hold, and all of them, unpacked.
    private static let chunkBytesMax = 1 << 20
    private static let chunksBytesMax = 2 << 20

    static func picture(of file: [UInt8]) throws(PictureError) -> Picture {
        guard let context = spng_ctx_new(0) else { throw .outOfMemory }
        defer { spng_ctx_free(context) }
        let side = UInt32(Picture.sideMax)
        try check(spng_set_image_limits(context, side, side), file)
        try check(spng_set_chunk_limits(context, chunkBytesMax, chunksBytesMax), file)
        // A checksum that is wrong means that a point may be.
        try check(
            spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)), file)
        var decoded = file.withUnsafeBytes { decode($0, with: context) }
        try check(decoded.status, file)
        // Taken out, so that there is one copy of them.
        let points = decoded.points
        decoded.points = []
        return Picture(width: decoded.width, height: decoded.height, points: points)
    }

    private struct Decoded {
        var status: Int32 = 0
        var width = 0
        var height = 0
        var points: [UInt8] = []
    }

    /// The library keeps the address of the file, so that all of it happens while that stands.
    private static func decode(_ file: UnsafeRawBufferPointer, with context: OpaquePointer) -> Decoded {
        var decoded = Decoded()
        var header = spng_ihdr()
        var size = 0
        let format = Int32(SPNG_FMT_RGBA8.rawValue)
        decoded.status = spng_set_png_buffer(context, file.baseAddress, file.count)
        if decoded.status == 0 { decoded.status = spng_get_ihdr(context, &header) }
        if decoded.status == 0 { decoded.status = spng_decoded_image_size(context, format, &size) }
        guard decoded.status == 0 else { return decoded }
        decoded.width = Int(header.width)
        decoded.height = Int(header.height)
        decoded.points = [UInt8](repeating: 0, count: size)
        decoded.status = spng_decode_image(
            context, &decoded.points, size, format, Int32(SPNG_DECODE_TRNS.rawValue))
        return decoded
    }

    private static func check(_ status: Int32, _ file: [UInt8]) throws(PictureError) {
        switch status {
        case SPNG_OK.rawValue:
            return
        case SPNG_EUSER_WIDTH.rawValue, SPNG_EUSER_HEIGHT.rawValue:
            throw .tooLarge(width: side(in: file, at: 16), height: side(in: file, at: 20), limit: Picture.sideMax)
        case SPNG_ECHUNK_LIMITS.rawValue:
            throw .overLimits(.png)
        case SPNG_EMEM.rawValue:
            throw .outOfMemory
        default:
            throw .damaged(.png)
        }
    }

    /// A side as the file's header states it: 32 bits, big-endian.
    private static func side(in file: [UInt8], at offset: Int) -> Int {
        file.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
