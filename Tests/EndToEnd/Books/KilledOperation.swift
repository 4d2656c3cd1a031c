import Testing

@testable import till

/// An operation that is cut short, and what must be there before it.
struct KilledOperation: Sendable {
    /// What is run first, to its end.
    var before: [[String]] = []
    var words: [String]
    /// The points that its own run comes past; the rest of its run is left alone by the others.
    var points: [CrashPoint]

    /// On the way to the reader, and what every operation comes past.
    private static let everywhere: [CrashPoint] = [
        .beforeConnect, .connected, .inDoubtLoaded, .beforeIntent, .referenceMinted, .afterIntent, .beforeRequest,
        .afterRequest, .beforeOutcome, .afterOutcome, .outcomeKnown, .resultPrinted, .resultSeen,
    ]
    /// With the bank.
    private static let online: [CrashPoint] = [
        .statusReported, .statusNoted, .beforeRelay, .relayNoted, .hostAsked, .hostAnswered, .answerRelayed,
        .resultArrived,
    ]
    /// When the answer does not come.
    private static let cutOff: [CrashPoint] = [
        .linkLost, .beforeReconnect, .beforeRecovery, .afterRecovery, .recoveryAnswered,
    ]
    private static let signature: [CrashPoint] = [.signatureAsked, .signatureAnswered]

    private static let sale = ["sale", "12.34", "--currency", "GBP"]
    private static let fast = ["--time-scale", TestAmountCase.timeScale]

    static let all: [KilledOperation] = [
        KilledOperation(words: sale, points: everywhere + online),
        KilledOperation(words: ["sale", "90.04", "--currency", "GBP"] + fast, points: cutOff),
        KilledOperation(
            words: ["sale", "30.00", "--currency", "GBP", "--signature", "accept"], points: signature + [.beforeOutcome]
        ),
        KilledOperation(words: ["sale", "10.00", "--currency", "GBP"], points: [.hostAnswered, .afterOutcome]),
        KilledOperation(words: ["sale", "37.57", "--currency", "GBP"], points: [.hostAnswered, .beforeOutcome]),
        KilledOperation(before: [sale], words: ["refund", "1", "5.00"], points: everywhere + online),
        KilledOperation(
            // Recovered once, the reader has nothing left to tell when the refund connects.
            before: [["sale", "200.00", "--currency", "GBP"], ["recover"]], words: ["refund", "1", "90.04"] + fast,
            points: cutOff),
        KilledOperation(
            before: [["sale", "200.00", "--currency", "GBP"]],
            words: ["refund", "1", "30.00", "--signature", "accept"],
            points: signature + [.beforeOutcome]),
        KilledOperation(before: [sale], words: ["reverse", "1"], points: everywhere + online),
        KilledOperation(
            before: [sale, ["refund", "1", "5.00"]], words: ["reverse", "2"],
            points: [.afterIntent, .relayNoted, .hostAnswered, .beforeOutcome]),
        KilledOperation(
            before: [sale], words: ["report", "--close"],
            points: everywhere + [.resultArrived, .beforeDayClose, .afterDayClose]),
    ]
}

/// One operation and the point at which it is cut short.
struct Killing: Sendable, CustomTestStringConvertible {
    var operation: KilledOperation
    var point: CrashPoint

    var testDescription: String { "\(operation.words.joined(separator: " ")) at \(point.rawValue)" }

    static let all = KilledOperation.all.flatMap { operation in
        operation.points.map { Killing(operation: operation, point: $0) }
    }
}
