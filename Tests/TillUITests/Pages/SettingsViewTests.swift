import Testing

@Suite("The settings' page") struct SettingsViewTests {
    @Test("sections stand left, values right, and the marked one has the focus") func settings() {
        expectScreen(
            AllPages.settings().picture(80, 24),
            """
             Till 1   Settings                                HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
                1 Reader             >  Currency         GBP                                |
              > 2 Sale                  Also             none                               |
                3 Receipts              Ask again from   1000.00                            |
                4 Screen and sound      Tax per cent     0                                  |
                6 Staff and PINs        Tax is           included                           |
                7 Charge links          Tips per cent    10 15 20                           |
                8 Simulator             Tip at most      50                                 |
                0 About                                                                     |
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
             --  What amounts are typed in, such as GBP. Counts at the next start.          |
             Enter Change  0-8 Section  s Save  Esc Back  ? Help                            |
            """)
    }

    @Test("in a wide window") func wide() {
        expectScreen(
            AllPages.settings().picture(120, 40),
            """
             Till 1   Settings                                                                  HiLite 8421 OK   LIVE   GBP   14:02 |
                                                                                                                                    |
                1 Reader             >  Currency         GBP                                                                        |
              > 2 Sale                  Also             none                                                                       |
                3 Receipts              Ask again from   1000.00                                                                    |
                4 Screen and sound      Tax per cent     0                                                                          |
                6 Staff and PINs        Tax is           included                                                                   |
                7 Charge links          Tips per cent    10 15 20                                                                   |
                8 Simulator             Tip at most      50                                                                         |
                0 About                                                                                                             |
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
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
             --  What amounts are typed in, such as GBP. Counts at the next start.                                                  |
             Enter Change  0-8 Section  s Save  Esc Back  ? Help                                                                    |
            """)
    }

    @Test("in the smallest window one section stands alone") func small() {
        expectScreen(
            AllPages.settings().picture(40, 12),
            """
             Settings   HiLite 8421 OK  LIVE  14:02 |
             2 Sale                                 |
             >  Currency       GBP                  |
                Also           none                 |
                Ask again from 1000.00              |
                Tax per cent   0                    |
                Tax is         included             |
                Tips per cent  10 15 20             |
                Tip at most    50                   |
             --  What amounts are typed in, such as |
             --  GBP. Counts at the next start.     |
             Enter Change  s Save  Esc Back  ? Help |
            """)
    }

    @Test("what is not saved has a star") func changed() {
        expectScreen(
            AllPages.settingsChanged().picture(80, 24),
            """
             Till 1   Settings                                HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
                1 Reader                Currency         GBP                                |
              > 2 Sale                  Also             none                               |
                3 Receipts              Ask again from   1000.00                            |
                4 Screen and sound      Tax per cent     0                                  |
                6 Staff and PINs     >* Tax is           added                              |
                7 Charge links          Tips per cent    10 15 20                           |
                8 Simulator             Tip at most      50                                 |
                0 About                                                                     |
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
             !!  * is not saved: s saves, Esc undoes. Whether prices contain the tax.       |
             Enter Change  0-8 Section  s Save  Esc Undo  ? Help                            |
            """)
    }

    @Test("a value that cannot be is told, and what was typed stands") func typed() {
        expectScreen(
            AllPages.settingTyped().picture(80, 24),
            """
             Till 1   Settings                                HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
                1 Reader             >  Currency         GBPX                               |
              > 2 Sale                  Also             none                               |
                3 Receipts              Ask again from   1000.00                            |
                4 Screen and sound      Tax per cent     0                                  |
                6 Staff and PINs        Tax is           included                           |
                7 Charge links          Tips per cent    10 15 20                           |
                8 Simulator             Tip at most      50                                 |
                0 About                                                                     |
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
             XX  "GBPX" is no currency. Use a code of ISO 4217 in capitals, such as GBP.    |
             Enter Take  Esc Leave  F1 Help                                                 |
            """)
    }

    @Test("where settings are kept") func about() {
        expectScreen(
            AllPages.settingsAbout().picture(80, 24),
            """
             Till 1   Settings                                HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
                1 Reader             Till, a point of sale for Handpoint card readers.      |
                2 Sale                                                                      |
                3 Receipts           Settings are kept in                                   |
                4 Screen and sound   /home/till/.config/till/config.yaml                    |
                6 Staff and PINs                                                            |
                7 Charge links                                                              |
                8 Simulator                                                                 |
              > 0 About                                                                     |
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
             --  Press a number for another section.                                        |
             0-8 Section  s Save  Esc Back  ? Help                                          |
            """)
    }
}
