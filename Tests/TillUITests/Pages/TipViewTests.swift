import Terminal
import Testing
import TillCore
import TillUI

@Suite("The page of a tip") struct TipViewTests {
    @Test("a tip is asked about before it is changed") func asked() {
        expectScreen(
            AllPages.tipAsked().picture(80, 24),
            """
             Till 1   Change a tip                            HiLite 8421 OK   LIVE   14:02 |
              Sale of 14:01  12.50 GBP  Visa ..1111  T1-000418                              |
              Tip in the books 0.00 GBP  At most 6.25 GBP                                   |
                                                                                            |
              █████      █████  █████                                                       |
                 ██      ██     ██ ██                                                       |
              █████      █████  ██ ██                                                       |
              ██            ██  ██ ██                                                       |
              █████  ██  █████  █████  GBP                                                  |
                                                                                            |
              This replaces the tip of this sale at the bank, and every change before it.   |
              No card is needed.                                                            |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, make the tip 2.50 GBP                                               |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter to change the tip. Esc goes back to the amount.        |
             Enter Answer  0 No  1 Yes  Esc Amount  ? Help                                  |
            """)
    }

    @Test("the question in a small window") func askedSmall() {
        expectScreen(
            AllPages.tipAsked().picture(40, 12),
            """
             Change a tip               LIVE  14:02 |
             Sale of 14:01  12.50 GBP  Visa ..1111  |
             Tip in the books 0.00 GBP              |
             At most 6.25 GBP                       |
             2.50 GBP                               |
             This replaces the tip of this sale at  |
             the bank, and every change before …    |
             > 0  No, go back                       |
               1  Yes, make the tip 2.50 GBP        |
             !!  Press 1, then Enter to change the  |
             !!  tip. Esc goes back to the amount.  |
             Enter Answer  0 No  Esc Amount  ? Help |
            """)
    }
}
