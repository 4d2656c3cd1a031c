internal import HeftWire

extension SimulatedReader {
    /// The test host answers a request that the till has relayed.
    ///
    /// Reader and host share their books: what the host decides is durable before its answer leaves.
    ///
    /// - Returns: besides what is to be done first, the answer and how long it is on its way.
    package mutating func respondAsHost(
        to httpRequest: [UInt8]
    ) -> (outputs: [Output], answer: TestHostAnswer, delay: Duration) {
        let decisions = books.host.decisions
        let answer = books.host.respond(to: httpRequest)
        var delay = Duration.zero
        if answer != .neverAnswers, let wanted = faults.bankDelay {
            faults.bankDelay = nil
            delay = wanted
        }
        return (books.host.decisions == decisions ? [] : [.persist(books)], answer, delay)
    }

    /// Answers a request of the service that changes tips; the books are the test host's.
    package mutating func adjustTip(
        body: [UInt8], signature: String, secret: String
    ) -> (outputs: [Output], code: Int) {
        let decisions = books.host.decisions
        let code = books.host.adjustTip(body: body, signature: signature, secret: secret)
        return (books.host.decisions == decisions ? [] : [.persist(books)], code)
    }

    // MARK: Requests

    mutating func takeHostStep(_ step: Step, _ outputs: inout OutputQueue) {
        let seconds = UInt16(clamping: configuration.hostSeconds)
        switch step {
        case .hostConnect:
            let host = Array(configuration.hostName.utf8)
            send(.request(.hostConnect(host: host, port: configuration.hostPort, timeout: seconds)), &outputs)
            awaitAnswer(.hostConnected, seconds: SimulatedReader.answerSeconds, &outputs)
        case .hostSend:
            // From here on the host may have it: that must be known after a power cut.
            enter(.sentToHost, &outputs)
            let data = hostRequest.http(host: configuration.hostName)
            send(.request(.hostSend(timeout: seconds, data: data)), &outputs)
            awaitAnswer(.hostSent, seconds: SimulatedReader.answerSeconds, &outputs)
        case .hostReceive:
            send(.request(.hostReceive(maximumLength: 65_535, timeout: seconds)), &outputs)
            awaitAnswer(.hostReceived, seconds: configuration.hostSeconds + SimulatedReader.answerSeconds, &outputs)
        case .hostPost:
            post(seconds, &outputs)
        default:
            send(.request(.hostDisconnect), &outputs)
            awaitAnswer(.hostDisconnected, seconds: SimulatedReader.answerSeconds, &outputs)
            if payment?.linkFault == .withholdsAcknowledgement { isMute = true }
        }
    }

    /// One request that brings its answer: from its first byte on the host may have it.
    private mutating func post(_ seconds: UInt16, _ outputs: inout OutputQueue) {
        enter(.sentToHost, &outputs)
        let host = Array(configuration.hostName.utf8)
        let post = ReaderRequest.PostToHost(
            host: host, port: configuration.hostPort, timeout: seconds,
            data: hostRequest.http(host: configuration.hostName))
        let isMuteAfterwards = payment?.linkFault == .withholdsAcknowledgement
        send(.request(.postToHost(post)), as: isMuteAfterwards ? .mute : .other, &outputs)
        awaitAnswer(.hostReceived, seconds: configuration.hostSeconds + SimulatedReader.answerSeconds, &outputs)
        if payment?.choice == .linkLost { loseLinkWhileBankDecides(&outputs) }
    }

    private var hostRequest: HostRequest {
        let subject: Subject?
        if case .operating(let operation) = state {
            if let reversal = operation.reversal { return reversal }
            subject = operation.subject
        } else {
            subject = nil
        }
        if let payment { return HostRequest(payment, terminal: books.serialNumber) }
        var request = HostRequest(
            kind: subject == .update ? .update : .day, batch: books.batch, date: now(), terminal: books.serialNumber)
        request.closesBatch = subject == .day(.endOfDay)
        return request
    }

    // MARK: Answers

    /// The till answered a request of the reader. What was not asked is passed over.
    mutating func answered(_ message: POSMessage, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, operation.wait == .answer(message.command) else { return }
        change { $0.wait = .none }
        absorb(link.expectMessage(within: nil), &outputs)
        let status: Status
        if case .answer(_, let answer) = message { status = answer } else { status = .success }
        switch message.command {
        case .challengeAnswer:
            challengeAnswered(message, &outputs)
        case .signatureAnswer:
            signatureAnswered(status, &outputs)
        case .hostConnected where status != .success:
            end(.failed(.connectError, "NO CONNECTION", error: "The bank could not be reached."), &outputs)
        case .hostSent where status != .success:
            finish(&outputs)
        case .hostReceived:
            if case .hostData(let data) = message {
                let asked = hostRequest.id
                // What answers another payment says nothing of this one.
                let reply = HostReply(http: data).flatMap { $0.id.isEmpty || $0.id == asked ? $0 : nil }
                change { $0.hostReply = reply }
            }
            advance(&outputs)
        default:
            advance(&outputs)
        }
    }

    /// The till, which acknowledges, does not answer.
    mutating func answerTimedOut(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, case .answer(let command) = operation.wait else { return }
        change { $0.wait = .none }
        absorb(link.expectMessage(within: nil), &outputs)
        switch command {
        case .signatureAnswer:
            rejectSignature(&outputs)
        case .challengeAnswer, .hostConnected:
            end(.failed(.connectTimeout, "NO CONNECTION", error: "The till did not answer."), &outputs)
        default:
            finish(&outputs)
        }
    }
}

extension HostReply {
    var isApproval: Bool {
        switch result {
        case .approved, .partlyApproved: true
        case .declined, .abandoned: false
        }
    }
}
