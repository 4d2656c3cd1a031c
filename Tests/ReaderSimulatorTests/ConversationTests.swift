import HeftWire
import ReaderSimulator
import SeededRandom
import Testing

@Suite("A conversation with the simulated reader") struct ConversationTests {
    static let otherSecret = String(repeating: "AB", count: 32)

    @Test("a wrong secret ends a payment before the card, and the till's update is processed") func wrongSecret() throws
    {
        var bench = try Bench()
        try bench.connect(secretText: Self.otherSecret)
        let result = try #require(try bench.pay(1250))
        #expect(result.response.status == .sharedSecretInvalid)
        #expect(result.outcome == .failed)
        #expect(bench.saved.host.transactions.isEmpty)
        bench.settle()
        let update = try #require(bench.completions.last)
        #expect(update.isAutomatic)
        #expect(update.operation == .update)
        #expect(update.financeResult?.outcome == .processed)
        #expect(!bench.codes.contains(0x14))
    }

    @Test(
        "a cancel is taken at every status that allows it",
        arguments: [Status.waitingForCard, .cardInserted, .applicationSelection],
        [SimulatedReader.Speed.instant, .brisk])
    func cancel(status: Status, speed: SimulatedReader.Speed) throws {
        var bench = try Bench { $0.speed = speed }
        bench.cancelsAt = status
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(result.response.status == .posCancelled)
        #expect(result.outcome == .cancelled)
        #expect(result.response.financialStatus == 5)
        #expect(bench.cancelAnswers == 1)
        #expect(bench.saved.host.transactions.isEmpty)
        #expect(bench.saved.pending == nil)
        bench.cancelsAt = nil
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }

    @Test("no cancel leaves the till from the PIN on", arguments: [Status.pinInput, .waitingHostConnect])
    func noCancel(status: Status) throws {
        var bench = try Bench { $0.speed = .brisk }
        bench.cancelsAt = status
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(bench.cancelAnswers == 0)
    }

    @Test("a cancel that was not allowed is answered, and the payment goes on") func rudeCancel() throws {
        var reader = SimulatedReader(
            configuration: .init(secret: try SharedSecret(Bench.secretText)), random: SplitMix64(seed: 3),
            now: { Bench.start })
        var encoder = FrameEncoder.initial
        encoder = try FrameEncoder(maximumFrameSize: 200)
        let ack = ControlSymbol.ack.bytes
        let initialise = try POSMessage.initialise(InitRequest(date: Bench.start)).encoded()
        _ = reader.receive(encoder.frames(of: initialise).flatMap { $0 })
        _ = reader.receive(ack)
        let sale = try POSMessage.finance(
            .sale, FinanceRequest(currency: CurrencyNumber(.gbp), amountMinor: 5)
        ).encoded()
        _ = reader.receive(encoder.frames(of: sale).flatMap { $0 })
        // The challenge is out; no status has allowed a cancel.
        let outputs = reader.receive(encoder.frames(of: try POSMessage.idle.encoded()).flatMap { $0 } + ack)
        let sent = outputs.compactMap { output -> ReaderMessage? in
            if case .activity(.sent(let message)) = output { message } else { nil }
        }
        #expect(sent.map(\.status) == [.commandNotAllowed])
        #expect(sent.map(\.command) == [.idled])
        #expect(reader.books.inFlight != nil)
    }

    @Test("a signature that the cashier judges decides the sale") func signature() throws {
        var bench = try Bench()
        try bench.connect()
        let accepted = try #require(try bench.pay(3000))
        #expect(bench.codes == [0x14, 0x15, 0x16, 0x20, 0x21, 0x22, 0x23, 0x1F])
        #expect(accepted.outcome == .authorised)
        #expect(accepted.details.text(.cardEntryType) == "MSR")
        #expect(accepted.details.text(.verificationMethod) == "SIGNATURE")
        #expect(bench.signatures.map(\.timeout) == [90])
        #expect(bench.signatures[0].receipt.contains("SIGN BELOW"))

        bench.cashier = .rejects
        let rejected = try #require(try bench.pay(3000))
        #expect(rejected.outcome == .declined)
        #expect(rejected.response.status == .invalidSignature)
        #expect(rejected.response.financialStatus == 2)
        #expect(bench.saved.host.transaction(rejected.eftTransactionID)?.stands == false)
    }

