import Testing
import TillCore

@Suite("Operation, refund and void") struct ReturnViewTests {
    @Test("an operation with all that is known and what can be done") func operation() {
        expectScreen(
            AllPages.operation().picture(80, 24),
            """
             Till 1   Operation                               HiLite 8421 OK   LIVE   14:02 |
              SALE  12.50 GBP                                                     APPROVED  |
              Started 2026-01-02 14:01:00  Ended 14:02:00                                   |
              Visa ..1111 chip, PIN  Auth 091824                                            |
              Given back 0.00  Can be given back 12.50 of 12.50 GBP                         |
              Can be voided until the end of the day                                        |
              Ref T1-000418-K7Q2  EFT 01234567-89ab-cdef-0123-456789abcdef  Number 0078     |
              Reader said AUTHORISED  HiLite 8421 012345678421                              |
              14:01:00  Request sent to the reader                                          |
              14:01:00  Waiting for card                                                    |
              14:01:00  The reader's data went to the bank                                  |
              14:01:00  The result was seen                                                 |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
              > 0  Back                                                                     |
                1  Show the receipt  v                                                      |
                2  Give up to 12.50 GBP back  f                                             |
                3  Void all of it  u                                                        |
                4  Change the tip  t                                                        |
                                                                                            |
             --  PgDn shows what happened step by step. Esc goes back.                      |
             Enter Go on  0-4 Choose  v Receipt  f Refund  u Void  t Tip  Esc Back  ? Help  |
            """)
    }

    @Test("an operation with all that is known and what can be done in a small window") func operationSmall() {
        expectScreen(
            AllPages.operation().picture(40, 12),
            """
             Operation  HiLite 8421 OK  LIVE  14:02 |
             SALE  12.50 GBP               APPROVED |
             Started 2026-01-02 14:01:00            |
             Ended 14:02:00                         |
             > 0  Back                              |
               1  Show the receipt  v               |
               2  Give up to 12.50 GBP back  f      |
               3  Void all of it  u                 |
               4  Change the tip  t                 |
             --  PgDn shows what happened step by   |
             --  step. Esc goes back.               |
             Enter Go on  f Refund  Esc Back  ? Help|
            """)
    }

    @Test("the amount that goes back is typed first") func refund() {
        expectScreen(
            AllPages.refund().picture(80, 24),
            """
             Till 1   Refund                                  HiLite 8421 OK   LIVE   14:02 |
              Sale of 14:01  12.50 GBP  Visa ..1111  T1-000418                              |
              Already back 0.00  Can be given back 12.50 GBP                                |
                                                                                            |
              █████      █████  █████                                                       |
              ██         ██ ██  ██ ██                                                       |
              █████      ██ ██  ██ ██                                                       |
                 ██      ██ ██  ██ ██                                                       |
              █████  ██  █████  █████  GBP                                                  |
                                                                                            |
              The reader asks for the card. 5.00 goes back, 7.50 stays paid.                |
                                                                                            |
              Digits change the amount. Enter goes on to the question.                      |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             --  Type how much goes back, then press Enter. Nothing is sent yet.            |
             Enter Go on  0-9 Amount  - Erase  Esc Back  ? Help                             |
            """)
    }

    @Test("the amount that goes back is typed first in a small window") func refundSmall() {
        expectScreen(
            AllPages.refund().picture(40, 12),
            """
             Refund     HiLite 8421 OK  LIVE  14:02 |
             Sale of 14:01  12.50 GBP  Visa ..1111  |
             Already back 0.00                      |
             Can be given back 12.50 GBP            |
             5.00 GBP                               |
             The reader asks for the card. 5.00     |
             goes back, 7.50 stays paid.            |
             Digits change the amount. Enter goes   |
             on to the question.                    |
             --  Type how much goes back, then      |
             --  press Enter. Nothing is sent yet.  |
             Enter Go on  - Erase  Esc Back  ? Help |
            """)
    }

    @Test("then it is asked about, and No is marked") func refundAsked() {
        expectScreen(
            AllPages.refund(isAsked: true).picture(80, 24),
            """
             Till 1   Refund                                  HiLite 8421 OK   LIVE   14:02 |
              Sale of 14:01  12.50 GBP  Visa ..1111  T1-000418                              |
              Already back 0.00  Can be given back 12.50 GBP                                |
                                                                                            |
              █████      █████  █████                                                       |
              ██         ██ ██  ██ ██                                                       |
              █████      ██ ██  ██ ██                                                       |
                 ██      ██ ██  ██ ██                                                       |
              █████  ██  █████  █████  GBP                                                  |
                                                                                            |
              The reader asks for the card. 5.00 goes back, 7.50 stays paid.                |
                                                                                            |
              > 0  No, go back                                                              |
                1  Yes, give back 5.00 GBP                                                  |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter to give it back. Esc goes back to the amount.          |
             Enter Answer  0 No  1 Yes  Esc Amount  ? Help                                  |
            """)
    }

