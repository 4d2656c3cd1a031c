import Testing

@Suite("A window too small for a page") struct TooSmallViewTests {
    @Test("a sale shows what Enter charges") func sale() {
        expectScreen(
            AllPages.sale().picture(39, 11),
            """
             Sale      HiLite 8421 OK  LIVE  14:02 |
            12.50 GBP                              |
            Sale                                   |
            Window too small                       |
                                                   |
                                                   |
                                                   |
                                                   |
                                                   |
             OK  Ready. Press Enter to charge …    |
             Enter Charge  + Add  Esc Clear  ? Help|
            """)
    }

    @Test("an idle till says so") func idle() {
        let lines = Shop.ready().picture(39, 11).words
        #expect(lines.contains("Window too small Sale"))
    }

    @Test(
        "what is asked about money shows the amount and the marked answer",
        arguments: [
            ("large amount", ["1,250.00 GBP", "> 0 No, do not charge"]),
            ("another customer", ["12.50 GBP", "The same amount is unknown", "> 0 No, do not charge"]),
            ("tender asked", ["20.00 GBP", "> 0 No, go back", "Due 17.57 GBP"]),
            ("change due", ["2.43 GBP", "Give this change"]), ("tip asked", ["Tip", "> 0 No, go back"]),
            ("rest", ["17.57 GBP", "Still due"]), ("unlinked refund", ["To give back"]), ("refund", ["To give back"]),
        ])
    func questions(page: String, texts: [String]) throws {
        let shop = try #require(try AllPages.shops().first { $0.name == page }).shop
        let words = shop.picture(39, 11).words
        for text in texts { #expect(words.contains(text), "\(words)") }
    }

    @Test("a payment shows its amount, its status and whether it can be cancelled") func payment() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(30, 8),
            """
             Taking a payment LIVE  14:02 |
            12.50 GBP                     |
            Waiting for PIN entry.        |
            Only the customer can cancel  |
            now: red key.                 |
            Window too small              |
             ..  Waiting for PIN entry. … |
             Esc Cancel (not possible now)|
            """)
    }

    @Test("an outcome is told") func outcome() throws {
        try expectScreen(
            AllPages.result(.unknown).picture(30, 8),
            """
             Result    ?? 1 unknown  LIVE |
            12.50 GBP                     |
            UNKNOWN                       |
            DO NOT CHARGE THIS CUSTOMER … |
            Window too small              |
            ?? 1 unknown                  |
             ??  Unknown: 12.50 GBP. …    |
             Enter Ask the reader  ? Help |
            """)
    }

    @Test("a signature that waits to be judged is told") func signature() throws {
        try expectScreen(
            AllPages.signature().picture(30, 8),
            """
             Signature        LIVE  14:02 |
            12.50 GBP                     |
            Waiting for you: accept or    |
            reject the signature. 1:12    |
            left                          |
            Window too small              |
             !!  Waiting for you: …       |
             1 Accept  2 Reject  ? Help   |
            """)
    }

    @Test("a question about money that goes back shows the amount and what is marked") func void() {
        let text = AllPages.void().picture(30, 8).text
        #expect(text.contains("12.50 GBP") && text.contains("> 0 No, keep it"))
        let refund = AllPages.refund(isAsked: true).picture(30, 8).text
        #expect(refund.contains("5.00 GBP") && refund.contains("> 0 No, go back"))
    }

    @Test("the amount comes first where there is least room") func least() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(12, 3),
            """
            12.50 GBP   |
            Waiting …   |
            Only the …  |
            """)
    }

    @Test("an amount that does not fit is not cut") func noRoom() throws {
        try expectScreen(
            AllPages.paymentAtPIN().picture(5, 2),
            """
            #####|
            Wait…|
            """)
    }
}
