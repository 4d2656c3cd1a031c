import Dispatch
import Files
import Glibc
import ReaderSimulator

/// A reader without a screen: one line for everything that happens.
@MainActor final class Headless {
    private let program: ReaderProgram
    private let output: Int32
    private var signals: [any DispatchSourceSignal] = []
    private var shown: [String] = []

    /// - Parameter output: where the lines go.
    init(_ program: ReaderProgram, output: Int32) {
        self.program = program
        self.output = output
    }

    func start() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.program.finish(0) }
            }
            source.activate()
            signals.append(source)
        }
        program.tell = { [weak self] event in self?.tell(event) }
        program.say = { [weak self] sentence in self?.print(sentence) }
        // At Bluetooth the address is known later, and said then.
        if program.address != "bt:" { print("waiting at \(program.address)") }
        program.start()
    }

    private func tell(_ event: SimulatedReaderPort.Event) {
        switch event {
        case .linked(let isLinked): print(isLinked ? "linked" : "unlinked")
        case .display(let lines):
            guard lines != shown else { return }
            shown = lines
            print("screen: \(lines.joined(separator: " | "))")
        case .activity(let activity):
            if let line = activity.wireLine { print(line) }
        case .storeFailed(let error): print("! \(error)")
        case .passedOver: print("! nothing comes of that now")
        case .setup: break
        }
    }

    private func print(_ line: String) {
        StandardOutput.write(line + "\n", to: output)
    }
}

enum StandardOutput {
    /// Writes all of it. A stream that takes no more is passed over: the reader goes on.
    static func write(_ text: String, to descriptor: Int32) {
        try? Descriptor.writeAll(text.utf8, to: descriptor)
    }
}
