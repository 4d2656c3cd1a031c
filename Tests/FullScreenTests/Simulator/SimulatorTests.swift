import Testing

/// The panel of the simulated reader, with the real reader behind it.
@Suite("The simulator panel on the full screen", .drivesTill) struct SimulatorTests {
    /// F7, as a terminal sends it.
    private let f7 = "\u{1B}[18~"

    private func open(_ till: Till) throws {
        till.press(f7)
        try till.see("NEXT PAYMENT WILL BE", "Virtual reader", "*** SIMULATED ***")
    }

    /// Goes on by so many panels.
    private func tab(_ till: Till, _ count: Int) {
        till.press(String(repeating: "\t", count: count))
    }

    private func expectHistory(_ till: Till, _ results: [String], taken: [Int]) throws {
        try till.quit()
        #expect(try till.folder.history().map(\.result) == results)
        #expect(try till.folder.taken() == taken)
    }

    @Test("declined is chosen for an ordinary amount, once, and the sale page says so")
    func declined() throws {
        let till = try Till.ready()
        try open(till)
        till.press("3")
        try till.see("> 3  Declined")
        till.press("\r")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("xx DECLINED xx")
        till.press("\r")
        try till.see("Typed")
        till.press("900")
        try till.see("Ready. Press Enter to charge 9.00 GBP.")
        till.press("\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["approved", "declined"], taken: [900])
    }

    @Test("a choice wins over an amount with a meaning, and the sale page says which one applies")
    func wins() throws {
        let till = try Till.ready()
        till.press("1000")
        try till.see("Simulator: for 10.00 the bank will decline it.")
        try open(till)
        till.press("1")
        try till.see("> 1  Approved, chip and PIN")
        till.press("\r")
        try till.see("Simulator: \"Approved, chip and PIN\" is chosen on F7 and wins over the amount.")
        till.press("\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["approved"], taken: [1000])
    }

    @Test(
        "every choice comes to the page that it names",
        arguments: [
            ("2", "Accept"), ("4", "~~ PARTLY PAID ~~"), ("5", "xx CANCELLED xx"), ("6", "?? UNKNOWN ??"),
            ("8", "Battery too low"),
        ])
    func choices(number: String, text: String) throws {
        let till = try Till.ready()
        try open(till)
        till.press(number)
        try till.see("> \(number)")
        till.press("\r")
        try till.see("Typed")
        try till.charge("1250")
        try till.see(text)
    }

    @Test("a bank that never answers leaves the sale unknown, and the reader settles it") func bankSilent() throws {
        let till = try Till.ready("--time-scale", "60")
        try open(till)
        till.press("7\r")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("?? UNKNOWN ??", "Enter asks it.")
        till.press("\r")
        try till.see("== APPROVED (earlier sale) ==")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["approved"], taken: [1250])
    }

    @Test("a customer by hand inserts the card and presses OK") func byHand() throws {
        let till = try Till.ready()
        try open(till)
        tab(till, 3)
        till.press("\r")
        try till.see("1  Customer  by hand")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("Waiting for card")
        till.press(f7)
        try till.see("12.50 GBP", "INSERT, SWIPE OR TAP CARD", "> 1 Insert", "Esc goes back to the payment.")
        till.press("4\r")
        try till.see("The reader does not wait for that now. Nothing was done.")
        till.press("1\r")
        try till.see("CONFIRM: GREEN KEY")
        till.press("4\r")
        try till.see("ENTER PIN")
        till.press("7\r")
        try till.see("WRONG PIN, 2 LEFT")
        till.press("4\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["approved"], taken: [1250])
    }

    @Test("a customer by hand presses the red key, and the payment's page is there all the time")
    func redKey() throws {
        let till = try Till.ready()
        try open(till)
        tab(till, 3)
        till.press("\r\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("Waiting for card")
        till.press(f7)
        try till.see("INSERT, SWIPE OR TAP CARD")
        till.press("\u{1B}")
        try till.see("[>] 2 Card read")
        till.press(f7)
        try till.see("INSERT, SWIPE OR TAP CARD")
        till.press("5\r")
        try till.see("xx CANCELLED xx")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["cancelled"], taken: [])
    }

    @Test("a link that is dropped after the bank has decided leaves the sale unknown, and it is settled once")
    func dropped() throws {
        let till = try Till.ready()
        try open(till)
        tab(till, 2)
        for step in ["the card", "the PIN", "calling bank", "asking bank", "bank's answer", "hanging up"] {
            till.press(" ")
            try till.see("[x] Drop link at: \(step)")
        }
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("?? UNKNOWN ??", "DO NOT CHARGE THIS CUSTOMER AGAIN.", "Enter asks it.")
        till.press("\r")
        try till.see("== APPROVED (earlier sale) ==")
        till.press(f7)
        try till.see("the link was dropped", "[ ] Drop the link at a step")
        till.press("\u{1B}")
        try till.see("== APPROVED (earlier sale) ==")
        till.press("\r")
        try till.see("Typed", "Today  1 sale 12.50 GBP  0 unknown")
        try expectHistory(till, ["approved"], taken: [1250])
    }

    @Test("check 26: an answer that comes twice is one result and one row") func answersTwice() throws {
        let till = try Till.ready()
        try open(till)
        tab(till, 2)
        till.press("4 ")
        try till.see("> 4  [x] Answer twice")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("== APPROVED ==", "12.50 GBP was taken.")
        #expect(!till.text.contains("belongs to no sale"))
        till.press("\r")
        try till.see("Typed", "Today  1 sale 12.50 GBP  0 unknown")
        try open(till)
        try till.see("the answer was sent twice", "[ ] Answer twice")
        till.press("\u{1B}")
        try till.see("Typed")
        try expectHistory(till, ["approved"], taken: [1250])
    }

    @Test("a damaged frame and a slow bank are got over", arguments: ["2", "3"]) func gotOver(fault: String) throws {
        let till = try Till.ready("--time-scale", "60")
        try open(till)
        tab(till, 2)
        till.press("\(fault) ")
        try till.see("> \(fault)  [x]")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["approved"], taken: [1250])
    }

    @Test("a reader that is restarted during a payment comes back with the truth") func restarted() throws {
        let till = try Till.ready("--time-scale", "20")
        try open(till)
        tab(till, 3)
        till.press("\r\u{1B}")
        try till.see("Typed")
        try till.charge("1250")
        try till.see("Waiting for card")
        till.press(f7)
        try till.see("INSERT, SWIPE OR TAP CARD")
        till.press("\t5\r")
        try till.see("DO NOT CHARGE THIS CUSTOMER AGAIN.", "Enter asks it.")
        till.press("\r")
        try till.see("xx NOT PAID (earlier sale) xx", "Cancelled. No money was taken.")
        till.press("\r")
        try till.see("Typed")
        try expectHistory(till, ["cancelled"], taken: [])
    }

    /// The bank's numbers of two sales on fresh books.
    private func numbers(seed: String, typed: String? = nil) throws -> [String] {
        let till = try Till.ready("--sim-seed", seed)
        if let typed {
            try open(till)
            tab(till, 3)
            till.type("5\r\(typed)\r")
            try till.see("> 5  Seed      \(typed)")
            till.press("\u{1B}")
            try till.see("Typed")
        }
        var lines: [String] = []
        for amount in ["1250", "900"] {
            try till.charge(amount)
            try till.see("== APPROVED ==")
            till.press("d")
            try till.see("EFT ")
            lines += till.text.split(separator: "\n").filter { $0.contains("EFT ") }.map(String.init)
            till.press("\r")
            try till.see("Typed")
        }
        try till.quit()
        return lines
    }

    @Test("the same seed makes the same references on fresh books, and another seed others") func references() throws {
        func reference(seed: String) throws -> [String] {
            let till = try Till.ready("--sim-seed", seed)
            try till.charge("1250")
            try till.see("== APPROVED ==", "Ref T1-000001-")
            let lines = till.text.split(separator: "\n").filter { $0.contains("Ref T1-") }.map(String.init)
            till.press("\r")
            try till.see("Typed")
            try till.quit()
            return lines
        }
        let first = try reference(seed: "7")
        #expect(first.count == 1)
        #expect(try reference(seed: "7") == first)
        #expect(try reference(seed: "8") != first)
    }

    @Test("the same seed makes the same numbers on fresh books, whether given or typed, and another seed others")
    func seed() throws {
        let given = try numbers(seed: "7")
        #expect(given.count == 2 && Set(given).count == 2)
        #expect(try numbers(seed: "8", typed: "7") == given)
        #expect(try numbers(seed: "8") != given)
    }
}
