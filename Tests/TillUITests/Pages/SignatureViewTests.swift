import Testing
import TillCore

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
              Card         Visa ..1111             ┌─ Signature (from the reader) ───────┐  |
              Reference    T1-000418               │             CORNER CAFE             │  |
              Why          the card asks for it    │            1 High Street            │  |
              Time left    1:12 of 1:30            │               London                │  |
              [######################......]       │ ----------------------------------- │  |
              Compare the signature on the slip    │ Card                 VISA **** 1111 │  |
              with the back of the card.           │ Entry                     Chip, PIN │  |
              No answer in time = the reader       │ Auth                         091824 │  |
              declines the sale.                   │ TOTAL                     GBP 12.50 │  |
                                                   │              APPROVED               │  |
                1  Accept      y                   │            Merchant copy            │  |
                2  Reject      n                   │                                     │  |
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
              Card         Visa ..1111             ┌─ Signature (from the reader) ───────┐  |
              Reference    T1-000418               │             CORNER CAFE             │  |
              Why          the card asks for it    │            1 High Street            │  |
              Time left    1:12 of 1:30            │               London                │  |
              [######################......]       │ ----------------------------------- │  |
              Compare the signature on the slip    │ Card                 VISA **** 1111 │  |
              with the back of the card.           │ Entry                     Chip, PIN │  |
              No answer in time = the reader       │ Auth                         091824 │  |
              declines the sale.                   │ TOTAL                     GBP 12.50 │  |
                                                   │              APPROVED               │  |
              > 1  Accept      y                   │            Merchant copy            │  |
                2  Reject      n                   │                                     │  |
              Choose 1 or 2, then press Enter.     └─────────────────────────────────────┘  |
                                                                                            |
             !!  Waiting for you: accept or reject the signature. 1:12 left                 |
             1 Accept  2 Reject  Enter Send  ? Help                                         |
            """)
    }

    @Test("why there is no picture is told in words of its own, and the slip named", arguments: reasons)
    func missing(reason: SignaturePage.Slip.Reason) throws {
        func text(_ reason: SignaturePage.Slip.Reason) throws -> String {
            try AllPages.signatureMissing(reason).picture(120, 40).text
        }
        #expect(try text(reason).contains("slip."))
        for other in Self.reasons where other != reason { #expect(try text(other) != text(reason)) }
    }

    private static let reasons = SignaturePage.Slip.Reason.allCases

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
