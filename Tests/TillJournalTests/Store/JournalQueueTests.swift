import Dispatch
import Testing

@testable import TillJournal

@Suite("Journal") struct JournalQueueTests {
    let folder = ScratchFolder()

    @Test("does its work in the order it was given") func order() async throws {
        let journal = try openBooks(at: folder.journal)
        let results = AsyncStream<Result<Int64, JournalError>> { stream in
            for number in 1...20 {
                journal.async { store throws(JournalError) in
                    try store.recordIntent(.sample("A\(number)")).sequence
                } then: { result in
                    stream.yield(result)
                    if number == 20 { stream.finish() }
                }
            }
        }
        var numbers: [Int64] = []
        for await result in results { numbers.append(try result.get()) }
        #expect(numbers == Array(1...20))
    }

    @Test("hands an error to the completion") func error() async throws {
        let journal = try openBooks(at: folder.journal)
        let result = await withCheckedContinuation { continuation in
            journal.async { store throws(JournalError) in
                try store.recordOutcome(.approved(), of: 5)
            } then: {
                continuation.resume(returning: $0)
            }
        }
        #expect(result == .failure(.unknownOperation(sequence: 5)))
    }

    @Test("refuses work once it is closed, and may be closed again") func closed() throws {
        let journal = try openBooks(at: folder.journal)
        journal.close()
        journal.close()
        #expect(throws: JournalError.closed(path: folder.journal)) { try journal.record(.sample("A1")) }
        #expect(throws: JournalError.closed(path: folder.journal)) {
            try journal.sync { store throws(JournalError) in try store.lastOperation() }
        }
    }
}
