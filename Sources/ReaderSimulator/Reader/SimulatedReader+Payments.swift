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
    /// The way to the host and back.
    var hostSteps: [Step] {
        switch configuration.hostTraffic {
        case .connection:
            [.hostConnect, .hostSend, .hostReceive, .hostDisconnect].flatMap { step in
                [SimulatedReader.status(before: step), step]
            }
        case .post:
            [
                .status(.waitingHostMessageRequest, isCancelAllowed: false, .host),
                .status(.waitingHostMessageResponse, isCancelAllowed: false, .host), .hostPost,
            ]
        }
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
        guard case .operating(let operation) = state else { return }
        if let refusal = refusal(of: operation.subject) {
            end(refusal, &outputs)
            return
        }
        switch operation.subject {
        case .payment(let payment) where payment.order.kind.takesCard: planCard(for: payment)
        case .tokenise: planCard(for: nil)
        case .payment, .day, .update, .scan: plan(hostSteps + [.finish])
        }
        advance(&outputs)
    }

    private mutating func planCard(for payment: PaymentInFlight?) {
        guard !faults.cardLeftInSlot else {
            plan([.status(.waitingForCardRemoval, isCancelAllowed: true, .removal), .slotCleared])
            return
        }
        var steps: [Step] = []
        if payment?.order.kind == .sale, configuration.tip != .notAsked {
            steps.append(.status(.tipInput, isCancelAllowed: true, .tip))
            if configuration.cardholder == .automatic { add(configuration.tip) }
        }
        steps.append(.status(.waitingForCard, isCancelAllowed: true, .card))
        // A cardholder by hand chooses what follows the last status.
        if configuration.cardholder == .automatic { steps += presented(automaticCard(for: payment)) }
        plan(steps)
    }

    private func automaticCard(for payment: PaymentInFlight?) -> TestCard {
        if payment?.needsStripe == true { return card.read(by: .stripe) }
        // The panel's plain approval is one by chip and PIN, whatever card lies ready.
        guard payment?.choice == .approved else { return card }
        return TestCard(scheme: card.scheme, balance: card.balance)
    }

    private func refusal(of subject: Subject) -> Verdict? {
        let payment: PaymentInFlight?
        if case .payment(let inFlight) = subject { payment = inFlight } else { payment = nil }
        if configuration.isBatteryTooLow || payment?.choice == .batteryTooLow {
            return .failed(.batteryTooLow, "BATTERY TOO LOW", error: "The reader's battery is too low for this.")
        }
        return payment.flatMap(refusal)
    }

    private func refusal(of payment: PaymentInFlight) -> Verdict? {
        let order = payment.order
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

    /// What follows once the card of a payment is there.
    mutating func steps(after card: TestCard, for payment: PaymentInFlight) -> [Step] {
        var steps = stepsOfReading(card)
        if payment.isCancelledByCardholder { return steps + [.end(SimulatedReader.cancelledByCardholder)] }
        if card.asksForPIN {
            steps.append(.status(.pinInput, isCancelAllowed: false, .pin))
            steps += stepsAfterPIN()
        }
        if payment.choice == .linkLost, configuration.hostTraffic == .connection {
            return steps + hostSteps.prefix { $0 != .status(.waitingHostReceive, isCancelAllowed: false, .host) }
                + [.loseLink]
        }
        steps += hostSteps
        if let fault = payment.linkFault { return steps + [.fault(fault)] }
        if configuration.prompts.contains(.amountDue) { steps.append(.amountDue) }
        steps.append(.signature)
        if card.entry == .chip, configuration.asksToRemoveCard {
            steps.append(.status(.removeCard, isCancelAllowed: false, .none))
        }
        return steps + stepsOfReceipts + [.finish]
    }

    private func stepsOfReading(_ card: TestCard) -> [Step] {
        var prompts: [Status] = []
        switch card.entry {
        case .contactless: break
        case .typed: prompts.append(.manualCardInput)
        case .chip, .stripe: prompts.append(.applicationSelection)
        }
        let optional: [(Configuration.Prompt, Status)] = [
            (.applicationConfirmation, .applicationConfirmation), (.amountValidation, .amountValidation),
            (.accountType, .accountTypeSelection), (.paymentCode, .paymentCodeSelection),
        ]
        prompts += optional.filter { configuration.prompts.contains($0.0) }.map(\.1)
        let isRead = card.entry == .chip || card.entry == .stripe
        return (isRead ? [.status(.cardInserted, isCancelAllowed: true, .reading)] : [])
            + prompts.map { .status($0, isCancelAllowed: true, .amount) }
    }

    private mutating func stepsAfterPIN() -> [Step] {
        if configuration.cardholder == .automatic {
            if faults.cardPulledAtPIN {
                faults.cardPulledAtPIN = false
                return [.pullCard]
            }
            if faults.pinBypassed {
                faults.pinBypassed = false
                return [.bypassPIN]
            }
        }
        guard configuration.prompts.contains(.pinCompleted) else { return [] }
        return [.status(.pinInputCompleted, isCancelAllowed: false, .none)]
    }

    private var stepsOfReceipts: [Step] {
        var statuses: [Status] = []
        if configuration.prompts.contains(.customerReceipt) { statuses.append(.waitingCustomerReceipt) }
        if configuration.prompts.contains(.printing) {
            statuses += [.printingMerchantReceipt, .printingCustomerReceipt]
        }
        return statuses.map { .status($0, isCancelAllowed: false, .none) }
    }

    /// Tells till and cardholder that a part is still due.
    mutating func planAmountDue(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        if operation.hostReply?.result == .partlyApproved {
            plan(
                [
                    .status(.partialApproval, isCancelAllowed: false, .none),
                    .status(.amountDueValidation, isCancelAllowed: false, .none),
                ] + Array(operation.steps))
        }
        advance(&outputs)
    }

    // MARK: Signature

    mutating func planSignature(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        // After a decline there is nothing to sign for.
        if operation.hostReply?.isApproval == true, presentedCard?.asksForSignature == true {
            enter(.awaitingSignature, &outputs)
            plan(
                [.status(.waitingSignature, isCancelAllowed: false, .none), .signatureRequest]
                    + Array(operation.steps))
        }
        advance(&outputs)
    }

    mutating func askForSignature(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, let reply = operation.hostReply, let payment else { return }
        let slip = slip(payment, reply)
        let seconds = configuration.signatureSeconds
        let xml = PayloadXML.document(
            PayloadXML.Element("SignatureRequiredRequest", children: [.init("timeout", text: "\(seconds)")]))
        send(.request(.signature(receipt: Array(slip.utf8), xml: xml)), &outputs)
        // The till's own timer ends a signature that nobody judges; this one is for a till that is gone.
        awaitAnswer(.signatureAnswer, seconds: seconds + SimulatedReader.signatureGrace, &outputs)
    }

    private func slip(_ payment: PaymentInFlight, _ reply: HostReply) -> String {
        switch configuration.signatureForm {
        case .receipt: report(payment, verdict(for: payment, reply)).result.merchantReceipt
        case .address: "https://\(configuration.hostAuthority)\(TestHost.signaturePath(of: payment.id))"
        case .picture: SignaturePicture.base64
        }
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
        guard let payment, case .operating(let operation) = state else { return }
        switch configuration.hostBooks {
        case .shared:
            books.host.reverse(payment.id)
            end(SimulatedReader.signatureRejected, &outputs)
        case .elsewhere:
            let reversal = HostRequest(
                reversalOf: payment, id: newGUID(), authorisedMinor: operation.hostReply?.authorisedMinor ?? 0,
                terminal: books.serialNumber)
            change {
                $0.reversal = reversal
                $0.hostReply = nil
            }
            plan(hostSteps + [.finish])
            advance(&outputs)
        }
    }

    static let signatureRejected = Verdict(
        .invalidSignature, .declined, "SIGNATURE REJECTED", error: "The signature was not accepted.")

    // MARK: Faults

    /// The bank has the request and decides; the till does not learn what.
    mutating func loseLinkWhileBankDecides(_ outputs: inout OutputQueue) {
        guard let payment else { return }
        let request = HostRequest(payment, terminal: books.serialNumber)
        switch configuration.hostBooks {
        case .shared:
            // The till's relay may still bring the same request: the host knows it then, and takes nothing twice.
            _ = books.host.decide(request)
        case .elsewhere:
            // The till's relay brings the request.
            break
        }
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
