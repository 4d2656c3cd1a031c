import Testing

@Suite("Questions") struct QuestionViewTests {
    @Test("a large amount is asked about, with No marked") func largeAmount() {
        expectScreen(
            AllPages.largeAmount().picture(80, 24),
            """
             Till 1   Question                                HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
               ███       █████  █████  █████      █████  █████                              |
                ██          ██  ██     ██ ██      ██ ██  ██ ██                              |
                ██       █████  █████  ██ ██      ██ ██  ██ ██                              |
                ██   ██  ██        ██  ██ ██      ██ ██  ██ ██                              |
               ████   █  █████  █████  █████  ██  █████  █████  GBP                         |
                                                                                            |
              This is a large amount. Charge it?                                            |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, charge 1,250.00 GBP                                                 |
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
             !!  A large amount. Press 1, then Enter to charge it. Esc is No.               |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                      |
            """)
    }

    @Test("a large amount is asked about in a small window") func largeAmountSmall() {
        expectScreen(
            AllPages.largeAmount().picture(40, 12),
            """
             Question   HiLite 8421 OK  LIVE  14:02 |
             1,250.00 GBP                           |
             This is a large amount. Charge it?     |
             > 0  No, go back                       |
               1  Yes, charge 1,250.00 GBP          |
             Press 1, then Enter. Esc = No          |
                                                    |
                                                    |
                                                    |
             !!  A large amount. Press 1, then      |
             !!  Enter to charge it. Esc is No.     |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }

    @Test("the same amount as one in doubt is asked about") func anotherCustomer() {
        expectScreen(
            AllPages.anotherCustomer().picture(80, 24),
            """
             Till 1   Question                 HiLite 8421 OK   ?? 1 unknown   LIVE   14:02 |
                                                                                            |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              12.50 GBP is in doubt since 14:02:05. Is this another customer? Then charge   |
              anyway; the same customer may have been charged already.                      |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, charge 12.50 GBP                                                    |
                                                                                            |
              Press 1, then Enter. Esc = No                                                 |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter only for another customer. Esc is No.                  |
             Enter Answer  0 No  1 Yes  Esc No  ? Help  ! Unknown                           |
            """)
    }

    @Test("the same amount is asked about in a small window") func anotherCustomerSmall() {
        expectScreen(
            AllPages.anotherCustomer().picture(40, 12),
            """
             Question     ?? 1 unknown  LIVE  14:02 |
             12.50 GBP                              |
             12.50 GBP is in doubt since 14:02:05.  |
             Is this another customer? Then charge  |
             anyway; the same customer may have     |
             been charged already.                  |
             > 0  No, go back                       |
               1  Yes, charge 12.50 GBP             |
             Press 1, then Enter. Esc = No          |
             !!  Press 1, then Enter only for       |
             !!  another customer. Esc is No.       |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }

    @Test("leaving the till is asked about") func quit() {
        expectScreen(
            AllPages.quit().picture(80, 24),
            """
             Till 1   Quit                                    HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
              Leave the till?                                                               |
                                                                                            |
              > 0  No, stay                                                                 |
                1  Yes, leave the till                                                      |
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
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter to leave the till. Esc is No.                          |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                      |
            """)
    }

    @Test("leaving is asked about in a small window") func quitSmall() {
        expectScreen(
            AllPages.quit().picture(40, 12),
            """
             Quit       HiLite 8421 OK  LIVE  14:02 |
             Leave the till?                        |
             > 0  No, stay                          |
               1  Yes, leave the till               |
             Press 1, then Enter. Esc = No          |
                                                    |
                                                    |
                                                    |
                                                    |
             !!  Press 1, then Enter to leave the   |
             !!  till. Esc is No.                   |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }
}
