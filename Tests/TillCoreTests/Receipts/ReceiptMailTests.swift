import FoundationEssentials
import Printing
import Receipts
import Testing
import TillJournal

@testable import TillCore

@Suite("The receipt in an e-mail") struct ReceiptMailTests {
    private func copy(_ html: String, _ change: (inout OperationRecord) -> Void = { _ in }) -> ReceiptCopy {
        var record = OperationRecord.paid(1)
        record.outcome?.customerReceipt = html
        record.outcome?.merchantReceipt = "<p>For the merchant alone</p>"
        change(&record)
        return ReceiptCopy(
            .customer, of: record, shop: ShopLines(header: "Café & Sons\\nHigh Street", footer: "Thank <you>"))
    }

    /// Two columns for CJK, as on the till's screen.
    private static let measure = TextMeasure { character in
        (0x2E80...0xFF60).contains(character.unicodeScalars.first?.value ?? 0) ? 2 : 1
    }

    private func message(_ copy: ReceiptCopy) -> MailMessage {
        ReceiptMail(copy, to: "ann@example.com", measure: ReceiptMailTests.measure).message
    }

    private func lines(_ message: MailMessage) -> [String] {
        message.text.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
    }

    @Test("both parts are the copy as it is printed and saved, with the shop's lines and the code") func sameCopy()
        throws
    {
        let copy = copy("<table><tr><td>Fish &amp; Chips<td align=right>12.50</table>")
        let message = message(copy)
        let id = try #require(copy.record.outcome?.transactionID)
        #expect(
            lines(message) == [
                "Café & Sons", "High Street", "Fish & Chips" + String(repeating: " ", count: 25) + "12.50",
                "Thank <you>", id,
            ])
        #expect(message.html == HTMLPage(try copy.receipt(), title: copy.title).html)
        for words in [
            "Café &amp; Sons", "High Street", "Fish &amp; Chips", "<td class=\"right\">12.50</td>", "Thank &lt;you&gt;",
            id,
        ] {
            #expect(message.html.contains(words), "\(words)")
        }
        #expect(message.subject == "Receipt for 12.50 GBP, \(copy.record.intent.reference)")
        #expect(!message.text.contains("merchant") && !message.html.contains("merchant"))
    }

    @Test("a simulated sale says so in both parts") func simulated() {
        let message = message(copy("<p>Paid</p>") { $0.intent.reader.isSimulated = true })
        #expect(lines(message).filter { $0.contains("SIMULATED") } == ["SIMULATED", "*** SIMULATED ***"])
        #expect(message.html.contains("<h2>SIMULATED</h2>") && message.html.contains("*** SIMULATED ***"))
    }

    @Test("what a hostile receipt brings along goes nowhere, and its amount does") func hostile() {
        let message = message(
            copy(
                """
                <body onload="alert(1)"><script>alert(2)</script><style>@import url(http://evil.example/a.css)</style>
                <img src="http://evil.example/pixel.png"><iframe src="http://evil.example"></iframe>
                <a href="javascript:alert(3)">Total</a> <b style="background:url(http://evil.example)">12.50 GBP</b>
                <form action="http://evil.example"><input name="card"></form>&#x1b;[31m&#x202e;
                """))
        for part in [message.text, message.html] {
            for word in [
                "evil.example", "alert", "<script", "<img", "<iframe", "<form", "<a ", "href", "onload", "javascript:",
                "\u{1B}", "\u{202E}",
            ] {
                #expect(!part.contains(word), "\(word)")
            }
            #expect(part.contains("Total") && part.contains("12.50 GBP"))
        }
    }

    @Test("letters of two columns keep the amounts at the text's right edge") func wide() {
        let rows = ["寿司セット", "Tea"].map { "<tr><td>\($0)<td align=right>12.50</tr>" }.joined()
        let amounts = message(copy("<table>\(rows)</table>")).text.split(separator: "\n").filter {
            $0.hasSuffix("12.50")
        }
        #expect(amounts.count == 2)
        for line in amounts {
            #expect(line.reduce(0) { $0 + ReceiptMailTests.measure.width($1) } == 42)
        }
    }

    @Test(
        "where the reader sent no copy that says anything, both parts hold what the books know",
        arguments: ["", "<p></p><hr>", String(repeating: "x", count: ReceiptDocument.bytesMax + 1)])
    func noCopy(html: String) {
        let copy = copy(html) { record in
            record.outcome?.transactionID = nil
            record.outcome?.settledBy = .supervisor(name: "Ann", evidence: "The bank said so")
        }
        let message = message(copy)
        let reference = copy.record.intent.reference
        let facts = ["SALE 12.50 GBP", reference, copy.record.intent.startedAt.localTime]
        #expect(lines(message) == ["Café & Sons", "High Street"] + facts + ["Thank <you>", reference])
        for fact in facts { #expect(message.html.contains("<p class=\"center\">\(fact)</p>"), "\(fact)") }
    }

    @Test("a refund or a void without a copy is named as what it is") func heading() {
        let headings: [(OperationKind, String)] = [
            (.refund, "REFUND 12.50 GBP"), (.saleReversal, "VOID 12.50 GBP"),
        ]
        for (kind, heading) in headings {
            let message = message(copy("") { $0.intent.kind = kind })
            #expect(lines(message).contains(heading) && message.html.contains(heading))
        }
    }

    @Test("what moved no money names no amount") func declined() {
        let copy = copy("<p>Declined</p>") { $0.outcome?.verdict = .declined }
        #expect(message(copy).subject == "Receipt \(copy.record.intent.reference)")
    }
}
