import Glibc
import Synchronization

/// A value in a message of the bus.
package indirect enum BusValue: Equatable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    case descriptor(BusDescriptor)
    case array([BusValue])
    case structure([BusValue])
    /// A dictionary with text for keys; values that came as variants are the values themselves.
    case dictionary([String: BusValue])
    /// A dictionary with other keys: nothing here needs one, and its content is not kept.
    case otherDictionary
    /// Only to be sent, where a method wants a variant: what is received comes as the value itself.
    case variant(BusValue)
}

extension BusValue {
    /// Text, or the path of an object.
    var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    var dictionary: [String: BusValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// Any whole number.
    var number: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(exactly: value)
        case .int64(let value): Int(exactly: value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The texts of an array; nothing when it is none.
    var texts: [String] {
        if case .array(let values) = self { values.compactMap(\.text) } else { [] }
    }
}

/// A descriptor that came with a message. It is closed with its box, unless somebody took it.
package final class BusDescriptor: Equatable, Sendable {
    private let number: Mutex<Int32>

    /// - Parameter number: an open descriptor, which belongs to the box from now on.
    init(_ number: Int32) {
        self.number = Mutex(number)
    }

    /// The descriptor, which is the caller's from now on; nil when it was taken before.
    func take() -> Int32? {
        number.withLock { number in
            defer { number = -1 }
            return number >= 0 ? number : nil
        }
    }

    package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    deinit {
        if let number = take() { close(number) }
    }
}
