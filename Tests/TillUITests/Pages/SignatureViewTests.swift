import Testing

@Suite("The signature page") struct SignatureViewTests {
    @Test("nothing is marked, and the time left is told") func signature() throws {
        try expectScreen(
            AllPages.signature().picture(80, 24),
            """
             Till 1   Signature                           HiLite 8421 OK 87%   LIVE   14:02 |
                                                                                            |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              Reference    T1-000418               ┌─ Signature (from the reader) ───────┐  |
              Why          the card asks for it    │             CORNER CAFE             │  |
              Time left    1:12 of 1:30            │            1 High Street            │  |
              [######################......]       │               London                │  |
              Compare the signature on the slip    │ ----------------------------------- │  |
              with the back of the card.           │ Card                 VISA **** 1111 │  |
              No answer in time = the reader       │ Entry                     Chip, PIN │  |
              declines the sale.                   │ Auth                         091824 │  |
                                                   │ TOTAL                     GBP 12.50 │  |
                1  Accept      y                   │              APPROVED               │  |
                2  Reject      n                   │            Merchant copy            │  |
                                                   │                                     │  |
              Choose 1 or 2, then press Enter.     └─────────────────────────────────────┘  |
                                                                                            |
             !!  Waiting for you: accept or reject the signature. 1:12 left                 |
             1 Accept  2 Reject  ? Help                                                     |
            """)
    }

    @Test("a choice is marked once a key has chosen") func chosen() throws {
        try expectScreen(
            AllPages.signature(chosen: true).picture(80, 24),
            """
             Till 1   Signature                           HiLite 8421 OK 87%   LIVE   14:02 |
                                                                                            |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              Reference    T1-000418               ┌─ Signature (from the reader) ───────┐  |
              Why          the card asks for it    │             CORNER CAFE             │  |
              Time left    1:12 of 1:30            │            1 High Street            │  |
              [######################......]       │               London                │  |
              Compare the signature on the slip    │ ----------------------------------- │  |
              with the back of the card.           │ Card                 VISA **** 1111 │  |
              No answer in time = the reader       │ Entry                     Chip, PIN │  |
              declines the sale.                   │ Auth                         091824 │  |
                                                   │ TOTAL                     GBP 12.50 │  |
              > 1  Accept      y                   │              APPROVED               │  |
                2  Reject      n                   │            Merchant copy            │  |
                                                   │                                     │  |
              Choose 1 or 2, then press Enter.     └─────────────────────────────────────┘  |
                                                                                            |
             !!  Waiting for you: accept or reject the signature. 1:12 left                 |
             1 Accept  2 Reject  Enter Send  ? Help                                         |
            """)
    }

    @Test("a small window keeps amount, time and choices") func signatureSmall() throws {
        try expectScreen(
            AllPages.signature().picture(40, 12),
            """
             Signature  HiLite 8421 OK  LIVE  14:02 |
             12.50 GBP                              |
             Time left    1:12 of 1:30              |
             Compare the signature on the slip with |
             the back of the card.                  |
               1  Accept      y                     |
               2  Reject      n                     |
                                                    |
                                                    |
             !!  Waiting for you: accept or reject  |
             !!  the signature. 1:12 left           |
             1 Accept  2 Reject  ? Help             |
            """)
    }
}
