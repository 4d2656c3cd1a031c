import Testing

@Suite("Results") struct ResultViewTests {
    @Test("an approved sale") func approved() throws {
        try expectScreen(
            AllPages.result(.approved).picture(80, 24),
            """
             Till 1   Result                              HiLite 8421 OK 87%   LIVE   14:02 |
            === APPROVED ===================================================================|
            =                                                                              =|
            =   ███   █████      █████  █████                                              =|
            =    ██      ██      ██     ██ ██                                              =|
            =    ██   █████      █████  ██ ██                                              =|
            =    ██   ██            ██  ██ ██                                              =|
            =   ████  █████  ██  █████  █████  GBP                                         =|
            =                                                                              =|
            =  12.50 GBP was taken. Give the receipt.                                      =|
            =                                                                              =|
            =  Visa ..1111 chip, PIN                                                       =|
            =  Auth 091824  Ref T1-000418                                                  =|
            =                                                                              =|
            =    1  Print customer copy  (no printer)                                      =|
            =    3  Show the receipt  v                                                    =|
            =  > 4  Back to the sale                                                       =|
            =                                                                              =|
            =                                                                              =|
            =                                                                              =|
            ================================================================================|
                                                                                            |
             OK  Approved. 12.50 GBP was taken. Enter goes back to the sale.                |
             Enter Go on  1 3 4 Choose  v Receipt  d Details  Esc Sale  ? Help              |
            """)
    }

    @Test("a declined sale") func declined() throws {
        try expectScreen(
            AllPages.result(.declined).picture(80, 24),
            """
             Till 1   Result                              HiLite 8421 OK 87%   LIVE   14:02 |
            xxx DECLINED xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
            x                                                                              x|
            x   ███   █████      █████  █████                                              x|
            x    ██      ██      ██     ██ ██                                              x|
            x    ██   █████      █████  ██ ██                                              x|
            x    ██   ██            ██  ██ ██                                              x|
            x   ████  █████  ██  █████  █████  GBP                                         x|
            x                                                                              x|
            x  Not paid. No money was taken. Ask for another card or another way to pay.   x|
            x                                                                              x|
            x  Visa ..1111 chip                                                            x|
            x  Ref T1-000418                                                               x|
            x                                                                              x|
            x    1  Try another card  c                                                    x|
            x    2  Declined receipt  v                                                    x|
            x  > 0  Back to the sale                                                       x|
            x                                                                              x|
            x                                                                              x|
            x                                                                              x|
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
                                                                                            |
             XX  Declined. No money was taken.                                              |
             Enter Go on  0-2 Choose  c Same again  v Receipt  d Details  Esc Sale  ? Help  |
            """)
    }

    @Test("a sale that was paid in part") func partlyPaid() throws {
        try expectScreen(
            AllPages.partlyPaid().picture(80, 24),
            """
             Till 1   Result                                  HiLite 8421 OK   LIVE   14:02 |
            ~~~ PARTLY PAID ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
            ~                                                                              ~|
            ~  █████  █████      █████  █████                                              ~|
            ~     ██  ██ ██      ██ ██  ██ ██                                              ~|
            ~  █████  ██ ██      ██ ██  ██ ██                                              ~|
            ~  ██     ██ ██      ██ ██  ██ ██                                              ~|
            ~  █████  █████  ██  █████  █████  GBP                                         ~|
            ~                                                                              ~|
            ~  20.00 was taken. 17.57 is still due. Take the rest, or give the 20.00       ~|
            ~  back.                                                                       ~|
            ~                                                                              ~|
            ~  Asked 37.57 GBP  Paid now 20.00 GBP  STILL DUE 17.57 GBP                    ~|
            ~  Visa ..1111 chip, PIN                                                       ~|
            ~  Ref T1-000418                                                               ~|
            ~                                                                              ~|
            ~  > 1  Take 17.57 with another card  c                                        ~|
            ~    2  The rest in cash or otherwise  o                                       ~|
            ~    3  Give the 20.00 back  u                                                 ~|
            ~    4  Show the receipt  v                                                    ~|
            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
                                                                                            |
             !!  Partly paid. 17.57 GBP is still due.                                       |
             Enter Go on  1-4 Choose  c Rest  o Otherwise  u Give back  v Receipt  ? Help   |
            """)
    }