    @Test("a signature that nobody judges is declined") func signatureTimeout() throws {
        var bench = try Bench { $0.signatureSeconds = 45 }
        bench.cashier = .isAway
        try bench.connect()
        let result = try #require(try bench.pay(3000))
        #expect(bench.clock == .seconds(45))
        #expect(result.outcome == .declined)
        #expect(bench.saved.host.transaction(result.eftTransactionID)?.stands == false)
    }

    @Test("a till that never answers to a signature is waited for a little longer, then declined")
    func signatureAtFrozenTill() throws {
        var bench = try Bench()
        bench.cashier = .isAwayAtFrozenTill
        try bench.connect()
        let result = try #require(try bench.pay(3000))
        #expect(bench.clock == .seconds(100))
        #expect(result.response.status == .invalidSignature)
        #expect(bench.saved.host.transaction(result.eftTransactionID)?.stands == false)
    }

    @Test("a signature is not asked for where the bank declined") func noSignature() throws {
        var bench = try Bench()
        bench.reader.card.entry = .stripe
        try bench.connect()
        #expect(try #require(try bench.pay(1000)).outcome == .declined)
        #expect(bench.signatures.isEmpty)
        #expect(!bench.codes.contains(0x1F))
    }

    @Test("bytes may come in pieces of any size", arguments: [1, 2, 3, 7, 199]) func pieces(size: Int) throws {
        var bench = try Bench { $0.speed = .brisk }
        bench.pieceSize = size
        try bench.connect()
        #expect(try #require(try bench.pay(3000)).outcome == .authorised)
        bench.cancelsAt = .cardInserted
        #expect(try #require(try bench.pay(1250)).outcome == .cancelled)
    }

