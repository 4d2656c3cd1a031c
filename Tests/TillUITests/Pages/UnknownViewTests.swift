import Testing

@Suite("A sale in doubt") struct UnknownViewTests {
    @Test("an unknown result") func unknown() throws {
        try expectScreen(
            AllPages.result(.unknown).picture(80, 24),
            """
             Till 1   Result               HiLite 8421 OK 87%   ?? 1 unknown   LIVE   14:02 |
            ??? UNKNOWN ????????????????????????????????????????????????????????????????????|
            ?                                                                              ?|
            ?   ███   █████      █████  █████                                              ?|
            ?    ██      ██      ██     ██ ██                                              ?|
            ?    ██   █████      █████  ██ ██                                              ?|
            ?    ██   ██            ██  ██ ██                                              ?|
            ?   ████  █████  ██  █████  █████  GBP                                         ?|
            ?                                                                              ?|
            ?  DO NOT CHARGE THIS CUSTOMER AGAIN.                                          ?|
            ?  The answer did not arrive. The customer may or may not have been charged.   ?|
            ?  Do not charge this customer again. Ask the reader for the answer (safe).    ?|
            ?                                                                              ?|
            ?  Ref T1-000418                                                               ?|
            ?                                                                              ?|
            ?  > 1  Ask the reader for the answer (safe, charges nothing)                  ?|
            ?    2  Set aside: a new sale may erase the reader's answer  w                 ?|
            ?    3  Support sheet: what to tell the help desk  h                           ?|
            ?    4  Decide by hand, with proof from the bank  o                            ?|
            ?                                                                              ?|
            ????????????????????????????????????????????????????????????????????????????????|
                                                                                            |
             ??  Unknown: 12.50 GBP. HiLite 8421 is connected. Enter asks it.               |
             Enter Ask the reader  1-4 Choose  d Details  w Set aside  h Support  ? Help    |
            """)
    }

    @Test("what Enter does is named by the choice that is marked", arguments: [2, 3, 4]) func marked(choice: Int) throws
    {
        var shop = try AllPages.result(.unknown)
        shop.press(.digit(choice))
        let words = shop.picture(80, 24).words
        #expect(words.contains("HiLite 8421 is connected. 1, then Enter asks it."))
        #expect(words.contains("Enter Go on") && !words.contains("Enter Ask the reader"))
        shop.press(.digit(1))
        #expect(shop.picture(80, 24).words.contains("Enter Ask the reader"))
    }

    @Test("a result that the reader does not know either") func stillUnknown() {
        expectScreen(
            AllPages.stillUnknown().picture(80, 24),
            """
             Till 1   Result                   HiLite 8421 OK   ?? 1 unknown   LIVE   14:02 |
            ??? STILL UNKNOWN ??????????????????????????????????????????????????????????????|
            ?                                                                              ?|
            ?   ███   █████      █████  █████                                              ?|
            ?    ██      ██      ██     ██ ██                                              ?|
            ?    ██   █████      █████  ██ ██                                              ?|
            ?    ██   ██            ██  ██ ██                                              ?|
            ?   ████  █████  ██  █████  █████  GBP                                         ?|
            ?                                                                              ?|
            ?  DO NOT CHARGE THIS CUSTOMER AGAIN.                                          ?|
            ?  The reader has no stored answer. Call support with this sheet before        ?|
            ?  charging again.                                                             ?|
            ?                                                                              ?|
            ?  Ref T1-000418                                                               ?|
            ?                                                                              ?|
            ?  > 1  Ask the reader for the answer (safe, charges nothing)                  ?|
            ?    2  Set aside: a new sale may erase the reader's answer  w                 ?|
            ?    3  Support sheet: what to tell the help desk  h                           ?|
            ?    4  Decide by hand, with proof from the bank  o                            ?|
            ?    0  Back to the sale                                                       ?|
            ????????????????????????????????????????????????????????????????????????????????|
                                                                                            |
             ??  Unknown: 12.50 GBP. HiLite 8421 is connected. Enter asks it.               |
             Enter Ask the reader  0-4 Choose  d Details  Esc Sale  w Set aside  ? Help     |
            """)
    }

    @Test("a sale that was never answered comes before any new one") func unfinished() {
        expectScreen(
            AllPages.unfinished().picture(80, 24),
            """
             Till 1   Unfinished sale          HiLite 8421 OK   ?? 1 unknown   LIVE   14:03 |
            ??? UNFINISHED SALE ????????????????????????????????????????????????????????????|
            ?                                                                              ?|
            ?   ███   █████      █████  █████                                              ?|
            ?    ██      ██      ██     ██ ██                                              ?|
            ?    ██   █████      █████  ██ ██                                              ?|
            ?    ██   ██            ██  ██ ██                                              ?|
            ?   ████  █████  ██  █████  █████  GBP                                         ?|
            ?                                                                              ?|
            ?  Started      14:02:00   ref T1-000418                                       ?|
            ?  Sent         to HiLite 8421                                                 ?|
            ?  Answer       none recorded                                                  ?|
            ?                                                                              ?|
            ?  HiLite 8421 is connected, and may hold the answer.                          ?|
            ?  Fetching the result charges nothing, and comes before any new sale.         ?|
            ?  > 1  Fetch the result now                                                   ?|
            ?    2  What the books hold of it  d                                           ?|
            ?    3  Support sheet  h                                                       ?|
            ?    4  Set aside: a new sale may erase the reader's answer  w                 ?|
            ?    5  Decide by hand, with proof from the bank  o                            ?|
            ????????????????????????????????????????????????????????????????????????????????|
                                                                                            |
             ??  Unfinished: 12.50 GBP. HiLite 8421 is connected. Enter asks it.            |
             Enter Go on  1-5 Choose  d Details  w Set aside  h Support  o Decide  ? Help   |
            """)
    }

    @Test("a sale that was never answered in a small window") func unfinishedSmall() {
        expectScreen(
            AllPages.unfinished().picture(40, 12),
            """
             Unfinished sale     ?? 1 unknown  LIVE |
             ?? UNFINISHED SALE ??                  |
             12.50 GBP                              |
             Started 14:02:00                       |
             ref T1-000418                          |
             Fetching the result charges nothing,   |
             and comes before any new sale.         |
             > 1  Fetch the result now              |
               2  What the books hold of it  d      |
             ??  Unfinished: 12.50 GBP. HiLite 8421 |
             ??  is connected. Enter asks it.       |
             Enter Go on  1-5 Choose  q Quit  ? Help|
            """)
    }
}
