import Terminal
import Testing
import TillCore
import TillUI

@Suite("A supervisor's pages") struct DecisionViewTests {
    @Test("setting something aside") func setAside() throws {
        try expectScreen(
            AllPages.setAside().picture(80, 24),
            """
             Till 1   Supervisor           HiLite 8421 OK 87%   ?? 1 unknown   LIVE   14:02 |
              SET ASIDE                                                          12.50 GBP  |
              The sale of 14:02  T1-000418  HiLite 8421                                     |
                                                                                            |
              Selling goes on, and this stays unknown in the books. A new sale may erase    |
              the answer that the reader holds. Ask the reader first where that is          |
              possible.                                                                     |
                                                                                            |
              Your name         _                                                           |
              Why               The reader cannot be asked now.                             |
              Type ASIDE                                                                    |
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
             !!  Type your name, then press Enter.                                          |
             Enter Go on  Tab Next field  Esc Back  F1 Help                                 |
            """)
    }

    @Test("setting something aside in a small window") func setAsideSmall() throws {
        try expectScreen(
            AllPages.setAside().picture(40, 12),
            """
             Supervisor   ?? 1 unknown  LIVE  14:02 |
             SET ASIDE                    12.50 GBP |
             The sale of 14:02  T1-000418           |
             Selling goes on, and this stays        |
             unknown in the books. A new sale may … |
             Name      _                            |
             Why       reader cannot be asked now.  |
             Word                                   |
                                                    |
                                                    |
             !!  Type your name, then press Enter.  |
             Enter Go on  Esc Back  F1 Help         |
            """)
    }

    @Test("deciding by hand") func decide() throws {
        try expectScreen(
            AllPages.decide().picture(80, 24),
            """
             Till 1   Supervisor           HiLite 8421 OK 87%   ?? 1 unknown   LIVE   14:02 |
              DECIDE BY HAND                                                     12.50 GBP  |
              The sale of 14:02  T1-000418  HiLite 8421                                     |
                                                                                            |
              Only with proof from the bank: its statement, its portal, or its word on the  |
              telephone. What you write here stays in the books with your name.             |
                                                                                            |
                1  It was paid                                                              |
                2  It was not paid                                                          |
              Your name                                                                     |
              Proof                                                                         |
              Confirm                                                                       |
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
             !!  Press 1 or 2, then Enter. Esc goes back and changes nothing.               |
             Enter Go on  1-2 Paid or not  Tab Next field  Esc Back  ? Help  ! Unknown      |
            """)
    }

    @Test("deciding by hand in a small window") func decideSmall() throws {
        try expectScreen(
            AllPages.decide().picture(40, 12),
            """
             Supervisor   ?? 1 unknown  LIVE  14:02 |
             DECIDE BY HAND               12.50 GBP |
             The sale of 14:02  T1-000418           |
             Only with proof from the bank: its …   |
               1  It was paid                       |
               2  It was not paid                   |
             Name                                   |
             Proof                                  |
             Word                                   |
             !!  Press 1 or 2, then Enter. Esc goes |
             !!  back and changes nothing.          |
             Enter Go on  Esc Back  ? Help          |
            """)
    }

    @Test("a PIN is drawn as stars") func pin() {
        expectScreen(
            AllPages.decideByPIN().picture(80, 24),
            """
             Till 1   Supervisor               HiLite 8421 OK   ?? 1 unknown   LIVE   14:02 |
              DECIDE BY HAND                                                     12.50 GBP  |
              The sale of 14:02  T1-000418  HiLite 8421                                     |
                                                                                            |
              Only with proof from the bank: its statement, its portal, or its word on the  |
              telephone. What you write here stays in the books with your name.             |
                                                                                            |
              > 1  It was paid                                                              |
                2  It was not paid                                                          |
              Your name         Ann                                                         |
              Proof             Bank portal 14:10, auth 091824                              |
              PIN               ****_                                                       |
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
             !!  Type the supervisor's PIN, then press Enter.                               |
             Enter Send  Bksp Erase  Tab Next field  Esc Back  F1 Help                      |
            """)
    }

    @Test("the support sheet") func support() throws {
        try expectScreen(
            AllPages.support().picture(80, 24),
            """
             Till 1   Support sheet        HiLite 8421 OK 87%   ?? 1 unknown   LIVE   14:02 |
              WHAT TO TELL THE HELP DESK                                                    |
                                                                                            |
              What             sale                                                         |
              Amount           12.50 GBP                                                    |
              Started          2026-01-02 14:02:05 +00:00                                   |
              Reference        T1-000418                                                    |
              Reader           HiLite 8421, serial 012345678421                             |
              Address          00:07:80:AB:84:21                                            |
              Result           not known; money may have moved                              |
                                                                                            |
              Proof so far: 1 request to the reader, data went to the bank.                 |
              14:02:05 Request sent to the reader                                           |
              14:02:05 Status 0014 of the reader                                            |
              14:02:05 The reader's data went to the bank                                   |
              14:02:05 The result was seen                                                  |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             --  Read this to the help desk. Esc goes back.                                 |
             Esc Back  j k Scroll  ? Help  ! Unknown                                        |
            """)
    }

    @Test("the support sheet in a small window") func supportSmall() throws {
        try expectScreen(
            AllPages.support().picture(40, 12),
            """
             Support sheet       ?? 1 unknown  LIVE |
             WHAT TO TELL THE HELP DESK             |
             What       sale                        |
             Amount     12.50 GBP                   |
             Started    2026-01-02 14:02:05 +00:00  |
             Reference  T1-000418                   |
             Reader     HiLite 8421, serial         |
                        012345678421                |
             Address    00:07:80:AB:84:21           |
             --  Read this to the help desk. Esc    |
             --  goes back.                         |
             Esc Back  j k Scroll  ? Help  ! Unknown|
            """)
    }

    @Test("a refund without a sale asks who and why") func unlinkedRefund() {
        expectScreen(
            AllPages.unlinkedRefundReason().picture(80, 24),
            """
             Till 1   Supervisor                              HiLite 8421 OK   LIVE   14:02 |
              REFUND WITHOUT A SALE                                               5.00 GBP  |
                                                                                            |
              The reader asks for the card, and the money goes back to it although no sale  |
              here brought it. Your name and reason stay in the books.                      |
                                                                                            |
              Your name         _                                                           |
              Why                                                                           |
              Type REFUND                                                                   |
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
             !!  Type your name, then press Enter.                                          |
             Enter Go on  Tab Next field  Esc Back  F1 Help                                 |
            """)
    }

    @Test("how much goes back without a sale, in a small window") func unlinkedAmount() {
        expectScreen(
            AllPages.unlinkedRefund().picture(40, 12),
            """
             Refund without a sale      LIVE  14:02 |
             REFUND WITHOUT A SALE                  |
             5.00 GBP                               |
             For money that no sale in these books  |
             brought. To give a sale back, choose   |
             it in the history and press f.         |
                                                    |
                                                    |
                                                    |
             --  Type how much goes back, then      |
             --  press Enter. A supervisor …        |
             Enter Go on  - Erase  Esc Back  ? Help |
            """)
    }

    @Test("no PIN reaches the screen in any size", arguments: [(40, 12), (60, 18), (80, 24), (120, 40)])
    func noPIN(columns: Int, rows: Int) {
        #expect(!AllPages.decideByPIN().picture(columns, rows).text.contains("2468"))
    }
}
