import Dispatch
import Glibc
import HeftTransport
import TillCore

/// This program, begun anew in its place.
enum SameProgram {
    /// - Parameter arguments: without the program's name.
    static func start(_ arguments: [String]) -> Never {
        var words: [UnsafeMutablePointer<CChar>?] = (["till"] + arguments).map { strdup($0) } + [nil]
        execv("/proc/self/exe", &words)
        // Nothing is lost: everything is in the books.
        StandardStreams.error("till: The till cannot start anew: \(String(cString: strerror(errno))). Start it again.")
        exit(ExitStatus.unavailable.rawValue)
    }
}

extension ReaderDevice {
    /// As `--reader` takes it.
    var readerArgument: String { place?.text ?? "sim" }
}

extension Collection<String> {
    /// The arguments of a full screen, where these are those of one that was started with a charge request: that is
    /// handed over otherwise, or was answered.
    func withoutCharge(_ charge: ChargeArguments?) -> [String] {
        guard let charge else { return Array(self) }
        return dropFirst().filter { $0 != charge.url && $0 != "--print" && $0 != "--" }
    }

    /// The arguments of a full screen with another reader, and all others offered beside it. The simulated one goes on
    /// playing the model that was asked for.
    func withReader(_ reader: String) -> [String] {
        var words: [String] = []
        var before = ""
        var isValue = false
        for word in self {
            if isValue {
                isValue = false
                before = word
            } else if word == "--reader" {
                isValue = true
            } else if word.hasPrefix("--reader=") {
                before = String(word.dropFirst("--reader=".count))
            } else if word != "--simulated", word != "--all-readers" {
                words.append(word)
            }
        }
        if let model = try? SimulatedModel(address: before), !words.contains(where: { $0.hasPrefix("--sim-model") }) {
            words += ["--sim-model", model.rawValue]
        }
        return words + ["--reader", reader, "--all-readers"]
    }
}

extension AppSettings {
    /// Whose sales the books are for, and which reader is connected to at the start.
    mutating func take(_ readers: ReaderWorld, _ arguments: ReaderArguments) {
        switch (arguments.reader, readers.books) {
        case (.builtIn, _): scope = .builtIn
        case (.outside, .real): scope = .outside
        case (.outside, .simulated): scope = .any
        }
        areBooksSimulated = readers.books == .simulated
        if case .outside = arguments.reader { startReader = readers.device }
        // The cashier has chosen it a moment ago.
        if arguments.reader == .builtIn, arguments.offersAll, arguments.isReaderGiven { startReader = readers.device }
    }
}

/// The simulated reader where the books are real ones: it is listed, and chosen it begins with its own books.
struct OfferedReader: ReaderSource {
    let device: ReaderDevice

    var presentDevices: [ReaderDevice] { [device] }

    func discover(on queue: DispatchQueue, handler: @escaping @Sendable (DiscoveryEvent) -> Void) {
        queue.async { handler(.finished) }
    }

    func channel(to device: ReaderDevice) -> (any ByteChannel)? { nil }
}
