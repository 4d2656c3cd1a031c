import CSystemd
import Glibc

/// Reads and writes the values of one message of sd-bus. Confined to the queue of its bus.
///
/// Values are read as they come, whatever their signature: who asked for them checks their types. sd-bus has validated
/// the message before, its texts and its depth.
struct BusMessage {
    let pointer: OpaquePointer

    // MARK: Reading

    /// - Throws: ``BusError/system(_:)``, ``BusError/malformed``.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    var sender: String { BusMessage.text(sd_bus_message_get_sender(pointer)) }
    var path: String { BusMessage.text(sd_bus_message_get_path(pointer)) }
    var interface: String { BusMessage.text(sd_bus_message_get_interface(pointer)) }
    var member: String { BusMessage.text(sd_bus_message_get_member(pointer)) }

    /// The error that the message is; nil for any other message.
    var error: BusError? {
        guard sd_bus_message_is_method_error(pointer, nil) > 0 else { return nil }
        guard let error = sd_bus_message_get_error(pointer) else { return .malformed }
        return .answered(
            name: BusMessage.text(error.pointee.name), message: BusMessage.text(error.pointee.message))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// The next value of the container that is being read; nil at its end.
    private func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try BusError.check(sd_bus_message_peek_type(pointer, &type, &contents)) > 0 else { return nil }
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "v"): return try inside(type, contents, one)
        case UInt8(ascii: "r"): return .structure(try inside(type, contents, values))
        case UInt8(ascii: "a"):
            guard contents?.pointee == CChar(bitPattern: UInt8(ascii: "{")) else {
                return .array(try inside(type, contents, values))
            }
            return try inside(type, contents, entries)
        default: return try basic(type)
        }
    }

    private func one() throws(BusError) -> BusValue {
        guard let value = try next() else { throw .malformed }
        return value
    }

    private func entries() throws(BusError) -> BusValue {
        var dictionary: [String: BusValue] = [:]
        var hasOtherKeys = false
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            guard try BusError.check(sd_bus_message_peek_type(pointer, &type, &contents)) > 0 else { break }
            let entry = try inside(type, contents, values)
            guard entry.count == 2 else { throw .malformed }
            if let key = entry[0].text { dictionary[key] = entry[1] } else { hasOtherKeys = true }
        }
        return hasOtherKeys ? .otherDictionary : .dictionary(dictionary)
    }

    private func inside<Value>(
        _ type: CChar, _ contents: UnsafePointer<CChar>?, _ body: () throws(BusError) -> Value
    ) throws(BusError) -> Value {
        try BusError.check(sd_bus_message_enter_container(pointer, type, contents))
        let value = try body()
        try BusError.check(sd_bus_message_exit_container(pointer))
        return value
    }

    private func basic(_ type: CChar) throws(BusError) -> BusValue {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "y"): .byte(try read(type, 0))
        // A boolean of sd-bus is a C int.
        case UInt8(ascii: "b"): .boolean(try read(type, Int32(0)) != 0)
        case UInt8(ascii: "n"): .int16(try read(type, 0))
        case UInt8(ascii: "q"): .uint16(try read(type, 0))
        case UInt8(ascii: "i"): .int32(try read(type, 0))
        case UInt8(ascii: "u"): .uint32(try read(type, 0))
        case UInt8(ascii: "x"): .int64(try read(type, 0))
        case UInt8(ascii: "t"): .uint64(try read(type, 0))
        case UInt8(ascii: "d"): .double(try read(type, 0))
        case UInt8(ascii: "s"): .string(try readText(type))
        case UInt8(ascii: "o"): .objectPath(try readText(type))
        case UInt8(ascii: "g"): .signature(try readText(type))
        case UInt8(ascii: "h"): .descriptor(try readDescriptor(type))
        default: throw .malformed
        }
    }

    private func read<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) throws(BusError) -> Value {
        var value = zero
        let result = withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(pointer, type, $0) }
        try BusError.check(result)
        return value
    }

    private func readText(_ type: CChar) throws(BusError) -> String {
        let text: UnsafePointer<CChar>? = try read(type, nil)
        guard let text else { throw .malformed }
        return String(cString: text)
    }

    private func readDescriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
        // The number belongs to the message and is closed with it.
        let copy = fcntl(try read(type, Int32(-1)), F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .system(errno) }
        return BusDescriptor(copy)
    }

    // MARK: Writing

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    /// Writes a value. A dictionary is written as one with variants, an empty array as one of texts: nothing that is
    /// called from here takes another.
    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let value): try write("y", value)
        case .boolean(let value): try write("b", Int32(value ? 1 : 0))
        case .int16(let value): try write("n", value)
        case .uint16(let value): try write("q", value)
        case .int32(let value): try write("i", value)
        case .uint32(let value): try write("u", value)
        case .int64(let value): try write("x", value)
        case .uint64(let value): try write("t", value)
        case .double(let value): try write("d", value)
        case .string(let text): try writeText("s", text)
        case .objectPath(let text): try writeText("o", text)
        case .signature(let text): try writeText("g", text)
        case .descriptor, .otherDictionary: throw .malformed
        case .array(let values):
            try container("a", values.first.map(BusMessage.signature) ?? "s") { () throws(BusError) in
                try append(values)
            }
        case .structure(let values):
            try container("r", values.map(BusMessage.signature).joined()) { () throws(BusError) in
                try append(values)
            }
        case .variant(let value):
            try container("v", BusMessage.signature(value)) { () throws(BusError) in try append(value) }
        case .dictionary(let entries):
            try container("a", "{sv}") { () throws(BusError) in
                for (key, value) in entries.sorted(by: { $0.key < $1.key }) { try append(key, value) }
            }
        }
    }

    private func append(_ key: String, _ value: BusValue) throws(BusError) {
        try container("e", "sv") { () throws(BusError) in
            try writeText("s", key)
            try append(.variant(value))
        }
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(pointer, BusMessage.code(type), contents))
        try body()
        try BusError.check(sd_bus_message_close_container(pointer))
    }

    private func write<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Value) throws(BusError) {
        let result = withUnsafePointer(to: value) {
            sd_bus_message_append_basic(pointer, BusMessage.code(type), $0)
        }
        try BusError.check(result)
    }

    private func writeText(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
        try BusError.check(text.withCString { sd_bus_message_append_basic(pointer, BusMessage.code(type), $0) })
    }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    private static func signature(_ value: BusValue) -> String {
        switch value {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let values): "a" + (values.first.map(signature) ?? "s")
        case .structure(let values): "(" + values.map(signature).joined() + ")"
        case .dictionary, .otherDictionary: "a{sv}"
        case .variant: "v"
        }
    }
}
