import HeftWire
import Testing

@Suite("A session's cancel") struct ReaderSessionCancelTests {
    private func cancellable() throws -> Conversation {
        var conversation = try Conversation.operating()
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        conversation.forget()
        return conversation
    }

    private let cancelled = ReaderMessage.financeFinished(
        Sample.result(status: Status(code: 0x0025), byte: 5, amountMinor: 0, xml: ["FinancialStatus": "CANCELLED"]))

    @Test("nothing is sent where the last status does not allow a cancel") func notAllowed() throws {
        var conversation = try Conversation.connected()
        conversation.cancel()
        try conversation.submit(Sample.sale)
        conversation.forget()
        conversation.cancel()
        #expect(conversation.outputs.isEmpty)
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        try conversation.say(.statusEvent(.cardInserted, xml: Sample.document("EventInfoResponse", [:])))
        conversation.forget()
        conversation.cancel()
        #expect(conversation.outputs.isEmpty)
    }

    @Test("a cancel is written without waiting for its ACK, once") func withoutACK() throws {
        var conversation = try cancellable()
        conversation.readerHears = false
        conversation.cancel()
        #expect(conversation.written == [FrameLinkTests.frame(Array("I010000000".utf8))])
        #expect(conversation.events == [.cancelSent])
        #expect(conversation.timers == [.link(.message): 300])
        conversation.cancel()
        #expect(conversation.written.count == 1 && !conversation.session.isCancelAllowed)
        conversation.receive(ControlSymbol.ack.bytes)
        #expect(conversation.ends.isEmpty)
    }

    @Test("the cancel's answer comes before or after the result", arguments: [true, false])
    func bothOrders(isAnswerFirst: Bool) throws {
        var conversation = try cancellable()
        conversation.cancel()
        #expect(conversation.heard == [.idle])
        let answer = ReaderMessage.idled(.success, xml: [])
        try conversation.say(isAnswerFirst ? answer : cancelled)
        try conversation.say(isAnswerFirst ? cancelled : answer)
        #expect(conversation.completions.count == 1 && conversation.session.isIdle && conversation.ends.isEmpty)
        #expect(conversation.outputs.filter { $0 == .cancelAnswered }.count == 1)
    }

    @Test("a cancel that crosses an approval changes nothing about it") func crossing() throws {
        var conversation = try cancellable()
        conversation.readerHears = false
        conversation.cancel()
        conversation.receive(FrameLinkTests.frame(try Sample.approval.encoded()))
        #expect(conversation.results == [.finance(FinanceResult(Sample.result()))])
    }

    @Test("a late answer to a cancel is taken while nothing runs, and where the next operation's ACK is due")
    func lateAnswer() throws {
        var conversation = try cancellable()
        conversation.cancel()
        try conversation.say(cancelled)
        var next = conversation
        try conversation.say(.idled(.success, xml: []))
        #expect(conversation.events.last == .cancelAnswered && conversation.session.isIdle)

        next.readerHears = false
        try next.submit(Sample.sale)
        next.forget()
        next.receive(FrameLinkTests.frame(try ReaderMessage.idled(.success, xml: []).encoded()))
        #expect(next.events == [.cancelAnswered] && next.written == [ControlSymbol.ack.bytes])
        next.receive(ControlSymbol.ack.bytes)
        next.receive(FrameLinkTests.frame(try Sample.approval.encoded()))
        #expect(next.results == [.finance(FinanceResult(Sample.result()))])
    }

    @Test("without a cancel a frame where an ACK is due ends the session") func noCrossing() throws {
        var conversation = try Conversation.connected()
        conversation.readerHears = false
        try conversation.submit(Sample.sale)
        conversation.receive(FrameLinkTests.frame(try Sample.approval.encoded()))
        guard case .failed(.communication, .unknown)? = conversation.results.first else {
            Issue.record("\(conversation.results)")
            return
        }
    }

    @Test("once a cancel is answered and the operation goes on, a status may allow another") func again() throws {
        var conversation = try cancellable()
        conversation.cancel()
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        #expect(!conversation.session.isCancelAllowed)
        try conversation.say(.idled(.success, xml: []))
        #expect(!conversation.session.isCancelAllowed)
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        conversation.cancel()
        #expect(conversation.heard == [.idle, .idle])
    }

    @Test("when the reader falls silent, one cancel is sent if it is allowed, and it waits once more") func silence()
        throws
    {
        var conversation = try cancellable()
        conversation.fire(.link(.message))
        #expect(conversation.heard == [.idle] && conversation.timers == [.link(.message): 300])
        #expect(conversation.completions.isEmpty)
        conversation.fire(.link(.message))
        #expect(conversation.results == [.failed(.financeTimeout, .delivered)])
        #expect(conversation.ends.map(\.text) == ["Timeout on finance request"])
        #expect(conversation.heard == [.idle])
    }

    @Test("a reader that takes the cancel and falls silent again gets no second one") func silenceAgain() throws {
        var conversation = try cancellable()
        conversation.fire(.link(.message))
        try conversation.say(.idled(.success, xml: []))
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        conversation.fire(.link(.message))
        #expect(conversation.heard == [.idle] && conversation.ends == [.financeTimeout])
    }

    @Test("where no cancel is allowed, silence ends the session at once") func silenceWithoutCancel() throws {
        var conversation = try Conversation.operating()
        conversation.fire(.link(.message))
        #expect(conversation.heard.isEmpty && conversation.results == [.failed(.financeTimeout, .delivered)])
    }
}
