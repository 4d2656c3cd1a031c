import Money
import Testing
import TillCore
import TillJournal

@Suite("The sale page") struct SaleViewTests {
    @Test("the amount stands in large letters before Enter") func sale() {
        expectScreen(
            AllPages.sale().picture(80, 24),
            """
             Till 1   Sale                                    HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
                                                        ███   █████      █████  █████       |
                                                         ██      ██      ██     ██ ██       |
                                                         ██   █████      █████  ██ ██       |
                                                         ██   ██            ██  ██ ██       |
                                                        ████  █████  ██  █████  █████  GBP  |
                                                                                            |
              Typed  1 2 5 0                     (type pence: 1250 = 12.50, or type 12.50)  |
              ────────────────────────────────────────────────────────────────────────────  |
              Reference  the till's own  Tip  none  (t)  Token  no  (T)                     |
              Last   14:02  9.20 GBP  APPROVED  Visa ..1111 chip, PIN         r repeats it  |
              Today  37 sales 412.80 GBP  1 refund 6.00 GBP  0 unknown                      |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             OK  Ready. Press Enter to charge 12.50 GBP.                                    |
             Enter Charge  + Add  * Qty  - Erase  Esc Clear  / History  m Menu  ? Help      |
            """)
    }

    @Test("beside what was charged last stands what r fills in, and nothing where it fills in nothing") func repeated()
    {
        func words(_ kind: OperationKind, _ change: (inout OperationIntent) -> Void = { _ in }) -> String {
            var shop = Shop.ready()
            let amount = Amount(minorUnits: 1210, currency: .gbp)
            var record = shop.record(
                amount, reader: Shop.identity(Shop.hiLite), outcome: shop.outcome(.approved, amount))
            record.intent.kind = kind
            change(&record.intent)
            shop.send(.day(DayBooks(last: record)))
            return shop.picture(80, 24).words
        }
        #expect(words(.sale).contains("r repeats it"))
        let parts = SaleParts(
            subtotal: Amount(minorUnits: 1100, currency: .gbp), tax: nil, tip: Amount(minorUnits: 110, currency: .gbp))
        #expect(words(.sale) { $0.parts = parts }.contains("r fills in 11.00"))
        for kind in [OperationKind.refund, .saleReversal] {
            #expect(!words(kind).contains("r repeats") && !words(kind).contains("r fills in"))
        }
    }

    @Test("a small window has the amount in one line") func saleSmall() {
        expectScreen(
            AllPages.sale().picture(40, 12),
            """
             Sale       HiLite 8421 OK  LIVE  14:02 |
                                          12.50 GBP |
             Typed  1 2 5 0                         |
             ────────────────────────────────────── |
             Last   14:02  9.20 GBP  APPROVED       |
             Today  37 sales 412.80 GBP  0 unknown  |
                                                    |
                                                    |
                                                    |
             OK  Ready. Press Enter to charge 12.50 |
             OK  GBP.                               |
             Enter Charge  + Add  Esc Clear  ? Help |
            """)
    }

    @Test("a demo says that no money moves and what an amount will come to") func demo() {
        expectScreen(
            AllPages.demoSale().picture(80, 24),
            """
             Till 1   Sale                  Simulated reader OK   *** SIMULATED ***   14:02 |
                                                                                            |
                                                        ███   █████      █████  █████       |
                                                         ██   ██ ██      ██ ██  ██ ██       |
                                                         ██   ██ ██      ██ ██  ██ ██       |
                                                         ██   ██ ██      ██ ██  ██ ██       |
                                                        ████  █████  ██  █████  █████  GBP  |
                                                                                            |
              Typed  1 0 0 0                     (type pence: 1250 = 12.50, or type 12.50)  |
              ────────────────────────────────────────────────────────────────────────────  |
              Reference  the till's own  Tip  none  (t)  Token  no  (T)                     |
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
             OK  Simulator: for 10.00 the bank will decline it. Press Enter to charge.      |
             Enter Charge  + Add  * Qty  - Erase  Esc Clear  / History  m Menu  ? Help      |
            """)
    }

    @Test("a lost reader is looked for with a countdown") func linkLost() {
        expectScreen(
            AllPages.linkLost().picture(80, 24),
            """
             Till 1   Sale                                  HiLite 8421 LOST   LIVE   14:02 |
                                                                                            |
                                                              █████      █████  █████       |
                                                              ██ ██      ██ ██  ██ ██       |
                                                              ██ ██      ██ ██  ██ ██       |
                                                              ██ ██      ██ ██  ██ ██       |
                                                              █████  ██  █████  █████  GBP  |
                                                                                            |
              Typed                              (type pence: 1250 = 12.50, or type 12.50)  |
              ────────────────────────────────────────────────────────────────────────────  |
              Reference  the till's own  Tip  none  (t)  Token  no  (T)                     |
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
             ..  Looking for HiLite 8421 ... next in 2 s. It is off or was taken over.      |
             Enter Charge  + Add  * Qty  - Erase  Esc Clear  / History  m Menu  ? Help      |
            """)
    }
}
