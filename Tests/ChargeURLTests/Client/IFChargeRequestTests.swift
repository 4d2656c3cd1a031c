import ChargeURL
import Money
import SeededRandom
import Testing

@Suite("A client's charge request") struct IFChargeRequestTests {
    private let opener = RecordingOpener()
    private let nonces = InMemoryNonceStore()

    private func request(_ opener: RecordingOpener? = nil) -> IFChargeRequest {
        IFChargeRequest(opener: opener ?? self.opener, nonces: nonces, random: SplitMix64(seed: 1))
    }

    @Test("is made and sent as in the protocol's sample") func sample() throws {
        let chargeRequest = request()
        try chargeRequest.setReturnURL(
            "com-innerfence-ChargeDemo://chargeResponse", withExtraParams: ["record_id": "123"])
        chargeRequest.amount = "50.00"
        chargeRequest.description = "Test transaction"
        chargeRequest.invoiceNumber = "321"
        chargeRequest.taxRate = "8.5"
        let url = try chargeRequest.submit()

        #expect(opener.opened == [url])
        let received = try ChargeRequest(url)
        #expect(received.amount == Amount(minorUnits: 5000, currency: .usd))
        #expect(received.description == "Test transaction" && received.invoiceNumber == "321")
        #expect(received.taxRate == .percentage(Percentage(thousandths: 8500)))
        let address = try #require(received.returnAddress)
        #expect(address.text.hasPrefix("com-innerfence-ChargeDemo://chargeResponse?record_id=123&ifcc_request_nonce="))

        let response = try IFChargeResponse(
            url: ChargeResponse(.approved(Charge.example), to: address).url, nonces: nonces)
        #expect(response.responseCode == kIFChargeResponseCodeApproved)
        #expect(response.extraParams == ["record_id": "123"])
        #expect(response.transactionId == "100001" && response.amount == "10.99" && response.tipAmount == "1.50")
        #expect(response.taxAmount == "0.93" && response.taxRate == "8.5" && response.cardType == "Visa")
        #expect(response.redactedCardNumber == "XXXXXXXXXXXX1111")
    }

