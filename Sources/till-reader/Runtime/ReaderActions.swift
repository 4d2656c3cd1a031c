import HeftTransport
import ReaderSimulator

extension SimulatedReaderPort {
    /// Does what a step of a scenario or a key says. What waits, and the program's end, are for others.
    func carryOut(_ step: ScenarioStep) {
        switch step {
        case .press(let action): press(action)
        case .next(let outcome): adjust { $0.nextPayment = outcome }
        case .card(let card): adjust { $0.card = card }
        case .tip(let tip): adjust { $0.configuration.tip = tip }
        case .byHand(let isByHand): adjust { $0.configuration.cardholder = isByHand ? .manual : .automatic }
        case .fault(let fault): adjust { $0.arm(fault) }
        case .battery(let percent): adjust { $0.configuration.batteryPercent = percent }
        case .charging(let isCharging): adjust { $0.configuration.isCharging = isCharging }
        case .dropLink: breakLink()
        case .freeze: freeze()
        case .restart: restart()
        case .waitForScreen, .waitForLink, .quit: break
        }
    }
}

extension ReaderOptions.Link {
    /// Waits for tills.
    ///
    /// - Parameter folder: where the symbolic link is made that nobody named.
    func listener(in folder: () throws(StartFailure) -> String) throws(StartFailure) -> any LinkListener {
        do throws(CloseReason) {
            switch self {
            case .pseudoTerminal(let path?): return try PseudoTerminalListener(path: path)
            case .tcp(let host, let port): return try TCPListener(host: host, port: port)
            case .standardStreams: return StandardStreamsListener()
            case .bluetooth: return BluetoothListener(name: "Simulated reader")
            case .pseudoTerminal(nil): break
            }
        } catch {
            throw StartFailure(sentence: ReaderOptions.Link.sentence(error, self))
        }
        let path = try folder() + "/reader"
        do throws(CloseReason) {
            return try PseudoTerminalListener(path: path)
        } catch {
            throw StartFailure(sentence: ReaderOptions.Link.sentence(error, self))
        }
    }

    private static func sentence(_ reason: CloseReason, _ link: ReaderOptions.Link) -> String {
        switch (link, reason) {
        case (.tcp(let host, let port), .busy):
            "Port \(port) of \(host) is in use. Use another one, or --tcp 0 for one that is free."
        case (.tcp(let host, let port), .notPermitted):
            "Port \(port) of \(host) may not be used by you. Use one from 1024 on."
        case (.tcp(let host, _), .unknownHost): "\(host) is no IPv4 address. Use one such as 127.0.0.1."
        case (.tcp(let host, let port), _): "The reader cannot wait at \(host):\(port): \(reason)."
        case (.pseudoTerminal(let path), .busy):
            "\(path ?? "The link") is a file already, and no symbolic link. Use another path."
        case (.pseudoTerminal(let path), _): "The reader cannot wait at \(path ?? "a serial line"): \(reason)."
        case (.bluetooth, _): "Bluetooth cannot be used: \(reason)."
        case (.standardStreams, _): "The standard streams cannot be used: \(reason)."
        }
    }
}
