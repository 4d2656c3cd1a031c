import HeftKit
import TillJournal

/// How the connected reader is, as far as it has said so. A reader says it with its statuses and results; nothing is
/// asked of it for that.
package struct ReaderCondition: Equatable, Sendable {
    /// The charge, 0 to 100.
    package internal(set) var batteryPercent: Int?
    /// Nil where the reader did not say.
    package internal(set) var isCharging: Bool?
    /// Its program and the version, `HPEFT 1.7`; empty before it said so.
    package internal(set) var software = ""
    /// When anything came from it.
    package internal(set) var heardAt: Timestamp?
    /// The cashier is to be told that the battery is low.
    package internal(set) var isBatteryWarningOpen = false
    /// It was said, and is not said again for every status.
    var isBatteryWarned = false

    /// The longest name of a program with its version.
    static let softwareMax = 32
    /// At so many percent the cashier is told, once.
    static let lowBattery = 20
    /// From here on a battery that was low counts as charged again.
    static let chargedBattery = 30
    /// What is older than so many minutes is shown with its age.
    private static let silence = 2

    /// How many whole minutes nothing was heard; nil before anything was.
    package func heardMinutesAgo(at now: Timestamp) -> Int? {
        heardAt.map { now.seconds(since: $0) / 60 }
    }

    /// How many whole minutes nothing was heard, once it is worth a word.
    package func silentMinutes(at now: Timestamp) -> Int? {
        heardMinutesAgo(at: now).flatMap { $0 >= ReaderCondition.silence ? $0 : nil }
    }

    mutating func read(_ elements: [String: String]) {
        let program = [elements["ApplicationName"], elements["ApplicationVersion"]].compactMap { $0 }
        if !program.isEmpty { software = String(program.joined(separator: " ").prefix(ReaderCondition.softwareMax)) }
        if let text = elements["BatteryCharging"] ?? elements["ExternalPower"] {
            isCharging = text == "true" || text == "false" ? text == "true" : isCharging
        }
        if let text = elements["BatteryStatus"], let percent = ReaderCondition.percent(text) {
            batteryPercent = percent
        }
        guard let batteryPercent else { return }
        if isCharging == true || batteryPercent >= ReaderCondition.chargedBattery {
            isBatteryWarned = false
            isBatteryWarningOpen = false
        } else if batteryPercent <= ReaderCondition.lowBattery, !isBatteryWarned {
            isBatteryWarned = true
            isBatteryWarningOpen = true
        }
    }

    /// `87%` or `87`; nil for anything else.
    private static func percent(_ text: String) -> Int? {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        guard digits.allSatisfy(\.isASCII) else { return nil }
        return Int(digits).flatMap { (0...100).contains($0) ? $0 : nil }
    }
}

extension AppState {
    /// Takes from an event what it says of the reader's condition.
    mutating func noteCondition(_ event: DeskEvent) {
        switch event {
        case .connected:
            var fresh = ReaderCondition()
            // The same reader again: what it said of its battery is still the last word.
            if case .connected(let reader, _) = event, reader == desk.lastReader { fresh = condition }
            condition = fresh
        case .status(let status): condition.read(status.elements)
        case .finished(let completion):
            switch completion.result {
            case .finance(let result), .answeredByEarlier(let result), .recovery(_, let result):
                condition.read(result.details.elements)
            case .failed: return
            case .plain, .log, .xml: break
            }
        case .unclaimed(let result): condition.read(result.details.elements)
        case .signatureRequested, .signatureWithdrawn, .cancelAnswered: break
        case .connect, .disconnect, .charge, .perform, .serve, .cancel, .judgeSignature, .askReader, .decide, .setAside,
            .cancelSent,
            .linkEnded, .startRefused, .inDoubtLoaded, .intentRecorded, .outcomeRecorded, .unclaimedKept,
            .contradictionKept,
            .decisionRecorded, .decisionRefused, .booksFailed, .feedAnswered, .feedFailed, .reconnectDue,
            .askAgainDue, .feedDue, .bankClock, .sleepBegins, .sleepIsOver:
            return
        }
        condition.heardAt = now
    }

    /// Whoever pressed a key on the sale has read that the battery is low.
    mutating func noteBatterySeen() {
        if case .sale = page { condition.isBatteryWarningOpen = false }
    }
}
