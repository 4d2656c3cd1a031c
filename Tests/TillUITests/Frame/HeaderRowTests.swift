import HeftKit
import Terminal
import Testing
import TillCore
import TillJournal
import TillUI

@Suite("The header") struct HeaderRowTests {
    private func header(_ shop: Shop, _ columns: Int = 80) -> String { shop.picture(columns, 24).lines[0] }

    private func heard(_ elements: [String: String]) throws -> Shop {
        var shop = Shop.ready()
        shop.charge()
        try shop.status(0x14, elements: elements)
        shop.finish(.approved)
        shop.wait()
        shop.press(.back)
        return shop
    }

    @Test("the battery stays in the header after the payment, with charging where the reader says so")
    func battery() throws {
        #expect(header(try heard(["BatteryStatus": "87%"])).contains("HiLite 8421 OK 87%   LIVE"))
        let charging = try heard(["BatteryStatus": "87%", "BatteryCharging": "true"])
        #expect(header(charging).contains("HiLite 8421 OK 87% charging   LIVE"))
        #expect(header(try heard(["BatteryStatus": "\u{1B}[31m999%"])).contains("HiLite 8421 OK   LIVE"))
        #expect(header(try heard([:])).contains("HiLite 8421 OK   LIVE"))
    }

    @Test("simulated books are said to be so before a reader is chosen, and while one outside is connected to")
    func simulatedBooks() {
        var shop = AllPages.chooseInSimulatedBooks()
        for columns in [80, 40] {
            let row = shop.picture(columns, 12).row(0)
            #expect(shop.picture(columns, 12).lines[0].contains("*** SIMULATED ***"))
            #expect(row.allSatisfy { $0.role == .simulated })
        }
        shop.send(.readers([Shop.hiLite]))
        shop.press(.digit(1), .confirm)
        #expect(header(shop).contains("HiLite 8421 ...   *** SIMULATED ***"))
        #expect(header(AllPages.chooseReader()).contains("LIVE"))
    }

    @Test("another reader does not inherit the battery, the same one keeps it") func otherReader() throws {
        var shop = try heard(["BatteryStatus": "87%"])
        shop.send(.desk(.linkEnded(.broken)))
        shop.send(.desk(.reconnectDue))
        var other = shop
        shop.connect()
        #expect(header(shop).contains("OK 87%"))
        other.connect(ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth))
        #expect(header(other).contains("HiLite 1177 OK   LIVE"))
    }

    @Test("a low battery is said once on the sale, until a key is pressed") func lowBattery() throws {
        func line(_ shop: Shop) -> String { shop.picture().lines[22] }
        var shop = try heard(["BatteryStatus": "18%"])
        #expect(line(shop) == " !!  The reader's battery is at 18 %. Put it on its charger soon.")
        shop.press(.other)
        #expect(line(shop) == " OK  Ready. Type the amount.")
        try shop.status(0x9999, elements: ["BatteryStatus": "17%"])
        #expect(line(shop) == " OK  Ready. Type the amount.")
        try shop.status(0x9999, elements: ["BatteryStatus": "17%", "BatteryCharging": "true"])
        try shop.status(0x9999, elements: ["BatteryStatus": "19%", "BatteryCharging": "false"])
        #expect(line(shop).contains("battery is at 19 %"))
        try shop.status(0x9999, elements: ["BatteryStatus": "45%"])
        #expect(line(shop) == " OK  Ready. Type the amount.")
    }

    @Test(
        "the readers' page tells how long ago the reader was heard, and the status line once that is long",
        arguments: [(5, "less than a minute ago"), (250, "4 min ago"), (3 * 3600, "3 h ago")])
    func lastHeard(seconds: Int, age: String) {
        var shop = Shop.ready()
        shop.wait(seconds: seconds)
        let status = shop.picture(80, 24).text
        #expect(status.contains("Ready. Type the amount."))
        #expect(status.contains("The reader was last heard \(age).") == (seconds >= 120))
        shop.press(.chooseReader)
        #expect(shop.picture(80, 24).text.contains("Last heard      \(age)"))
        shop.send(.desk(.linkEnded(.broken)))
        #expect(shop.picture(80, 24).text.contains("Last heard      \(age)"))
    }

    @Test("a state of which nothing was heard for minutes shows its age, and needs no second's tick") func age() {
        var shop = Shop.ready()
        shop.wait(seconds: 119)
        #expect(header(shop).contains("HiLite 8421 OK   LIVE"))
        shop.wait(seconds: 121)
        #expect(header(shop) == " Till 1   Sale                   HiLite 8421 OK, heard 4 min ago   LIVE   14:06")
        #expect(!shop.state.countsSeconds)
        shop.wait(seconds: 3 * 3600)
        #expect(header(shop).contains("HiLite 8421 OK, heard 3 h ago   LIVE"))
        shop.send(.desk(.signatureWithdrawn))
        #expect(header(shop).contains("HiLite 8421 OK   LIVE"))
    }

    @Test("a result that waits on the reader is counted beside what is unknown, until the reader gave it up")
    func waiting() {
        var shop = Shop()
        shop.send(.readers([Shop.hiLite]))
        shop.press(.confirm)
        shop.send(.desk(.connected(Shop.identity(Shop.hiLite), isResultPending: true)))
        let record = shop.record(.init(minorUnits: 1250, currency: .gbp), reader: Shop.identity(Shop.hiLite))
        shop.send(.desk(.inDoubtLoaded([record])))
        #expect(header(shop) == " Unfinished sale       HiLite 8421 OK   1 waiting   ?? 1 unknown   LIVE   14:02")
        #expect(header(shop, 60).contains("?? 1 unknown  LIVE"))
        shop.wait()
        shop.press(.confirm)
        shop.send(.desk(.finished(AllPages.nothingPending)))
        #expect(!header(shop).contains("waiting"))
    }

    @Test("a wide window has the currency in its header") func currency() {
        #expect(header(Shop.ready(), 100).hasSuffix("HiLite 8421 OK   LIVE   GBP   14:02"))
        #expect(header(Shop.ready(), 120).hasSuffix("HiLite 8421 OK   LIVE   GBP   14:02"))
    }

    @Test("whatever else has no room, the word for real money and the count of the unknown stay", arguments: 30...120)
    func narrow(columns: Int) throws {
        var shop = try heard(["BatteryStatus": "100%", "BatteryCharging": "true"])
        let record = shop.record(.init(minorUnits: 1250, currency: .gbp), reader: Shop.identity(Shop.hiLite))
        shop.send(.desk(.linkEnded(.broken)))
        shop.send(.desk(.reconnectDue))
        shop.connect(inDoubt: [record])
        shop.wait(seconds: 300)
        let text = header(shop, columns)
        #expect(text.contains("?? 1 unknown") && text.contains("LIVE"))
        #expect(text.count <= columns)
    }
}
