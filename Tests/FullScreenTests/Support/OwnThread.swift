import Dispatch
import Testing

/// Runs each test on a thread of its own, because waiting for a terminal blocks the thread; and not more tests at once
/// than a small machine can run tills for.
struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Seats.all.take()
        do {
            try await withTaskExecutorPreference(ThreadPerJob.shared, operation: function)
        } catch {
            await Seats.all.leave()
            throw error
        }
        await Seats.all.leave()
    }
}

extension Trait where Self == OwnThreadTrait {
    /// The tests drive a real till, and block while they wait for it.
    static var drivesTill: Self { OwnThreadTrait() }
}

/// How many tills run at once.
private actor Seats {
    static let all = Seats()

    private var free = 6
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

private final class ThreadPerJob: TaskExecutor {
    static let shared = ThreadPerJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue(label: "till test").async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
