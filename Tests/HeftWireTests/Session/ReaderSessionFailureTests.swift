import HeftWire
import Testing

@Suite("A session's end") struct ReaderSessionFailureTests {
    private let nak = ControlSymbol.nak.bytes

    /// A sale whose request is written and not acknowledged.
    private func unacknowledged() throws -> Conversation {
        var conversation = try Conversation.connected()
        conversation.readerHears = false
        try conversation.submit(Sample.sale)
        return conversation
    }

    @Test("a request that is refused three times was not delivered") func refused() throws {
        var conversation = try unacknowledged()
        for _ in 0..<3 { conversation.receive(nak) }
        #expect(conversation.results == [.failed(.refusedByPeer, .notDelivered)])
        #expect(conversation.written.last == ControlSymbol.eot.bytes && conversation.ends == [.refusedByPeer])
    }

    @Test("a request that is refused twice and then taken is one request") func refusedTwice() throws {
        var conversation = try unacknowledged()
        for bytes in [nak, nak, ControlSymbol.ack.bytes] { conversation.receive(bytes) }
        conversation.receive(FrameLinkTests.frame(try Sample.approval.encoded()))
        #expect(conversation.results == [.finance(FinanceResult(Sample.result()))])
    }

    @Test("a request whose ACK never comes may have been delivered") func noACK() throws {
        var conversation = try unacknowledged()
        conversation.fire(.link(.acknowledgement))
        #expect(conversation.results == [.failed(.acknowledgementTimeout, .unknown)])
        #expect(conversation.ends.map(\.text) == ["Timeout on ack"])
    }

    @Test("an answer that is refused three times leaves the request delivered") func refusedAnswer() throws {
        var conversation = try Conversation.operating()
        conversation.readerHears = false
        conversation.receive(FrameLinkTests.frame(try Sample.hostConnect.encoded()))
        for _ in 0..<3 { conversation.receive(nak) }
        #expect(conversation.results == [.failed(.refusedByPeer, .delivered)])
    }

    @Test("a request that waits behind another message was never written, and that message's ACK is not its own")
    func queuedRequest() throws {
        var conversation = try Conversation.connected()
        conversation.readerHears = false
        conversation.receive(FrameLinkTests.frame(try Sample.hostConnect.encoded()))
        try conversation.submit(Sample.sale)
        var acknowledged = conversation
        conversation.close()
        guard case .failed(_, .notDelivered)? = conversation.results.first else {
            Issue.record("\(conversation.results)")
            return
        }
        acknowledged.receive(ControlSymbol.ack.bytes)
        acknowledged.close()
        guard case .failed(_, .unknown)? = acknowledged.results.first else {
            Issue.record("\(acknowledged.results)")
            return
        }
    }

    @Test("EOT breaks the connection") func endOfTransmission() throws {
        var conversation = try Conversation.operating()
        conversation.receive(ControlSymbol.eot.bytes)
        #expect(conversation.results == [.failed(.broken, .delivered)])
        #expect(conversation.ends.map(\.text) == ["Connection broken"])
    }

    @Test("half a frame and then silence is a timeout on the response") func halfAFrame() throws {
        var conversation = try Conversation.operating()
        conversation.receive(Array(FrameLinkTests.frame(try Sample.approval.encoded()).prefix(20)))
        #expect(conversation.timers == [.link(.continuation): 15])
        conversation.fire(.link(.continuation))
        #expect(conversation.results == [.failed(.responseTimeout, .delivered)])
    }

    /// A conversation stopped at one point of a whole sale.
    private func conversation(after steps: Int) throws -> Conversation {
        var conversation = try Conversation()
        for step in 0..<steps {
            switch step {
            case 0: conversation.open()
            case 1: try conversation.say(Sample.initialised())
            case 2: try conversation.say(.plain(.logLevelSet, .success))
            case 3: try conversation.submit(Sample.sale)
            case 4: try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
            case 5: conversation.cancel()
            case 6: try conversation.say(Sample.hostConnect)
            case 7: try conversation.say(Sample.hostSend)
            case 8: try conversation.say(Sample.hostReceive)
            case 9: conversation.answer(host: 1, .response([1]))
            case 10: try conversation.say(Sample.signature(timeout: 30))
            case 11: conversation.answerSignature(true)
            default: try conversation.say(Sample.approval)
            }
        }
        return conversation
    }

    @Test(
        "wherever the link closes, an operation ends exactly once and so does the session", arguments: 1...13,
        [true, false])
    func closing(steps: Int, isInsideFrame: Bool) throws {
        var conversation = try conversation(after: steps)
        if isInsideFrame { conversation.receive([0x10, 0x02, 0x46]) }
        conversation.close()
        conversation.close()
        #expect(conversation.completions.count == (steps > 3 ? 1 : 0))
        #expect(conversation.ends == [.closed("the cable was pulled")])
        #expect(conversation.outputs.last == .over(.closed("the cable was pulled")))
        #expect(conversation.timers.isEmpty)
        conversation.forget()
        for timer in FrameLink.Timer.allCases { conversation.fire(.link(timer)) }
        conversation.fire(.signature)
        conversation.cancel()
        conversation.answerSignature(true)
        conversation.answer(host: 1, .failed)
        conversation.receive(FrameLinkTests.frame(try Sample.approval.encoded()))
        conversation.open()
        #expect(conversation.outputs.isEmpty)
    }

    @Test("whether the bank was asked stands in the result of a sale that the link ended", arguments: 4...12)
    func relayed(steps: Int) throws {
        var conversation = try conversation(after: steps)
        conversation.close()
        #expect(conversation.completions.map(\.wasRelayedToBank) == [steps > 7])
        guard case .failed(.closed, .delivered)? = conversation.results.first else {
            Issue.record("\(conversation.results)")
            return
        }
    }
}
