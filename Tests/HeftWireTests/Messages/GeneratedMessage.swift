import HeftWire
import SeededRandom

/// Makes messages of every kind, with empty, usual and longest fields.
struct MessageGenerator {
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        pick([0, 1, 0x10, .max, Number(truncatingIfNeeded: random.next())])
    }

    mutating func field(longest: Int) -> [UInt8] {
        let length = pick([0, 1, Int.random(in: 0...min(longest, 300), using: &random), longest])
        return pick([Noise.even, .control]).bytes(length, using: &random)
    }

    mutating func text(longestBytes: Int) -> String {
        let text = pick([
            "", "REF-001", "Borð 5 & <bar> \"x\" #7", "Þóra 10€ ☕ 😀", "\u{0}\u{10}\u{3}",
            String(repeating: "x", count: longestBytes),
        ])
        return text.utf8.count <= longestBytes ? text : ""
    }

    mutating func xml() -> [UInt8] {
        let reference = text(longestBytes: 3000)
        return pick([
            [], FinanceOptions(customerReference: reference).financeXML, Array(reference.utf8), field(longest: 70_000),
        ])
    }

    mutating func status() -> Status { Status(code: number()) }

    // MARK: The till's

    mutating func posMessages() throws -> [POSMessage] {
        [
            .initialise(InitRequest(date: "20991231235959", xml: xml())),
            .initialise(
                InitRequest(
                    date: "19700101000000", bufferSize: Int(number(UInt16.self)), sdkVersion: text(longestBytes: 40))),
            .idle, .resetLog, .getLog,
            .xmlCommand(xml()),
            .tokenise(xml: xml()),
            .setLogLevel(pick(POSMessage.LogLevel.allCases)),
            .day(pick([.startOfDay, .endOfDay, .hostInit])),
            .finance(pick([.sale, .refund, .saleReversal, .refundReversal]), try financeRequest()),
            .finance(.recover, .recovery),
            .answer(
                pick([.hostConnected, .hostSent, .hostReceived, .hostDisconnected, .signatureAnswer, .challengeAnswer]),
                status()),
            .hostData(field(longest: 100_000)),
            .challengeAnswer(mx: field(longest: 65_535), zx: field(longest: 65_535)),
        ]
    }

    private mutating func financeRequest() throws -> FinanceRequest {
        var request = FinanceRequest(
            currency: try CurrencyNumber(text: pick(["GBP", "ISK", "0826", "0000", "9999"])), amountMinor: number(),
            transactionID: text(longestBytes: 255), xml: xml())
        request.isCardPresent = pick([true, true, false])
        return request
    }

    // MARK: The reader's

    mutating func readerMessages() -> [ReaderMessage] {
        let finance: [Command] = [
            .saleFinished, .refundFinished, .saleReversalFinished, .refundReversalFinished, .startOfDayFinished,
            .endOfDayFinished, .hostInitFinished, .recovered,
        ]
        return [
            .initialised(InitResponse(status: status(), body: nil)),
            .initialised(InitResponse(status: .success, body: body())),
            .idled(status(), xml: xml()),
            .xmlAnswered(status(), xml: xml()),
            .financeFinished(financeResponse(pick(finance))),
            .financeFinished(FinanceResponse(command: pick(finance), status: status())),
            .tokenised(status(), xml: xml()),
            .plain(pick([.logLevelSet, .logWasReset, .debugAnswer0, .debugAnswer1, .debugAnswer2]), status()),
            .log(status(), text: field(longest: 100_000)),
            .statusEvent(status(), xml: xml()),
            .request(.hostConnect(host: field(longest: 255), port: number(), timeout: number())),
            .request(.hostSend(timeout: number(), data: field(longest: 65_535))),
            .request(.hostReceive(maximumLength: number(), timeout: number())),
            .request(.hostDisconnect),
            .request(
                .postToHost(
                    .init(
                        host: field(longest: 255), port: number(), secondHost: field(longest: 255),
                        secondPort: number(),
                        timeout: number(), data: field(longest: 65_535)))),
            .request(.signature(receipt: field(longest: 65_535), xml: xml())),
            .request(.challenge(random: field(longest: 65_535), xml: xml())),
        ]
    }

    private mutating func body() -> InitResponse.Body {
        InitResponse.Body(
            bufferSize: number(), serialNumber: pick(["000012340012", "999999999999", "ABCDEF012345"]),
            publicKeyVersion: number(), emvParameterVersion: number(), generalParameterVersion: number(),
            manufacturerCode: number(), modelCode: number(), applicationName: Noise.even.bytes(8, using: &random),
            applicationVersion: number(), xml: xml())
    }

    private mutating func financeResponse(_ command: Command) -> FinanceResponse {
        FinanceResponse(
            command: command, status: status(), financialStatus: number(UInt8.self) & 0x7F,
            isRestarting: pick([true, false]),
            authorisedAmountMinor: number(), transactionID: field(longest: 255),
            merchantReceipt: field(longest: 65_535),
            customerReceipt: field(longest: 65_535), xml: xml())
    }
}
