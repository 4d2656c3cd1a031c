import HeftKit
import TillCore
import TillJournal

/// `till devices` and `till history`: what there is to see without a reader's help.
enum ListingCommands {
    /// What `till devices --json` prints of a reader.
    struct DeviceReport: Encodable, Equatable {
        var name: String
        var address: String
        var kind: String
        var isSimulated: Bool
    }

    static func devices(_ readers: [HeftRemoteDevice], json: Bool) {
        let reports = readers.map { device in
            DeviceReport(
                name: device.name, address: device.address, kind: device.isSimulated ? "simulated" : "real",
                isSimulated: device.isSimulated)
        }
        if json {
            StandardStreams.output(JSONText.line(reports))
        } else {
            for report in reports {
                let mark = report.isSimulated ? "  SIMULATED, no money moves" : ""
                StandardStreams.output(PlainText.printable("\(report.name)  \(report.address)\(mark)"))
            }
        }
    }

    /// How many operations a plain list holds.
    static let historyMax = 1000

    /// - Throws: ``JournalError``; books that are not begun yet are an empty list.
    static func history(at path: String, json: Bool) throws(JournalError) {
        let records: [OperationRecord]
        do throws(JournalError) {
            let journal = try Journal.open(at: path, access: .reading)
            records = try journal.sync { (store) throws(JournalError) in
                try store.history(before: nil, limit: historyMax)
            }
            journal.close()
        } catch {
            guard case .missing = error else { throw error }
            records = []
        }
        if json {
            StandardStreams.output(JSONText.line(records.map { ResultReport($0) }))
        } else if records.isEmpty {
            StandardStreams.output("Nothing was charged yet.")
        } else {
            for record in records {
                StandardStreams.output("\(record.intent.startedAt.localTime)  \(ResultReport(record).line)")
            }
        }
    }
}
