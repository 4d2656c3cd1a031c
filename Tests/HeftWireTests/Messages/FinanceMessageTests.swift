import HeftWire
import Money
import Testing

@Suite("A finance request") struct FinanceRequestTests {
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#

    @Test("of a sale always carries a root and the id's length") func emptySale() {
        let xml = Self.declaration + "<FinancialTransactionRequest></FinancialTransactionRequest>"
        guard case .finance(.sale, let request) = Sample.sale.message else {
            Issue.record("no sale")
            return
        }
        #expect(String(decoding: request.xml, as: UTF8.self) == xml && request.transactionID.isEmpty)
    }

    @Test("holds what is set, escaped") func options() {
        let options = FinanceOptions(
            customerReference: "Borð 5 & <bar> \"x\" #7",
            agreement: [
                .init(acquirer: "AMEX", merchantID: String(repeating: "m", count: 24), terminalID: ""),
                .init(acquirer: "EVO", merchantID: "", terminalID: ""),
                .init(acquirer: nil, merchantID: "1", terminalID: "2"),
            ], budgetNumber: "03", tokenisesCard: true)
        #expect(
            String(decoding: options.financeXML, as: UTF8.self) == Self.declaration
                + "<FinancialTransactionRequest><CustomerReference>Borð 5 &amp; &lt;bar&gt; \"x\" #7</CustomerReference>"
                + "<agreement><credential><acquirer>AMEX</acquirer><mid>mmmmmmmmmmmmmmmmmmmmmmm</mid></credential>"
                + "<credential></credential><credential><mid>1</mid><tid>2</tid></credential></agreement>"
                + "<BudgetNumber>03</BudgetNumber><tokenizeCard>1</tokenizeCard></FinancialTransactionRequest>")
    }

    @Test("of a reversal takes the reference alone, and a refund also the agreement") func perCommand() throws {
        let options = FinanceOptions(
            customerReference: "R", agreement: [], budgetNumber: "03", tokenisesCard: true)
        for (kind, expected) in [
            (.sale, options), (.refund, FinanceOptions(customerReference: "R", agreement: [])),
            (.saleReversal, FinanceOptions(customerReference: "R")),
            (.refundReversal, FinanceOptions(customerReference: "R")),
        ] as [(ReaderOperation.FinanceKind, FinanceOptions)] {
            var order = Sample.order()
            order.options = options
            guard case .finance(let command, let request) = ReaderOperation.finance(kind, order).message else {
                Issue.record("\(kind) is no finance request")
                return
            }
            #expect(command == kind.command)
            #expect(try FinanceOptions(xml: request.xml) == expected, "\(kind)")
        }
    }

    @Test("is read by a reader also where a client did not escape") func rawAmpersand() throws {
        let xml = "<R><CustomerReference>a & b &amp; &#38; &c; &</CustomerReference></R>"
        #expect(try FinanceOptions(xml: Array(xml.utf8)).customerReference == "a & b & & &c; &")
    }

    @Test("takes an upper-case alpha code or four digits as currency", arguments: ["GBP", "0826", "ISK", "9999"])
    func currency(text: String) throws {
        #expect(try CurrencyNumber(text: text).text.count == 4)
        #expect(try CurrencyNumber(text: "GBP").text == "0826")
    }

    @Test("takes nothing else", arguments: ["", "gbp", "826", "00826", "XXX", "GB", "+826", "０８２６", "82 6"])
    func noCurrency(text: String) {
        #expect(throws: WireError.unknownCurrency(text)) { try CurrencyNumber(text: text) }
    }

    @Test("of a recovery is seven bytes with no currency and no amount") func recovery() throws {
        #expect(
            try ReaderOperation.recoverPendingResult.message.encoded() == Array("F070000007".utf8) + [
                0, 0, 0, 0, 0, 0, 1,
            ])
    }
}

