/// Asks a device for the RFCOMM channel of its serial service, by the Service Discovery Protocol. Bytes in, bytes out.
///
/// A message is a kind, a number that its answer repeats, a length, and that many bytes of parameters:
///
/// | offset | bytes | field                | encoding                                    |
/// |-------:|------:|----------------------|---------------------------------------------|
/// |      0 |     1 | kind                 | 6 asks, 7 answers, 1 is an error            |
/// |      1 |     2 | number               | `UInt16`, big-endian                        |
/// |      3 |     2 | length n             | `UInt16`, big-endian                        |
/// |      5 |     n | parameters           | see below                                   |
///
/// Those of a question are the services (a list of UUIDs), the most bytes of an answer (`UInt16`), the attributes (a list
/// of numbers) and the continuation; those of an answer a count of bytes (`UInt16`), so many bytes of a list, and the
/// continuation, which is repeated in the next question until it is empty. A continuation is its length, 0 to 16, and its
/// bytes. What is found is a list of services, each a list of numbers and values; the value of attribute 4 is a list of
/// protocols, each a list of its UUID and its parameters.
///
/// Source: Bluetooth Core Specification, volume 3, part B.
struct SerialServiceQuery {
    enum Step: Equatable {
        /// Send this, and hand over what comes back.
        case ask([UInt8])
        case found(channel: UInt8)
        /// The device has no serial service.
        case notFound
        /// It answers something that is none.
        case malformed
    }

    /// An answer that goes on and on is none.
    private static let answersMax = 64
    private static let continuationMax = 16
    private static let channels: ClosedRange<UInt8> = 1...30

    private var number: UInt16 = 1
    private var found: [UInt8] = []

    /// The first question.
    var first: [UInt8] { question(continuation: [0]) }

    private func question(continuation: [UInt8]) -> [UInt8] {
        // The serial port, at most 512 bytes, and its protocols.
        let parameters: [UInt8] = [0x35, 3, 0x19, 0x11, 0x01, 0x02, 0x00, 0x35, 3, 0x09, 0x00, 0x04] + continuation
        return [6, UInt8(number >> 8), UInt8(number & 0xFF), 0, UInt8(parameters.count)] + parameters
    }

    /// - Parameter message: one message of the device's, whole.
    mutating func receive(_ message: [UInt8]) -> Step {
        guard message.count >= 5, message[1] == UInt8(number >> 8), message[2] == UInt8(number & 0xFF),
            message.count - 5 == Int(message[3]) << 8 | Int(message[4])
        else { return .malformed }
        // A device that refuses the question has nothing to find.
        if message[0] == 1 { return .notFound }
        guard message[0] == 7, message.count >= 8 else { return .malformed }
        let count = Int(message[5]) << 8 | Int(message[6])
        let continuation = Array(message.dropFirst(7 + count))
        guard let length = continuation.first, Int(length) <= SerialServiceQuery.continuationMax,
            continuation.count == Int(length) + 1
        else { return .malformed }
        found += message[7..<7 + count]
        guard length > 0 else { return result }
        guard number < SerialServiceQuery.answersMax else { return .malformed }
        number += 1
        return .ask(question(continuation: continuation))
    }

    private var result: Step {
        var bytes = found[...]
        guard let list = ServiceElement(&bytes), bytes.isEmpty, case .list(let services) = list else {
            return .malformed
        }
        for case .list(let attributes) in services {
            for (name, value) in zip(attributes, attributes.dropFirst()) where name == .number([0, 4]) {
                if let channel = SerialServiceQuery.channel(of: value) { return .found(channel: channel) }
            }
        }
        return .notFound
    }

    /// - Parameter protocols: each a list of its UUID and its parameters; RFCOMM's is its channel.
    private static func channel(of protocols: ServiceElement) -> UInt8? {
        guard case .list(let protocols) = protocols else { return nil }
        for case .list(let layer) in protocols where layer.first == .uuid([0, 3]) {
            if layer.count > 1, case .number(let bytes) = layer[1], bytes.count == 1, channels.contains(bytes[0]) {
                return bytes[0]
            }
        }
        return nil
    }
}

/// A value of the Service Discovery Protocol: one byte that says its type and size, a longer size where that does not
/// suffice, and its bytes.
enum ServiceElement: Equatable {
    /// Big-endian.
    case number([UInt8])
    /// Two bytes, where it is one of the protocol's own.
    case uuid([UInt8])
    case list([ServiceElement])
    case other

    private static let depthMax = 8
    /// What follows the two bytes of a short UUID when it is written in full.
    private static let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]

    /// Takes one from the front; nil when there is none.
    init?(_ bytes: inout ArraySlice<UInt8>, depth: Int = 0) {
        guard depth <= ServiceElement.depthMax, let first = bytes.popFirst(),
            let size = ServiceElement.size(first, &bytes), size <= bytes.count
        else { return nil }
        var content = bytes.prefix(size)
        bytes = bytes.dropFirst(size)
        switch first >> 3 {
        case 1: self = .number(Array(content))
        case 3: self = .uuid(ServiceElement.short(Array(content)))
        case 6:
            var elements: [ServiceElement] = []
            while !content.isEmpty {
                guard let element = ServiceElement(&content, depth: depth + 1) else { return nil }
                elements.append(element)
            }
            self = .list(elements)
        default: self = .other
        }
    }

    private static func size(_ first: UInt8, _ bytes: inout ArraySlice<UInt8>) -> Int? {
        let index = Int(first & 7)
        // The type without a value has none of the one byte either.
        guard index >= 5 else { return first == 0 ? 0 : 1 << index }
        let length = 1 << (index - 5)
        guard bytes.count >= length else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func short(_ uuid: [UInt8]) -> [UInt8] {
        if uuid.count == 16, Array(uuid[4...]) == base { return short(Array(uuid[..<4])) }
        if uuid.count == 4, uuid[0] == 0, uuid[1] == 0 { return Array(uuid[2...]) }
        return uuid
    }
}
