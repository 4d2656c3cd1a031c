extension ReaderSession {
    mutating func start(_ operation: ReaderOperation, isAutomatic: Bool, _ outputs: inout [Output]) {
        var inFlight = OperationInFlight(operation: operation, isAutomatic: isAutomatic)
        inFlight.messagesAhead = link.undeliveredMessages
        if case .enableScanner = operation { inFlight.isCancelAllowed = true }
        if operation.clearsPendingPromise { isResultPending = false }
        state = .operating(inFlight)
        absorb(link.expectMessage(within: ReaderSession.seconds(of: operation)), &outputs)
        send(operation.message, &outputs)
    }

    /// Seconds to wait for the next message of an operation. A scanner is silent for as long as it was told to be.
    private static func seconds(of operation: ReaderOperation) -> Int {
        if operation.isService { return serviceSeconds }
        guard case .enableScanner(let mode) = operation else { return operationSeconds }
        return max(operationSeconds, Int(mode.timeoutSeconds) + initSeconds)
    }

    /// Messages are acknowledged in the order in which they were sent.
    mutating func messageWasDelivered() {
        change { operation in
            if operation.messagesAhead > 0 {
                operation.messagesAhead -= 1
            } else {
                operation.isDelivered = true
            }
        }
    }

    mutating func sendCancel(_ outputs: inout [Output]) {
        guard let bytes = encode(.idle, &outputs) else { return }
        change { $0.isCancelSent = true }
        // The reader's result may already be on its way: until the cancel is answered, frames cross.
        link.crossing = .keep
        outputs.append(.activity(.messageSent(.idle)))
        absorb(link.sendUnacknowledged(bytes), &outputs)
        outputs.append(.cancelSent)
    }

    mutating func receive(_ message: ReaderMessage, during operation: OperationInFlight, _ outputs: inout [Output]) {
        switch message {
        case .statusEvent(let status, let xml):
            let event = readEvent(status, xml, &outputs)
            change { $0.isCancelAllowed = event.isCancelAllowed }
            outputs.append(.status(event))
        case .request(let request):
            receive(request, &outputs)
        case .idled:
            change {
                $0.isCancelAllowed = false
                $0.isCancelSent = false
            }
            cancelWasAnswered(&outputs)
        case .financeFinished(let response):
            receive(FinanceResult(response), during: operation, &outputs)
        case .tokenised(let status, let xml):
            receive(FinanceResult(tokenised: status, xml: xml), during: operation, &outputs)
        case .plain(let command, let status):
            guard command == operation.operation.message.command.response else { return }
            finish(operation, .plain(status), &outputs)
        case .log(let status, let text):
            guard operation.operation == .getLog else { return }
            finish(operation, .log(status, text: text), &outputs)
        case .xmlAnswered(let status, let xml):
            receive(xml, status, during: operation, &outputs)
        case .initialised:
            end(.communication("an init response during an operation"), &outputs)
        }
    }

    private mutating func receive(
        _ result: FinanceResult, during operation: OperationInFlight, _ outputs: inout [Output]
    ) {
        guard result.response.command == operation.operation.message.command.response else {
            // The answer to something that was not asked: kept, while the operation goes on.
            keepUnclaimed(result, &outputs)
            return
        }
        switch operation.operation {
        case .finance(let kind, let order):
            let isAnswer = result.answers(kind, order)
            finish(operation, isAnswer ? .finance(result) : .answeredByEarlier(result), &outputs)
        case .recoverPendingResult:
            finish(operation, .recovery(result.recovery, result), &outputs)
        case .tokenise, .startOfDay, .endOfDay, .update:
            let isAnswer = !result.details.isRecovered
            finish(operation, isAnswer ? .finance(result) : .answeredByEarlier(result), &outputs)
        case .setLogLevel, .resetLog, .getLog, .enableScanner, .getEMVReport:
            keepUnclaimed(result, &outputs)
            return
        }
        if result.response.command == .hostInitFinished { hasUpdated = true }
        updateAfterWrongSecret(operation, result, &outputs)
    }

    /// Nothing that runs asked for it, but money may have moved.
    mutating func keepUnclaimed(_ result: FinanceResult, _ outputs: inout [Output]) {
        if result.response.command == .hostInitFinished { hasUpdated = true }
        // Every result ends what allowed a cancel; the next status may allow one again.
        change { $0.isCancelAllowed = false }
        outputs.append(.unclaimed(result))
    }

    /// A wrong secret may be mended by an update: once per connection, and never after one has run.
    private mutating func updateAfterWrongSecret(
        _ operation: OperationInFlight, _ result: FinanceResult, _ outputs: inout [Output]
    ) {
        guard result.response.status == .sharedSecretInvalid, operation.operation.updatesAfterWrongSecret, !hasUpdated,
            state == .idle
        else { return }
        hasUpdated = true
        start(.update, isAutomatic: true, &outputs)
    }

    private mutating func receive(
        _ xml: [UInt8], _ status: Status, during operation: OperationInFlight, _ outputs: inout [Output]
    ) {
        switch operation.operation {
        case .enableScanner, .getEMVReport:
            guard !xml.isEmpty else {
                finish(operation, .plain(status), &outputs)
                return
            }
            do throws(WireError) {
                finish(operation, .xml(status, try PayloadXML.parse(xml)), &outputs)
            } catch {
                end(.communication(error.description), &outputs)
            }
        case .finance, .tokenise, .startOfDay, .endOfDay, .update, .recoverPendingResult, .setLogLevel, .resetLog,
            .getLog:
            end(.communication("an XML answer that was not asked for"), &outputs)
        }
    }

    /// The operation is over; the session is ready for the next one.
    mutating func finish(_ operation: OperationInFlight, _ result: OperationResult, _ outputs: inout [Output]) {
        var operation = operation
        if case .operating(let current) = state { operation = current }
        if operation.isSignatureOpen { withdrawSignature(&outputs) }
        if let exchange = operation.exchange, exchange.answer == nil {
            outputs.append(.abandonHostRequest(id: exchange.id))
        }
        absorb(link.expectMessage(within: nil), &outputs)
        state = .idle
        outputs.append(
            .finished(
                Completion(
                    operation: operation.operation, result: result, wasRelayedToBank: operation.wasRelayedToBank,
                    isAutomatic: operation.isAutomatic)))
    }

    mutating func change(_ body: (inout OperationInFlight) -> Void) {
        guard case .operating(var operation) = state else { return }
        body(&operation)
        state = .operating(operation)
    }
}
