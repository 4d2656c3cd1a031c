import HeftKit
import Testing
import TillCore

@Suite("Warnings of a signature's end") struct SignatureWarningTests {
    /// The seconds after the request at which the bell rang again, of a clock that ticks each second.
    private func warnings(timeout: Int, seconds: Int, every step: Int = 1) -> [Int] {
        var till = Till.paying()
        var request = aSignature
        request.timeout = timeout
        till.give(.signatureRequested(request))
        var rings: [Int] = []
        for second in stride(from: step, through: seconds, by: step) {
            till.advance(by: Int64(step) * 1000)
            if till.give(.tick).bells > 0 { rings.append(second) }
        }
        return rings
    }

    @Test("the bell rings again 30 and 10 seconds before the end (check 19)") func twice() {
        #expect(warnings(timeout: 90, seconds: 89) == [60, 80])
    }

    @Test("a clock that skips seconds rings late, not never") func skips() {
        #expect(warnings(timeout: 90, seconds: 88, every: 7) == [63, 84])
    }

    @Test("a time that is short from the start is not warned of twice") func short() {
        #expect(warnings(timeout: 30, seconds: 29) == [20])
        #expect(warnings(timeout: 8, seconds: 7) == [])
    }

    @Test("a signature that was judged is not warned of, and the next one is anew") func judged() {
        var till = Till.paying()
        till.give(.signatureRequested(aSignature))
        till.advance(by: 65_000)
        #expect(till.give(.tick).bells == 3)
        till.press(.digit(1), after: 1000)
        till.press(.confirm)
        till.advance(by: 20_000)
        #expect(till.give(.tick).bells == 0)
        till.give(.signatureRequested(aSignature))
        till.advance(by: 61_000)
        #expect(till.give(.tick).bells == 3)
    }
}
