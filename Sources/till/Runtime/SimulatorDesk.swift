import Dispatch
import HeftWire
import ReaderSimulator
import TillCore

/// Brings the panel's wishes to the simulated reader, and what the reader tells to the application.
@MainActor final class SimulatorDesk {
    private let port: SimulatedReaderPort
    private var post: (@MainActor (SimulatorEvent) -> Void)?
    /// What the reader last said to be armed.
    private var armed: Set<SimulatorSetup.Fault> = []
    /// What a customer gives who is asked for a tip.
    private var tip = ReaderSimulator.Tip.none

    init(_ port: SimulatedReaderPort) {
        self.port = port
    }

    /// Tells what the reader is set up to do and shows, now and whenever it changes.
    func send(to post: @escaping @MainActor (SimulatorEvent) -> Void) {
        self.post = post
        port.observe { [weak self] event in
            switch event {
            case .display, .setup, .passedOver: break
            case .activity, .linked, .storeFailed: return
            }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        }
    }

    private func take(_ event: SimulatedReaderPort.Event) {
        switch event {
        case .display(let lines): post?(.screen(lines))
        case .setup(let setup, let isByItself):
            tip = setup.tip == .notAsked ? ReaderSimulator.Tip.none : setup.tip
            let setup = SimulatorSetup(setup)
            post?(.setup(setup))
            let used = armed.subtracting(setup.armed)
            armed = setup.armed
            if isByItself, !used.isEmpty { post?(.carriedOut(used)) }
        case .passedOver: post?(.passedOver)
        case .activity, .linked, .storeFailed: break
        }
    }

    func run(_ effect: SimulatorEffect) {
        switch effect {
        case .nextPayment(let outcome): port.adjust { $0.nextPayment = outcome?.nextPayment }
        case .arm(let fault, let isArmed): port.adjust { $0.faults.arm(fault, isArmed) }
        case .dropLink(let step): port.adjust { $0.faults.dropsLinkAt = step?.status }
        case .dropLinkNow: port.breakLink()
        case .restartNow: port.restart()
        case .press(let key): press(key)
        case .card(let card): port.adjust { $0.card = card.card }
        case .tip(let tip): port.adjust { $0.configuration.tip = tip.tip }
        case .speed(let speed): port.adjust { $0.configuration.speed = speed.speed }
        case .signature(let form): port.adjust { $0.configuration.signatureForm = form.form }
        case .byHand(let isByHand): port.adjust { $0.configuration.cardholder = isByHand ? .manual : .automatic }
        case .seed(let seed): port.adjust { $0.begin(seed: seed) }
        }
    }

    private func press(_ key: CardholderKey) {
        switch key {
        case .insert: port.press(.insertCard)
        case .swipe: port.press(.swipeCard)
        case .tap: port.press(.tapCard)
        case .green: port.press(.greenKey)
        case .red: port.press(.redKey)
        case .remove: port.press(.removeCard)
        case .wrongPIN: port.press(.wrongPIN)
        case .noPIN: port.press(.bypassPIN)
        case .tip: port.press(.giveTip(tip))
        }
    }
}

extension SimulatorSetup {
    fileprivate init(_ setup: SimulatedReader.Setup) {
        self.init()
        outcome = Outcome.allCases.first { $0.nextPayment == setup.nextPayment }
        armed = Set(Fault.allCases.filter(setup.faults.isArmed))
        dropStep = Step.allCases.first { $0.status == setup.faults.dropsLinkAt } ?? .card
        card = Card.allCases.first { $0.card == setup.card }
        tip = Tip.allCases.first { $0.tip == setup.tip }
        speed = Speed.allCases.first { $0.speed == setup.speed } ?? .brisk
        signature = Signature.allCases.first { $0.form == setup.signatureForm } ?? .slip
        isByHand = setup.cardholder == .manual
        seed = setup.seed
    }
}

extension SimulatedReader.Faults {
    fileprivate func isArmed(_ fault: SimulatorSetup.Fault) -> Bool {
        switch fault {
        case .dropLink: dropsLinkAt != nil
        case .corruptChecksum: corruptsNextFrame
        case .delayBank: bankDelay != nil
        case .answerTwice: answersTwice
        case .restart: restartsAfterPayment
        }
    }

    fileprivate mutating func arm(_ fault: SimulatorSetup.Fault, _ isArmed: Bool) {
        switch fault {
        case .dropLink: dropsLinkAt = isArmed ? SimulatorSetup.Step.card.status : nil
        case .corruptChecksum: corruptsNextFrame = isArmed
        case .delayBank: bankDelay = isArmed ? .seconds(SimulatorSetup.bankDelaySeconds) : nil
        case .answerTwice: answersTwice = isArmed
        case .restart: restartsAfterPayment = isArmed
        }
    }
}

extension SimulatorSetup.Outcome {
    fileprivate var nextPayment: NextPayment {
        switch self {
        case .approved: .approved
        case .approvedWithSignature: .approvedWithSignature
        case .declined: .declined
        case .partlyApproved: .partlyApproved
        case .cancelled: .cancelledByCardholder
        case .linkLost: .linkLost
        case .bankSilent: .bankSilent
        case .batteryTooLow: .batteryTooLow
        }
    }
}

extension SimulatorSetup.Step {
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

extension SimulatorSetup.Card {
    fileprivate var card: TestCard {
        switch self {
        case .visaChip: TestCard()
        case .mastercardChip: TestCard(scheme: .mastercard)
        case .maestroChip: TestCard(scheme: .maestro)
        case .amexChip: TestCard(scheme: .amex)
        case .visaContactless: TestCard(entry: .contactless)
        case .mastercardContactless: TestCard(scheme: .mastercard, entry: .contactless)
        case .visaStripe: TestCard(entry: .stripe)
        case .visaTyped: TestCard(entry: .typed)
        }
    }
}

extension SimulatorSetup.Tip {
    fileprivate var tip: ReaderSimulator.Tip {
        switch self {
        case .notAsked: .notAsked
        case .none: .none
        case .tenPercent: .percentage(10)
        case .fifteenPercent: .percentage(15)
        case .hundredMinorUnits: .amount(100)
        }
    }
}

extension SimulatorSetup.Signature {
    fileprivate var form: SimulatedReader.Configuration.SignatureForm {
        switch self {
        case .slip: .receipt
        case .picture: .picture
        case .address: .address
        }
    }
}

extension SimulatorSetup.Speed {
    fileprivate var speed: SimulatedReader.Speed {
        switch self {
        case .instant: .instant
        case .brisk: .brisk
        case .real: .real
        }
    }
}
