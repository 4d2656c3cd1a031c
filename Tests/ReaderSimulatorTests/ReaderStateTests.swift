import HeftWire
import ReaderSimulator
import Testing

@Suite("Battery, restarts and prompts") struct ReaderStateTests {
    @Test("every event and result says how the battery is") func batteryValues() throws {
        var bench = try Bench {
            $0.batteryPercent = 18
            $0.isCharging = true
            $0.hasExternalPower = true
        }
        try bench.connect()
        let result = try #require(try bench.pay(1250))
        #expect(!bench.statuses.isEmpty)
        for event in bench.statuses {
            #expect(event.elements["BatteryStatus"] == "18%")
            #expect(event.elements["BatterymV"] == "3462")
            #expect(event.elements["BatteryCharging"] == "true")
            #expect(event.elements["ExternalPower"] == "true")
            #expect(event.elements["SerialNumber"] == "000012348421")
        }
        #expect(result.details.text(.batteryStatus) == "18%")
        #expect(result.details.text(.externalPower) == "true")
        bench.reader.configuration.isCharging = false
        let full = try #require(try bench.pay(1250))
        #expect(full.details.text(.batteryCharging) == "false")
        #expect(full.details.text(.externalPower) == "true")
    }

    @Test(
        "a battery that is too low refuses at the start",
        arguments: [
            (4, false, false, true), (5, false, false, false), (1, true, false, false), (1, false, true, false),
        ])
    func lowBattery(percent: Int, isCharging: Bool, hasPower: Bool, isRefused: Bool) throws {
        var bench = try Bench {
            $0.batteryPercent = percent
            $0.isCharging = isCharging
            $0.hasExternalPower = hasPower
        }
        try bench.connect()
        for operation in [
            ReaderOperation.finance(.sale, .init(amountMinor: 1250, currency: CurrencyNumber(.gbp))),
            .finance(.refund, .init(amountMinor: 1250, currency: CurrencyNumber(.gbp))),
            .tokenise(customerReference: ""), .update,
        ] {
            let result = try #require(try bench.perform(operation)?.financeResult)
            #expect((result.response.status == .batteryTooLow) == isRefused)
            #expect((result.outcome == .failed) == isRefused)
        }
        #expect(bench.statuses.isEmpty == isRefused)
        #expect(bench.saved.host.transactions.isEmpty == isRefused)
    }

    @Test("an update that restarts says so, drops the link and comes back") func restart() throws {
        var bench = try Bench {
            $0.restartsAfterUpdate = true
            $0.restartSeconds = 40
        }
        try bench.connect()
        let result = try #require(try bench.perform(.update)?.financeResult)
        #expect(result.response.isRestarting)
        #expect(result.outcome == .processed)
        #expect(!bench.reader.isRestarting)
        bench.settle()
        #expect(!bench.isLinkOpen)
        #expect(bench.clock == .seconds(42))
        #expect(bench.screens.contains(["RESTARTING"]))
        #expect(!bench.reader.isRestarting)
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
    }

    @Test("a reader that restarts hears nothing, also where the till closed the link") func away() throws {
        var bench = try Bench {
            $0.restartsAfterUpdate = true
            $0.restartSeconds = 30
        }
        try bench.connect()
        _ = try bench.perform(.update)
        bench.closeLink()
        #expect(bench.reader.isRestarting)
        let initialise = try POSMessage.initialise(InitRequest(date: Bench.start)).encoded()
        #expect(bench.reader.receive(FrameEncoder.initial.frames(of: initialise).flatMap { $0 }).isEmpty)
        bench.settle()
        #expect(!bench.reader.isRestarting)
        #expect(bench.clock == .seconds(30))
        try bench.connect()
        #expect(bench.failure == nil)
    }

    @Test("a result that waits is kept over a restart") func pendingOverRestart() throws {
        var bench = try Bench {
            $0.restartsAfterUpdate = true
            $0.restartSeconds = 30
        }
        try bench.connect()
        bench.reader.nextPayment = .linkLost
        #expect(try bench.pay(1234) == nil)
        try bench.connect()
        _ = try bench.perform(.update)
        bench.settle()
        try bench.connect()
        #expect(bench.isPending)
        let (recovery, result) = try #require(try bench.recover())
        #expect(recovery == .recovered)
        #expect(result.outcome == .authorised)
        #expect(!result.response.isRestarting)
    }

    @Test("a payment may end in a restart, and its result counts") func restartAfterPayment() throws {
        var bench = try Bench()
        bench.reader.faults.restartsAfterPayment = true
        try bench.connect()
        let result = try #require(try bench.pay(1200))
        #expect(result.response.isRestarting)
        #expect(result.outcome == .authorised)
        bench.settle()
        #expect(!bench.isLinkOpen)
        #expect(bench.clock == .seconds(2))
        try bench.connect()
        #expect(!bench.isPending)
        let next = try #require(try bench.pay(1300))
        #expect(!next.response.isRestarting)
        #expect(bench.saved.host.transactions.map(\.authorisedMinor) == [1200, 1300])
    }

