import Testing

@Suite("Receipts on paper") struct ReceiptGoldenTests {
    @Test("a sale, with its amounts under each other, on 32 columns") func sale32() throws {
        #expect(
            try paper(SampleReceipt.sale, 32) == """
                        Þórs Kaffi & Bar        |
                          Laugavegur 1          |
                         101 Reykjavík          |
                --------------------------------|
                Merchant ID           1234567890|
                Card              VISA **** 1111|
                Entry                Contactless|
                                                |
                Jalapeño ½ 寿司      1.234,00 kr|
                Tip                     66,00 kr|
                TOTAL                1.300,00 kr|
                           AUTHORISED           |
                                                |
                         Customer copy          |
                """)
    }

    @Test("a sale, with its amounts under each other, on 42 columns") func sale42() throws {
        #expect(
            try paper(SampleReceipt.sale, 42) == """
                             Þórs Kaffi & Bar             |
                               Laugavegur 1               |
                              101 Reykjavík               |
                ------------------------------------------|
                Merchant ID                     1234567890|
                Card                        VISA **** 1111|
                Entry                          Contactless|
                                                          |
                Jalapeño ½ 寿司                1.234,00 kr|
                Tip                               66,00 kr|
                TOTAL                          1.300,00 kr|
                                AUTHORISED                |
                                                          |
                              Customer copy               |
                """)
    }

    @Test("a sale, with its amounts under each other, on 48 columns") func sale48() throws {
        #expect(
            try paper(SampleReceipt.sale, 48) == """
                                Þórs Kaffi & Bar                |
                                  Laugavegur 1                  |
                                 101 Reykjavík                  |
                ------------------------------------------------|
                Merchant ID                           1234567890|
                Card                              VISA **** 1111|
                Entry                                Contactless|
                                                                |
                Jalapeño ½ 寿司                      1.234,00 kr|
                Tip                                     66,00 kr|
                TOTAL                                1.300,00 kr|
                                   AUTHORISED                   |
                                                                |
                                 Customer copy                  |
                """)
    }

    @Test("a refund, whose long text wraps beside its amount, on 32 columns") func refund32() throws {
        #expect(
            try paper(SampleReceipt.refund, 32) == """
                             REFUND             |
                Original sale          12.50 GBP|
                Refunded               -5.00 GBP|
                Left on the sale,       7.50 GBP|
                which can still be              |
                refunded until the end          |
                of the month                    |
                            Signature not needed|
                """)
    }

    @Test("a refund, whose long text wraps beside its amount, on 42 columns") func refund42() throws {
        #expect(
            try paper(SampleReceipt.refund, 42) == """
                                  REFUND                  |
                Original sale                    12.50 GBP|
                Refunded                         -5.00 GBP|
                Left on the sale, which can       7.50 GBP|
                still be refunded until the end           |
                of the month                              |
                                      Signature not needed|
                """)
    }

    @Test("a refund, whose long text wraps beside its amount, on 48 columns") func refund48() throws {
        #expect(
            try paper(SampleReceipt.refund, 48) == """
                                     REFUND                     |
                Original sale                          12.50 GBP|
                Refunded                               -5.00 GBP|
                Left on the sale, which can still be    7.50 GBP|
                refunded until the end of the month             |
                                            Signature not needed|
                """)
    }

    @Test("a partial approval, set with spaces, on 32 columns") func partial32() throws {
        #expect(
            try paper(SampleReceipt.partial, 32) == """
                CHARITY SHOP                    |
                  Asked          GBP  20.00     |
                  Approved       GBP  15.00     |
                  Still to pay   GBP   5.00     |
                - Entry method: chip            |
                - Verified by PIN               |
                """)
    }

    @Test("a partial approval, set with spaces, on 42 columns") func partial42() throws {
        #expect(
            try paper(SampleReceipt.partial, 42) == """
                CHARITY SHOP                              |
                  Asked          GBP  20.00               |
                  Approved       GBP  15.00               |
                  Still to pay   GBP   5.00               |
                - Entry method: chip                      |
                - Verified by PIN                         |
                """)
    }

    @Test("a partial approval, set with spaces, on 48 columns") func partial48() throws {
        #expect(
            try paper(SampleReceipt.partial, 48) == """
                CHARITY SHOP                                    |
                  Asked          GBP  20.00                     |
                  Approved       GBP  15.00                     |
                  Still to pay   GBP   5.00                     |
                - Entry method: chip                            |
                - Verified by PIN                               |
                """)
    }
}
