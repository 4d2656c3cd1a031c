import Testing
import TillCore

@Suite("The day, and what is in doubt") struct DayViewTests {
    @Test("the day so far, with what is in doubt apart") func day() {
        expectScreen(
            AllPages.day().picture(80, 24),
            """
             Till 1   Day                                     HiLite 8421 OK   LIVE   14:02 |
              Since 2026-01-02 14:02:00  until 2026-01-02 14:02:00                          |
              Sales             37        412.80 GBP                                        |
              Sales voided       1         12.50 GBP                                        |
              Refunds            2         11.00 GBP                                        |
              Tips in it                    3.20 GBP                                        |
              NET                         389.30 GBP                                        |
                Visa            37        389.30 GBP                                        |
              Unknown            1         12.50 GBP                                        |
              Not taken: 3                                                                  |
              Unknown, not counted:  12.50 GBP  T1-000421-K7Q2                              |
              THE BANK'S LIST DIFFERS in 2. Call support before the next day.               |
              Amounts differ:  books 12.30  bank 12.03  GBP  T1-000418-K7Q2                 |
              Not in the books:  books none  bank 33.00  GBP                                |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
              > 0  Back                                                                     |
                1  Close the day  Z                                                         |
                                                                                            |
             --  The day so far. Z closes it; Esc goes back.                                |
             Enter Go on  0-1 Choose  Z Close the day  PgDn More  Esc Back  ? Help          |
            """)
    }

    @Test("the day so far, with what is in doubt apart in a small window") func daySmall() {
        expectScreen(
            AllPages.day().picture(40, 12),
            """
             Day        HiLite 8421 OK  LIVE  14:02 |
             Since 2026-01-02 14:02:00              |
             until 2026-01-02 14:02:00              |
             Sales             37        412.80 GBP |
             Sales voided       1         12.50 GBP |
             Refunds            2         11.00 GBP |
             Tips in it                    3.20 GBP |
             > 0  Back                              |
               1  Close the day  Z                  |
             --  The day so far. Z closes it; Esc   |
             --  goes back.                         |
             Enter Go on  Esc Back  ? Help          |
            """)
    }

    @Test("closing the day is asked about, and No is marked") func closeDay() {
        expectScreen(
            AllPages.closeDay().picture(80, 24),
            """
             Till 1   Close the day                           HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
              Close the day?                                                                |
                                                                                            |
              The reader ends its day first; then the books do. What is unknown is carried  |
              over.                                                                         |
                                                                                            |
              > 0  No, go on selling                                                        |
                1  Yes, close the day                                                       |
                                                                                            |
              Press 1, then Enter. Esc = No                                                 |
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
             !!  Press 1, then Enter to close the day. Esc is No.                           |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                      |
            """)
    }

    @Test("closing the day is asked about, and No is marked in a small window") func closeDaySmall() {
        expectScreen(
            AllPages.closeDay().picture(40, 12),
            """
             Close the day              LIVE  14:02 |
             Close the day?                         |
             The reader ends its day first; then    |
             the books do. What is unknown is       |
             carried over.                          |
             > 0  No, go on selling                 |
               1  Yes, close the day                |
             Press 1, then Enter. Esc = No          |
                                                    |
             !!  Press 1, then Enter to close the   |
             !!  day. Esc is No.                    |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }

    @Test("more than one in doubt are listed") func twoUnknown() {
        expectScreen(
            AllPages.twoUnknown().picture(80, 24),
            """
             Till 1   Unknown                  HiLite 8421 OK   ?? 2 unknown   LIVE   14:02 |
              Money may have moved. Do not do any of it again.                              |
                                                                                            |
              > 1  12.50 GBP  sale  13:02  T1-000421                                        |
                2  5.00 GBP  refund  14:01  T1-000422                                       |
              Next: Enter, then ask the reader. It charges nothing.                         |
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
                                                                                            |
                                                                                            |
                                                                                            |
             ??  Choose one and press Enter. Asking a reader charges nothing.               |
             Enter Open  1-2 Choose  Esc Back  ? Help                                       |
            """)
    }

    @Test("more than one in doubt are listed in a small window") func twoUnknownSmall() {
        expectScreen(
            AllPages.twoUnknown().picture(40, 12),
            """
             Unknown      ?? 2 unknown  LIVE  14:02 |
             Money may have moved. Do not do any of |
             it again.                              |
             > 1  12.50 GBP  sale  13:02            |
               2  5.00 GBP  refund  14:01           |
             Next: Enter, then ask the reader. It   |
             charges nothing.                       |
                                                    |
                                                    |
             ??  Choose one and press Enter. Asking |
             ??  a reader charges nothing.          |
             Enter Open  Esc Back  ? Help           |
            """)
    }
}
