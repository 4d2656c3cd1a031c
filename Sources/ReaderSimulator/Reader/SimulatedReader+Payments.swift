internal import HeftWire

extension PaymentInFlight {
    /// Whether the amount or the panel asks for a swipe and a signature.
    var needsStripe: Bool {
        choice == .approvedWithSignature || choice == nil && order.amountMinor == TestAmount.signature
    }

    /// Whether the cardholder presses the red key.
    var isCancelledByCardholder: Bool {
        choice == .cancelledByCardholder || choice == nil && order.amountMinor == TestAmount.cancelled
    }

    /// What goes wrong on the wire after the host has decided.
    var linkFault: LinkFault? {
        choice == nil && order.kind.takesCard ? LinkFault(amountMinor: order.amountMinor) : nil
    }
}

extension SimulatedReader {
    static let hostSteps: [Step] = [.hostConnect, .hostSend, .hostReceive, .hostDisconnect].flatMap { step in
        [SimulatedReader.status(before: step), step]
    }

    private static func status(before step: Step) -> Step {
        let status: Status
        switch step {
        case .hostConnect: status = .waitingHostConnect
        case .hostSend: status = .waitingHostSend
        case .hostReceive: status = .waitingHostReceive
        default: status = .waitingHostDisconnect
        }
        return .status(status, isCancelAllowed: false, .host)
    }

    /// Looks at what was asked and plans the way to the host.
    mutating func check(_ outputs: inout OutputQueue) {
        guard let payment else { return }
        if let refusal = refusal(of: payment) {
            end(refusal, &outputs)
            return
        }
        guard payment.order.kind.takesCard else {
            plan(SimulatedReader.hostSteps + [.finish])
            advance(&outputs)
            return
        }
        let card = TestCard(scheme: card.scheme, entry: payment.needsStripe ? .stripe : entry(for: payment))
        if configuration.cardholder == .automatic { take(card) }
        plan(
            [.status(.waitingForCard, isCancelAllowed: true, .card)]
                + SimulatedReader.steps(after: card, for: payment, configuration))
        advance(&outputs)
    }

    /// The panel's approval without a signature needs a card that asks for none.
    private func entry(for payment: PaymentInFlight) -> TestCard.Entry {
        payment.choice == .approved && card.entry == .stripe ? .chip : card.entry
    }

    private func refusal(of payment: PaymentInFlight) -> Verdict? {
        let order = payment.order
        if payment.choice == .batteryTooLow {
            return .failed(.batteryTooLow, "BATTERY TOO LOW", error: "The reader's battery is too low for a payment.")
        }
        guard order.amountMinor > 0 else {
            return .failed(.requestInvalid, "INVALID AMOUNT", error: "The amount is zero.")
        }
        guard configuration.takes(currency: order.currency) else {
            return .failed(
                .unsupportedCurrency, "UNSUPPORTED CURRENCY",
                error: "The reader is not set up for currency \(order.currency).")
        }
        return nil
    }

    /// What follows once the card is there.
    static func steps(after card: TestCard, for payment: PaymentInFlight, _ configuration: Configuration) -> [Step] {
        var steps: [Step] = []
        if card.entry != .contactless {
            steps = [
                .status(.cardInserted, isCancelAllowed: true, .reading),
                .status(.applicationSelection, isCancelAllowed: true, .amount),
            ]
        }
        if payment.isCancelledByCardholder { return steps + [.end(cancelledByCardholder)] }
        if card.verification == .pin { steps.append(.status(.pinInput, isCancelAllowed: false, .pin)) }
        if payment.choice == .linkLost {
            return steps + hostSteps.prefix { $0 != .status(.waitingHostReceive, isCancelAllowed: false, .host) }
                + [.loseLink]
        }
        steps += hostSteps
        if let fault = payment.linkFault { return steps + [.fault(fault)] }
        if card.verification == .signature { steps.append(.signature) }
        if card.entry == .chip, configuration.asksToRemoveCard {
            steps.append(.status(.removeCard, isCancelAllowed: false, .none))
        }
        return steps + [.finish]
    }

    // MARK: Signature

    mutating func planSignature(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        // After a decline there is nothing to sign for.
        if operation.hostReply?.isApproval == true {
            enter(.awaitingSignature, &outputs)
            plan(
                [.status(.waitingSignature, isCancelAllowed: false, .none), .signatureRequest]
                    + Array(operation.steps))
        }
        advance(&outputs)
    }

    mutating func askForSignature(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, let reply = operation.hostReply, let payment else { return }
        let slip = report(payment, verdict(for: payment, reply)).result.merchantReceipt
        let seconds = configuration.signatureSeconds
        let xml = PayloadXML.document(
            PayloadXML.Element("SignatureRequiredRequest", children: [.init("timeout", text: "\(seconds)")]))
        send(.request(.signature(receipt: Array(slip.utf8), xml: xml)), &outputs)
        // The till's own timer ends a signature that nobody judges; this one is for a till that is gone.
        awaitAnswer(.signatureAnswer, seconds: seconds + SimulatedReader.signatureGrace, &outputs)
    }

    /// Seconds beyond the cashier's.
    private static let signatureGrace = 10

    mutating func signatureAnswered(_ status: Status, _ outputs: inout OutputQueue) {
        if status == .success {
            advance(&outputs)
        } else {
            rejectSignature(&outputs)
        }
    }

    mutating func rejectSignature(_ outputs: inout OutputQueue) {
        guard let payment else { return }
        books.host.reverse(payment.id)
        end(SimulatedReader.signatureRejected, &outputs)
    }

    static let signatureRejected = Verdict(
        .invalidSignature, .declined, "SIGNATURE REJECTED", error: "The signature was not accepted.")

    // MARK: Faults

    /// The bank has the request and decides; the till does not learn what.
    mutating func loseLinkWhileBankDecides(_ outputs: inout OutputQueue) {
        guard let payment else { return }
        let request = HostRequest(payment, terminal: books.serialNumber)
        // The till's relay may still bring the same request: the host knows it then, and takes nothing twice.
        _ = books.host.decide(request)
        outputs.add(.persist(books))
        dropLink(&outputs)
    }

    /// Keeps the result and lets the wire go wrong in place of it.
    mutating func play(_ fault: LinkFault, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, let payment else { return }
        let isWaiting = books.inFlight != nil
        if isWaiting {
            guard let reply = operation.hostReply else {
                finish(&outputs)
                return
            }
            conclude(payment, verdict(for: payment, reply), &outputs)
        }
        if case .silentAfter(let seconds) = fault, isWaiting, seconds > 0 {
            change {
                $0.steps = [.fault(fault)]
                $0.wait = .beat(.none)
            }
            outputs.add(.startTimer(.step, .seconds(seconds)))
            return
        }
        switch fault {
        case .silentAfter, .halfFrame: writeRaw(halfFrame, &outputs)
        case .withholdsAcknowledgement, .silent: break
        case .strayBytes: writeRaw([0x55, 0x55], &outputs)
        case .endOfTransmission: writeRaw(ControlSymbol.eot.bytes, &outputs)
        }
        absorb(link.end(), &outputs)
        state = .deaf
        outputs.add(.startTimer(.drop, .seconds(fault.secondsToDrop)))
    }

    /// The first half of the frame that would carry the result.
    private var halfFrame: [UInt8] {
        let frame = link.encoder.frames(of: Array("F00100010000".utf8)).first ?? []
        return Array(frame.prefix(frame.count / 2))
    }
}
