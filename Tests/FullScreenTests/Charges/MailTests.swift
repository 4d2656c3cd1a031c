import FoundationEssentials
import Glibc
import PtyHarness
import Testing

/// Receipts by e-mail, with a script in the place of `sendmail`.
@Suite("Receipts by e-mail", .drivesTill) struct MailTests {
    /// Writes down its arguments and what it is given; while there is a gate it waits there, and fails when told to.
    private static let script = """
        printf '%s\\n' "$@" >"$HOME/argv"
        cat >"$HOME/mail.new"
        : >"$HOME/taken"
        if [ -p "$HOME/gate" ]; then read -r line <"$HOME/gate"; fi
        if [ -e "$HOME/refuses" ]; then exit 75; fi
        mv "$HOME/mail.new" "$HOME/mail"

        """

    private func till(_ folder: ScratchFolder, sendmail: String? = nil) throws -> Till {
        let script = folder.path + "/sendmail.sh"
        try Data(MailTests.script.utf8).write(to: URL(filePath: script))
        try folder.configure(
            """
            reader:
              use: sim
            merchant: {name: Corner Cafe 寿司, header: High Street 1, footer: Come again}
            charge:
              sendmail: \(sendmail ?? "[/bin/sh, \(script), -t, -i, \"two words; $(touch x)\"]")
            """)
        let till = try Till(folder: folder)
        try till.see("Typed")
        try till.charge("1250")
        try till.see("== APPROVED ==", "2  E-mail it")
        return till
    }

    private func send(_ till: Till) throws {
        till.press("e")
        try till.see("Type an e-mail address")
        till.type("ann@example.com")
        try till.see("ann@example.com")
        till.press("\r")
    }

    private func text(_ folder: ScratchFolder, _ file: String) -> String? {
        folder.contents(of: file).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The copy as it is kept: by the number of the choice.
    private func saved(_ number: String, _ ending: String, _ till: Till) throws -> String {
        till.press("s")
        try till.see("Enter Go on")
        till.press(number)
        try till.see("> \(number)")
        till.press("\r")
        let folder = till.folder.books + "/receipts"
        var name: String?
        try till.see("the saved file") {
            name = till.folder.names(in: folder).first { $0.hasSuffix(ending) }
            return name != nil && till.shows("Saved:")
        }
        let bytes = till.folder.contents(of: "state/till/receipts/\(try #require(name))")
        return String(decoding: try #require(bytes), as: UTF8.self)
    }

    @Test("the message and the arguments are exactly what they should be") func exact() throws {
        let folder = ScratchFolder()
        let till = try till(folder)
        try send(till)
        try till.see("The receipt was sent to ann@example.com.", "== APPROVED ==")
        // No word is put together with another one, and none is run.
        #expect(text(folder, "argv") == "-t\n-i\ntwo words; $(touch x)\n")
        #expect(folder.contents(of: "x") == nil)

        let mail = try #require(text(folder, "mail"))
        till.press("v")
        try till.see("─ Customer copy ─", "e E-mail this copy")
        let asText = try saved("1", ".txt", till)
        let asHTML = try saved("2", ".html", till)
        let reference = try #require(asText.split { $0.isWhitespace }.first { $0.hasPrefix("T1-") })
        let parts = mail.components(cutBy: "--=_till_receipt_=")
        try #require(parts.count == 4)
        #expect(
            parts[0] == """
                To: ann@example.com
                Subject: Receipt for 12.50 GBP, \(reference)
                MIME-Version: 1.0
                Auto-Submitted: auto-generated
                Content-Type: multipart/alternative; boundary="=_till_receipt_="


                """)
        let bodies = try ["text/plain", "text/html"].enumerated().map { index, type in
            let head = "\nContent-Type: \(type); charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
            try #require(parts[index + 1].hasPrefix(head))
            let encoded = parts[index + 1].dropFirst(head.count).filter { $0 != "\n" }
            return String(decoding: try #require(Data(base64Encoded: encoded)), as: UTF8.self)
        }
        #expect(parts[3] == "--\n")
        // It is the customer's copy as it is saved, with all that stands around it.
        #expect(bodies == [asText, asHTML])
        for words in ["Corner Cafe 寿司", "High Street 1", "12.50", "SIMULATED", "CUSTOMER COPY", "Come again"] {
            #expect(asText.contains(words) && asHTML.contains(words), "\(words)")
        }
    }

    @Test("a program that does not take the message is told of, and the receipt can be sent again") func refuses()
        throws
    {
        let folder = ScratchFolder()
        let till = try till(folder)
        try Data().write(to: URL(filePath: folder.path + "/refuses"))
        try send(till)
        try till.see("The receipt was not sent. /bin/sh did not take the message.", "== APPROVED ==")
        unlink(folder.path + "/refuses")
        try send(till)
        try till.see("The receipt was sent to ann@example.com.")
        #expect(text(folder, "mail")?.hasPrefix("To: ann@example.com\n") == true)
    }

    @Test("a program that is not there is told of") func missing() throws {
        let folder = ScratchFolder()
        let till = try till(folder, sendmail: "[/nonexistent/sendmail, -t]")
        try send(till)
        try till.see("The receipt was not sent. /nonexistent/sendmail cannot be started", "== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
    }

    @Test("a slow program keeps no key waiting, and is told of when it is done") func slow() throws {
        let folder = ScratchFolder()
        let till = try till(folder)
        let gate = folder.path + "/gate"
        try #require(mkfifo(gate, 0o600) == 0)
        try send(till)
        try till.see("the program has the message") { folder.contents(of: "taken") != nil }
        till.press("\r")
        try till.see("Typed", "Today  1 sale")
        till.press("450")
        try till.see("Press Enter to charge 4.50 GBP.")
        #expect(folder.contents(of: "mail") == nil)
        let descriptor = open(gate, O_WRONLY)
        try #require(descriptor >= 0)
        close(descriptor)
        try till.see("The receipt was sent to ann@example.com.")
    }

    @Test("without a program nothing of it is offered") func notOffered() throws {
        let till = try Till.ready()
        try till.charge("1250")
        try till.see("== APPROVED ==", "3  Show the receipt")
        #expect(!till.text.contains("E-mail"))
        till.press("e")
        try till.see("No e-mail is set up. v shows the receipt.")
        till.press("v")
        try till.see("─ Customer copy ─", "p Print")
        #expect(!till.text.contains("E-mail"))
    }
}

extension String {
    fileprivate func components(cutBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
