import Testing

@Suite("Help") struct HelpViewTests {
    @Test("the keys of the sale page, one a row") func help() {
        expectScreen(
            AllPages.help().picture(80, 24),
            """
             Till 1   Help                                    HiLite 8421 OK   LIVE   14:02 |
              Keys on this page: Sale                                                       |
                                                                                            |
              Enter     Charges the amount on the card reader.                              |
              +         Adds a line; puts back what was taken off.                          |
              *         Times: 3*250 is 3 at 2.50. Space does the same.                     |
              0-9       Type the amount, pence first: 1250 is 12.50.                        |
              .         A point, for whole units: 12.5 is 12.50. A comma does the same.     |
              -         Takes back the last key, then the last line. Backspace too.         |
              Esc       Clears what is typed; twice, the whole ticket.                      |
              /         Shows what was charged, to find and give back. F3 does the same.    |
              f         Shows the paid sales, to choose which to give back. F5 too.         |
              t T       Adds a tip; T asks for a token of the card too.                     |
              d         What is sold, the invoice number, your reference.                   |
              w         Sets the ticket aside, or takes one back.                           |
              r         Fills in the last amount; charges nothing.                          |
              v         Shows the last receipt. F4 does the same.                           |
              F9        Chooses a card reader.                                              |
              r         Fills in the last amount; charges nothing.                          |
              q         Leaves the till; asks first.                                        |
              :         Finds every command by its name. Ctrl-P does the same.              |
              ?         This page. F1 does the same.                                        |
                                                                                            |
                                                                                            |
             --  Esc goes back.                                                             |
             Esc Back  PgDn More                                                            |
            """)
    }

    @Test("a small window packs the keys") func helpSmall() {
        expectScreen(
            AllPages.help().picture(40, 12),
            """
             Help       HiLite 8421 OK  LIVE  14:02 |
             Keys on this page: Sale                |
             Enter Charge  + Add  * Qty             |
             0-9 Type the amount  . A point         |
             - Erase  Esc Clear  / History          |
             f Refund  t T Tip  d Details  w Aside  |
             r Fills in the last amount  v Receipt  |
             F9 Readers  q Quit  ? Help             |
                                                    |
                                                    |
             --  Esc goes back.                     |
             Esc Back  PgDn More                    |
            """)
    }
}
