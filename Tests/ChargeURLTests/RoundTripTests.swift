import ChargeURL
import Money
import SeededRandom
import Testing

/// Client and server against each other, over requests and answers that a seed makes.
@Suite("Client and server") struct RoundTripTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]
    private static let rounds = 80

    @Test("agree on every request", arguments: seeds) func requests(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<Self.rounds {
            let sent = IFChargeRequest(
                opener: RecordingOpener(), nonces: InMemoryNonceStore(), random: SplitMix64(seed: seed))
            let currency = try Self.fill(sent, &random)
            let read = try ChargeRequest(sent.requestURL)

            #expect(read.adjustments == [] && read.unknownParameters == [])
            #expect(read.returnAddress?.text == sent.returnURL && read.namesCurrency == (sent.currency != nil))
            #expect(read.returnAddress?.usesFileMakerForm == sent.returnURL.map { _ in sent.fm == "1" })
            #expect(read.isAmountFixed == (sent.amountFixed == "1"))
            #expect(read.returnsImmediately == (sent.returnImmediately == "1"))
            #expect(read.amount?.decimal == sent.amount && read.currency == currency)
            #expect(read.taxRate == (try Self.taxRate(sent.taxRate)))
            let texts = [
                (read.returnAppName, sent.returnAppName), (read.email, sent.email), (read.firstName, sent.firstName),
                (read.lastName, sent.lastName), (read.company, sent.company), (read.address, sent.address),
                (read.city, sent.city), (read.state, sent.state), (read.zip, sent.zip), (read.phone, sent.phone),
                (read.country, sent.country), (read.invoiceNumber, sent.invoiceNumber),
                (read.description, sent.description),
            ]
            for (read, sent) in texts {
                // By bytes: strings are equal where their characters look the same.
                #expect(read.map { Array($0.utf8) } == sent.map { Array($0.utf8) })
            }
        }
    }

    @Test("agree on every answer, and the caller's parameters come back", arguments: seeds) func answers(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let nonces = InMemoryNonceStore()
        let opener = RecordingOpener()
        for _ in 0..<Self.rounds {
            let request = IFChargeRequest(opener: opener, nonces: nonces, random: SplitMix64(seed: random.next()))
            let extraParams = Self.extraParams(&random)
            try request.setReturnURL(Self.addresses.randomElement(using: &random) ?? "a:", withExtraParams: extraParams)
            request.fm = Bool.random(using: &random) ? "1" : nil
            let url = try request.submit()
            let address = try #require(try ChargeRequest(url).returnAddress)
            let outcome = try Self.outcome(&random)
            let answer = ChargeResponse(outcome, to: address).url

            let stays = try #require(request.returnURL)
            let (head, fragment) = Self.cut(stays)
            #expect(answer.hasPrefix(head) && answer.hasSuffix(fragment))
            #expect(!answer.dropFirst(head.count).contains("+"))

            let read = try IFChargeResponse(url: answer, nonces: nonces)
            for (name, value) in extraParams { #expect(read.extraParams[name] == value) }
            Self.expectSame(read, outcome)
            #expect(throws: ChargeAnswerError.noneOutstanding) { try IFChargeResponse(url: answer, nonces: nonces) }
        }
    }

    @Test("a client takes any bytes for an answer without a trap", arguments: seeds) func fuzz(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let seedURL = try ChargeResponse(.approved(Charge.example), to: ReturnAddress("app://x?a=%41#f")).url
        let marks = Array("%&=?#$.0X\u{0}é".utf8)
        for _ in 0..<500 {
            var bytes = Array(seedURL.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = marks.randomElement(using: &random) ?? 0
            }
            let url = String(decoding: bytes, as: UTF8.self)
            // There is no nonce, so there is always a reason.
            #expect(throws: ChargeAnswerError.self) { try IFChargeResponse(url: url, nonces: InMemoryNonceStore()) }
        }
    }

    // MARK: Requests

    private static let addresses = [
        "app://", "app:done", "com-your-app://action/", "https://x.example/?a=1&b#/paid",
        "fmp://$/Till.fmp12?script=A%20B",
        "app://x?", "app://x?q&", "app://x#",
    ]
    private static let letters = Array("abcXYZ 0189&=%+#?/$;'\"<>é漢🍵ÞØ\u{301}~.-_")

    /// Nil, or a text of up to so many scalars.
    private static func text(_ scalarsMax: Int, _ random: inout SplitMix64) -> String? {
        let count = Int.random(in: 0...scalarsMax / 2, using: &random)
        let text = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
        return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(scalarsMax)))
    }

    /// A number of up to so many bits, small ones as often as large ones.
    private static func number(bits: Int, _ random: inout SplitMix64) -> Int64 {
        Int64(random.next() >> UInt64.random(in: UInt64(64 - bits)...63, using: &random))
    }

    private static func fill(_ request: IFChargeRequest, _ random: inout SplitMix64) throws -> Currency {
        let currency = try #require([Currency.usd, .jpy, .kwd, .gbp].randomElement(using: &random))
        if currency != .usd || Bool.random(using: &random) { request.currency = currency.alphaCode }
        if Bool.random(using: &random) {
            request.amount =
                Amount(minorUnits: number(bits: 49, &random), currency: currency).decimal
            request.amountFixed = Bool.random(using: &random) ? "1" : nil
        }
        request.taxRate =
            [
                nil, "default", Percentage(thousandths: .random(in: 0..<100_000, using: &random)).formatted,
            ].randomElement(using: &random) ?? nil
        request.returnURL = Bool.random(using: &random) ? addresses.randomElement(using: &random) : nil
        request.returnImmediately = [nil, "1", "0"].randomElement(using: &random) ?? nil
        request.fm = Bool.random(using: &random) ? "1" : nil
        request.email = Bool.random(using: &random) ? "a\(random.next())+b@c-\(random.next()).example" : nil
        request.returnAppName = text(50, &random)
        request.firstName = text(50, &random)
        request.lastName = text(50, &random)
        request.company = text(50, &random)
        request.address = text(60, &random)
        request.city = text(40, &random)
        request.state = text(40, &random)
        request.zip = text(20, &random)
        request.phone = text(25, &random)
        request.country = text(60, &random)
        request.invoiceNumber = text(20, &random)
        request.description = text(255, &random)
        return currency
    }

    private static func taxRate(_ text: String?) throws -> ChargeTaxRate? {
        switch text {
        case nil: nil
        case "default": .defaultOfTill
        case let text?: .percentage(try Percentage(text))
        }
    }

    // MARK: Answers

    private static func extraParams(_ random: inout SplitMix64) -> [String: String] {
        var params: [String: String] = [:]
        for number in 0..<Int.random(in: 0...4, using: &random) {
            params["p\(number)" + (text(8, &random) ?? "")] = text(30, &random) ?? ""
        }
        return params
    }

    private static func outcome(_ random: inout SplitMix64) throws -> ChargeOutcome {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .cancelled
        case 1: return .declined
        case 2: return .error
        case 3: return .partlyPaid(reference: text(40, &random) ?? "R")
        case 4: return .setAside(reference: text(40, &random) ?? "R")
        default:
            let currency = try #require([Currency.usd, .jpy, .kwd, .gbp].randomElement(using: &random))
            let total = number(bits: 62, &random)
            return .approved(
                ApprovedCharge(
                    transactionID: text(255, &random) ?? "1", amount: Amount(minorUnits: total, currency: currency),
                    cardNumber: Bool.random(using: &random) ? RedactedCardNumber("**** 0042") : nil,
                    cardType: ChargeCardType.allCases.randomElement(using: &random) ?? .unknown,
                    tax: Bool.random(using: &random)
                        ? ApprovedCharge.Tax(
                            minorUnits: total / 7,
                            rate: Percentage(thousandths: .random(in: 0..<100_000, using: &random))) : nil,
                    tipMinorUnits: Bool.random(using: &random) ? total / 3 : nil))
        }
    }

    private static func expectSame(_ read: IFChargeResponse, _ outcome: ChargeOutcome) {
        switch outcome {
        case .approved(let charge):
            #expect(read.responseCode == .approved && read.chargedAmount == charge.amount)
            #expect(read.transactionId == charge.transactionID && read.cardType == charge.cardType.rawValue)
            #expect(read.redactedCardNumber == charge.cardNumber?.text && read.taxRate == charge.tax?.rate.formatted)
            #expect((read.taxAmount == nil) == (charge.tax == nil))
            #expect((read.tipAmount == nil) == (charge.tipMinorUnits == nil))
        case .cancelled: #expect(read.responseCode == .cancelled && read.errorMessage == nil)
        case .declined: #expect(read.responseCode == .declined && read.errorMessage == nil)
        case .error: #expect(read.responseCode == .error && read.errorMessage == nil)
        case .partlyPaid(let reference), .setAside(let reference):
            #expect(read.responseCode == .error && read.errorMessage?.hasSuffix(reference) == true)
        }
        guard read.responseCode != .approved else { return }
        #expect(read.amount == nil && read.currency == nil && read.transactionId == nil && read.cardType == nil)
    }

    /// What stands before the fragment, and the fragment with its mark.
    private static func cut(_ address: String) -> (head: String, fragment: String) {
        guard let hash = address.firstIndex(of: "#") else { return (address, "") }
        return (String(address[..<hash]), String(address[hash...]))
    }
}
