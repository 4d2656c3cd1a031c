import HeftWire
import Testing

@Suite("A session's operations") struct ReaderSessionOperationTests {
    @Test("a sale passes statuses on and ends with its result") func sale() throws {
        var conversation = try Conversation.connected()
        try conversation.submit(Sample.sale)
        #expect(conversation.heard.map(\.command) == [.sale])
        #expect(conversation.timers == [.link(.message): 300])
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        #expect(conversation.session.isCancelAllowed)
        try conversation.sayStatus(.pinInput, isCancelAllowed: false)
        #expect(!conversation.session.isCancelAllowed)
        try conversation.say(Sample.approval)
        #expect(conversation.statuses.map(\.status) == [.waitingForCard, .pinInput])
        #expect(conversation.statuses.map(\.text) == ["Hello", "Hello"])
        let completion = try #require(conversation.completions.first)
        #expect(completion.operation == Sample.sale)
        #expect(completion.result == .finance(FinanceResult(Sample.result())))
        #expect(!completion.wasRelayedToBank && !completion.isAutomatic)
        #expect(conversation.completions.count == 1 && conversation.session.isIdle && conversation.timers.isEmpty)
    }

    @Test(
        "a log command that is not answered is sent once more, then the link is given up",
        arguments: [ReaderOperation.getLog, .resetLog, .setLogLevel(.debug)])
    func silentLog(operation: ReaderOperation) throws {
        var conversation = try Conversation.operating(operation)
        #expect(conversation.timers == [.link(.message): 5])
        conversation.fire(.link(.message))
        #expect(conversation.heard == [operation.message])
        #expect(conversation.timers == [.link(.message): 5])
        conversation.fire(.link(.message))
        #expect(conversation.results == [.failed(.financeTimeout, .delivered)])
        #expect(conversation.ends == [.financeTimeout])
    }

    @Test("a second operation is refused while one runs") func busy() throws {
        var conversation = try Conversation.operating()
        #expect(throws: ReaderSession.Refusal.busy) { try conversation.submit(.getLog) }
        #expect(conversation.written.isEmpty)
    }

