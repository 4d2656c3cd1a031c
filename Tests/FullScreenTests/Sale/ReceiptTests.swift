import FoundationEssentials
import Glibc
import Testing

@Suite("The receipt on the full screen", .drivesTill) struct ReceiptTests {
    private func showing(_ environment: [String: String] = [:]) throws -> Till {
        let till = try Till.ready(environment: environment)
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("v")
        try till.see("─ Customer copy ─")
        return till
    }

    @Test("check 33: the receipt scrolls, Tab shows the other copy, and it says that it is simulated")
    func receipt() throws {
        let till = try showing()
        try till.see("SIMULATED", "NO MONEY MOVES", "> 1 Customer")
        #expect(!till.text.contains("Please keep this receipt"))
        #expect(till.text.contains("│ AUTH CODE "), "\(till.text)")
        till.press("G")
        try till.see("CUSTOMER COPY", "Please keep this receipt")
        till.press("\t")
        try till.see("─ Merchant copy ─", "> 2 Merchant", "Till Demo Shop")
        till.press("\u{1B}[F")
        try till.see("MERCHANT COPY")
        till.press("g")
        try till.see("Till Demo Shop")
        till.press("\u{1B}")
        try till.see("== APPROVED ==")
    }

    @Test("check 33: / finds on the receipt, and n goes to the next place")
    func find() throws {
        let till = try showing()
        till.press("/")
        try till.see("Find:")
        till.press("TOTAL")
        try till.see("│>", "1 of ")
        till.press("\r")
        try till.see("Esc Clear", "n Next")
        till.press("n")
        try till.see("the next place") { till.text.contains("2 of ") || till.text.contains("1 of 1") }
        till.press("\u{1B}")
        try till.see("Esc Back")
    }

    @Test("check 33: s keeps the copy as a file of its own, which nobody else reads, and no file is written over")
    func save() throws {
        let till = try showing()
        till.press("s")
        try till.see("> 1  Text")
        till.press("\r")
        try till.see("Saved: ")
        till.press("W")
        try till.see("the sentence gone") { !till.text.contains("Saved: ") }
        till.press("s")
        try till.see("> 1  Text")
        till.press("\r")
        try till.see("Saved: ", "-2.txt")
        let folder = till.folder.books + "/receipts"
        let names = till.folder.names(in: folder).sorted()
        #expect(names.count == 2 && names[0].hasSuffix("-customer-2.txt") && names[1].hasSuffix("-customer.txt"))
        for name in names {
            var status = stat()
            #expect(stat("\(folder)/\(name)", &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
        let text = String(
            decoding: try #require(till.folder.contents(of: "state/till/receipts/\(names[1])")), as: UTF8.self)
        #expect(text.contains("SIMULATED") && text.contains("12.50") && text.contains("Please keep this receipt"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 42 })
    }

    @Test("what stands behind a right-to-left name keeps its columns on a terminal that turns such text by itself")
    func rightToLeft() throws {
        let folder = ScratchFolder()
        try folder.configure("merchant: {name: קפה, header: מקהה 12.50}\n")
        let till = try Till.ready(folder: folder)
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("v")
        try till.see("─ Customer copy ─", "Till Demo Shop")
        // Each word ends with a mark before the number and the frame.
        let sent = String(decoding: till.program.screen.raw, as: UTF8.self)
        #expect(sent.contains("קפה\u{200E}") && sent.contains("מקהה\u{200E}"))
        let lines = till.text.replacing("\u{200E}", with: "").split(separator: "\n")
        #expect(lines.contains { $0.contains("  קפה  ") } && lines.contains { $0.contains(" מקהה 12.50 ") })
        try till.expectNothingForeign()
    }

    @Test("a demo keeps receipts in its own folder, which goes with it")
    func demo() throws {
        let folder = ScratchFolder()
        let till = try Till.ready("--demo", folder: folder)
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("v")
        try till.see("─ Customer copy ─")
        till.press("s")
        try till.see("> 1  Text")
        till.press("\r")
        try till.see("Saved: ")
        let demo = try #require(folder.names(in: folder.temporary).first)
        #expect(folder.names(in: "\(folder.temporary)/\(demo)/receipts").count == 1)
        #expect(folder.names(in: folder.books + "/receipts").isEmpty)
        till.press("\u{1B}")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(folder.names(in: folder.temporary).isEmpty)
    }

    @Test("a receipt that cannot be saved says why, and the till goes on")
    func notSaved() throws {
        let till = try showing()
        let file = open(till.folder.books + "/receipts", O_WRONLY | O_CREAT, 0o600)
        close(file)
        till.press("s")
        try till.see("> 1  Text")
        till.press("\r")
        try till.see("The receipt was not saved.")
        till.press("\u{1B}")
        try till.see("== APPROVED ==")
    }

    @Test("Y gives the reference to a terminal that takes it, and says when it does not")
    func copy() throws {
        let till = try showing()
        till.press("Y")
        try till.see("was given to the terminal to copy.")
        let raw = String(decoding: till.program.screen.raw, as: UTF8.self)
        let copied = try #require(raw.split(separator: "\u{1B}]52;c;").dropFirst().first?.prefix { $0 != "\u{7}" })
        let text = String(decoding: try #require(Data(base64Encoded: String(copied))), as: UTF8.self)
        #expect(text.hasPrefix("T1-000001-"))
        #expect(till.shows("\(text) was given to the terminal to copy."))
        let console = try showing(["VTE_VERSION": "6800"])
        console.press("Y")
        try console.see("This terminal takes no copies. Write down \(text.prefix(9))")
        #expect(!String(decoding: console.program.screen.raw, as: UTF8.self).contains("\u{1B}]"))
    }
}
