internal import HeftWire

extension SimulatedReader {
    // MARK: Ends

    /// Ends the operation by what the host said.
    mutating func finish(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        switch operation.subject {
        case .payment where operation.reversal != nil:
            let isReversed = operation.hostReply?.isApproval == true
            end(isReversed ? SimulatedReader.signatureRejected : SimulatedReader.answerLost, &outputs)
        case .payment(let payment):
            if let reply = operation.hostReply {
                end(verdict(for: payment, reply), &outputs)
            } else {
                finishUnanswered(payment, &outputs)
            }
        case .tokenise:
            end(Verdict(.success, .authorised, "CARD TOKENIZED"), &outputs)
        case .scan:
            end(Verdict(.success, .processed, Status.success.sentence), &outputs)
        case .day, .update:
            let isAnswered = operation.hostReply?.isApproval == true
            end(isAnswered ? Verdict(.success, .processed, "PROCESSED") : SimulatedReader.hostTimedOut, &outputs)
        }
    }

    /// The host's answer did not come.
    ///
    /// Where the host has not decided either, the payment is abandoned for good and failed in time, with 0x0029: nothing
    /// was taken and nothing is pending. Where the host has decided, the answer alone is lost: the till is told 0x002C,
    /// the payment stays in flight, and a recovery, a new payment or the next init asks the host what became of it.
    /// Where the host's books are elsewhere, nobody here can tell, and the result says so.
    private mutating func finishUnanswered(_ payment: PaymentInFlight, _ outputs: inout OutputQueue) {
        guard configuration.hostBooks == .shared else {
            end(SimulatedReader.answerLost, &outputs)
            return
        }
        let reply = books.host.settle(payment, terminal: books.serialNumber)
        guard reply.result != .abandoned else {
            end(verdict(for: payment, reply), &outputs)
            return
        }
        let lost = Verdict.failed(
            .responsePaymentTimeout, "RESPONSE TIMEOUT", error: "The bank's answer did not arrive.")
        let result = report(payment, lost).result
        note(lost.message, .error)
        outputs.add(.display(Screen.lines(lost, amount: amountText, card: payment.card)))
        state = .ready
        send(.financeFinished(result.response(payment.order.kind.answer, isRecovered: false)), &outputs)
    }

    /// The host may have taken the money.
    static let answerLost = Verdict(
        .responsePaymentTimeout, .undefined, "RESPONSE TIMEOUT", error: "The bank's answer did not arrive.")

    static let hostTimedOut = Verdict.failed(
        .requestAuthorisationTimeout, "REQUEST TIMEOUT", error: "The bank could not be asked in time.")

    /// Ends the operation with this verdict: it is kept, then sent.
    mutating func end(_ verdict: Verdict, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else { return }
        outputs.add(.stopTimer(.step))
        absorb(link.expectMessage(within: nil), &outputs)
        note(verdict.message, verdict.outcome == .failed ? .error : .info)
        let amount = amountText
        state = .ready
        switch operation.subject {
        case .payment(let payment):
            conclude(payment, verdict, &outputs)
            sendPending(payment.order.kind.answer, isRecovered: false, &outputs)
            outputs.add(.display(Screen.lines(verdict, amount: amount, card: payment.card)))
        case .tokenise(let order):
            sendToken(order, verdict, &outputs)
            outputs.add(.display(Screen.idle))
        case .scan:
            sendScannerOff(verdict.status, &outputs)
            outputs.add(.display(Screen.idle))
        case .day(let command):
            endDay(command, verdict, &outputs)
        case .update:
            let isRestarting = configuration.restartsAfterUpdate && verdict.outcome == .processed
            let response = plainResponse(.hostInitFinished, verdict, type: "HOST_INIT", isRestarting: isRestarting)
            send(.financeFinished(response), as: isRestarting ? .restart : .other, &outputs)
            outputs.add(.display(isRestarting ? ["RESTARTING"] : Screen.idle))
        }
    }

