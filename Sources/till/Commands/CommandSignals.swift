import Dispatch
import Terminal

/// Ctrl-C, and the wish of the system that a command end: both cancel, as far as the protocol allows.
@MainActor final class CommandSignals {
    private let pipe: SignalPipe
    private let source: any DispatchSourceRead

    /// - Throws: ``TerminalError`` when signals cannot be received.
    init(interrupt: @escaping @MainActor () -> Void) throws(TerminalError) {
        let pipe = try SignalPipe()
        self.pipe = pipe
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.descriptor, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                for signal in pipe.read() {
                    switch signal {
                    case .interrupt, .terminate, .hangUp, .quit: interrupt()
                    case .windowChanged, .suspend, .resumed: break
                    }
                }
            }
        }
        source.resume()
    }
}
