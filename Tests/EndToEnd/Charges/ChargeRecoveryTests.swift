import FoundationEssentials
import Glibc
import Testing

@Suite("Charges that nobody answered at first") struct ChargeRecoveryTests {
    /// A till that asks a simulated reader and opens answers by writing them into a file.
    private final class ChargeShop {
        let shop: Shop
        let configuration: String

        init() throws {
            shop = try Shop()
            configuration = shop.folder + "/config.yaml"
            let script = shop.folder + "/open.sh"
            try shop.write("printf '%s\\n' \"$1\" >>\(shop.folder)/opened\n", to: script)
            try shop.write("charge:\n  opener: [/bin/sh, \(script)]\n", to: configuration)
        }

        /// What was opened, in order.
        var opened: [String] {
            guard let bytes = shop.contents(of: shop.folder + "/opened") else { return [] }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        func run(_ arguments: [String], settings: [String: String] = [:]) throws -> TillProcess.End {
            try shop.run(arguments + ["--config", configuration], settings: settings)
        }

        func charge(
            _ amount: String, _ options: [String] = [], id: Int = 7, settings: [String: String] = [:]
        ) throws -> TillProcess.End {
            let url =
                "com-innerfence-ccterminal://charge/1.0.0/?amount=\(amount)&currency=GBP&returnAppName=Shop"
                + "&returnURL=com-shop%3A%2F%2Fdone%3Fid%3D\(id)"
            return try run(["charge", "--headless"] + options + [url], settings: settings)
        }

        /// Charges, and loses the till as the bank's answer goes to the reader.
        func chargeAndLose(_ amount: String = "12.50") throws -> String {
            #expect(try charge(amount, settings: ["TILL_CRASH_AT": "answer-relayed"]).status == -SIGKILL)
            #expect(opened.isEmpty)
            return try #require(shop.history().first?["reference"]?.string)
        }
    }

    @Test(
        "one whose outcome is found is told it once, whichever command finds it",
        arguments: [["recover"], ["sale", "3.00", "--currency", "GBP"], ["report", "--close"]])
    func found(command: [String]) throws {
        let shop = try ChargeShop()
        let reference = try shop.chargeAndLose()
        let end = try shop.run(command)
        #expect(end.status == 0, "\(end.error)")
        #expect(end.error.contains("Shop was told: approved 12.50 GBP. \(reference)\n"))
        #expect(shop.opened.count == 1)
        #expect(
            shop.opened[0].hasPrefix(
                "com-shop://done?id=7&ifcc_responseType=approved&ifcc_transactionId=\(reference)&ifcc_amount=12.50&"))
        _ = try shop.run(["recover"])
        #expect(shop.opened.count == 1)
    }

    @Test(
        "one whose outcome a supervisor decides is told that",
        arguments: [
            ("approved", "approved&"), ("failed", "error"),
        ])
    func decided(decision: String, told: String) throws {
        let shop = try ChargeShop()
        let reference = try shop.chargeAndLose()
        let end = try shop.run(
            ["decide", reference, decision, "--by", "Ann", "--evidence", "Seen in the bank's portal"])
        #expect(end.status == 0, "\(end.error)")
        #expect(shop.opened.count == 1)
        #expect(shop.opened.first?.hasPrefix("com-shop://done?id=7&ifcc_responseType=\(told)") == true)
    }

    @Test("another charge tells the earlier caller too, and each its own") func nextCharge() throws {
        let shop = try ChargeShop()
        _ = try shop.chargeAndLose()
        let end = try shop.charge("10.00", ["--print"], id: 8)
        #expect(end.status == 1, "\(end.error)")
        #expect(end.output == "com-shop://done?id=8&ifcc_responseType=declined\n")
        #expect(shop.opened.count == 1)
        #expect(shop.opened.first?.hasPrefix("com-shop://done?id=7&ifcc_responseType=approved&") == true)
    }

    @Test("one that is asked for again before its outcome is known has no answer yet; then it is given") func again()
        throws
    {
        let shop = try ChargeShop()
        let reference = try shop.chargeAndLose()
        for name in [reference, "last"] {
            let end = try shop.run(["charge", "--again", name, "--print"])
            #expect(end.status == 5)
            #expect(end.output.isEmpty)
            #expect(
                end.error == "till: How \(reference) ended is not known, so it has no answer yet. "
                    + "till recover asks the reader.\n")
        }
        try shop.shop.write("charge:\n  opener: [/bin/false]\n", to: shop.configuration)
        let recovered = try shop.run(["recover"])
        #expect(recovered.status == 0)
        #expect(recovered.error.contains("It is kept: till charge --again sends it again"))
        let end = try shop.run(["charge", "--again", reference, "--print"])
        #expect(end.status == 0, "\(end.error)")
        #expect(end.output.hasPrefix("com-shop://done?id=7&ifcc_responseType=approved&"))
    }

    @Test("a charge that ends before the reader is asked is told so, whoever else waits at the same address")
    func sameAddress() throws {
        let shop = try ChargeShop()
        _ = try shop.chargeAndLose()
        let end = try shop.charge("5.00", ["--print"], settings: ["TILL_INTERRUPT_AT": "before-connect"])
        #expect(end.status == 2, "\(end.error)")
        #expect(end.output == "com-shop://done?id=7&ifcc_responseType=cancelled\n")
    }

    @Test("a part that was charged is told with the reference, and the rest is not asked for") func partly() throws {
        let shop = try ChargeShop()
        let end = try shop.charge("37.57", ["--print"])
        #expect(end.status == 4)
        let reference = try #require(shop.shop.history().first?["reference"]?.string)
        let message =
            "Only%20a%20part%20was%20charged.%20Do%20not%20charge%20again%20before%20asking%20at%20the%20till.%20"
        #expect(
            end.output
                == "com-shop://done?id=7&ifcc_responseType=error&ifcc_errorMessage=\(message)"
                + "Our%20reference%3A%20\(reference)\n")
    }

    @Test("a part whose rest may still be taken is left to the screen, and given to who asks for it") func lostPart()
        throws
    {
        let shop = try ChargeShop()
        let reference = try shop.chargeAndLose("37.57")
        #expect(try shop.run(["recover"]).status == 0)
        #expect(shop.opened.isEmpty)
        let end = try shop.run(["charge", "--again", reference, "--print"])
        #expect(end.output.hasPrefix("com-shop://done?id=7&ifcc_responseType=error&ifcc_errorMessage=Only%20a%20part"))
    }

    @Test(
        "the document for programs has the answer, and says whether it was handed over",
        arguments: [
            ("12.50", ["--json"], ["/bin/true"], true), ("12.50", ["--json"], ["/bin/false"], false),
            ("10.00", ["--json", "--print"], ["/bin/false"], true),
        ])
    func document(amount: String, options: [String], opener: [String], isDelivered: Bool) throws {
        let shop = try ChargeShop()
        try shop.shop.write("charge:\n  opener: [\(opener[0])]\n", to: shop.configuration)
        let end = try shop.charge(amount, options)
        #expect(end.outputLines.count == 1)
        let document = try JSONValue(end.output)
        #expect(document["amount"] == .string(amount))
        #expect(document["answer"]?.string?.hasPrefix("com-shop://done?id=7&ifcc_responseType=") == true)
        #expect(document["isAnswerDelivered"] == .bool(isDelivered))
        let again = try shop.run(["charge", "--again", "--print"])
        #expect(again.output == (document["answer"]?.string ?? "") + "\n")
    }
}
