import Money
import Terminal
import Testing
import TillCore

/// What a window of 100 columns and more has beside its lists.
@Suite("Wide windows") struct WideViewTests {
    @Test("the list keeps its columns beside the detail", arguments: [100, 120, 160]) func history(columns: Int) {
        var shop = AllPages.history()
        shop.widen(columns, 30)
        shop.answerDetail(AllPages.rows(shop)[0])
        let lines = shop.picture(columns, 30).lines
        let list = lines.map { $0.prefix { $0 != "│" } }
        #expect(list[2].contains("12.50 GBP") && list[2].contains("UNKNOWN") && list[2].contains("T1-000421"))
        #expect(list.contains { $0.contains("1,234.56 GBP") && $0.contains("PART BACK") })
        let beside = lines.map { $0.drop { $0 != "│" } }
        for text in ["APPROVED", "Auth 091824", "Ref T1-000418-K7Q2", "Request sent to the reader"] {
            #expect(beside.contains { $0.contains(text) }, "\(text)")
        }
        #expect(beside.joined().contains("Can be given back 12.50"))
    }

    @Test("before the books answer, what the row knows stands beside it") func historyBefore() {
        var shop = AllPages.history()
        shop.widen()
        let text = shop.picture(120, 40).text
        #expect(text.contains("Auth 091824") && !text.contains("Request sent to the reader"))
        shop.press(.down)
        shop.answerDetail(AllPages.rows(shop)[0])
        #expect(!shop.picture(120, 40).text.contains("Request sent to the reader"))
    }

    @Test("the receipt stands beside what is known of the operation") func operation() {
        let canvas = AllPages.operation().picture(120, 40)
        #expect(canvas.lines[1].hasPrefix("  SALE  12.50 GBP"))
        #expect(canvas.text.contains("─ Customer copy ─") && canvas.text.contains("│ TOTAL "))
        #expect(!AllPages.operation().picture(99, 40).text.contains("Customer copy"))
        #expect(!AllPages.operationInDoubt().picture(120, 40).text.contains("Customer copy"))
    }

    @Test("what is known stands beside the receipt") func receipt() throws {
        let lines = try AllPages.receipt().picture(120, 40).lines
        #expect(lines.contains { $0.contains("SALE") && $0.contains("12.50 GBP") && $0.hasSuffix("APPROVED") })
        #expect(lines.contains { $0.contains("Auth 091824") })
    }

    @Test("the reader's mirror and the whole log stand beside the payment, and the amount stays large")
    func payment() throws {
        var shop = try AllPages.paymentAtPIN()
        for code in [0x1A, 0x20, 0x21] as [UInt16] {
            shop.wait(seconds: 2)
            try shop.status(code)
        }
        let canvas = shop.picture(100, 24)
        #expect(canvas.lines[1].contains("│ ┌─ Reader shows ─"))
        #expect((0..<24).filter { row in canvas.row(row).contains { $0.role == .money } }.count == 5)
        let log = canvas.lines.filter { $0.contains("│ 14:0") }
        #expect(log.count >= 6, "\(canvas.text)")
    }

    @Test("an amount that has no room beside the mirror stands above it, as large") func largeAmount() {
        var shop = Shop.ready()
        shop.charge("1234567890")
        let canvas = shop.picture(100, 30)
        #expect((0..<30).filter { row in canvas.row(row).contains { $0.role == .money } }.count == 5)
        #expect(canvas.text.contains("Reader shows"))
    }

    @Test("the list of what is in doubt has its detail beside it") func inDoubt() {
        let text = AllPages.twoUnknown().picture(120, 40).text
        #expect(text.contains("Ref T1-000421-K7Q2"))
    }

    /// They hold a name that another program gave itself, longer than any line.
    private static let cutOnPurpose: Set = ["answers not sent", "answer not taken"]

    @Test("no line of a page is cut off beside a list", arguments: AllPages.names.filter { !cutOnPurpose.contains($0) })
    func whole(name: String) throws {
        var shop = try AllPages.shop(name)
        shop.widen(100, 30)
        for line in shop.picture(100, 30).lines.dropFirst().dropLast(2) {
            #expect(!line.contains("…"), "\(line)")
        }
    }
}
