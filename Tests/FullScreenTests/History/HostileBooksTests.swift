import Money
import PtyHarness
import Testing
import TillJournal

/// The real till on books whose every text tries to be more than text.
@Suite("Hostile books on the full screen", .drivesTill) struct HostileBooksTests {
    @Test("nothing of what the books hold reaches the terminal but text", arguments: [(24, 80), (40, 120)])
    func history(rows: Int, columns: Int) throws {
        let folder = ScratchFolder()
        try write(to: folder)
        let till = try Till.ready(folder: folder, rows: rows, columns: columns)
        till.press("/")
        try till.see("Find:", "Enter Open")
        for number in 0..<HostileText.all.count {
            till.press("\r")
            try till.see("an operation, at \(number)") { till.header.contains("Operation") }
            till.press("Gv")
            try till.see("its receipt, at \(number)") { till.header.contains("Receipt") }
            till.press("\tvRY-")
            try till.see("the list, at \(number)") { till.header.contains("History") }
            till.press("j")
        }
        till.press("/")
        for hostile in HostileText.all where hostile.bytes.count < 100 {
            till.program.send(
                Array("\u{1B}[200~".utf8) + hostile.bytes.filter { $0 != 0x1B } + Array("\u{1B}[201~".utf8))
        }
        till.press("\u{1B}")
        try till.settle()
        till.press("\u{1B}")
        try till.see("Typed")
        till.press("v")
        try till.see("─ Customer copy ─")
        try till.expectNothingForeign()
    }

    @Test("what is typed and pasted, in whatever bytes, comes back as text or not at all")
    func typed() throws {
        let till = try Till.ready()
        for page in ["", "/"] {
            till.press(page)
            for hostile in HostileText.all {
                till.program.send(hostile.bytes)
                till.program.read(within: .milliseconds(2))
                till.paste(String(decoding: hostile.bytes.filter { $0 != 0x1B }, as: UTF8.self))
            }
        }
        till.program.read(within: .milliseconds(200))
        try till.expectNothingForeign()
    }

    private func write(to folder: ScratchFolder) throws {
        var random = SystemRandomNumberGenerator()
        let name = try #require(TillName("T1"))
        let setUp = try Till.ready(folder: folder)
        try setUp.quit()
        let journal = try Journal.open(
            at: folder.books + "/simulated-journal.sqlite",
            access: .writing(JournalWriter(till: name, books: .simulated, random: &random)))
        defer { journal.close() }
        let amount = Amount(minorUnits: 1250, currency: .gbp)
        try journal.sync { (store) throws(JournalError) in
            for hostile in HostileText.all {
                let text = String(decoding: hostile.bytes, as: UTF8.self)
                let reader = ReaderIdentity(serialNumber: text, name: text, address: text, isSimulated: true)
                let now = Timestamp(millisecondsSince1970: 1_767_362_520_000, offsetFromUTC: 0)
                let record = try store.recordIntent(
                    OperationIntent(
                        kind: .sale, amount: amount, reference: try store.mintReference(), reader: reader,
                        bootID: "boot", startedAt: now))
                try store.note(
                    OperationEvent(at: now, kind: .statusReported(code: 0x7777, text: text)), of: record.sequence)
                var outcome = OperationOutcome(
                    verdict: .approved, message: text, statusCode: 1, requested: amount, settledBy: .readerAnswer,
                    finishedAt: now)
                outcome.total = amount
                outcome.authorised = amount
                outcome.cardScheme = text
                outcome.maskedCardNumber = text
                outcome.authorisationCode = text
                outcome.readerTransactionID = text
                outcome.customerReceipt = "<p>\(text)</p>"
                outcome.merchantReceipt = "<p>\(text)</p>"
                _ = try store.recordOutcome(outcome, of: record.sequence)
                let seen = OperationEvent(at: now, kind: .other(name: "resultSeen", code: 0, text: ""))
                try store.note(seen, of: record.sequence)
            }
        }
    }
}
