import Dispatch

/// The questions of one pairing, one after the other, and a person's answers.
// Unchecked because everything in it is touched on `queue` alone; answers hop there first.
final class PairingDialogue: @unchecked Sendable {
    private let queue: DispatchQueue
    private let numbers: QuestionNumbers
    private let tell: (PairingEvent) -> Void
    private var question: (asked: PairingQuestion, reply: AgentReply)?
    private(set) var conduct = BlueZFailure.Conduct.nothing
    private(set) var hasAsked = false
    /// A person rejected a number that is shown, for which the service waits for no answer.
    var rejectedWhatIsShown: () -> Void = {}

    /// - Parameter tell: takes the questions, on the queue.
    init(_ queue: DispatchQueue, _ numbers: QuestionNumbers, tell: @escaping (PairingEvent) -> Void) {
        self.queue = queue
        self.numbers = numbers
        self.tell = tell
    }

    func ask(_ device: ReaderDevice, _ kind: PairingQuestion.Kind, _ reply: AgentReply) {
        let number: Int
        // A number that is typed on the reader is shown again with each key.
        if case (.showPasskey, .showPasskey)? = question.map({ ($0.asked.kind, kind) }), let shown = question?.asked {
            number = shown.number
        } else {
            withdraw()
            number = numbers.next()
        }
        let asked = PairingQuestion(number: number, device: device, kind: kind)
        question = (asked, reply)
        hasAsked = true
        tell(
            .asked(asked) { [self] answer in
                queue.async { self.answer(number, answer) }
            })
    }

    private func answer(_ number: Int, _ answer: PairingAnswer) {
        guard let (asked, reply) = question, asked.number == number, asked.accepts(answer) else { return }
        withdraw()
        switch answer {
        case .accept: reply.accept()
        case .text(let text):
            conduct = .typed
            reply.accept(text)
        case .reject:
            conduct = .rejected
            reply.reject()
            switch asked.kind {
            case .showPIN, .showPasskey: rejectedWhatIsShown()
            case .enterPIN, .enterPasskey, .confirmPasskey, .authorise: break
            }
        }
    }

    /// Takes the question back.
    func withdraw() {
        guard let (asked, _) = question else { return }
        question = nil
        tell(.withdrawn(asked.number))
    }
}

/// Numbers for questions, none twice: an answer that comes late answers nothing else. Confined to the Bluetooth queue.
final class QuestionNumbers {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}
