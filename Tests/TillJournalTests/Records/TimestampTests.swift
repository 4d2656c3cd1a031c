import Testing

@testable import TillJournal

@Suite("Timestamp") struct TimestampTests {
    @Test(
        "is written as the wall clock stood, with its offset",
        arguments: [
            (0, 0, "1970-01-01 00:00:00", "1970-01-01T00:00:00.000Z"),
            (1_700_000_000_123, 3600, "2023-11-14 23:13:20", "2023-11-14T23:13:20.123+01:00"),
            (1_700_000_000_123, -12_600, "2023-11-14 18:43:20", "2023-11-14T18:43:20.123-03:30"),
            (951_782_399_999, 0, "2000-02-28 23:59:59", "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, 0, "2000-02-29 00:00:00", "2000-02-29T00:00:00.000Z"),
            (4_107_542_400_000, 0, "2100-03-01 00:00:00", "2100-03-01T00:00:00.000Z"),
            (1_704_067_199_000, 60, "2024-01-01 00:00:59", "2024-01-01T00:00:59.000+00:01"),
            (-1, 0, "1969-12-31 23:59:59", "1969-12-31T23:59:59.999Z"),
        ])
    func formats(milliseconds: Int64, offset: Int, local: String, iso: String) {
        let timestamp = Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: offset)
        #expect(timestamp.localTime == local)
        #expect(timestamp.iso8601 == iso)
    }

    @Test("cuts offsets to what can be written", arguments: [(90, 60), (-90, -60), (.max, 64_800), (.min, -64_800)])
    func offsets(given: Int, kept: Int) {
        #expect(Timestamp(millisecondsSince1970: 0, offsetFromUTC: given).offsetFromUTC == kept)
    }

    @Test("the ends of its range can be written too", arguments: [Int64.min, Int64.max])
    func ends(milliseconds: Int64) {
        let timestamp = Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: 3600)
        #expect(timestamp.iso8601.hasSuffix("+01:00"))
    }

    @Test("orders by the moment, not by the wall clock") func order() {
        let earlier = Timestamp(millisecondsSince1970: 1000, offsetFromUTC: 7200)
        let later = Timestamp(millisecondsSince1970: 2000, offsetFromUTC: 0)
        #expect(earlier < later)
        #expect(earlier.localTime > later.localTime)
    }
}
