import Money
import Terminal
import Testing
import TillCore

@testable import TillUI

@Suite("The panel of the simulated reader on the screen") struct SimulatorViewTests {
    @Test("shows all panels at once") func whole() {
        expectScreen(
            AllPages.simulator().picture(80, 24),
            """
             Till 1   Simulator             Simulated reader OK   *** SIMULATED ***   14:02 |
              NEXT PAYMENT WILL BE (once, then 0)   ┌─ Virtual reader ───────────────────┐  |
                0  As its amount says               │  SIMULATED READER                  │  |
                1  Approved, chip and PIN           │  READY                             │  |
                2  Approved, signature              │                                    │  |
              > 3  Declined      4  Partly approved └────────────────────────────────────┘  |
                5  Customer presses red key           1 Insert     2 Swipe      3 Tap       |
                6  Unknown: link lost after send      4 OK green   5 Red key    6 Card out  |
                7  Unknown: bank never answers        7 Wrong PIN  8 No PIN     9 Tip       |
                8  Reader battery too low           BREAK THINGS (Space arms, Enter now)    |
                9  From script: not available yet     1  [ ] Drop the link at a step        |
              SETUP (same seed, same run)             2  [ ] Corrupt a checksum             |
                1  Customer  by itself                3  [ ] Delay the bank by 20 s         |
                2  Card      Visa, chip               4  [ ] Answer twice                   |
                3  Tip       not asked for            5  [ ] Restart after the payment      |
                4  Speed     brisk                                                          |
                5  Seed      48213                                                          |
              AMOUNTS (with 0):  10.00 declined  20.00 cancelled  30.00 signature           |
              37.57 partly paid  37.68 no answer  37.79 refer to bank                       |
              37.84 not authorised  37.93 pick up card  80.00-80.99 time-out after 0-99 s   |
              90.01-90.05 the link breaks  others 81.00-99.99 declined, the link breaks     |
                                                                                            |
             --  Next payment, once: Declined. Esc goes back.                               |
             Enter Done  0-8 Choose  Tab Next  Esc Back  ? Help                             |
            """)
    }

    @Test("shows the reader's screen and keys during a payment") func byHand() throws {
        try expectScreen(
            AllPages.simulatorByHand().picture(80, 24),
            """
             Till 1   Simulator         Simulated reader OK 87%   *** SIMULATED ***   14:02 |
              NEXT PAYMENT WILL BE (once, then 0)   ┌─ Virtual reader ───────────────────┐  |
              * 0  As its amount says               │  12.50 GBP                         │  |
                1  Approved, chip and PIN           │  INSERT, SWIPE OR TAP CARD         │  |
                2  Approved, signature              │                                    │  |
                3  Declined      4  Partly approved └────────────────────────────────────┘  |
                5  Customer presses red key         > 1 Insert     2 Swipe      3 Tap       |
                6  Unknown: link lost after send      4 OK green   5 Red key    6 Card out  |
                7  Unknown: bank never answers        7 Wrong PIN  8 No PIN     9 Tip       |
                8  Reader battery too low           BREAK THINGS (Space arms, Enter now)    |
                9  From script: not available yet     1  [ ] Drop the link at a step        |
              SETUP (same seed, same run)             2  [ ] Corrupt a checksum             |
                1  Customer  by hand                  3  [ ] Delay the bank by 20 s         |
                2  Card      Visa, chip               4  [ ] Answer twice                   |
                3  Tip       not asked for            5  [ ] Restart after the payment      |
                4  Speed     brisk                                                          |
                5  Seed      48213                                                          |
              AMOUNTS (with 0):  10.00 declined  20.00 cancelled  30.00 signature           |
              37.57 partly paid  37.68 no answer  37.79 refer to bank                       |
              37.84 not authorised  37.93 pick up card  80.00-80.99 time-out after 0-99 s   |
              90.01-90.05 the link breaks  others 81.00-99.99 declined, the link breaks     |
                                                                                            |
             ..  Waiting for card. Esc goes back to the payment.                            |
             Enter Press  1-9 Choose  Tab Next  Esc Back  ? Help                            |
            """)
    }

