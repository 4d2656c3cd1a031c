import FoundationEssentials
import Glibc
import Testing

@Suite("Printing from the full screen", .drivesTill) struct PrintTests {
    /// A folder whose configuration names the printer, and sets what else is given.
    private func folder(_ printer: String, _ more: String = "") throws -> ScratchFolder {
        let folder = ScratchFolder()
        try folder.configure("receipts:\n  printer: \(printer)\n\(more)")
        return folder
    }

    private func approved(_ folder: ScratchFolder) throws -> Till {
        let till = try Till.ready(folder: folder)
        try till.charge("1250")
        try till.see("== APPROVED ==", "Print customer copy  p")
        return till
    }

    @Test("the second and third print say which copy they are, and so does the first after a new start")
    func copies() throws {
        let printer = try FakePrinter()
        let folder = try folder(printer.setting)
        let till = try approved(folder)
        till.press("p")
        let original = paper(try printer.take())
        try till.see("The customer's copy was printed.")
        #expect(original.contains("SIMULATED") && original.contains("12.50") && !original.contains("Printed 2"))
        for number in 1...2 {
            till.press("p")
            let copy = paper(try printer.take())
            #expect(copy.contains("COPY \(number)") && copy.contains("Printed 2"))
            try till.see("The customer's copy was printed as COPY \(number).")
        }
        till.press("v")
        try till.see("─ Customer copy ─")
        till.press("\tp")
        #expect(!paper(try printer.take()).contains("Printed 2"), "the merchant's copy is printed for the first time")
        try till.see("The merchant's copy was printed.")
        till.press("\u{1B}")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try till.quit()

        let again = try Till.ready(folder: folder)
        again.press("v")
        try again.see("─ Customer copy ─")
        again.press("p")
        #expect(paper(try printer.take()).contains("COPY 3"))
        again.press("\u{1B}")
        try again.see("Typed")
        again.press("/")
        try again.see("Enter Open")
        again.press("\r")
        try again.see("Show the receipt  v")
        again.press("\u{1B}[F")
        try again.see("The customer's copy was printed as COPY 3")
    }

    @Test("a device's file takes the receipt, with the shop's lines, and settings count for the next one")
    func device() throws {
        let folder = ScratchFolder()
        let path = folder.path + "/printer"
        try #require(mkfifo(path, 0o600) == 0)
        let reading = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reading) }
        try folder.configure(
            "merchant: {name: Corner Cafe, header: High Street 1}\nreceipts: {printer: \(path), width: 32}\n")
        let till = try approved(folder)
        till.press("p")
        try till.see("The customer's copy was printed.")
        let text = paper(readToEnd(reading))
        #expect(text.contains("Corner Cafe") && text.contains("High Street 1"))
        till.press("v")
        try till.see("Corner Cafe", "High Street 1")
        till.press("\u{1B}")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        till.press(",")
        try till.see("> 1 Reader")
        till.press("3\r")
        try till.see("Type the value")
        till.press(" Two\r")
        try till.see("Corner Cafe Two")
        till.press("s")
        try till.see("Saved.")
        till.press("\u{1B}")
        try till.see("Typed")
        till.press("v")
        try till.see("Corner Cafe Two")
        till.press("p")
        try till.see("was printed as COPY 1.")
        #expect(paper(readToEnd(reading)).contains("Corner Cafe Two"))
    }

    @Test("both copies are printed by themselves after a payment, if that is set") func byItself() throws {
        let printer = try FakePrinter()
        let till = try approved(folder(printer.setting, "  customer-copy: print\n  merchant-copy: print\n"))
        #expect(paper(try printer.take()).contains("CUSTOMER COPY"))
        #expect(paper(try printer.take()).contains("MERCHANT COPY"))
        try till.see("The merchant's copy was printed.")
    }

    @Test("a printer that is off asks what becomes of the copy: again when it is on, which is no second copy")
    func again() throws {
        let printer = try FakePrinter(isOn: false)
        let till = try approved(folder(printer.setting))
        till.press("p")
        try till.see("NOT PRINTED", "The printer does not answer.", "> 1  Print it again")
        try printer.switchOn()
        till.press("\r")
        #expect(!paper(try printer.take()).contains("Printed 2"))
        try till.see("== APPROVED ==", "The customer's copy was printed.")
    }

    @Test(
        "what the printer does not take can be kept as a file",
        arguments: [("2", ".txt", "12.50"), ("3", ".html", "<!DOCTYPE html>"), ("4", ".pdf", "%PDF-")])
    func saved(key: String, ending: String, text: String) throws {
        let printer = try FakePrinter(isOn: false)
        let till = try approved(folder(printer.setting))
        till.press("p")
        try till.see("NOT PRINTED")
        till.press(key)
        try till.see("> \(key)")
        till.press("\r")
        try till.see("== APPROVED ==", "Saved: ")
        let folder = till.folder.books + "/receipts"
        let name = try #require(till.folder.names(in: folder).first)
        #expect(name.hasSuffix("-customer\(ending)"))
        let bytes = try #require(till.folder.contents(of: "state/till/receipts/\(name)"))
        #expect(String(decoding: bytes, as: UTF8.self).contains(text))
    }

    @Test("a printer that stays away holds up no sale, and ! shows the copy later") func later() throws {
        let printer = try FakePrinter(isOn: false)
        let till = try approved(folder(printer.setting, "  customer-copy: print\n"))
        try till.see("the page", until: { till.shows("NOT PRINTED") || till.shows("was not printed.") })
        if till.shows("NOT PRINTED") {
            till.press("0\r")
            try till.see("== APPROVED ==")
            till.press("\r")
        } else {
            till.press("\r")
        }
        try till.see("Typed")
        try till.charge("900")
        try till.see("9.00 GBP was taken.")
    }
}
