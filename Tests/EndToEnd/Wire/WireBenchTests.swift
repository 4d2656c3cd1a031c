import Testing

@Suite("till wire") struct WireBenchTests {
    private func lines(_ arguments: [String], input: String? = nil) throws -> [JSONValue] {
        let shop = try Shop()
        let end = try shop.run(["wire", "decode"] + arguments, input: input)
        #expect(end.status == 0)
        #expect(end.error == "")
        return try end.outputLines.map { try JSONValue($0) }
    }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = Array("0123456789ABCDEF")
            return "\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    private func number(_ value: Int, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// A response of the reader as hexadecimal digits.
    private func response(_ command: String, status: String, payload: [UInt8]) -> String {
        hex("\(command)\(status)\(number(payload.count, digits: 6))".utf8) + hex(payload)
    }

    private func counted32(_ text: String) -> [UInt8] {
        let length = UInt32(text.utf8.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + text.utf8
    }

    private func frames(of message: String, max: Int) throws -> [String] {
        let end = try Shop().run("wire", "frames", "--max", "\(max)", message)
        #expect(end.status == 0)
        return end.outputLines
    }

    // MARK: frames, crc, bcd

    @Test(
        "prints what the protocol says",
        arguments: [
            (["frames", "--max", "200", "010203"], "100201020310032D79\n"),
            (["frames", "--max", "200", "01 02\n03"], "100201020310032D79\n"),
            (["frames", "--max", "8", "10"], "1002101010036BD4\n"),
            // An idle command at a maximum of 10 bytes.
            (
                ["frames", "--max", "10", "49303130303030303030"],
                "1002493031301017D041\n1002303030301017AB8B\n100230301003DA5C\n"
            ),
            (["crc", "0102031003"], "2D79\n"), (["crc", "0102031017"], "7FCC\n"),
            // The check value of CRC-16/XMODEM.
            (["crc", "313233343536373839"], "31C3\n"),
            (["crc", ""], "0000\n"), (["crc", "--seed", "31", ""], "001F\n"),
            (["bcd", "encode", "0826", "2"], "0826\n"), (["bcd", "decode", "0826"], "0826\n"),
            (["bcd", "encode", "20260314150926", "7"], "20260314150926\n"),
            (["bcd", "decode", "20 26 03 14"], "20260314\n"),
        ])
    func prints(arguments: [String], output: String) throws {
        let end = try Shop().run(["wire"] + arguments)
        #expect(end.status == 0)
        #expect(end.output == output)
        #expect(end.error == "")
    }

    @Test("a checksum goes on from a seed")
    func seed() throws {
        let shop = try Shop()
        let half = try shop.run("wire", "crc", "010203").output.dropLast()
        let seed = try #require(Int(half, radix: 16))
        #expect(try shop.run("wire", "crc", "--seed", "\(seed)", "1003").output == "2D79\n")
    }

    @Test(
        "says what it cannot read, ends with 64 and prints nothing",
        arguments: [
            (["crc", "0"], "\"0\" is not hexadecimal: use pairs of the digits 0-9 and A-F."),
            (["crc", "zz"], "\"zz\" is not hexadecimal: use pairs of the digits 0-9 and A-F."),
            (["crc", "\u{1B}[31m"], "\"[31m\" is not hexadecimal: use pairs of the digits 0-9 and A-F."),
            (["frames", "--max", "200", "1"], "\"1\" is not hexadecimal: use pairs of the digits 0-9 and A-F."),
            (
                ["frames", "--max", "7", "00"],
                "A maximum frame size of 7 is too small: 8 is the least that carries data."
            ),
            (["bcd", "encode", "1A", "2"], "\"1A\" is not decimal: only the digits 0-9 can stand in BCD."),
            (["bcd", "decode", "1F"], "\"1F\" is not decimal: only the digits 0-9 can stand in BCD."),
            (["bcd", "decode", "0G"], "\"0G\" is not hexadecimal: use pairs of the digits 0-9 and A-F."),
        ])
    func refuses(arguments: [String], message: String) throws {
        let end = try Shop().run(["wire"] + arguments)
        #expect(end.status == 64)
        #expect(end.output == "")
        #expect(end.error == "till: \(message)\n")
    }

    // MARK: decode

    @Test("control symbols are named")
    func controls() throws {
        #expect(
            try lines(["1006 1015 1004 1005"])
                == ["ACK", "NAK", "EOT", "ENQ"].map {
                    ["type": "control", "symbol": .string($0)]
                })
    }

