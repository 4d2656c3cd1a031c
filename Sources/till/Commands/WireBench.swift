import Files
import FoundationEssentials
import Glibc
import HeftWire

/// `till wire …`: shows what bytes of the protocol mean. Text goes to standard output; errors are lines too.
enum WireBench {
    /// The most that is read from standard input.
    static let inputMax = 64 << 20

    static func run(_ command: WireCommand) -> ExitStatus {
        do throws(WireError) {
            switch command {
            case .decode(let hex): return decode(hex)
            case .frames(let hex, let maximum):
                let encoder = try FrameEncoder(maximumFrameSize: maximum)
                for frame in encoder.frames(of: try Hex.bytes(hex)) { StandardStreams.output(Hex.text(frame)) }
            case .crc(let hex, let seed):
                let crc = CRC16.checksum(try Hex.bytes(hex), seed: seed)
                StandardStreams.output(Hex.text([UInt8(crc >> 8), UInt8(crc & 0xFF)]))
            case .bcdEncode(let text, let size):
                StandardStreams.output(Hex.text(try BCD.encode(text, size: size)))
            case .bcdDecode(let hex):
                StandardStreams.output(try BCD.decode(try Hex.bytes(hex)))
            }
            return .success
        } catch {
            StandardStreams.error("till: \(PlainText.printable(error.description))")
            return .wrongUsage
        }
    }

    /// Input is read as far as it makes sense; what does not is a line of its own, never a stop.
    private static func decode(_ hex: String?) -> ExitStatus {
        let text =
            hex ?? String(decoding: (try? Descriptor.readAll(STDIN_FILENO, limit: inputMax)) ?? [], as: UTF8.self)
        var decoder = CaptureDecoder()
        for line in text.split(whereSeparator: \.isNewline) {
            do throws(WireError) {
                decoder.feed(try Hex.bytes(line))
            } catch {
                decoder.note(error)
            }
        }
        decoder.finish()
        for line in decoder.lines { StandardStreams.output(JSONText.line(line)) }
        return .success
    }
}

/// Reads captured bytes of either side of a conversation into lines.
struct CaptureDecoder {
    /// One thing that was found.
    struct Line: Encodable, Equatable {
        /// `frame`, `control`, `message` or `error`.
        var type: String
        var hex: String?
        var symbol: String?
        var isLast: Bool?
        var crcOK: Bool?
        var command: String?
        /// `reader` or `till`.
        var from: String?
        var status: String?
        var statusName: String?
        var xml: [String: String]?
        var error: String?

        init(_ type: String) {
            self.type = type
        }
    }

    private(set) var lines: [Line] = []
    private var decoder = FrameDecoder()
    private var assembled: [UInt8] = []

    mutating func feed(_ bytes: [UInt8]) {
        for token in decoder.feed(bytes) { take(token) }
    }

    mutating func note(_ error: WireError) {
        var line = Line("error")
        line.error = error.description
        lines.append(line)
    }

    /// Says what is left over at the end.
    mutating func finish() {
        guard decoder.isMidway || !assembled.isEmpty else { return }
        var line = Line("error")
        line.error = "The bytes end inside a message."
        lines.append(line)
    }

    private mutating func take(_ token: FrameDecoder.Token) {
        switch token {
        case .control(let symbol):
            var line = Line("control")
            line.symbol = "\(symbol)".uppercased()
            lines.append(line)
        case .frame(let frame): take(frame)
        case .unexpected(let first, let second):
            var line = Line("error")
            line.hex = Hex.text([first, second])
            line.error = "Neither a frame nor a control symbol begins here."
            lines.append(line)
        case .overlong:
            var line = Line("error")
            line.error = "A frame without an end."
            lines.append(line)
        }
    }

    private mutating func take(_ frame: FrameDecoder.Frame) {
        var line = Line("frame")
        line.hex = Hex.text(frame.data)
        line.isLast = frame.isLast
        line.crcOK = frame.isIntact
        lines.append(line)
        // A damaged frame is sent again.
        guard frame.isIntact else { return }
        assembled += frame.data
        guard frame.isLast else { return }
        lines.append(CaptureDecoder.message(assembled))
        assembled = []
    }

    /// The two sides' commands differ, so what is no message of the reader may be one of the till.
    private static func message(_ bytes: [UInt8]) -> Line {
        var line = Line("message")
        line.hex = Hex.text(bytes)
        do throws(WireError) {
            let message = try ReaderMessage(bytes)
            line.from = "reader"
            line.command = message.command.rawValue
            if let status = message.status {
                line.status = Hex.text([UInt8(status.code >> 8), UInt8(status.code & 0xFF)])
                line.statusName = status.name
            }
            line.show(message.xml)
        } catch let readerError {
            do throws(WireError) {
                let message = try POSMessage(bytes)
                line.from = "till"
                line.command = message.command.rawValue
                line.show(message.xml)
            } catch {
                line.type = "error"
                line.error = error == readerError ? error.description : "\(readerError) \(error)"
            }
        }
        return line
    }
}

extension CaptureDecoder.Line {
    /// Takes the elements of a document in; one that does not parse makes the line an error.
    fileprivate mutating func show(_ document: [UInt8]) {
        guard !document.isEmpty else { return }
        do throws(WireError) {
            let root = try PayloadXML.parse(document)
            xml = Dictionary(root.children.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
        } catch {
            type = "error"
            self.error = error.description
        }
    }
}

extension ReaderMessage {
    /// The document inside; empty where the message carries none.
    var xml: [UInt8] {
        switch self {
        case .initialised(let response): response.body?.xml ?? []
        case .financeFinished(let response): response.xml
        case .idled(_, let xml), .xmlAnswered(_, let xml), .tokenised(_, let xml), .statusEvent(_, let xml): xml
        case .request(.signature(_, let xml)), .request(.challenge(_, let xml)): xml
        case .plain, .log, .request: []
        }
    }
}

extension POSMessage {
    /// The document inside; empty where the message carries none.
    var xml: [UInt8] {
        switch self {
        case .initialise(let request): request.xml
        case .finance(_, let request): request.xml
        case .xmlCommand(let xml), .tokenise(let xml): xml
        case .idle, .day, .setLogLevel, .resetLog, .getLog, .answer, .hostData, .challengeAnswer: []
        }
    }
}
