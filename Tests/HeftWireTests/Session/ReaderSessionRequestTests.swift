import HeftWire
import Testing

@Suite("A session's answers to its reader") struct ReaderSessionRequestTests {
    private let response = Array("HTTP/1.1 200 OK\r\n\r\nbody".utf8)

    // MARK: Host

    @Test("connect, send and disconnect are answered at once; the answer waits until it is asked for")
    func hostTraffic() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.hostConnect)
        #expect(conversation.heard.last == .answer(.hostConnected, .success) && conversation.hostRequests.isEmpty)
        try conversation.say(Sample.hostSend)
        #expect(conversation.heard.last == .answer(.hostSent, .success))
        let exchange = try #require(conversation.hostRequests.first)
        #expect(exchange.host == "bank.example" && exchange.port == 443 && exchange.timeout == 60)
        #expect(exchange.request == Array("POST /p HTTP/1.1\r\n\r\nx".utf8))
        conversation.answer(host: exchange.id, .response(response))
        #expect(conversation.heard.last == .answer(.hostSent, .success))
        try conversation.say(Sample.hostReceive)
        #expect(conversation.heard.last == .hostData(response))
        try conversation.say(Sample.hostDisconnect)
        #expect(conversation.heard.last == .answer(.hostDisconnected, .success))
        try conversation.say(Sample.approval)
        #expect(conversation.completions.map(\.wasRelayedToBank) == [true])
        #expect(!conversation.outputs.contains(.abandonHostRequest(id: exchange.id)))
    }

    @Test("a reader that asks before the answer is there gets it as soon as it comes, and no timer runs meanwhile")
    func earlyReceive() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.hostConnect)
        try conversation.say(Sample.hostSend)
        try conversation.say(Sample.hostReceive)
        #expect(conversation.heard.last == .answer(.hostSent, .success) && conversation.timers.isEmpty)
        let id = try #require(conversation.hostRequests.first?.id)
        conversation.answer(host: id + 1, .failed)
        #expect(conversation.heard.last == .answer(.hostSent, .success))
        conversation.answer(host: id, .response(response))
        #expect(conversation.heard.last == .hostData(response))
        #expect(conversation.timers == [.link(.message): 300])
    }

    @Test("the answer is given once a send; without a send there is none") func receiveWithoutSend() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.hostReceive)
        #expect(conversation.heard.last == .hostData([]))
        try conversation.say(Sample.hostConnect)
        try conversation.say(Sample.hostSend)
        conversation.answer(host: try #require(conversation.hostRequests.first?.id), .response(response))
        try conversation.say(Sample.hostReceive)
        try conversation.say(Sample.hostReceive)
        #expect(conversation.heard.suffix(2) == [.hostData(response), .hostData([])])
    }

    @Test("a failure and a timeout of the host have their statuses, and no data")
    func hostFailures() throws {
        for (answer, isPost, status) in [
            (.failed, false, .receivingError), (.timedOut, false, .receivingError), (.failed, true, .receivingError),
            (.timedOut, true, .connectTimeout),
        ] as [(ReaderSession.HostAnswer, Bool, Status)] {
            var conversation = try Conversation.operating()
            if isPost {
                try conversation.say(Sample.postToHost)
            } else {
                try conversation.say(Sample.hostConnect)
                try conversation.say(Sample.hostSend)
                try conversation.say(Sample.hostReceive)
            }
            conversation.answer(host: try #require(conversation.hostRequests.first?.id), answer)
            #expect(conversation.heard.last == .answer(.hostReceived, status))
        }
    }

    @Test("an answer too long for a message is a failure, not silence") func hugeAnswer() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.postToHost)
        let id = try #require(conversation.hostRequests.first?.id)
        conversation.answer(host: id, .response([UInt8](repeating: 0, count: MessageHeader.longestPayload)))
        #expect(conversation.heard.last == .answer(.hostReceived, .receivingError))
    }

    @Test("a post to the host is answered unasked, as an answer to a receive") func post() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.postToHost)
        #expect(conversation.heard.isEmpty && conversation.timers.isEmpty)
        let exchange = try #require(conversation.hostRequests.first)
        #expect(exchange.timeout == 15 && exchange.request == [1, 2, 3])
        conversation.answer(host: exchange.id, .response(response))
        #expect(conversation.heard == [.hostData(response)])
        try conversation.say(Sample.approval)
        #expect(conversation.completions.map(\.wasRelayedToBank) == [true])
    }

    @Test("a connection to the bank alone relays nothing") func connectAlone() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.hostConnect)
        conversation.close()
        #expect(conversation.completions.map(\.wasRelayedToBank) == [false])
    }

    @Test("an exchange is abandoned when the reader goes on without it", arguments: [0, 1, 2, 3])
    func abandoned(how: Int) throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.hostConnect)
        try conversation.say(Sample.hostSend)
        try conversation.say(Sample.hostReceive)
        let id = try #require(conversation.hostRequests.first?.id)
        switch how {
        case 0: try conversation.say(Sample.hostDisconnect)
        case 1: try conversation.say(Sample.hostSend)
        case 2: try conversation.say(Sample.approval)
        default: conversation.close()
        }
        #expect(conversation.outputs.filter { $0 == .abandonHostRequest(id: id) }.count == 1)
        conversation.forget()
        conversation.answer(host: id, .response(response))
        #expect(conversation.outputs.isEmpty)
        // The reader's next message is awaited again, where an operation still runs.
        #expect(conversation.timers == (how < 2 ? [.link(.message): 300] : [:]))
    }

    @Test("a request while nothing runs is refused, so that the reader can end what it does") func idle() throws {
        var conversation = try Conversation.connected()
        try conversation.say(Sample.hostConnect)
        try conversation.say(Sample.signature(timeout: 30))
        try conversation.say(Sample.postToHost)
        #expect(
            conversation.heard == [
                .answer(.hostConnected, .commandNotAllowed), .answer(.signatureAnswer, .commandNotAllowed),
                .answer(.hostReceived, .commandNotAllowed),
            ])
        #expect(conversation.hostRequests.isEmpty && conversation.signatureRequests.isEmpty)
    }

    // MARK: Signature

    @Test("a signature is accepted or rejected by the answer's status", arguments: [true, false])
    func signature(isAccepted: Bool) throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.signature(timeout: 45))
        #expect(conversation.signatureRequests.map(\.receipt) == ["<html>sign</html>"])
        #expect(conversation.timers == [.signature: 45])
        conversation.answerSignature(isAccepted)
        #expect(conversation.heard == [.answer(.signatureAnswer, isAccepted ? .success : .invalidSignature)])
        #expect(conversation.timers == [.link(.message): 300])
        conversation.answerSignature(true)
        #expect(conversation.heard.count == 1 && !conversation.outputs.contains(.signatureWithdrawn))
    }

    @Test("past its timeout a signature is withdrawn and answered with an error; a late answer is ignored")
    func signatureTimeout() throws {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.signature(timeout: nil))
        #expect(conversation.timers == [.signature: 90])
        conversation.fire(.signature)
        #expect(conversation.heard == [.answer(.signatureAnswer, .processingError)])
        #expect(conversation.events.last == .signatureWithdrawn)
        conversation.answerSignature(true)
        #expect(conversation.heard.count == 1)
    }

    @Test("an answer without a request is ignored") func noSignature() throws {
        var conversation = try Conversation.operating()
        conversation.answerSignature(true)
        conversation.fire(.signature)
        #expect(conversation.outputs.isEmpty)
    }

    @Test("frames are acknowledged while a signature is judged, and a result withdraws it") func signatureWaits() throws
    {
        var conversation = try Conversation.operating()
        try conversation.say(Sample.signature(timeout: 45))
        conversation.forget()
        try conversation.sayStatus(Status(code: 0x001F), isCancelAllowed: false)
        #expect(conversation.written == [ControlSymbol.ack.bytes] && conversation.statuses.count == 1)
        #expect(conversation.timers == [.signature: 45])
        try conversation.say(Sample.approval)
        #expect(conversation.outputs.contains(.signatureWithdrawn) && conversation.timers.isEmpty)
        conversation.answerSignature(true)
        #expect(conversation.heard.isEmpty)
    }

    @Test("a signature whose XML does not parse has the usual timeout") func brokenSignature() throws {
        var conversation = try Conversation.operating()
        try conversation.say(.request(.signature(receipt: [0x41], xml: [0x3C])))
        #expect(conversation.signatureRequests.map(\.timeout) == [90] && conversation.ends.isEmpty)
    }

    // MARK: Challenge

    @Test(
        "a challenge is answered with fresh random bytes and their proof",
        arguments: try GoldenFile<GoldenChallengeTests.Entry>("challenge").entries.filter(\.secret_is_64_digits))
    func challenge(entry: GoldenChallengeTests.Entry) throws {
        var conversation = try Conversation(secret: entry.shared_secret, mx: entry.mx_hex.bytes)
        try conversation.connect()
        try conversation.submit(Sample.sale)
        try conversation.say(.request(.challenge(random: entry.random_hex.bytes, xml: [])))
        #expect(conversation.heard.last == .challengeAnswer(mx: entry.mx_hex.bytes, zx: entry.zx_hex.bytes))
        #expect(try conversation.heard.last?.encoded() == entry.response_hex.bytes)
    }
}