    @Test("a message of the reader is shown with its status and its XML", arguments: [200, 24, 9])
    func fromReader(max: Int) throws {
        let xml =
            "<EventInfoResponse><StatusMessage>Insert &amp; wait</StatusMessage>"
            + "<CancelAllowed>true</CancelAllowed></EventInfoResponse>"
        let bytes = response("R001", status: "0014", payload: counted32(xml))
        let frames = try frames(of: bytes, max: max)
        let found = try lines([frames.joined()])
        #expect(found.dropLast().map { $0["isLast"] } == frames.indices.map { .bool($0 == frames.count - 1) })
        #expect(found.dropLast().allSatisfy { $0["type"] == "frame" && $0["crcOK"] == true })
        #expect(
            found.last == [
                "type": "message", "from": "reader", "command": "R001", "status": "0014",
                "statusName": "WaitingForCard", "hex": .string(bytes),
                "xml": ["StatusMessage": "Insert & wait", "CancelAllowed": "true"],
            ])
    }

    @Test("a message of the till is shown with its XML")
    func fromTill() throws {
        let xml =
            "<FinancialTransactionRequest><CustomerReference>Table 4</CustomerReference>"
            + "</FinancialTransactionRequest>"
        let payload: [UInt8] = [0x08, 0x26, 0x00, 0x00, 0x04, 0xD2, 0x01, 0x00] + counted32(xml)
        let bytes = hex("F000\(number(payload.count, digits: 6))".utf8) + hex(payload)
        let found = try lines([try frames(of: bytes, max: 200).joined()])
        #expect(
            found.last == [
                "type": "message", "from": "till", "command": "F000", "hex": .string(bytes),
                "xml": ["CustomerReference": "Table 4"],
            ])
    }

    @Test("both sides of a conversation may stand in one capture, cut anywhere into lines")
    func bothSides() throws {
        let idle = try frames(of: hex("I010000000".utf8), max: 10)
        let answer = try frames(of: response("I011", status: "0001", payload: counted32("")), max: 200)
        let capture = idle.map { $0 + "1006" }.joined() + answer.joined() + "1006"
        let whole = try lines([capture])
        #expect(whole.compactMap { $0["command"] } == ["I010", "I011"])
        #expect(whole.compactMap { $0["from"] } == ["till", "reader"])
        #expect(whole.filter { $0["symbol"] == "ACK" }.count == 4)
        for width in [2, 14, 38] {
            var rest = Substring(capture)
            var cut = ""
            while !rest.isEmpty {
                cut += rest.prefix(width).lowercased() + "\n"
                rest = rest.dropFirst(width)
            }
            #expect(try lines(["-"], input: cut) == whole)
            #expect(try lines([], input: cut) == whole)
        }
    }

    @Test("a damaged frame is marked and makes no message; its repetition does")
    func damaged() throws {
        let idle = try frames(of: hex("I010000000".utf8), max: 200).joined()
        let bad = idle.dropLast(4) + "0000"
        #expect(try lines([String(bad)]).map { $0["crcOK"] } == [false])
        let both = try lines(["\(bad) 1015 \(idle) 1006"])
        #expect(both.map { $0["type"] } == ["frame", "control", "frame", "message", "control"])
        #expect(both.map { $0["crcOK"] } == [false, nil, true, nil, nil])
    }

    @Test("what makes no sense is a line of its own and never a stop")
    func garbage() throws {
        let found = try lines(["-"], input: "no bytes\n1006\n0102\n\n1015\n")
        #expect(found.map { $0["type"] } == ["error", "control", "error", "control"])
        #expect(
            found.first?["error"]
                == "\"no bytes\" is not hexadecimal: use pairs of the digits 0-9 and A-F.")
        #expect(found[2]["hex"] == "0102")
        #expect(found[2]["error"] == "Neither a frame nor a control symbol begins here.")
    }

    @Test(
        "an intact frame without a message inside is an error with one reason",
        arguments: [
            ("010203", "The message needs 4 more bytes where 3 are left."),
            ("5A303030303030303030", "Z000 is no command of this side of the conversation."),
        ])
    func noMessage(bytes: String, reason: String) throws {
        let found = try lines([try frames(of: bytes, max: 200).joined()])
        #expect(found.map { $0["type"] } == ["frame", "error"])
        #expect(found.last?["error"]?.string == reason)
    }

    @Test(
        "bytes that end too early are told", arguments: ["1002", "10020102", "10020102101710", "10", "10061002011003"])
    func cutOff(bytes: String) throws {
        let found = try lines([bytes])
        #expect(found.last == ["type": "error", "error": "The bytes end inside a message."])
    }

    @Test("XML that does not parse is an error beside what is known of its message")
    func badXML() throws {
        let bytes = response("R001", status: "0014", payload: counted32("<EventInfoResponse><StatusMessage>"))
        let last = try #require(try lines([try frames(of: bytes, max: 200).joined()]).last)
        #expect(last["type"] == "error")
        #expect(last["command"] == "R001")
        #expect(last["error"]?.string?.hasPrefix("The XML does not parse: ") == true)
    }

    @Test("nothing to read is nothing to print", arguments: ["", "\n\n"])
    func nothing(input: String) throws {
        #expect(try lines(["-"], input: input) == [])
    }
}