    @Test("then it is asked about, and No is marked in a small window") func refundAskedSmall() {
        expectScreen(
            AllPages.refund(isAsked: true).picture(40, 12),
            """
             Refund     HiLite 8421 OK  LIVE  14:02 |
             Sale of 14:01  12.50 GBP  Visa ..1111  |
             Already back 0.00                      |
             Can be given back 12.50 GBP            |
             5.00 GBP                               |
             The reader asks for the card. 5.00     |
             goes back, 7.50 stays paid.            |
             > 0  No, go back                       |
               1  Yes, give back 5.00 GBP           |
             !!  Press 1, then Enter to give it     |
             !!  back. Esc goes back to the amount. |
             Enter Answer  0 No  Esc Amount  ? Help |
            """)
    }

    @Test("a void is asked about, and No is marked") func void() {
        expectScreen(
            AllPages.void().picture(80, 24),
            """
             Till 1   Void                                    HiLite 8421 OK   LIVE   14:02 |
                                                                                            |
               ███   █████      █████  █████                                                |
                ██      ██      ██     ██ ██                                                |
                ██   █████      █████  ██ ██                                                |
                ██   ██            ██  ██ ██                                                |
               ████  █████  ██  █████  █████  GBP                                           |
                                                                                            |
              Cancel the whole sale of 12.50 GBP? This cannot be undone.                    |
              14:01  Visa ..1111  T1-000418                                                 |
                                                                                            |
              > 0  No, keep the sale                                                        |
                1  Yes, void 12.50 GBP                                                      |
                                                                                            |
              Press 1, then Enter. Esc = No                                                 |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             !!  Press 1, then Enter to void it. Esc is No.                                 |
             Enter Answer  0 No  1 Yes  Esc No  ? Help                                      |
            """)
    }

    @Test("a void is asked about, and No is marked in a small window") func voidSmall() {
        expectScreen(
            AllPages.void().picture(40, 12),
            """
             Void       HiLite 8421 OK  LIVE  14:02 |
             12.50 GBP                              |
             Cancel the whole sale of 12.50 GBP?    |
             This cannot be undone.                 |
             14:01  Visa ..1111  T1-000418          |
             > 0  No, keep the sale                 |
               1  Yes, void 12.50 GBP               |
             Press 1, then Enter. Esc = No          |
                                                    |
             !!  Press 1, then Enter to void it.    |
             !!  Esc is No.                         |
             Enter Answer  0 No  Esc No  ? Help     |
            """)
    }

    @Test("money that went back has its own words") func refunded() {
        expectScreen(
            AllPages.refunded(.approved).picture(80, 24),
            """
             Till 1   Result                                  HiLite 8421 OK   LIVE   14:02 |
            === REFUNDED ===================================================================|
            =                                                                              =|
            =  █████      █████  █████                                                     =|
            =  ██         ██ ██  ██ ██                                                     =|
            =  █████      ██ ██  ██ ██                                                     =|
            =     ██      ██ ██  ██ ██                                                     =|
            =  █████  ██  █████  █████  GBP                                                =|
            =                                                                              =|
            =  5.00 GBP was given back. Give the receipt.                                  =|
            =                                                                              =|
            =  Visa ..1111 chip, PIN                                                       =|
            =  Auth 091824  Ref T1-000422-K7Q2                                             =|
            =                                                                              =|
            =    1  Print customer copy  (no printer)                                      =|
            =    3  Show the receipt  v                                                    =|
            =  > 4  Go back                                                                =|
            =                                                                              =|
            =                                                                              =|
            =                                                                              =|
            ================================================================================|
                                                                                            |
             OK  5.00 GBP was given back. Give the receipt.                                 |
             Enter Go on  1 3 4 Choose  v Receipt  d Details  Esc Back  ? Help              |
            """)
    }

    @Test("money that went back has its own words in a small window") func refundedSmall() {
        expectScreen(
            AllPages.refunded(.approved).picture(40, 12),
            """
             Result     HiLite 8421 OK  LIVE  14:02 |
             == REFUNDED ==                         |
             5.00 GBP                               |
             5.00 GBP was given back. Give the      |
             receipt.                               |
             Visa ..1111 chip, PIN                  |
               1  Print customer copy  (no printer) |
               3  Show the receipt  v               |
             > 4  Go back                           |
             OK  5.00 GBP was given back. Give the  |
             OK  receipt.                           |
             Enter Go on  Esc Back  ? Help          |
            """)
    }

    @Test("what is in doubt shows none of the reader's words, and forbids to do it again") func inDoubt() throws {
        var shop = AllPages.refund(isAsked: true)
        shop.press(.yes, .confirm)
        shop.send(.desk(.intentRecorded(shop.entry(422, 500, nil, kind: .refund, minutesAgo: 0))))
        shop.finish(.unknown) { $0.message = "Declined: failed, try again" }
        shop.wait()
        let text = shop.picture().text
        #expect(text.contains("DO NOT GIVE THIS MONEY BACK AGAIN."))
        #expect(shop.picture().words.contains("The money may or may not have gone back."))
        #expect(!text.lowercased().contains("try again") && !text.contains("CHARGE THIS"))
    }
}
