import Glibc
import PtyHarness
import Testing

@Suite("The rest of a ticket on the full screen") struct RestTests {
    @Test("the rest in cash is noted after a question, and the ticket is paid") func cash() throws {
        let till = try Till.ready()
        try till.charge("37.57")
        try till.see("~~ PARTLY PAID ~~")
        till.press("o")
        try till.see("STILL DUE 17.57 GBP", "IN CASH")
        till.type("2000")
        try till.see("Change 2.43 GBP")
        till.press("\r")
        try till.see("Yes, 17.57 GBP was paid in cash")
        till.press("1\r")
        try till.see("GIVE CHANGE", "The ticket is paid. Give 2.43 GBP change.")
        till.press("1")
        try till.see("GIVE CHANGE")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.taken() == [2000])
    }

    @Test("killed with a rest, the till shows at the next start what is paid and what is due") func killed() throws {
        let first = try Till.ready()
        try first.charge("37.57")
        try first.see("~~ PARTLY PAID ~~")
        first.press("c")
        try first.see("Press Enter to charge 17.57 GBP.")
        first.program.signal(SIGKILL)
        try first.expectExit(-SIGKILL)
        let till = try Till.ready(folder: first.folder)
        try till.see("Partly paid: 17.57 GBP still due. ! shows it.")
        till.press("!")
        try till.see("~~ PARTLY PAID ~~", "By card 20.00", "STILL DUE 17.57 GBP")
        till.press("c")
        try till.see("Press Enter to charge 17.57 GBP.")
        till.press("\r")
        try till.see("== APPROVED ==", "17.57 GBP was taken.")
        till.press("\r")
        try till.see("the rest is gone") { till.text.contains("Typed") && !till.text.contains("still due") }
        try till.quit()
        #expect(try till.folder.taken() == [2000, 1757])
    }

    @Test("the void of the card's part names the cash that goes back too, and ends the ticket") func voided() throws {
        let till = try Till.ready()
        try till.charge("37.57")
        try till.see("~~ PARTLY PAID ~~")
        till.press("o")
        try till.see("IN CASH")
        till.press("\r")
        try till.see("Yes, 17.57 GBP was paid in cash")
        till.press("1\r")
        try till.see("The ticket is paid.")
        till.press("/")
        try till.see("1 found")
        till.press("u")
        try till.see("Cancel the whole sale of 20.00 GBP?", "Also give 17.57 GBP in cash back")
        till.press("1\r")
        try till.see("== VOIDED ==", "Also give 17.57 GBP in cash back.")
        till.press("\r")
        try till.see("2 found", "VOIDED")
        till.press("\r")
        try till.see("VOIDED", "Given back with the void: 17.57 GBP in cash")
        till.press("\u{1B}")
        try till.see("2 found")
        till.press("\t")
        try till.see("NET                           0.00 GBP", "Cash back")
        #expect(!till.text.contains("due"))
    }
}
