import Money
import PtyHarness
import Terminal
import Testing
import TillCore
import TillJournal
import TillUI

@testable import HeftWire

/// The whole way of a text from outside: as an event to the application, as a page, as bytes on a pseudo-terminal.
@Suite("Text from outside, as bytes on a terminal", .serialized) @MainActor struct HostileOutputTests {
    /// Shows every page of every shop in windows of several sizes, and gives back what the terminal received.
    private func output(_ shops: [Shop], _ sizes: [(Int, Int)]) throws -> [UInt8] {
        var output: [UInt8] = []
        for (columns, rows) in sizes {
            let line = try PtyPair(rows: rows, columns: columns)
            let screen = try CursesScreen(input: line.terminal, output: line.terminal, options: ScreenOptions())
            for shop in shops {
                var shop = shop
                shop.widen(columns, rows)
                screen.show(shop.picture(columns, rows))
                line.read(within: .milliseconds(0))
            }
            screen.close()
            var count = -1
            while line.screen.raw.count != count {
                count = line.screen.raw.count
                line.read(within: .milliseconds(2))
            }
            output += line.screen.raw
        }
        return output
    }

    @Test("nothing but text and our own sequences reaches the terminal, whatever field it stands in")
    func everyField() throws {
        for (number, hostile) in HostileText.all.enumerated() {
            let text = String(decoding: hostile.bytes, as: UTF8.self)
            let size = number.isMultiple(of: 2) ? (100, 24) : (60, 18)
            let received = try output(try shops(text, hostile.bytes), [size, (20, 6)])
            #expect(received.count > 5000)
            #expect(TerminalBytes(received).foreign == [], "\(hostile.name)")
        }
    }

    /// A till on each of its pages, with a text in every field that comes from outside.
    private func shops(_ text: String, _ bytes: [UInt8]) throws -> [Shop] {
        try readers(text) + paying(text, bytes) + ended(text) + books(text) + sentences(text)
    }

    private func readers(_ text: String) -> [Shop] {
        var choose = Shop()
        choose.send(.readers([ReaderDevice(name: text, address: text, kind: .bluetooth), Shop.simulator]))
        var sale = Shop.ready(ReaderDevice(name: text, address: text, kind: .bluetooth))
        sale.type("1250")
        var lost = sale
        lost.send(.desk(.linkEnded(.broken)))
        return [choose, sale, lost]
    }

    private func paying(_ text: String, _ bytes: [UInt8]) throws -> [Shop] {
        var begun = Shop.ready()
        begun.charge()
        var status = begun
        try status.status(0x7777, text, elements: ["BatteryStatus": text])
        var parsed = begun
        let xml =
            Array("<eventInfo><StatusMessage>".utf8) + bytes + Array("</StatusMessage><BatteryStatus>".utf8) + bytes
            + Array("</BatteryStatus></eventInfo>".utf8)
        // A document that makes no sense is refused, and that is as good.
        if let event = try? StatusEvent(status: Status(code: 0x7777), xml: xml) {
            parsed.send(.desk(.status(event)))
        }
        var signing = begun
        try signing.askForSignature("<p>\(text)</p>")
        var picture = begun
        try picture.askForSignature(text)
        return [status, parsed, signing, picture]
    }

    private func ended(_ text: String) -> [Shop] {
        var shops: [Shop] = []
        for verdict in [OperationOutcome.Verdict.approved, .declined, .failed, .unknown] {
            var result = Shop.ready()
            result.charge()
            result.finish(verdict) { outcome in
                outcome.message = text
                outcome.cardScheme = text
                outcome.maskedCardNumber = text
                outcome.authorisationCode = text
                outcome.transactionID = text
                outcome.readerTransactionID = text
                outcome.cardEntry = text
                outcome.verificationMethod = text
                outcome.customerReceipt = "<p>\(text)</p><table><tr><td>\(text)</td><td>1</td></tr></table>"
                outcome.merchantReceipt = text
            }
            result.wait()
            var detailed = result
            detailed.press(.details)
            shops += [result, detailed]
            guard verdict == .approved else { continue }
            var receipt = result
            receipt.press(.receipt)
            var merchant = receipt
            merchant.press(.otherPanel, .width)
            var found = receipt
            found.press(.find)
            for scalar in text.unicodeScalars.prefix(60) { found.press(.text(scalar)) }
            var pasted = receipt
            pasted.send(.paste(text))
            shops += [receipt, merchant, found, pasted]
        }
        return shops
    }

    private func books(_ text: String) -> [Shop] {
        var list = Shop.ready()
        list.press(.find)
        var record = list.entry(418, 1250, .approved, minutesAgo: 1)
        record.outcome?.cardScheme = text
        record.outcome?.authorisationCode = text
        record.outcome?.transactionID = text
        record.outcome?.settledBy = .supervisor(name: text, evidence: text)
        record.intent.reference = text
        record.intent.customerReference = text + "!"
        record.intent.reader.name = text
        record.intent.reader.serialNumber = text
        var open = list.entry(421, 1250, nil, minutesAgo: 0)
        open.intent.reference = text
        open.intent.reader.name = text
        let rows = [HistoryRow(record, undoing: [record], original: record), HistoryRow(open)]
        list.answerHistory(inDoubt: [rows[1]], found: [rows[0]])
        list.widen()
        list.answerDetail(rows[0], said: text)
        var finding = list
        finding.press(.find)
        finding.send(.paste(text))
        var detail = list
        detail.press(.confirm)
        detail.answerDetail(rows[0], said: text)
        var refund = detail
        refund.press(.refund)
        var void = detail
        void.press(.void)
        let waiting = Shop.ready(inDoubt: [open])
        var two = Shop.ready(inDoubt: [open, record])
        two.wait()
        two.press(.chooseReader, .attention)
        return [list, finding, detail, refund, void, waiting, two]
    }

    private func sentences(_ text: String) -> [Shop] {
        let events: [AppEvent] = [
            .saved(path: text), .notSaved(text), .copied(text, isTaken: true), .copied(text, isTaken: false),
            .paste(text), .desk(.booksFailed(.corrupt(path: text, detail: text))),
        ]
        return events.map { event in
            var shop = Shop.ready(settings: AppSettings(tillName: text, measure: .terminal))
            shop.send(event)
            return shop
        }
    }
}
