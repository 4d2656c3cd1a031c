internal import HeftWire

/// One step of a scenario: something that the cardholder or the world does, or something that is waited for.
package enum ScenarioStep: Equatable, Sendable {
    /// Goes on when the reader's screen shows the text, in either case.
    case waitForScreen(String)
    /// Goes on when a till has opened a link, or has lost it.
    case waitForLink(Bool)
    case press(SimulatedReader.CardholderAction)
    /// Nil for what the amount says.
    case next(NextPayment?)
    case card(TestCard)
    case tip(Tip)
    case byHand(Bool)
    case fault(ScenarioFault)
    case battery(Int)
    case charging(Bool)
    case dropLink
    /// The reader takes and sends nothing any more, until it restarts.
    case freeze
    case restart
    case quit
}

/// What a scenario arms to go wrong.
package enum ScenarioFault: Equatable, Sendable {
    case dropLink(at: LinkStep)
    case corruptChecksum
    case answerTwice
    /// In seconds.
    case bankDelay(Int)
    case restartAfterPayment
    case cardLeftInSlot
    case chipUnreadable
    case chipCardSwiped
    case cardPulledAtPIN
    case pinBypassed
}

/// Where in a payment a link is dropped.
package enum LinkStep: String, CaseIterable, Sendable {
    case card
    case pin
    case bankConnect = "bank-connect"
    case bankSend = "bank-send"
    case bankAnswer = "bank-answer"
    case bankDisconnect = "bank-disconnect"

    fileprivate var status: Status {
        switch self {
        case .card: .waitingForCard
        case .pin: .pinInput
        case .bankConnect: .waitingHostConnect
        case .bankSend: .waitingHostSend
        case .bankAnswer: .waitingHostReceive
        case .bankDisconnect: .waitingHostDisconnect
        }
    }
}

extension SimulatedReader {
    /// Arms a fault, to happen once.
    package mutating func arm(_ fault: ScenarioFault) {
        switch fault {
        case .dropLink(let step): faults.dropsLinkAt = step.status
        case .corruptChecksum: faults.corruptsNextFrame = true
        case .answerTwice: faults.answersTwice = true
        case .bankDelay(let seconds): faults.bankDelay = .seconds(seconds)
        case .restartAfterPayment: faults.restartsAfterPayment = true
        case .cardLeftInSlot: faults.cardLeftInSlot = true
        case .chipUnreadable: faults.chipUnreadable = true
        case .chipCardSwiped: faults.chipCardSwiped = true
        case .cardPulledAtPIN: faults.cardPulledAtPIN = true
        case .pinBypassed: faults.pinBypassed = true
        }
    }
}