    @Test("a sale that the customer cancelled") func cancelled() throws {
        try expectScreen(
            AllPages.result(.cancelled).picture(80, 24),
            """
             Till 1   Result                              HiLite 8421 OK 87%   LIVE   14:02 |
            xxx CANCELLED xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
            x                                                                              x|
            x   ███   █████      █████  █████                                              x|
            x    ██      ██      ██     ██ ██                                              x|
            x    ██   █████      █████  ██ ██                                              x|
            x    ██   ██            ██  ██ ██                                              x|
            x   ████  █████  ██  █████  █████  GBP                                         x|
            x                                                                              x|
            x  The customer pressed the red key. No money was taken.                       x|
            x                                                                              x|
            x  Ref T1-000418                                                               x|
            x                                                                              x|
            x    1  Same amount again  c                                                   x|
            x    2  Show the receipt  (there is none)                                      x|
            x  > 0  Back to the sale                                                       x|
            x                                                                              x|
            x                                                                              x|
            x                                                                              x|
            x                                                                              x|
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
                                                                                            |
             XX  Cancelled. No money was taken.                                             |
             Enter Go on  0-2 Choose  c Same again  d Details  Esc Sale  ? Help             |
            """)
    }

    @Test("a sale that did not take place") func notPaid() throws {
        try expectScreen(
            AllPages.result(.failed).picture(80, 24),
            """
             Till 1   Result                              HiLite 8421 OK 87%   LIVE   14:02 |
            xxx NOT PAID xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
            x                                                                              x|
            x   ███   █████      █████  █████                                              x|
            x    ██      ██      ██     ██ ██                                              x|
            x    ██   █████      █████  ██ ██                                              x|
            x    ██   ██            ██  ██ ██                                              x|
            x   ████  █████  ██  █████  █████  GBP                                         x|
            x                                                                              x|
            x  The card could not be read: turn it, use the chip, or take another card.    x|
            x  No money was taken.                                                         x|
            x                                                                              x|
            x  Ref T1-000418                                                               x|
            x                                                                              x|
            x    1  Same amount again  c                                                   x|
            x    2  Show the receipt  (there is none)                                      x|
            x  > 0  Back to the sale                                                       x|
            x                                                                              x|
            x                                                                              x|
            x                                                                              x|
            xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|
                                                                                            |
             XX  Not paid. No money was taken.                                              |
             Enter Go on  0-2 Choose  c Same again  d Details  Esc Sale  ? Help             |
            """)
    }

    @Test("the small print of an approved sale") func details() throws {
        try expectScreen(
            AllPages.details().picture(80, 24),
            """
             Till 1   Result                              HiLite 8421 OK 87%   LIVE   14:02 |
            === APPROVED ===================================================================|
            =                                                                              =|
            =   ███   █████      █████  █████                                              =|
            =    ██      ██      ██     ██ ██                                              =|
            =    ██   █████      █████  ██ ██                                              =|
            =    ██   ██            ██  ██ ██                                              =|
            =   ████  █████  ██  █████  █████  GBP                                         =|
            =                                                                              =|
            =  12.50 GBP was taken. Give the receipt.                                      =|
            =                                                                              =|
            =  Visa ..1111 chip, PIN                                                       =|
            =  Auth 091824  Ref T1-000418                                                  =|
            =  Started 2026-01-02 14:02:05  Ended 2026-01-02 14:02:10                      =|
            =  Status 0001 AUTHORISED  Number 0078                                         =|
            =  EFT 01234567-89ab-cdef-0123-456789abcdef  Reader 012345678421               =|
            =                                                                              =|
            =    1  Print customer copy  (no printer)                                      =|
            =    3  Show the receipt  v                                                    =|
            =  > 4  Back to the sale                                                       =|
            ================================================================================|
                                                                                            |
             OK  Approved. 12.50 GBP was taken. Enter goes back to the sale.                |
             Enter Go on  1 3 4 Choose  v Receipt  d Details  Esc Sale  ? Help              |
            """)
    }
}
