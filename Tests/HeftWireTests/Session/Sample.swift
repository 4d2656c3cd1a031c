import HeftWire
import Money

/// Messages that a reader sends, and operations that a till asks for.
enum Sample {
    static let secret = "0102030405060708091011121314151617181920212223242526272829303132"
    static let guid = "1f6a2d10-8f31-11ee-a8b4-d7ea3a0f2c55"
    static let gbp = CurrencyNumber(Currency.gbp)

    static let sale = finance(.sale)

    static func finance(
        _ kind: ReaderOperation.FinanceKind, amountMinor: UInt32 = 1000, reference: String = ""
    ) -> ReaderOperation {
        .finance(kind, order(amountMinor: amountMinor, reference: reference))
    }

    static func order(amountMinor: UInt32 = 1000, reference: String = "") -> ReaderOperation.FinanceOrder {
        ReaderOperation.FinanceOrder(
            amountMinor: amountMinor, currency: gbp, options: FinanceOptions(customerReference: reference))
    }

    static func initialised(
        status: Status = .success, bufferSize: UInt16 = 200, xml: [UInt8] = []
    ) -> ReaderMessage {
        .initialised(
            InitResponse(
                status: status,
                body: status == .success ? body(bufferSize: bufferSize, xml: xml) : nil))
    }

    static func body(bufferSize: UInt16 = 200, xml: [UInt8] = []) -> InitResponse.Body {
        InitResponse.Body(
            bufferSize: bufferSize, serialNumber: "000012340012", publicKeyVersion: 1, emvParameterVersion: 2,
            generalParameterVersion: 3, manufacturerCode: 0, modelCode: 1, applicationName: Array("HPEFT   ".utf8),
            applicationVersion: 0x0107, xml: xml)
    }

    static func document(_ root: String, _ elements: KeyValuePairs<String, String>) -> [UInt8] {
        PayloadXML.document(.init(root, children: elements.map { .init($0.key, text: $0.value) }))
    }

    static let pendingInit = document("InitResponse", ["TransactionResultPending": "true"])

    static func event(isCancelAllowed: Bool) -> [UInt8] {
        document("EventInfoResponse", ["StatusMessage": "Hello", "CancelAllowed": "\(isCancelAllowed)"])
    }

    /// A result; its XML says what `elements` say.
    static func result(
        _ command: Command = .saleFinished, status: Status = .success, byte: UInt8 = 1, amountMinor: UInt32 = 1000,
        xml elements: KeyValuePairs<String, String> = ["FinancialStatus": "AUTHORISED"]
    ) -> FinanceResponse {
        FinanceResponse(
            command: command, status: status, financialStatus: byte, authorisedAmountMinor: amountMinor,
            transactionID: Array(guid.utf8), xml: document("FinancialTransactionResponse", elements))
    }

    static let approval = ReaderMessage.financeFinished(result())
    static let hostConnect = ReaderMessage.request(
        .hostConnect(host: Array("bank.example".utf8), port: 443, timeout: 60))
    static let hostSend = ReaderMessage.request(.hostSend(timeout: 30, data: Array("POST /p HTTP/1.1\r\n\r\nx".utf8)))
    static let hostReceive = ReaderMessage.request(.hostReceive(maximumLength: 1024, timeout: 30))
    static let hostDisconnect = ReaderMessage.request(.hostDisconnect)
    static let postToHost = ReaderMessage.request(
        .postToHost(.init(host: Array("bank.example".utf8), port: 443, timeout: 15, data: [1, 2, 3])))

    static func signature(timeout: Int?) -> ReaderMessage {
        let seconds = timeout.map { [PayloadXML.Element("timeout", text: "\($0)")] } ?? []
        return .request(
            .signature(
                receipt: Array("<html>sign</html>".utf8),
                xml: PayloadXML.document(.init("SignatureRequiredRequest", children: seconds))))
    }
}