    private mutating func endDay(_ command: Command, _ verdict: Verdict, _ outputs: inout OutputQueue) {
        let isEnd = command == .endOfDay
        let answer: Command = isEnd ? .endOfDayFinished : .startOfDayFinished
        let response = plainResponse(answer, verdict, type: isEnd ? "END OF DAY" : "START OF DAY")
        if isEnd, verdict.outcome == .processed {
            books.batch += 1
            outputs.add(.persist(books))
        }
        send(.financeFinished(response), &outputs)
        outputs.add(.display(Screen.idle))
    }

    /// The answer to an operation that moves no money.
    private func plainResponse(
        _ command: Command, _ verdict: Verdict, type: String, isRestarting: Bool = false
    ) -> FinanceResponse {
        let fields: [(FinanceDetails.Field, String)] = [
            (.statusMessage, verdict.message), (.transactionType, type), (.financialStatus, verdict.word),
            (.eftTimestamp, now()), (.errorMessage, verdict.error), (.recoveredTransaction, "false"),
            (.batchNumber, "\(books.batch)"),
        ]
        return FinanceResponse(
            command: command, status: verdict.status, financialStatus: verdict.outcome.rawValue,
            isRestarting: isRestarting,
            xml: SimulatedReader.document("FinancialTransactionResponse", fields, device))
    }

    private mutating func sendToken(_ order: TokenOrder, _ verdict: Verdict, _ outputs: inout OutputQueue) {
        var fields: [(FinanceDetails.Field, String)] = [
            (.statusMessage, verdict.message), (.transactionType, "TOKENIZE_CARD"),
            (.financialStatus, verdict.word), (.eftTimestamp, now()), (.errorMessage, verdict.error),
            (.customerReference, order.reference), (.recoveredTransaction, "false"),
        ]
        if verdict.outcome == .authorised, let card = order.card {
            fields += [
                (.cardToken, card.token(terminal: books.serialNumber)), (.cardTokenizationGUID, newGUID()),
                (.cardEntryType, card.entry.rawValue),
                (.cardSchemeName, card.scheme.rawValue), (.maskedCardNumber, card.maskedNumber),
                (.expiryDate, card.expiry),
            ]
        }
        let xml = SimulatedReader.document("CardTokenizationResponse", fields, device)
        send(.tokenised(verdict.status, xml: xml), &outputs)
    }

    private static func document(
        _ root: String, _ fields: [(FinanceDetails.Field, String)], _ device: DeviceState
    ) -> [UInt8] {
        let children = fields.map { PayloadXML.Element($0.rawValue, text: $1) } + device.xml
        return PayloadXML.document(PayloadXML.Element(root, children: children))
    }

    // MARK: Payments and the books

    func verdict(for payment: PaymentInFlight, _ reply: HostReply) -> Verdict {
        var verdict: Verdict
        switch reply.result {
        case .declined: return Verdict(.success, .declined, "DECLINED", error: reply.reason)
        case .abandoned: return SimulatedReader.hostTimedOut
        case .partlyApproved:
            verdict = Verdict(.success, .partiallyApproved, "PARTIAL APPROVAL")
            verdict.dueMinor = payment.totalMinor - min(payment.totalMinor, reply.authorisedMinor)
        case .approved:
            verdict = Verdict(.success, .authorised, Self.approval(payment.order.kind, reply.authorisationCode))
        }
        verdict.authorisedMinor = reply.authorisedMinor
        verdict.authorisationCode = reply.authorisationCode
        return verdict
    }

    private static func approval(_ kind: PaymentOrder.Kind, _ code: String) -> String {
        switch kind {
        case .sale: "AUTH CODE \(code)"
        case .refund: "REFUND ACCEPTED"
        case .saleReversal: "TRANSACTION VOID"
        case .refundReversal: "REVERSAL ACCEPTED"
        }
    }

