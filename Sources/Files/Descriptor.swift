import Glibc

/// Whole reads and writes on an open file, a pipe or a terminal. They wait as long as that takes.
package enum Descriptor {
    /// Reads to the end, or to the limit.
    package static func readAll(_ descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 65_536))
        while bytes.count < limit {
            let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last("read") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Reads a file, a pipe or a device to the end, or to the limit.
    package static func readAll(path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("open") }
        defer { close(descriptor) }
        return try readAll(descriptor, limit: limit)
    }

    /// Writes every byte. Where that fails, the first ones may be written.
    package static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(FileError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nothing written and no error is a device that takes no more.
            guard count != 0 else { throw FileError(call: "write", code: ENOSPC) }
            guard count > 0 else { throw .last("write") }
            rest = rest.dropFirst(count)
        }
    }
}
