import ChargeURL
import Money
import SeededRandom
import Testing

@Suite("A client's charge response") struct IFChargeResponseTests {
    private let nonces = InMemoryNonceStore()
    private let nonce: ChargeNonce

    init() {
        var random = SplitMix64(seed: 3)
        nonce = ChargeNonce(using: &random)
        nonces.insert(nonce)
    }

    private static let approved =
        "ifcc_responseType=approved&ifcc_transactionId=100001&ifcc_amount=10.99&ifcc_currency=USD&ifcc_redactedCardNumber=XXXXXXXXXXXX1111&ifcc_cardType=Visa&ifcc_taxAmount=0.93&ifcc_taxRate=8.5&ifcc_tipAmount=1.50"

    private func read(_ query: String) throws(ChargeAnswerError) -> IFChargeResponse {
        try IFChargeResponse(url: "app://x?ifcc_request_nonce=\(nonce.text)&\(query)", nonces: nonces)
    }

    @Test("has the fields of an approved answer, in either form", arguments: ["", "$"]) func fields(prefix: String)
        throws
    {
        let response = try read("record_id=1%202&" + Self.approved.replacing("ifcc_", with: prefix + "ifcc_"))
        #expect(response.responseCode == .approved && response.transactionId == "100001")
        #expect(response.amount == "10.99" && response.currency == "USD")
        #expect(response.chargedAmount == Amount(minorUnits: 1099, currency: .usd))
        #expect(response.redactedCardNumber == "XXXXXXXXXXXX1111" && response.cardType == "Visa")
        #expect(response.taxAmount == "0.93" && response.taxRate == "8.5" && response.tipAmount == "1.50")
        #expect(response.errorMessage == nil && response.extraParams == ["record_id": "1 2"])
    }

    @Test(
        "has one of four codes",
        arguments: zip(IFChargeResponseCode.allCases, ["approved", "cancelled", "declined", "error"]))
    func codes(code: IFChargeResponseCode, word: String) throws {
        let amount = code == .approved ? "&ifcc_amount=1.00" : ""
        #expect(try read("ifcc_responseType=\(word)\(amount)").responseCode == code)
    }

