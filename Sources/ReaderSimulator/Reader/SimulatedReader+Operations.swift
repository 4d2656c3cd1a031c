internal import HeftWire

extension SimulatedReader {
    // MARK: Beginnings

    mutating func startPayment(_ command: Command, _ request: FinanceRequest, _ outputs: inout OutputQueue) {
        guard let kind = PaymentOrder.Kind(command) else { return }
        let options: FinanceOptions
        do throws(WireError) {
            options = try FinanceOptions(xml: request.xml)
        } catch {
            outputs.add(.activity(.problem(error)))
            refuse(kind.answer, .invalidData, &outputs)
            return
        }
        settle(&outputs)
        if let pending = books.pending, configuration.pendingPolicy == .answerWithIt {
            send(
                .financeFinished(pending.response(kind.answer, isRecovered: true)),
                as: .result(id: pending.id, isRestarting: false),
                &outputs)
            return
        }
        books.paymentNumber &+= 1
        let payment = PaymentInFlight(
            order: order(kind, request, options), id: newGUID(),
            number: books.paymentNumber, startedAt: now(), batch: books.batch, card: nil, stage: .started,
            choice: kind.takesCard ? nextPayment : nil)
        if kind.takesCard { nextPayment = nil }
        books.pending = nil
        keep(payment, &outputs)
        begin(.payment(payment), [.challenge, .check], &outputs)
    }

    /// What the till asks for. A reversal that names no account is for that of its payment.
    private func order(
        _ kind: PaymentOrder.Kind, _ request: FinanceRequest, _ options: FinanceOptions
    ) -> PaymentOrder {
        var order = PaymentOrder(kind: kind, request: request, options: options)
        guard !kind.takesCard, order.merchantID.isEmpty, order.terminalID.isEmpty,
            let original = books.payments.last(where: { $0.id == order.originalID })
        else { return order }
        order.merchantID = original.order.merchantID
        order.terminalID = original.order.terminalID
        return order
    }

    mutating func startTokenising(_ xml: [UInt8], _ outputs: inout OutputQueue) {
        do throws(WireError) {
            let options = try FinanceOptions(xml: xml)
            begin(.tokenise(TokenOrder(reference: options.customerReference)), [.challenge, .check], &outputs)
        } catch {
            outputs.add(.activity(.problem(error)))
            refuse(.tokenised, .invalidData, &outputs)
        }
    }

    /// Starts an operation; a day without steps of its own goes straight to the host.
    mutating func begin(
        _ subject: Subject, _ steps: [Step], isCancelAllowed: Bool = false, _ outputs: inout OutputQueue
    ) {
        operations += 1
        var operation = Operation(subject: subject, number: operations)
        operation.isCancelAllowed = isCancelAllowed
        operation.steps = (steps.isEmpty ? hostSteps + [.finish] : steps)[...]
        state = .operating(operation)
        advance(&outputs)
    }

    // MARK: Step by step

    /// Takes the next step. The operation waits afterwards, or is over.
    mutating func advance(_ outputs: inout OutputQueue) {
        guard case .operating(var operation) = state, let step = operation.steps.popFirst() else { return }
        operation.wait = .none
        state = .operating(operation)
        switch step {
        case .challenge: sendChallenge(&outputs)
        case .check: check(&outputs)
        case .status(let status, let isCancelAllowed, let beat):
            report(status, isCancelAllowed: isCancelAllowed, beat, &outputs)
        case .hostConnect, .hostSend, .hostReceive, .hostDisconnect, .hostPost: takeHostStep(step, &outputs)
        case .bypassPIN: bypassPIN(&outputs)
        case .pullCard: pullCard(&outputs)
        case .slotCleared: clearSlot(&outputs)
        case .amountDue: planAmountDue(&outputs)
        case .scan: awaitCode(&outputs)
        case .signature: planSignature(&outputs)
        case .signatureRequest: askForSignature(&outputs)
        case .loseLink: loseLinkWhileBankDecides(&outputs)
        case .fault(let fault): play(fault, &outputs)
        case .end(let verdict): end(verdict, &outputs)
        case .finish: finish(&outputs)
        }
    }

    /// Replaces what is left to do.
    mutating func plan(_ steps: [Step]) {
        change { $0.steps = steps[...] }
    }

    mutating func change(_ body: (inout Operation) -> Void) {
        guard case .operating(var operation) = state else { return }
        body(&operation)
        state = .operating(operation)
    }

    var payment: PaymentInFlight? {
        guard case .operating(let operation) = state, case .payment(let payment) = operation.subject else {
            return nil
        }
        return payment
    }

    /// The payment comes to a point that decides what a power cut from here on means.
    mutating func enter(_ stage: PaymentInFlight.Stage, _ outputs: inout OutputQueue) {
        guard var payment else { return }
        payment.stage = stage
        change { $0.subject = .payment(payment) }
        keep(payment, &outputs)
    }

    /// The card of the operation, once one was read.
    var presentedCard: TestCard? {
        guard case .operating(let operation) = state else { return nil }
        switch operation.subject {
        case .payment(let payment): return payment.card
        case .tokenise(let order): return order.card
        case .day, .update, .scan: return nil
        }
    }

