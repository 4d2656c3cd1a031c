import HeftWire
import Testing

@Suite("Golden vectors of the link") struct GoldenLinkTests {
    struct StreamEntry: GoldenEntry {
        /// What the sender of the bytes meant.
        enum Intended: Decodable, Equatable, Sendable {
            case messages([HexBytes])
            case failure(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let word = try? container.decode(String.self) {
                    self = .failure(word)
                } else {
                    self = .messages(try container.decode([HexBytes].self))
                }
            }
        }

        var id: String
        var chunks: [HexBytes]
        var reads: Int
        var operation_read: Bool
        var written: [HexBytes]
        var timeouts_used: [Int]
        var exception: String?
        var intended: Intended?
        var vendor_as_intended: Bool?
    }

    struct WriteEntry: GoldenEntry {
        var id: String
        var payload_hex: HexBytes
        var max_frame_size: Int
        var chunks: [HexBytes]
        var wait_for_ack: Bool
        var written: [HexBytes]
        var ok: Bool
        var till: String?
        var left_in_buffer: HexBytes?
    }

    @Test("every entry was read") func counts() throws {
        let stream = try GoldenFile<StreamEntry>("stream")
        #expect(stream.entries.count == stream.count)
        #expect(stream.count > 0)
        let write = try GoldenFile<WriteEntry>("write")
        #expect(write.entries.count == write.count)
        #expect(write.count > 0)
    }

    @Test(
        "chunks become the messages that were meant, or the right failure",
        arguments: try GoldenFile<StreamEntry>("stream").entries)
    func stream(entry: StreamEntry) throws {
        var link = LinkUnderTest(crossing: .refuse)
        let seconds = entry.operation_read ? 300 : 15
        link.take { $0.expectMessage(within: seconds) }
        var waits: [Int] = []
        for chunk in entry.chunks where link.failure == nil && link.messages.count < entry.reads {
            waits += [try #require(link.shortestWait)]
            link.take { $0.receive(chunk.bytes) }
        }
        if link.failure == nil, link.messages.count < entry.reads { waits += [try #require(link.shortestWait)] }

        switch entry.intended {
        case nil, .failure("caution: duplicate"):
            return
        case .messages(let messages):
            #expect(link.messages == messages.map(\.bytes))
            #expect(link.failure == nil)
        case .failure("session_end"):
            #expect(link.failure == .broken)
            #expect(link.messages.isEmpty)
        case .failure("timeout"):
            #expect(link.messages.isEmpty && link.failure == nil)
            link.fireShortest()
            let isInside = entry.exception == "response_timeout"
            #expect(link.failure == (isInside ? .responseTimeout : nil))
            #expect(link.messageTimeouts == (isInside ? 0 : 1))
        case .failure("error"):
            // The link delivers what was framed well; the message in it makes no sense.
            if let message = link.messages.first {
                #expect(throws: WireError.self) { try ReaderMessage(message) }
            } else {
                guard case .communication? = link.failure else {
                    Issue.record("\(String(describing: link.failure)) is no communication error")
                    return
                }
            }
        case .failure(let word):
            Issue.record("\(word) is no kind of failure")
        }
        if entry.vendor_as_intended == true {
            #expect(link.written == entry.written.map(\.bytes))
            #expect(waits == entry.timeouts_used)
        } else if case .messages = entry.intended {
            #expect(link.written.allSatisfy { $0 == ControlSymbol.ack.bytes })
        }
    }

    @Test(
        "a message is written and sent again as the original does",
        arguments: try GoldenFile<WriteEntry>("write").entries)
    func write(entry: WriteEntry) throws {
        if entry.max_frame_size < FrameEncoder.smallestMaximum {
            #expect(entry.till != nil)
            #expect(throws: WireError.frameSizeTooSmall(entry.max_frame_size)) {
                try FrameEncoder(maximumFrameSize: entry.max_frame_size)
            }
            return
        }
        var link = LinkUnderTest(crossing: .refuse)
        link.link.encoder = try FrameEncoder(maximumFrameSize: entry.max_frame_size)
        let payload = entry.payload_hex.bytes
        link.take { entry.wait_for_ack ? $0.send(payload) : $0.sendUnacknowledged(payload) }
        for chunk in entry.chunks { link.take { $0.receive(chunk.bytes) } }

        // What arrives together with the last ACK is read as well, and acknowledged.
        let answers = link.messages.map { _ in ControlSymbol.ack.bytes }
        #expect(link.written == entry.written.map(\.bytes) + answers)
        #expect(link.messages.count == (entry.left_in_buffer == nil ? 0 : 1))
        let isWell = entry.till == nil ? entry.ok : link.deliveries == 1
        #expect((link.failure == nil) == isWell)
        #expect(link.deliveries == (isWell && entry.wait_for_ack ? 1 : 0))
    }
}
