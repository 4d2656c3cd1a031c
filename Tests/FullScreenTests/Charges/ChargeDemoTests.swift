import PtyHarness
import Testing

/// The client of the charge protocol on its own terminal, with a till on another one: both are the real programs, and each
/// is started by the other one's opener.
@Suite("charge-demo and till", .drivesTill) struct ChargeDemoTests {
    @Test(
        "its button asks the till that runs, and the till's answer comes back to it, with and without a runtime folder",
        arguments: [true, false])
    func roundTrip(hasRuntimeFolder: Bool) throws {
        let shop = try ChargeShop(
            opener: "[\(PtyProgram.built("charge-demo"))]", settings: Demo.settings)
        let environment = hasRuntimeFolder ? shop.environment : [:]
        let till = try Till(environment: environment, folder: shop.folder)
        try till.see("Typed")
        let demo = try Demo.ready(shop, environment: environment)
        demo.press("\r")
        try till.see("Says it is ChargeDemo (name not checked)", "To pay 54.25 USD", "> 0  No")
        try demo.see("The till has the request. Its answer comes here by itself.")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try demo.see("APPROVED", "Record 1", "Amount 54.25 USD", "Tax 4.25 (8.5%)", "Card Visa XXXXXXXXXXXX1111")
        try till.see("ChargeDemo was told: approved.", "Typed")
        demo.press("\r")
        try demo.see("> [ Charge ]", "Enter on Charge asks the till for the payment.")
        try demo.quit()
        try till.quit()
        #expect(try shop.folder.taken() == [5425])
        let left = ["/run", "/state/till", "/state/charge-demo"].flatMap {
            shop.folder.names(in: shop.folder.path + $0)
        }
        #expect(!left.contains { $0.hasSuffix(".sock") })
    }

