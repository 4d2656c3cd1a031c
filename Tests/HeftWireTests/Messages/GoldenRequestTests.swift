import HeftWire
import Testing

@Suite("Golden vectors of the till's messages") struct GoldenRequestTests {
    struct Entry: GoldenEntry {
        var id: String
        var kind: String
        var request_hex: HexBytes?
        var buffer_size: Int?
        var version: String?
        var date: String?
        var level: UInt8?
        var xml: String?
        var command: String?
        var currency: String?
        var amount: UInt32?
        var card_present: Int?
        var transaction_id: String?
        var till: String?
        var status: UInt16?
        var data_hex: HexBytes?
        var mx_hex: HexBytes?
        var zx_hex: HexBytes?

        var isRefused: Bool { till == "refuse" }
    }

    struct UnknownKind: Error {
        var kind: String
    }

    @Test("every entry was read") func count() throws {
        let file = try GoldenFile<Entry>("requests")
        #expect(file.entries.count == file.count)
        #expect(file.count > 0)
    }

    @Test("a message is encoded as the original does", arguments: try GoldenFile<Entry>("requests").entries)
    func encode(entry: Entry) throws {
        if entry.isRefused {
            let error = #expect(throws: WireError.self) { try message(entry).encoded() }
            #expect(error?.description.isEmpty == false)
            return
        }
        #expect(try message(entry).encoded() == entry.request_hex?.bytes)
    }

    @Test(
        "a message is decoded as a reader does, and encodes again to the same bytes",
        arguments: try GoldenFile<Entry>("requests").entries.filter { !$0.isRefused })
    func decode(entry: Entry) throws {
        let bytes = try #require(entry.request_hex).bytes
        let decoded = try POSMessage(bytes)
        #expect(try decoded == message(entry))
        #expect(try decoded.encoded() == bytes)
    }

    private func message(_ entry: Entry) throws -> POSMessage {
        switch entry.kind {
        case "init":
            let date = try #require(entry.date)
            let bufferSize = try #require(entry.buffer_size)
            guard bufferSize > 0 else { return .initialise(InitRequest(date: date)) }
            // The original's own default, where an entry names none.
            let version = entry.version ?? "0.0"
            return .initialise(InitRequest(date: date, bufferSize: bufferSize, sdkVersion: version))
        case "start_of_day": return .day(.startOfDay)
        case "end_of_day": return .day(.endOfDay)
        case "host_init": return .day(.hostInit)
        case "log_reset": return .resetLog
        case "log_getinfo": return .getLog
        case "log_set_level":
            return .setLogLevel(try #require(entry.level.flatMap(POSMessage.LogLevel.init(rawValue:))))
        case "xml_command": return .xmlCommand(Array(try #require(entry.xml).utf8))
        case "tokenize": return .tokenise(xml: Array(try #require(entry.xml).utf8))
        case "finance": return try finance(entry)
        case "host_response":
            return .answer(try command(entry), Status(code: try #require(entry.status)))
        case "receive_response": return .hostData(try #require(entry.data_hex).bytes)
        case "challenge_response":
            return .challengeAnswer(mx: try #require(entry.mx_hex).bytes, zx: try #require(entry.zx_hex).bytes)
        default:
            throw UnknownKind(kind: entry.kind)
        }
    }

    private func finance(_ entry: Entry) throws -> POSMessage {
        let command = try command(entry)
        // The original's recovery names the currency "0"; its low digit is noise.
        if command == .recover { return .finance(.recover, .recovery) }
        var request = FinanceRequest(
            currency: try CurrencyNumber(text: try #require(entry.currency)), amountMinor: try #require(entry.amount),
            transactionID: try #require(entry.transaction_id), xml: Array(try #require(entry.xml).utf8))
        request.isCardPresent = entry.card_present != 0
        return .finance(command, request)
    }

    private func command(_ entry: Entry) throws -> Command {
        try #require(entry.command.flatMap(Command.init(rawValue:)))
    }
}
