import Dispatch
import Glibc

/// Readers at serial lines of this computer, and at addresses that were named.
package struct WiredReaderSource: ReaderSource {
    private let named: [ReaderDevice]
    private let folder: String?

    /// - Parameters:
    ///   - named: readers that are listed whether they are there or not. Those at Bluetooth are another source's.
    ///   - folder: where lines are looked for; nil for none.
    package init(named: [ReaderAddress] = [], folder: String? = "/dev") {
        self.named = named.map(\.device).filter { $0.kind == .wired }
        self.folder = folder
    }

    package var presentDevices: [ReaderDevice] {
        let found = lines.filter { !named.contains($0) }
        return named + found
    }

    /// What USB readers and bound Bluetooth readers are called.
    private static let prefixes = ["ttyACM", "rfcomm"]

    private var lines: [ReaderDevice] {
        guard let folder, let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if WiredReaderSource.isLine(name) { names.append(name) }
        }
        return names.sorted().map { ReaderAddress.serial(path: "\(folder)/\($0)").device }
    }

    private static func isLine(_ name: String) -> Bool {
        prefixes.contains { prefix in
            let number = name.dropFirst(prefix.count)
            return name.hasPrefix(prefix) && !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
        }
    }

    /// A line shows itself without a search.
    package func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        queue.async { handler(.finished) }
    }

    package func channel(to device: ReaderDevice) -> (any ByteChannel)? {
        switch device.place {
        case .serial(let path): SerialLine.channel(path: path)
        case .tcp(let host, let port): TCPLink.channel(host: host, port: port)
        case .bluetooth, nil: nil
        }
    }
}