    @Test("writes its properties in the protocol's order, encoded, without the empty ones") func url() throws {
        let chargeRequest = request()
        #expect(try chargeRequest.requestURL == Charge.base)
        chargeRequest.amount = "10.99"
        chargeRequest.email = "john@example.com"
        chargeRequest.returnURL = "com-your-app://action/"
        chargeRequest.company = ""
        chargeRequest.description = "a+b & c é-._~"
        #expect(
            try chargeRequest.requestURL == Charge.base
                + "?returnURL=com-your-app%3A%2F%2Faction%2F&amount=10.99&email=john%40example.com&description=a%2Bb%20%26%20c%20%C3%A9-._~"
        )
        #expect(nonces.isEmpty())
    }

    @Test("knows every parameter of the protocol") func knownFields() {
        #expect(
            Set(IFChargeRequest.knownFields()) == [
                "returnAppName", "returnURL", "returnImmediately", "fm", "amount", "amountFixed", "taxRate", "currency",
                "email", "firstName", "lastName", "company", "address", "city", "state", "zip", "phone", "country",
                "invoiceNumber", "description",
            ])
        #expect(IFChargeRequest.knownFields().count == 20)
    }

    @Test("puts extra parameters in order, encoded, before a fragment") func extraParams() throws {
        let chargeRequest = request()
        try chargeRequest.setReturnURL("app://x?z=1#f", withExtraParams: ["b": "2 +&é", "a": "", "c=d": "%"])
        #expect(chargeRequest.returnURL == "app://x?z=1&a=&b=2%20%2B%26%C3%A9&c%3Dd=%25#f")
        try chargeRequest.setReturnURL("app://y", withExtraParams: [:])
        #expect(chargeRequest.returnURL == "app://y")
    }

    @Test("leaves its return address as it was when a new one is refused") func refusedReturnURL() throws {
        let chargeRequest = request()
        chargeRequest.returnURL = "app://x"
        for name in ["ifcc_x", "$ifcc_amount", "ifcc_request_nonce"] {
            #expect(throws: ChargeSubmissionError.reservedName(name)) {
                try chargeRequest.setReturnURL("app://y", withExtraParams: ["a": "1", name: "1"])
            }
        }
        #expect(throws: ChargeSubmissionError.refused(.returnURL(.refusedScheme("file")))) {
            try chargeRequest.setReturnURL("file:///y", withExtraParams: [:])
        }
        #expect(chargeRequest.returnURL == "app://x")
    }

    @Test("that the other side would refuse or change is not sent") func invalid() {
        let cases: [((IFChargeRequest) -> Void, ChargeSubmissionError)] = [
            ({ $0.amount = "10,99" }, .refused(.amount(.unexpectedCharacter(",", position: 3)))),
            ({ $0.amount = "1.255" }, .refused(.amount(.tooManyDecimals(text: "1.255", count: 3, currency: .usd)))),
            ({ $0.amountFixed = "1" }, .refused(.fixedWithoutAmount)),
            ({ $0.currency = "ZZZ" }, .refused(.unknownCurrency)), ({ $0.email = "john" }, .refused(.email)),
            ({ $0.taxRate = "100" }, .refused(.taxRateTooHigh)),
            ({ $0.returnURL = "data:x" }, .refused(.returnURL(.refusedScheme("data")))),
            ({ $0.returnImmediately = "true" }, .adjusted(.flagNotSet(.returnImmediately))),
            ({ $0.zip = String(repeating: "1", count: 21) }, .adjusted(.shortened(.zip, scalarsMax: 20))),
            ({ $0.city = "Ba\nth" }, .adjusted(.cleaned(.city))),
            (
                { $0.returnURL = "app:" + String(repeating: "x", count: 65500) },
                .refused(.malformed(.tooLong(bytesMax: 65536)))
            ),
        ]
        for (change, error) in cases {
            let chargeRequest = request()
            change(chargeRequest)
            #expect(throws: error) { try chargeRequest.requestURL }
            #expect(throws: error) { try chargeRequest.submit() }
        }
        #expect(opener.opened == [] && nonces.isEmpty())
    }

    @Test("has a nonce of its own each time it is sent, and its properties do not change") func nonceEachTime() throws {
        let chargeRequest = request()
        chargeRequest.returnURL = "app://x#f"
        let urls = try [chargeRequest.submit(), chargeRequest.submit(), chargeRequest.prepareURL()]
        #expect(Set(urls).count == 3 && chargeRequest.returnURL == "app://x#f")
        for url in urls {
            let address = try #require(try ChargeRequest(url).returnAddress)
            #expect(Charge.pairs(of: address.text).count == 1 && address.text.hasSuffix("#f"))
            // The answers of all three are known, in whatever order they come.
            _ = try IFChargeResponse(url: ChargeResponse(.cancelled, to: address).url, nonces: nonces)
        }
        #expect(nonces.isEmpty())
    }

    @Test("is not sent with a nonce that is not its own, which would hide its answer") func otherNonce() {
        let chargeRequest = request()
        chargeRequest.returnURL = "app://x?a&%69fcc_request_nonce=1"
        #expect(throws: ChargeSubmissionError.reservedName("ifcc_request_nonce")) { try chargeRequest.submit() }
        #expect(opener.opened == [] && nonces.isEmpty())
    }

    @Test("without a return address has no nonce") func noReturnURL() throws {
        let chargeRequest = request()
        chargeRequest.amount = "1"
        #expect(try chargeRequest.submit() == Charge.base + "?amount=1")
        #expect(nonces.isEmpty())
    }

    @Test("is not sent when no program takes it, and that can be asked before") func notInstalled() throws {
        let opener = RecordingOpener(handler: .success(false))
        let chargeRequest = request(opener)
        chargeRequest.returnURL = "app://x"
        #expect(try !chargeRequest.isTerminalInstalled())
        #expect(throws: ChargeSubmissionError.notInstalled) { try chargeRequest.submit() }
        #expect(opener.opened == [] && nonces.isEmpty())
        #expect(try request().isTerminalInstalled())
    }

    @Test("is sent when nobody can tell who takes it") func unknownHandler() throws {
        let error = URLOpenerError.notStarted(program: "xdg-mime", code: 2)
        let opener = RecordingOpener(handler: .failure(error))
        let chargeRequest = request(opener)
        #expect(throws: error) { try chargeRequest.isTerminalInstalled() }
        let url = try chargeRequest.submit()
        #expect(opener.opened == [url])
    }

    @Test("says why it could not be handed over, and still understands an answer") func notOpened() throws {
        let error = URLOpenerError.failed(program: "xdg-open", status: 3)
        let chargeRequest = request(RecordingOpener(error: error))
        chargeRequest.returnURL = "app://x"
        #expect(throws: ChargeSubmissionError.notOpened(error)) { try chargeRequest.submit() }
        #expect(!nonces.isEmpty())
    }

    @Test("is not sent when its nonce cannot be kept") func noStore() throws {
        let folder = try TemporaryFolder()
        let store = FileNonceStore(path: folder.file("missing/nonces"))
        let chargeRequest = IFChargeRequest(opener: opener, nonces: store, random: SplitMix64(seed: 1))
        chargeRequest.returnURL = "app://x"
        let error = ChargeNonceStoreError.notOpened(path: folder.file("missing/nonces.lock"), code: 2)
        #expect(throws: ChargeSubmissionError.nonceStore(error)) { try chargeRequest.submit() }
        #expect(opener.opened == [])
    }
}