    @Test(
        "prompts of some readers come where they belong",
        arguments: [
            (.applicationConfirmation, [0x14, 0x15, 0x16, 0x17, 0x19, 0x20, 0x21, 0x22, 0x23]),
            (.amountValidation, [0x14, 0x15, 0x16, 0x18, 0x19, 0x20, 0x21, 0x22, 0x23]),
            (.accountType, [0x14, 0x15, 0x16, 0x32, 0x19, 0x20, 0x21, 0x22, 0x23]),
            (.paymentCode, [0x14, 0x15, 0x16, 0x34, 0x19, 0x20, 0x21, 0x22, 0x23]),
            (.pinCompleted, [0x14, 0x15, 0x16, 0x19, 0x24, 0x20, 0x21, 0x22, 0x23]),
            (.amountDue, [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23, 0x35, 0x36]),
            (.customerReceipt, [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23, 0x38]),
            (.printing, [0x14, 0x15, 0x16, 0x19, 0x20, 0x21, 0x22, 0x23, 0x39, 0x3A]),
        ] as [(SimulatedReader.Configuration.Prompt, [UInt16])])
    func prompts(prompt: SimulatedReader.Configuration.Prompt, codes: [UInt16]) throws {
        var bench = try Bench { $0.prompts = [prompt] }
        try bench.connect()
        #expect(try #require(try bench.pay(3757)).outcome == .partiallyApproved)
        #expect(bench.codes == codes)
        #expect(bench.statuses.allSatisfy { $0.message == $0.status.sentence })
        let before = bench.codes.count
        #expect(try #require(try bench.pay(1250)).outcome == .authorised)
        #expect(!bench.codes.dropFirst(before).contains(0x35))
    }

    @Test("a cancel is taken at every prompt before the PIN", arguments: [0x17, 0x18, 0x32, 0x34] as [UInt16])
    func cancelAtPrompt(code: UInt16) throws {
        var bench = try Bench {
            $0.prompts = Set(SimulatedReader.Configuration.Prompt.allCases)
            $0.speed = .brisk
        }
        bench.cancelsAt = Status(code: code)
        try bench.connect()
        #expect(try #require(try bench.pay(1250)).response.status == .posCancelled)
        #expect(bench.saved.host.transactions.isEmpty)
    }

    @Test("a signature is shown as a slip, an address or a picture") func signatureForms() throws {
        var bench = try Bench()
        try bench.connect()
        for form in SimulatedReader.Configuration.SignatureForm.allCases {
            bench.reader.configuration.signatureForm = form
            #expect(try #require(try bench.pay(3000)).outcome == .authorised)
        }
        let shown = bench.signatures.map(\.receipt)
        #expect(shown.count == 3)
        #expect(shown[0].contains("SIGN BELOW"))
        #expect(shown[1].hasPrefix("https://simulated.bank.example/signatures/") && shown[1].hasSuffix(".png"))
        // The signature of a PNG, in base64.
        #expect(shown[2].hasPrefix("iVBORw0KGgo") && !shown[2].contains("\n"))
        #expect(shown[2].utf8.count.isMultiple(of: 4))
    }
}

@Suite("A reader that posts to its host") struct HostPostTests {
    private func bench() throws -> Bench {
        var bench = try Bench { $0.hostTraffic = .post }
        try bench.connect()
        return bench
    }

    @Test("one request brings the answer") func sale() throws {
        var bench = try bench()
        let result = try #require(try bench.pay(1250))
        #expect(bench.codes == [0x14, 0x15, 0x16, 0x19, 0x40, 0x41])
        #expect(result.outcome == .authorised)
        #expect(try #require(try bench.pay(3757)).outcome == .partiallyApproved)
        #expect(try #require(try bench.pay(3000)).outcome == .authorised)
        #expect(try #require(try bench.perform(.endOfDay)?.financeResult).outcome == .processed)
        #expect(bench.saved.host.transactions.count == 3)
    }

    @Test("a host that does not answer leaves nothing taken") func silence() throws {
        var bench = try bench()
        let result = try #require(try bench.pay(3768))
        #expect(result.response.status == .requestAuthorisationTimeout)
        bench.isBankReachable = false
        #expect(try #require(try bench.pay(1250)).outcome == .failed)
        #expect(!bench.saved.host.transactions.contains { $0.stands })
    }

    @Test(
        "the link amounts break the wire as they do elsewhere", arguments: [8000, 9001, 9002, 9003, 9004, 9005, 9999])
    func faults(amount: UInt32) throws {
        var bench = try bench()
        let order = ReaderOperation.FinanceOrder(amountMinor: amount, currency: CurrencyNumber(.gbp))
        let completion = try #require(try bench.perform(.finance(.sale, order)))
        #expect(completion.failure != nil)
        #expect(completion.wasRelayedToBank)
        if amount == 9001 { #expect(completion.failure == .acknowledgementTimeout) }
        bench.settle()
        try bench.connect()
        #expect(bench.isPending)
        #expect(try bench.recover()?.1.outcome == (amount == 9999 ? .declined : .authorised))
    }

    @Test("a link that is lost behind the request leaves an approval on the reader") func linkLost() throws {
        var bench = try bench()
        bench.reader.nextPayment = .linkLost
        let order = ReaderOperation.FinanceOrder(amountMinor: 1234, currency: CurrencyNumber(.gbp))
        _ = try bench.perform(.finance(.sale, order))
        try bench.connect()
        #expect(bench.isPending)
        #expect(try bench.recover()?.1.outcome == .authorised)
        #expect(bench.saved.host.transactions.count == 1)
    }
}