    @Test("has the original's names for the codes") func constants() {
        #expect(
            [
                kIFChargeResponseCodeApproved, kIFChargeResponseCodeCancelled, kIFChargeResponseCodeDeclined,
                kIFChargeResponseCodeError,
            ] == IFChargeResponseCode.allCases)
    }

    @Test("knows the fields of the protocol") func knownFields() {
        #expect(
            IFChargeResponse.knownFields() == [
                "amount", "cardType", "currency", "errorMessage", "redactedCardNumber", "responseType", "taxAmount",
                "taxRate", "tipAmount", "transactionId",
            ])
    }

    @Test("is in US dollars when it has no currency") func defaultCurrency() throws {
        #expect(try read("ifcc_responseType=approved&ifcc_amount=1.00").currency == "USD")
    }

    @Test(
        "reads amounts as they are written, whatever the currency's decimals",
        arguments: [
            ("10.99", "USD", 1099), ("1500.00", "JPY", 1500), ("1.25", "KWD", 1250), ("1.255", "KWD", 1255),
            ("0.00", "USD", 0), ("1.2345", "CLF", 12345),
        ] as [(String, String, Int64)])
    func amounts(text: String, code: String, minorUnits: Int64) throws {
        let response = try read("ifcc_responseType=approved&ifcc_amount=\(text)&ifcc_currency=\(code)")
        #expect(response.chargedAmount?.minorUnits == minorUnits && response.amount == text)
    }

    @Test("tells a person what an error is about") func errorMessage() throws {
        let address = try ReturnAddress("app://x?ifcc_request_nonce=\(nonce.text)")
        let url = ChargeResponse(.setAside(reference: "S-7"), to: address).url
        let response = try IFChargeResponse(url: url, nonces: nonces)
        #expect(response.responseCode == .error)
        #expect(
            response.errorMessage
                == "It is not known whether the card was charged. Do not charge again. Our reference: S-7")
    }

    @Test("hands back what is not the protocol's, of one name the last") func extraParams() throws {
        let response = try read("a=1&a=2&b&=c&d=e=f&ifcc_new=g&%68=+&ifcc_responseType=cancelled")
        #expect(response.extraParams == ["a": "2", "b": "", "": "c", "d": "e=f", "ifcc_new": "g", "h": "+"])
    }

    private static let refused: [(String, ChargeAnswerError)] = [
        ("", .noResponseType), ("a=1", .noResponseType), ("ifcc_responseType=", .noResponseType),
        ("ifcc_responseType=success", .unknownResponseType), ("ifcc_responseType=Approved", .unknownResponseType),
        ("ifcc_responseType=approved", .missing(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=", .missing(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.0", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.255", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1,00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=01.00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=.00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=-1.00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.00.00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.%D9%A3%D9%A3", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.50&ifcc_currency=JPY", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=99999999999999999999.00", .invalid(.amount)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxAmount=1", .invalid(.taxAmount)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_tipAmount=x", .invalid(.tipAmount)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_currency=usd", .invalid(.currency)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_currency=ZZZ", .invalid(.currency)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxRate=100", .invalid(.taxRate)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxRate=8.1255", .invalid(.taxRate)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxRate=8.", .invalid(.taxRate)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxRate=8.5.1", .invalid(.taxRate)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_taxRate=default", .invalid(.taxRate)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_cardType=Visa2", .invalid(.cardType)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_cardType=VisaVisaVisaVisaVisaV", .invalid(.cardType)),
        (
            "ifcc_responseType=approved&ifcc_amount=1.00&ifcc_redactedCardNumber=4111111111111111",
            .invalid(.redactedCardNumber)
        ),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_redactedCardNumber=XXXX111", .invalid(.redactedCardNumber)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_redactedCardNumber=1111X", .invalid(.redactedCardNumber)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_transactionId=%0A", .invalid(.transactionID)),
        ("ifcc_responseType=approved&ifcc_amount=1.00&ifcc_errorMessage=x", .unexpected(.errorMessage)),
        ("ifcc_responseType=declined&ifcc_amount=1.00", .unexpected(.amount)),
        ("ifcc_responseType=cancelled&ifcc_currency=USD", .unexpected(.currency)),
        ("ifcc_responseType=error&ifcc_cardType=Visa", .unexpected(.cardType)),
        ("ifcc_responseType=error&ifcc_errorMessage=%1B", .invalid(.errorMessage)),
        ("ifcc_responseType=declined&ifcc_errorMessage=x", .unexpected(.errorMessage)),
        ("ifcc_responseType=declined&ifcc_responseType=approved", .repeated("ifcc_responseType")),
        ("ifcc_responseType=declined&$ifcc_responseType=approved", .repeated("ifcc_responseType")),
        ("ifcc_responseType=declined&ifcc_request_nonce=x", .repeated("ifcc_request_nonce")),
        ("ifcc_responseType=declined&a=%zz", .badEncoding(parameter: "a")),
        ("ifcc_responseType=declined&a=%FF", .badEncoding(parameter: "a")),
        ("ifcc_responseType=declined&a=\u{1B}", .malformed(.unencodedByte(position: 85))),
    ]

    @Test("is refused when a field has not its form or place, and its request still waits", arguments: refused)
    func refusal(query: String, error: ChargeAnswerError) throws {
        #expect(throws: error) { try read(query) }
        #expect(try read("ifcc_responseType=cancelled").responseCode == .cancelled)
    }

    @Test("is refused beyond the longest answer") func tooLong() {
        #expect(throws: ChargeAnswerError.malformed(.tooLong(bytesMax: 81920))) {
            try read("ifcc_responseType=cancelled&x=" + String(repeating: "x", count: 81920))
        }
    }

    @Test("is taken once") func once() throws {
        #expect(try read("ifcc_responseType=cancelled").responseCode == .cancelled)
        #expect(throws: ChargeAnswerError.noneOutstanding) { try read("ifcc_responseType=cancelled") }
    }

    @Test(
        "is refused without the nonce of a request that waits",
        arguments: [
            ("", .nonceMissing), ("&ifcc_request_nonce=", .nonceUnknown), ("&ifcc_request_nonce=x", .nonceUnknown),
            ("&ifcc_request_nonce=AAAAAAAAAAAAAAAAAAAAAAAAAAA", .nonceUnknown),
        ] as [(String, ChargeAnswerError)])
    func nonce(query: String, error: ChargeAnswerError) throws {
        #expect(throws: error) {
            try IFChargeResponse(url: "app://x?ifcc_responseType=cancelled" + query, nonces: nonces)
        }
        #expect(throws: ChargeAnswerError.noneOutstanding) {
            try IFChargeResponse(url: "app://x?ifcc_responseType=cancelled" + query, nonces: InMemoryNonceStore())
        }
        #expect(try read("ifcc_responseType=cancelled").responseCode == .cancelled)
    }

    @Test("is refused when the store cannot be read") func store() throws {
        let folder = try TemporaryFolder()
        let store = FileNonceStore(path: folder.file("missing/nonces"))
        let error = ChargeNonceStoreError.notOpened(path: folder.file("missing/nonces.lock"), code: 2)
        #expect(throws: ChargeAnswerError.nonceStore(error)) {
            try IFChargeResponse(
                url: "app://x?ifcc_responseType=cancelled&ifcc_request_nonce=\(nonce.text)", nonces: store)
        }
    }
}