    /// How a charge ends: what is asked for, what is done at the till, and what is seen then.
    struct End: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Fields of the form.
        var values: KeyValuePairs<String, String>
        /// What the till shows, and the keys that follow.
        var till: KeyValuePairs<String, String>
        /// What the demo shows.
        var seen: [String]
        /// What the answer holds, and what it does not.
        var holds: String
        var lacks: String?
        /// What the reader's bank took, in cents.
        var taken: [Int] = []
    }

    static let ends = [
        End(
            testDescription: "declined by the bank", values: ["Amount": "10.00", "Tax per cent": ""],
            till: ["To pay 10.00 USD": "1\r", "xx DECLINED xx": "\r"], seen: ["DECLINED", "Record 1"],
            holds: "&ifcc_responseType=declined", lacks: "ifcc_amount"),
        End(
            testDescription: "cancelled by the customer", values: ["Amount": "20.00", "Tax per cent": ""],
            till: ["To pay 20.00 USD": "1\r", "xx CANCELLED xx": "\r"], seen: ["CANCELLED", "Record 1"],
            holds: "&ifcc_responseType=cancelled", lacks: "ifcc_amount"),
        End(
            testDescription: "refused by the cashier", values: [:], till: ["> 0  No, send 'cancelled' back": "\r"],
            seen: ["CANCELLED", "Record 1"], holds: "&ifcc_responseType=cancelled", lacks: "ifcc_amount"),
        End(
            testDescription: "a part that is not completed before the till is left",
            values: ["Amount": "37.57", "Tax per cent": ""],
            till: [
                "To pay 37.57 USD": "1\r", "~~ PARTLY PAID ~~": "1\r", "> 0  No, back to what is paid": "q",
                "Leave the till?": "1\r",
            ], seen: ["ERROR", "Record 1", "Only a part was charged.", "T1-000001-"],
            holds: "&ifcc_responseType=error&ifcc_errorMessage=Only%20a%20part", lacks: "ifcc_amount", taken: [2000]),
        End(
            testDescription: "unknown and set aside", values: ["Amount": "90.05", "Tax per cent": ""],
            till: [
                "To pay 90.05 USD": "1\r", "?? UNKNOWN ??": "w", "Type your name": "Ann\r", "Say why": "\r",
                "Type ASIDE, then press Enter.": "aside\r",
            ], seen: ["ERROR", "Record 1", "Error", "T1-000001-"], holds: "&ifcc_errorMessage=", lacks: "declined",
            taken: [9005]),
        End(
            testDescription: "in FileMaker's form", values: ["FileMaker's form": "yes"],
            till: ["To pay 54.25 USD": "1\r", "== APPROVED ==": "\r"],
            seen: ["APPROVED", "Record 1", "Amount 54.25 USD", "Tax 4.25 (8.5%)", "Transaction T1-000001-"],
            holds: "&$ifcc_responseType=approved&$ifcc_transactionId=", lacks: "&ifcc_amount", taken: [5425]),
        End(
            testDescription: "with tax and tip", values: ["Amount": "10.99", "Amount is fixed": "yes"],
            till: [
                "To pay 11.92 USD": "t", "Tip on 10.99 USD": "1\r", "To pay 13.02 USD": "1\r", "== APPROVED ==": "\r",
            ], seen: ["APPROVED", "Record 1", "Amount 13.02 USD", "Tax 0.93 (8.5%)", "Tip 1.10"],
            holds: "&ifcc_taxAmount=0.93&ifcc_taxRate=8.5&ifcc_tipAmount=1.10", taken: [1302]),
        End(
            testDescription: "answered at once", values: ["Answer at once": "yes"], till: ["To pay 54.25 USD": "1\r"],
            seen: ["APPROVED", "Record 1", "Amount 54.25 USD"], holds: "&ifcc_responseType=approved", taken: [5425]),
    ]

    @Test("each end comes back to the form that asked", arguments: ends) func end(_ end: End) throws {
        let shop = try ChargeShop(handler: PtyProgram.built("charge-demo"), settings: Demo.settings)
        let till = try shop.till()
        try till.see("Typed")
        let demo = try Demo.ready(shop)
        try demo.fill(end.values)
        demo.press("\r")
        for (text, keys) in end.till {
            try till.see(text)
            till.type(keys)
        }
        for text in end.seen { try demo.see(text) }
        #expect(shop.opened.count == 1 && shop.attempts == shop.opened)
        let answer = try #require(shop.opened.first)
        #expect(answer.hasPrefix("com-innerfence-ChargeDemo://chargeResponse?record_id=1&ifcc_request_nonce="))
        #expect(answer.contains(end.holds))
        if let lacks = end.lacks { #expect(!answer.contains(lacks)) }
        try demo.quit()
        #expect(try shop.folder.taken() == end.taken)
    }

    @Test("a second request while the first is with the reader waits, and each answer is looked at") func busy() throws
    {
        let shop = try ChargeShop(handler: PtyProgram.built("charge-demo"), settings: Demo.settings)
        let till = try shop.till()
        try till.see("Typed")
        let demo = try Demo.ready(shop)
        try demo.fill(["Amount": "30.00", "Tax per cent": ""])
        demo.press("\r")
        try demo.see("The till has the request.")
        try till.see("To pay 30.00 USD", "> 0  No")
        till.press("1\r")
        try till.see("Choose 1 or 2, then press Enter.", "30.00 USD")
        demo.press("\r")
        try demo.see("> [ Charge ]", "Enter on Charge")
        try demo.fill(["Amount": "99.00"])
        demo.press("\r")
        try demo.see("The till has the request.")
        try till.see("Choose 1 or 2, then press Enter.", "30.00 USD")
        till.press("1\r")
        try till.see("== APPROVED ==", "30.00 USD")
        till.press("\r")
        try demo.see("APPROVED", "Record 1", "Amount 30.00 USD")
        try till.see("To pay 99.00 USD", "> 0  No")
        till.press("\r")
        try till.see("ChargeDemo was told: cancelled.", "Typed")
        // The first answer is not painted over.
        try demo.see("Record 1", "Amount 30.00 USD", "1 more waits.", "Enter The next answer")
        demo.press("\r")
        try demo.see("CANCELLED", "Record 2", "Enter Back to the form")
        demo.press("\r")
        try demo.see("> [ Charge ]", "Enter on Charge")
        try demo.quit()
        #expect(try shop.folder.taken() == [3000])
    }

    @Test("an answer that the till cannot open comes when it is sent again, to the letter and once")
    func failingOpener()
        throws
    {
        let shop = try ChargeShop(handler: PtyProgram.built("charge-demo"), settings: Demo.settings)
        try shop.breakOpener(true)
        let till = try shop.till()
        try till.see("Typed")
        let demo = try Demo.ready(shop)
        demo.press("\r")
        try till.see("To pay 54.25 USD", "> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("NOT TOLD", "The customer WAS charged 54.25 USD. ChargeDemo was not told.", "> 1  Send the answer")
        try demo.see("The till has the request. Its answer comes here by itself.")
        try shop.breakOpener(false)
        till.press("\r")
        try till.see("ChargeDemo was told: approved.", "Typed")
        try demo.see("APPROVED", "Record 1", "Amount 54.25 USD")
        #expect(shop.attempts.count == 2 && Set(shop.attempts).count == 1)
        // Whoever sends it once more is not believed.
        #expect(try Demo.open(shop.attempts[0], shop).status == 0)
        try demo.see("1 more waits.")
        demo.press("\r")
        try demo.see("NOT BELIEVED", "No charge request waits for an answer.")
        try demo.quit()
        #expect(try shop.folder.taken() == [5425])
    }

    @Test("where no till runs, it starts in the same terminal and gives that back when it is left") func sameTerminal()
        throws
    {
        let shop = try ChargeShop(handler: PtyProgram.built("charge-demo"), settings: Demo.settings)
        let program = try shop.write(
            "exec \(PtyProgram.built("till")) \"$@\" --sim-speed instant --reader sim\n", as: "a till")
        let demo = try Demo(shop, ["--till", program])
        try demo.see("> [ Charge ]")
        demo.press("\r")
        let till = Till(on: demo.program, folder: shop.folder)
        try till.see("Says it is ChargeDemo (name not checked)", "To pay 54.25 USD", "> 0  No")
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        // The answer is not drawn over the till, and not lost.
        try till.see("ChargeDemo was told: approved.", "Typed")
        till.press("q")
        try till.see("Leave the till?")
        till.press("1\r")
        try demo.see("APPROVED", "Record 1", "Amount 54.25 USD", "Enter Back to the form")
        demo.press("\r")
        try demo.see("> [ Charge ]", "Enter on Charge asks the till for the payment.")
        try demo.quit()
        #expect(try shop.folder.taken() == [5425])
    }

    @Test("without a till that runs and a desktop it says what happened") func nobody() throws {
        let shop = try ChargeShop()
        let demo = try Demo(shop, ["--till", "/nonexistent/till"])
        try demo.see("[ Charge ]")
        demo.press("\r")
        try demo.see("/nonexistent/till cannot be started")
        try demo.quit()
    }
}
