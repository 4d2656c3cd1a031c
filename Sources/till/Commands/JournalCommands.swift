import TillCore
import TillJournal

/// `till journal` and `till decide`: the care of the books, and what a supervisor knows of them.
enum JournalCommands {
    static func run(_ arguments: JournalArguments) throws(CommandFailure) {
        let path = try ListingCommands.booksPath(arguments.reader)
        switch arguments.kind {
        case .check:
            let findings = try reading(path) { (journal) throws(JournalError) in try journal.check() }
            try tell(findings, of: path)
        case .backup(let copy):
            try reading(path) { (journal) throws(JournalError) in try journal.backup(to: copy) }
            StandardStreams.output(PlainText.printable("The books \(path) were copied to \(copy)."))
        case .setAside:
            let aside = try failing { () throws(JournalError) in
                try Journal.setAside(at: path, time: SystemClock.now())
            }
            StandardStreams.output(
                PlainText.printable("The books \(path) are now \(aside). The next sale begins new ones."))
        }
    }

    private static func tell(_ findings: [CheckFinding], of path: String) throws(CommandFailure) {
        guard !findings.isEmpty else {
            StandardStreams.output(PlainText.printable("The books \(path) are in order."))
            return
        }
        throw CommandFailure(
            .unavailable, "The books \(path) are not in order. Keep them, make a copy, and call support.",
            details: findings.map(\.sentence))
    }

    private static func reading<Value>(
        _ path: String, _ body: (Journal) throws(JournalError) -> Value
    ) throws(CommandFailure) -> Value {
        try failing { () throws(JournalError) in
            let journal = try Journal.open(at: path, access: .reading)
            defer { journal.close() }
            return try body(journal)
        }
    }

    private static func failing<Value>(
        _ body: () throws(JournalError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(JournalError) {
            return try body()
        } catch {
            throw CommandFailure(error)
        }
    }

    /// `till decide`: settles an operation in doubt by what a supervisor has found out.
    static func decide(_ arguments: DecideArguments) throws(CommandFailure) {
        let path = try ListingCommands.booksPath(arguments.reader)
        let answers = AnswerDelivery(configuration: try ConfigurationFile(named: arguments.reader.configPath).load())
        let record = try OperationFinder.operation(arguments.id, at: path) { $0.isInDoubt }
        let journal: Journal
        let decided: OperationRecord
        do throws(JournalError) {
            journal = try arguments.reader.openJournal()
        } catch {
            throw CommandFailure(error)
        }
        defer { journal.close() }
        do throws(JournalError) {
            let decision = SupervisorDecision(
                kind: arguments.kind, supervisor: arguments.supervisor, evidence: arguments.evidence,
                at: SystemClock.now())
            CrashPoint.beforeDecision.reach()
            decided = try journal.sync { (store) throws(JournalError) in
                try store.decide(decision, of: record.sequence)
            }
            CrashPoint.afterDecision.reach()
        } catch {
            throw CommandFailure(error)
        }
        let report = ResultReport(decided)
        StandardStreams.output(arguments.json ? JSONText.line(report) : report.line)
        answers.giveDue(journal)
    }
}
