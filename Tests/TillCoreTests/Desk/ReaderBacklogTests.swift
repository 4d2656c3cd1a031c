import HeftKit
import Testing

@testable import HeftWire
@testable import TillCore

@Suite("What a reader reported and nobody looked at yet") struct ReaderBacklogTests {
    @Test("events come out once, in order") func order() {
        var backlog = ReaderBacklog()
        #expect(backlog.isEmpty)
        let events: [ReaderConnection.Event] = [
            .status(status(.waitingForCard)), .signatureRequest(aSignature), .status(status(.pinInput)), .cancelSent,
        ]
        for event in events { backlog.add(event) }
        #expect(backlog.takeAll() == events)
        #expect(backlog.isEmpty && backlog.takeAll() == [])
    }

    @Test("of many statuses the newest stay, and everything else does") func flood() {
        var backlog = ReaderBacklog()
        backlog.add(.signatureWithdrawn)
        var scan = status(.waitingForCard)
        scan.scannedCode = "4006381333931"
        backlog.add(.status(scan))
        for number in 0..<10_000 {
            var chatter = status(.waitingForCard)
            chatter.message = "\(number)"
            backlog.add(.status(chatter))
            if number == 5000 { backlog.add(.cancelSent) }
        }
        backlog.add(.over(.broken))
        let events = backlog.takeAll()
        #expect(events.count == ReaderBacklog.waitingMax + 4)
        #expect(events.first == .signatureWithdrawn && events.last == .over(.broken))
        #expect(events[1] == .status(scan) && events[2] == .cancelSent)
        guard case .status(let last) = events[events.count - 2] else {
            Issue.record("no status at the end")
            return
        }
        #expect(last.message == "9999")
    }

    @Test("bytes without sense are told so many times and no more") func problems() {
        var backlog = ReaderBacklog()
        for _ in 0..<1000 { backlog.add(.activity(.problem(.malformedXML("x")))) }
        #expect(backlog.takeAll().count == ReaderBacklog.waitingMax)
    }
}
