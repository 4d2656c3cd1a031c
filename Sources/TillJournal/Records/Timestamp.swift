/// A moment, and how the clock on the wall stood then: time in the books is read as the shop read it, also after the
/// clocks have changed or the till has moved.
package struct Timestamp: Hashable, Sendable {
    /// Milliseconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
    package let millisecondsSince1970: Int64
    /// Seconds that local time was ahead of UTC; whole minutes, within ±18 hours.
    package let offsetFromUTC: Int

    /// - Parameter offsetFromUTC: seconds; cut to whole minutes and to ±18 hours, so that every value can be written
    ///   as ISO 8601 has it.
    package init(millisecondsSince1970: Int64, offsetFromUTC: Int) {
        self.millisecondsSince1970 = millisecondsSince1970
        let limit = 18 * 3600
        let bounded = min(max(offsetFromUTC, -limit), limit)
        self.offsetFromUTC = bounded / 60 * 60
    }

    /// Local time as `yyyy-MM-dd HH:mm:ss`.
    package var localTime: String {
        let local = localFields
        return "\(local.date) \(local.time)"
    }

    /// Local time with milliseconds and offset as `yyyy-MM-ddTHH:mm:ss.SSS+HH:MM`; `Z` for UTC itself.
    package var iso8601: String {
        let local = localFields
        let milliseconds = Self.padded(millisecondsSince1970.flooredRemainder(by: 1000), to: 3)
        let moment = "\(local.date)T\(local.time).\(milliseconds)"
        if offsetFromUTC == 0 { return moment + "Z" }
        let minutes = Int64(abs(offsetFromUTC)) / 60
        let sign = offsetFromUTC < 0 ? "-" : "+"
        return "\(moment)\(sign)\(Self.padded(minutes / 60, to: 2)):\(Self.padded(minutes % 60, to: 2))"
    }

    /// The day on the wall's calendar, as `yyyy-MM-dd`.
    package var localDate: String { localFields.date }

    /// The first moment of a day on the wall's calendar.
    ///
    /// - Parameters:
    ///   - date: `yyyy-MM-dd`. Nil for another form, and for a day that the calendar does not have.
    ///   - offsetFromUTC: seconds that local time is ahead of UTC.
    package init?(firstOf date: String, offsetFromUTC: Int) {
        let digits = Array(date.utf8)
        let isDigit = digits.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ isDigit[$0] })
        else { return nil }
        let number = { (range: Range<Int>) in
            digits[range].reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        let fields = (year: number(0..<4), month: number(5..<7), day: number(8..<10))
        let days = Self.daysSince1970(year: fields.year, month: fields.month, day: fields.day)
        // A day that does not exist comes back as another one.
        guard Self.civil(daysSince1970: days) == fields else { return nil }
        let utc = Timestamp(millisecondsSince1970: 0, offsetFromUTC: offsetFromUTC)
        self.init(
            millisecondsSince1970: (days * 86_400 - Int64(utc.offsetFromUTC)) * 1000, offsetFromUTC: offsetFromUTC)
    }

    /// The same wall clock one day later.
    package var nextDay: Timestamp {
        let (next, isTooLarge) = millisecondsSince1970.addingReportingOverflow(86_400_000)
        return Timestamp(millisecondsSince1970: isTooLarge ? .max : next, offsetFromUTC: offsetFromUTC)
    }

    private var localFields: (date: String, time: String) {
        let seconds = millisecondsSince1970.flooredQuotient(by: 1000) + Int64(offsetFromUTC)
        let ofDay = seconds.flooredRemainder(by: 86_400)
        let (year, month, day) = Self.civil(daysSince1970: seconds.flooredQuotient(by: 86_400))
        return (
            [Self.padded(year, to: 4), Self.padded(month, to: 2), Self.padded(day, to: 2)].joined(separator: "-"),
            [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { Self.padded($0, to: 2) }.joined(separator: ":")
        )
    }

    /// The Gregorian date of a day number. Years are counted from March here, so that the leap day is the last of its
    /// year; an era is the 400 years, 146,097 days, after which the calendar repeats.
    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let sinceEra = daysSince1970 + 719_468
        let era = sinceEra.flooredQuotient(by: 146_097)
        let dayOfEra = sinceEra.flooredRemainder(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    /// The inverse of ``civil(daysSince1970:)``, for years from 0.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = year - (month <= 2 ? 1 : 0)
        let era = marchYear.flooredQuotient(by: 400)
        let yearOfEra = marchYear.flooredRemainder(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}

extension Timestamp: Codable {
    private enum CodingKeys: String, CodingKey {
        case milliseconds
        case offset
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            millisecondsSince1970: try container.decode(Int64.self, forKey: .milliseconds),
            offsetFromUTC: try container.decode(Int.self, forKey: .offset))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(millisecondsSince1970, forKey: .milliseconds)
        try container.encode(offsetFromUTC, forKey: .offset)
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.millisecondsSince1970, left.offsetFromUTC) < (right.millisecondsSince1970, right.offsetFromUTC)
    }
}

extension Int64 {
    // Division rounds towards zero, which would show times before 1970 a second or a day late.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }

    fileprivate func flooredRemainder(by divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
