import HeftWire
import Testing

@Suite("Golden vectors of the reader's messages") struct GoldenResponseTests {
    /// Where a request's body begins, and a response's.
    private static let requestHeader = 10
    private static let responseHeader = 14

    @Test("every entry was read") func count() throws {
        let file = try GoldenFile<GoldenResponse>("responses")
        #expect(file.entries.count == file.count)
        #expect(file.count > 0)
    }

    @Test(
        "a message gives the right fields, a clear error, or at least no trap",
        arguments: try GoldenFile<GoldenResponse>("responses").entries)
    func decode(entry: GoldenResponse) throws {
        let bytes = entry.payload_hex.bytes
        switch entry.right {
        case .open:
            _ = try? ReaderMessage(bytes)
        case .refuse:
            let error = #expect(throws: WireError.self) { try ReaderMessage(bytes) }
            #expect(error?.description.isEmpty == false)
        case .fields(let right):
            let message = try ReaderMessage(bytes)
            if entry.till != nil {
                // The one exception: a body too short for a finance response carries no fields.
                #expect(
                    message
                        == .financeFinished(
                            FinanceResponse(command: message.command, status: try #require(message.status))))
                return
            }
            check(message, against: right)
            try checkEncoding(of: message, against: bytes)
        }
    }

    /// Encoding gives the bytes back, unless they were written otherwise than readers do.
    private func checkEncoding(of message: ReaderMessage, against bytes: [UInt8]) throws {
        let encoded = try message.encoded()
        #expect(try ReaderMessage(encoded) == message)
        if isCanonical(message, bytes) { #expect(encoded == withUpperCaseHeader(message, bytes)) }
    }

    private func isCanonical(_ message: ReaderMessage, _ bytes: [UInt8]) -> Bool {
        switch message {
        case .plain: bytes.count == Self.responseHeader
        case .idled, .tokenised, .log, .statusEvent: bytes.count > Self.responseHeader
        case .initialised, .xmlAnswered, .financeFinished, .request: true
        }
    }

    private func withUpperCaseHeader(_ message: ReaderMessage, _ bytes: [UInt8]) -> [UInt8] {
        let length = message.status == nil ? Self.requestHeader : Self.responseHeader
        return bytes.prefix(length).map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } + bytes.dropFirst(length)
    }

    private func check(_ message: ReaderMessage, against right: GoldenFields) {
        #expect(message.status?.code == right.status)
        switch message {
        case .initialised(let response):
            #expect(right.type == "init")
            check(response.body, against: right)
        case .idled(_, let xml):
            #expect(right.type == "idle" && xml == right.xml_hex?.bytes)
        case .xmlAnswered(_, let xml):
            #expect(right.type == "xml_command" && xml == right.xml_hex?.bytes)
        case .financeFinished(let response):
            #expect(right.type == "finance")
            check(response, against: right)
        case .tokenised(_, let xml):
            #expect(right.type == "tokenize" && xml == right.xml_hex?.bytes)
        case .plain:
            #expect(right.type == "plain")
        case .log(_, let text):
            #expect(right.type == "log_info")
            check(text, right.data_hex, right.data_length)
        case .statusEvent(_, let xml):
            #expect(right.type == "event_info" && xml == right.xml_hex?.bytes)
        case .request(let request):
            check(request, against: right)
        }
    }

    private func check(_ body: InitResponse.Body?, against right: GoldenFields) {
        #expect(body?.bufferSize == right.buffer_size)
        #expect(body?.serialNumber == right.serial_number)
        #expect(body?.publicKeyVersion == right.public_key_version)
        #expect(body?.emvParameterVersion == right.emv_param_version)
        #expect(body?.generalParameterVersion == right.general_param_version)
        #expect(body?.manufacturerCode == right.manufacturer_code)
        #expect(body?.modelCode == right.model_code)
        #expect(body?.applicationName == right.app_name_hex?.bytes)
        #expect(body?.applicationVersion == right.app_version)
        #expect(body?.xml == right.xml_hex?.bytes)
    }

    private func check(_ response: FinanceResponse, against right: GoldenFields) {
        #expect(response.financialStatus == right.financial_status)
        #expect(response.isRestarting == right.restarting)
        #expect(response.authorisedAmountMinor == right.amount)
        check(response.transactionID, right.transaction_id_hex, right.transaction_id_length)
        check(response.merchantReceipt, right.merchant_receipt_hex, right.merchant_receipt_length)
        check(response.customerReceipt, right.customer_receipt_hex, right.customer_receipt_length)
        check(response.xml, right.xml_hex, right.xml_length)
        // The original marks the answer to F070 by its command.
        #expect((response.command == .recovered) == right.recovered_flag)
    }

    private func check(_ request: ReaderRequest, against right: GoldenFields) {
        switch request {
        case .hostConnect(let host, let port, let timeout):
            #expect(right.type == "host_connect" && host == right.address_hex?.bytes)
            #expect(port == right.port && timeout == right.timeout)
        case .hostSend(let timeout, let data):
            #expect(right.type == "host_send" && timeout == right.timeout)
            check(data, right.data_hex, right.data_length)
        case .hostReceive(let maximumLength, let timeout):
            #expect(right.type == "host_receive" && maximumLength == right.data_len && timeout == right.timeout)
        case .hostDisconnect:
            #expect(right.type == "host_disconnect")
        case .postToHost(let post):
            #expect(right.type == "msg_to_host" && post.host == right.main_host_hex?.bytes)
            #expect(post.port == right.main_port && post.timeout == right.timeout)
            check(post.data, right.data_hex, right.data_length)
        case .signature(let receipt, let xml):
            #expect(right.type == "signature_request")
            check(receipt, right.receipt_hex, right.receipt_length)
            check(xml, right.xml_hex, right.xml_length)
        case .challenge(let random, let xml):
            #expect(right.type == "challenge_request")
            check(random, right.random_hex, right.random_length)
            check(xml, right.xml_hex, right.xml_length)
        }
    }

    /// A long run of bytes stands in the vectors by its length alone.
    private func check(_ bytes: [UInt8], _ expected: HexBytes?, _ length: Int?) {
        #expect(bytes.count == length)
        if let expected { #expect(bytes == expected.bytes) }
    }
}
