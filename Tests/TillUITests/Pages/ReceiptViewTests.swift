import Testing

@Suite("The receipt page") struct ReceiptViewTests {
    @Test("the customer's copy stands as on a till roll") func receipt() throws {
        try expectScreen(
            AllPages.receipt().picture(80, 24),
            """
             Till 1   Receipt                                 HiLite 8421 OK   LIVE   14:02 |
              ┌─ Customer copy ────────────────────────────┐                                |
              │                CORNER CAFE                 │ > 1 Customer                   |
              │               1 High Street                │   2 Merchant                   |
              │                   London                   │                                |
              │ ------------------------------------------ │ Lines                          |
              │ Card                        VISA **** 1111 │ 1-10 of 10                     |
              │ Entry                            Chip, PIN │                                |
              │ Auth                                091824 │ p Print: no printer is set up. |
              │ TOTAL                            GBP 12.50 │ e E-mail: none is set up.      |
              │                  APPROVED                  │                                |
              │               Customer copy                │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              └────────────────────────────────────────────┘                                |
                                                                                            |
             OK  This is the receipt as the reader sent it. Esc goes back.                  |
             Esc Back  j k Scroll  Tab Other copy  1 Customer  2 Merchant  ? Help           |
            """)
    }

    @Test("a low window keeps the roll's width") func receiptCompact() throws {
        try expectScreen(
            AllPages.receipt().picture(60, 18),
            """
             Till 1  Receipt                HiLite 8421 OK  LIVE  14:02 |
             ┌─ Customer copy ────────────────────────────┐             |
             │                CORNER CAFE                 │ > Customer  |
             │               1 High Street                │   Merchant  |
             │                   London                   │             |
             │ ------------------------------------------ │ Lines       |
             │ Card                        VISA **** 1111 │ 1-10 of 10  |
             │ Entry                            Chip, PIN │             |
             │ Auth                                091824 │             |
             │ TOTAL                            GBP 12.50 │             |
             │                  APPROVED                  │             |
             │               Customer copy                │             |
             │                                            │             |
             │                                            │             |
             └────────────────────────────────────────────┘             |
             OK  This is the receipt as the reader sent it. Esc goes    |
             OK  back.                                                  |
             Esc Back  j k Scroll  Tab Other copy  1 Customer  ? Help   |
            """)
    }

    @Test("a narrow window sets the receipt anew") func receiptSmall() throws {
        try expectScreen(
            AllPages.receipt().picture(40, 12),
            """
             Receipt    HiLite 8421 OK  LIVE  14:02 |
             Customer copy:                         |
                          CORNER CAFE               |
                         1 High Street              |
                             London                 |
             -------------------------------------- |
             Card                    VISA **** 1111 |
             Entry                        Chip, PIN |
             Auth                            091824 |
             OK  This is the receipt as the reader  |
             OK  sent it. Esc goes back.            |
             Esc Back  j k Scroll  ? Help           |
            """)
    }
}
