import Terminal
import Testing
import TillCore
import TillUI

@Suite("The history page") struct HistoryViewTests {
    @Test("newest first, what is in doubt at the top, and linked rows name each other") func history() {
        expectScreen(
            AllPages.history().picture(80, 24),
            """
             Till 1   History                                 HiLite 8421 OK   LIVE   14:02 |
              Find:                                                                6 found  |
              ?!14:02 Sale         12.50 GBP              UNKNOWN      T1-000421 to check   |
              > 14:01 Sale         12.50 GBP  Visa ..1111 APPROVED     T1-000418            |
                13:57 Refund        5.00 GBP  Visa ..1111 REFUNDED     T1-000410 of 000399  |
                11:12 Sale         12.50 GBP  Visa ..1111 VOIDED       T1-000402 by 000403  |
                13:52 Void         12.50 GBP  Visa ..1111 VOIDED       T1-000403 of 000402  |
                11:02 Sale         10.00 GBP  Visa ..1111 DECLINED     T1-000401            |
                01-01 Sale      1,234.56 GBP  Visa ..1111 PART BACK    T1-000399 by 000410  |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             ??  1 unknown, at the top: money may have moved. Enter shows it.               |
             Enter Open  f Refund  u Void  v Receipt  / Find  Tab Day  Esc Back  ? Help     |
            """)
    }

    @Test("a small window keeps the amounts and the results") func historySmall() {
        expectScreen(
            AllPages.history().picture(40, 12),
            """
             History    HiLite 8421 OK  LIVE  14:02 |
             Find:                          6 found |
             ?!14:02 Sale      12.50 GBP UNKNOWN    |
             > 14:01 Sale      12.50 GBP APPROVED   |
               13:57 Refund     5.00 GBP REFUNDED   |
               11:12 Sale      12.50 GBP VOIDED     |
               13:52 Void      12.50 GBP VOIDED     |
               11:02 Sale      10.00 GBP DECLINED   |
               01-01 Sale   1,234.56 GBP PART BACK  |
             ??  1 unknown, at the top: money may   |
             ??  have moved. Enter shows it.        |
             Enter Open  f Refund  Esc Back  ? Help |
            """)
    }

    @Test("what is looked for stands above, with the cursor in it") func find() {
        let canvas = AllPages.find().picture(80, 24)
        #expect(canvas.lines[1].hasPrefix("  Find: is:sale 12.5 "))
        #expect(canvas.lines[1].hasSuffix("2 found"))
        #expect(canvas.cursor == Position(row: 1, column: 20))
        #expect(canvas.lines[2].hasPrefix("  ?!"))
        #expect(canvas.lines[3].hasPrefix("  > "))
    }

    @Test("a text that is no search says so and keeps the rows") func problem() {
        var shop = AllPages.find()
        for scalar in " card:1".unicodeScalars { shop.press(.text(scalar)) }
        let canvas = shop.picture(80, 24)
        #expect(canvas.text.contains("“1” is no card. Type the last four digits: card:1111."))
        #expect(canvas.text.contains("T1-000418"))
    }

    @Test("the marked row stays in sight in a long list, whatever the window") func long() {
        var shop = Shop.ready()
        shop.press(.find)
        shop.answerHistory(
            inDoubt: [],
            found: (0..<50).map { HistoryRow(shop.entry(900 - $0, 1250, .approved, minutesAgo: $0)) })
        for _ in 0..<4 { shop.press(.pageDown) }
        for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
            let canvas = shop.picture(columns, rows)
            let marked = canvas.lines.filter { $0.contains("> ") }
            #expect(marked.count == 1 && marked[0].contains("13:22"))
            #expect(canvas.cursor.map { canvas.lines[$0.row] } == marked.first)
        }
    }
}
