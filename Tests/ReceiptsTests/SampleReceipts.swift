/// Receipts in the manner of card readers.
enum SampleReceipt {
    static let sale = """
        <!DOCTYPE html><html><head><title>Receipt</title><style>td { color: red }</style></head><body>
        <center><h2>Þórs Kaffi &amp; Bar</h2>Laugavegur 1<br>101 Reykjavík</center>
        <hr>
        <table width="100%">
        <tr><td>Merchant ID</td><td align="right">1234567890</td></tr>
        <tr><td>Card</td><td align="right">VISA **** 1111</td></tr>
        <tr><td>Entry</td><td align="right">Contactless</td></tr>
        <tr><td colspan="2">&nbsp;</td></tr>
        <tr><td>Jalape&ntilde;o &frac12; 寿司</td><td align="right">1.234,00&nbsp;kr</td></tr>
        <tr><td>Tip</td><td align="right">66,00&nbsp;kr</td></tr>
        <tr><td><b>TOTAL</b></td><td align="right"><b>1.300,00&nbsp;kr</b></td></tr>
        </table>
        <p align=center>AUTHORISED<br><br><br>Customer copy</p>
        </body></html>
        """

    static let refund = """
        <div style="text-align: center"><b>REFUND</b></div>
        <table><tr><td>Original sale<td>12.50 GBP
        <tr><td>Refunded<td>-5.00 GBP
        <tr><td>Left on the sale, which can still be refunded until the end of the month<td>7.50 GBP</table>
        <div style="TEXT-ALIGN:right">Signature not needed</div>
        """

    static let partial = """
        <pre>
        CHARITY SHOP
          Asked          GBP  20.00
          Approved       GBP  15.00
          Still to pay   GBP   5.00
        </pre><ul><li>Entry method: chip<li>Verified by PIN</ul>
        """

    static let all = [sale, refund, partial]
}
