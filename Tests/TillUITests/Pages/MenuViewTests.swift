import Testing
import TillCore

@testable import TillUI

@Suite("The menu and the command palette on the screen") struct MenuViewTests {
    @Test("everything by number") func menu() {
        expectScreen(
            AllPages.menu().picture(80, 24),
            """
             Till 1   Menu                                    HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
              >  1  Sale                              11  Readers                           |
                 2  Sale and tokenize                 12  Update reader                     |
                 3  Tokenize                          13  Start of day                      |
                 4  Refund                            14  End of day                        |
                 5  Void                              15  Reader logs                       |
                 6  Change a tip                      16  EMV report                        |
                 7  Fetch a waiting result            17  Barcode scanner                   |
                 8  History                           18  Settings                          |
                 9  Last receipt  (none yet)          20  Simulator  (not now)              |
                10  Totals                            22  Quit                              |
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
             --  Back to the sale, to type an amount.                                       |
             Enter Open  0-9 Number  : Commands  Esc Back  ? Help                           |
            """)
    }

    @Test("everything by number in a small window") func menuSmall() {
        expectScreen(
            AllPages.menu().picture(40, 12),
            """
             Menu       HiLite 8421 OK  LIVE  14:02 |
             >  1  Sale                             |
                2  Sale and tokenize                |
                3  Tokenize                         |
                4  Refund                           |
                5  Void                             |
                6  Change a tip                     |
                7  Fetch a waiting result           |
                8  History                          |
             --  Back to the sale, to type an       |
             --  amount.                            |
             Enter Open  Esc Back  ? Help           |
            """)
    }

    @Test("everything by number in a large window") func menuLarge() {
        expectScreen(
            AllPages.menu().picture(120, 40),
            """
             Till 1   Menu                                                                      HiLite 8421 OK   LIVE   GBP   14:02 |
                                                                                                                                    |
              >  1  Sale                         11  Readers                      Sale                                              |
                 2  Sale and tokenize            12  Update reader                                                                  |
                 3  Tokenize                     13  Start of day                 Back to the sale, to type an amount.              |
                 4  Refund                       14  End of day                                                                     |
                 5  Void                         15  Reader logs                                                                    |
                 6  Change a tip                 16  EMV report                                                                     |
                 7  Fetch a waiting result       17  Barcode scanner                                                                |
                 8  History                      18  Settings                                                                       |
                 9  Last receipt  (none yet)     20  Simulator  (not now)                                                           |
                10  Totals                       22  Quit                                                                           |
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
             --  Back to the sale, to type an amount.                                                                               |
             Enter Open  0-9 Number  : Commands  Esc Back  ? Help                                                                   |
            """)
    }

    @Test("every command by its name") func palette() {
        expectScreen(
            AllPages.palette("day").picture(80, 24),
            """
             Till 1   Commands                                HiLite 8421 OK   LIVE   14:02 |
              Command: day                                                                  |
                                                                                            |
              > Show the totals of the day                                                  |
                Start the day                                                               |
                Close the day                                                               |
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
             --  Shows the day's counts and totals.                                         |
             Enter Do it  Esc Back  F1 Help                                                 |
            """)
    }

    @Test("every command by its name in a small window") func paletteSmall() {
        expectScreen(
            AllPages.palette("day").picture(40, 12),
            """
             Commands   HiLite 8421 OK  LIVE  14:02 |
             Command: day                           |
             > Show the totals of the day           |
               Start the day                        |
               Close the day                        |
                                                    |
                                                    |
                                                    |
                                                    |
                                                    |
             --  Shows the day's counts and totals. |
             Enter Do it  Esc Back  F1 Help         |
            """)
    }

    @Test("every command by its name in a large window") func paletteLarge() {
        expectScreen(
            AllPages.palette("day").picture(120, 40),
            """
             Till 1   Commands                                                                  HiLite 8421 OK   LIVE   GBP   14:02 |
              Command: day                                                                                                          |
                                                                                                                                    |
              > Show the totals of the day                                                                                          |
                Start the day                                                                                                       |
                Close the day                                                                                                       |
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
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
                                                                                                                                    |
             --  Shows the day's counts and totals.                                                                                 |
             Enter Do it  Esc Back  F1 Help                                                                                         |
            """)
    }

    @Test("what the reader does is asked about") func service() {
        expectScreen(
            AllPages.service("12").picture(80, 24),
            """
             Till 1   Update reader                           HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
              Update the reader?                                                            |
                                                                                            |
              The reader fetches new software and settings. That can take some minutes; it  |
              may restart, and the till connects again by itself. Nothing can be charged    |
              until then.                                                                   |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, update the reader                                                   |
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
             !!  Press 1, then Enter to update the reader. Esc is No.                       |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                      |
            """)
    }

    @Test("what the reader does is asked about in a small window") func serviceSmall() {
        expectScreen(
            AllPages.service("12").picture(40, 12),
            """
             Update reader              LIVE  14:02 |
             Update the reader?                     |
             The reader fetches new software and    |
             settings. That can take some minutes;  |
             it may restart, and the till connects  |
             again by itself. Nothing can be …      |
             > 0  No, go back                       |
               1  Yes, update the reader            |
             Press 1, then Enter. Esc = No          |
             !!  Press 1, then Enter to update the  |
             !!  reader. Esc is No.                 |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }

    @Test("what the reader does is asked about in a large window") func serviceLarge() {
        expectScreen(
            AllPages.service("12").picture(120, 40),
            """
             Till 1   Update reader                                                             HiLite 8421 OK   LIVE   GBP   14:02 |
                                                                                                                                    |
              Update the reader?                                                                                                    |
                                                                                                                                    |
              The reader fetches new software and settings. That can take some minutes; it may restart, and the till connects       |
              again by itself. Nothing can be charged until then.                                                                   |
                                                                                                                                    |
              > 0  No, go back                                                                                                      |
                1  Yes, update the reader                                                                                           |
                                                                                                                                    |
              Press 1, then Enter. Esc = No                                                                                         |
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
             !!  Press 1, then Enter to update the reader. Esc is No.                                                               |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                                                              |
            """)
    }

    @Test("the first digit of a longer number says so") func digit() {
        var shop = AllPages.menu()
        shop.write("1")
        #expect(shop.picture().text.contains("Typed  1_"))
        #expect(shop.picture().text.contains("Enter opens Sale. Another digit chooses 10 to 18."))
    }

    @Test("what cannot be done says why behind its name and in the status line") func obstacle() {
        var shop = AllPages.menuWithoutReader()
        #expect(shop.picture().text.contains("13  Start of day  (no reader)"))
        shop.write("13")
        #expect(shop.picture().text.contains("The reader is not connected."))
    }

    @Test("every action has its place in a window of 80 columns, and none is cut", arguments: AppAction.menu)
    func whole(action: AppAction) {
        #expect(AllPages.menuWithoutReader().picture().text.contains("\(action.number ?? 0)  \(action.name)"))
    }
}