    @Test("shows what is armed and what went wrong") func broken() {
        expectScreen(
            AllPages.simulatorBroken().picture(80, 24),
            """
             Till 1   Simulator             Simulated reader OK   *** SIMULATED ***   14:02 |
              NEXT PAYMENT WILL BE (once, then 0)   ┌─ Virtual reader ───────────────────┐  |
              * 0  As its amount says               │  SIMULATED READER                  │  |
                1  Approved, chip and PIN           │  READY                             │  |
                2  Approved, signature              │                                    │  |
                3  Declined      4  Partly approved └────────────────────────────────────┘  |
                5  Customer presses red key           1 Insert     2 Swipe      3 Tap       |
                6  Unknown: link lost after send      4 OK green   5 Red key    6 Card out  |
                7  Unknown: bank never answers        7 Wrong PIN  8 No PIN     9 Tip       |
                8  Reader battery too low           BREAK THINGS (Space arms, Enter now)    |
                9  From script: not available yet     1  [x] Drop link at: bank's answer    |
              SETUP (same seed, same run)             2  [ ] Corrupt a checksum             |
                1  Customer  by itself              > 3  [ ] Delay the bank by 20 s         |
                2  Card      Visa, chip               4  [x] Answer twice                   |
                3  Tip       not asked for            5  [ ] Restart after the payment      |
                4  Speed     brisk                  14:02:01 a checksum was wrong           |
                5  Seed      48213                                                          |
              AMOUNTS (with 0):  10.00 declined  20.00 cancelled  30.00 signature           |
              37.57 partly paid  37.68 no answer  37.79 refer to bank                       |
              37.84 not authorised  37.93 pick up card  80.00-80.99 time-out after 0-99 s   |
              90.01-90.05 the link breaks  others 81.00-99.99 declined, the link breaks     |
                                                                                            |
             --  The next payment ends as its amount says. Esc goes back.                   |
             Enter Now  Space Arm  1-5 Choose  Tab Next  Esc Back  ? Help                   |
            """)
    }

    @Test("has the reader beside it in a wide window") func wide() throws {
        try expectScreen(
            AllPages.simulatorByHand().picture(120, 40),
            """
             Till 1   Simulator                                           Simulated reader OK 87%   *** SIMULATED ***   GBP   14:02 |
              NEXT PAYMENT WILL BE (once, then 0)                                   ┌─ Virtual reader ───────────────────────────┐  |
              * 0  As its amount says                                               │  12.50 GBP                                 │  |
                1  Approved, chip and PIN                                           │  INSERT, SWIPE OR TAP CARD                 │  |
                2  Approved, signature                                              │                                            │  |
                3  Declined      4  Partly approved                                 └────────────────────────────────────────────┘  |
                5  Customer presses red key                                         > 1 Insert     2 Swipe      3 Tap               |
                6  Unknown: link lost after send                                      4 OK green   5 Red key    6 Card out          |
                7  Unknown: bank never answers                                        7 Wrong PIN  8 No PIN     9 Tip               |
                8  Reader battery too low                                           BREAK THINGS (Space arms, Enter now)            |
                9  From script: not available yet                                     1  [ ] Drop the link at a step                |
              SETUP (same seed, same run)                                             2  [ ] Corrupt a checksum                     |
                1  Customer  by hand                                                  3  [ ] Delay the bank by 20 s                 |
                2  Card      Visa, chip                                               4  [ ] Answer twice                           |
                3  Tip       not asked for                                            5  [ ] Restart after the payment              |
                4  Speed     brisk                                                                                                  |
                5  Seed      48213                                                                                                  |
              AMOUNTS (with 0):  10.00 declined  20.00 cancelled  30.00 signature  37.57 partly paid  37.68 no answer               |
              37.79 refer to bank  37.84 not authorised  37.93 pick up card  80.00-80.99 time-out after 0-99 s                      |
              90.01-90.05 the link breaks  others 81.00-99.99 declined, the link breaks                                             |
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
             ..  Waiting for card. Esc goes back to the payment.                                                                    |
             Enter Press  1-9 Choose  Tab Next  Esc Back  ? Help                                                                    |
            """)
    }

