import Testing

@Suite("Help") struct HelpViewTests {
    @Test("the keys of the sale page, one a row") func help() {
        expectScreen(
            AllPages.help().picture(80, 24),
            """
             Till 1   Help                                    HiLite 8421 OK   LIVE   14:02 |
              Keys on this page: Sale   part 1 of 2                                         |
                                                                                            |
              Enter     Charges the amount; with nothing typed it opens the menu.           |
              +         Adds a line; puts back what was taken off.                          |
              *         Times: 3*250 is 3 at 2.50. Space does the same.                     |
              0-9       Type the amount, pence first: 1250 is 12.50.                        |
              .         A point, for whole units: 12.5 is 12.50. A comma does the same.     |
              -         Takes back the last key, then the last line. Backspace too.         |
              Esc       Clears what is typed; twice, the whole ticket.                      |
              /         Shows what was charged, to find and give back. Also F3.             |
              m         Shows the menu: everything, by number.                              |
              f         Shows the paid sales, to choose which to give back. Also F5.        |
              u         Shows the paid sales of today, to choose which to void. Also F6.    |
              v         Shows the last receipt. Also F4.                                    |
              F9        Chooses a card reader.                                              |
              b         Reads barcodes with the scanner of the reader.                      |
              F7        Sets what the simulated reader and its customer do.                 |
              r         Fills in the last amount; charges nothing.                          |
              q         Leaves the till; asks first.                                        |
              t T       Adds a tip; T asks for a token of the card too.                     |
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
             Enter Charge  + Add  * Qty             |
             0-9 Type the amount  . A point         |
             - Erase  Esc Clear  / History  m Menu  |
             f Refund                               |
             u Shows the paid sales of today        |
             v Receipt  F9 Readers                  |
             b Reads barcodes with the scanner of … |
                                                    |
             --  Esc goes back.                     |
             Esc Back  PgDn More                    |
            """)
    }
}
