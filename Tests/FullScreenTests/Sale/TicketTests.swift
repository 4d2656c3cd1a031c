import Glibc
import Testing

/// How a sale is rung up. Numbers are those of the acceptance checks.
@Suite("Tickets on the full screen", .drivesTill) struct TicketTests {
    @Test("check 5: 500 + 3*250 + are two lines, 12.50; - takes a line off and + puts it back")
    func lines() throws {
        let till = try Till.ready()
        till.type("500+3*250+")
        try till.see("1  Amount", "2  Amount x3", "7.50", "Press Enter to charge 12.50 GBP.")
        till.press("-")
        try till.see("Taken off: Amount x3. + puts it back.")
        #expect(!till.text.contains("Amount x3  "))
        till.press("+")
        try till.see("What was taken off is back.", "2  Amount x3")
        till.press("\r")
        try till.see("= APPROVED =", "12.50 GBP was taken.")
        till.press("\r")
        try till.see("Ready. Type the amount.")
        try till.quit()
        #expect(try till.folder.taken() == [1250])
    }

    @Test("Esc takes two presses for a ticket, and + brings it back")
    func escape() throws {
        let till = try Till.ready()
        till.type("500+25")
        try till.see("Press Enter to charge 5.25 GBP.")
        till.press("\u{1B}")
        try till.see("Press Enter to charge 5.00 GBP.")
        till.press("\u{1B}")
        try till.see("Press Esc once more to clear the whole ticket.", "1  Amount")
        till.press("\u{1B}")
        try till.see("The ticket was cleared. + brings it back.")
        till.press("+")
        try till.see("What was taken off is back.", "1  Amount")
    }

    @Test("a barcode with letters opens nothing and charges nothing, whatever stands on the ticket")
    func letters() throws {
        let till = try Till.ready()
        till.press("500+")
        try till.see("1  Amount")
        _ = till.program.wait(0.05) { false }
        for code in ["q1m14\r", "d1234567\r", "t1T1r1\r", "w1w1w1\r"] {
            till.press(code)
            try till.see("That was a barcode, not an amount. Nothing was charged.", "1  Amount")
            #expect(till.header.contains("Sale "))
            till.press("\u{1B}")
            try till.see("Press Esc once more")
            till.press("-")
            till.press("+")
            try till.see("What was taken off is back.")
            _ = till.program.wait(0.05) { false }
        }
        try till.quit()
        #expect(try till.folder.history() == [])
    }

    @Test("details, tip and token are charged with the sale")
    func details() throws {
        let till = try Till.ready()
        till.type("900")
        try till.see("charge 9.00 GBP")
        till.press("d")
        try till.see("What is sold next", "Your reference")
        _ = till.program.wait(0.04) { false }
        till.press("Coffee\tA17\tTable 7\r")
        try till.see("Reference  Table 7", "Invoice A17", "Next: Coffee")
        till.press("t")
        try till.see("Tip on 9.00 GBP", "> 0  No tip")
        till.press("3")
        try till.see("> 3  20 %  1.80")
        till.press("\r")
        try till.see("Press Enter to charge 10.80 GBP.")
        till.press("T")
        try till.see("Token  yes")
        till.press("\r")
        try till.see("= APPROVED =", "10.80 GBP was taken.")
        till.press("\r")
        try till.see("Ready. Type the amount.")
        till.press("/")
        try till.see("Newest first")
        till.press("\r")
        try till.see("Coffee", "Invoice A17", "Subtotal 9.00", "Tip keyed 1.80")
    }

    @Test("a declined ticket is charged again as the second attempt at it")
    func again() throws {
        let till = try Till.ready()
        till.type("500+500+")
        try till.see("charge")
        till.press("\r")
        try till.see("x DECLINED x")
        till.press("c")
        try till.see("another attempt", "2  Amount")
        till.press("-")
        try till.see("Taken off: Amount.")
        till.press("\r")
        try till.see("= APPROVED =", "5.00 GBP was taken.")
        till.press("\r")
        try till.see("Ready. Type the amount.")
        till.press("/")
        try till.see("Newest first")
        try till.settle()
        #expect(try till.folder.taken() == [500])
    }

    @Test("a ticket that was set aside is there after the till was killed, and none at hand is lost")
    func parked() throws {
        let folder = ScratchFolder()
        let first = try Till.ready(folder: folder)
        first.type("500+3*250")
        try first.see("charge 12.50 GBP")
        first.press("w")
        try first.see("> 1  Set this ticket aside  12.50 GBP")
        first.press("\r")
        try first.see("The ticket is set aside. w brings it back.", "1 set aside")
        first.program.signal(SIGKILL)
        _ = first.program.waitForExit()
        let second = try Till.ready(folder: folder)
        try second.see("1 set aside")
        second.type("900")
        try second.see("charge 9.00 GBP")
        second.press("w")
        try second.see("2  ", "12.50 GBP  2 lines")
        second.press("2")
        try second.see("> 2  ")
        second.press("\r")
        try second.see("The ticket is back.", "2  Amount x3", "1 set aside")
        second.press("\r")
        try second.see("= APPROVED =", "12.50 GBP was taken.")
    }
}
