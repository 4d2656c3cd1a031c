internal import HeftWire

extension SimulatedReader.Activity {
    /// What passed, in a line for a person: the direction as the reader sees it, the command and its status. Nothing of
    /// what a message holds. Nil for frames and acknowledgements.
    package var wireLine: String? {
        switch self {
        case .received(let message): "< \(message.wireName)"
        case .sent(let message): "> \(message.wireName)"
        case .problem(let error): "! what the till sent makes no sense: \(error)"
        case .linkFailed(let failure): "! the link ended: \(failure.text)"
        case .link: nil
        }
    }
}

extension POSMessage {
    fileprivate var wireName: String {
        switch self {
        case .initialise: "I000 initialise"
        case .idle: "I010 cancel"
        case .xmlCommand: "C000 command"
        case .finance(let command, _), .day(let command): "\(command.rawValue) \(command)"
        case .tokenise: "F080 tokenise"
        case .setLogLevel: "L000 log level"
        case .resetLog: "L010 empty the log"
        case .getLog: "L020 read the log"
        case .answer(let command, let status): "\(command.rawValue) \(status.wireName)"
        case .hostData(let data): "H021 \(data.count) bytes of the bank"
        case .challengeAnswer: "R021 challenge answered"
        }
    }
}

extension ReaderMessage {
    fileprivate var wireName: String {
        let name = "\(command.rawValue) \(command)"
        return status.map { "\(name) \($0.wireName)" } ?? name
    }
}

extension Status {
    /// The name, else the number.
    fileprivate var wireName: String { name ?? "0x" + Hex.text([UInt8(code >> 8), UInt8(code & 0xFF)]) }
}