    @Test("noise ends the link or is passed over, and never more than that", arguments: 1...20 as ClosedRange<UInt64>)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var bench = try Bench(seed: seed)
        try bench.connect(seed: seed)
        for _ in 0..<500 {
            var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            // Most of it is well framed, so that it reaches the messages.
            if Int.random(in: 0..<10, using: &random) > 0 {
                let command = Command.allCases[Int.random(in: 0..<Command.allCases.count, using: &random)]
                let message =
                    command.response == nil
                    ? try MessageHeader.response(command, status: .success, payload: bytes)
                    : try MessageHeader.request(command, payload: bytes)
                bytes = FrameEncoder.initial.frames(of: message).flatMap { $0 } + ControlSymbol.ack.bytes
            }
            let outputs = bench.reader.receive(bytes)
            if outputs.contains(.dropLink) { _ = bench.reader.linkClosed() }
        }
        #expect(!bench.reader.books.host.transactions.contains { $0.stands })
    }

    @Test("a contactless card asks for neither PIN nor chip") func contactless() throws {
        var bench = try Bench()
        bench.reader.card = TestCard(scheme: .mastercard, entry: .contactless)
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes == [0x14, 0x20, 0x21, 0x22, 0x23])
        #expect(result.details.text(.cardEntryType) == "NFC")
        #expect(result.details.text(.verificationMethod) == "NOT_REQUIRED")
        #expect(result.details.text(.cardSchemeName) == "MASTERCARD")
        #expect(result.details.text(.maskedCardNumber) == "************4444")
    }

    @Test("a cardholder by hand decides what the reader does") func byHand() throws {
        var bench = try Bench { $0.cardholder = .manual }
        bench.presses = [
            .waitingForCard: .insertCard, .applicationSelection: .greenKey, .pinInput: .greenKey,
        ]
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        bench.presses[.pinInput] = .redKey
        #expect(try #require(try bench.pay(1250)).response.status == .userCancelled)
        bench.presses[.waitingForCard] = nil
        let idle = try #require(try bench.pay(1250))
        #expect(idle.response.status == .inputTimeout)
        #expect(bench.clock == .seconds(60))
        bench.presses[.waitingForCard] = .tapCard
        #expect(try #require(try bench.pay(1250)).details.text(.cardEntryType) == "NFC")
        bench.presses = [.waitingForCard: .insertCard, .applicationSelection: .removeCard]
        #expect(try #require(try bench.pay(1250)).response.status == .cardCancelled)
        #expect(bench.saved.host.transactions.count == 2)
    }

    @Test("a brisk sale takes three to four seconds") func brisk() throws {
        var bench = try Bench { $0.speed = .brisk }
        try bench.connect()
        _ = try bench.pay(1250)
        #expect(bench.clock >= .seconds(3) && bench.clock <= .seconds(4))
    }

    @Test("what cannot be charged is refused before any card") func refusals() throws {
        var bench = try Bench { $0.currencies = [826] }
        try bench.connect()
        let zero = try #require(try bench.pay(0))
        #expect(zero.response.status == .requestInvalid)
        #expect(zero.details.text(.errorMessage) == "The amount is zero.")
        let dollars = try #require(try bench.pay(100, currency: .usd))
        #expect(dollars.response.status == .unsupportedCurrency)
        #expect(dollars.outcome == .failed)
        #expect(bench.statuses.isEmpty)
        #expect(bench.saved.host.transactions.isEmpty)
    }

    @Test("without the bank nothing is taken, whichever part of the way fails") func bankAway() throws {
        var bench = try Bench()
        bench.isBankReachable = false
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(result.outcome == .failed)
        #expect(result.response.status == .requestAuthorisationTimeout)
        #expect(bench.saved.host.transaction(result.eftTransactionID)?.result == .abandoned)
        #expect(try bench.recover()?.0 == .nothingPending)
    }

    @Test("an old reader takes the init without XML, and frames of 256 bytes") func old() throws {
        var bench = try Bench { $0.profile = .old }
        try bench.connect()
        #expect(bench.failure == nil)
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect((bench.readerWrites.map(\.count).max() ?? 0) <= 258)
    }

    @Test("no frame is longer than the till takes", arguments: [8, 64, 200, 1024, 2047, 32_767])
    func frameSizes(size: Int) throws {
        var bench = try Bench { $0.bufferSize = size }
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        // An acknowledgement may stand before the frame.
        #expect((bench.readerWrites.map(\.count).max() ?? 0) <= 202)
    }

    @Test("a damaged frame is sent again") func corrupt() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.faults.corruptsNextFrame = true
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(bench.naks == 1)
    }

    @Test("a result that comes twice is one result and one that nobody asked for") func twice() throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.faults.answersTwice = true
        let result = try #require(try bench.pay(1250))
        #expect(bench.unclaimed.map(\.eftTransactionID) == [result.eftTransactionID])
        #expect(bench.saved.host.transactions.count == 1)
    }

    @Test(
        "a link that drops at a step leaves a result that says what was taken",
        arguments: [
            (Status.waitingForCard, FinancialStatus.cancelled), (.pinInput, .cancelled),
            (.waitingHostSend, .cancelled), (.waitingHostReceive, .authorised), (.waitingHostDisconnect, .authorised),
        ])
    func drops(status: Status, outcome: FinancialStatus) throws {
        var bench = try Bench()
        try bench.connect()
        bench.reader.faults.dropsLinkAt = status
        #expect(try bench.pay(1250) == nil)
        try bench.connect()
        #expect(bench.isPending)
        #expect(try bench.recover()?.1.outcome == outcome)
    }

    @Test("the same seed gives the same bytes, another seed others") func determinism() throws {
        func writes(seed: UInt64) throws -> [[UInt8]] {
            var bench = try Bench(seed: seed)
            try bench.connect(seed: seed)
            for amount: UInt32 in [1250, 3000, 3757] { _ = try bench.pay(amount) }
            return bench.readerWrites
        }
        #expect(try writes(seed: 7) == writes(seed: 7))
        #expect(try writes(seed: 7) != writes(seed: 8))
    }
}
