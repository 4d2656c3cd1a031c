import HeftKit
import Terminal
import Testing
import TillCore

@Suite("Choosing a reader") struct ChooseReaderViewTests {
    @Test("the readers stand in a list, with the simulated one under 9") func chooseReader() {
        expectScreen(
            AllPages.chooseReader().picture(80, 24),
            """
             Till 1   Choose reader                                no reader   LIVE   14:02 |
                                                                                            |
              Choose a card reader                                                          |
                                                                                            |
                   Name               Address           Signal State                        |
              > 1  HiLite 8421        00:07:80:AB:84:21 -----  Ready                        |
                2  HiLite 1177        00:07:80:AB:11:77 -----  Ready                        |
                9  Simulated reader   built in          -----  Ready         no real money  |
                                                                                            |
              ────────────────────────────────────────────────────────────────────────────  |
              Last connected  never from this till                                          |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
                                                                                            |
             --  Mark a reader, then press Enter.                                           |
             Enter Connect  1-9 Choose  R Search again  X Forget  q Quit  ? Help            |
            """)
    }

    @Test("a small window lists names and states") func chooseReaderSmall() {
        expectScreen(
            AllPages.chooseReader().picture(40, 12),
            """
             Choose reader   no reader  LIVE  14:02 |
             Choose a card reader                   |
                  Name                State         |
             > 1  HiLite 8421         Ready         |
               2  HiLite 1177         Ready         |
               9  Simulated reader    no real money |
                                                    |
                                                    |
                                                    |
                                                    |
             --  Mark a reader, then press Enter.   |
             Enter Connect  1-9 Choose  ? Help      |
            """)
    }

    @Test("without a reader the page says what to do") func noReaders() {
        expectScreen(
            Shop().picture(40, 12),
            """
             Choose reader   no reader  LIVE  14:02 |
             Choose a card reader                   |
                  Name                State         |
             No reader was found yet. Switch one    |
             on, bring it near, then press R.       |
                                                    |
                                                    |
                                                    |
                                                    |
             --  No reader was found. Switch it on, |
             --  then press R.                      |
             R Search again  q Quit  ? Help         |
            """)
    }

    // MARK: Many readers

