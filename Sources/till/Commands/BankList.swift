import Files
import Glibc
import HeftKit
import Money

/// A bank's list of transactions in a file: CSV with a row of names.
///
/// | column | needed | what |
/// |---|---|---|
/// | `amount` | yes | what moved, in the major unit: `12.50` |
/// | `currency` | yes | the code of ISO 4217 |
/// | `transactionID` | one of the two | the bank's number |
/// | `reference` | one of the two | the till's or the customer's reference |
/// | `type` | no | `SALE`, `REFUND`, `VOID_SALE`, `VOID_REFUND`; empty for any |
/// | `result` | no | `AUTHORISED` where it is not given |
struct BankList {
    let answer: FeedAnswer

    /// More bytes are no list of a day.
    private static let sizeMax = 16 << 20

    /// - Parameter period: the list is of this time, and holds all of it.
    init(path: String, period: ClosedRange<Int64>) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Descriptor.readAll(path: path, limit: BankList.sizeMax + 1)
        } catch {
            throw CommandFailure(.unavailable, "\(path) cannot be read: \(error.reason).")
        }
        guard bytes.count <= BankList.sizeMax else {
            throw CommandFailure(.wrongUsage, "\(path) is longer than 16 MiB. Give the list of a shorter time.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.wrongUsage, "\(path) is not in UTF-8. Save it as CSV in UTF-8.")
        }
        try self.init(text, period: period)
    }

    /// - Parameter text: the whole file.
    init(_ text: String, period: ClosedRange<Int64>) throws(CommandFailure) {
        var rows = try CSVReader.rows(of: text)
        guard !rows.isEmpty else {
            throw CommandFailure(.wrongUsage, "The list is empty. Its first row names the columns.")
        }
        let names = rows.removeFirst().map { $0.lowercased() }
        func column(_ name: String) -> Int? { names.firstIndex(of: name) }
        guard let amount = column("amount"), let currency = column("currency") else {
            throw CommandFailure(.wrongUsage, "The list needs the columns amount and currency, by these names.")
        }
        guard column("transactionid") != nil || column("reference") != nil else {
            throw CommandFailure(.wrongUsage, "The list needs a column transactionID or reference, by these names.")
        }
        var transactions: [FeedTransaction] = []
        for (number, row) in zip(2..., rows) {
            func value(_ name: String) -> String {
                guard let index = column(name), row.indices.contains(index) else { return "" }
                return row[index]
            }
            guard row.indices.contains(max(amount, currency)), let code = Currency(alphaCode: row[currency]) else {
                throw CommandFailure(.wrongUsage, "Row \(number) of the list names no currency of ISO 4217.")
            }
            let moved: Amount
            do throws(AmountError) {
                moved = try Amount(decimal: row[amount], currency: code)
            } catch {
                throw CommandFailure(.wrongUsage, "Row \(number) of the list: \(error.description)")
            }
            let result = value("result")
            transactions.append(
                FeedTransaction(
                    transactionID: value("transactionid"), type: value("type").uppercased(),
                    amountMinor: moved.minorUnits, currency: code, customerReference: value("reference"),
                    result: result.isEmpty ? "AUTHORISED" : result.uppercased(), happenedAt: period.lowerBound))
        }
        answer = FeedAnswer(transactions, isComplete: true)
    }
}

/// Reads CSV as RFC 4180 has it: commas, quotation marks doubled within quotation marks, rows that end in LF or CR LF.
enum CSVReader {
    static func rows(of text: String) throws(CommandFailure) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = ""
        var isQuoted = false
        var wasQuoted = false
        var scalars = Substring(text).unicodeScalars
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        func end(_ row: inout [String], _ field: inout String) {
            row.append(field)
            field = ""
        }
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                scalars.removeFirst()
                field.unicodeScalars.append("\"")
            case "\"" where isQuoted: isQuoted = false
            case "\"" where field.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case "," where !isQuoted:
                end(&row, &field)
                wasQuoted = false
            case "\r" where !isQuoted && scalars.first == "\n": break
            case "\n" where !isQuoted:
                end(&row, &field)
                wasQuoted = false
                if row != [""] { rows.append(row) }
                row = []
            default: field.unicodeScalars.append(scalar)
            }
        }
        guard !isQuoted else {
            throw CommandFailure(.wrongUsage, "The list ends within quotation marks. Is the file whole?")
        }
        if !field.isEmpty || !row.isEmpty {
            end(&row, &field)
            rows.append(row)
        }
        return rows
    }
}
