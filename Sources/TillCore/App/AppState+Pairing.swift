import HeftKit

extension AppState {
    /// Whether the reader has to be paired before it can be connected to.
    func needsPairing(_ device: ReaderDevice) -> Bool {
        guard device.kind == .bluetooth, let index = listing.index(of: device.address) else { return false }
        return listing.rows[index].sighting?.isPaired == false
    }

    mutating func openPairing(_ device: ReaderDevice) -> [AppEffect] {
        turn(to: .pairing(PairingPage(device))) + [.pair(device)]
    }

    // MARK: Keys

    mutating func takePairing(_ command: AppCommand, _ pairing: PairingPage) -> [AppEffect] {
        guard !pairing.isStopping else { return command == .help ? turn(to: .help(under: page)) : [] }
        if pairing.isChoosing { return choose(command, pairing) }
        var pairing = pairing
        switch command {
        case .text(let scalar) where pairing.isTyping:
            guard pairing.typed.count < PairingPage.typedMax, scalar.isTypable else { return [.bell(1)] }
            pairing.typed.unicodeScalars.append(scalar)
        case .erase where pairing.isTyping:
            if !pairing.typed.isEmpty { pairing.typed.removeLast() }
        case .confirm:
            guard let question = pairing.question, question.accepts(.text(pairing.typed)) else { return [.bell(1)] }
            return answer(.text(pairing.typed), question, pairing)
        case .back, .erase: return stop(pairing)
        default: return takeAnywhere(command)
        }
        page = .pairing(pairing)
        return []
    }

    private mutating func choose(_ command: AppCommand, _ pairing: PairingPage) -> [AppEffect] {
        guard let question = pairing.question else { return [] }
        var pairing = pairing
        switch Question.take(command, yes: pairing.yes) {
        case .marked(let yes):
            pairing.yes = yes
            page = .pairing(pairing)
            return []
        case .answered(let isAccepted): return answer(isAccepted ? .accept : .reject, question, pairing)
        case .ignored: return takeAnywhere(command)
        }
    }

    private mutating func answer(
        _ answer: PairingAnswer, _ question: PairingQuestion, _ pairing: PairingPage
    ) -> [AppEffect] {
        var pairing = pairing
        pairing.question = nil
        pairing.typed = ""
        page = .pairing(pairing)
        return [.answerPairing(number: question.number, answer)]
    }

    private mutating func stop(_ pairing: PairingPage) -> [AppEffect] {
        var pairing = pairing
        pairing.isStopping = true
        pairing.question = nil
        pairing.typed = ""
        page = .pairing(pairing)
        return [.stopPairing]
    }

    // MARK: What the other side does

    mutating func take(_ news: PairingNews) -> [AppEffect] {
        guard case .pairing(var pairing) = page.base else { return [] }
        switch news {
        case .asked(let question):
            // A number that is typed on the reader is told again with every digit.
            if pairing.question?.number != question.number {
                pairing.typed = ""
                pairing.yes = false
            }
            pairing.question = question
            return turn(to: .pairing(pairing)) + [.bell(1)]
        case .withdrawn(let number):
            guard pairing.question?.number == number else { return [] }
            pairing.question = nil
            pairing.typed = ""
            return turn(to: .pairing(pairing))
        case .paired:
            let effects = backToReaders(pairing)
            return effects + [.listReaders] + connectPaired(pairing.device)
        case .notPaired(let sentence):
            let effects = backToReaders(pairing)
            hint = .notPaired(sentence)
            return effects + [.bell(1)]
        }
    }

    private mutating func backToReaders(_ pairing: PairingPage) -> [AppEffect] {
        turn(to: .chooseReader(marked: listing.index(of: pairing.device.address) ?? 0))
    }
}
