import Terminal
import Testing
import TillCore
import TillUI

@Suite("The rest of a ticket") struct TenderViewTests {
    @Test("a ticket that is paid in part") func rest() {
        expectScreen(
            AllPages.rest().picture(80, 24),
            """
             Till 1   Partly paid                             HiLite 8421 OK   LIVE   14:02 |
            ~~~ PARTLY PAID ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
            ~                                                                              ~|
            ~   ███   █████      █████  █████                                              ~|
            ~    ██      ██      ██        ██                                              ~|
            ~    ██      ██      █████     ██                                              ~|
            ~    ██      ██         ██     ██                                              ~|
            ~   ████     ██  ██  █████     ██  GBP                                         ~|
            ~                                                                              ~|
            ~  Asked 37.57 GBP  By card 20.00  STILL DUE 17.57 GBP  Ticket T1-000418       ~|
            ~                                                                              ~|
            ~  > 0  Back                                                                   ~|
            ~    1  Take 17.57 with another card  c                                        ~|
            ~    2  The rest in cash or otherwise  o                                       ~|
            ~    3  Give back what was paid  u                                             ~|
            ~                                                                              ~|
            ~                                                                              ~|
            ~                                                                              ~|
            ~                                                                              ~|
            ~                                                                              ~|
            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
                                                                                            |
             !!  A part is still due. Choose how it is paid, then press Enter.              |
             Enter Go on  0-3 Choose  c Card  o Otherwise  u Give back  Esc Back  ? Help    |
            """)
    }

    @Test("a ticket that is paid in part in a small window") func restSmall() {
        expectScreen(
            AllPages.rest().picture(40, 12),
            """
             Partly paid                LIVE  14:02 |
             ~~ PARTLY PAID ~~                      |
             17.57 GBP                              |
             Asked 37.57 GBP  By card 20.00         |
             STILL DUE 17.57 GBP  Ticket T1-000418  |
             > 0  Back                              |
               1  Take 17.57 with another card  c   |
               2  The rest in cash or otherwise  o  |
               3  Give back what was paid  u        |
             !!  A part is still due. Choose how it |
             !!  is paid, then press Enter.         |
             Enter Go on  c Card  Esc Back  ? Help  |
            """)
    }

    @Test("several tickets that are paid in part") func openTickets() {
        expectScreen(
            AllPages.openTickets().picture(80, 24),
            """
             Till 1   Partly paid                             HiLite 8421 OK   LIVE   14:02 |
              > 1  17.57 GBP still due  partly paid  T1-000418                              |
                2  5.00 GBP still due  partly paid  T1-000418                               |
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
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Choose a ticket and press Enter, to take what is still due.                |
             Enter Open  1-2 Choose  Esc Back  ? Help                                       |
            """)
    }

    @Test("cash above what is due") func tender() throws {
        try expectScreen(
            AllPages.tender().picture(80, 24),
            """
             Till 1   Other payment                           HiLite 8421 OK   LIVE   14:02 |
              IN CASH                                                  STILL DUE 17.57 GBP  |
                                                                                            |
              █████  █████      █████  █████                                                |
                 ██  ██ ██      ██ ██  ██ ██                                                |
              █████  ██ ██      ██ ██  ██ ██                                                |
              ██     ██ ██      ██ ██  ██ ██                                                |
              █████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              Noted 17.57 GBP  Change 2.43 GBP  Then the ticket is paid                     |
                                                                                            |
              Type what the customer gives. The till keeps no cash: it notes it in the      |
              books.                                                                        |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             --  Tab changes between cash and otherwise. Enter goes on; nothing is noted    |
             --  yet.                                                                       |
             Enter Go on  0-9 Amount  - Erase  Tab Cash or other  Esc Back  ? Help          |
            """)
    }

    @Test("cash is noted after a question") func tenderAsked() throws {
        try expectScreen(
            AllPages.tenderAsked().picture(80, 24),
            """
             Till 1   Other payment                           HiLite 8421 OK   LIVE   14:02 |
              IN CASH                                                  STILL DUE 17.57 GBP  |
                                                                                            |
              █████  █████      █████  █████                                                |
                 ██  ██ ██      ██ ██  ██ ██                                                |
              █████  ██ ██      ██ ██  ██ ██                                                |
              ██     ██ ██      ██ ██  ██ ██                                                |
              █████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              Noted 17.57 GBP  Change 2.43 GBP  Then the ticket is paid                     |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, 17.57 GBP was paid in cash                                          |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter once you hold the money. Esc goes back to the amount.  |
             Enter Answer  0 No  1 Yes  Esc Amount  ? Help                                  |
            """)
    }

    @Test("the question in a small window") func tenderSmall() throws {
        try expectScreen(
            AllPages.tenderAsked().picture(40, 12),
            """
             Other payment              LIVE  14:02 |
             IN CASH            STILL DUE 17.57 GBP |
             20.00 GBP                              |
             Noted 17.57 GBP  Change 2.43 GBP       |
             Then the ticket is paid                |
             > 0  No, go back                       |
               1  Yes, 17.57 GBP was paid in cash   |
                                                    |
                                                    |
             !!  Press 1, then Enter once you hold  |
             !!  the money. Esc goes back to the …  |
             Enter Answer  0 No  Esc Amount  ? Help |
            """)
    }
}
