import HeftWire

/// What passes on a connection: for an inspector, a log, or a test. Source: none in the reference.
///
/// Bytes are those of the wire. They hold receipts and may hold card data: pass text through ``CardDataRedaction``
/// before it is kept.
public enum HeftActivity: Equatable, Sendable {
    /// Who spoke.
    public enum Direction: Equatable, Sendable {
        /// From the till to the reader.
        case sent
        /// From the reader to the till.
        case received
    }

    /// One frame of the link.
    public struct Frame: Equatable, Sendable {
        /// What it carries, without the doubling of the escape.
        public let data: [UInt8]
        /// Whether it is the last of its message.
        public let isLast: Bool
        /// Whether its checksum was right.
        public let isIntact: Bool
        /// Its length on the wire in bytes.
        public let wireLength: Int
    }

    /// A symbol between frames.
    public enum Control: Equatable, Sendable {
        case acknowledge
        case refuse
        case endOfTransmission
        case other
    }

    /// One whole message.
    public struct Message: Equatable, Sendable {
        /// Four characters, `F000`.
        public let command: String
        /// The whole of it, from its command on.
        public let bytes: [UInt8]
    }

    /// How a host exchange ended.
    public enum HostOutcome: Equatable, Sendable {
        /// So many bytes came back.
        case answered(length: Int)
        case timedOut
        case failed
        /// The reader wanted it no more.
        case abandoned
    }

    /// What the connection is about.
    public enum State: Equatable, Sendable {
        case connecting
        /// Operations may start.
        case ready
        /// An operation runs.
        case operating
        /// Over, and why. The last activity.
        case over(String)
    }

    case frame(Direction, Frame)
    case control(Direction, Control)
    case message(Direction, Message)
    /// The reader asks for an exchange with a host; `length` counts the bytes of the request.
    case hostExchange(id: Int, host: String, port: Int, length: Int)
    case hostExchangeEnded(id: Int, HostOutcome)
    case state(State)
    /// Something from the reader that made no sense and was passed over, in a sentence.
    case problem(String)

    init?(_ activity: ReaderSession.Activity) {
        switch activity {
        case .link(.frameSent(let bytes)):
            var decoder = FrameDecoder()
            guard case .frame(let frame)? = decoder.feed(bytes).first else { return nil }
            self = .frame(.sent, Frame(frame))
        case .link(.frameReceived(let frame)): self = .frame(.received, Frame(frame))
        case .link(.controlSent(let symbol)): self = .control(.sent, Control(symbol))
        case .link(.controlReceived(let symbol)): self = .control(.received, Control(symbol))
        case .messageSent(let message):
            do throws(WireError) {
                self = .message(.sent, Message(command: message.command.rawValue, bytes: try message.encoded()))
            } catch {
                self = .problem(error.description)
            }
        case .messageReceived(let bytes):
            self = .message(
                .received, Message(command: String(decoding: bytes.prefix(4), as: UTF8.self), bytes: bytes))
        case .problem(let error): self = .problem(error.description)
        }
    }
}

extension HeftActivity.Frame {
    init(_ frame: FrameDecoder.Frame) {
        self.init(data: frame.data, isLast: frame.isLast, isIntact: frame.isIntact, wireLength: frame.wireLength)
    }
}

extension HeftActivity.Control {
    init(_ symbol: ControlSymbol) {
        switch symbol {
        case .ack: self = .acknowledge
        case .nak: self = .refuse
        case .eot: self = .endOfTransmission
        case .stx, .etx, .etb, .enq: self = .other
        }
    }
}

extension HeftActivity.HostOutcome {
    init(_ answer: ReaderSession.HostAnswer) {
        switch answer {
        case .response(let bytes): self = .answered(length: bytes.count)
        case .timedOut: self = .timedOut
        case .failed: self = .failed
        }
    }
}
