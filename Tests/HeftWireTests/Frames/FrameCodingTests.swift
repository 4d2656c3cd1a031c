import HeftWire
import Testing

@Suite("Frames") struct FrameCodingTests {
    @Test("the published example has its CRCs") func publishedExample() throws {
        let frame = FrameEncoder.initial.frames(of: [1, 2, 3])
        #expect(frame == [[0x10, 0x02, 1, 2, 3, 0x10, 0x03, 0x2D, 0x79]])
        #expect(CRC16.checksum([1, 2, 3, 0x10, 0x17]) == 0x7FCC)
    }

    @Test("an empty message is one frame") func empty() {
        #expect(FrameEncoder.initial.frames(of: []) == [[0x10, 0x02, 0x10, 0x03, 0x33, 0x10]])
    }

    @Test("a maximum that cannot carry one escaped DLE is refused", arguments: [Int.min, 0, 7])
    func tooSmall(size: Int) {
        #expect(throws: WireError.frameSizeTooSmall(size)) { try FrameEncoder(maximumFrameSize: size) }
    }

    @Test("a doubled DLE never straddles two frames, wherever it falls", arguments: 240...256)
    func straddling(position: Int) throws {
        let encoder = try FrameEncoder(maximumFrameSize: 256)
        var message = [UInt8](repeating: 0x41, count: 600)
        message[position] = 0x10
        message[position + 1] = 0x10
        var joined: [UInt8] = []
        for frame in encoder.frames(of: message) {
            var decoder = FrameDecoder()
            guard frame.count <= 256, case .frame(let decoded)? = decoder.feed(frame).first else {
                Issue.record("a frame of \(frame.count) bytes does not stand alone")
                return
            }
            #expect(decoded.isIntact)
            joined += decoded.data
        }
        #expect(joined == message)
    }

    @Test("a frame with a DLE that escapes nothing is not intact") func loneDLE() {
        var crc = CRC16()
        let data: [UInt8] = [0x41, 0x10, 0x41, 0x42, 0x10, 0x03]
        crc.update(data)
        var decoder = FrameDecoder()
        let frame = [0x10, 0x02] + data + [UInt8(crc.value >> 8), UInt8(crc.value & 0xFF)]
        guard case .frame(let decoded)? = decoder.feed(frame).last else {
            Issue.record("no frame")
            return
        }
        #expect(!decoded.isIntact && decoded.isLast && !decoder.isInsideFrame)
    }

    @Test("two bytes that begin nothing are reported, and what follows is found") func unexpected() {
        var decoder = FrameDecoder()
        let tokens = decoder.feed([0x41, 0x42, 0x10, 0x03, 0x10, 0x06])
        #expect(tokens == [.unexpected(0x41, 0x42), .unexpected(0x10, 0x03), .control(.ack)])
    }
}

@Suite("Hexadecimal and BCD") struct HexTests {
    @Test("hexadecimal is written in upper case, and read in either case and with white space between bytes") func hex()
        throws
    {
        #expect(Hex.text([0x00, 0xAF, 0x10]) == "00AF10")
        #expect(try Hex.bytes(" 00 aF\n10\t") == [0x00, 0xAF, 0x10])
        #expect(try Hex.bytes("") == [])
    }

    @Test("anything else is refused", arguments: ["0", "000", "0G", "0 0", "００", "0x10", "1-"])
    func notHex(text: String) {
        #expect(throws: WireError.self) { try Hex.bytes(text) }
    }

    @Test("BCD takes decimal digits alone", arguments: ["12a4", "-123", "１２", "1.50", " 123"])
    func notDecimal(text: String) {
        #expect(throws: WireError.notDecimal(text)) { try BCD.encode(text, size: 2) }
    }

    @Test("BCD is cut to its field, or filled with zeros, and a size below none is none") func sizes() throws {
        #expect(try BCD.encode("12345", size: 2) == [0x12, 0x34])
        #expect(try BCD.encode("1", size: 2) == [0x10, 0x00])
        #expect(try BCD.encode("1", size: -1) == [])
        #expect(throws: WireError.notDecimal("0A")) { try BCD.decode([0x0A]) }
    }
}