@Suite("A finance response") struct FinanceResponseTests {
    @Test("is what its XML says, unless its byte contradicts it", arguments: FinancialStatus.allCases)
    func contradiction(word: FinancialStatus) {
        for byte in FinancialStatus.allCases {
            let result = FinanceResult(
                Sample.result(byte: byte.rawValue, xml: ["FinancialStatus": word.word]))
            let agrees = byte == word || (word == .partiallyApproved && byte == .authorised)
            #expect(result.outcome == (agrees ? word : .undefined), "byte \(byte), word \(word)")
        }
    }

    @Test("without a word in its XML is what its byte says; a byte or a word that nobody knows says nothing")
    func alone() {
        #expect(FinanceResult(Sample.result(byte: 2, xml: [:])).outcome == .declined)
        #expect(FinanceResult(Sample.result(byte: 0x7F, xml: [:])).outcome == .undefined)
        #expect(FinanceResult(Sample.result(byte: 1, xml: ["FinancialStatus": "SURPRISE"])).outcome == .undefined)
        #expect(FinanceResult(FinanceResponse(command: .saleFinished, status: .success)).outcome == .undefined)
    }

    @Test("of a tokenise operation is what its text says") func tokenised() {
        let xml = Sample.document(
            "CardTokenizationResponse", ["FinancialStatus": "PROCESSED", "CardTokenizationGuid": "G"])
        let result = FinanceResult(tokenised: .success, xml: xml)
        #expect(result.outcome == .processed && result.eftTransactionID == "G")
        #expect(FinanceResult(tokenised: .success, xml: []).outcome == .undefined)
        #expect(FinanceResult(tokenised: .userCancelled, xml: []).outcome == .failed)
        #expect(FinanceResult(tokenised: .success, xml: [0x3C]).outcome == .undefined)
    }

    @Test("shows its financial status after a success, else the reader's sentence, else our own") func text() {
        #expect(
            FinanceResult(Sample.result(xml: ["FinancialStatus": "AUTHORISED", "StatusMessage": "AUTH CODE 005354"]))
                .statusText == "AUTHORISED")
        #expect(
            FinanceResult(Sample.result(status: .userCancelled, byte: 5, xml: ["StatusMessage": "NO"])).statusText
                == "NO")
        #expect(
            FinanceResult(FinanceResponse(command: .saleFinished, status: .userCancelled)).statusText
                == Status.userCancelled.sentence)
    }

    @Test("marks the reader's restart by a bit of its own") func restarting() throws {
        var response = Sample.result()
        response.isRestarting = true
        let message = try ReaderMessage(try ReaderMessage.financeFinished(response).encoded())
        #expect(message == .financeFinished(response))
        #expect(FinanceResult(response).outcome == .authorised)
    }

    @Test("has the last of repeated elements, and none of a missing one") func elements() throws {
        let details = try FinanceDetails(
            xml: Array("<R><CVM>PIN</CVM><CVM> SIGNATURE </CVM><Currency>0826</Currency><x>y</x></R>".utf8))
        #expect(details.text(.verificationMethod) == "SIGNATURE" && details.currency == .gbp)
        #expect(details.text(.cardToken).isEmpty && !details.has(.cardToken) && details.elements["x"] == "y")
        #expect(details.minorUnits(.requestedAmount) == nil && details.root == "R")
    }

    @Test(
        "whose inner lengths run past its end is an error",
        arguments: [7, 8, 13, 14] as [Int])
    func innerLengths(length: Int) throws {
        var body = [UInt8](repeating: 0xFF, count: length)
        body[0] = 1
        let header = Array("F0010001".utf8) + Array(Hex.text([0, 0, UInt8(length)]).utf8)
        #expect(throws: WireError.self) { try ReaderMessage(header + body) }
    }
}

@Suite("A status") struct StatusTests {
    @Test("has a name and a sentence where the table has it, else its number") func table() {
        #expect(Status.success.name == "Success" && Status(code: 0x001C).name == "TipInput")
        #expect(Status(code: 0x07F3).name == nil && Status(code: 0x07F3).sentence == "Unknown status 0x07F3")
        let codes = Set(Status.all.map(\.code))
        let expected = Set(UInt16(0x0001)...0x0036).union(0x0037...0x003A).union([0x0040, 0x0041, 0x9999])
        #expect(codes == expected)
        #expect(Status.all.allSatisfy { $0.name != nil && !$0.sentence.isEmpty })
    }

