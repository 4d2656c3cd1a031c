import FoundationEssentials
import Glibc
import PtyHarness
import Testing

@Suite("Printing from the full screen", .drivesTill) struct PrintTests {
    /// A folder whose configuration names the printer, and sets what else is given.
    private func folder(_ printer: String, _ more: String = "") throws -> ScratchFolder {
        let folder = ScratchFolder()
        try folder.configure("receipts:\n  printer: \(printer)\n\(more)")
        return folder
    }

    private func approved(_ folder: ScratchFolder, environment: [String: String] = [:]) throws -> Till {
        let till = try Till.ready(environment: environment, folder: folder)
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

    /// What stands on the simulated reader's receipts as the transaction's id: its end has no room in the line.
    private func transactionID(_ text: String) throws -> String {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let first = try #require(lines.firstIndex { $0.first == "ID" && $0.count == 2 })
        let end = try #require(lines.dropFirst(first + 1).first { !$0.isEmpty })
        let id = lines[first][1] + (end.first ?? "")
        try #require(end.count == 1 && id.count == 36, "\(id)")
        return id
    }

    @Test("every copy has its transaction's id as a QR code, which finds it in the history") func codeOfTransaction()
        throws
    {
        let printer = try FakePrinter()
        let folder = try folder(printer.setting, "  customer-copy: print\n  merchant-copy: print\n")
        let till = try approved(folder)
        let copies = [try printer.take(), try printer.take()]
        let id = try transactionID(paper(copies[0]))
        for copy in copies { #expect(codes(copy) == [id]) }
        try till.see("The merchant's copy was printed.")
        till.press("\r")
        try till.see("Typed")
        try till.charge("900")
        try till.see("9.00 GBP was taken.")
        let other = try printer.take()
        #expect(try codes(other) == [transactionID(paper(other))] && codes(other) != [id])
        _ = try printer.take()
        try till.see("The merchant's copy was printed.")
        till.press("\r")
        try till.see("Typed")
        till.press("/")
        try till.see("2 found")
        till.press("/")
        try till.see("Find:")
        till.type(id)
        try till.see("1 found", "12.50 GBP")
    }

    @Test("what is signed while the payment runs has the sale's reference as its code, for it has no id yet")
    func codeOfSlip() throws {
        let printer = try FakePrinter()
        let till = try Till.ready(folder: folder(printer.setting))
        try till.charge("3000")
        try till.see("Choose 1 or 2, then press Enter.")
        till.press("p")
        let slip = try printer.take()
        let code = try #require(codes(slip).first)
        #expect(code.hasPrefix("T1-000001") && codes(slip).count == 1)
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

    @Test("both copies are printed together, and each counts for itself") func both() throws {
        let printer = try FakePrinter()
        let till = try approved(folder(printer.setting))
        till.press("v")
        try till.see("─ Customer copy ─")
        till.press("3")
        try till.see("─ Both copies ─", "> 3 Both", "p Print both copies")
        till.press("p")
        #expect(paper(try printer.take()).contains("CUSTOMER COPY"))
        #expect(paper(try printer.take()).contains("MERCHANT COPY"))
        try till.see("The merchant's copy was printed.")
        till.press("2")
        try till.see("─ Merchant copy ─")
        till.press("p")
        let second = paper(try printer.take())
        #expect(second.contains("MERCHANT COPY") && second.contains("COPY 1"))
        try till.see("The merchant's copy was printed as COPY 1.")
    }

    @Test("the slip of a void is printed from the sale that it took back, and counted with the void")
    func voidSlip() throws {
        let printer = try FakePrinter()
        let till = try Till.ready(folder: folder(printer.setting))
        try till.sell("1250")
        till.press("/")
        try till.see("1 found")
        till.press("u")
        try till.see("> 0  No, keep the sale")
        till.press("1\r")
        try till.see("== VOIDED ==")
        till.press("\u{1B}")
        try till.see("2 found", "T1-000001 by 000002")
        till.press("Gv")
        try till.see("─ Customer copy ─", "4 Void slip")
        till.press("4")
        try till.see("─ Void slip ─", "SALE VOID", "p Print this slip")
        till.press("p")
        let bytes = try printer.take()
        let slip = paper(bytes)
        #expect(slip.contains("SALE VOID") && slip.contains("CUSTOMER COPY") && !slip.contains("Printed 2"))
        // The void has an id of its own, and its slip names that.
        #expect(try codes(bytes) == [transactionID(slip)])
        try till.see("The customer's copy was printed.")
        till.press("\u{1B}")
        try till.see("2 found")
        till.press("gv")
        try till.see("─ Customer copy ─", "SALE VOID")
        till.press("p")
        #expect(paper(try printer.take()).contains("COPY 1"))
    }

    @Test("a printer for Japan prints kanji, and another one says what it printed in their place")
    func kanji() throws {
        let printer = try FakePrinter()
        let japan = try folder(printer.setting, "  code-page: shift_jis\nmerchant: {name: 寿司処}\n")
        let till = try approved(japan)
        till.press("p")
        let bytes = try printer.take()
        #expect(bytes.firstRange(of: [0x1C, 0x26, 0x8E, 0xF5, 0x8E, 0x69, 0x8F, 0x88, 0x1C, 0x2E]) != nil)
        try till.see("The customer's copy was printed.")
        #expect(!till.shows("The printer lacks"))

        let other = try approved(try folder(printer.setting, "merchant: {name: 寿司処}\n"))
        other.press("p")
        #expect(paper(try printer.take()).contains("shou si chu"))
        try other.see("The printer lacks some letters: shou si chu stands for 寿司処.")
    }

    @Test("a queue of the printing system gets a page and its title, by lp and without a shell") func queue() throws {
        let folder = try folder("\"cups:Bar-2\"", "merchant: {name: Corner Cafe}\n")
        let queue = try FakeQueue(folder)
        let till = try approved(folder, environment: queue.environment)
        till.press("p")
        try till.see("The customer's copy was printed.")
        let arguments = queue.arguments
        #expect(arguments.count == 6 && arguments[2].hasPrefix("Receipt T1-000001-"), "\(arguments)")
        #expect(arguments.prefix(2) == ["-s", "-t"] && arguments.suffix(3) == ["-d", "Bar-2", "-"])
        let text = try PtyProgram("/usr/bin/pdftotext", ["-layout", queue.file, "-"], rows: 60)
        #expect(text.waitForExit() == 0)
        for word in ["Corner Cafe", "SIMULATED", "12.50 GBP", "CUSTOMER COPY"] {
            #expect(text.screen.text.contains(word), "\(text.screen.text)")
        }
        // Below the shop's lines the page has the code as text.
        let id = try transactionID(text.screen.text)
        #expect(text.screen.text.split { $0.isWhitespace }.contains { $0 == id }, "\(text.screen.text)")
        till.press("p")
        try till.see("The customer's copy was printed as COPY 1.")
    }

    @Test("a queue that does not take it says why in its own words, and without lp there is none")
    func queueFails() throws {
        let folder = try folder("cups")
        let queue = try FakeQueue(folder, "echo 'lp: The printer or class does not exist.' >&2; exit 1")
        let till = try approved(folder, environment: queue.environment)
        till.press("p")
        try till.see(
            "NOT PRINTED", "The printing system did not take it: lp: The printer or class does not exist.",
            "Some of it may be on paper.")
        #expect(queue.arguments.suffix(1) == ["-"] && !queue.arguments.contains("-d"))

        let none = try approved(try self.folder("cups"), environment: ["PATH": folder.temporary])
        none.press("p")
        try none.see("NOT PRINTED", "The printing system is not there: no program lp.")
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
