extension ReaderSession {
    /// What came of a host exchange. An answer to an exchange that is over is dropped.
    package mutating func answer(host id: Int, _ answer: HostAnswer) -> [Output] {
        var outputs: [Output] = []
        guard case .operating(let operation) = state, let exchange = operation.exchange, exchange.id == id,
            exchange.answer == nil
        else { return outputs }
        change { $0.exchange?.answer = answer }
        if exchange.isAwaited { deliverHostAnswer(&outputs) }
        return outputs
    }

    /// The cashier judged the signature. Without an open request this does nothing.
    package mutating func answerSignature(isAccepted: Bool) -> [Output] {
        var outputs: [Output] = []
        guard case .operating(let operation) = state, operation.isSignatureOpen else { return outputs }
        change { $0.isSignatureOpen = false }
        outputs.append(.stopTimer(.signature))
        sendSignatureAnswer(isAccepted ? .success : .invalidSignature, &outputs)
        return outputs
    }

    mutating func receive(_ request: ReaderRequest, _ outputs: inout [Output]) {
        switch request {
        case .hostConnect(let host, let port, let timeout):
            let target = OperationInFlight.HostTarget(
                host: String(decoding: host, as: UTF8.self), port: port, timeout: Int(timeout))
            change { $0.hostTarget = target }
            send(.answer(.hostConnected, .success), &outputs)
        case .hostSend(let timeout, let data):
            startExchange(data, timeout: Int(timeout), &outputs)
        case .hostReceive:
            receiveFromHost(&outputs)
        case .hostDisconnect:
            dropExchange(&outputs)
            send(.answer(.hostDisconnected, .success), &outputs)
        case .postToHost(let post):
            let target = OperationInFlight.HostTarget(
                host: String(decoding: post.host, as: UTF8.self), port: post.port, timeout: Int(post.timeout))
            perform(post.data, at: target, isPost: true, &outputs)
            absorb(link.expectMessage(within: nil), &outputs)
        case .signature(let receipt, let xml):
            openSignature(receipt, xml, &outputs)
        case .challenge(let random, _):
            answerChallenge(random, &outputs)
        }
    }

    // MARK: Host

    private mutating func startExchange(_ data: [UInt8], timeout: Int, _ outputs: inout [Output]) {
        guard case .operating(let operation) = state, let target = operation.hostTarget else {
            send(.answer(.hostSent, .connectError), &outputs)
            return
        }
        perform(data, at: target, isPost: false, &outputs)
        send(.answer(.hostSent, .success), &outputs)
    }

    private mutating func perform(
        _ data: [UInt8], at target: OperationInFlight.HostTarget, isPost: Bool, _ outputs: inout [Output]
    ) {
        dropExchange(&outputs)
        hostExchanges += 1
        let id = hostExchanges
        change { operation in
            operation.wasRelayedToBank = true
            operation.exchange = OperationInFlight.Exchange(id: id, isPost: isPost, isAwaited: isPost)
        }
        outputs.append(
            .hostRequest(
                HostExchange(id: id, host: target.host, port: target.port, timeout: target.timeout, request: data)))
    }

    private mutating func receiveFromHost(_ outputs: inout [Output]) {
        guard case .operating(let operation) = state, let exchange = operation.exchange else {
            // Nothing was sent, so nothing has come.
            send(.hostData([]), &outputs)
            return
        }
        change { $0.exchange?.isAwaited = true }
        if exchange.answer == nil {
            // The reader waits for us now, not we for it.
            absorb(link.expectMessage(within: nil), &outputs)
        } else {
            deliverHostAnswer(&outputs)
        }
    }

    private mutating func deliverHostAnswer(_ outputs: inout [Output]) {
        guard case .operating(let operation) = state, let exchange = operation.exchange, let answer = exchange.answer
        else { return }
        change { $0.exchange = nil }
        absorb(link.expectMessage(within: ReaderSession.operationSeconds), &outputs)
        switch answer {
        case .response(let bytes) where bytes.count > POSMessage.longestHostData:
            // The reader waits for an answer; one that no message carries has not arrived.
            send(.answer(.hostReceived, .receivingError), &outputs)
        case .response(let bytes): send(.hostData(bytes), &outputs)
        case .timedOut where exchange.isPost: send(.answer(.hostReceived, .connectTimeout), &outputs)
        case .timedOut, .failed: send(.answer(.hostReceived, .receivingError), &outputs)
        }
    }

    private mutating func dropExchange(_ outputs: inout [Output]) {
        guard case .operating(let operation) = state, let exchange = operation.exchange else { return }
        change { $0.exchange = nil }
        // While the reader waited for the bank's answer no message of its own was awaited.
        if exchange.isAwaited { absorb(link.expectMessage(within: ReaderSession.operationSeconds), &outputs) }
        if exchange.answer == nil { outputs.append(.abandonHostRequest(id: exchange.id)) }
    }

    // MARK: Signature

    private mutating func openSignature(_ receipt: [UInt8], _ xml: [UInt8], _ outputs: inout [Output]) {
        let request: SignatureRequest
        do throws(WireError) {
            request = try SignatureRequest(receipt: receipt, xml: xml)
        } catch {
            outputs.append(.activity(.problem(error)))
            request = SignatureRequest(receipt: receipt)
        }
        change { $0.isSignatureOpen = true }
        absorb(link.expectMessage(within: nil), &outputs)
        outputs.append(.startTimer(.signature, seconds: request.timeout))
        outputs.append(.signatureRequest(request))
    }

    mutating func withdrawSignature(_ outputs: inout [Output]) {
        change { $0.isSignatureOpen = false }
        outputs.append(.stopTimer(.signature))
        outputs.append(.signatureWithdrawn)
    }

    mutating func signatureTimedOut(_ outputs: inout [Output]) {
        guard case .operating(let operation) = state, operation.isSignatureOpen else { return }
        change { $0.isSignatureOpen = false }
        outputs.append(.signatureWithdrawn)
        sendSignatureAnswer(.processingError, &outputs)
    }

    private mutating func sendSignatureAnswer(_ status: Status, _ outputs: inout [Output]) {
        absorb(link.expectMessage(within: ReaderSession.operationSeconds), &outputs)
        send(.answer(.signatureAnswer, status), &outputs)
    }

    // MARK: Challenge

    private mutating func answerChallenge(_ readerRandom: [UInt8], _ outputs: inout [Output]) {
        let mx = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let zx = configuration.secret.challengeResponse(random: readerRandom, mx: mx)
        send(.challengeAnswer(mx: mx, zx: zx), &outputs)
    }
}

extension SignatureRequest {
    /// A request whose document makes no sense: the receipt stands, the timeout is the usual one.
    init(receipt: [UInt8]) {
        self.receipt = String(decoding: receipt, as: UTF8.self)
        timeout = SignatureRequest.defaultTimeout
    }
}
