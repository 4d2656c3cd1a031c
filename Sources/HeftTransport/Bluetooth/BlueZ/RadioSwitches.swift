import Glibc

/// The switches that hold radios down: aeroplane mode, a key, a slider. What `rfkill list` shows.
package struct RadioSwitches: Sendable {
    private let folder: String

    /// - Parameter folder: where the kernel lists the switches.
    package init(folder: String = "/sys/class/rfkill") {
        self.folder = folder
    }

    /// Whether one of them holds Bluetooth down.
    var isBluetoothBlocked: Bool {
        guard let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        var isBlocked = false
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), read(name, "type") == "bluetooth" else { continue }
            if read(name, "soft") == "1" || read(name, "hard") == "1" { isBlocked = true }
        }
        return isBlocked
    }

    /// The first line of a small file.
    private func read(_ name: String, _ file: String) -> String? {
        let descriptor = open("\(folder)/\(name)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
