import Money
import Terminal
import Testing
import TillCore
import TillJournal

@testable import TillUI

@Suite("Text from outside") struct HostileTextTests {
    static let texts = [
        "\u{1B}[2J\u{1B}[31mPAID\u{7}\u{8}\r\n\u{9B}1A", String(repeating: "LONG NAME ", count: 500),
        String(repeating: "W", count: 5000), "\u{202E}05.21 PBG\u{2066}", String(repeating: "寿司", count: 80),
        String(repeating: "e\u{301}\u{302}\u{303}", count: 300), "\u{0}", "👩‍👩‍👧‍👦🇬🇧",
    ]

    /// Where amounts stand.
    private func amounts(_ canvas: Canvas) -> [Position] {
        var places: [Position] = []
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                if let cell = canvas[row, column], cell.role == .money, cell.text != " " {
                    places.append(Position(row: row, column: column))
                }
            }
        }
        return places
    }

    private func expectSafe(_ canvas: Canvas, like plain: Canvas) {
        #expect(amounts(canvas) == amounts(plain))
        for row in 0..<canvas.size.rows {
            #expect(canvas.row(row).reduce(0) { $0 + $1.width } == canvas.size.columns)
        }
        let scalars = canvas.text.unicodeScalars.filter { $0 != "\n" }
        #expect(scalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
    }

    @Test("a reader's name moves nothing", arguments: texts) func readerName(text: String) {
        func shops(_ name: String) -> [Shop] {
            var sale = Shop.ready(ReaderDevice(name: name, address: name, kind: .bluetooth))
            sale.type("1250")
            var readers = sale
            readers.press(.chooseReader)
            return [sale, readers]
        }
        for (hostile, plain) in zip(shops(text), shops("plain")) {
            for (columns, rows) in [(80, 24), (60, 18), (40, 12), (20, 6)] {
                expectSafe(hostile.picture(columns, rows), like: plain.picture(columns, rows))
            }
        }
    }

    @Test("a status and a battery move nothing", arguments: texts) func status(text: String) throws {
        func shop(_ text: String) throws -> Shop {
            var shop = Shop.ready()
            shop.charge()
            try shop.status(0x7777, text, elements: ["BatteryStatus": text])
            return shop
        }
        for (columns, rows) in [(80, 24), (60, 18), (40, 12), (20, 6)] {
            expectSafe(try shop(text).picture(columns, rows), like: try shop("plain").picture(columns, rows))
        }
    }

    @Test("slip, receipt and the words of a result move nothing", arguments: texts) func result(text: String) throws {
        func shops(_ text: String) throws -> [Shop] {
            var signing = Shop.ready()
            signing.charge()
            try signing.askForSignature("<p>\(text)</p>")
            var approved = Shop.ready()
            approved.charge()
            approved.finish(.approved) { outcome in
                outcome.cardScheme = text
                outcome.maskedCardNumber = text
                outcome.authorisationCode = text
                outcome.transactionID = text
                outcome.readerTransactionID = text
                outcome.message = text
                outcome.customerReceipt = "<p>\(text)</p>"
            }
            approved.wait()
            var detailed = approved
            detailed.press(.details)
            var receipt = approved
            receipt.press(.receipt)
            var sale = approved
            sale.press(.back)
            return [signing, approved, detailed, receipt, sale]
        }
        for (hostile, plain) in zip(try shops(text), try shops("plain")) {
            for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
                expectSafe(hostile.picture(columns, rows), like: plain.picture(columns, rows))
            }
        }
    }

    @Test("the words of the books move nothing in the history", arguments: texts) func history(text: String) {
        func shops(_ text: String) -> [Shop] {
            var list = Shop.ready()
            list.press(.find)
            var record = list.entry(418, 1250, .approved, minutesAgo: 1)
            record.outcome?.cardScheme = text
            record.outcome?.authorisationCode = text
            record.outcome?.transactionID = text
            record.outcome?.readerTransactionID = text
            record.outcome?.message = text
            record.outcome?.settledBy = .supervisor(name: text, evidence: text)
            record.intent.customerReference = text
            record.intent.reader.name = text
            let row = HistoryRow(record)
            list.answerHistory(inDoubt: [], found: [row])
            var finding = list
            finding.press(.find)
            for scalar in text.unicodeScalars.prefix(60) { finding.press(.text(scalar)) }
            var detail = list
            detail.press(.confirm)
            detail.answerDetail(row, said: text)
            var refund = detail
            refund.press(.refund)
            var void = detail
            void.press(.void)
            return [list, finding, detail, refund, void]
        }
        for (hostile, plain) in zip(shops(text), shops("plain")) {
            for (columns, rows) in [(80, 24), (60, 18), (40, 12), (20, 6)] {
                expectSafe(hostile.picture(columns, rows), like: plain.picture(columns, rows))
            }
        }
    }

    @Test(
        "a picture of a signature is not shown as text",
        arguments: ["https://example.com/a b.png", "iVBORw0KGgoAAAANSUhEUgAA"])
    func picture(receipt: String) throws {
        var shop = Shop.ready()
        shop.charge()
        try shop.askForSignature(receipt)
        let text = shop.picture().text
        #expect(text.contains("Compare the signature on the slip"))
        #expect(!text.contains("iVBOR") && !text.contains("example"))
    }
}
