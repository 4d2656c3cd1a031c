import HeftWire
import Testing

@Suite("A session's beginning") struct ReaderSessionInitTests {
    @Test("the init carries date and buffer size; the log level comes before the connection") func order() throws {
        var conversation = try Conversation()
        conversation.open()
        let request = InitRequest(date: "20250102030405", bufferSize: 200, sdkVersion: "4.0.2")
        #expect(conversation.heard == [.initialise(request)])
        #expect(conversation.timers == [.link(.message): 15])
        try conversation.say(Sample.initialised())
        #expect(conversation.heard.last == .setLogLevel(.full))
        #expect(conversation.connections == 0 && !conversation.session.isIdle)
        try conversation.say(.plain(.logLevelSet, .success))
        #expect(conversation.events == [.connected(Sample.body())])
        #expect(conversation.timers.isEmpty && conversation.session.isIdle)
    }

    @Test("a reader that refuses the log level is connected all the same") func refusedLogLevel() throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(Sample.initialised())
        try conversation.say(.plain(.logLevelSet, .commandNotAllowed))
        #expect(conversation.connections == 1)
    }

    @Test("an old reader gets the init once more without XML; a second refusal is an error") func fallback() throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(Sample.initialised(status: .invalidData))
        #expect(conversation.heard.last == .initialise(InitRequest(date: "20250102030405")))
        var luckier = conversation
        try luckier.say(Sample.initialised())
        try luckier.say(.plain(.logLevelSet, .success))
        #expect(luckier.connections == 1)
        try conversation.say(Sample.initialised(status: .invalidData))
        #expect(conversation.connections == 0 && conversation.ends.count == 1)
        #expect(conversation.heard.count == 2)
    }

    @Test("any other status than success is an error", arguments: [0x0003, 0x0005, 0x0000, 0x07F3] as [UInt16])
    func refused(code: UInt16) throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(Sample.initialised(status: Status(code: code)))
        #expect(conversation.ends.first?.text.hasPrefix("Communication error") == true)
        #expect(conversation.connections == 0 && conversation.heard.count == 1)
    }

    @Test("a success without the reader's particulars is an error") func emptySuccess() throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(.initialised(InitResponse(status: .success, body: nil)))
        #expect(conversation.ends.count == 1 && conversation.connections == 0)
    }

    @Test(
        "the reader's buffer size becomes the maximum, but a large one is not believed by a till whose own is small",
        arguments: [
            (200, 64, 64), (200, 2047, 2047), (200, 2048, 200), (200, 65_535, 200), (2048, 4096, 200),
            (2049, 4096, 4096), (200, 8, 8),
        ] as [(Int, UInt16, Int)])
    func bufferSize(own: Int, offered: UInt16, adopted: Int) throws {
        var conversation = try Conversation(bufferSize: own)
        try conversation.connect(bufferSize: offered)
        conversation.forget()
        try conversation.submit(Sample.finance(.sale, reference: String(repeating: "r", count: 5000)))
        #expect(conversation.written.map(\.count).max() == adopted)
        #expect(conversation.heard.count == 1)
    }

    @Test("a buffer too small for one escaped DLE is a communication error", arguments: [0, 7] as [UInt16])
    func tinyBuffer(size: UInt16) throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(Sample.initialised(bufferSize: size))
        #expect(conversation.ends.first?.text.hasPrefix("Communication error") == true)
        #expect(conversation.connections == 0)
    }

    @Test("an init response whose XML does not parse is an error: a pending result could hide in it")
    func brokenXML() throws {
        var conversation = try Conversation()
        conversation.open()
        try conversation.say(Sample.initialised(xml: Array("<InitResponse>".utf8)))
        #expect(conversation.ends.count == 1 && conversation.connections == 0)
    }

    @Test("a pending result is known from the init until an operation is sent that may clear it") func pending() throws
    {
        var conversation = try Conversation.connected(xml: Sample.pendingInit)
        #expect(conversation.session.isResultPending)
        try conversation.submit(.getLog)
        #expect(conversation.session.isResultPending)
        try conversation.say(.log(.noDataAvailable, text: []))
        try conversation.submit(.recoverPendingResult)
        #expect(!conversation.session.isResultPending)
        #expect(try !Conversation.connected().session.isResultPending)
    }

    @Test("no response in 15 s is a timeout on the response", arguments: [0, 1])
    func silence(messages: Int) throws {
        var conversation = try Conversation()
        conversation.open()
        if messages == 1 { try conversation.say(Sample.initialised()) }
        #expect(conversation.timers == [.link(.message): 15])
        conversation.fire(.link(.message))
        #expect(conversation.ends.map(\.text) == ["Timeout on response"])
        #expect(conversation.connections == 0 && conversation.timers.isEmpty)
    }

    @Test("a late result, status or answer to a cancel is taken while the session begins", arguments: [0, 1])
    func lateMessages(messages: Int) throws {
        var conversation = try Conversation()
        conversation.open()
        if messages == 1 { try conversation.say(Sample.initialised()) }
        try conversation.sayStatus(.removeCard, isCancelAllowed: false)
        try conversation.say(Sample.approval)
        try conversation.say(.tokenised(.success, xml: []))
        try conversation.say(.idled(.success, xml: []))
        #expect(conversation.statuses.map(\.status) == [.removeCard])
        #expect(conversation.unclaimed.map(\.response.command) == [.saleFinished, .tokenised])
        if messages == 0 { try conversation.say(Sample.initialised()) }
        try conversation.say(.plain(.logLevelSet, .success))
        #expect(conversation.connections == 1 && conversation.ends.isEmpty)
    }

    @Test("an operation is refused until the session is connected, and once it is over") func notConnected() throws {
        var conversation = try Conversation()
        #expect(throws: ReaderSession.Refusal.notConnected) { try conversation.submit(Sample.sale) }
        conversation.open()
        #expect(throws: ReaderSession.Refusal.notConnected) { try conversation.submit(Sample.sale) }
        try conversation.say(Sample.initialised())
        #expect(throws: ReaderSession.Refusal.notConnected) { try conversation.submit(Sample.sale) }
        try conversation.say(.plain(.logLevelSet, .success))
        conversation.close()
        #expect(throws: ReaderSession.Refusal.notConnected) { try conversation.submit(Sample.sale) }
        #expect(conversation.heard.allSatisfy { $0.command != .sale })
    }
}
