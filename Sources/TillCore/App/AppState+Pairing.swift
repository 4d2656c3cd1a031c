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
        switch pairing.stage {
        case .offered(let obstacle): return takeOffer(command, pairing, obstacle)
        case .searching: return takeSearch(command, pairing)
        case .pairing: break
        }
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

    // MARK: Pairing anew

    /// A reader that cannot be connected to for want of a pairing: the cashier is offered to make it anew, once.
    mutating func offerPairing(after failure: LinkFailure) -> [AppEffect] {
        guard case .notOpened(_, let obstacle) = failure, obstacle != .other, let device = desk.device,
            device.kind == .bluetooth, !choice.wasPairingOffered
        else { return [] }
        switch page {
        // Its row says that it needs pairing, and Enter does that.
        case .chooseReader where obstacle == .notPaired && needsPairing(device): return []
        case .chooseReader, .sale: break
        default: return []
        }
        choice.wasPairingOffered = true
        return turn(to: .pairing(PairingPage(device, .offered(obstacle)))) + [.bell(3)]
    }

    private mutating func takeOffer(
        _ command: AppCommand, _ pairing: PairingPage, _ obstacle: LinkFailure.Obstacle
    ) -> [AppEffect] {
        switch command {
        case .confirm:
            // The link is not tried meanwhile.
            let left = pass(.disconnect)
            guard desk.isLeft else { return left }
            lostLink = nil
            reconnectAt = nil
            guard obstacle != .notPaired else { return left + openPairing(pairing.device) }
            return left + [.forgetReader(pairing.device)] + look(for: pairing.device)
        case .back, .erase: return leavePairing(pairing)
        default: return takeAnywhere(command)
        }
    }

    private mutating func takeSearch(_ command: AppCommand, _ pairing: PairingPage) -> [AppEffect] {
        switch command {
        case .confirm, .refresh: return listing.isSearching ? [] : look(for: pairing.device)
        case .back, .erase: return (listing.isSearching ? [.stopSearch] : []) + leavePairing(pairing)
        default: return takeAnywhere(command)
        }
    }

    /// A computer that has forgotten a pairing has forgotten the reader, too.
    private mutating func look(for device: ReaderDevice) -> [AppEffect] {
        turn(to: .pairing(PairingPage(device, .searching))) + search()
    }

    /// The reader that is looked for is there: it is paired.
    mutating func pairSeen(_ sighting: ReaderSighting) -> [AppEffect] {
        guard case .pairing(let pairing) = page.base, pairing.stage == .searching,
            sighting.device.address == pairing.device.address, !sighting.isPaired
        else { return [] }
        return [.stopSearch] + openPairing(sighting.device)
    }

    private mutating func leavePairing(_ pairing: PairingPage) -> [AppEffect] {
        let left = pass(.disconnect)
        lostLink = nil
        reconnectAt = nil
        let effects = backToReaders(pairing)
        hint = .connectingStopped
        return left + effects
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
