import Glibc

/// Measures what the budgets name. It judges nothing: numbers depend on the machine, and are compared in one run.
@main enum Bench {
    static func main() {
        let names = Array(CommandLine.arguments.dropFirst())
        let chosen = names.isEmpty ? benchmarks : benchmarks.filter { names.contains($0.name) }
        guard !chosen.isEmpty else {
            print("till-bench: choose among \(benchmarks.map(\.name).joined(separator: ", ")), or none for all.")
            exit(64)
        }
        for benchmark in chosen {
            let result = benchmark.run()
            print("\(benchmark.name): \(result)   (budget: \(benchmark.budget))")
        }
    }

    /// One thing that is measured.
    struct Benchmark: Sendable {
        var name: String
        var budget: String
        var run: @Sendable () -> String
    }

    private static let benchmarks = [
        Benchmark(name: "frames", budget: "200 MB/s", run: FrameBench.run),
        Benchmark(name: "sales", budget: "5000 a second and core", run: SaleBench.run),
        Benchmark(name: "history", budget: "10 ms a page", run: HistoryBench.run),
        Benchmark(name: "searches", budget: "10 ms a first page", run: SearchBench.run),
        Benchmark(name: "start", budget: "30 ms until the first page is painted", run: StartBench.run),
        Benchmark(name: "keys", budget: "50 ms, with a reader that is stuck", run: KeyBench.idle),
        Benchmark(name: "keys-chatter", budget: "50 ms and 20 frames, 10000 statuses a second", run: KeyBench.chatter),
        Benchmark(name: "keys-disk", budget: "50 ms, with a disk that takes 200 ms", run: KeyBench.slowDisk),
        Benchmark(name: "keys-all", budget: "50 ms, all of it at once", run: KeyBench.everything),
        Benchmark(name: "wakes", budget: "one a minute", run: WakeBench.run),
    ]

    /// Seconds that a piece of work takes.
    static func seconds(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        let took = clock.measure(work)
        return Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
    }

    /// A number with one digit behind the point.
    static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
