import Glibc
import TillJournal

/// A day on the wall's calendar, in the process's time zone. Where the clocks change it has 23 or 25 hours.
struct Day: Equatable {
    let first: Timestamp
    /// The first moment that is no longer of this day.
    let end: Timestamp

    /// - Parameter date: `yyyy-MM-dd`. Nil for another form, and for a day that the calendar does not have.
    init?(_ date: String) {
        guard Timestamp(firstOf: date, offsetFromUTC: 0) != nil else { return nil }
        let fields = date.split(separator: "-").compactMap { Int32($0) }
        guard fields.count == 3, let first = Day.midnight(fields, plusDays: 0),
            let end = Day.midnight(fields, plusDays: 1)
        else { return nil }
        self.first = first
        self.end = end
    }

    private static func midnight(_ fields: [Int32], plusDays days: Int32) -> Timestamp? {
        var time = tm()
        time.tm_year = fields[0] - 1900
        time.tm_mon = fields[1] - 1
        time.tm_mday = fields[2] + days
        // Whether summer time holds is for the time zone to say.
        time.tm_isdst = -1
        let seconds = mktime(&time)
        let (milliseconds, isTooLarge) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        guard !isTooLarge else { return nil }
        return Timestamp(millisecondsSince1970: milliseconds, offsetFromUTC: Int(time.tm_gmtoff))
    }
}
