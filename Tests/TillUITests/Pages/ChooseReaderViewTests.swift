import Testing

@Suite("Choosing a reader") struct ChooseReaderViewTests {
    @Test("the readers stand in a list, with the simulated one under 9") func chooseReader() {
        expectScreen(
            AllPages.chooseReader().picture(80, 24),
            """
             Till 1   Choose reader                                no reader   LIVE   14:02 |
                                                                                            |
              Choose a card reader                                                          |
                                                                                            |
                   Name                       Address                     State             |
              > 1  HiLite 8421                00:07:80:AB:84:21           Bluetooth         |
                2  HiLite 1177                00:07:80:AB:11:77           Bluetooth         |
                9  Simulated reader           built in                    no real money     |
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
             --  Mark a reader, then press Enter.                                           |
             Enter Connect  1-9 Choose  R Search again  q Quit  ? Help                      |
            """)
    }

    @Test("a small window lists names and states") func chooseReaderSmall() {
        expectScreen(
            AllPages.chooseReader().picture(40, 12),
            """
             Choose reader   no reader  LIVE  14:02 |
             Choose a card reader                   |
                  Name               State          |
             > 1  HiLite 8421        Bluetooth      |
               2  HiLite 1177        Bluetooth      |
               9  Simulated reader   no real money  |
                                                    |
                                                    |
                                                    |
                                                    |
             --  Mark a reader, then press Enter.   |
             Enter Connect  1-9 Choose  ? Help      |
            """)
    }

    @Test("without a reader the page says what to do") func noReaders() {
        expectScreen(
            Shop().picture(40, 12),
            """
             Choose reader   no reader  LIVE  14:02 |
             Choose a card reader                   |
                  Name               State          |
             No reader was found yet. Switch one    |
             on, bring it near, then press R.       |
                                                    |
                                                    |
                                                    |
                                                    |
             --  No reader was found. Switch it on, |
             --  then press R.                      |
             R Search again  q Quit  ? Help         |
            """)
    }
}