    /// A card was read. The books learn it with the next stage: before that it decides nothing.
    mutating func take(_ card: TestCard) {
        change { operation in
            guard case .tokenise(var order) = operation.subject else { return }
            order.card = card
            operation.subject = .tokenise(order)
        }
        changePayment { $0.card = card }
    }

    /// Changes what the books learn with the next stage.
    mutating func changePayment(_ body: (inout PaymentInFlight) -> Void) {
        guard var payment else { return }
        body(&payment)
        change { $0.subject = .payment(payment) }
        books.inFlight = payment
    }

    private mutating func keep(_ payment: PaymentInFlight, _ outputs: inout OutputQueue) {
        books.inFlight = payment
        outputs.add(.persist(books))
    }

    /// Waits for the till's answer to a request that was just sent.
    mutating func awaitAnswer(_ answer: Command, seconds: Int, _ outputs: inout OutputQueue) {
        change { $0.wait = .answer(answer) }
        absorb(link.expectMessage(within: seconds), &outputs)
    }

    /// Seconds for the till to answer what it can answer at once.
    static let answerSeconds = 60

    // MARK: Statuses and beats

    private mutating func report(
        _ status: Status, isCancelAllowed: Bool, _ beat: Beat, _ outputs: inout OutputQueue
    ) {
        if faults.dropsLinkAt == status {
            faults.dropsLinkAt = nil
            dropLink(&outputs)
            return
        }
        change { $0.wait = .delivery(isCancelAllowed: isCancelAllowed, beat) }
        let xml = eventInfo(status, isCancelAllowed: isCancelAllowed)
        send(.statusEvent(status, xml: xml), as: .status(operation: operations), &outputs)
        note(status.sentence, .full)
        if let lines = Screen.lines(status, amount: amountText) { outputs.add(.display(lines)) }
    }

    private mutating func eventInfo(_ status: Status, isCancelAllowed: Bool) -> [UInt8] {
        let root = "EventInfoResponse"
        let fields: [PayloadXML.Element] = [
            .init("StatusMessage", text: status.sentence), .init("CancelAllowed", text: "\(isCancelAllowed)"),
        ]
        var xml = PayloadXML.declaration
        xml.append(contentsOf: "<\(root)>".utf8)
        for field in fields { xml.append(contentsOf: field.bytes) }
        xml.append(contentsOf: deviceXML())
        xml.append(contentsOf: "</\(root)>".utf8)
        return xml
    }

    /// The elements of the device, made anew only where they changed: every event has them.
    private mutating func deviceXML() -> [UInt8] {
        let device = device
        if let made = deviceElements, made.of == device { return made.bytes }
        let bytes = device.xml.flatMap(\.bytes)
        deviceElements = (of: device, bytes: bytes)
        return bytes
    }

    var amountText: String { payment.map { $0.order.text(minorUnits: $0.totalMinor) } ?? "" }

    mutating func statusDelivered(operation number: Int, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, operation.number == number,
            case .delivery(let isCancelAllowed, let beat) = operation.wait
        else { return }
        change {
            $0.isCancelAllowed = isCancelAllowed
            $0.wait = .beat(beat)
        }
        if configuration.cardholder == .manual, beat.isCardholders {
            outputs.add(.startTimer(.step, SimulatedReader.cardholderPatience))
            return
        }
        let duration = configuration.speed.duration(of: beat)
        guard duration > .zero else {
            advance(&outputs)
            return
        }
        outputs.add(.startTimer(.step, duration))
    }

    /// How long the reader waits for a cardholder who does nothing.
    static let cardholderPatience = Duration.seconds(60)

    mutating func beatPassed(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, case .beat(let beat) = operation.wait else { return }
        if beat == .code {
            codeBeatPassed(&outputs)
        } else if configuration.cardholder == .manual, beat.isCardholders {
            end(.failed(.inputTimeout, "INPUT TIMEOUT", error: "Nobody answered on the reader."), &outputs)
        } else {
            advance(&outputs)
        }
    }

    // MARK: Challenge

    private mutating func sendChallenge(_ outputs: inout OutputQueue) {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        change { $0.challenge = bytes }
        send(.request(.challenge(random: bytes, xml: [])), &outputs)
        awaitAnswer(.challengeAnswer, seconds: SimulatedReader.answerSeconds, &outputs)
    }

    mutating func challengeAnswered(_ message: POSMessage, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        guard case .challengeAnswer(let mx, let zx) = message, mx.count == 32,
            zx == configuration.secret.challengeResponse(random: operation.challenge, mx: mx)
        else {
            end(
                .failed(
                    .sharedSecretInvalid, "SHARED SECRET INVALID", error: "Reader and till do not share a secret."),
                &outputs)
            return
        }
        advance(&outputs)
    }

    // MARK: Random texts

    /// A random GUID, 36 characters in lower case.
    ///
    /// The payment's number and the reader's serial number are part of it, so that a generator which starts with the
    /// same seed in each process gives no two payments one GUID: neither of the same books nor of two readers at one host.
    mutating func newGUID() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        // Digits differ in their low four bits, which the two fixed fields below leave alone.
        for (index, digit) in books.serialNumber.utf8.prefix(12).enumerated() { bytes[index] ^= digit }
        for index in 0..<4 { bytes[12 + index] ^= UInt8(truncatingIfNeeded: books.paymentNumber >> (24 - 8 * index)) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hex.text(bytes).lowercased()
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }
}
