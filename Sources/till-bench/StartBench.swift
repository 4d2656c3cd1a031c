import Glibc
import PtyHarness

/// How soon the real till shows its first page, from the start of the program on.
enum StartBench {
    private static let starts = 21

    static func run() -> String {
        var times: [Double] = []
        var isPainted = true
        for _ in 0..<starts {
            // It ends outside of what is measured.
            var counter: KeyBench.Counter?
            let seconds = Bench.seconds {
                counter = try? KeyBench.Counter([:])
                isPainted = isPainted && counter?.till.wait(for: "Choose a card reader") == true
            }
            times.append(seconds)
            withExtendedLifetime(counter) {}
        }
        guard isPainted else { return "the till did not show itself; build it first, in the same configuration" }
        times.sort()
        return
            "median \(Bench.rounded(times[starts / 2] * 1000)) ms, worst \(Bench.rounded(times[starts - 1] * 1000)) ms"
    }
}