    @Test("signal, state, and what is known of the marked reader") func everything() {
        var shop = Shop()
        let held = ReaderDevice(name: "HiLite 3005", address: "00:07:80:AB:30:05", kind: .bluetooth)
        let twin = ReaderDevice(name: "HiLite 8421", address: "00:07:80:AB:99:99", kind: .bluetooth)
        shop.send(.reader(.listed([ReaderSighting(held, isHeld: true), ReaderSighting(Shop.simulator)])))
        var memory = ReaderMemory()
        memory.remember(twin, serialNumber: "012345679999")
        memory.remember(Shop.hiLite)
        shop.send(.reader(.recalled(memory)))
        shop.press(.other, .refresh)
        shop.send(.reader(.seen(ReaderSighting(Shop.hiLite, signal: -58))))
        let found = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)
        shop.send(.reader(.seen(ReaderSighting(found, signal: -79, isPaired: false, batteryPercent: 40))))
        shop.wait(seconds: 6)
        let lines = shop.picture().lines
        #expect(lines[5] == "  > 1  HiLite 8421 ..8421 00:07:80:AB:84:21 ####-  Ready         last used")
        #expect(lines[6] == "    2  HiLite 3005        00:07:80:AB:30:05 -----  In use")
        #expect(lines[7] == "    3  HiLite 8421 ..9999 00:07:80:AB:99:99 -----  Not seen")
        #expect(lines[8] == "    4  HiLite 1177        00:07:80:AB:11:77 ##---  Needs pairing")
        #expect(lines[9] == "    9  Simulated reader   built in          -----  Ready         no real money")
        #expect(lines[12] == "  Last connected  2026-01-02 14:02")
        #expect(lines[13] == "  Battery         87% at that time")
        #expect(lines[14] == "  Serial number   012345678421")
        #expect(lines[15] == "  Software        HPEFT 1.7")
        #expect(lines[22] == " ..  Searching for readers ... 14 s left. Enter connects the marked one.")
        #expect(lines[23] == " Enter Connect  1-9 Choose  X Forget  q Quit  ? Help")
        shop.press(.down)
        #expect(shop.picture().text.contains("Another program or device holds it. End that first."))
    }

    @Test(
        "the bank's clock stands with the connected reader, and one that is wrong is a warning",
        arguments: [
            (-4000, "the same as here", ""), (30_000, "30 s ahead: allowed for, and 5 min more", ""),
            (
                -3_600_000, "60 min behind: allowed for, and 5 min more",
                "  [!] The bank's clock is 60 min behind. Check this computer's clock."
            ),
        ] as [(Int64, String, String)])
    func bankClock(ahead: Int64, fact: String, warning: String) {
        var shop = Shop.ready()
        shop.press(.chooseReader)
        #expect(!shop.picture().text.contains("Bank's clock"))
        shop.send(.desk(.bankClock(ahead: ahead)))
        #expect(shop.picture().lines.contains("  Bank's clock    \(fact)"), "\(shop.picture().text)")
        #expect(warning.isEmpty ? !shop.picture().text.contains("[!]") : shop.picture().lines.contains(warning))
        shop.send(.desk(.linkEnded(.broken)))
        #expect(!shop.picture().text.contains("Bank's clock"))
    }

    @Test("a reader that is out of sight is quiet, then gone") func fades() {
        var shop = Shop()
        shop.press(.refresh)
        shop.send(.reader(.seen(ReaderSighting(Shop.hiLite, signal: -58))))
        shop.send(.reader(.seen(ReaderSighting(Shop.simulator))))
        shop.press(.down)
        shop.send(.reader(.lost(Shop.hiLite)))
        #expect(shop.picture().lines[5].contains("Out of sight"))
        #expect(shop.picture().row(5).contains { $0.role == .quiet })
        shop.wait(seconds: 15)
        #expect(!shop.picture().text.contains("HiLite"))
        #expect(shop.picture().lines[5].hasPrefix("  > 9  Simulated reader"))
    }

    @Test("the countdown before connecting is on the status line, in seconds") func countdown() {
        var shop = Shop()
        shop.send(.readers([Shop.hiLite]))
        var memory = ReaderMemory()
        memory.remember(Shop.hiLite)
        shop.send(.reader(.recalled(memory)))
        let status = { (shop: Shop) in shop.picture().lines[22] }
        #expect(status(shop) == " ..  Connecting to HiLite 8421 in 5 s. Enter: now. Any other key stops it.")
        shop.wait(seconds: 2)
        #expect(status(shop).contains("in 3 s."))
        #expect(shop.picture().lines[23].contains("Esc Stop"))
        shop.press(.back)
        #expect(status(shop) == " --  Stopped. Mark a reader, then press Enter to connect it.")
    }

    @Test("an end of the search without a reader says what to look at") func nothingFound() {
        var shop = Shop()
        shop.press(.refresh)
        #expect(shop.picture().lines[22].contains("Searching for readers ... 20 s left."))
        shop.send(.reader(.searchEnded))
        #expect(
            shop.picture().lines[22] == " !!  No reader was found. Is it on, awake and in range? R searches again.")
    }

    @Test(
        "what keeps a search from working is one sentence with what to do", arguments: TillCore.SearchProblem.allCases)
    func problem(problem: TillCore.SearchProblem) {
        var shop = Shop()
        shop.press(.refresh)
        shop.send(.reader(.problem(problem)))
        shop.send(.reader(.searchEnded))
        let text = shop.picture().lines[22]
        #expect(text.hasPrefix(" !!  ") && text.hasSuffix(".") && !text.contains("…"))
    }

    @Test("a reader that cannot be had says why while it is looked for") func reason() {
        var shop = Shop()
        shop.send(.readers([Shop.hiLite]))
        shop.press(.confirm)
        shop.send(.desk(.linkEnded(.notOpened("another program has the reader"))))
        shop.send(.desk(.reconnectDue))
        shop.send(.desk(.linkEnded(.notOpened("another program has the reader"))))
        #expect(shop.picture().lines[5].contains("Not reached"))
        #expect(
            shop.picture().lines[22]
                == " ..  Looking for HiLite 8421 ... next in 1 s. Another program has the reader.")
    }

    @Test("who left a reader reads so on every page") func left() {
        var shop = Shop.ready()
        shop.press(.chooseReader, .forget)
        #expect(shop.picture().lines[5].contains("Disconnected"))
        #expect(shop.picture().lines[0].contains("HiLite 8421 off"))
        shop.press(.back)
        #expect(
            shop.picture().lines[22] == " !!  You disconnected HiLite 8421. Press F9, then Enter to connect it.")
    }
}

extension ReaderMemory {
    /// Remembers a reader as the shop's clock and samples have it.
    fileprivate mutating func remember(_ device: ReaderDevice, serialNumber: String = "012345678421") {
        let reader = RememberedReader(
            device, serialNumber: serialNumber, software: "HPEFT 1.7", batteryPercent: 87, at: Shop.start)
        self = ReaderMemory([reader] + readers, lastUsed: device.address)
    }
}
