import TillJournal

extension Desk {
    /// A supervisor says what became of an operation in doubt, or that selling goes on although nobody knows.
    mutating func decide(
        _ kind: SupervisorDecision.Kind, of sequence: Int64, by supervisor: String, _ evidence: String,
        at now: Timestamp
    ) -> [DeskEffect] {
        // What is under way gets its answer from the reader.
        guard running?.record.sequence != sequence else { return [.notify(.notStarted(.busy))] }
        let decision = SupervisorDecision(kind: kind, supervisor: supervisor, evidence: evidence, at: now)
        return [.recordDecision(decision, sequence: sequence)]
    }

    /// The decision is durable.
    mutating func decided(
        _ decision: SupervisorDecision, _ record: OperationRecord, at now: Timestamp
    ) -> [DeskEffect] {
        let told = [DeskEffect.notify(.decided(decision, record))]
        switch decision.kind {
        case .approved, .failed: return recorded(record, at: now) + told + askWhatNobodyMisses(record, at: now)
        case .goOnAnyway, .anotherCustomer: return [noteOverride(decision, record)] + told
        case .setAside:
            setAside.insert(record.sequence)
            return [noteOverride(decision, record)] + goOn(at: now) + told
        }
    }

    private func noteOverride(_ decision: SupervisorDecision, _ record: OperationRecord) -> DeskEffect {
        .note(
            OperationEvent(at: decision.at, kind: .guardOverridden(by: decision.supervisor)),
            sequence: record.sequence)
    }

    /// What the reader holds counts before anybody's word. Once nothing on it is in doubt, nobody but the desk asks.
    private mutating func askWhatNobodyMisses(_ decided: OperationRecord, at now: Timestamp) -> [DeskEffect] {
        guard case .waitingToAsk(let reader) = phase, inDoubt(on: reader).isEmpty,
            decided.intent.reader.serialNumber == reader.serialNumber
        else { return [] }
        return ask(reader, asked: 0)
    }

    /// Whether the reader of an operation is there and was not asked to the end: its answer may still come.
    package func mayAnswer(_ record: OperationRecord) -> Bool {
        guard record.intent.reader.serialNumber == reader?.serialNumber else { return false }
        switch phase {
        case .loadingInDoubt, .waitingToAsk, .askingReader, .recordingRecovered: return true
        case .offline, .connecting, .ready, .serving, .recordingIntent, .running, .recordingOutcome: return false
        }
    }

    /// A reader that cannot be asked holds nobody back once all that is in doubt on it is set aside.
    private mutating func goOn(at now: Timestamp) -> [DeskEffect] {
        guard case .waitingToAsk(let reader) = phase, unwritten.isEmpty, !mustLoadAgain,
            inDoubt(on: reader).allSatisfy({ setAside.contains($0.sequence) })
        else { return [] }
        return becomeReady(reader, at: now)
    }
}
