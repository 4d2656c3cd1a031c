import Glibc
import Testing

/// Keys while the reader, the books or both keep the till busy. How quickly they are answered is measured by
/// `till-bench`.
@Suite("A busy till", .drivesTill) struct BusyTests {
    private static let chatter = ["TILL_STRAIN_STATUSES": "10000"]
    private static let slowDisk = ["TILL_STRAIN_DISK": "300"]

    @Test(
        "keys are answered while a payment waits, whatever else happens",
        arguments: [[:], chatter, slowDisk, chatter.merging(slowDisk) { $1 }])
    func keys(strain: [String: String]) throws {
        let till = try waiting(strain)
        for number in 0..<20 {
            till.press("?")
            try till.see("the help") { till.text.contains("Keys on this page") == number.isMultiple(of: 2) }
        }
        till.program.signal(SIGKILL)
    }

    @Test("a reader that chatters paints twenty frames a second at most, and the books take a part of it")
    func frames() throws {
        let till = try waiting(BusyTests.chatter)
        let before = till.program.screen.raw.count
        let start = ContinuousClock.now
        var frames = 0
        let isPainting = till.program.wait {
            let count = till.program.screen.raw.count
            till.program.read(within: .milliseconds(5))
            if till.program.screen.raw.count > count { frames += 1 }
            return frames == 40
        }
        // A busy machine makes it slower. As many frames as there are statuses would take no tenth of it.
        #expect(isPainting && ContinuousClock.now - start > .seconds(1))
        #expect(till.program.screen.raw.count - before < 40 * 1200)
        till.program.signal(SIGKILL)
        _ = till.program.waitForExit()
        let events = try till.folder.events(of: "1")
        #expect((2...220).contains(events))
    }

    /// A till whose reader waits for a bank that takes its time.
    private func waiting(_ strain: [String: String]) throws -> Till {
        let till = try Till.ready(environment: strain)
        try till.charge("80.90")
        try till.see("Taking a payment", "Reader shows")
        return till
    }
}

extension ScratchFolder {
    /// How many events the books hold of an operation.
    fileprivate func events(of id: String) throws -> Int {
        let listing = try Shell("\"$0\" show \(id) > \"$HOME/show\"", folder: self)
        try #require(listing.program.waitForExit() == 0, "\(listing.program.screen.text)")
        let text = String(decoding: try #require(contents(of: "show")), as: UTF8.self)
        return text.split(separator: "\n").count
    }
}
