import Testing

@Suite("Results in a small window") struct SmallResultViewTests {
    @Test("an approved sale") func approved() throws {
        try expectScreen(
            AllPages.result(.approved).picture(40, 12),
            """
             Result HiLite 8421 OK 87%  LIVE  14:02 |
             == APPROVED ==                         |
             12.50 GBP                              |
             12.50 GBP was taken. Give the receipt. |
             Visa ..1111 chip, PIN                  |
             Auth 091824  Ref T1-000418             |
               1  Print customer copy  (no printer) |
               3  Show the receipt  v               |
             > 4  Back to the sale                  |
             OK  Approved. 12.50 GBP was taken.     |
             OK  Enter goes back to the sale.       |
             Enter Go on  Esc Sale  ? Help          |
            """)
    }

    @Test("a declined sale") func declined() throws {
        try expectScreen(
            AllPages.result(.declined).picture(40, 12),
            """
             Result HiLite 8421 OK 87%  LIVE  14:02 |
             xx DECLINED xx                         |
             12.50 GBP                              |
             Not paid. No money was taken. Ask for  |
             another card or another way to pay.    |
             Visa ..1111 chip                       |
               1  Try another card  c               |
               2  Declined receipt  v               |
             > 0  Back to the sale                  |
                                                    |
             XX  Declined. No money was taken.      |
             Enter Go on  Esc Sale  ? Help          |
            """)
    }

    @Test("a sale that was paid in part") func partlyPaid() throws {
        try expectScreen(
            AllPages.partlyPaid().picture(40, 12),
            """
             Result     HiLite 8421 OK  LIVE  14:02 |
             ~~ PARTLY PAID ~~                      |
             20.00 GBP                              |
             20.00 was taken. 17.57 is still due.   |
             Take the rest, or give the 20.00 back. |
             > 1  Take 17.57 with another card  c   |
               2  The rest in cash or otherwise  o  |
               3  Give the 20.00 back  u            |
               4  Show the receipt  v               |
             !!  Partly paid. 17.57 GBP is still    |
             !!  due.                               |
             Enter Go on  1-4 Choose  c Rest  ? Help|
            """)
    }

    @Test("a sale that the customer cancelled") func cancelled() throws {
        try expectScreen(
            AllPages.result(.cancelled).picture(40, 12),
            """
             Result HiLite 8421 OK 87%  LIVE  14:02 |
             xx CANCELLED xx                        |
             12.50 GBP                              |
             The customer pressed the red key. No   |
             money was taken.                       |
             Ref T1-000418                          |
               1  Same amount again  c              |
               2  Show the receipt  (there is none) |
             > 0  Back to the sale                  |
                                                    |
             XX  Cancelled. No money was taken.     |
             Enter Go on  Esc Sale  ? Help          |
            """)
    }

    @Test("a sale that did not take place") func notPaid() throws {
        try expectScreen(
            AllPages.result(.failed).picture(40, 12),
            """
             Result HiLite 8421 OK 87%  LIVE  14:02 |
             xx NOT PAID xx                         |
             12.50 GBP                              |
             The card could not be read: turn it,   |
             use the chip, or take another card. No |
             money was taken.                       |
               1  Same amount again  c              |
               2  Show the receipt  (there is none) |
             > 0  Back to the sale                  |
                                                    |
             XX  Not paid. No money was taken.      |
             Enter Go on  Esc Sale  ? Help          |
            """)
    }

    @Test("an unknown sale") func unknown() throws {
        try expectScreen(
            AllPages.result(.unknown).picture(40, 12),
            """
             Result       ?? 1 unknown  LIVE  14:02 |
             ?? UNKNOWN ??                          |
             12.50 GBP                              |
             DO NOT CHARGE THIS CUSTOMER AGAIN.     |
             The answer did not arrive. The         |
             customer may or may not have been      |
             charged. Do not charge this customer … |
             > 1  Ask the reader (charges nothing)  |
               2  Set aside  w                      |
             ??  Unknown: 12.50 GBP. HiLite 8421 is |
             ??  connected. Enter asks it.          |
             Enter Ask the reader  d Details  ? Help|
            """)
    }

    @Test("what is still due is never cut") func compactPartlyPaid() throws {
        try expectScreen(
            AllPages.partlyPaid().picture(60, 18),
            """
             Till 1  Result                 HiLite 8421 OK  LIVE  14:02 |
            ~~~ PARTLY PAID ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
            ~  20.00 GBP                                               ~|
            ~                                                          ~|
            ~  20.00 was taken. 17.57 is still due. Take the rest, or  ~|
            ~  give the 20.00 back.                                    ~|
            ~  Asked 37.57 GBP  Paid now 20.00 GBP                     ~|
            ~  STILL DUE 17.57 GBP                                     ~|
            ~  Visa ..1111 chip, PIN                                   ~|
            ~  Ref T1-000418                                           ~|
            ~  > 1  Take 17.57 with another card  c                    ~|
            ~    2  The rest in cash or otherwise  o                   ~|
            ~    3  Give the 20.00 back  u                             ~|
            ~    4  Show the receipt  v                                ~|
            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
                                                                        |
             !!  Partly paid. 17.57 GBP is still due.                   |
             Enter Go on  1-4 Choose  c Rest  o Otherwise  ? Help       |
            """)
    }
}
