import Dispatch
import Glibc

/// Asks whoever sits at the terminal whether the signature is that of the card.
@MainActor final class SignatureQuestion {
    private let source: any DispatchSourceRead
    private var typed: [UInt8] = []
    private let answer: @MainActor (Bool) -> Void

    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    init(answer: @escaping @MainActor (Bool) -> Void) {
        self.answer = answer
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        StandardStreams.write("Is it the signature of the card? 1 accept, 2 reject: ", to: STDERR_FILENO)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read() }
        }
        source.resume()
    }

    isolated deinit {
        source.cancel()
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            source.cancel()
            return
        }
        typed += buffer[0..<count]
        while let end = typed.firstIndex(of: 0x0A) {
            let line = String(decoding: typed[..<end], as: UTF8.self)
            typed.removeSubrange(...end)
            switch line.filter({ $0 != " " }) {
            case "1", "y": finish(true)
            case "2", "n": finish(false)
            default: StandardStreams.write("Type 1 to accept or 2 to reject: ", to: STDERR_FILENO)
            }
        }
    }

    private func finish(_ isAccepted: Bool) {
        source.cancel()
        answer(isAccepted)
    }
}
