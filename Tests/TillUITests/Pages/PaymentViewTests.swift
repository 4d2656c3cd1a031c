import Testing

@Suite("Taking a payment") struct PaymentViewTests {
    @Test("before the reader has answered nothing is ticked") func begins() {
        expectScreen(
            AllPages.paymentBegins().picture(80, 24),
            """
             Till 1   Taking a payment                        HiLite 8421 OK   LIVE   14:02 |
              SALE  ref T1-000418                                                     0:00  |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              [>] 1 Request sent to the reader       ┌─ Reader shows ────────────────────┐  |
              [ ] 2 Card read                        │                                   │  |
              [ ] 3 Customer types the PIN           │    12.50 GBP                      │  |
              [ ] 4 Bank answers                     │                                   │  |
              [ ] 5 Card removed, receipt            └───────────────────────────────────┘  |
                                                                                            |
              Do now: wait. The reader has not                                              |
              answered yet.                                                                 |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             ..  The request is with the reader. It cannot be cancelled now.                |
             Esc Cancel (not possible now)  ? Help                                          |
            """)
    }

    @Test("at the PIN the page shows steps, reader, times and what to do") func pin() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(80, 24),
            """
             Till 1   Taking a payment                    HiLite 8421 OK 87%   LIVE   14:02 |
              SALE  ref T1-000418                                                     0:21  |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              [x] 1 Request sent to the reader       ┌─ Reader shows ────────────────────┐  |
              [x] 2 Card read                        │    ENTER PIN:    ****             │  |
              [>] 3 Customer types the PIN           │    12.50 GBP                      │  |
              [ ] 4 Bank answers                     │    OK = green   C = red           │  |
              [ ] 5 Card removed, receipt            └───────────────────────────────────┘  |
                                                                                            |
              Do now: wait. The customer is using    14:02:10  Waiting for card             |
              the reader. Look away from the PIN.    14:02:16  Card inserted                |
                                                     14:02:22  Waiting for PIN entry        |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             ..  Waiting for PIN entry. Only the customer can cancel now: red key.          |
             Esc Cancel (not possible now)  ? Help                                          |
            """)
    }

    @Test("a low window shows the reader in one line") func pinCompact() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(60, 18),
            """
             Till 1  Taking a payment   HiLite 8421 OK 87%  LIVE  14:02 |
              SALE  ref T1-000418                                 0:21  |
              12.50 GBP                                                 |
                                                                        |
              [x] 1 Request sent to the reader                          |
              [x] 2 Card read                                           |
              [>] 3 Customer types the PIN                              |
              [ ] 4 Bank answers                                        |
              [ ] 5 Card removed, receipt                               |
                                                                        |
              Reader shows: ENTER PIN:    ****  OK = green   C = red    |
                                                                        |
              Do now: wait. The customer is using the reader. Look      |
              away from the PIN.                                        |
                                                                        |
             ..  Waiting for PIN entry. Only the customer can cancel    |
             ..  now: red key.                                          |
             Esc Cancel (not possible now)  ? Help                      |
            """)
    }

    @Test("a small window shows the step in hand") func pinSmall() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(40, 12),
            """
             Taking a payment           LIVE  14:02 |
             SALE  ref T1-000418               0:21 |
             12.50 GBP                              |
             [>] Customer types the PIN             |
             Reader: ENTER PIN:    ****             |
             Do now: wait. The customer is using    |
             the reader. Look away from the PIN.    |
                                                    |
                                                    |
             ..  Waiting for PIN entry. Only the    |
             ..  customer can cancel now: red key.  |
             Esc Cancel (not possible now)  ? Help  |
            """)
    }

    @Test("a cancel is not called done before the reader confirms it") func cancelling() throws {
        try expectScreen(
            AllPages.cancelling().picture(80, 24),
            """
             Till 1   Taking a payment                    HiLite 8421 OK 87%   LIVE   14:02 |
              SALE  ref T1-000418                            2:00 left for the card   0:05  |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              [x] 1 Request sent to the reader       ┌─ Reader shows ────────────────────┐  |
              [>] 2 Card read                        │    TAP, INSERT OR SWIPE CARD      │  |
              [ ] 3 Customer types the PIN           │    12.50 GBP                      │  |
              [ ] 4 Bank answers                     │    C = red                        │  |
              [ ] 5 Card removed, receipt            └───────────────────────────────────┘  |
                                                                                            |
              Do now: wait until the reader confirms 14:02:10  Waiting for card             |
              that it has cancelled.                                                        |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             ..  Cancelling… The reader has not confirmed yet.                              |
             Esc Cancelling  ? Help                                                         |
            """)
    }
}
