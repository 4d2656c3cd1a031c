import Testing

@Suite("Help") struct HelpViewTests {
    @Test("the keys of the sale page, one a row") func help() {
        expectScreen(
            AllPages.help().picture(80, 24),
            """
             Till 1   Help                                    HiLite 8421 OK   LIVE   14:02 |
              Keys on this page: Sale                                                       |
                                                                                            |
              Enter     Charges the amount on the reader; without one it opens the menu.    |
              0-9       Type the amount, pence first: 1250 is 12.50.                        |
              .         A point, for whole units: 12.5 is 12.50. A comma does the same.     |
              -         Takes back the last key, like Backspace.                            |
              Esc       Clears the amount.                                                  |
              /         Shows what was charged, to find and give back. Also F3.             |
              m         Shows the menu: everything, by number.                              |
              f         Shows the paid sales, to choose which to give back. Also F5.        |
              u         Shows the paid sales of today, to choose which to void. Also F6.    |
              v         Shows the last receipt. Also F4.                                    |
              F9        Chooses a card reader.                                              |
              r         Fills in the last amount; charges nothing.                          |
              q         Leaves the till; asks first.                                        |
              :         Finds every command by its name. Ctrl-P does the same.              |
              ?         This page. F1 does the same.                                        |
                                                                                            |
                                                                                            |
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
             Keys on this page: Sale   part 1 of 2  |
             Enter Charge  0-9 Type the amount      |
             . A point  - Erase  Esc Clear          |
             / History  m Menu  f Refund            |
             u Shows the paid sales of today        |
             v Receipt  F9 Readers                  |
             r Fills in the last amount  q Quit     |
             : Finds every command by its name      |
                                                    |
             --  Esc goes back.                     |
             Esc Back  PgDn More                    |
            """)
    }
}
