import Testing

@testable import TillJournal

@Suite("Events") struct EventTests {
    let folder = ScratchFolder()

    private static let everyKind: [OperationEvent.Kind] = [
        .requestSent, .relayedToBank, .statusReported(code: 0x22, text: "Waiting for \"card\"\u{0}🎉"),
        .cancelRequested, .linkLost, .linkRestored, .signatureRequested, .signatureAnswered(isAccepted: true),
        .signatureAnswered(isAccepted: false), .pendingResultRequested, .nothingPending,
        .guardOverridden(by: "Ann"), .other(name: "paperOut", code: -3, text: "tear-off"),
    ]

    @Test("come back in the order they were noted, whatever the clock did") func roundTrip() throws {
        let journal = try openBooks(at: folder.journal)
        let record = try journal.record(.sample("A1"))
        for (index, kind) in Self.everyKind.enumerated() {
            try journal.note(kind, of: record.sequence, at: Int64(-index))
        }
        let events = try journal.sync { store throws(JournalError) in try store.events(of: record.sequence) }
        #expect(events.map(\.kind) == Self.everyKind)
        #expect(events.map(\.at) == Self.everyKind.indices.map { .second(Int64(-$0)) })
    }

    @Test("survive when the program is killed") func killed() throws {
        let journal = try openBooks(at: folder.journal)
        let record = try journal.record(.sample("A1"))
        try journal.note(.requestSent, of: record.sequence)
        try journal.note(.relayedToBank, of: record.sequence)
        let survivor = try openBooks(at: folder.copyOfBooks(at: folder.journal))
        let (events, found) = try survivor.sync { store throws(JournalError) in
            (try store.events(of: record.sequence), try store.operation(sequence: record.sequence))
        }
        #expect(events.map(\.kind) == [.requestSent, .relayedToBank])
        #expect(found?.wasRelayedToBank == true)
    }

    @Test("tell whether the bank was reached, for that operation alone") func relayed() throws {
        let journal = try openBooks(at: folder.journal)
        let one = try journal.record(.sample("A1"))
        let other = try journal.record(.sample("A2"))
        try journal.note(.relayedToBank, of: other.sequence)
        try journal.note(.requestSent, of: one.sequence)
        let found = try journal.sync { store throws(JournalError) in try store.history(before: nil, limit: 2) }
        #expect(found.map(\.wasRelayedToBank) == [true, false])
    }

    @Test("belong to an operation") func unknownOperation() throws {
        let journal = try openBooks(at: folder.journal)
        #expect(throws: JournalError.unknownOperation(sequence: 9)) { try journal.note(.linkLost, of: 9) }
    }
}