    @Test("has the reader beside the panel in a wide and low window") func wideAndLow() {
        expectScreen(
            AllPages.simulatorBroken().picture(100, 18),
            """
             Till 1   Simulator                           Simulated reader OK   *** SIMULATED ***   GBP   14:02 |
              BREAK THINGS (Space arms, Enter now)                      ┌─ Virtual reader ───────────────────┐  |
                1  [x] Drop link at: bank's answer                      │  SIMULATED READER                  │  |
                2  [ ] Corrupt a checksum                               │  READY                             │  |
              > 3  [ ] Delay the bank by 20 s                           │                                    │  |
                4  [x] Answer twice                                     └────────────────────────────────────┘  |
                5  [ ] Restart after the payment                          1 Insert     2 Swipe      3 Tap       |
                                                                          4 OK green   5 Red key    6 Card out  |
                                                                          7 Wrong PIN  8 No PIN     9 Tip       |
                                                                        14:02:01 a checksum was wrong           |
                                                                                                                |
                                                                                                                |
                                                                                                                |
                                                                                                                |
                                                                                                                |
                                                                                                                |
             --  The next payment ends as its amount says. Esc goes back.                                       |
             Enter Now  Space Arm  1-5 Choose  Tab Next  Esc Back  ? Help                                       |
            """)
    }

    @Test("shows one panel at a time where there is less room") func compact() throws {
        try expectScreen(
            AllPages.simulatorByHand().picture(60, 18),
            """
             Simulator    Simulated reader OK  *** SIMULATED ***  14:02 |
              Reader: 12.50 GBP  INSERT, SWIPE OR TAP CARD              |
                                                                        |
              THE CUSTOMER'S KEYS                                       |
              > 1  Insert                                               |
                2  Swipe                                                |
                3  Tap                                                  |
                4  OK green                                             |
                5  Red key                                              |
                6  Card out                                             |
                7  Wrong PIN                                            |
                8  No PIN                                               |
                9  Tip                                                  |
                                                                        |
                                                                        |
                                                                        |
             ..  Waiting for card. Esc goes back to the payment.        |
             Enter Press  1-9 Choose  Tab Next  Esc Back  ? Help        |
            """)
    }

    @Test("is a list in the smallest window") func smallest() throws {
        expectScreen(
            AllPages.simulator().picture(40, 12),
            """
             Simulator     *** SIMULATED ***  14:02 |
             Reader: SIMULATED READER  READY        |
             NEXT PAYMENT WILL BE (once, then 0)    |
               0  As its amount says                |
               1  Approved, chip and PIN            |
               2  Approved, signature               |
             > 3  Declined                          |
               4  Partly approved                   |
               5  Customer presses red key          |
             --  Next payment, once: Declined. Esc  |
             --  goes back.                         |
             Enter Done  Tab Next  Esc Back  ? Help |
            """)
        try expectScreen(
            AllPages.simulatorByHand().picture(40, 12),
            """
             Simulator     *** SIMULATED ***  14:02 |
             Reader: 12.50 GBP                      |
                     INSERT, SWIPE OR TAP CARD      |
             THE CUSTOMER'S KEYS                    |
             > 1  Insert                            |
               2  Swipe                             |
               3  Tap                               |
               4  OK green                          |
               5  Red key                           |
             ..  Waiting for card. Esc goes back to |
             ..  the payment.                       |
             Enter Press  Tab Next  Esc Back  ? Help|
            """)
        expectScreen(
            AllPages.simulatorAmounts().picture(40, 12),
            """
             Simulator     *** SIMULATED ***  14:02 |
             Reader: SIMULATED READER  READY        |
             AMOUNTS (with 0):  10.00 declined      |
             20.00 cancelled  30.00 signature       |
             37.57 partly paid  37.68 no answer     |
             37.79 refer  37.84 not allowed         |
             37.93 pick up  80.00-80.99 time-out    |
             90.01-90.05 link breaks                |
             81.00-99.99 declined, link breaks      |
             --  The next payment ends as its       |
             --  amount says. Esc goes back.        |
             Enter Done  Tab Next  Esc Back  ? Help |
            """)
    }
}
