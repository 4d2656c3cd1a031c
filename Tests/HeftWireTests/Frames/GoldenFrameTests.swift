import HeftWire
import Testing

@Suite("Golden vectors of frames") struct GoldenFrameTests {
    struct CRCEntry: GoldenEntry {
        var id: String
        var input_hex: HexBytes
        var seed: UInt16
        var crc: UInt16
    }

    struct BCDEntry: GoldenEntry {
        var id: String
        var op: String
        var text: String?
        var size: Int?
        var result_hex: HexBytes?
        var input_hex: HexBytes?
        var result_text: String?
        var only_decimal_digits: Bool
        var text_shorter_than_field: Bool?
    }

    struct FrameEntry: GoldenEntry {
        var id: String
        var payload_hex: HexBytes
        var max_frame_size: Int
        var frames: [HexBytes]
    }

    @Test("every entry was read") func counts() throws {
        for (count, entries) in [
            (try GoldenFile<CRCEntry>("crc").count, try GoldenFile<CRCEntry>("crc").entries.count),
            (try GoldenFile<BCDEntry>("bcd").count, try GoldenFile<BCDEntry>("bcd").entries.count),
            (try GoldenFile<FrameEntry>("frames").count, try GoldenFile<FrameEntry>("frames").entries.count),
        ] {
            #expect(count == entries)
            #expect(entries > 0)
        }
    }

    @Test("a CRC is the original's", arguments: try GoldenFile<CRCEntry>("crc").entries)
    func crc(entry: CRCEntry) {
        #expect(CRC16.checksum(entry.input_hex.bytes, seed: entry.seed) == entry.crc)
    }

    @Test("BCD is the original's, and refuses what is not decimal", arguments: try GoldenFile<BCDEntry>("bcd").entries)
    func bcd(entry: BCDEntry) throws {
        switch entry.op {
        case "encode":
            let text = try #require(entry.text)
            let size = try #require(entry.size)
            guard entry.only_decimal_digits else {
                #expect(throws: WireError.notDecimal(text)) { try BCD.encode(text, size: size) }
                return
            }
            let encoded = try BCD.encode(text, size: size)
            if entry.text_shorter_than_field == false {
                #expect(encoded == entry.result_hex?.bytes)
            } else {
                #expect(encoded.count == size)
            }
        case "decode":
            let input = try #require(entry.input_hex).bytes
            if entry.only_decimal_digits {
                #expect(try BCD.decode(input) == entry.result_text)
            } else {
                #expect(throws: WireError.self) { try BCD.decode(input) }
            }
        default:
            Issue.record("\(entry.op) is no operation on BCD")
        }
    }

    @Test(
        "frames are the original's, and come back as the message",
        arguments: try GoldenFile<FrameEntry>("frames").entries)
    func frames(entry: FrameEntry) throws {
        let encoder = try FrameEncoder(maximumFrameSize: entry.max_frame_size)
        let frames = encoder.frames(of: entry.payload_hex.bytes)
        #expect(frames == entry.frames.map(\.bytes))

        var decoder = FrameDecoder()
        var message: [UInt8] = []
        for (index, bytes) in entry.frames.map(\.bytes).enumerated() {
            let isLast = index == entry.frames.count - 1
            guard case .frame(let frame)? = decoder.feed(bytes).first else {
                Issue.record("frame \(index) is not recognised")
                return
            }
            #expect(frame.isIntact && frame.isLast == isLast && frame.wireLength == bytes.count)
            message += frame.data
        }
        #expect(message == entry.payload_hex.bytes)
    }
}