    @Test("an invalid argument is refused and nothing is sent") func invalid() throws {
        var conversation = try Conversation.connected()
        var order = Sample.order()
        order.transactionID = String(repeating: "T", count: 256)
        #expect(throws: ReaderSession.Refusal.invalid(.transactionIDTooLong(256))) {
            try conversation.submit(.finance(.saleReversal, order))
        }
        #expect(conversation.written.isEmpty && conversation.session.isIdle)
        order.transactionID.removeLast()
        try conversation.submit(.finance(.saleReversal, order))
        #expect(conversation.heard.count == 1)
    }

    @Test(
        "each operation sends its command and ends with that command's response",
        arguments: [
            (Sample.sale, .sale, Sample.approval),
            (Sample.finance(.refund), .refund, .financeFinished(Sample.result(.refundFinished))),
            (Sample.finance(.saleReversal), .saleReversal, .financeFinished(Sample.result(.saleReversalFinished))),
            (
                Sample.finance(.refundReversal), .refundReversal,
                .financeFinished(Sample.result(.refundReversalFinished))
            ),
            (.tokenise(customerReference: "R"), .tokenise, .tokenised(.success, xml: [])),
            (.startOfDay, .startOfDay, .financeFinished(Sample.result(.startOfDayFinished))),
            (.endOfDay, .endOfDay, .financeFinished(Sample.result(.endOfDayFinished))),
            (.update, .hostInit, .financeFinished(Sample.result(.hostInitFinished))),
            (.recoverPendingResult, .recover, .financeFinished(Sample.result(.recovered))),
            (.setLogLevel(.debug), .setLogLevel, .plain(.logLevelSet, .success)),
            (.resetLog, .resetLog, .plain(.logWasReset, .success)),
            (.getLog, .getLog, .log(.success, text: Array("log".utf8))),
            (
                .enableScanner(.init()), .xmlCommand,
                .xmlAnswered(Status(code: 0x0025), xml: Array("<enableScannerResponse/>".utf8))
            ),
            (.getEMVReport, .xmlCommand, .xmlAnswered(.success, xml: Array("<getReportResponse/>".utf8))),
        ] as [(ReaderOperation, Command, ReaderMessage)])
    func commands(operation: ReaderOperation, command: Command, answer: ReaderMessage) throws {
        var conversation = try Conversation.connected()
        try conversation.submit(operation)
        #expect(conversation.heard.map(\.command) == [command])
        try conversation.say(answer)
        #expect(conversation.completions.map(\.operation) == [operation])
        #expect(conversation.session.isIdle)
    }

    @Test("the answer to an XML command is its document, or a status alone") func xmlAnswers() throws {
        var conversation = try Conversation.operating(.getEMVReport)
        try conversation.say(.xmlAnswered(.success, xml: Sample.document("getReportResponse", ["Data": "EMV"])))
        guard case .xml(.success, let element)? = conversation.results.first else {
            Issue.record("\(conversation.results)")
            return
        }
        #expect(element.name == "getReportResponse" && element.value(of: "Data") == "EMV")
        conversation = try Conversation.operating(.enableScanner(.init()))
        try conversation.say(.xmlAnswered(Status(code: 0x002F), xml: []))
        #expect(conversation.results == [.plain(Status(code: 0x002F))])
    }

    @Test("a scanner may be cancelled at once, and its events are statuses") func scanner() throws {
        var conversation = try Conversation.operating(.enableScanner(.init()))
        #expect(conversation.session.isCancelAllowed)
        try conversation.say(.statusEvent(.scannerEvent, xml: Sample.document("scannerEvent", ["code": "5690"])))
        #expect(conversation.statuses.map(\.scannedCode) == ["5690"])
        #expect(conversation.session.isCancelAllowed)
    }

    // MARK: Results that were not asked for

    @Test("a result of another command is kept as unclaimed, and the operation goes on") func otherCommand() throws {
        var conversation = try Conversation.operating()
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        try conversation.say(.financeFinished(Sample.result(.refundFinished)))
        #expect(!conversation.session.isCancelAllowed)
        #expect(conversation.unclaimed.map(\.response.command) == [.refundFinished])
        #expect(conversation.completions.isEmpty)
        try conversation.say(Sample.approval)
        #expect(conversation.completions.count == 1)
    }

    @Test("a result while nothing runs is kept as unclaimed") func lateResult() throws {
        var conversation = try Conversation.connected()
        try conversation.say(Sample.approval)
        try conversation.say(.tokenised(.success, xml: []))
        #expect(conversation.unclaimed.map(\.response.command) == [.saleFinished, .tokenised])
        #expect(conversation.session.isIdle && conversation.ends.isEmpty)
    }

    @Test(
        "a result that is recovered, or of another type, amount, currency or reference, belongs to an earlier operation",
        arguments: [
            ["RecoveredTransaction": "true"], ["TransactionType": "REFUND"], ["RequestedAmount": "999"],
            ["Currency": "978"], ["CustomerReference": "other"],
        ] as [KeyValuePairs<String, String>])
    func earlier(elements: KeyValuePairs<String, String>) throws {
        var conversation = try Conversation.operating(Sample.finance(.sale, reference: "mine"))
        let result = Sample.result(xml: elements)
        try conversation.say(.financeFinished(result))
        #expect(conversation.results == [.answeredByEarlier(FinanceResult(result))])
    }

    @Test(
        "a result that says what was asked, or says nothing of it, is the answer",
        arguments: [
            [:], ["TransactionType": "SALE"], ["TransactionType": "SALE_AND_TOKENIZE_CARD"],
            ["TransactionType": "UNDEFINED"], ["RequestedAmount": "1000", "Currency": "826"],
            ["Currency": "0826"], ["RecoveredTransaction": "false"], ["CustomerReference": "mine"],
        ] as [KeyValuePairs<String, String>])
    func answer(elements: KeyValuePairs<String, String>) throws {
        var conversation = try Conversation.operating(Sample.finance(.sale, reference: "mine"))
        let result = Sample.result(xml: elements)
        try conversation.say(.financeFinished(result))
        #expect(conversation.results == [.finance(FinanceResult(result))])
    }

    @Test(
        "a reference is compared as the wire gives it back",
        arguments: [" Borð 5 ", "a\u{01}b", "x\r\ny", "Borð 5 & <bar> \"x\" #7", "Bor\u{0064}\u{0301}"])
    func echoedReference(reference: String) throws {
        let operation = Sample.finance(.sale, reference: reference)
        var conversation = try Conversation.operating(operation)
        let sent = try FinanceOptions(xml: FinanceOptions(customerReference: reference).financeXML).customerReference
        let result = Sample.result(xml: ["CustomerReference": sent])
        try conversation.say(.financeFinished(result))
        #expect(conversation.results == [.finance(FinanceResult(result))])
    }

    @Test(
        "a recovered result in answer to any other operation belongs to an earlier one",
        arguments: [.startOfDay, .endOfDay, .update] as [ReaderOperation])
    func recoveredByAnother(operation: ReaderOperation) throws {
        var conversation = try Conversation.operating(operation)
        let command = try #require(operation.message.command.response)
        let result = Sample.result(command, xml: ["RecoveredTransaction": "true"])
        try conversation.say(.financeFinished(result))
        #expect(conversation.results == [.answeredByEarlier(FinanceResult(result))])
    }

    @Test("an unclear answer to a recovery leaves the earlier operation unknown") func recovery() throws {
        let empty = FinanceResponse(command: .recovered, status: .success)
        let broken = FinanceResponse(command: .recovered, status: .success, financialStatus: 1, xml: [0x3C])
        for (response, expected) in [
            (
                Sample.result(.recovered, xml: ["RecoveredTransaction": "true", "FinancialStatus": "AUTHORISED"]),
                .recovered
            ),
            (Sample.result(.recovered, xml: ["RecoveredTransaction": "false"]), .undecided),
            (FinanceResponse(command: .recovered, status: .noDataAvailable), .nothingPending),
            (empty, .nothingPending),
            (FinanceResponse(command: .recovered, status: .success, financialStatus: 4), .nothingPending),
            (FinanceResponse(command: .recovered, status: .commandNotAllowed), .undecided),
            (FinanceResponse(command: .recovered, status: .processingError), .undecided),
            (broken, .undecided),
        ] as [(FinanceResponse, FinanceResult.Recovery)] {
            var conversation = try Conversation.operating(.recoverPendingResult)
            try conversation.say(.financeFinished(response))
            #expect(conversation.results == [.recovery(expected, FinanceResult(response))])
        }
    }

    // MARK: What is unreadable

    @Test("a status whose XML does not parse is still a status, and allows nothing") func brokenStatus() throws {
        var conversation = try Conversation.operating()
        try conversation.sayStatus(.waitingForCard, isCancelAllowed: true)
        try conversation.say(.statusEvent(.pinInput, xml: Array("<EventInfoResponse><CancelAllowed>true".utf8)))
        #expect(conversation.statuses.last?.status == .pinInput)
        #expect(conversation.statuses.last?.text == Status.pinInput.sentence)
        #expect(!conversation.session.isCancelAllowed && conversation.ends.isEmpty)
    }

    @Test("a result whose XML does not parse is undefined, and keeps its GUID") func brokenResult() throws {
        var conversation = try Conversation.operating()
        var response = Sample.result()
        response.xml.removeLast()
        try conversation.say(.financeFinished(response))
        guard case .finance(let result)? = conversation.results.first else {
            Issue.record("\(conversation.results)")
            return
        }
        #expect(result.outcome == .undefined && result.problem != nil)
        #expect(result.eftTransactionID == Sample.guid)
    }

    @Test("a message that makes no sense is acknowledged, and then ends the session") func nonsense() throws {
        var conversation = try Conversation.operating()
        conversation.receive(FrameLinkTests.frame(Array("F0010001000001".utf8)))
        #expect(conversation.written == [ControlSymbol.ack.bytes])
        #expect(conversation.ends.first?.text.hasPrefix("Communication error") == true)
        #expect(conversation.results.count == 1)
    }

    // MARK: The wrong secret

    @Test("a wrong secret starts one update of its own accord, once in a connection") func wrongSecret() throws {
        var conversation = try Conversation.operating()
        let refusal = ReaderMessage.financeFinished(
            FinanceResponse(command: .saleFinished, status: .sharedSecretInvalid))
        try conversation.say(refusal)
        #expect(conversation.completions.map(\.operation) == [Sample.sale])
        #expect(conversation.heard.map(\.command) == [.hostInit])
        #expect(throws: ReaderSession.Refusal.busy) { try conversation.submit(Sample.sale) }
        try conversation.say(.financeFinished(Sample.result(.hostInitFinished)))
        #expect(conversation.completions.map(\.isAutomatic) == [false, true])
        try conversation.submit(Sample.sale)
        try conversation.say(refusal)
        #expect(conversation.heard.filter { $0.command == .hostInit }.count == 1 && conversation.session.isIdle)
    }

    @Test("after an update of any kind a wrong secret starts none", arguments: [true, false])
    func noUpdateAfterUpdate(isClaimed: Bool) throws {
        var conversation = try Conversation.connected()
        if isClaimed { try conversation.submit(.update) }
        try conversation.say(.financeFinished(Sample.result(.hostInitFinished)))
        try conversation.submit(.tokenise(customerReference: ""))
        try conversation.say(.tokenised(.sharedSecretInvalid, xml: []))
        #expect(conversation.heard.filter { $0.command == .hostInit }.count == (isClaimed ? 1 : 0))
        #expect(conversation.session.isIdle)
    }

    // MARK: Bytes

    @Test("two messages in one read are both taken, in order") func twoInOneRead() throws {
        var conversation = try Conversation.operating()
        let status = try ReaderMessage.statusEvent(.removeCard, xml: []).encoded()
        let result = FinanceResponse(command: .saleFinished, status: .userCancelled)
        let bytes = try ReaderMessage.financeFinished(result).encoded()
        conversation.receive(FrameLinkTests.frame(status) + FrameLinkTests.frame(bytes))
        #expect(conversation.statuses.count == 1 && conversation.completions.count == 1)
        #expect(conversation.written == [ControlSymbol.ack.bytes, ControlSymbol.ack.bytes])
        #expect(conversation.timers.isEmpty)
    }

    @Test("a message in one read with a request that is answered is taken, though the answer's ACK is due")
    func behindARequest() throws {
        var conversation = try Conversation.operating()
        let status = try ReaderMessage.statusEvent(.removeCard, xml: []).encoded()
        let request = FrameLinkTests.frame(try Sample.hostConnect.encoded())
        conversation.receive(request + FrameLinkTests.frame(status))
        #expect(conversation.statuses.count == 1 && conversation.heard == [.answer(.hostConnected, .success)])
        try conversation.say(Sample.approval)
        #expect(conversation.completions.count == 1 && conversation.ends == [])
    }

    @Test("a message that began before an operation was sent is taken, and only that one", arguments: [true, false])
    func begunBefore(isOnlyOne: Bool) throws {
        var conversation = try Conversation.connected()
        conversation.readerHears = false
        let status = FrameLinkTests.frame(try ReaderMessage.statusEvent(.removeCard, xml: []).encoded())
        conversation.receive(Array(status.prefix(5)))
        try conversation.submit(Sample.sale)
        conversation.receive(Array(status.dropFirst(5)))
        #expect(conversation.statuses.map(\.status) == [.removeCard])
        conversation.receive(isOnlyOne ? ControlSymbol.ack.bytes : status)
        #expect(conversation.ends.isEmpty == isOnlyOne)
    }

    @Test("bytes behind a result belong to the next message") func leftover() throws {
        var conversation = try Conversation.operating()
        let status = FrameLinkTests.frame(try ReaderMessage.statusEvent(.removeCard, xml: []).encoded())
        conversation.receive(FrameLinkTests.frame(try Sample.approval.encoded()) + status.prefix(7))
        #expect(conversation.completions.count == 1 && conversation.statuses.isEmpty)
        conversation.receive(Array(status.dropFirst(7)))
        #expect(conversation.statuses.map(\.status) == [.removeCard])
    }

    @Test("nothing comes out once the session is over, also from the same read") func nothingAfterTheEnd() throws {
        var conversation = try Conversation.operating()
        let nonsense = FrameLinkTests.frame(Array("nonsense".utf8))
        conversation.receive(nonsense + FrameLinkTests.frame(try Sample.approval.encoded()))
        #expect(conversation.outputs.last == .over(try #require(conversation.ends.first)))
        #expect(conversation.written == [ControlSymbol.ack.bytes])
        #expect(conversation.timers.isEmpty && conversation.completions.count == 1)
    }
}
