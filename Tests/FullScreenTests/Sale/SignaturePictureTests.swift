import Testing

/// A signature that the reader sends as a picture.
@Suite("Signature pictures on the full screen", .drivesTill) struct SignaturePictureTests {
    /// Sets the simulated reader to send what the panel names, and has a signature asked for.
    private func asked(
        presses: Int = 1, _ arguments: [String] = [], _ environment: [String: String] = [:],
        pictures: String? = "auto", folder: ScratchFolder = ScratchFolder()
    ) throws -> Till {
        if let pictures { try folder.configure("screen: {pictures: \(pictures)}\n") }
        let till = try Till(arguments, environment: environment, folder: folder)
        try till.connect()
        till.press("\u{1B}[18~")
        try till.see("NEXT PAYMENT WILL BE")
        till.press("\t\t\t6")
        try till.see("> 6  Signature on the slip")
        for _ in 0..<presses {
            till.press("\r")
            try till.see("the next form") { !till.shows("> 6  Signature on the slip") }
        }
        try till.see(presses == 1 ? "a picture" : "a picture's link")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("3000")
        try till.see("Choose 1 or 2, then press Enter.")
        return till
    }

    private func accept(_ till: Till) throws {
        till.press("1")
        try till.see("> 1  Accept")
        till.press("\r")
        try till.see("== APPROVED ==")
    }

    @Test("check 20: a terminal without graphics shows the picture in half blocks, which zoom and move")
    func halfBlocks() throws {
        let till = try asked()
        try till.see("the picture") { till.text.contains("▀") && till.text.contains("█") }
        #expect(till.text.contains("Compare it with the card's back."))
        till.press("\t")
        try till.see("30.00 GBP", "Tab Beside")
        till.press("z")
        try till.see("Signature, 2 times")
        let before = till.text
        till.press("\u{1B}[C")
        try till.see("another part") { till.text != before && till.text.contains("Signature, 2 times") }
        till.press("zzz")
        try till.see("Signature (from the reader)")
        try accept(till)
    }

    @Test("check 20: a console and a terminal without line characters show it in ASCII", arguments: [true, false])
    func ascii(isConsole: Bool) throws {
        let till = try asked(isConsole ? [] : ["--ascii"], isConsole ? ["TERM": "linux"] : [:])
        try till.see("the picture") { till.text.contains("the card's back") && hasInk(till) }
        #expect(till.text.unicodeScalars.allSatisfy { $0.isASCII })
        try accept(till)
    }

    /// The text in the box on the right, whose lines are shorter than its sentences.
    private func inTheBox(_ till: Till) -> String {
        (9..<20).map { row in
            till.program.screen.line(row).dropFirst(41).prefix(35).split(separator: " ").joined(separator: " ")
        }.joined(separator: " ")
    }

    /// Whether something is drawn in the box on the right.
    private func hasInk(_ till: Till) -> Bool {
        (9..<20).contains { row in
            let inside = till.program.screen.line(row).dropFirst(41).prefix(35)
            return inside.contains { !" .|+-".contains($0) } && !inside.contains("picture")
        }
    }

    @Test(
        "check 20: a terminal that draws pictures by itself gets one, and it goes with the page",
        arguments: [("kitty", "\u{1B}_Ga=T", "\u{1B}_Ga=d"), ("sixel", "\u{1B}P", "\u{1B}[2J")])
    func graphics(pictures: String, drawing: String, erasing: String) throws {
        let till = try asked(pictures: pictures)
        try till.see("the picture") { raw(till).contains(drawing) }
        #expect(!till.text.contains("▀"))
        let count = raw(till).utf8.count
        try accept(till)
        #expect(String(decoding: raw(till).utf8.dropFirst(count), as: UTF8.self).contains(erasing))
    }

    @Test("a terminal is asked once what it can draw, and what it answers is no key") func asksOnce() throws {
        let till = try asked()
        try till.see("the picture") { till.text.contains("▀") }
        till.press("zz")
        try till.see("Signature, 4 times")
        #expect(raw(till).count(of: "a=q,t=d,f=24;AAAA") == 1)
        #expect(till.text.contains("1  Accept") && !till.text.contains(">"))
        try accept(till)
    }

    private func raw(_ till: Till) -> String { String(decoding: till.program.screen.raw, as: UTF8.self) }

    @Test("check 20: pictures that are switched off leave the slip to compare with") func off() throws {
        let till = try asked(pictures: "off")
        try till.see("Pictures are switched off.")
        try accept(till)
    }

    /// Has a signature asked for whose picture lies at a bank where something goes wrong with it.
    private func askedAt(_ bank: PictureBank) throws -> Till {
        try asked(presses: 2, ["--host", bank.address], pictures: nil, folder: bank.folder)
    }

    @Test("a picture that lies at the bank is fetched by HTTPS, and is asked for again while it is not there")
    func fetched() throws {
        let bank = try PictureBank()
        try bank.fault("kind=404&count=2")
        let till = try askedAt(bank)
        try till.see("The picture is being fetched ...")
        try till.see("the picture") { till.text.contains("▀") && till.text.contains("█") }
        #expect(till.text.contains("Compare it with the card's back."))
        try bank.waitForLog("signature: given")
        try accept(till)
    }

    @Test(
        "a picture that cannot be had says why, and the signature is judged by the slip",
        arguments: [
            ("kind=redirect", "The picture's host sends to another one, where it is not safe."),
            ("kind=oversized", "The picture is too large to be shown."),
            ("kind=404&count=4", "There is no picture yet."),
            ("kind=bad-tls&count=9", "The picture's host does not prove who it is, so nothing was fetched."),
            ("kind=delay&milliseconds=60000", "The picture did not come in time."),
        ])
    func notFetched(fault: String, words: String) throws {
        let bank = try PictureBank()
        if fault.contains("bad-tls") {
            // A connection tells nobody what it is for: this one has to come after those of the payment.
            try bank.fault("kind=404&count=3")
        } else {
            try bank.fault(fault)
        }
        let till = try askedAt(bank)
        if fault.contains("bad-tls") {
            try bank.waitForLog("signature: fault 404")
            try bank.fault(fault)
        }
        try till.see(words) { inTheBox(till).contains("\(words) Compare with the slip.") }
        // No other host is asked for the payment's reversal.
        if !fault.contains("bad-tls") { try accept(till) }
    }

    @Test("check 20: a picture that is not there leaves the slip to compare with") func missing() throws {
        let till = try asked(presses: 2)
        try till.see("The picture could not be fetched.")
        try accept(till)
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