    func report(_ payment: PaymentInFlight, _ verdict: Verdict) -> PaymentReport {
        PaymentReport(
            payment: payment, verdict: verdict, device: device, merchant: configuration.merchant, finishedAt: now())
    }

    /// Puts the result into the books, where it waits for the till.
    mutating func conclude(_ payment: PaymentInFlight, _ verdict: Verdict, _ outputs: inout OutputQueue) {
        var report = report(payment, verdict)
        if payment.order.tokenisesCard, report.isApproved, let card = payment.card {
            report.cardToken = card.token(terminal: books.serialNumber)
            report.tokenizationGUID = newGUID()
        }
        books.inFlight = nil
        books.pending = report.result
        books.record(
            FinishedPayment(
                id: payment.id, number: payment.number, batch: payment.batch, order: payment.order, verdict: verdict,
                finishedAt: report.finishedAt))
        outputs.add(.persist(books))
    }

    private mutating func sendPending(_ command: Command, isRecovered: Bool, _ outputs: inout OutputQueue) {
        guard let pending = books.pending else { return }
        let isRestarting = faults.restartsAfterPayment && !isRecovered
        faults.restartsAfterPayment = faults.restartsAfterPayment && !isRestarting
        let message = ReaderMessage.financeFinished(
            pending.response(command, isRecovered: isRecovered, isRestarting: isRestarting))
        send(message, as: .result(id: pending.id, isRestarting: isRestarting), &outputs)
        if faults.answersTwice {
            faults.answersTwice = false
            send(message, &outputs)
        }
    }

    /// The till has the result.
    mutating func resultDelivered(_ id: String, _ outputs: inout OutputQueue) {
        switch configuration.resultClearing {
        case .whenAcknowledged: clearResult(id, &outputs)
        case .whenNextRequestArrives: acknowledgedResult = id
        }
    }

    mutating func clearAcknowledgedResult(_ outputs: inout OutputQueue) {
        guard let id = acknowledgedResult else { return }
        acknowledgedResult = nil
        clearResult(id, &outputs)
    }

    private mutating func clearResult(_ id: String, _ outputs: inout OutputQueue) {
        guard books.pending?.id == id else { return }
        books.pending = nil
        outputs.add(.persist(books))
    }

    // MARK: Recovery

    mutating func recover(_ outputs: inout OutputQueue) {
        settle(&outputs)
        guard books.pending == nil else {
            sendPending(.recovered, isRecovered: true, &outputs)
            return
        }
        let nothing = Verdict.failed(.noDataAvailable, "NO PENDING RESULT", error: "")
        send(.financeFinished(plainResponse(.recovered, nothing, type: "UNDEFINED")), &outputs)
    }

    /// Finds out what became of a payment that was cut off, and keeps the truth as its result.
    mutating func settle(_ outputs: inout OutputQueue) {
        guard let payment = books.inFlight else { return }
        conclude(payment, settledVerdict(payment), &outputs)
    }

    private mutating func settledVerdict(_ payment: PaymentInFlight) -> Verdict {
        switch payment.stage {
        case .sentToHost where configuration.hostBooks == .elsewhere,
            .awaitingSignature where configuration.hostBooks == .elsewhere:
            return SimulatedReader.answerLost
        case .started:
            return Verdict(
                .posCancelled, .cancelled, "CANCELLED", error: "The reader was cut off before it asked the bank.")
        case .awaitingSignature:
            books.host.reverse(payment.id)
            return SimulatedReader.signatureRejected
        case .sentToHost:
            let reply = books.host.settle(payment, terminal: books.serialNumber)
            if reply.isApproval, payment.card?.asksForSignature == true {
                // Nobody judged the signature, so nobody may be charged.
                books.host.reverse(payment.id)
                return SimulatedReader.signatureRejected
            }
            return verdict(for: payment, reply)
        }
    }
}
