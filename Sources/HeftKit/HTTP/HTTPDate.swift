/// The header `Date`, as hosts write it today: `Sun, 06 Nov 1994 08:49:37 GMT`. Source: RFC 9110, IMF-fixdate.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Milliseconds since 1970-01-01 00:00:00 UTC; nil for anything else, and for years before 1970.
    static func milliseconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let day = number(words[1], 2, 1...31), let month = months.firstIndex(where: { $0 == words[2] }),
            let year = number(words[3], 4, 1970...9999)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 2, 0...23), let minute = number(time[1], 2, 0...59),
            // A leap second has the number 60.
            let second = number(time[2], 2, 0...60)
        else { return nil }
        let days = days(year, Int64(month) + 1, day)
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    }

    private static func number(_ text: Substring, _ width: Int, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count == width, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(text), range.contains(number)
        else { return nil }
        return number
    }

    /// Days from 1970-01-01 to a day of the Gregorian calendar. Years begin in March here, so that the leap day is the last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let dayOfYear = (153 * months + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
