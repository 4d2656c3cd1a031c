import Dispatch
import Glibc
import Testing

@testable import HeftTransport

@Suite("The question for a reader's serial service") struct SerialServiceQueryTests {
    /// L2CAP and RFCOMM, the latter with its channel.
    private static func record(channel: UInt8) -> [UInt8] {
        let protocols: [UInt8] = [0x35, 12, 0x35, 3, 0x19, 1, 0, 0x35, 5, 0x19, 0, 3, 0x08, channel]
        let attributes: [UInt8] = [0x09, 0, 4] + protocols
        return [0x35, UInt8(attributes.count)] + attributes
    }

    private static func list(_ records: [[UInt8]]) -> [UInt8] {
        let content = Array(records.joined())
        return [0x35, UInt8(content.count)] + content
    }

    private static func answer(_ found: [UInt8], number: UInt8 = 1, continuation: [UInt8] = [0]) -> [UInt8] {
        let parameters = [0, UInt8(found.count)] + found + continuation
        return [7, 0, number, 0, UInt8(parameters.count)] + parameters
    }

    @Test("it asks for the protocols of the serial port") func question() {
        #expect(
            SerialServiceQuery().first == [
                6, 0, 1, 0, 13, 0x35, 3, 0x19, 0x11, 0x01, 0x02, 0x00, 0x35, 3, 0x09, 0, 4, 0,
            ])
    }

    @Test("the channel is the one that the reader says", arguments: [1, 4, 30] as [UInt8])
    func found(channel: UInt8) {
        var query = SerialServiceQuery()
        #expect(query.receive(Self.answer(Self.list([Self.record(channel: channel)]))) == .found(channel: channel))
    }

    @Test("UUIDs in four and in sixteen bytes are the same") func longUUIDs() {
        for uuid in [[0x1A, 0, 0, 0, 3], [0x1C, 0, 0, 0, 3, 0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]]
            as [[UInt8]]
        {
            let layer = uuid + [0x08, 7]
            let protocols = Self.list([[0x35, UInt8(layer.count)] + layer])
            let attributes: [UInt8] = [0x09, 0, 4] + protocols
            var query = SerialServiceQuery()
            #expect(query.receive(Self.answer(Self.list([Self.list([attributes])]))) == .found(channel: 7))
        }
    }

    @Test("an answer in parts is asked for part by part") func parts() {
        let found = Self.list([Self.record(channel: 4)])
        var query = SerialServiceQuery()
        let first = query.receive(Self.answer(Array(found[..<5]), continuation: [2, 0xAB, 0xCD]))
        #expect(
            first
                == .ask([6, 0, 2, 0, 15, 0x35, 3, 0x19, 0x11, 0x01, 0x02, 0x00, 0x35, 3, 0x09, 0, 4, 2, 0xAB, 0xCD]))
        #expect(query.receive(Self.answer(Array(found[5...]), number: 2)) == .found(channel: 4))
    }

    @Test(
        "a device without the service, or with one that is no RFCOMM, has none",
        arguments: [
            answer([0x35, 0]), answer(list([[0x35, 0]])), answer(list([record(channel: 0)])),
            answer(list([record(channel: 31)])), [1, 0, 1, 0, 2, 0, 2],
        ])
    func notFound(message: [UInt8]) {
        var query = SerialServiceQuery()
        #expect(query.receive(message) == .notFound)
    }

    @Test("an answer that is cut, lengthened or another's is none, and nothing traps") func malformed() {
        let whole = Self.answer(Self.list([Self.record(channel: 4)]))
        for count in whole.indices {
            var query = SerialServiceQuery()
            #expect(query.receive(Array(whole[..<count])) == .malformed)
        }
        var query = SerialServiceQuery()
        #expect(query.receive(whole + [0]) == .malformed)
        query = SerialServiceQuery()
        #expect(query.receive(Self.answer(Self.list([Self.record(channel: 4)]), number: 2)) == .malformed)
        for index in whole.indices {
            for value in [0, 0x35, 0x37, 0x7F, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] = value
                var query = SerialServiceQuery()
                _ = query.receive(changed)
            }
        }
    }

    @Test("lists in lists without end, and answers without end, come to one") func endless() {
        var nested: [UInt8] = [0x35, 0]
        for _ in 0..<60 { nested = [0x35, UInt8(nested.count)] + nested }
        var query = SerialServiceQuery()
        #expect(query.receive(Self.answer(nested)) == .malformed)
        query = SerialServiceQuery()
        var steps: [SerialServiceQuery.Step] = []
        for number in 1...100 as ClosedRange<UInt8> where steps.last != .malformed {
            steps.append(query.receive(Self.answer([0x35], number: number, continuation: [1, 1])))
        }
        #expect(steps.count < 100)
    }

    @Test("the question is asked of a socket until the channel is known") func socket() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let found = Self.list([Self.record(channel: 9)])
        // The answers stand in the socket before the questions come; only their order counts.
        for message in [
            Self.answer(Array(found[..<3]), continuation: [1, 7]), Self.answer(Array(found[3...]), number: 2),
        ] {
            try #require(send(ends[1], message, message.count, 0) == message.count)
        }
        #expect(try RFCOMMLink.channel(askedAt: ends[0]) == 9)
        shutdown(ends[1], Int32(SHUT_RDWR))
        #expect(throws: CloseReason.peerClosed) { try RFCOMMLink.channel(askedAt: ends[0]) }
    }

    @Test(
        "an address is six bytes in hexadecimal, for the kernel the last one first",
        arguments: [
            ("00:07:80:AB:84:21", [0x21, 0x84, 0xAB, 0x80, 0x07, 0x00]), ("00:07:80:AB:84", nil), ("", nil),
            ("00:07:80:AB:84:2G", nil), ("00:07:80:AB:84:+1", nil), ("00:07:80:AB:84:21:", nil),
        ] as [(String, [UInt8]?)])
    func addresses(text: String, bytes: [UInt8]?) {
        #expect(RFCOMMLink.bytes(of: text) == bytes)
    }
}