    @Test("allows a cancel only by the literal word; a scanner event allows it unless it says no")
    func cancel() throws {
        for (root, elements, isAllowed) in [
            ("EventInfoResponse", ["CancelAllowed": "true"], true),
            ("EventInfoResponse", ["CancelAllowed": "TRUE"], false),
            ("EventInfoResponse", ["CancelAllowed": "1"], false), ("EventInfoResponse", [:], false),
            ("scannerEvent", [:], true), ("scannerEvent", ["CancelAllowed": "false"], false),
        ] as [(String, KeyValuePairs<String, String>, Bool)] {
            let event = try StatusEvent(status: .waitingForCard, xml: Sample.document(root, elements))
            #expect(event.isCancelAllowed == isAllowed, "\(root) \(elements)")
            #expect((event.scannedCode != nil) == (root == "scannerEvent"))
        }
        let empty = try StatusEvent(status: .waitingForCard, xml: [])
        #expect(!empty.isCancelAllowed && empty.text == Status.waitingForCard.sentence)
    }

    @Test(
        "a signature's timeout is the reader's, within reason",
        arguments: [("30", 30), ("0", 1), ("-5", 1), ("99999", 3600), ("x", 90)])
    func signatureTimeout(text: String, seconds: Int) throws {
        let xml = Sample.document("SignatureRequiredRequest", ["timeout": text])
        #expect(try SignatureRequest(receipt: [], xml: xml).timeout == seconds)
    }
}

@Suite("A command") struct CommandTests {
    @Test("is answered by the one with the same first three characters, and a post to the host by that of a receive")
    func responses() {
        for command in Command.allCases where command.rawValue.hasSuffix("0") {
            let expected = command == .postToHost ? "H021" : command.rawValue.dropLast() + "1"
            #expect(command.response?.rawValue == expected)
        }
        #expect(Command.statusEvent.response == nil && Command.saleFinished.response == nil)
    }

    @Test(
        "that is unknown is refused by name, or by its bytes where they do not print",
        arguments: ["P001", "S001", "D031", "H041", "@001", "F0\u{1}1"])
    func unknown(text: String) {
        let bytes = Array("\(text)0001000000".utf8)
        let shown = text.unicodeScalars.contains("\u{1}") ? "46300131" : text
        #expect(throws: WireError.unknownCommand(shown)) { try ReaderMessage(bytes) }
        #expect(throws: WireError.unknownCommand(shown)) { try POSMessage(bytes) }
    }

    @Test("every error of the wire is told in a sentence") func errors() {
        let errors: [WireError] = [
            .truncated(needed: 4, available: 1), .lengthMismatch(announced: 3, present: 2), .unknownCommand("P001"),
            .notHexadecimal("zz"), .notDecimal("a"), .unexpectedByte(9, expected: 1), .malformedXML("it is empty"),
            .frameSizeTooSmall(7), .unknownCurrency("gbp"), .transactionIDTooLong(256), .fieldTooLong(300, limit: 255),
        ]
        #expect(
            errors.map(\.description) == [
                "The message needs 4 more bytes where 1 are left.", "The header announces 3 bytes, 2 are there.",
                "P001 is no command of this side of the conversation.",
                "\"zz\" is not hexadecimal: use pairs of the digits 0-9 and A-F.",
                "\"a\" is not decimal: only the digits 0-9 can stand in BCD.",
                "Byte 09 stands where 01 is due.", "The XML does not parse: it is empty.",
                "A maximum frame size of 7 is too small: 8 is the least that carries data.",
                "\"gbp\" is no currency: use a code of ISO 4217 such as GBP, or four digits.",
                "A transaction id of 256 bytes is too long: 255 is the most.",
                "A field of 300 bytes is too long: 255 is the most.",
            ])
    }
}
