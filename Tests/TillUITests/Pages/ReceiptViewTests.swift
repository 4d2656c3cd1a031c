import Terminal
import Testing
import TillCore

@Suite("The receipt page") struct ReceiptViewTests {
    @Test("the customer's copy stands as on a till roll") func receipt() throws {
        try expectScreen(
            AllPages.receipt().picture(80, 24),
            """
             Till 1   Receipt                             HiLite 8421 OK 87%   LIVE   14:02 |
              ┌─ Customer copy ────────────────────────────┐                                |
              │                CORNER CAFE                 │ > 1 Customer                   |
              │               1 High Street                │   2 Merchant                   |
              │                   London                   │   3 Both                       |
              │ ------------------------------------------ │                                |
              │ Card                        VISA **** 1111 │ Lines                          |
              │ Entry                            Chip, PIN │ 1-12 of 12                     |
              │ Auth                                091824 │                                |
              │ TOTAL                            GBP 12.50 │ p Print: no printer is set up. |
              │                  APPROVED                  │                                |
              │               Customer copy                │                                |
              │                                            │                                |
              │    01234567-89ab-cdef-0123-456789abcdef    │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              │                                            │                                |
              └────────────────────────────────────────────┘                                |
                                                                                            |
             OK  This is the receipt as the reader sent it. Esc goes back.                  |
             Esc Back  j k Scroll  Tab Other copy  / Find  s Save  W Width  Y Copy  ? Help  |
            """)
    }

    @Test("a low window keeps the roll's width") func receiptCompact() throws {
        try expectScreen(
            AllPages.receipt().picture(60, 18),
            """
             Till 1  Receipt            HiLite 8421 OK 87%  LIVE  14:02 |
             ┌─ Customer copy ────────────────────────────┐             |
             │                CORNER CAFE                 │ > Customer  |
             │               1 High Street                │   Merchant  |
             │                   London                   │   Both      |
             │ ------------------------------------------ │             |
             │ Card                        VISA **** 1111 │ Lines       |
             │ Entry                            Chip, PIN │ 1-12 of 12  |
             │ Auth                                091824 │             |
             │ TOTAL                            GBP 12.50 │             |
             │                  APPROVED                  │             |
             │               Customer copy                │             |
             │                                            │             |
             │    01234567-89ab-cdef-0123-456789abcdef    │             |
             └────────────────────────────────────────────┘             |
             OK  This is the receipt as the reader sent it. Esc goes    |
             OK  back.                                                  |
             Esc Back  j k Scroll  Tab Other copy  / Find  ? Help       |
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
             Esc Back  j k Scroll  / Find  ? Help   |
            """)
    }

    @Test("what was found is marked, and the field says which of its places is shown") func found() throws {
        let canvas = try AllPages.foundOnReceipt().picture(80, 24)
        #expect(canvas.lines[9].hasPrefix("  │>TOTAL "))
        #expect(canvas.cursor?.row == 9)
        #expect(canvas.lines[20] == "  Find: total" + String(repeating: " ", count: 59) + "1 of 1")
        let small = try AllPages.foundOnReceipt().picture(40, 12)
        #expect(small.lines[1] == " Find: total                     1 of 1")
        #expect(small.lines.contains { $0.hasPrefix(">TOTAL ") })
    }

    @Test("a copy of a simulated reader says so, whatever the reader prints") func simulated() {
        var shop = Shop.ready(Shop.simulator)
        shop.charge()
        shop.finish(.approved)
        shop.wait()
        shop.press(.receipt)
        #expect(shop.picture().lines[2].contains(" SIMULATED "))
        #expect(shop.picture(40, 12).text.contains("SIMULATED"))
        shop.press(.otherPanel)
        #expect(shop.picture().lines[2].contains(" SIMULATED "))
        shop.press(.bottom)
        #expect(shop.picture().text.contains("*** SIMULATED ***"))
    }

    /// A receipt on the screen as the reader sent it.
    private func showing(_ html: String) -> Shop {
        var shop = Shop.ready()
        shop.charge()
        shop.finish(.approved) { $0.customerReceipt = html }
        shop.wait()
        shop.press(.receipt)
        return shop
    }

    /// What stands on the canvas in a role, a row of it a text.
    private func words(_ role: Role, _ canvas: Canvas) -> [String] {
        (0..<canvas.size.rows).compactMap { row in
            let text = canvas.row(row).filter { $0.role == role }.reduce(into: "") { $0 += $1.text }
            return text.isEmpty ? nil : text
        }
    }

    @Test(
        "what is bold or underlined on the receipt is so on the screen, in every window",
        arguments: [(120, 40), (80, 24), (60, 18), (40, 12)])
    func emphasis(columns: Int, rows: Int) {
        let canvas = showing(
            """
            <center><b>寿司 BAR</b> open</center><p>a <u>b c</u> <i>d</i> <b><u>e</u></b>
            <table><tr><td>Cafe\u{301} <b>TOTAL</b><td align=right><b>GBP 12.50</b></table>
            """
        ).picture(columns, rows)
        #expect(words(.strong, canvas) == ["寿司 BAR", "TOTALGBP 12.50"])
        #expect(words(.underlined, canvas) == ["b cd"])
        #expect(words(.strongUnderlined, canvas) == ["e"])
    }

    @Test("a combining mark in a span of its own moves no emphasis out of its place") func mark() {
        let canvas = showing("<p>Cafe<b>\u{301} Bar</b> x<p>x").picture(80, 24)
        #expect(canvas.lines[2].contains("Cafe\u{301} Bar x"))
        #expect(words(.strong, canvas) == [" Bar"])
    }

    @Test("on the line that was found, and beyond the edge of a narrow window, emphasis gives way") func gives() {
        var shop = showing("<p>a <b>TOTAL</b> b<p><b>\(String(repeating: "w", count: 60))</b>")
        shop.press(.find)
        for scalar in "a to".unicodeScalars { shop.press(.text(scalar)) }
        shop.press(.confirm)
        for (columns, rows) in [(80, 24), (60, 18), (40, 12)] {
            let canvas = shop.picture(columns, rows)
            #expect(words(.focus, canvas).contains(">a TOTAL b"))
            #expect(words(.strong, canvas).allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "w" } })
            #expect(words(.strong, canvas).joined().count == 60)
        }
    }

    @Test("it says what e sends, and nothing of it where no e-mail is set up") func email() throws {
        var shop = AllPages.approvedWithMail()
        shop.press(.receipt)
        let copies: [(AppCommand, String)] = [
            (.digit(1), "e E-mail this copy"), (.digit(2), "e E-mail the customer's copy"),
            (.digit(3), "e E-mail the customer's copy"),
        ]
        for (copy, line) in copies {
            shop.press(copy)
            #expect(shop.picture(80, 24).lines[10].hasSuffix(line))
            #expect(shop.picture(120, 40).lines[10].contains(line))
        }
        let without = try AllPages.receipt()
        #expect(!without.picture(80, 24).text.contains("E-mail"))
        #expect(!without.picture(120, 40).text.contains("E-mail"))
    }

    @Test("it is set for a roll of 32, 42 or 48 columns, or for the window") func widths() throws {
        var shop = try AllPages.receipt()
        var totals: [Int] = []
        for _ in 0..<4 {
            let line = try #require(shop.picture().lines.first { $0.contains("TOTAL") })
            totals.append(line.drop { $0 != "T" }.prefix { $0 != "│" }.count - 1)
            shop.press(.width)
        }
        #expect(totals == [42, 48, 72, 32])
    }
}
